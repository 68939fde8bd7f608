"""Fillers counted: ``≥n r.C`` where n are different or required.

Of n fillers without a name, all described alike, the description holds of each. So if ``x : ≥2 p,
x : ≥3 q`` and fillers of p and q cannot be the same, x has five fillers of a role above both; and
if each of the n is related to an individual that may have fewer, or is one and the same individual,
that is a contradiction.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from owlboost.ontology.reasoner.clauses import Clause
from owlboost.ontology.reasoner.data_axioms import DataTest
from owlboost.ontology.reasoner.program import Program, Restriction
from owlboost.ontology.reasoner.relations import NO_KEYS, Keys, objects, pair_keys, subjects
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import TOP, AtLeast
from owlboost.ontology.reasoner.witnesses import Witnesses
from owlboost.runtime.array_types import Ids, Mask

Different = tuple[tuple[int, ...], ...]
"""Groups of individuals of which no two are the same."""

_LARGEST_SEARCH = 64
"""Look for n different fillers only among so many of one element."""


def count_fillers(program: Program, state: State, different: Different) -> None:
    """Add elements with n provably different fillers in C to ``≥n r.C``."""
    groups = [_mask(state, state.representative[list(group)]) for group in different]
    reasons = [*apart(program, state)] if program.counts else []
    for term, atom in program.counts:
        keys = state.role(atom.role)
        keys = keys[state.has(atom.filler)[objects(keys)]]
        if keys.size < atom.number:
            continue
        for group in groups:
            state.add_members(term, _repeated(keys[group[objects(keys)]], atom.number))
        if atom.number == 2:
            _count_apart(state, term, keys, reasons)
        else:
            _count_mixed(state, term, atom, keys, groups, reasons)


def count_values(program: Program, state: State) -> None:
    """Add elements with n different values in R to ``≥n s.R``."""
    for tests in program.data.tests.values():
        for test in tests:
            if test.number > 1:
                state.add_members(test.term, _many_values(test, state, program.data.apart))


def _many_values(test: DataTest, state: State, apart: Ids) -> Keys:
    keys = state.data(test.property)
    more = test.number - 1
    if not (subjects(keys[more:]) == subjects(keys[: max(keys.size - more, 0)])).any():
        return NO_KEYS  # nobody has so many values, in whatever range
    keys = keys[test.within[objects(keys)]]
    codes = apart[objects(keys)]  # of values that may be the same, and so count once
    is_clear = codes >= 0  # the others may be the same as any
    return _repeated(np.unique(pair_keys(subjects(keys[is_clear]), codes[is_clear])), test.number)


def unclear_values(program: Program, state: State) -> int:
    """Count the values that may lie in a range, or be the same as others, or not."""
    unclear: list[Keys] = []
    for property_, tests in program.data.tests.items():
        keys = state.data(property_)
        for test in tests:
            possible = keys[test.possible[objects(keys)]]
            if test.number == 1:
                unclear.append(possible[~test.within[objects(possible)]])
            else:
                many = _mask(state, _repeated(possible, test.number)) & ~state.has(test.term)
                unclear.append(possible[many[subjects(possible)]])
    return np.unique(np.concatenate(unclear)).size if unclear else 0


def _mask(state: State, elements: Keys) -> Mask:
    mask = np.zeros(state.n, dtype=np.bool_)
    mask[elements] = True
    return mask


def _repeated(keys: Keys, number: int) -> Keys:
    elements, counts = np.unique(subjects(keys), return_counts=True)
    return elements[counts >= number]


def apart(program: Program, state: State) -> Iterator[tuple[Mask, Mask]]:
    """Iterate over pairs of masks that no element can share."""
    for clause in program.clauses:
        if _excludes(clause, state):
            first, second = clause.terms
            yield state.members[first ^ 1], state.members[second ^ 1]
    for term in range(0, len(program.terms), 2):
        if term in state.members and term ^ 1 in state.members:
            yield state.members[term], state.members[term ^ 1]


def _excludes(clause: Clause, state: State) -> bool:
    return len(clause.terms) == 2 and all(term ^ 1 in state.members for term in clause.terms)


Reasons = list[tuple[Mask, Mask]]
"""Pairs of masks whose elements differ, see :func:`apart`."""


def _count_apart(state: State, term: int, keys: Keys, reasons: Reasons) -> None:
    """Two fillers in disjoint classes are two."""
    owners, ends = subjects(keys), objects(keys)
    for first_class, second_class in reasons:
        left, right = first_class[ends], second_class[ends]
        if left.any() and right.any():
            has_first = _mask(state, owners[left])
            state.add_members(term, owners[right & has_first[owners]])


def _count_mixed(
    state: State, term: int, atom: AtLeast, keys: Keys, groups: list[Mask], reasons: Reasons
) -> None:
    """Look for n fillers, pairwise different for one reason or another."""
    owners, start, counts = np.unique(subjects(keys), return_index=True, return_counts=True)
    is_open = (counts >= atom.number) & (counts <= _LARGEST_SEARCH) & ~state.has(term)[owners]
    if not is_open.any():
        return
    among = _mask(state, objects(keys))
    reasons = [pair for pair in reasons if all((mask & among).any() for mask in pair)]
    for owner, first, count in zip(owners[is_open], start[is_open], counts[is_open], strict=True):
        fillers = objects(keys[first : first + count])
        differs = np.zeros((fillers.size, fillers.size), dtype=np.bool_)
        for group in groups:
            differs |= np.logical_and.outer(group[fillers], group[fillers])
        for first_class, second_class in reasons:
            side = np.logical_and.outer(first_class[fillers], second_class[fillers])
            differs |= side | side.T
        np.fill_diagonal(differs, False)
        if _has_clique(differs, np.arange(fillers.size), atom.number):
            state.add_members(term, np.array([owner]))


def _has_clique(differs: Mask, among: Keys, number: int) -> bool:
    """Whether ``number`` of the fillers are pairwise different."""
    if number == 0:
        return True
    for position, filler in enumerate(among):
        later = among[position + 1 :]
        if later.size < number - 1:
            return False
        if _has_clique(differs, later[differs[filler][later]], number - 1):
            return True
    return False


@dataclass(frozen=True, slots=True)
class CountedFillers:
    """A term that requires ``number`` fillers, as ``∃r.C`` describes them."""

    term: int
    number: int
    some: Restriction


@dataclass(frozen=True, slots=True)
class CountedTogether:
    """Two terms that show a third if their fillers are different."""

    first: CountedFillers
    second: CountedFillers
    term: int
    filler: int


@dataclass(frozen=True, slots=True)
class CountedAbove:
    """A count, and a term that follows if all the counted belong to ``filler``."""

    counted: CountedFillers
    term: int
    filler: int


@dataclass(slots=True)
class Multitudes:
    """Fillers without a name that can be counted."""

    program: Program
    counted: list[CountedFillers] = field(init=False)
    sums: list[CountedTogether] = field(init=False)
    above: list[CountedAbove] = field(init=False)
    related: list[tuple[int, int, AtLeast]] = field(init=False)
    """(role p, term, ``≥n q.C``) where p⁻ lies below q, if there are nominals."""

    def __post_init__(self) -> None:
        self.counted = [*_counted_fillers(self.program)]
        self.sums = [*_sums(self.program, self.counted)]
        self.above = [*_above(self.program, self.counted)]
        self.related = [
            (role, term, atom)
            for term, atom in self.program.counts
            for role, above in self.program.roles.above.items()
            if (atom.role, True) in above and self.program.nominals
        ]

    def count(self, state: State, witnesses: Witnesses) -> None:
        """Add the elements that are required to have n fillers."""
        if self.sums:
            reasons = [*apart(self.program, state)]
            for sum_ in self.sums:
                self._add_sum(state, witnesses, sum_, reasons)
        for above in self.above:
            self._add_above(state, witnesses, above)
        for counted in self.counted if self.program.nominals else ():
            self._deny_one(state, witnesses, counted)
        for role, term, atom in self.related:
            limited = state.has(term ^ 1) & state.individual & ~state.has(term)
            keys = state.role(role)
            met = limited[objects(keys)] & ~state.individual[subjects(keys)]
            for counted in self.counted if met.any() else ():
                if counted.number >= atom.number:
                    self._add_related(state, witnesses, counted, (role, term, atom.filler))

    def _add_sum(
        self,
        state: State,
        witnesses: Witnesses,
        sum_: CountedTogether,
        reasons: Reasons,
    ) -> None:
        both = state.has(sum_.first.term) & state.has(sum_.second.term) & ~state.has(sum_.term)
        owners = np.flatnonzero(both)
        if not owners.size:
            return
        firsts = witnesses.describe(state, sum_.first.some, owners)
        seconds = witnesses.describe(state, sum_.second.some, owners)
        inside = state.has(sum_.filler)[firsts] & state.has(sum_.filler)[seconds]
        differ = np.zeros(owners.size, dtype=np.bool_)
        for left, right in reasons:
            size = min(left.size, right.size)  # what was described since is not among them
            old = (firsts < size) & (seconds < size)
            first, second = firsts[old], seconds[old]
            differ[old] |= left[first] & right[second] | right[first] & left[second]
        state.add_members(sum_.term, owners[inside & differ])

    def _add_above(self, state: State, witnesses: Witnesses, above: CountedAbove) -> None:
        """Pass counts on to roles above, in another class.

        ``x : ≥n r.C`` gives ``x : ≥m s.D`` if each of the n, as described, is in D.
        """
        counted = above.counted
        owners = np.flatnonzero(state.has(counted.term) & ~state.has(above.term))
        if owners.size:
            numbers = witnesses.describe(state, counted.some, owners)
            state.add_members(above.term, owners[state.has(above.filler)[numbers]])

    def _deny_one(self, state: State, witnesses: Witnesses, counted: CountedFillers) -> None:
        """Deny that there are several fillers that are one individual."""
        owners = np.flatnonzero(state.has(counted.term) & ~state.has(counted.term ^ 1))
        if owners.size:
            numbers = witnesses.describe(state, counted.some, owners)
            for nominal in self.program.nominals:
                state.add_members(counted.term ^ 1, owners[state.has(nominal)[numbers]])

    def _add_related(
        self,
        state: State,
        witnesses: Witnesses,
        counted: CountedFillers,
        goal: tuple[int, int, int],
    ) -> None:
        role, term, filler = goal
        owners = np.flatnonzero(state.has(counted.term) & state.real)
        if not owners.size:
            return
        numbers = witnesses.describe(state, counted.some, owners)
        described = np.zeros(state.n, dtype=np.bool_)
        described[numbers] = True
        described &= state.has(filler)
        keys = state.role(role)
        keys = keys[described[subjects(keys)] & state.individual[objects(keys)]]
        state.add_members(term, np.unique(objects(keys)))


def _counted_fillers(program: Program) -> Iterator[CountedFillers]:
    """Iterate over the terms that require a number of fillers."""
    by_place = {
        (restriction.role, restriction.filler): restriction
        for restrictions in program.some.values()
        for restriction in restrictions
    }
    for term, atom in program.counts:
        yield CountedFillers(term, atom.number, by_place[atom.role, atom.filler])


def _above(program: Program, counts: list[CountedFillers]) -> Iterator[CountedAbove]:
    """Iterate over counts of roles below in another class; in the same it is a clause."""
    for term, atom in program.counts:
        for counted in counts:
            enough = counted.number >= atom.number
            is_above = (atom.role, False) in program.roles.above[counted.some.role]
            if enough and is_above and atom.filler not in (TOP, counted.some.filler):
                yield CountedAbove(counted, term, atom.filler)


def _sums(program: Program, counts: list[CountedFillers]) -> Iterator[CountedTogether]:
    above = program.roles.above
    for term, atom in program.counts:
        below = [
            counted
            for counted in counts
            if counted.number < atom.number and (atom.role, False) in above[counted.some.role]
        ]
        for first, second in combinations(below, 2):
            if first.number + second.number >= atom.number:
                yield CountedTogether(first, second, term, atom.filler)
