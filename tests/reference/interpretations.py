"""All interpretations over a small domain, and what holds in them by definition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DifferentIndividuals,
    DisjointClasses,
    EquivalentClasses,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    HasSelf,
    HasValue,
    Not,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)

DOMAIN = (0, 1)
EVERYTHING = frozenset(DOMAIN)
Pairs = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Interpretation:
    """Which elements classes, roles and individuals mean."""

    classes: dict[str, frozenset[int]]
    roles: dict[str, Pairs]
    individuals: dict[str, int]

    def pairs(self, role: Role) -> Pairs:
        known = self.roles[role.iri]
        return frozenset((y, x) for x, y in known) if role.inverse else known

    def fillers(self, role: Role, x: int) -> set[int]:
        return {z for y, z in self.pairs(role) if y == x}

    def extent(self, concept: ClassExpression) -> frozenset[int]:
        match concept:
            case Class(iri):
                return self.classes[iri]
            case And(parts):
                return EVERYTHING.intersection(*map(self.extent, parts))
            case Or(parts):
                return frozenset().union(*map(self.extent, parts))
            case Not(of):
                return EVERYTHING - self.extent(of)
            case OneOf(names):
                return frozenset(self.individuals[name] for name in names)
            case _:
                return frozenset(x for x in DOMAIN if self._restricted(x, concept))

    def _restricted(self, x: int, concept: ClassExpression) -> bool:
        match concept:
            case Some(role, filler):
                return bool(self.fillers(role, x) & self.extent(filler))
            case Only(role, filler):
                return self.fillers(role, x) <= self.extent(filler)
            case HasValue(role, name):
                return self.individuals[name] in self.fillers(role, x)
            case HasSelf(role):
                return x in self.fillers(role, x)
            case Cardinality(kind, number, role, filler):
                count = len(self.fillers(role, x) & self.extent(filler))
                return {"min": count >= number, "max": count <= number}.get(kind, count == number)
            case _:
                raise NotImplementedError(concept)

    def satisfies(self, axiom: Axiom) -> bool:
        match axiom:
            case SubClassOf(lower, upper):
                return self.extent(lower) <= self.extent(upper)
            case EquivalentClasses((one, two)):
                return self.extent(one) == self.extent(two)
            case DisjointClasses((one, two)):
                return not self.extent(one) & self.extent(two)
            case ClassAssertion(name, expression):
                return self.individuals[name] in self.extent(expression)
            case DifferentIndividuals((one, two)):
                return self.individuals[one] != self.individuals[two]
            case _:
                return self._satisfies_role(axiom)

    def _satisfies_role(self, axiom: Axiom) -> bool:
        match axiom:
            case RoleDomain(role, domain):
                return {x for x, _ in self.pairs(role)} <= self.extent(domain)
            case RoleRange(role, range_):
                return {y for _, y in self.pairs(role)} <= self.extent(range_)
            case RoleCharacteristic(role, kind):
                return self._has_kind(role, kind)
            case _:
                raise NotImplementedError(axiom)

    def _has_kind(self, role: Role, kind: str) -> bool:
        pairs, turned = self.pairs(role), self.pairs(Role(role.iri, not role.inverse))
        loops = {x for x, y in pairs if x == y}
        return {
            "functional": len({x for x, _ in pairs}) == len(pairs),
            "inverse-functional": len({y for _, y in pairs}) == len(pairs),
            "symmetric": pairs == turned,
            "asymmetric": not pairs & turned,
            "reflexive": loops == EVERYTHING,
            "irreflexive": not loops,
            "transitive": all((x, w) in pairs for x, y in pairs for z, w in pairs if y == z),
        }[kind]


def interpretations(
    classes: Sequence[str], role: str, individuals: Sequence[str]
) -> Iterator[Interpretation]:
    """Iterate over all interpretations of some names over :data:`DOMAIN`."""
    subsets = [frozenset(x for x in DOMAIN if bits >> x & 1) for bits in range(1 << len(DOMAIN))]
    square = list(product(DOMAIN, DOMAIN))
    relations = [
        frozenset(pair for i, pair in enumerate(square) if bits >> i & 1)
        for bits in range(1 << len(square))
    ]
    people = list(product(DOMAIN, repeat=len(individuals)))
    for extents, pairs, places in product(product(subsets, repeat=len(classes)), relations, people):
        yield Interpretation(
            dict(zip(classes, extents, strict=True)),
            {role: pairs},
            dict(zip(individuals, places, strict=True)),
        )
