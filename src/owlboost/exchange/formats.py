"""Formats that rules are written in, and read from again: one value for each, found by name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from owlboost.errors import ParameterError, did_you_mean
from owlboost.registries import Registry

if TYPE_CHECKING:
    from owlboost.exchange.listing.reading import Listing
    from owlboost.model.sources import Wanted
    from owlboost.model.trained import TrainedModel


_ZADEH = "zadeh"
"""Name of the usual meaning; its own module imports compiled loops, which would slow down help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    r"""A format of rules: how to write it and, if it can be read back, how to tell and to read it.

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
    options
        Further keywords of ``write``.
    semantics
        Meanings of a conjunction that it can express.
    read
        Makes a model of a text, or a listing if its names are to be looked up in a source; None if
        that is not possible.
    recognises
        Whether a text is of this format; None if it cannot be read.

    Examples
    --------
    >>> from owlboost.model.hypotheses import RuleSet
    >>> from owlboost.model.trained import TrainedModel
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
    options: tuple[str, ...] = ()
    semantics: tuple[str, ...] = (_ZADEH,)
    read: "Callable[[str], TrainedModel | Listing] | None" = None
    recognises: Callable[[str], bool] | None = None


FORMATS: Registry[Format] = Registry(
    "format",
    "owlboost.formats",
    {
        "fuzzydl": "owlboost.exchange.fuzzydl.format:FORMAT",
        "fuzzyowl2": "owlboost.exchange.fuzzyowl.format:FORMAT",
        "manchester": "owlboost.exchange.manchester.format:FORMAT",
        "listing": "owlboost.exchange.listing.format:FORMAT",
        "text": "owlboost.exchange.english.document:FORMAT",
        "sparql": "owlboost.exchange.sparql:FORMAT",
        "python": "owlboost.exchange.python:FORMAT",
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
    >>> from owlboost.model.hypotheses import RuleSet
    >>> from owlboost.model.trained import TrainedModel
    >>> exported(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), "sparql", syntax="xml")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: The format sparql has no option 'syntax'.
    """
    from owlboost.model.sources import chosen, known_to

    form = FORMATS[name]
    if model.semantics.name not in form.semantics:
        raise ParameterError(
            f"The format {name} cannot express the semantics of this model: {model.semantics.name}."
        )
    _require_options(form, options)
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


def _require_options(form: Format, given: Iterable[str]) -> None:
    for name in given:
        if name not in form.options:
            raise ParameterError(
                f"The format {form.name} has no option {name!r}.{did_you_mean(name, form.options)}"
            )
