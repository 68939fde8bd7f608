"""Scoring all refinements of one concept, with exact pruning (ALGORITHM §10)."""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Mask, Weights
from owlboost.learners.focus import Focus
from owlboost.learners.ground import Ground, Learned
from owlboost.learners.refinement import (
    Limits,
    Refinement,
    Scored,
    addable_labels,
    best_refinement,
    may_grow_edges,
)
from owlboost.learners.scoring import Cardinality, LabelSums, gains, weighted_sum
from owlboost.learners.settings import Settings
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
        cardinality: Cardinality,
        positives: Focus,
        negatives: Lazy,
    ) -> None:
        self.concept = concept
        self.cardinality = cardinality
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
        return Learned(
            self.concept,
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.maxima() for part in parts]),
            self._ground.n_positives,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a move ends: a node of the concept, or the end of a chain of new roles from it."""

    path: Path
    roles: tuple[str, ...]
    positives: Focus
    negatives: Lazy
    most: float
    """Weighted positives that reach it: no move from here covers more."""

    def __lt__(self, other: "Place") -> bool:
        return self.most > other.most


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The refinements of a concept: all that were scored, and the best."""

    best: Refinement | None
    moves: list[Scored]
    n_candidates: int
    n_pruned: int


class Expansion:
    """Scores the refinements of concepts for given weights and uncovered positives.

    Sums over the negatives at ⊤ are remembered until the negatives' weights change: the axioms of
    one weak hypothesis all start there.
    """

    def __init__(self, ground: Ground, settings: Settings) -> None:
        self.ground = ground
        self.limits = Limits.of(settings)
        self._prune = settings.backtrack == 0
        self._sums = LabelSums(ground.space.labelling, settings.n_jobs)
        self._weights = np.empty(0)
        self._open = np.empty(0)
        self._label_sums_at_top: dict[tuple[str, ...], Floats] = {}
        self._totals_at_top: dict[tuple[str, ...], float] = {}
        n, n_positives = ground.n_examples, ground.n_positives
        rows = np.arange(n, dtype=np.int32)
        self._all_positives = Focus.identity(rows[:n_positives], ground.elements[:n_positives])
        self._all_negatives = Lazy(
            lambda: Focus.identity(rows[n_positives:], ground.elements[n_positives:])
        )

    def weigh(self, weights: Weights, uncovered: Mask) -> None:
        """Set the weights of all examples and the positives still to be covered."""
        n_positives = self.ground.n_positives
        if not np.array_equal(self._weights[n_positives:], weights[n_positives:]):
            self._label_sums_at_top.clear()
            self._totals_at_top.clear()
        self._weights = np.ascontiguousarray(weights)
        self._open = np.where(uncovered, weights[:n_positives], 0.0)

    def start(self) -> Situation:
        """⊤ over all examples."""
        cardinality = Cardinality(float(self._open.sum()), float(self._weights.sum()))
        return Situation(self.ground, TOP, cardinality, self._all_positives, self._all_negatives)

    def refine(self, situation: Situation, concept: Concept, cardinality: Cardinality) -> Situation:
        """Go on to a refinement; only the support of the concept before it is looked at."""
        return Situation(
            self.ground,
            concept,
            cardinality,
            self._support(situation.positives[()]),
            Lazy(lambda: self._support(situation.negatives[()])),
        )

    def _support(self, focus: Focus) -> Focus:
        return Focus.identity(focus.rows, self.ground.elements[focus.rows])

    def expand(self, situation: Situation) -> Outcome:
        """Score all refinements and choose the best (notes 8 to 10)."""
        before = situation.cardinality
        if before.covered <= 0:
            return Outcome(None, [], 0, 0)
        worth = -np.log2(before.confidence)  # gain ≤ p · worth, for a move and all below it
        queue = list(self._node_places(situation))
        heapq.heapify(queue)
        shapes = dict(nodes(situation.concept))
        moves: list[Scored] = []
        best, n_pruned = 0.0, 0
        while queue:
            place = heapq.heappop(queue)
            node = shapes[place.path]
            if self._prune and place.most * worth < best * (1 - _SLACK):
                n_pruned += len(self.ground.space.labelling.labels)
                continue
            found = [self._score_labels(situation, place, node)]
            for role in self._addable_roles(place, node):
                further = self._beyond(place, role)
                if further is None:
                    continue
                if self._prune and further.most * worth < best * (1 - _SLACK):
                    n_pruned += 1
                    continue
                found.append(self._score_top(situation, further))
                if len(further.roles) <= self.limits.lookahead:
                    heapq.heappush(queue, further)
            moves += found
            best = max(best, *(float(move.gains.max(initial=0.0)) for move in found))
        n_candidates = sum(move.gains.size for move in moves)
        chosen = best_refinement(situation.concept, moves, self.ground.space)
        return Outcome(chosen, moves, n_candidates, n_pruned)

    def _node_places(self, situation: Situation) -> Iterator[Place]:
        for path, focus in situation.positives.items():
            lazy = Lazy(lambda path=path: situation.negatives[path])  # type: ignore[misc]
            yield Place(path, (), focus, lazy, self._reach(focus))

    def _reach(self, focus: Focus) -> float:
        return weighted_sum(self._open[focus.rows], focus.maxima())

    def _addable_roles(self, place: Place, node: Concept) -> Iterator[str]:
        if not place.roles and not may_grow_edges(node, self.limits):
            return
        if len(place.path) + len(place.roles) < self.limits.max_depth:
            yield from self.ground.space.roles

    def _beyond(self, place: Place, role: str) -> Place | None:
        """Go one new role further, if an uncovered positive gets there."""
        rows = self.ground.space.roles[role]
        focus = place.positives.extended(rows)
        most = self._reach(focus)
        if most <= 0:
            return None
        negatives = Lazy(lambda: place.negatives().extended(rows))
        return Place(place.path, (*place.roles, role), focus, negatives, most)

    def _score_labels(self, situation: Situation, place: Place, node: Concept) -> Scored:
        """Score every label at the end of a move: one pass over positives, one over negatives."""
        covered, total = self._sums(place.positives, self._open, self._weights)
        total = total + self._negative_sums(situation.concept, place)
        usable = covered > 0
        if not place.roles:
            usable &= addable_labels(node, self.ground.space, self.limits)
        labels = np.flatnonzero(usable).astype(np.int32)
        covered, total = covered[labels], total[labels]
        gain = gains(covered, total, situation.cardinality)
        return Scored(place.path, place.roles, labels, covered, total, gain)

    def _negative_sums(self, concept: Concept, place: Place) -> Floats:
        if concept.is_top and place.roles in self._label_sums_at_top:
            return self._label_sums_at_top[place.roles]
        _, sums = self._sums(place.negatives(), self._weights, self._weights)
        if concept.is_top:
            self._label_sums_at_top[place.roles] = sums
        return sums

    def _score_top(self, situation: Situation, place: Place) -> Scored:
        """Score the move that ends in ``∃r.⊤`` at this place."""
        covered = np.array([place.most])
        negatives = self._negative_total(situation.concept, place)
        total = np.array([negatives + self._weighted(place.positives)])
        gain = gains(covered, total, situation.cardinality)
        return Scored(place.path, place.roles, _NO_LABELS, covered, total, gain)

    def _negative_total(self, concept: Concept, place: Place) -> float:
        if concept.is_top and place.roles in self._totals_at_top:
            return self._totals_at_top[place.roles]
        total = self._weighted(place.negatives())
        if concept.is_top:
            self._totals_at_top[place.roles] = total
        return total

    def _weighted(self, focus: Focus) -> float:
        return weighted_sum(self._weights[focus.rows], focus.maxima())
