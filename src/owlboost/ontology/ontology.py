"""An ontology as a value: signature, axioms, facts, labels, remarks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import Literal
from owlboost.ontology.fuzzy import Fuzziness
from owlboost.ontology.vocabulary import RDFS, SKOS
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names


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
        return Names(individuals[:n_named])


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
