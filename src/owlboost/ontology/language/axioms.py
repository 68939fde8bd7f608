"""OWL 2 axioms as values: what every syntax is read into, and what is reasoned over.

The terminology (TBox, RBox) and assertions with compound classes are axioms. Plain assertions
about individuals, of which there may be millions, are columns of numbers: :class:`Facts`.
An anonymous individual is named ``_:label``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from owlboost.model.vocabulary import Names
from owlboost.ontology.language.expressions import (
    ClassExpression,
    DataRange,
    Literal,
    Operands,
    Role,
)
from owlboost.ontology.language.fuzziness import Fuzziness
from owlboost.ontology.language.labels import Labels
from owlboost.runtime.array_types import Ids


class NaryAxiom(Operands):
    """An axiom on two operands or more."""

    __slots__ = ()
    least: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class SubClassOf:
    """``lower ⊑ upper``."""

    lower: ClassExpression
    upper: ClassExpression


@dataclass(frozen=True, slots=True)
class EquivalentClasses(NaryAxiom):
    """All classes of the list have the same members."""

    classes: tuple[ClassExpression, ...]


@dataclass(frozen=True, slots=True)
class DisjointClasses(NaryAxiom):
    """No two classes of the list share a member."""

    classes: tuple[ClassExpression, ...]


@dataclass(frozen=True, slots=True)
class DisjointUnion(Operands):
    """A class is the union of pairwise disjoint classes."""

    iri: str
    classes: tuple[ClassExpression, ...]


@dataclass(frozen=True, slots=True)
class SubRoleOf:
    """``r₁ ∘ … ∘ rₙ ⊑ upper``; one role on the left is a plain sub-property axiom."""

    chain: tuple[Role, ...]
    upper: Role


@dataclass(frozen=True, slots=True)
class EquivalentRoles(NaryAxiom):
    """All roles of the list have the same pairs."""

    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class DisjointRoles(NaryAxiom):
    """No two roles of the list share a pair."""

    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class InverseRoles:
    """Two roles are each other's inverse."""

    first: Role
    second: Role


@dataclass(frozen=True, slots=True)
class RoleDomain:
    """Whatever has a filler of the role belongs to the class."""

    role: Role
    domain: ClassExpression


@dataclass(frozen=True, slots=True)
class RoleRange:
    """Whatever fills the role belongs to the class."""

    role: Role
    range: ClassExpression


@dataclass(frozen=True, slots=True)
class RoleCharacteristic:
    """``functional``, ``inverse-functional``, ``reflexive``, ``irreflexive``, ``symmetric``,
    ``asymmetric`` or ``transitive``.
    """  # noqa: D205

    role: Role
    kind: str


@dataclass(frozen=True, slots=True)
class SubDataPropertyOf:
    """``lower ⊑ upper`` for data properties."""

    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class EquivalentDataProperties(NaryAxiom):
    """All data properties of the list have the same values."""

    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisjointDataProperties(NaryAxiom):
    """No two data properties of the list share a value of one individual."""

    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataDomain:
    """Whatever has a value of the property belongs to the class."""

    property: str
    domain: ClassExpression


@dataclass(frozen=True, slots=True)
class DataPropertyRange:
    """All values of the property lie in the range."""

    property: str
    range: DataRange


@dataclass(frozen=True, slots=True)
class FunctionalData:
    """An individual has at most one value of the property."""

    property: str


@dataclass(frozen=True, slots=True)
class DatatypeDefinition:
    """A named datatype stands for a range."""

    iri: str
    range: DataRange


@dataclass(frozen=True, slots=True)
class HasKey(Operands):
    """Named members of the class that agree on all the properties are the same."""

    expression: ClassExpression
    roles: tuple[Role, ...]
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SameIndividual(NaryAxiom):
    """All names of the list mean one individual."""

    individuals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DifferentIndividuals(NaryAxiom):
    """No two names of the list mean one individual."""

    individuals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassAssertion:
    """An individual belongs to a compound class (a named class is in :class:`Facts`)."""

    individual: str
    expression: ClassExpression


@dataclass(frozen=True, slots=True)
class NegativeRoleAssertion:
    """Two individuals are not related."""

    role: Role
    subject: str
    object: str


@dataclass(frozen=True, slots=True)
class NegativeDataAssertion:
    """An individual does not have a value."""

    property: str
    subject: str
    literal: Literal


Axiom = (
    SubClassOf | EquivalentClasses | DisjointClasses | DisjointUnion
    | SubRoleOf | EquivalentRoles | DisjointRoles | InverseRoles
    | RoleDomain | RoleRange | RoleCharacteristic
    | SubDataPropertyOf | EquivalentDataProperties | DisjointDataProperties
    | DataDomain | DataPropertyRange | FunctionalData | DatatypeDefinition | HasKey
    | SameIndividual | DifferentIndividuals | ClassAssertion
    | NegativeRoleAssertion | NegativeDataAssertion
)  # fmt: skip
Assertion = (
    ClassAssertion
    | NegativeRoleAssertion
    | NegativeDataAssertion
    | SameIndividual
    | DifferentIndividuals
)
"""The axioms about individuals."""


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
    """The entities of an ontology, declared or inferred from their use; each sorted by IRI.

    ``owl:Thing`` and ``owl:Nothing`` are never listed.
    """

    classes: Names = field(default_factory=Names)
    roles: Names = field(default_factory=Names)
    data_properties: Names = field(default_factory=Names)
    individuals: Names = field(default_factory=Names)
    """Named ones first, sorted; then the anonymous ones (``_:``), sorted."""

    @property
    def named_individuals(self) -> Names:
        """The individuals that have a name."""
        everyone = self.individuals
        first = len(everyone)
        while first and everyone[first - 1].startswith("_:"):
            first -= 1
        return Names(everyone[:first])


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a file that was not understood or not used: a stable code, and how often."""

    code: str
    message: str
    count: int = 1


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
    """How far facts hold that do not hold in full."""
