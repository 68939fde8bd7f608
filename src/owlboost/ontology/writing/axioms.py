"""Axioms as N-Triples, after the OWL 2 mapping to RDF graphs."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from owlboost.ontology.language.axioms import (
    Axiom,
    ClassAssertion,
    DataDomain,
    DataPropertyRange,
    DatatypeDefinition,
    DifferentIndividuals,
    DisjointClasses,
    DisjointDataProperties,
    DisjointRoles,
    DisjointUnion,
    EquivalentClasses,
    EquivalentDataProperties,
    EquivalentRoles,
    FunctionalData,
    HasKey,
    InverseRoles,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.language.expressions import Role
from owlboost.ontology.writing.expressions import (
    IS_A,
    ExpressionWriter,
    Term,
    iri_term,
    literal_term,
    owl,
    rdfs,
)

_CHARACTERISTICS = {
    "functional": "FunctionalProperty",
    "inverse-functional": "InverseFunctionalProperty",
    "reflexive": "ReflexiveProperty",
    "irreflexive": "IrreflexiveProperty",
    "symmetric": "SymmetricProperty",
    "asymmetric": "AsymmetricProperty",
    "transitive": "TransitiveProperty",
}
_T = TypeVar("_T")


class AxiomWriter(ExpressionWriter):
    """Writes axioms, with the expressions in them."""

    def axiom(self, axiom: Axiom) -> None:
        """Write an axiom."""
        match axiom:
            case SubClassOf() | EquivalentClasses() | DisjointClasses() | DisjointUnion():
                self._class_axiom(axiom)
            case SubRoleOf() | EquivalentRoles() | DisjointRoles() | InverseRoles():
                self._role_axiom(axiom)
            case RoleDomain() | RoleRange() | RoleCharacteristic():
                self._role_use(axiom)
            case SameIndividual() | DifferentIndividuals() | ClassAssertion():
                self._assertion(axiom)
            case NegativeRoleAssertion() | NegativeDataAssertion():
                self._negative(axiom)
            case HasKey(expression, roles, properties):
                keys = [*map(self.role, roles), *map(self.property, properties)]
                self.add(self.class_(expression), owl("hasKey"), self.list(keys))
            case _:
                self._data_axiom(axiom)

    def _class_axiom(
        self, axiom: SubClassOf | EquivalentClasses | DisjointClasses | DisjointUnion
    ) -> None:
        match axiom:
            case SubClassOf(lower, upper):
                self.add(self.class_(lower), rdfs("subClassOf"), self.class_(upper))
            case EquivalentClasses(classes):
                self._pairs(owl("equivalentClass"), classes, self.class_)
            case DisjointClasses(classes):
                pair = owl("disjointWith")
                self._group(classes, self.class_, pair, "AllDisjointClasses")
            case DisjointUnion(iri, classes):
                parts = self.list(map(self.class_, classes))
                self.add(self.named(iri), owl("disjointUnionOf"), parts)

    def _role_axiom(
        self, axiom: SubRoleOf | EquivalentRoles | DisjointRoles | InverseRoles
    ) -> None:
        match axiom:
            case SubRoleOf((lower,), upper):
                self.add(self.role(lower), rdfs("subPropertyOf"), self.role(upper))
            case SubRoleOf(chain, upper):
                items = self.list(map(self.role, chain))
                self.add(self.role(upper), owl("propertyChainAxiom"), items)
            case EquivalentRoles(roles):
                self._pairs(owl("equivalentProperty"), roles, self.role)
            case DisjointRoles(roles):
                pair = owl("propertyDisjointWith")
                self._group(roles, self.role, pair, "AllDisjointProperties")
            case InverseRoles(first, second):
                if first.inverse:  # a nameless subject of owl:inverseOf is an expression
                    first, second = second, first
                if first.inverse:
                    first, second = Role(first.iri), Role(second.iri)
                self.add(self.role(first), owl("inverseOf"), self.role(second))

    def _role_use(self, axiom: RoleDomain | RoleRange | RoleCharacteristic) -> None:
        role = self.role(axiom.role)
        match axiom:
            case RoleDomain(_, domain):
                self.add(role, rdfs("domain"), self.class_(domain))
            case RoleRange(_, range_):
                self.add(role, rdfs("range"), self.class_(range_))
            case RoleCharacteristic(_, kind):
                self.add(role, IS_A, owl(_CHARACTERISTICS[kind]))

    def _data_axiom(
        self,
        axiom: SubDataPropertyOf
        | EquivalentDataProperties
        | DisjointDataProperties
        | DataDomain
        | DataPropertyRange
        | FunctionalData
        | DatatypeDefinition,
    ) -> None:
        match axiom:
            case SubDataPropertyOf(lower, upper):
                self.add(self.property(lower), rdfs("subPropertyOf"), self.property(upper))
            case EquivalentDataProperties(names):
                self._pairs(owl("equivalentProperty"), names, self.property)
            case DisjointDataProperties(names):
                pair = owl("propertyDisjointWith")
                self._group(names, self.property, pair, "AllDisjointProperties")
            case DataDomain(name, domain):
                self.add(self.property(name), rdfs("domain"), self.class_(domain))
            case DataPropertyRange(name, range_):
                self.add(self.property(name), rdfs("range"), self.range(range_))
            case FunctionalData(name):
                self.add(self.property(name), IS_A, owl("FunctionalProperty"))
            case DatatypeDefinition(iri, range_):
                self.add(iri_term(iri), owl("equivalentClass"), self.range(range_))

    def _assertion(self, axiom: SameIndividual | DifferentIndividuals | ClassAssertion) -> None:
        match axiom:
            case SameIndividual(names):
                self._pairs(owl("sameAs"), names, self.individual)
            case DifferentIndividuals(names):
                pair = owl("differentFrom")
                self._group(names, self.individual, pair, "AllDifferent")
            case ClassAssertion(name, expression):
                self.add(self.individual(name), IS_A, self.class_(expression))

    def _negative(self, axiom: NegativeRoleAssertion | NegativeDataAssertion) -> None:
        match axiom:
            case NegativeRoleAssertion(role, subject, object_):
                if role.inverse:
                    role, subject, object_ = Role(role.iri), object_, subject
                on, source = self.role(role), self.individual(subject)
                target = (owl("targetIndividual"), self.individual(object_))
            case NegativeDataAssertion(name, subject, literal):
                on, source = self.property(name), self.individual(subject)
                target = (owl("targetValue"), literal_term(literal))
        self.node(
            owl("NegativePropertyAssertion"),
            (owl("sourceIndividual"), source),
            (owl("assertionProperty"), on),
            target,
        )

    def _pairs(self, predicate: Term, items: Sequence[_T], write: Callable[[_T], Term]) -> None:
        """Write that the first of a list is so related to each of the others."""
        for item in items[1:]:
            self.add(write(items[0]), predicate, write(item))

    def _group(
        self, items: Sequence[_T], write: Callable[[_T], Term], pair: Term, type_: str
    ) -> None:
        """Write what holds between any two of a list: two as a triple, more as a node."""
        written = [write(item) for item in items]
        if len(written) == 2:
            self.add(written[0], pair, written[1])
        elif len(written) > 2:
            self.node(owl(type_), (owl("members"), self.list(written)))
