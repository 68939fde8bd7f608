"""Scoring all refinements of one concept, with exact pruning (mathematics §15).

What sums are worth is an ``Objective``, and who sums is a ``Scorer``; this module knows where moves
lead.
"""

import heapq
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Mask
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.objectives import Objective, Sums
from owlboost.learners.search.refinement import (
    Limits,
    Refinement,
    Scored,
    addable_labels,
    best_refinement,
    larger_gain,
    may_grow_edges,
)
from owlboost.learners.search.scorers import Place, Scene, Scorer
from owlboost.learners.search.shards import Parts
from owlboost.learners.search.weighings import Weighing
from owlboost.model.concepts import TOP, Concept, nodes

_SLACK = 1e-9
"""A bound this much below the best gain cannot hide a tie."""

_NO_LABELS = np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A concept in the search.

    Attributes
    ----------
    ground
        The examples.
    concept
        The concept.
    sums
        What it sums up to.
    scene
        Where its nodes are among the examples.
    """

    ground: Ground
    concept: Concept
    sums: Sums
    scene: Scene

    def learned(self) -> Learned:
        """Return the concept with its degrees over the examples."""
        return Learned.over(self.ground, self.concept, *self.scene.degrees())


class PlaceSums:
    """Sums of the moves that end at a place, over all parts of the examples.

    Those of all parts but the first are remembered for ⊤ until their weights change: searches for
    the axioms of one weak hypothesis all start there, and only the positives' weights differ.
    """

    def __init__(self, scorer: Scorer, parts: Parts) -> None:
        self._scorer = scorer
        self._parts = parts
        self._weighing: Weighing | None = None
        self._at_top: list[dict[tuple[object, ...], Floats]] = [{} for _ in parts]

    def weigh(self, weighing: Weighing) -> None:
        """Set what to sum with."""
        for part, memory in zip(self._parts, self._at_top, strict=True):
            if not weighing.is_same_over(part, self._weighing):
                memory.clear()
        self._weighing = weighing
        self._scorer.weigh(weighing)

    def labels(self, place: Place, *, at_top: bool) -> Floats:
        """Return the sums of every label at a place."""
        return self._total(place, "labels", place.labels, at_top=at_top)

    def top(self, place: Place, *, at_top: bool) -> Floats:
        """Return the sums of the move that ends at a place with ⊤."""
        return self._total(place, "top", place.top, at_top=at_top)[:, None]

    def _total(
        self, place: Place, kind: str, sums: Callable[[int], Floats], *, at_top: bool
    ) -> Floats:
        total = sums(0)
        for part in range(1, len(self._parts)):
            memory, key = self._at_top[part], (kind, place.roles)
            found = memory.get(key) if at_top else None
            if found is None:
                found = sums(part)
                if at_top:
                    memory[key] = found
            total = total + found
        return total


@dataclass(frozen=True, slots=True, eq=False)
class Expanded:
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
    """Finds the refinements of concepts, has a scorer sum them up and an objective score them."""

    def __init__(
        self,
        ground: Ground,
        limits: Limits,
        objective: Objective,
        scorer: Scorer,
        *,
        prune: bool = True,
    ) -> None:
        self.ground = ground
        self.limits = limits
        self.objective = objective
        self._scorer = scorer
        self._sums = PlaceSums(scorer, objective.parts)
        self._prune = prune

    def start(self) -> Situation:
        """⊤ over all examples, with the weights that the objective has now."""
        self._sums.weigh(self.objective.weighing)
        return Situation(self.ground, TOP, self.objective.start(), self._scorer.start())

    def refine(self, situation: Situation, concept: Concept, sums: Sums) -> Situation:
        """Go on to a refinement; only the support of the concept before it is looked at."""
        return Situation(self.ground, concept, sums, situation.scene.refined(concept))

    def expand(
        self,
        situation: Situation,
        avoided: Set[Concept] = frozenset(),
        allowed: Mask | None = None,
    ) -> Expanded:
        """Score all refinements and choose the best that is not avoided (notes 8 to 10).

        Only ``allowed`` labels are added; all of them if None.
        """
        queue = _Queue()
        for path, _ in nodes(situation.concept):
            place = situation.scene.at(path)
            bound = self._bound(situation, place)
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
            found = [self._score_labels(situation, place, shapes[place.path], allowed)]
            for further in self._beyond(place, shapes[place.path]):
                bound = self._bound(situation, further)
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
        return Expanded(chosen, moves, n_candidates, n_pruned)

    def _is_hopeless(self, bound: float, best: float) -> bool:
        return self._prune and bound < best * (1 - _SLACK)

    def _bound(self, situation: Situation, place: Place) -> float:
        return self.objective.bound(situation.sums, place.reach())

    def _beyond(self, place: Place, node: Concept) -> Iterator[Place]:
        """Places one new role further."""
        if not place.roles and not may_grow_edges(node, self.limits):
            return
        if len(place.path) + len(place.roles) >= self.limits.max_depth:
            return
        for role in self.ground.space.roles:
            yield place.beyond(role)

    def _score_labels(
        self, situation: Situation, place: Place, node: Concept, allowed: Mask | None
    ) -> Scored:
        if not place.roles:
            addable = addable_labels(node, self.ground.space, self.limits)
            allowed = addable if allowed is None else addable & allowed
            if not allowed.any():  # as where a node is full: nothing to sum up
                nothing = np.empty(0)
                return Scored(place.path, (), _NO_LABELS, nothing, nothing, nothing, nothing)
        sums = self._sums.labels(place, at_top=situation.concept.is_top)
        scores = self.objective.score(sums, situation.sums)
        usable = scores.usable if allowed is None else scores.usable & allowed
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
        sums = self._sums.top(place, at_top=situation.concept.is_top)
        found = self.objective.score(sums, situation.sums)
        return Scored(
            place.path, place.roles, _NO_LABELS, found.left, found.right, found.gains, found.seconds
        )
