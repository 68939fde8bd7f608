"""The builder of an ontology: what is gathered from files before entities are numbered."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urljoin, urlsplit

import numpy as np
import numpy.typing as npt

from owlboost.ontology.axioms import Axiom, ClassAssertion
from owlboost.ontology.datatypes.literals import SPACES
from owlboost.ontology.expressions import NOTHING, THING, Class, Literal, Role
from owlboost.ontology.fuzzy import GradedInclusion
from owlboost.ontology.ontology import Remark, TaggedLabel
from owlboost.ontology.vocabulary import XSD

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def joined(base: str, reference: str) -> str:
    """Resolve a reference against a base; to one that is no URI it is appended.

    Examples
    --------
    >>> joined("http://e/a/b", "c"), joined("http://[e/a", "#c")
    ('http://e/a/c', 'http://[e/a#c')
    """
    try:
        return urljoin(base, reference)
    except ValueError:  # an address in brackets that is none
        return reference if _SCHEME.match(reference) else base + reference


def parts_of(iri: str) -> SplitResult:
    """Split an IRI; one that is no URI has no parts.

    Examples
    --------
    >>> parts_of("file:///a/b").path, parts_of("http://[e/a").path
    ('/a/b', '')
    """
    try:
        return urlsplit(iri)
    except ValueError:
        return SplitResult("", "", "", "", "")


@dataclass(slots=True)
class Header:
    """The names of an ontology and the IRIs that it imports.

    Names are '' where it has none.
    """

    iri: str = ""
    version: str = ""
    imports: list[str] = field(default_factory=list)


FactRows = npt.NDArray[np.int32]
"""One fact a row; the columns are positions in a table of names or literals."""


def distinct_numbers(numbers: npt.NDArray[np.int32], size: int) -> npt.NDArray[np.int64]:
    """Return the sorted distinct numbers below a size, without sorting."""
    seen = np.zeros(size, dtype=bool)
    seen[numbers.ravel()] = True
    return np.flatnonzero(seen)


def no_rows(width: int) -> FactRows:
    """Return an empty table of facts."""
    return np.empty((0, width), dtype=np.int32)


@dataclass(slots=True)
class Entities:
    """The entities met so far."""

    classes: set[str] = field(default_factory=set)
    roles: set[str] = field(default_factory=set)
    data_properties: set[str] = field(default_factory=set)
    individuals: set[str] = field(default_factory=set)
    annotation_properties: set[str] = field(default_factory=set)
    datatypes: set[str] = field(default_factory=set)

    def class_(self, iri: str) -> Class:
        """Note and return a named class."""
        if iri not in (THING, NOTHING):
            self.classes.add(iri)
        return Class(iri)

    def role(self, iri: str, *, inverse: bool = False) -> Role:
        """Note and return an object property expression."""
        self.roles.add(iri)
        return Role(iri, inverse)

    def data_property(self, iri: str) -> str:
        """Note and return a data property."""
        self.data_properties.add(iri)
        return iri

    def individual(self, name: str) -> str:
        """Note and return an individual."""
        self.individuals.add(name)
        return name

    def update(self, other: "Entities") -> None:
        """Note all entities of another file."""
        self.classes |= other.classes
        self.roles |= other.roles
        self.data_properties |= other.data_properties
        self.individuals |= other.individuals
        self.annotation_properties |= other.annotation_properties
        self.datatypes |= other.datatypes


def is_datatype(iri: str, entities: Entities) -> bool:
    """Whether an IRI names a datatype, of OWL or declared."""
    return iri in SPACES or iri.startswith(XSD) or iri in entities.datatypes


@dataclass(slots=True)
class Remarks:
    """Counts of what was not understood, by code and message."""

    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, code: str, message: str, count: int = 1) -> None:
        """Count one more of the same."""
        if count:
            self.counts[code, message] = self.counts.get((code, message), 0) + count

    def extend(self, remarks: Iterable[Remark]) -> None:
        """Count finished remarks."""
        for remark in remarks:
            self.add(remark.code, remark.message, remark.count)

    def finished(self) -> tuple[Remark, ...]:
        """Return the remarks, sorted by code and message."""
        return tuple(Remark(*key, count) for key, count in sorted(self.counts.items()))


def remark_on_undeclared(remarks: Remarks, count: int) -> None:
    """Remark that uses of properties decided on their kinds."""
    remarks.add(
        "undeclared-property",
        "properties are declared neither as object nor as data properties; their use decides",
        count,
    )


@dataclass(slots=True)
class FactTable:
    """Plain assertions as rows of positions in ``names`` and ``literals``."""

    names: list[str] = field(default_factory=list)
    literals: list[Literal] = field(default_factory=list)
    types: FactRows = field(default_factory=lambda: no_rows(2))
    """Subject, class."""
    roles: FactRows = field(default_factory=lambda: no_rows(3))
    """Role, subject, object."""
    values: FactRows = field(default_factory=lambda: no_rows(3))
    """Data property, subject, literal."""


@dataclass(slots=True)
class FuzzyNotes:
    """Texts of ``fuzzyLabel`` annotations, by the things they annotate."""

    types: list[tuple[tuple[str, str], str]] = field(default_factory=list)
    """Individual and class."""
    roles: list[tuple[tuple[str, str, str], str]] = field(default_factory=list)
    """Role, subject, object."""
    values: list[tuple[tuple[str, str, Literal], str]] = field(default_factory=list)
    """Data property, subject, value."""
    axioms: list[tuple[Axiom, str]] = field(default_factory=list)
    entities: list[tuple[str, str]] = field(default_factory=list)
    ontology: list[str] = field(default_factory=list)
    inclusions: list[GradedInclusion] = field(default_factory=list)
    """Fuzzy concepts stated without annotations, in fuzzyDL's own syntax."""

    def update(self, other: "FuzzyNotes") -> None:
        """Add the notes of another file."""
        self.types += other.types
        self.roles += other.roles
        self.values += other.values
        self.axioms += other.axioms
        self.entities += other.entities
        self.ontology += other.ontology
        self.inclusions += other.inclusions


@dataclass(slots=True)
class Draft:
    """An ontology in the making."""

    entities: Entities = field(default_factory=Entities)
    axioms: dict[Axiom, None] = field(default_factory=dict)
    """In order of first mention, each once."""
    facts: list[FactTable] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)
    labels: dict[str, list[TaggedLabel]] = field(default_factory=dict)
    notes: FuzzyNotes = field(default_factory=FuzzyNotes)

    def add(self, axiom: Axiom) -> None:
        """Add an axiom once."""
        self.axioms[axiom] = None

    def label(self, iri: str, rank: int, literal: Literal) -> None:
        """Note a label, given by the property of a rank."""
        label = TaggedLabel(literal.lexical, literal.language, rank)
        self.labels.setdefault(iri, []).append(label)

    def update(self, other: "Draft") -> None:
        """Add everything but the remarks from another file's draft."""
        self.entities.update(other.entities)
        self.axioms.update(other.axioms)
        self.facts += other.facts
        for iri, labels in other.labels.items():
            self.labels.setdefault(iri, []).extend(labels)
        self.notes.update(other.notes)

    def assert_nothing(self, individual: str) -> None:
        """Add the contradiction that an individual belongs to ``owl:Nothing``."""
        self.add(ClassAssertion(self.entities.individual(individual), Class(NOTHING)))


class MalformedError(Exception):
    """An error in a piece of an ontology, reported as a remark."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


_LOCAL_NAME = re.compile(r"[#/:]fuzzyLabel$", re.IGNORECASE)


def is_fuzzy_label(iri: object) -> bool:
    """Whether an annotation property is Fuzzy OWL 2's, in any namespace.

    Examples
    --------
    >>> is_fuzzy_label("http://ex.org#fuzzyLabel"), is_fuzzy_label("http://ex.org#label")
    (True, False)
    """
    return isinstance(iri, str) and _LOCAL_NAME.search(iri) is not None
