"""What all cases of a union have in common.

If x belongs to one of D₁, …, Dₙ, it belongs to whatever every member of each Dᵢ belongs to. A
prototype shows what that is for a class, the individual itself for ``{a}``. That much is found for
all elements at once. Which cases are possible at all, and what several unions say together, is
then looked for label by label, within a fixed number of steps.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from owlboost.ontology.reasoning.saturation.program import Program
from owlboost.ontology.reasoning.saturation.propositions import (
    CaseSearch,
    OpenUnion,
    Propositions,
)
from owlboost.ontology.reasoning.saturation.state import Keys, State, lefts, pair_keys, rights
from owlboost.ontology.reasoning.saturation.terms import TOP
from owlboost.runtime.array_types import Mask

STEPS = 50_000
"""Clauses that may be looked at in one derivation to tell cases apart."""

LARGEST_TABLE = 100_000_000
"""Of elements by terms; with more, cases are not told apart label by label."""

_BATCH = 4_000_000
"""Of elements by terms that are compared at once."""


@dataclass(slots=True)
class Cases:
    """The labels that were looked at, and how many steps are left."""

    program: Program
    steps: int = STEPS
    _propositions: Propositions | None = None
    _known: set[bytes] = field(default_factory=set)

    def conclude(self, state: State, examples: Mapping[int, int]) -> None:
        """Add what follows in every case that a clause leaves open.

        Parameters
        ----------
        state
            The facts so far.
        examples
            Term → an element to which all that holds of every member of the term is known to
            apply.
        """
        if not self.program.choices:
            return
        common = _Common(self.program, state, examples, self.program.choices)
        for choice in self.program.choices:
            common.conclude(choice)
        if not state.waiting:
            self._by_label(state, examples)

    def _by_label(self, state: State, examples: Mapping[int, int]) -> None:
        """Add what a search finds for each label that leaves a choice."""
        opened = [open_elements(state, choice) for choice in self.program.choices]
        places = np.concatenate(
            [pair_keys(open_, np.full(open_.size, i)) for i, open_ in enumerate(opened)]
        )
        elements = np.unique(lefts(places))
        terms = np.array(sorted(state.members))
        if not 0 < elements.size * terms.size <= LARGEST_TABLE or self.steps <= 0:
            return
        places = np.sort(places)
        if self._propositions is None:
            self._propositions = Propositions(self.program.terms, self.program.clauses)
        search = CaseSearch(self._propositions, _Meaning(state, examples), self.steps)
        for label, members in self._labels(state, terms, elements):
            first, last = np.searchsorted(lefts(places), [members[0], members[0] + 1])
            choices = [self.program.choices[number] for number in rights(places[first:last])]
            for term in sorted(search.conclusions(label, choices)):
                state.add_members(term, members)
            if search.steps <= 0:
                break
        self.steps = search.steps

    def _labels(
        self, state: State, terms: Keys, elements: Keys
    ) -> Iterator[tuple[list[int], Keys]]:
        """Iterate over the labels not yet looked at, with the elements that have them."""
        order = np.lexsort((elements, ~state.real[elements], ~state.individual[elements]))
        elements = elements[order]
        size = max(_BATCH // terms.size, 1)
        for start in range(0, elements.size, size):
            some = elements[start : start + size]
            table = np.stack([state.members[term][some] for term in terms], axis=1)
            numbers: dict[bytes, list[int]] = {}
            for number, row in enumerate(np.packbits(table, axis=1)):
                numbers.setdefault(row.tobytes(), []).append(number)
            for places in numbers.values():
                label = terms[table[places[0]]]
                if label.tobytes() not in self._known:
                    self._known.add(label.tobytes())
                    yield label.tolist(), some[places]


def open_elements(state: State, choice: OpenUnion) -> Keys:
    """Return the elements that have to make a choice and have not made it."""
    if not all(term in state.members for term in choice.body):
        return np.empty(0, dtype=np.int64)
    open_ = np.ones(state.n, dtype=np.bool_)
    for term in choice.body:
        open_ &= state.members[term]
    for term in choice.heads:
        if term in state.members:
            open_ &= ~state.members[term]
    return np.flatnonzero(open_)


class _Meaning:
    """What holds of every member of a term, read off its example."""

    def __init__(self, state: State, examples: Mapping[int, int]) -> None:
        self._state = state
        self._examples = examples
        self._found: dict[int, list[int]] = {}

    def __call__(self, term: int) -> list[int]:
        element = self._examples.get(term)
        if element is None:
            return []
        if term not in self._found:
            members = self._state.members.items()
            self._found[term] = [other for other, mask in members if mask[element]]
        return self._found[term]


class _Common:
    """What the examples of several terms have in common."""

    def __init__(
        self,
        program: Program,
        state: State,
        examples: Mapping[int, int],
        choices: Sequence[OpenUnion],
    ) -> None:
        self._state = state
        needed = sorted({t for choice in choices for t in choice.heads if t in examples})
        self._column = {term: column for column, term in enumerate(needed)}
        general = {TOP, *program.everywhere}
        self._terms = [term for term in state.members if term not in general]
        places = np.array([examples[term] for term in needed], dtype=np.int64)
        self._table: Mask = np.zeros((len(self._terms), len(needed)), dtype=np.bool_)
        for row, term in enumerate(self._terms):
            self._table[row] = state.members[term][places]
        self._shared: dict[tuple[int, ...], list[int]] = {}

    def conclude(self, choice: OpenUnion) -> None:
        """Add what all possible heads of a choice have in common."""
        state = self._state
        elements = open_elements(state, choice)
        if not elements.size:
            return
        for heads, members in _by_heads_left(state, choice, elements):
            if heads and all(term in self._column for term in heads):
                for term in self._common(heads):
                    state.add_members(term, members)

    def _common(self, heads: tuple[int, ...]) -> list[int]:
        if heads not in self._shared:
            columns = [self._column[term] for term in heads]
            rows = np.flatnonzero(self._table[:, columns].all(axis=1))
            self._shared[heads] = [self._terms[row] for row in rows]
        return self._shared[heads]


def _by_heads_left(
    state: State, choice: OpenUnion, elements: Keys
) -> Iterator[tuple[tuple[int, ...], Keys]]:
    """Iterate over the sets of heads that are not excluded, with the elements left with them."""
    groups = [(choice.heads, elements)]
    for head in choice.heads:
        excluded = state.members.get(head ^ 1)
        if excluded is not None:
            groups = [
                (part, some)
                for heads, members in groups
                for part, some in (
                    (heads, members[~excluded[members]]),
                    (tuple(t for t in heads if t != head), members[excluded[members]]),
                )
                if some.size
            ]
    yield from groups
