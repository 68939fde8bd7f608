"""Shared witnesses: one description for all fillers required alike.

The description of what fills r for x under ``x : ∃r.D`` is D together with all that x imposes on
its fillers of r: D' if ``x : ∀s.D'`` with r ⊑ s, and ``∃s.A`` if ``x : A`` with r ⊑ s⁻. Elements
that require the same description share one witness, so cycles such as ``A ⊑ ∃r.A`` end.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from owlboost.ontology.reasoner.identity import fillers_of
from owlboost.ontology.reasoner.program import Program, Restriction
from owlboost.ontology.reasoner.relations import Keys, objects, pair_keys, subjects
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import TOP
from owlboost.runtime.array_types import Mask

Description = tuple[frozenset[int], bool]
"""The terms of a witness, and whether something fits it."""

LARGEST_NUMBER = 20_000
"""Leave out of descriptions what their owners impose beyond so many shared witnesses."""


@dataclass(frozen=True, slots=True)
class FillerCondition:
    """A condition on a filler if its owner belongs to ``when``.

    An owner in all terms of ``when`` has a filler in ``then``; if ``role`` is not None it fills
    that role as well.
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
            restriction: list(filler_conditions(self.program, restriction))
            for restrictions in self.program.some.values()
            for restriction in restrictions
            if restriction.term not in self.program.has_value
        }

    def supply(self, state: State) -> None:
        """Give a witness to every ``∃r.C`` without a filler."""
        _reuse_only_filler(self.program, state)
        needs = [
            need for restriction in self.conditions for need in self._needs(state, restriction)
        ]
        wanted = {description for description, _, _ in needs} - set(self.numbers)
        if wanted:
            self._create(state, self._ordered(wanted))
        for description, roles, owners in needs:
            fillers = np.full(owners.size, self.numbers[description])
            for role in roles:
                state.add_pairs(role, pair_keys(owners, fillers))

    def _needs(
        self, state: State, restriction: Restriction
    ) -> Iterator[tuple[Description, frozenset[int], Keys]]:
        """Iterate over (description, roles, owners) that a restriction asks for."""
        if restriction.term not in state.members:
            return
        if (
            restriction.role == self.program.roles.top
            and (state.has(restriction.filler) & state.real).any()
        ):
            return
        conditions = self._active(state, restriction)
        owners = _unsatisfied(state, restriction, conditions)
        if owners.size:
            yield from self._descriptions(state, restriction, conditions, owners)

    def describe(self, state: State, restriction: Restriction, owners: Keys) -> Keys:
        """Return each owner's description of its fillers of ``∃r.C``."""
        numbers = np.empty(state.n, dtype=np.int64)
        needs = [*self._descriptions(state, restriction, self._active(state, restriction), owners)]
        self._create(state, self._ordered({need[0] for need in needs} - set(self.numbers)))
        for description, _, members in needs:
            numbers[members] = self.numbers[description]
        return numbers[owners]

    def _active(self, state: State, restriction: Restriction) -> list[FillerCondition]:
        """Return the conditions that some element may impose."""
        conditions = () if self.overflow else self.conditions.get(restriction, ())
        return [
            condition
            for condition in conditions
            if all(term in state.members for term in condition.when)
        ]

    def _descriptions(
        self,
        state: State,
        restriction: Restriction,
        conditions: list[FillerCondition],
        owners: Keys,
    ) -> Iterator[tuple[Description, frozenset[int], Keys]]:
        """Iterate over (description, roles, owners) of a restriction's fillers."""
        imposed = [_imposed(state, condition, owners) for condition in conditions]
        columns = np.column_stack([*imposed, state.real[owners]])
        rows, kind = np.unique(columns, axis=0, return_inverse=True)
        for number, row in enumerate(rows):
            held = [condition for condition, holds in zip(conditions, row, strict=False) if holds]
            roles = frozenset([restriction.role, *(c.role for c in held if c.role is not None)])
            terms = frozenset([restriction.filler, *(c.then for c in held)]) - {TOP}
            yield (terms, bool(row[-1])), roles, owners[kind.ravel() == number]

    def _create(self, state: State, descriptions: list[Description]) -> None:
        real = np.array([real for _, real in descriptions], dtype=np.bool_)
        numbers = state.grow(real, [terms for terms, _ in descriptions])
        self.numbers.update(zip(descriptions, numbers.tolist(), strict=True))
        for term in self.program.everywhere:
            state.add_members(term, numbers)
        self.overflow |= len(self.numbers) > LARGEST_NUMBER

    def _ordered(self, descriptions: set[Description]) -> list[Description]:
        """Sort descriptions by their terms, whatever the order of axioms."""
        spell = self.program.speller(name=str)
        return sorted(
            descriptions,
            key=lambda description: (sorted(map(spell, description[0])), description[1]),
        )


def filler_conditions(program: Program, restriction: Restriction) -> Iterator[FillerCondition]:
    """Iterate over the conditions of owners on fillers of ``∃r.C``."""
    for upper, swapped in sorted(program.roles.above[restriction.role]):
        if swapped:
            for back in program.some.get(upper, ()):
                yield FillerCondition((back.filler,), back.term)
            continue
        for only in program.only.get(upper, ()):
            yield FillerCondition((only.term,), only.filler)
            if upper in program.roles.transitive:
                yield FillerCondition((only.term,), only.term)
        yield from _single(program, restriction, upper)


def _single(program: Program, restriction: Restriction, upper: int) -> Iterator[FillerCondition]:
    """Unite the conditions on a filler that must be the only one by ``≤1 s.⊤``."""
    for limit in program.at_most_one:
        if limit.role == upper and limit.filler in (TOP, restriction.filler):
            for role, restrictions in program.some.items():
                if (upper, False) in program.roles.above[role]:
                    for partner in restrictions:
                        if partner != restriction and limit.filler in (TOP, partner.filler):
                            yield FillerCondition((limit.term, partner.term), partner.filler, role)


def _imposed(state: State, condition: FillerCondition, owners: Keys) -> Mask:
    """Return the mask of owners that impose a condition."""
    first, *further = condition.when
    holds: Mask = state.has(first)[owners]
    for term in further:
        holds &= state.has(term)[owners]
    return holds


def _unsatisfied(state: State, restriction: Restriction, conditions: list[FillerCondition]) -> Keys:
    """Return the members of ``∃r.C`` without a suitable filler.

    Such a filler of r is in C and meets all their conditions. An individual does so by the other
    rules; a description must say so itself.
    """
    is_open = state.members[restriction.term].copy()
    keys = state.role(restriction.role)
    keys = keys[is_open[subjects(keys)] & state.has(restriction.filler)[objects(keys)]]
    things = state.individual[objects(keys)] & state.real[subjects(keys)]
    is_open[subjects(keys[things])] = False
    keys = keys[is_open[subjects(keys)]]
    for condition in conditions:
        if not keys.size:
            break
        fits = state.has(condition.then)[objects(keys)]
        keys = keys[fits | ~_imposed(state, condition, subjects(keys))]
    is_open[subjects(keys)] = False
    return np.flatnonzero(is_open)


def _reuse_only_filler(program: Program, state: State) -> None:
    """``x : ∃r.C, x : ≤1 s.⊤, s(x, a)`` with r ⊑ s: a is that filler, in C."""
    below: dict[int, list[Restriction]] = defaultdict(list)
    for role, restrictions in program.some.items():
        for upper, swapped in program.roles.above[role]:
            if not swapped:
                below[upper].extend(restrictions)
    for limit in program.at_most_one:
        keys = fillers_of(limit, state)
        keys = keys[state.individual[objects(keys)]]
        for restriction in below[limit.role]:
            if limit.filler in (TOP, restriction.filler) and restriction.term in state.members:
                needed = keys[state.members[restriction.term][subjects(keys)]]
                state.add_pairs(restriction.role, needed)
                state.add_members(restriction.filler, objects(needed))
