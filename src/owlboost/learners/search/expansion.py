"""Scoring all refinements of one concept, with exact pruning (mathematics §15).

What is scored, and how, is an :class:`Objective`; this module knows where moves lead.
"""

import heapq
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from owlboost._typing import Floats, Mask
from owlboost.learners.search.focus import Focus
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.refinement import (
    Limits,
    Refinement,
    Scored,
    addable_labels,
    best_refinement,
    larger_gain,
    may_grow_edges,
)
from owlboost.model.concepts import TOP, Concept, Path, nodes

_SLACK = 1e-9
"""A bound this much below the best gain cannot hide a tie."""

_NO_LABELS = np.empty(0, dtype=np.int32)


class Lazy:
    """A focus that is made when first asked for."""

    def __init__(self, make: Callable[[], Focus]) -> None:
        self._make = make
        self._focus: Focus | None = None

    def __call__(self) -> Focus:
        """Return the focus."""
        if self._focus is None:
            self._focus = self._make()
        return self._focus


class Situation:
    """A concept in the search, and where its nodes are: for positives, and on demand negatives."""

    def __init__(
        self,
        ground: Ground,
        concept: Concept,
        sums: tuple[float, float],
        positives: Focus,
        negatives: Lazy,
    ) -> None:
        self.concept = concept
        self.sums = sums
        self._ground = ground
        self._above_negatives = negatives
        self.positives = dict(ground.space.node_foci(concept, positives))
        self._negatives: dict[Path, Focus] | None = None

    @property
    def negatives(self) -> dict[Path, Focus]:
        """Focus of each node from the negatives."""
        if self._negatives is None:
            above = self._above_negatives()
            self._negatives = dict(self._ground.space.node_foci(self.concept, above))
        return self._negatives

    def learned(self) -> Learned:
        """Return the concept with its degrees over the examples."""
        parts = (self.positives[()], self.negatives[()])
        rows = np.concatenate([part.rows for part in parts])
        return Learned(
            self.concept,
            rows,
            np.concatenate([part.maxima() for part in parts]),
            self._ground.n_positives,
            self._ground.counts[rows],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a move ends: a node of the concept, or the end of a chain of new roles from it."""

    path: Path
    roles: tuple[str, ...]
    positives: Focus
    negatives: Lazy


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Scores of moves from one place: two sums each, the gain, and what decides equal gains."""

    left: Floats
    right: Floats
    gains: Floats
    seconds: Floats
    usable: Mask
    """Which of them reach anything at all."""


class Objective(Protocol):
    """What makes one refinement better than another."""

    def start(self) -> tuple[float, float]:
        """Return the sums of ⊤."""
        ...

    def bound(self, situation: Situation, place: Place) -> float:
        """No move that ends at this place or beyond it gains more; 0 if none can gain."""
        ...

    def score_labels(self, situation: Situation, place: Place) -> Scores:
        """Score every label at this place."""
        ...

    def score_top(self, situation: Situation, place: Place) -> Scores:
        """Score ending here with ⊤."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The refinements of a concept: all that were scored, and the best."""

    best: Refinement | None
    moves: list[Scored]
    n_candidates: int
    n_pruned: int


class _Queue:
    """Places still to be scored, most promising first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Place]] = []
        self._count = 0

    def push(self, bound: float, place: Place) -> None:
        heapq.heappush(self._heap, (-bound, self._count, place))
        self._count += 1

    def pop(self) -> tuple[float, Place]:
        bound, _, place = heapq.heappop(self._heap)
        return -bound, place

    def __len__(self) -> int:
        return len(self._heap)


class Expansion:
    """Finds the refinements of concepts and has an objective score them.

    An objective that treats positives and negatives alike says ``split=False``: then all examples
    are in the foci of the positives, and those of the negatives are empty.
    """

    def __init__(
        self,
        ground: Ground,
        limits: Limits,
        objective: Objective,
        *,
        prune: bool = True,
        split: bool = True,
    ) -> None:
        self.ground = ground
        self.limits = limits
        self.objective = objective
        self._prune = prune
        rows = np.arange(ground.n_examples, dtype=np.int32)
        cut = ground.n_positives if split else ground.n_examples
        self._all_positives = Focus.identity(rows[:cut], ground.elements[:cut])
        self._all_negatives = Lazy(lambda: Focus.identity(rows[cut:], ground.elements[cut:]))

    def start(self) -> Situation:
        """⊤ over all examples."""
        sums = self.objective.start()
        return Situation(self.ground, TOP, sums, self._all_positives, self._all_negatives)

    def refine(
        self, situation: Situation, concept: Concept, sums: tuple[float, float]
    ) -> Situation:
        """Go on to a refinement; only the support of the concept before it is looked at."""
        return Situation(
            self.ground,
            concept,
            sums,
            self._support(situation.positives[()]),
            Lazy(lambda: self._support(situation.negatives[()])),
        )

    def _support(self, focus: Focus) -> Focus:
        return Focus.identity(focus.rows, self.ground.elements[focus.rows])

    def expand(self, situation: Situation, avoided: Set[Concept] = frozenset()) -> Outcome:
        """Score all refinements and choose the best that is not avoided (notes 8 to 10)."""
        queue = _Queue()
        for place in self._node_places(situation):
            bound = self.objective.bound(situation, place)
            if bound > 0:
                queue.push(bound, place)
        shapes = dict(nodes(situation.concept))
        moves: list[Scored] = []
        best, n_pruned = 0.0, 0
        while queue:
            bound, place = queue.pop()
            if self._is_hopeless(bound, best):
                n_pruned += len(self.ground.space.labelling.labels)
                continue
            found = [self._score_labels(situation, place, shapes[place.path])]
            for further in self._beyond(place, shapes[place.path]):
                bound = self.objective.bound(situation, further)
                if bound <= 0:
                    continue
                if self._is_hopeless(bound, best):
                    n_pruned += 1
                    continue
                found.append(self._score_top(situation, further))
                if len(further.roles) <= self.limits.lookahead:
                    queue.push(bound, further)
            moves += found
            for move in found:
                best = larger_gain(situation.concept, move, self.ground.space, avoided, best)
        n_candidates = sum(move.gains.size for move in moves)
        chosen = best_refinement(situation.concept, moves, self.ground.space, avoided)
        return Outcome(chosen, moves, n_candidates, n_pruned)

    def _is_hopeless(self, bound: float, best: float) -> bool:
        return self._prune and bound < best * (1 - _SLACK)

    def _node_places(self, situation: Situation) -> Iterator[Place]:
        for path, focus in situation.positives.items():
            lazy = Lazy(lambda path=path: situation.negatives[path])  # type: ignore[misc]
            yield Place(path, (), focus, lazy)

    def _beyond(self, place: Place, node: Concept) -> Iterator[Place]:
        """Places one new role further."""
        if not place.roles and not may_grow_edges(node, self.limits):
            return
        if len(place.path) + len(place.roles) >= self.limits.max_depth:
            return
        for role, rows in self.ground.space.roles.items():
            negatives = Lazy(lambda rows=rows: place.negatives().extended(rows))  # type: ignore[misc]
            yield Place(place.path, (*place.roles, role), place.positives.extended(rows), negatives)

    def _score_labels(self, situation: Situation, place: Place, node: Concept) -> Scored:
        scores = self.objective.score_labels(situation, place)
        usable = scores.usable
        if not place.roles:
            usable = usable & addable_labels(node, self.ground.space, self.limits)
        labels = np.flatnonzero(usable).astype(np.int32)
        return Scored(
            place.path,
            place.roles,
            labels,
            scores.left[labels],
            scores.right[labels],
            scores.gains[labels],
            scores.seconds[labels],
        )

    def _score_top(self, situation: Situation, place: Place) -> Scored:
        found = self.objective.score_top(situation, place)
        return Scored(
            place.path, place.roles, _NO_LABELS, found.left, found.right, found.gains, found.seconds
        )
