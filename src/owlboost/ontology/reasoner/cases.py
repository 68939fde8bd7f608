"""Cases of unions: what all have in common, and which are possible for one element.

If x belongs to one of D₁, …, Dₙ, it belongs to whatever every member of each Dᵢ belongs to. A
prototype shows what that is for a class, the individual itself for ``{a}``. That much is found for
all elements at once. Which cases are possible at all, and what several unions say together, is
then looked for label by label, within a fixed number of steps, by a small solver that knows nothing
of other elements: what it concludes holds of everything that has the same label.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from owlboost.ontology.reasoner.clauses import Clause, OpenUnion, choice_of
from owlboost.ontology.reasoner.program import Program
from owlboost.ontology.reasoner.relations import Keys, lefts, pair_keys, rights
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import BOTTOM, TOP, Terms
from owlboost.runtime.array_types import Mask

Meaning = Callable[[int], Collection[int]]
"""Term → what else is known to hold of all its members."""


class Propositions:
    """The clauses, each found by its terms, and the choices by what makes them harder."""

    def __init__(self, terms: Terms, clauses: Iterable[Clause]) -> None:
        self.with_term: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self.touched_by: dict[int, list[OpenUnion]] = defaultdict(list)
        for clause in clauses:
            for term in clause.terms:
                self.with_term[term].append(clause.terms)
            choice = choice_of(terms, clause.terms)
            if choice is not None:
                for term in clause.terms:
                    self.touched_by[term ^ 1].append(choice)


@dataclass(slots=True)
class CaseSearch:
    """Looks for what follows in all cases, as long as its steps last.

    Attributes
    ----------
    propositions, meaning
        What is known of all elements.
    steps
        How many more clauses may be looked at; with none left every case counts as possible.
    """

    propositions: Propositions
    meaning: Meaning
    steps: int
    label: set[int] = field(default_factory=set)

    def conclusions(self, label: Collection[int], choices: Collection[OpenUnion]) -> set[int]:
        """Return what follows for an element beyond its label.

        Parameters
        ----------
        label
            The terms known of it.
        choices
            Those that the label leaves open. If none of them is possible, ``BOTTOM`` follows.
        """
        self.label = set(label)
        found: set[int] = set()
        changed = True
        while changed and self.steps > 0:
            changed = False
            for choice in choices:
                new = self._in_all_cases(choice)
                if BOTTOM in new:
                    return {BOTTOM}
                changed |= bool(new)
                found |= new
                self.label |= new
        return found

    def _in_all_cases(self, choice: OpenUnion) -> set[int]:
        left = self._left(choice, frozenset())
        if left is None:
            return set()
        cases = {head: self._tried(head) for head in left}
        possible = [case for case in cases.values() if case is not None]
        if not possible:
            return {BOTTOM}
        excluded = {head ^ 1 for head, case in cases.items() if case is None}
        return (set.intersection(*possible) | excluded) - self.label

    def _tried(self, head: int) -> set[int] | None:
        """Return what follows from the label with a head; None if that is impossible."""
        new: set[int] = set()
        if not self._propagate(new, [head]):
            return None
        return new if self._possible(new, new, ()) else None

    def _propagate(self, new: set[int], open_: list[int]) -> bool:
        """Add terms and what follows from them clause by clause; False if they contradict."""
        label = self.label
        explained: set[int] = set()
        while open_:
            term = open_.pop()
            if term in new or term in label:
                continue
            if term ^ 1 in new or term ^ 1 in label:
                return False
            new.add(term)
            if term not in explained:
                meant = self.meaning(term)
                explained.update(meant)
                open_.extend(meant)
                self.steps -= len(meant)
            clauses = self.propositions.with_term.get(term ^ 1, ())
            self.steps -= 1 + len(clauses)
            for clause in clauses:
                last = self._last_open(clause, new)
                if last == BOTTOM:
                    return False
                if last is not None:
                    open_.append(last)
        return True

    def _last_open(self, clause: tuple[int, ...], new: set[int]) -> int | None:
        """Return the only term of a clause that may hold; ``BOTTOM`` if there is none.

        None means that the clause is satisfied, or still leaves a choice.
        """
        label, last = self.label, BOTTOM
        for term in clause:
            if term in new or term in label:
                return None
            if term ^ 1 not in new and term ^ 1 not in label:
                if last != BOTTOM:
                    return None
                last = term
        return last

    def _possible(
        self, new: set[int], last: Collection[int], choices: Collection[OpenUnion]
    ) -> bool:
        """Whether the choices that new terms touch can all be made.

        Those that nothing touches do not depend on them. True also if it takes too many steps.

        Parameters
        ----------
        new, last
            What is assumed beyond the label, and the part of it that was assumed last.
        choices
            Those that earlier assumptions touch.
        """
        touched = self.propositions.touched_by
        open_, best = [*choices], None
        for term in last:
            open_.extend(touched.get(term, ()))
        for choice in open_:
            left = self._left(choice, new)
            if left is not None and (best is None or len(left) < len(best)):
                best = left
        self.steps -= len(open_)
        if best is None or self.steps <= 0:
            return True
        for head in best:
            further = set(new)
            if self._propagate(further, [head]) and self._possible(further, further - new, open_):
                return True
        return False

    def _left(self, choice: OpenUnion, new: Collection[int]) -> tuple[int, ...] | None:
        """Return the heads that may hold; None if one does, or the choice does not arise."""
        label = self.label
        if not all(term in new or term in label for term in choice.body):
            return None
        if any(term in new or term in label for term in choice.heads):
            return None
        return tuple(t for t in choice.heads if t ^ 1 not in new and t ^ 1 not in label)


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
