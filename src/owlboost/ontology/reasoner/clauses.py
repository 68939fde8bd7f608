"""Class axioms as clauses: every element belongs to one of the terms.

A clause is a set of terms: ``A ⊓ B ⊑ C`` is {¬A, ¬B, C}. If all terms of a clause but one are
denied of an element, the last one holds: this one principle gives the hierarchy, unions and
intersections on either side, contraposition, and covering axioms. Universals on the left of axioms
have clauses of their own, where ``∀r.C`` can be shown although the world is open.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TypeGuard

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.expressions import Class, Or, Role
from owlboost.ontology.expressions import Datatype as NamedRange
from owlboost.ontology.ontology import Signature
from owlboost.ontology.reasoner.roles import RoleBox, RoleNumbers
from owlboost.ontology.reasoner.terms import (
    BOTTOM,
    TOP,
    All,
    AtLeast,
    Exists,
    HasData,
    Itself,
    Nominal,
    TermAtom,
    Terms,
)
from owlboost.ontology.vocabulary import BOTTOM_ROLE, OWL, RDFS_LITERAL, TOP_DATA, TOP_ROLE


@dataclass(frozen=True, slots=True)
class Clause:
    """Terms of which each element belongs to one, by an axiom or, without, by meaning."""

    terms: tuple[int, ...]
    axiom: ax.Axiom | None = None


def axiom_clauses(axiom: ax.Axiom, terms: Terms, roles: RoleNumbers) -> Iterator[Clause]:
    """Iterate over the clauses of a class axiom, domain, range or role characteristic."""
    for disjunction in _disjunctions(axiom, terms, roles):
        for clause in _conjunctive(disjunction, terms):
            yield Clause(clause, axiom)


def _disjunctions(axiom: ax.Axiom, terms: Terms, roles: RoleNumbers) -> Iterator[list[int]]:
    match axiom:
        case ax.SubClassOf(lower, upper):
            yield [terms.term(lower) ^ 1, terms.term(upper)]
        case ax.EquivalentClasses(classes):
            numbers = [terms.term(part) for part in classes]
            yield from ([first ^ 1, second] for first, second in pairwise([*numbers, numbers[0]]))
        case ax.DisjointClasses(classes):
            yield from _apart([terms.term(part) for part in classes])
        case ax.DisjointUnion(iri, classes):
            union = ax.EquivalentClasses((Class(iri), Or(classes)))
            yield from _disjunctions(union, terms, roles)
            yield from _apart([terms.term(part) for part in classes])
        case _:
            yield from _property_disjunctions(axiom, terms, roles)


def _property_disjunctions(
    axiom: ax.Axiom, terms: Terms, roles: RoleNumbers
) -> Iterator[list[int]]:
    """Iterate over the disjunctions of an axiom on a property."""
    match axiom:
        case ax.RoleDomain(role, domain):
            yield [terms.exists(roles.id(role), TOP) ^ 1, terms.term(domain)]
        case ax.RoleRange(role, range_):
            yield [terms.exists(roles.id(role), terms.term(range_) ^ 1) ^ 1]
        case ax.DataDomain(property_, domain):
            yield [terms.data(1, property_, NamedRange(RDFS_LITERAL)) ^ 1, terms.term(domain)]
        case ax.FunctionalData(property_):
            yield [terms.data(2, property_, NamedRange(RDFS_LITERAL)) ^ 1]
        case ax.RoleCharacteristic(role, kind):
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
    """Whether a clause is disjunctive: it asserts more than one thing.

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
    """Iterate over the clauses that define conjunctions and cardinalities."""
    for term, atom in terms.positive():
        if isinstance(atom, All):
            yield Clause((term, *(part ^ 1 for part in atom.parts)))
            for part in atom.parts:
                yield Clause(tuple(sorted((term ^ 1, part))))
    yield from _cardinality_clauses(terms)


def _cardinality_clauses(terms: Terms) -> Iterator[Clause]:
    """``≥n r.C ⊑ ≥m r.C`` for m < n, also of data properties."""
    by_place: dict[object, list[tuple[int, int]]] = {}
    for term, atom in terms.positive():
        cardinality = terms.counted(atom)
        if cardinality is not None:
            number, place = cardinality
            by_place.setdefault(place, []).append((number, term))
    for counts in by_place.values():
        for (_, fewer), (_, more) in pairwise(sorted(counts)):
            yield Clause(tuple(sorted((more ^ 1, fewer))))


def role_clauses(terms: Terms, roles: RoleBox) -> Iterator[Clause]:
    """Iterate over the clauses of role inclusions and disjointness."""
    below = _below(terms, roles) if roles.disjoint else {}
    yield from _empty_roles(terms, roles, below)
    yield from _different_fillers(terms, roles, below)
    yield from _fillers_of_themselves(terms, roles, below)
    yield from _counted_above(terms, roles)


Below = Mapping[int, Mapping[int, set[bool]]]
"""Role → the roles below it, and whether their pairs are turned round."""


def _below(terms: Terms, roles: RoleBox) -> Below:
    """Return the roles below disjoint roles and those of ``≥2 r.C``."""
    pairs = {atom.role for _, atom in terms.positive() if _is_pair(atom)}
    uppers = pairs.union(*((first, second) for first, second, _, _ in roles.disjoint))
    below: dict[int, dict[int, set[bool]]] = {upper: {} for upper in uppers}
    for upper, turned in product(sorted(uppers), (False, True)):
        for lower, above in roles.above.items():
            if (upper, turned) in above:
                below[upper].setdefault(lower, set()).add(turned)
    return below


def _empty_roles(terms: Terms, roles: RoleBox, below: Below) -> Iterator[Clause]:
    """``r ⊑ s, r ⊑ t`` for disjoint roles s and t gives ``∃r.⊤ ⊑ ⊥``."""
    for first, second, swap, axiom in roles.disjoint:
        for role, ways in below[first].items():
            if any(way ^ swap in below[second].get(role, ()) for way in ways):
                yield Clause((terms.exists(role, TOP) ^ 1,), axiom)


def _different_fillers(terms: Terms, roles: RoleBox, below: Below) -> Iterator[Clause]:
    """``∃p.C ⊓ ∃q.C ⊑ ≥2 r.C`` for disjoint roles p and q below r."""
    pairs = [(term, atom) for term, atom in terms.positive() if _is_pair(atom)]
    for first, second, swap, axiom in roles.disjoint if pairs else ():
        for term, atom in pairs:
            inside = [role for role, ways in below[atom.role].items() if False in ways]
            for p in inside:
                for way in below[first].get(p, ()):
                    for q in inside:
                        if way ^ swap in below[second].get(q, ()):
                            some = [terms.exists(role, atom.filler) ^ 1 for role in (p, q)]
                            yield Clause(tuple(sorted({*some, term})), axiom)


def _is_pair(atom: TermAtom) -> TypeGuard[AtLeast]:
    return isinstance(atom, AtLeast) and atom.number == 2


def _fillers_of_themselves(terms: Terms, roles: RoleBox, below: Below) -> Iterator[Clause]:
    """Iterate over the consequences of ``∃r.Self``.

    For r ⊑ s or r ⊑ s⁻ they are ``∃r.Self ⊑ ∃s.Self`` and ``∃r.Self ⊓ C ⊑ ∃s.C``; nothing is its
    own filler of disjoint roles.
    """
    selves = {atom.role for _, atom in terms.positive() if isinstance(atom, Itself)}
    for first, second, _, axiom in roles.disjoint if selves else ():
        if not (selves.isdisjoint(below[first]) or selves.isdisjoint(below[second])):
            denied = {terms.itself(first) ^ 1, terms.itself(second) ^ 1}
            yield Clause(tuple(sorted(denied)), axiom)
    selves = {atom.role for _, atom in terms.positive() if isinstance(atom, Itself)}
    restrictions: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for term, atom in terms.positive() if selves else ():
        if isinstance(atom, Exists):
            restrictions[atom.role].append((term, atom.filler))
    for role in sorted(selves):
        itself = terms.itself(role) ^ 1
        for upper in sorted({upper for upper, _ in roles.above[role]}):
            if upper in selves and upper != role:
                yield Clause(tuple(sorted((itself, terms.itself(upper)))))
            for term, filler in restrictions[upper]:
                yield Clause(tuple(sorted({itself, filler ^ 1, term} - {BOTTOM})))


def _counted_above(terms: Terms, roles: RoleBox) -> Iterator[Clause]:
    """``≥n r.C ⊑ ≥m s.C`` and ``≥n r.C ⊑ ≥m s.⊤`` for r ⊑ s and m ≤ n."""
    counts = [(atom, term) for term, atom in terms.positive() if isinstance(atom, AtLeast)]
    by_place: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for atom, term in counts:
        by_place[atom.role, atom.filler].append((atom.number, term))
    for atom, term in counts:
        uppers = {upper for upper, turned in roles.above[atom.role] if not turned}
        for place in sorted({(upper, filler) for upper in uppers for filler in (TOP, atom.filler)}):
            fewer = [count for count in by_place.get(place, ()) if count[0] <= atom.number]
            if fewer and max(fewer)[1] != term:
                yield Clause(tuple(sorted((term ^ 1, max(fewer)[1]))))


def universal_clauses(terms: Terms, roles: RoleBox, clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Iterate over clauses that derive each ``∀r.C`` on the left of some axiom."""
    universals = _left_universals(terms, clauses)
    yield from _single_filler(terms, universals | _seen_from_fillers(terms, roles))
    yield from _monotone(terms, roles, clauses, universals)


def _left_universals(terms: Terms, clauses: Sequence[Clause]) -> dict[int, Exists]:
    """Return the ``∃r.¬C`` whose complements stand on the left of axioms."""
    universals = {}
    for clause in clauses:
        if disjunctive(terms, clause.terms):
            for term in clause.terms:
                atom = terms.atom(term)
                if isinstance(atom, Exists) and not term & 1:
                    universals[term] = atom
    return universals


def _seen_from_fillers(terms: Terms, roles: RoleBox) -> dict[int, Exists]:
    """Return the ``∃r.¬C`` that an owner's witness may decide.

    They matter because an owner's only filler, in C, may be a witness. It is if an inverse of r
    leads back to the owner: then ``∃r.C`` says something of the filler.
    """
    inverse = {upper for above in roles.above.values() for upper, turned in above if turned}
    restrictions = [atom for _, atom in terms.positive() if isinstance(atom, Exists)]
    limited = {atom.role for _, atom in terms.positive() if _is_limit(atom)} & inverse
    return {
        terms.exists(atom.role, atom.filler ^ 1): Exists(atom.role, atom.filler ^ 1)
        for atom in restrictions
        if atom.role in limited and atom.filler != TOP
    }


def _is_limit(atom: TermAtom) -> TypeGuard[AtLeast]:
    """Whether the complement of an atom allows one filler only."""
    return isinstance(atom, AtLeast) and atom.number == 2 and atom.filler == TOP


def _single_filler(terms: Terms, universals: dict[int, Exists]) -> Iterator[Clause]:
    """``≤1 r.⊤ ⊓ ∃r.C ⊑ ∀r.C``."""
    limits = {atom.role: term for term, atom in terms.positive() if _is_limit(atom)}
    for term, atom in sorted(universals.items()):
        if atom.role in limits and atom.filler != TOP:
            opposite = terms.exists(atom.role, atom.filler ^ 1)
            yield Clause(tuple(sorted((limits[atom.role], term ^ 1, opposite ^ 1))))


def _monotone(
    terms: Terms, roles: RoleBox, clauses: Sequence[Clause], universals: dict[int, Exists]
) -> Iterator[Clause]:
    """``∀s.C ⊑ ∀r.D`` for r ⊑ s and C ⊑ D, clauses of two terms."""
    follows: dict[int, set[int]] = defaultdict(set)
    for clause in clauses:
        if len(clause.terms) == 2:
            first, second = clause.terms
            follows[first ^ 1].add(second)
            follows[second ^ 1].add(first)
    restrictions = [(term, atom) for term, atom in terms.positive() if isinstance(atom, Exists)]
    for term, atom in sorted(universals.items()):
        above = _reached(follows, atom.filler)
        for wider_term, wider in restrictions:
            is_wider = wider.filler in above and (wider.role, False) in roles.above[atom.role]
            if is_wider and wider_term != term:
                yield Clause(tuple(sorted((term ^ 1, wider_term))))


def _reached(follows: dict[int, set[int]], start: int) -> set[int]:
    seen, pending = {start, TOP}, [start]
    while pending:
        new = follows.get(pending.pop(), set()) - seen
        seen |= new
        pending.extend(new)
    return seen


@dataclass(frozen=True, slots=True)
class OpenUnion:
    """A clause with a choice: an element in all of the body is in one of the heads."""

    body: tuple[int, ...]
    heads: tuple[int, ...]


def choice_of(terms: Terms, clause: Sequence[int]) -> OpenUnion | None:
    """Return a clause as a choice, None if it is none.

    A choice asserts more than one atom. That a conjunction has all its parts or lacks one is no
    choice: where it is denied, one is.
    """
    heads = [t for t in clause if not t & 1 and not _is_defined(t, clause, terms)]
    body = [term ^ 1 for term in clause if term not in heads]
    return OpenUnion(tuple(body), tuple(heads)) if len(heads) > 1 else None


def _is_defined(term: int, clause: Sequence[int], terms: Terms) -> bool:
    """Whether a clause only defines a term as a conjunction."""
    atom = terms.atom(term)
    return isinstance(atom, All) and {*clause} == {term, *(part ^ 1 for part in atom.parts)}


BOTTOM_DATA = OWL + "bottomDataProperty"
EXTREMES = frozenset({TOP_ROLE, TOP_DATA, BOTTOM_ROLE, BOTTOM_DATA})
_NOTHING_RELATED = ax.SubClassOf(
    ex.Some(ex.Role(BOTTOM_ROLE), ex.Class(ex.THING)), ex.Class(ex.NOTHING)
)
_NO_VALUES = ax.SubClassOf(
    ex.DataSome(BOTTOM_DATA, ex.Datatype(RDFS_LITERAL)), ex.Class(ex.NOTHING)
)
_BETWEEN_ROLES = ax.SubRoleOf | ax.EquivalentRoles | ax.DisjointRoles | ax.InverseRoles | ax.HasKey


def says_nothing(axiom: ax.Axiom) -> bool:
    """Whether an axiom only puts a property below the top."""
    match axiom:
        case ax.SubRoleOf(_, ex.Role(iri)):
            return iri == TOP_ROLE
        case ax.SubDataPropertyOf(_, upper):
            return upper == TOP_DATA
        case _:
            return False


def is_understood(axiom: ax.Axiom) -> bool:
    """Whether all of an axiom about the top properties is used.

    In class expressions, domains and ranges it is; counting everything is not done.
    """
    mentioned = {*ax.strings_in(axiom)} & {TOP_ROLE, TOP_DATA}
    if not mentioned:
        return True
    if TOP_DATA in mentioned or any(_counts_everything(part) for part in ax.walk(axiom)):
        return False
    match axiom:
        case ax.RoleCharacteristic(_, kind):
            return kind not in ("functional", "inverse-functional", "asymmetric")
        case _:
            return not isinstance(axiom, _BETWEEN_ROLES)


def _counts_everything(part: object) -> bool:
    return isinstance(part, ex.Cardinality) and part.role.iri == TOP_ROLE


def top_role(signature: Signature) -> int | None:
    """Return the number of the top object property, if anything mentions it."""
    return signature.roles.id(TOP_ROLE) if TOP_ROLE in signature.roles else None


def extreme_clauses(terms: Terms, signature: Signature) -> Iterator[Clause]:
    """Iterate over the clauses that define the top and bottom properties.

    No pair of the top property is ever stored for its own sake: ``∃⊤ʳ.C`` holds of everything as
    soon as something is in C, and a member of ``∀⊤ʳ.C`` puts everything in C.
    """
    roles, data = signature.roles, signature.data_properties
    top = top_role(signature)
    bottom = roles.id(BOTTOM_ROLE) if BOTTOM_ROLE in roles else None
    bottom_data = data.id(BOTTOM_DATA) if BOTTOM_DATA in data else None
    if bottom is not None:
        terms.exists(bottom, TOP)  # for facts, which have no term of their own
    if bottom_data is not None:
        terms.data(1, BOTTOM_DATA, ex.Datatype(RDFS_LITERAL))
    for term, atom in list(terms.positive()):
        match atom:
            case Exists(role, filler) if role == top:
                is_individual = not filler & 1 and isinstance(terms.atom(filler), Nominal)
                somewhere = is_individual or filler == TOP
                yield Clause((term,) if somewhere else tuple(sorted((term, filler ^ 1))))
            case Itself(role) if role == top:
                yield Clause((term,))
            case Exists(role) | AtLeast(_, role) | Itself(role) if role == bottom:
                yield Clause((term ^ 1,), _NOTHING_RELATED)
            case HasData(_, property_) if property_ == bottom_data:
                yield Clause((term ^ 1,), _NO_VALUES)
            case _:
                pass
