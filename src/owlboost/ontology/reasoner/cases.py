"""Cases of unions: the conclusions they share, and the possible ones.

If x belongs to one of D₁, …, Dₙ, it belongs to whatever every member of each Dᵢ belongs to. A
prototype shows what that is for a class, the individual itself for ``{a}``. These conclusions are
drawn for all elements at once. Which cases are possible at all, and what several unions say
together, is then looked for label by label, within a fixed number of steps, by a small solver that
knows nothing of other elements: what it concludes holds of everything that has the same label.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from owlboost.ontology.reasoner.clauses import Clause, OpenUnion, choice_of
from owlboost.ontology.reasoner.program import Program
from owlboost.ontology.reasoner.relations import Keys, objects, pair_keys, subjects
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import BOTTOM, TOP, Terms
from owlboost.runtime.array_types import Mask

Meaning = Callable[[int], Collection[int]]
"""Term → the other terms known to hold of all its members."""


class Propositions:
    """The clauses by their terms, and the choices they affect."""

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
    """Search for the conclusions of all cases, within some steps.

    With no steps left, every case counts as possible.
    """

    propositions: Propositions
    meaning: Meaning
    steps: int
    label: set[int] = field(default_factory=set)

    def conclusions(self, label: Collection[int], choices: Collection[OpenUnion]) -> set[int]:
        """Return the conclusions beyond its label for an element with some open choices.

        If none of these is possible, ``BOTTOM`` follows.
        """
        self.label = set(label)
        conclusions: set[int] = set()
        changed = True
        while changed and self.steps > 0:
            changed = False
            for choice in choices:
                new = self._in_all_cases(choice)
                if BOTTOM in new:
                    return {BOTTOM}
                changed |= bool(new)
                conclusions |= new
                self.label |= new
        return conclusions

    def _in_all_cases(self, choice: OpenUnion) -> set[int]:
        heads = self._open_heads(choice, frozenset())
        if heads is None:
            return set()
        cases = {head: self._assumed(head) for head in heads}
        possible = [case for case in cases.values() if case is not None]
        if not possible:
            return {BOTTOM}
        excluded = {head ^ 1 for head, case in cases.items() if case is None}
        return (set.intersection(*possible) | excluded) - self.label

    def _assumed(self, head: int) -> set[int] | None:
        """Return the consequences of a head, None if it is impossible."""
        new: set[int] = set()
        if not self._propagate(new, [head]):
            return None
        return new if self._possible(new, new, ()) else None

    def _propagate(self, new: set[int], pending: list[int]) -> bool:
        """Add terms and their consequences; False if they contradict."""
        label = self.label
        explained: set[int] = set()
        while pending:
            term = pending.pop()
            if term in new or term in label:
                continue
            if term ^ 1 in new or term ^ 1 in label:
                return False
            new.add(term)
            if term not in explained:
                implied = self.meaning(term)
                explained.update(implied)
                pending.extend(implied)
                self.steps -= len(implied)
            clauses = self.propositions.with_term.get(term ^ 1, ())
            self.steps -= 1 + len(clauses)
            for clause in clauses:
                last = self._last_open(clause, new)
                if last == BOTTOM:
                    return False
                if last is not None:
                    pending.append(last)
        return True

    def _last_open(self, clause: tuple[int, ...], new: set[int]) -> int | None:
        """Return the only term of a clause that may hold.

        ``BOTTOM`` if there is none; None if the clause is satisfied, or still leaves a choice.
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
        """Whether the choices that new terms, assumed beyond the label, touch can be made.

        Those that nothing touches do not depend on them; ``last`` are the terms assumed last,
        ``choices`` what earlier ones touch. True also if it takes too many steps.
        """
        touched = self.propositions.touched_by
        touched_choices, fewest = [*choices], None
        for term in last:
            touched_choices.extend(touched.get(term, ()))
        for choice in touched_choices:
            heads = self._open_heads(choice, new)
            if heads is not None and (fewest is None or len(heads) < len(fewest)):
                fewest = heads
        self.steps -= len(touched_choices)
        if fewest is None or self.steps <= 0:
            return True
        for head in fewest:
            further = set(new)
            if self._propagate(further, [head]) and self._possible(
                further, further - new, touched_choices
            ):
                return True
        return False

    def _open_heads(self, choice: OpenUnion, new: Collection[int]) -> tuple[int, ...] | None:
        """Return the heads that may hold, None if one does or the choice does not arise."""
        label = self.label
        if not all(term in new or term in label for term in choice.body):
            return None
        if any(term in new or term in label for term in choice.heads):
            return None
        return tuple(t for t in choice.heads if t ^ 1 not in new and t ^ 1 not in label)


STEPS = 50_000
"""Look at so many clauses in one derivation to tell cases apart."""

LARGEST_TABLE = 100_000_000
"""Skip the search label by label if elements times terms exceed this."""

_BATCH = 4_000_000
"""Compare labels in batches of so many elements times terms."""


@dataclass(slots=True)
class Cases:
    """Conclusions from cases: seen labels, and the steps left."""

    program: Program
    steps: int = STEPS
    _propositions: Propositions | None = None
    _seen: set[bytes] = field(default_factory=set)

    def conclude(self, state: State, examples: Mapping[int, int]) -> None:
        """Add what follows in every case that a clause leaves open.

        An example of a term is an element to which all that holds of every member is known to
        apply.
        """
        common = _Common(self.program, state, examples, self.program.choices)
        for choice in self.program.choices:
            common.conclude(choice)
        if not state.waiting:
            self._by_label(state, examples)

    def _by_label(self, state: State, examples: Mapping[int, int]) -> None:
        """Add the conclusions of a search for each label with choices."""
        open_by_choice = [open_elements(state, choice) for choice in self.program.choices]
        places = np.concatenate(
            [pair_keys(open_, np.full(open_.size, i)) for i, open_ in enumerate(open_by_choice)]
        )
        elements = np.unique(subjects(places))
        terms = np.array(sorted(state.members))
        if not 0 < elements.size * terms.size <= LARGEST_TABLE or self.steps <= 0:
            return
        places = np.sort(places)
        if self._propositions is None:
            self._propositions = Propositions(self.program.terms, self.program.clauses)
        search = CaseSearch(self._propositions, _Meaning(state, examples), self.steps)
        for label, members in self._labels(state, terms, elements):
            first, last = np.searchsorted(subjects(places), [members[0], members[0] + 1])
            choices = [self.program.choices[number] for number in objects(places[first:last])]
            for term in sorted(search.conclusions(label, choices)):
                state.add_members(term, members)
            if search.steps <= 0:
                break
        self.steps = search.steps

    def _labels(
        self, state: State, terms: Keys, elements: Keys
    ) -> Iterator[tuple[list[int], Keys]]:
        """Iterate over new labels with the elements that have them."""
        order = np.lexsort((elements, ~state.real[elements], ~state.individual[elements]))
        elements = elements[order]
        size = max(_BATCH // terms.size, 1)
        for start in range(0, elements.size, size):
            batch = elements[start : start + size]
            table = np.stack([state.members[term][batch] for term in terms], axis=1)
            numbers: dict[bytes, list[int]] = {}
            for number, row in enumerate(np.packbits(table, axis=1)):
                numbers.setdefault(row.tobytes(), []).append(number)
            for places in numbers.values():
                label = terms[table[places[0]]]
                if label.tobytes() not in self._seen:
                    self._seen.add(label.tobytes())
                    yield label.tolist(), batch[places]


def open_elements(state: State, choice: OpenUnion) -> Keys:
    """Return the elements in all of a choice's body and in none of its heads."""
    if not all(term in state.members for term in choice.body):
        return np.empty(0, dtype=np.int64)
    is_open = np.ones(state.n, dtype=np.bool_)
    for term in choice.body:
        is_open &= state.members[term]
    for term in choice.heads:
        if term in state.members:
            is_open &= ~state.members[term]
    return np.flatnonzero(is_open)


class _Meaning:
    """The terms of all members of a term, by its example."""

    def __init__(self, state: State, examples: Mapping[int, int]) -> None:
        self._state = state
        self._examples = examples
        self._shared: dict[int, list[int]] = {}

    def __call__(self, term: int) -> list[int]:
        element = self._examples.get(term)
        if element is None:
            return []
        if term not in self._shared:
            members = self._state.members.items()
            self._shared[term] = [shared for shared, mask in members if mask[element]]
        return self._shared[term]


class _Common:
    """The terms that several examples have in common."""

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
        """Add the terms that all possible heads share."""
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
    """Group elements by the heads that are not excluded for them."""
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
