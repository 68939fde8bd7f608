"""Fillers counted: ``≥n r.C`` where n are provably different, or said to be there.

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
from owlboost.ontology.reasoner.relations import NO_KEYS, Keys, lefts, pair_keys, rights
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import TOP, AtLeast
from owlboost.ontology.reasoner.witnesses import Witnesses
from owlboost.runtime.array_types import Ids, Mask

Different = tuple[tuple[int, ...], ...]
"""Groups of individuals of which no two are the same."""

_LARGEST_SEARCH = 64
"""Fillers of one element among which a set of n different ones is looked for."""


def count_fillers(program: Program, state: State, different: Different) -> None:
    """Add to ``≥n r.C`` the elements with n provably different fillers of r in C."""
    groups = [_mask(state, state.representative[list(group)]) for group in different]
    reasons = [*apart(program, state)] if program.counts else []
    for term, atom in program.counts:
        keys = state.role(atom.role)
        keys = keys[state.has(atom.filler)[rights(keys)]]
        if keys.size < atom.number:
            continue
        for group in groups:
            state.add_members(term, _repeated(keys[group[rights(keys)]], atom.number))
        if atom.number == 2:
            _count_apart(state, term, keys, reasons)
        else:
            _count_mixed(state, term, atom, keys, groups, reasons)


def count_values(program: Program, state: State) -> None:
    """Add to ``≥n s.R`` the elements with n different values of s in R."""
    for tests in program.data.tests.values():
        for test in tests:
            if test.number > 1:
                state.add_members(test.term, _many_values(test, state, program.data.apart))


def _many_values(test: DataTest, state: State, apart: Ids) -> Keys:
    keys = state.data(test.property)
    more = test.number - 1
    if not (lefts(keys[more:]) == lefts(keys[: max(keys.size - more, 0)])).any():
        return NO_KEYS  # nobody has so many values, in whatever range
    keys = keys[test.within[rights(keys)]]
    codes = apart[rights(keys)]  # of values that may be the same, and so count once
    known = codes >= 0  # the others may be the same as any
    return _repeated(np.unique(pair_keys(lefts(keys[known]), codes[known])), test.number)


def unclear_values(program: Program, state: State) -> int:
    """Count the values of which it is not known whether they are in a range, or are another."""
    unclear: list[Keys] = []
    for property_, tests in program.data.tests.items():
        keys = state.data(property_)
        for test in tests:
            possible = keys[test.possible[rights(keys)]]
            if test.number == 1:
                unclear.append(possible[~test.within[rights(possible)]])
            else:
                many = _mask(state, _repeated(possible, test.number)) & ~state.has(test.term)
                unclear.append(possible[many[lefts(possible)]])
    return np.unique(np.concatenate(unclear)).size if unclear else 0


def _mask(state: State, elements: Keys) -> Mask:
    mask = np.zeros(state.n, dtype=np.bool_)
    mask[elements] = True
    return mask


def _repeated(keys: Keys, number: int) -> Keys:
    elements, counts = np.unique(lefts(keys), return_counts=True)
    return elements[counts >= number]


def apart(program: Program, state: State) -> Iterator[tuple[Mask, Mask]]:
    """Iterate over masks of which no element of one can be an element of the other."""
    for clause in program.clauses:
        if _excludes(clause, state):
            one, two = clause.terms
            yield state.members[one ^ 1], state.members[two ^ 1]
    for term in range(0, len(program.terms), 2):
        if term in state.members and term ^ 1 in state.members:
            yield state.members[term], state.members[term ^ 1]


def _excludes(clause: Clause, state: State) -> bool:
    return len(clause.terms) == 2 and all(term ^ 1 in state.members for term in clause.terms)


Reasons = list[tuple[Mask, Mask]]
"""Why elements differ, see :func:`apart`."""


def _count_apart(state: State, term: int, keys: Keys, reasons: Reasons) -> None:
    """Two fillers in disjoint classes are two."""
    owners, ends = lefts(keys), rights(keys)
    for one, two in reasons:
        left, right = one[ends], two[ends]
        if left.any() and right.any():
            first = _mask(state, owners[left])
            state.add_members(term, owners[right & first[owners]])


def _count_mixed(
    state: State, term: int, atom: AtLeast, keys: Keys, groups: list[Mask], reasons: Reasons
) -> None:
    """Look for n fillers, pairwise different for one reason or another."""
    owners, start, counts = np.unique(lefts(keys), return_index=True, return_counts=True)
    open_ = (counts >= atom.number) & (counts <= _LARGEST_SEARCH) & ~state.has(term)[owners]
    if not open_.any():
        return
    among = _mask(state, rights(keys))
    reasons = [pair for pair in reasons if all((one & among).any() for one in pair)]
    for owner, first, count in zip(owners[open_], start[open_], counts[open_], strict=True):
        fillers = rights(keys[first : first + count])
        differs = np.zeros((fillers.size, fillers.size), dtype=np.bool_)
        for group in groups:
            differs |= np.logical_and.outer(group[fillers], group[fillers])
        for one, two in reasons:
            side = np.logical_and.outer(one[fillers], two[fillers])
            differs |= side | side.T
        np.fill_diagonal(differs, False)
        if _has_clique(differs, np.arange(fillers.size), atom.number):
            state.add_members(term, np.array([owner]))


def _has_clique(differs: Mask, among: Keys, number: int) -> bool:
    """Whether ``number`` of the fillers are pairwise different."""
    if number == 0:
        return True
    for position, filler in enumerate(among):
        rest = among[position + 1 :]
        if rest.size < number - 1:
            return False
        if _has_clique(differs, rest[differs[filler][rest]], number - 1):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Said:
    """A term that says that there are ``number`` fillers, and the ``∃r.C`` that describes them."""

    term: int
    number: int
    some: Restriction


@dataclass(frozen=True, slots=True)
class CountedTogether:
    """Two terms that together show a third, if what they count is different."""

    one: Said
    two: Said
    term: int
    filler: int


@dataclass(frozen=True, slots=True)
class CountedAbove:
    """A term that says how many there are, and one that follows if they belong to the filler."""

    said: Said
    term: int
    filler: int


@dataclass(slots=True)
class Multitudes:
    """What can be counted without a name."""

    program: Program
    said: list[Said] = field(init=False)
    sums: list[CountedTogether] = field(init=False)
    above: list[CountedAbove] = field(init=False)
    related: list[tuple[int, int, AtLeast]] = field(init=False)
    """(role p, term, ``≥n q.C``) where p⁻ lies below q, if there are nominals."""

    def __post_init__(self) -> None:
        self.said = [*_said(self.program)]
        self.sums = [*_sums(self.program, self.said)]
        self.above = [*_above(self.program, self.said)]
        self.related = [
            (role, term, atom)
            for term, atom in self.program.counts
            for role, above in self.program.roles.above.items()
            if (atom.role, True) in above and self.program.nominals
        ]

    def count(self, state: State, witnesses: Witnesses) -> None:
        """Add the elements of which at least n fillers are said to exist."""
        if self.sums:
            reasons = [*apart(self.program, state)]
            for sum_ in self.sums:
                self._add_sum(state, witnesses, sum_, reasons)
        for counted in self.above:
            self._add_above(state, witnesses, counted)
        for said in self.said if self.program.nominals else ():
            self._deny_one(state, witnesses, said)
        for role, term, atom in self.related:
            limited = state.has(term ^ 1) & state.individual & ~state.has(term)
            keys = state.role(role)
            met = limited[rights(keys)] & ~state.individual[lefts(keys)]
            for said in self.said if met.any() else ():
                if said.number >= atom.number:
                    self._add_related(state, witnesses, said, (role, term, atom.filler))

    def _add_sum(
        self,
        state: State,
        witnesses: Witnesses,
        sum_: CountedTogether,
        reasons: Reasons,
    ) -> None:
        both = state.has(sum_.one.term) & state.has(sum_.two.term) & ~state.has(sum_.term)
        owners = np.flatnonzero(both)
        if not owners.size:
            return
        one = witnesses.describe(state, sum_.one.some, owners)
        two = witnesses.describe(state, sum_.two.some, owners)
        inside = state.has(sum_.filler)[one] & state.has(sum_.filler)[two]
        differ = np.zeros(owners.size, dtype=np.bool_)
        for left, right in reasons:
            known = min(left.size, right.size)  # what was described since is not among them
            old = (one < known) & (two < known)
            first, second = one[old], two[old]
            differ[old] |= left[first] & right[second] | right[first] & left[second]
        state.add_members(sum_.term, owners[inside & differ])

    def _add_above(self, state: State, witnesses: Witnesses, counted: CountedAbove) -> None:
        """``x : ≥n r.C`` gives ``x : ≥m s.D`` if each of the n, as described, is in D."""
        said = counted.said
        owners = np.flatnonzero(state.has(said.term) & ~state.has(counted.term))
        if owners.size:
            numbers = witnesses.describe(state, said.some, owners)
            state.add_members(counted.term, owners[state.has(counted.filler)[numbers]])

    def _deny_one(self, state: State, witnesses: Witnesses, said: Said) -> None:
        """Deny that there are several where each of them is the same individual."""
        owners = np.flatnonzero(state.has(said.term) & ~state.has(said.term ^ 1))
        if owners.size:
            numbers = witnesses.describe(state, said.some, owners)
            for nominal in self.program.nominals:
                state.add_members(said.term ^ 1, owners[state.has(nominal)[numbers]])

    def _add_related(
        self, state: State, witnesses: Witnesses, said: Said, goal: tuple[int, int, int]
    ) -> None:
        role, term, filler = goal
        owners = np.flatnonzero(state.has(said.term) & state.real)
        if not owners.size:
            return
        numbers = witnesses.describe(state, said.some, owners)
        described = np.zeros(state.n, dtype=np.bool_)
        described[numbers] = True
        described &= state.has(filler)
        keys = state.role(role)
        keys = keys[described[lefts(keys)] & state.individual[rights(keys)]]
        state.add_members(term, np.unique(rights(keys)))


def _said(program: Program) -> Iterator[Said]:
    """Iterate over the terms that say how many fillers there are, at least."""
    by_place = {(one.role, one.filler): one for some in program.some.values() for one in some}
    for term, atom in program.counts:
        yield Said(term, atom.number, by_place[atom.role, atom.filler])


def _above(program: Program, said: list[Said]) -> Iterator[CountedAbove]:
    """Iterate over what is counted of super-roles in another class; in the same it is a clause."""
    for term, atom in program.counts:
        for counted in said:
            enough = counted.number >= atom.number
            is_above = (atom.role, False) in program.roles.above[counted.some.role]
            if enough and is_above and atom.filler not in (TOP, counted.some.filler):
                yield CountedAbove(counted, term, atom.filler)


def _sums(program: Program, said: list[Said]) -> Iterator[CountedTogether]:
    above = program.roles.above
    for term, atom in program.counts:
        below = [
            one
            for one in said
            if one.number < atom.number and (atom.role, False) in above[one.some.role]
        ]
        for one, two in combinations(below, 2):
            if one.number + two.number >= atom.number:
                yield CountedTogether(one, two, term, atom.filler)
