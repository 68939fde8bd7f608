"""``≥n r.C`` where it is only said: n fillers without a name, all described alike.

What their description says holds of each of the n. So if ``x : ≥2 p, x : ≥3 q`` and fillers of p
and q cannot be the same, x has five fillers of a role above both; and if each of the n is related
to an individual that may have fewer, or is one and the same individual, that is a contradiction.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from owlboost.ontology.reasoning.saturation.counting import Reasons, apart
from owlboost.ontology.reasoning.saturation.program import Program, Restriction
from owlboost.ontology.reasoning.saturation.state import State, lefts, rights
from owlboost.ontology.reasoning.saturation.terms import TOP, AtLeast
from owlboost.ontology.reasoning.saturation.witnesses import Witnesses


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
