"""Class axioms as clauses: sets of terms of which every element belongs to at least one.

``A ⊓ B ⊑ C`` is the clause {¬A, ¬B, C}. If all terms of a clause but one are denied of an
element, the last one holds: this one principle gives the hierarchy, unions and intersections on
either side, contraposition, and covering axioms.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from owlboost.ontology.language.axioms import (
    Axiom,
    DataDomain,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    FunctionalData,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.language.expressions import Class, Or, Role
from owlboost.ontology.language.expressions import Datatype as NamedRange
from owlboost.ontology.language.reserved import RDFS_LITERAL
from owlboost.ontology.reasoning.saturation.rolebox import RoleNumbers
from owlboost.ontology.reasoning.saturation.terms import BOTTOM, TOP, All, AtLeast, Exists, Terms


@dataclass(frozen=True, slots=True)
class Clause:
    """Terms of which each element belongs to one, and the axiom that says so.

    The axiom is None for what holds by the meaning of a term.
    """

    terms: tuple[int, ...]
    axiom: Axiom | None = None


def axiom_clauses(axiom: Axiom, terms: Terms, roles: RoleNumbers) -> Iterator[Clause]:
    """Iterate over the clauses of a class axiom, domain, range or role characteristic."""
    for disjunction in _disjunctions(axiom, terms, roles):
        for clause in _conjunctive(disjunction, terms):
            yield Clause(clause, axiom)


def _disjunctions(axiom: Axiom, terms: Terms, roles: RoleNumbers) -> Iterator[list[int]]:
    match axiom:
        case SubClassOf(lower, upper):
            yield [terms.of(lower) ^ 1, terms.of(upper)]
        case EquivalentClasses(classes):
            numbers = [terms.of(part) for part in classes]
            yield from ([one ^ 1, two] for one, two in pairwise([*numbers, numbers[0]]))
        case DisjointClasses(classes):
            yield from _apart([terms.of(part) for part in classes])
        case DisjointUnion(iri, classes):
            union = EquivalentClasses((Class(iri), Or(classes)))
            yield from _disjunctions(union, terms, roles)
            yield from _apart([terms.of(part) for part in classes])
        case _:
            yield from _property_disjunctions(axiom, terms, roles)


def _property_disjunctions(axiom: Axiom, terms: Terms, roles: RoleNumbers) -> Iterator[list[int]]:
    """Iterate over what an axiom on a property says of every element."""
    match axiom:
        case RoleDomain(role, domain):
            yield [terms.exists(roles.id(role), TOP) ^ 1, terms.of(domain)]
        case RoleRange(role, range_):
            yield [terms.exists(roles.id(role), terms.of(range_) ^ 1) ^ 1]
        case DataDomain(property_, domain):
            yield [terms.data(1, property_, NamedRange(RDFS_LITERAL)) ^ 1, terms.of(domain)]
        case FunctionalData(property_):
            yield [terms.data(2, property_, NamedRange(RDFS_LITERAL)) ^ 1]
        case RoleCharacteristic(role, kind):
            yield from _characteristic(role, kind, terms, roles)
        case _:
            pass


def _apart(numbers: list[int]) -> Iterator[list[int]]:
    for position, first in enumerate(numbers):
        for second in numbers[position + 1 :]:
            yield [first ^ 1, second ^ 1]


def _characteristic(role: Role, kind: str, terms: Terms, roles: RoleNumbers) -> Iterator[list[int]]:
    match kind:
        case "functional":
            yield [terms.at_least(2, roles.id(role), TOP) ^ 1]
        case "inverse-functional":
            backwards = roles.id(Role(role.iri, not role.inverse))
            yield [terms.at_least(2, backwards, TOP) ^ 1]
        case "reflexive":
            yield [terms.itself(roles.id(role))]
        case "irreflexive":
            yield [terms.itself(roles.id(role)) ^ 1]
        case _:
            pass


def _conjunctive(disjunction: Iterable[int], terms: Terms) -> Iterator[tuple[int, ...]]:
    """Split conjunctions and flatten unions at the top of a disjunction."""
    choices: list[tuple[int, ...]] = []
    for term in disjunction:
        denied = terms.conjuncts(term ^ 1)
        if len(denied) > 1:
            choices.extend((part ^ 1,) for part in denied)
        else:
            choices.append(terms.conjuncts(term))
    for choice in product(*choices):
        clause = set(choice) - {BOTTOM}
        if TOP not in clause and not any(term ^ 1 in clause for term in clause):
            yield tuple(sorted(clause))


def disjunctive(terms: Terms, clause: Iterable[int]) -> bool:
    """Whether a clause leaves a choice: it asserts more than one thing.

    Such clauses need case distinctions, which the rules do not make; all others are Horn.
    """
    return sum(_claims(terms, term) for term in clause) > 1


def _claims(terms: Terms, term: int) -> int:
    """Count what a term asserts when it stands in a disjunction."""
    denied = bool(term & 1)
    match terms.atom(term):
        case Exists(_, filler) if denied:
            return _claims(terms, filler ^ 1)
        case AtLeast(number, _, filler) if denied:
            return number - 1 + _claims(terms, filler ^ 1)
        case All(parts) if denied:
            return sum(_claims(terms, part ^ 1) for part in parts)
        case All(parts):
            return max(_claims(terms, part) for part in parts)
        case _:
            return 0 if denied else 1


def meaning_clauses(terms: Terms) -> Iterator[Clause]:
    """Iterate over what holds by the meaning of conjunctions and cardinalities."""
    for term, atom in terms.positive():
        if isinstance(atom, All):
            yield Clause((term, *(part ^ 1 for part in atom.parts)))
            for part in atom.parts:
                yield Clause(tuple(sorted((term ^ 1, part))))
    yield from _cardinality_clauses(terms)


def _cardinality_clauses(terms: Terms) -> Iterator[Clause]:
    """``≥n r.C ⊑ ≥m r.C`` for m < n, of both kinds of property."""
    from_place: dict[object, list[tuple[int, int]]] = {}
    for term, atom in terms.positive():
        place = terms.counted(atom)
        if place is not None:
            number, what = place
            from_place.setdefault(what, []).append((number, term))
    for counted in from_place.values():
        for (_, fewer), (_, more) in pairwise(sorted(counted)):
            yield Clause(tuple(sorted((more ^ 1, fewer))))
