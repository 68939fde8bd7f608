"""Shared witnesses: one description for all fillers that ``C ⊑ ∃r.D`` asks for alike.

The description of what fills r for x under ``x : ∃r.D`` is D together with all that x imposes on
its fillers of r: D' if ``x : ∀s.D'`` with r ⊑ s, and ``∃s.A`` if ``x : A`` with r ⊑ s⁻. Elements
that ask for the same description share one witness, so cycles such as ``A ⊑ ∃r.A`` end.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from owlboost.ontology.reasoner.identity import fillers_of
from owlboost.ontology.reasoner.program import Program, Restriction
from owlboost.ontology.reasoner.relations import Keys, lefts, pair_keys, rights
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import TOP
from owlboost.runtime.array_types import Mask

Description = tuple[frozenset[int], bool]
"""The terms it belongs to, and whether something fits it."""

LARGEST_NUMBER = 20_000
"""Of shared witnesses; beyond it descriptions leave out what their owners impose."""


@dataclass(frozen=True, slots=True)
class FillerCondition:
    """What a filler of a role must be if its owner belongs to all terms of ``when``.

    It belongs to ``then``; if ``role`` is not None it fills that role as well.
    """

    when: tuple[int, ...]
    then: int
    role: int | None = None


@dataclass(slots=True)
class Witnesses:
    """The shared witnesses made so far."""

    program: Program
    numbers: dict[Description, int] = field(default_factory=dict)
    overflow: bool = False
    conditions: dict[Restriction, list[FillerCondition]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.conditions = {
            one: list(filler_conditions(self.program, one))
            for restrictions in self.program.some.values()
            for one in restrictions
            if one.term not in self.program.has_value
        }

    def supply(self, state: State) -> None:
        """Give a witness to every member of an ``∃r.C`` that has no filler to show for it."""
        _reuse_only_filler(self.program, state)
        needs = [need for one in self.conditions for need in self._needs(state, one)]
        wanted = {description for description, _, _ in needs} - set(self.numbers)
        if wanted:
            self._create(state, self._ordered(wanted))
        for description, roles, owners in needs:
            fillers = np.full(owners.size, self.numbers[description])
            for role in roles:
                state.add_pairs(role, pair_keys(owners, fillers))

    def _needs(
        self, state: State, one: Restriction
    ) -> Iterator[tuple[Description, frozenset[int], Keys]]:
        """Iterate over (description, roles, owners) that a restriction asks for."""
        if one.term not in state.members:
            return
        if one.role == self.program.roles.top and (state.has(one.filler) & state.real).any():
            return
        conditions = self._active(state, one)
        owners = _unsatisfied(state, one, conditions)
        if owners.size:
            yield from self._asked(state, one, conditions, owners)

    def describe(self, state: State, one: Restriction, owners: Keys) -> Keys:
        """Return for each owner the description of any of its fillers of ``∃r.C``."""
        numbers = np.empty(state.n, dtype=np.int64)
        needs = [*self._asked(state, one, self._active(state, one), owners)]
        self._create(state, self._ordered({need[0] for need in needs} - set(self.numbers)))
        for description, _, some in needs:
            numbers[some] = self.numbers[description]
        return numbers[owners]

    def _active(self, state: State, one: Restriction) -> list[FillerCondition]:
        """Return the conditions that some element may impose."""
        found = () if self.overflow else self.conditions.get(one, ())
        return [c for c in found if all(term in state.members for term in c.when)]

    def _asked(
        self, state: State, one: Restriction, conditions: list[FillerCondition], owners: Keys
    ) -> Iterator[tuple[Description, frozenset[int], Keys]]:
        """Iterate over (description, roles, owners) of what fills a restriction."""
        imposed = [_imposed(state, condition, owners) for condition in conditions]
        columns = np.column_stack([*imposed, state.real[owners]])
        rows, kind = np.unique(columns, axis=0, return_inverse=True)
        for number, row in enumerate(rows):
            held = [condition for condition, holds in zip(conditions, row, strict=False) if holds]
            roles = frozenset([one.role, *(c.role for c in held if c.role is not None)])
            terms = frozenset([one.filler, *(c.then for c in held)]) - {TOP}
            yield (terms, bool(row[-1])), roles, owners[kind.ravel() == number]

    def _create(self, state: State, descriptions: list[Description]) -> None:
        real = np.array([real for _, real in descriptions], dtype=np.bool_)
        numbers = state.grow(real, [terms for terms, _ in descriptions])
        self.numbers.update(zip(descriptions, numbers.tolist(), strict=True))
        for term in self.program.everywhere:
            state.add_members(term, numbers)
        self.overflow |= len(self.numbers) > LARGEST_NUMBER

    def _ordered(self, descriptions: set[Description]) -> list[Description]:
        """Sort descriptions by what they say, whatever the order of the axioms."""
        spell = self.program.speller(name=str)
        return sorted(descriptions, key=lambda one: (sorted(map(spell, one[0])), one[1]))


def filler_conditions(program: Program, one: Restriction) -> Iterator[FillerCondition]:
    """Iterate over what an owner may impose on its filler of ``∃r.C``."""
    for upper, swapped in sorted(program.roles.above[one.role]):
        if swapped:
            for back in program.some.get(upper, ()):
                yield FillerCondition((back.filler,), back.term)
            continue
        for only in program.only.get(upper, ()):
            yield FillerCondition((only.term,), only.filler)
            if upper in program.roles.transitive:
                yield FillerCondition((only.term,), only.term)
        yield from _single(program, one, upper)


def _single(program: Program, one: Restriction, upper: int) -> Iterator[FillerCondition]:
    """With ``≤1 s.⊤`` all fillers of roles below s are one, so it is all they should be."""
    for limit in program.at_most_one:
        if limit.role == upper and limit.filler in (TOP, one.filler):
            for role, restrictions in program.some.items():
                if (upper, False) in program.roles.above[role]:
                    for other in restrictions:
                        if other != one and limit.filler in (TOP, other.filler):
                            yield FillerCondition((limit.term, other.term), other.filler, role)


def _imposed(state: State, condition: FillerCondition, owners: Keys) -> Mask:
    """Return which of some elements impose a condition on their filler."""
    first, *others = condition.when
    holds: Mask = state.has(first)[owners]
    for term in others:
        holds &= state.has(term)[owners]
    return holds


def _unsatisfied(state: State, one: Restriction, conditions: list[FillerCondition]) -> Keys:
    """Return the members of ``∃r.C`` without a filler of r in C that is all they impose on it.

    An individual is so by the other rules; a description must say so itself.
    """
    open_ = state.members[one.term].copy()
    keys = state.role(one.role)
    keys = keys[open_[lefts(keys)] & state.has(one.filler)[rights(keys)]]
    things = state.individual[rights(keys)] & state.real[lefts(keys)]
    open_[lefts(keys[things])] = False
    keys = keys[open_[lefts(keys)]]
    for condition in conditions:
        if not keys.size:
            break
        fits = state.has(condition.then)[rights(keys)]
        keys = keys[fits | ~_imposed(state, condition, lefts(keys))]
    open_[lefts(keys)] = False
    return np.flatnonzero(open_)


def _reuse_only_filler(program: Program, state: State) -> None:
    """``x : ∃r.C, x : ≤1 s.⊤, s(x, a)`` with r ⊑ s: then a is that filler, in C."""
    below: dict[int, list[Restriction]] = defaultdict(list)
    for role, restrictions in program.some.items():
        for upper, swapped in program.roles.above[role]:
            if not swapped:
                below[upper].extend(restrictions)
    for limit in program.at_most_one:
        keys = fillers_of(limit, state)
        keys = keys[state.individual[rights(keys)]]
        for one in below[limit.role]:
            if limit.filler in (TOP, one.filler) and one.term in state.members:
                asked = keys[state.members[one.term][lefts(keys)]]
                state.add_pairs(one.role, asked)
                state.add_members(one.filler, rights(asked))
