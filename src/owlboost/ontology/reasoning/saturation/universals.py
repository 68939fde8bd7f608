"""``∀r.C`` on the left of axioms: when it can be shown although the world is open."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from owlboost.ontology.reasoning.saturation.clauses import Clause, disjunctive
from owlboost.ontology.reasoning.saturation.rolebox import RoleBox
from owlboost.ontology.reasoning.saturation.terms import (
    TOP,
    AtLeast,
    Exists,
    TermAtom,
    Terms,
)


def universal_clauses(terms: Terms, roles: RoleBox, clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Iterate over clauses that derive each ``∀r.C`` which some axiom has on its left."""
    asked = _asked(terms, clauses)
    yield from _single_filler(terms, asked | _seen_from_fillers(terms, roles))
    yield from _monotone(terms, roles, clauses, asked)


def _asked(terms: Terms, clauses: Sequence[Clause]) -> dict[int, Exists]:
    """Return the ``∃r.¬C`` whose complements stand on the left of axioms."""
    found = {}
    for clause in clauses:
        if disjunctive(terms, clause.terms):
            for term in clause.terms:
                atom = terms.atom(term)
                if isinstance(atom, Exists) and not term & 1:
                    found[term] = atom
    return found


def _seen_from_fillers(terms: Terms, roles: RoleBox) -> dict[int, Exists]:
    """Return the ``∃r.¬C`` that matter because an owner's only filler, in C, may be a witness.

    It is if an inverse of r leads back to the owner: then ``∃r.C`` says something of the filler.
    """
    inverse = {upper for above in roles.above.values() for upper, turned in above if turned}
    known = [atom for _, atom in terms.positive() if isinstance(atom, Exists)]
    limited = {atom.role for _, atom in terms.positive() if _is_limit(atom)} & inverse
    return {
        terms.exists(atom.role, atom.filler ^ 1): Exists(atom.role, atom.filler ^ 1)
        for atom in known
        if atom.role in limited and atom.filler != TOP
    }


def _is_limit(atom: TermAtom) -> TypeGuard[AtLeast]:
    """Whether the complement of an atom allows one filler only."""
    return isinstance(atom, AtLeast) and atom.number == 2 and atom.filler == TOP


def _single_filler(terms: Terms, asked: dict[int, Exists]) -> Iterator[Clause]:
    """``≤1 r.⊤ ⊓ ∃r.C ⊑ ∀r.C``."""
    limits = {atom.role: term for term, atom in terms.positive() if _is_limit(atom)}
    for term, atom in sorted(asked.items()):
        if atom.role in limits and atom.filler != TOP:
            other = terms.exists(atom.role, atom.filler ^ 1)
            yield Clause(tuple(sorted((limits[atom.role], term ^ 1, other ^ 1))))


def _monotone(
    terms: Terms, roles: RoleBox, clauses: Sequence[Clause], asked: dict[int, Exists]
) -> Iterator[Clause]:
    """``∀s.C ⊑ ∀r.D`` for r ⊑ s and C ⊑ D, the latter by clauses of two."""
    follows: dict[int, set[int]] = defaultdict(set)
    for clause in clauses:
        if len(clause.terms) == 2:
            one, two = clause.terms
            follows[one ^ 1].add(two)
            follows[two ^ 1].add(one)
    given = [(term, atom) for term, atom in terms.positive() if isinstance(atom, Exists)]
    for term, atom in sorted(asked.items()):
        above = _reached(follows, atom.filler)
        for other, wider in given:
            known = wider.filler in above and (wider.role, False) in roles.above[atom.role]
            if known and other != term:
                yield Clause(tuple(sorted((term ^ 1, other))))


def _reached(follows: dict[int, set[int]], start: int) -> set[int]:
    seen, open_ = {start, TOP}, [start]
    while open_:
        new = follows.get(open_.pop(), set()) - seen
        seen |= new
        open_.extend(new)
    return seen
