"""Entailment by a plain chase: sets, loops, and a new individual for every ``∃`` not yet met.

Every witness is an individual of its own, so each rule is the textbook one. The chase stops at a
depth: what it derives follows for certain; what it misses lies deeper. It knows Horn axioms over
class names, conjunctions, ``∃`` on both sides, ``∀`` on the right, role axioms and disjointness.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DisjointClasses,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import And, Class, ClassExpression, HasValue, Only, Role, Some

Pair = tuple[str, str]


@dataclass
class Chase:
    """What holds, of individuals named by strings; witnesses are named by how they came about."""

    axioms: list[Axiom]
    types: set[tuple[str, str]]
    pairs: set[tuple[str, str, str]]
    depth: dict[str, int]
    same: dict[str, str] = field(default_factory=dict)
    clash: bool = False

    def element(self, name: str) -> str:
        while name in self.same:
            name = self.same[name]
        return name

    def extent(self, concept: ClassExpression) -> set[str]:
        match concept:
            case Class(iri) if iri.endswith("#Thing"):
                return {self.element(name) for name in self.depth}
            case Class(iri):
                return {x for c, x in self.types if c == iri}
            case And(parts):
                return set.intersection(*map(self.extent, parts))
            case Some(role, filler):
                inside = self.extent(filler)
                return {x for x, y in self.related(role) if y in inside}
            case HasValue(role, individual):
                goal = self.element(individual)
                return {x for x, y in self.related(role) if y == goal}
            case _:
                raise NotImplementedError(concept)

    def related(self, role: Role) -> set[Pair]:
        known = {(x, y) for p, x, y in self.pairs if p == role.iri}
        return _turned(known) if role.inverse else known

    def relate(self, role: Role, pairs: Iterable[Pair]) -> None:
        pairs = _turned(pairs) if role.inverse else pairs
        self.pairs |= {(role.iri, x, y) for x, y in pairs}

    def state(self, x: str, concept: ClassExpression, limit: int) -> None:
        x = self.element(x)
        match concept:
            case Class(iri):
                self.types.add((iri, x))
            case And(parts):
                for part in parts:
                    self.state(x, part, limit)
            case HasValue(role, individual):
                self.relate(role, [(x, self.element(individual))])
            case Only(role, filler):
                for _, y in [pair for pair in self.related(role) if pair[0] == x]:
                    self.state(y, filler, limit)
            case Some(role, filler):
                if x not in self.extent(concept) and self.depth[x] < limit:
                    witness = f"{x}.{role}.{filler}"
                    self.depth.setdefault(witness, self.depth[x] + 1)
                    self.relate(role, [(x, self.element(witness))])
                    self.state(witness, filler, limit)
            case _:
                raise NotImplementedError(concept)

    def merge(self, x: str, y: str) -> None:
        x, y = self.element(x), self.element(y)
        if x == y:
            return
        keep, drop = sorted((x, y), key=lambda name: (self.depth[name], name))
        self.same[drop] = keep
        self.types = {(c, self.element(z)) for c, z in self.types}
        self.pairs = {(p, self.element(u), self.element(v)) for p, u, v in self.pairs}

    def step(self, limit: int) -> None:
        for axiom in self.axioms:
            match axiom:
                case SubClassOf(lower, upper):
                    for x in self.extent(lower):
                        self.state(x, upper, limit)
                case RoleDomain(role, domain):
                    for x, _ in self.related(role):
                        self.state(x, domain, limit)
                case RoleRange(role, range_):
                    for _, y in self.related(role):
                        self.state(y, range_, limit)
                case DisjointClasses((one, two)):
                    self.clash |= bool(self.extent(one) & self.extent(two))
                case ClassAssertion(individual, expression):
                    self.state(individual, expression, limit)
                case _:
                    self._role_step(axiom)

    def _role_step(self, axiom: Axiom) -> None:
        match axiom:
            case SameIndividual((one, two)):
                self.merge(one, two)
            case SubRoleOf((lower,), upper):
                self.relate(upper, self.related(lower))
            case SubRoleOf((first, second), upper):
                self.relate(upper, _composed(self.related(first), self.related(second)))
            case InverseRoles(r, s):
                self.relate(s, _turned(self.related(r)))
                self.relate(r, _turned(self.related(s)))
            case RoleCharacteristic(role, "symmetric"):
                self.relate(role, _turned(self.related(role)))
            case RoleCharacteristic(role, "transitive"):
                known = self.related(role)
                self.relate(role, _composed(known, known))
            case RoleCharacteristic(role, "functional"):
                self._merge_fillers(self.related(role))
            case RoleCharacteristic(role, "inverse-functional"):
                self._merge_fillers(_turned(self.related(role)))
            case _:
                raise NotImplementedError(axiom)

    def _merge_fillers(self, pairs: set[Pair]) -> None:
        first: dict[str, str] = {}
        for x, y in sorted(pairs):
            self.merge(first.setdefault(x, y), y)


def _turned(pairs: Iterable[Pair]) -> set[Pair]:
    return {(y, x) for x, y in pairs}


def _composed(first: set[Pair], second: set[Pair]) -> Iterator[Pair]:
    fillers = defaultdict(set)
    for y, z in second:
        fillers[y].add(z)
    return ((x, z) for x, y in first for z in fillers[y])


def chase(
    axioms: Iterable[Axiom],
    types: Iterable[Pair],
    pairs: Iterable[tuple[str, str, str]],
    individuals: Iterable[str],
    depth: int,
) -> Chase:
    """Apply all axioms until nothing changes; types are (individual, class) pairs."""
    state = Chase(
        list(axioms),
        {(c, x) for x, c in types},
        {(p, x, y) for x, p, y in pairs},
        dict.fromkeys(individuals, 0),
    )
    while True:
        before = set(state.types), set(state.pairs), dict(state.same)
        state.step(depth)
        if before == (state.types, state.pairs, state.same):
            return state
