"""An ontology as a value: signature, axioms, facts, degrees, labels, remarks."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

from owlboost.errors import ParameterError
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import Literal
from owlboost.ontology.fuzzy import FuzzyDatatype, GradedInclusion
from owlboost.ontology.vocabulary import RDFS, SKOS
from owlboost.runtime.array_types import Ids, Mask
from owlboost.runtime.names import Names, short_name

Rows = Mask | Ids
"""Rows of a table, as a mask or by number."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """Plain assertions in columns; the numbers are positions in the signature's names.

    ``role_objects`` of an inverse assertion are already swapped: roles here are always named.
    """

    type_subjects: Ids
    type_classes: Ids
    role_roles: Ids
    role_subjects: Ids
    role_objects: Ids
    value_properties: Ids
    value_subjects: Ids
    value_literals: Ids
    """Positions in ``literals``."""
    literals: tuple[Literal, ...]

    def select(
        self, types: Rows | None = None, roles: Rows | None = None, values: Rows | None = None
    ) -> "Facts":
        """Return the facts in some rows of the columns of each kind, all without rows."""
        rows = {"type": types, "role": roles, "value": values}
        columns = {
            column.name: getattr(self, column.name)[chosen]
            for column in fields(self)
            if (chosen := rows.get(column.name.partition("_")[0])) is not None
        }
        return replace(self, **columns)


@dataclass(frozen=True, slots=True)
class Signature:
    """The entities of an ontology, declared or inferred from their use.

    Each kind is sorted by IRI. ``owl:Thing`` and ``owl:Nothing`` are never listed.
    """

    classes: Names = field(default_factory=Names)
    roles: Names = field(default_factory=Names)
    data_properties: Names = field(default_factory=Names)
    individuals: Names = field(default_factory=Names)
    """Named ones first, sorted; then the anonymous ones (``_:``), sorted."""

    @property
    def named_individuals(self) -> Names:
        """The individuals that have a name."""
        individuals = self.individuals
        n_named = len(individuals)
        while n_named and individuals[n_named - 1].startswith("_:"):
            n_named -= 1
        if n_named == len(individuals):
            return individuals  # which has numbered them by its first look-up
        return Names(individuals[:n_named])


@dataclass(frozen=True, slots=True)
class Fuzziness:
    """Degrees of facts and axioms, and the meaning of fuzzy names.

    Attributes
    ----------
    types
        (individual, class) → degree below 1.
    roles
        (role, subject, object) → degree below 1.
    axioms
        Axiom, assertions among them → degree below 1.
    sets
        Datatype → the fuzzy set that it is.
    ties
        Data property → the fuzzy datatypes that axioms use with it, sorted.
    inclusions
        Classes that hold as far as an expression whose degrees alpha cuts cannot determine.
    """

    types: Mapping[tuple[str, str], float] = field(default_factory=dict)
    roles: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    axioms: Mapping[object, float] = field(default_factory=dict)
    sets: Mapping[str, FuzzyDatatype] = field(default_factory=dict)
    ties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inclusions: tuple[GradedInclusion, ...] = ()

    @property
    def degrees(self) -> tuple[float, ...]:
        """The distinct degrees above 0 to which something holds, from 1 down.

        Examples
        --------
        >>> Fuzziness({("tom", "Old"): 0.2, ("tim", "Old"): 0.0}).degrees
        (1.0, 0.2)
        """
        stated = {*self.types.values(), *self.roles.values(), *self.axioms.values()}
        return tuple(sorted((stated - {0.0}) | {1.0}, reverse=True))

    @property
    def n_graded(self) -> int:
        """Number of facts and axioms that hold only to a degree."""
        return len(self.types) + len(self.roles) + len(self.axioms)

    @property
    def is_graded(self) -> bool:
        """Whether something holds only to a degree."""
        return self.n_graded > 0


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a file not understood or not used, and how often.

    Its code is stable.
    """

    code: str
    message: str
    count: int = 1


class TaggedLabel(NamedTuple):
    """A label, its language and the rank of its property.

    The language is in lower case, '' for none.
    """

    text: str
    language: str
    rank: int


Labels = Mapping[str, tuple[TaggedLabel, ...]]
"""IRI → all its labels, sorted."""


@dataclass(frozen=True, slots=True, eq=False)
class Ontology:
    """One ontology with its imports, as read; nothing is inferred yet."""

    iri: str
    signature: Signature
    axioms: tuple[Axiom, ...]
    facts: Facts
    remarks: tuple[Remark, ...] = ()
    imports: Mapping[str, str | None] = field(default_factory=dict)
    """Imported IRI → the file it was read from, or None if it was not found."""
    labels: Labels = field(default_factory=dict)
    fuzziness: Fuzziness = field(default_factory=Fuzziness)
    """Degrees of facts and axioms below 1, and the meaning of fuzzy names."""


LABEL_PROPERTIES = (
    SKOS + "prefLabel",
    RDFS + "label",
    "http://purl.obolibrary.org/obo/IAO_0000111",
)
"""Annotation properties whose values are labels; within a language the first goes first."""

LABEL_RANKS = {iri: rank for rank, iri in enumerate(LABEL_PROPERTIES)}


Position = tuple[int, bool, str]
"""Distance of a language from the wanted one; the least is the nearest."""


def by_language(
    labels: Labels, wanted: str | None = None
) -> Callable[[TaggedLabel], tuple[Position, int, str]]:
    """Return a sort key of labels; the least is to be shown.

    The wanted language goes first, then its variants (``de-AT`` for ``de``), then the language
    that it is a variant of. Then come labels without a language, English, and others by alphabet.

    Examples
    --------
    >>> hotel = (TaggedLabel("hotel", "en", 1), TaggedLabel("Herberge", "de-at", 1))
    >>> [min(hotel, key=by_language({"urn:x": hotel}, tag)).text for tag in (None, "de", "fr")]
    ['hotel', 'Herberge', 'hotel']
    """
    ranges = [*_ranges(wanted), "", "en"]
    places = {tag: _place(tag, ranges) for tag in languages(labels)}

    def order(label: TaggedLabel) -> tuple[Position, int, str]:
        return places[label.language], label.rank, label.text

    return order


def _place(tag: str, ranges: list[str]) -> Position:
    matching = [place for place, wanted in enumerate(ranges) if _is_in(tag, wanted)]
    place = matching[0] if matching else len(ranges)
    return place, not matching or tag != ranges[place], tag


def has_language(labels: Labels, language: str) -> bool:
    """Whether some label is in a language or a variant of it."""
    wanted = language.lower()
    return any(
        _is_in(label.language, wanted)
        for entity_labels in labels.values()
        for label in entity_labels
    )


def languages(labels: Labels) -> list[str]:
    """Return the languages of labels by alphabet; '' if some have none."""
    return sorted({label.language for entity_labels in labels.values() for label in entity_labels})


def _ranges(language: str | None) -> list[str]:
    """Return a language and those that it is a variant of.

    Examples
    --------
    >>> _ranges("de-AT-1996")
    ['de-at-1996', 'de-at', 'de']
    """
    parts = (language or "").lower().split("-") if language else []
    return ["-".join(parts[:end]) for end in range(len(parts), 0, -1)]


def _is_in(tag: str, wanted: str) -> bool:
    return tag == wanted or bool(wanted and tag.startswith(f"{wanted}-"))


MOST_LETTERS = 120
"""A longer label is understood, but not shown."""

_TAG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def require_tag(lang: str | None) -> None:
    """Raise ParameterError unless it is a language tag."""
    if lang is not None and not _TAG.fullmatch(lang):
        raise ParameterError(f"lang must be the tag of a language such as de or pt-BR, not {lang}.")


def shown_labels(labels: Labels, signature: Signature, lang: str | None = None) -> dict[str, str]:
    """Return the displayed label of each entity that has a unique one.

    Those in the language ``lang`` go first, see :func:`by_language`.

    Examples
    --------
    >>> from owlboost.ontology.ontology import TaggedLabel
    >>> labels = {"ex#E7": (TaggedLabel("Hotel", "de", 1), TaggedLabel("inn", "en", 1))}
    >>> inns = Signature(classes=Names(["ex#E7", "ex#Hotel"]))
    >>> shown_labels(labels, inns), shown_labels(labels, inns, "de")
    ({'ex#E7': 'inn'}, {})
    """
    if not labels:
        return {}
    ranked = by_language(labels, lang)
    shown = {iri: min(tagged, key=ranked).text for iri, tagged in labels.items()}
    people = signature.named_individuals
    for names in (signature.classes, signature.roles, signature.data_properties, people):
        for iri in list(_unclear(names, labels, shown)):
            del shown[iri]
    return shown


def _unclear(names: Names, labels: Labels, shown: dict[str, str]) -> Iterator[str]:
    """Yield the entities of one kind whose labels are ambiguous."""
    labelled = [iri for iri in names if iri in labels]
    owners: dict[str, str] = {}
    shared: set[str] = set()
    for iri in labelled:
        for label in labels[iri]:
            if owners.setdefault(label.text, iri) != iri:
                shared.add(label.text)
    for iri in names if labelled else ():
        name = short_name(iri)
        if owners.get(name, iri) != iri:
            shared.add(name)
    for iri in labelled:
        text = shown.get(iri)
        if text is None:
            continue
        clear = text not in shared and text not in names and _is_readable(text)
        if not clear or text == short_name(iri):
            yield iri


def _is_readable(label: str) -> bool:
    """Whether a label fits into a line, and is not taken for an IRI in brackets."""
    return len(label) <= MOST_LETTERS and not label.startswith("<")
