"""Formats of rules by name, and exporting models to them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from owlboost.errors import Hint, Message, ParameterError, did_you_mean
from owlboost.runtime.registry import Registry

if TYPE_CHECKING:
    from owlboost.exchange.rule_files import UnresolvedRules
    from owlboost.models.definition import Definition
    from owlboost.models.predictions import Wanted
    from owlboost.models.trained import TrainedModel


_ZADEH = "zadeh"
"""Name of the usual semantics; importing it from its module would slow down help."""

ALL_LOGICS = (_ZADEH, "product", "lukasiewicz")
"""All semantics of a conjunction."""


class ExportedText(str):
    """A model in some format, with remarks on it.

    Examples
    --------
    >>> text = ExportedText("Ontology()", ("nothing was covered",))
    >>> text, text.remarks
    ('Ontology()', ('nothing was covered',))
    """

    __slots__ = ("remarks",)

    remarks: tuple[str, ...]

    def __new__(cls, text: str, remarks: tuple[str, ...] = ()) -> "ExportedText":
        """Join a text and the remarks on it."""
        written = super().__new__(cls, text)
        written.remarks = remarks
        return written

    def __getnewargs__(self) -> tuple[str, tuple[str, ...]]:  # type: ignore[override]
        return str(self), self.remarks


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    r"""A format of rules: its writer, and perhaps recogniser and reader.

    Attributes
    ----------
    name
        What users call it.
    title
        What it is, in a few words.
    extensions
        How names of such files end, the usual one first.
    write
        Makes the text of a model, given as the only argument. If the format takes data, it has also
        the keywords ``kb``, a knowledge base or None, and ``individuals``, the elements whose facts
        to write or None.
    takes_data
        Whether it does.
    takes_source
        Whether ``write`` has the keyword ``source`` instead: what the model is applied to, or None.
    options
        Further keywords of ``write``.
    syntaxes
        How the name of a file ends → the option ``syntax`` for it, where the name decides.
    semantics
        Meanings of a conjunction that it can express.
    crisp_facts
        Whether it takes classes and roles to hold in full or not at all.
    write_definition
        Makes the text of a definition, a pair of models, with the same keywords; None if the format
        has no place for two.
    read
        Makes a model of a text, or unnamed rules if names are to be looked up in a source; None if
        that is not possible.
    recognises
        Whether a text is of this format; None if it cannot be read.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> from owlboost.models.trained import TrainedModel
    >>> count = Format(
    ...     name="count", title="Number of rules", extensions=(".txt",),
    ...     write=lambda model: f"{model.hypothesis.n_rules}\n",
    ... )
    >>> count.write(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5))
    '0\n'
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    write: Callable[..., str]
    takes_data: bool = False
    takes_source: bool = False
    options: tuple[str, ...] = ()
    syntaxes: Mapping[str, str] = field(default_factory=dict)
    semantics: tuple[str, ...] = (_ZADEH,)
    crisp_facts: bool = False
    write_definition: Callable[..., str] | None = None
    read: "Callable[[str], TrainedModel | UnresolvedRules] | None" = None
    recognises: Callable[[str], bool] | None = None


FORMATS: Registry[Format] = Registry(
    "format",
    "owlboost.formats",
    {
        "fuzzydl": "owlboost.exchange.fuzzydl:FORMAT",
        "fuzzyowl2": "owlboost.exchange.fuzzyowl:FORMAT",
        "manchester": "owlboost.exchange.manchester:FORMAT",
        "listing": "owlboost.exchange.listing:FORMAT",
        "text": "owlboost.exchange.english.text:FORMAT",
        "sparql": "owlboost.exchange.sparql:FORMAT",
        "python": "owlboost.exchange.python:FORMAT",
        "owl": "owlboost.exchange.owl.format:OWL",
        "swrl": "owlboost.exchange.owl.format:SWRL",
        "dot": "owlboost.exchange.diagram:DOT",
        "mermaid": "owlboost.exchange.diagram:MERMAID",
    },
)
"""All formats. Another package adds to them by an entry point of the group ``owlboost.formats``."""


def exported(
    model: "TrainedModel",
    name: str,
    *,
    source: object = None,
    individuals: "Wanted | None" = None,
    **options: object,
) -> str:
    """Write a model in the format of a name; see ``TrainedModel.export``.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> from owlboost.models.trained import TrainedModel
    >>> exported(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), "sparql", syntax="xml")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: The format sparql has no option 'syntax'.
    """
    from owlboost.models.predictions import chosen, known_to

    form = FORMATS[name]
    _require_logic(model, form)
    _require_options(form, options)
    if form.takes_source:
        if individuals is not None:
            raise ParameterError(f"The format {name} has no facts of individuals: leave them out.")
        return form.write(model, source=source, **options)
    if not form.takes_data:
        if source is not None or individuals is not None:
            raise ParameterError(f"The format {name} takes no data: leave the source out.")
        return form.write(model, **options)
    if source is None:
        if individuals is not None:
            raise ParameterError("The facts of individuals need a source to take them from.")
        return form.write(model, kb=None, individuals=None, **options)
    kb, among = known_to(model, source)
    elements = None if individuals is None else chosen(individuals, kb, among)
    return form.write(model, kb=kb, individuals=elements, **options)


def exported_definition(
    definition: "Definition", name: str, *, source: object = None, **options: object
) -> str:
    """Write both models of a definition in the format of a name.

    Raises
    ------
    ParameterError
        The format has no place for two models, or for an option.
    """
    form = FORMATS[name]
    for model in (definition.belongs, definition.does_not):
        _require_logic(model, form)
    if form.write_definition is None:
        takes = [
            format_name
            for format_name, candidate in FORMATS.items()
            if candidate.write_definition is not None
        ]
        raise ParameterError(
            f"The format {name} writes one model, and a definition is two: take {_listed(takes)}."
        )
    if "equivalent" in options:
        raise ParameterError(
            Message(
                "A definition has rules for who belongs and rules for who does not, so neither are "
                "all there is: leave out ",
                Hint("equivalent", "equivalent"),
                ".",
            )
        )
    _require_options(form, options)
    if form.takes_source:
        return form.write_definition(definition, source=source, **options)
    if source is not None:
        raise ParameterError(f"The format {name} takes no data: leave the source out.")
    return form.write_definition(definition, **options)


def negatives_of(definition: "Definition") -> str:
    """Explain what a definition implies for individuals that no rule covers."""
    name = definition.belongs.lexicon.name(definition.belongs.target)
    return (
        f"who is covered by the rules against {name} is inferred not to belong to it; of whom "
        "neither rules cover, nothing is inferred"
    )


def both_written(
    definition: "Definition", write: Callable[..., str], mark: str = ""
) -> ExportedText:
    """Write both models of a definition, one after the other."""
    remark = negatives_of(definition)
    texts = [write(model) for model in (definition.belongs, definition.does_not)]
    return ExportedText("\n".join([f"{mark}Definition: {remark}.\n", *texts]), (remark,))


def negatives_inferred(model: "TrainedModel", *, crisp: bool = False) -> tuple[str, ...]:
    """Explain what follows for uncovered individuals if rules define the target.

    Crisp rules are cut at a degree.

    Raises
    ------
    ParameterError
        There is no rule to define it by.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.models.trained import TrainedModel
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Hotel"),))),))
    >>> negatives_inferred(TrainedModel("foil", "urn:x#Good", rules, 0.5))[0].split(":")[0]
    'nothing else belongs to Good'
    """
    name = model.lexicon.name(model.target)
    if not model.hypothesis.n_rules:
        raise ParameterError(f"There is no rule that could define {name}: leave equivalent out.")
    if crisp:
        shown, degree = "none of the conditions", ""
    else:
        shown = "the conditions to a degree of d at most"
        degree = ", to a degree of at least 1 - d"
    remark = (
        f"nothing else belongs to {name}: who is shown to meet {shown} is inferred not to belong "
        f"to it{degree}; of whom that is open, nothing is inferred"
    )
    return (remark,)


def _require_logic(model: "TrainedModel", form: Format) -> None:
    if model.semantics.name not in form.semantics:
        raise ParameterError(
            f"The format {form.name} cannot express {model.semantics.title}, in which this model "
            f"was learned: take {_choice(model.semantics.name)}."
        )


def _choice(logic: str) -> str:
    """List the formats that express a logic, to end a sentence."""
    return _listed([name for name in FORMATS if logic in FORMATS[name].semantics])


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _require_options(form: Format, given: Iterable[str]) -> None:
    for name in given:
        if name == "equivalent" and name not in form.options:
            takes = [
                format_name
                for format_name, candidate in FORMATS.items()
                if name in candidate.options
            ]
            raise ParameterError(
                Message(
                    f"The format {form.name} cannot say that nothing else belongs to the class: "
                    f"take {_listed(takes)}, or leave out ",
                    Hint("equivalent", "equivalent"),
                    ".",
                )
            )
        if name not in form.options:
            raise ParameterError(
                f"The format {form.name} has no option {name!r}.{did_you_mean(name, form.options)}"
            )


OWL_SYNTAXES: Mapping[str, str] = MappingProxyType(
    {
        ".ofn": "functional",
        ".owl": "rdfxml",
        ".rdf": "rdfxml",
        ".xml": "rdfxml",
        ".owx": "owlxml",
        ".ttl": "turtle",
        ".omn": "manchester",
    }
)
"""How the name of a file ends → its syntax."""


_ONTOLOGY_START = re.compile(r"\s*(<|@prefix|@base|PREFIX|Prefix\(|Ontology\()")


def is_ontology(text: str) -> bool:
    """Return whether a text begins like an ontology in some syntax.

    Examples
    --------
    >>> is_ontology("<?xml version='1.0'?>"), is_ontology("# Rules")
    (True, False)
    """
    return bool(_ONTOLOGY_START.match(text))
