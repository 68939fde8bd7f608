"""Greedy search for a concept: expand with exact pruning, climb, backtrack.

It scores all refinements of a concept (mathematics §15) and goes from ⊤ to a concept that no
refinement improves (Algorithm 3, note 12). What sums are worth is an ``Objective``, and who sums is
a ``Scorer``.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

import numpy as np

from owlboost.concepts.concept import TOP, Concept, Path
from owlboost.learners.learner import ClimbingLearner
from owlboost.learners.run import Step, Watch
from owlboost.learners.search.moves import (
    ExcludedConcepts,
    ForbiddenConcepts,
    Limits,
    Position,
    Positions,
    growth_positions,
)
from owlboost.learners.search.objective import (
    Avoided,
    MoveBatch,
    Objective,
    Refinement,
    Sums,
    SumWeights,
    best_refinement,
    improving_refinements,
    larger_gain,
    largest,
)
from owlboost.learners.search.scorer import Scene, Scorer, scorer_for
from owlboost.learners.search.shard import Parts, side_by_side
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet
from owlboost.runtime.array_types import Floats, Mask

_SLACK = 1e-9
"""Relative margin below the best gain within which bounds still count."""

_TOGETHER = 1 << 16
"""Examples plus labels, times positions, that are scored together at most."""

_FEW_SUMMANDS = 1 << 20
"""Examples times labels at all positions up to which bounds cost more than they save."""

_NOTHING = np.empty(0)
_NO_MOVES = MoveBatch((), 0, _NOTHING, _NOTHING, _NOTHING, _NOTHING, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A concept in the search.

    Attributes
    ----------
    data
        The examples.
    concept
        The concept.
    sums
        Its sums.
    scene
        The concept located among the examples.
    """

    data: TrainingSet
    concept: Concept
    sums: Sums
    scene: Scene

    def learned(self) -> LearnedConcept:
        """Return the concept with its degrees over the examples."""
        return self.data.learned(self.concept, self.scene.degrees)


class PositionSums:
    """Sums of the moves at a position, over all parts.

    Those of all parts but the first are cached for ⊤ until their weights change: searches for
    the axioms of one weak hypothesis all start there, and only the positives' weights differ.
    """

    def __init__(self, scorer: Scorer, parts: Parts) -> None:
        self._scorer = scorer
        self._parts = parts
        self._weights: SumWeights | None = None
        self._at_top: list[dict[tuple[object, ...], Floats]] = [{} for _ in parts]

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with."""
        later_parts = zip(self._parts[1:], self._at_top[1:], strict=True)
        for part, memory in later_parts:  # nothing of the first part is cached
            if not weights.is_same_over(part, self._weights):
                memory.clear()
        self._weights = weights
        self._scorer.set_weights(weights)

    def labels(self, scene: Scene, positions: Positions, *, at_top: bool) -> Floats:
        """Return the sums of all labels at positions, and of ⊤."""
        return self._total("labels", scene.labels, positions, at_top=at_top)

    def tops(self, scene: Scene, positions: Positions, *, at_top: bool) -> Floats:
        """Return the sums of moves that end with ⊤."""
        return self._total("tops", scene.tops, positions, at_top=at_top)

    def _total(
        self,
        kind: str,
        sums: Callable[[Positions, int], Floats],
        positions: Positions,
        *,
        at_top: bool,
    ) -> Floats:
        total = sums(positions, 0)
        for part in range(1, len(self._parts)):
            part_sums = (
                self._recalled(kind, sums, positions, part) if at_top else sums(positions, part)
            )
            total = total + part_sums
        return total

    def _recalled(
        self, kind: str, sums: Callable[[Positions, int], Floats], positions: Positions, part: int
    ) -> Floats:
        """Sum at the positions that are not cached yet."""
        memory = self._at_top[part]
        new = Positions(position for position in positions.each if (kind, position) not in memory)
        if new.each:
            columns = np.split(sums(new, part), len(new.each), axis=1)
            memory.update(
                ((kind, position), column)
                for position, column in zip(new.each, columns, strict=True)
            )
        return side_by_side([memory[kind, position] for position in positions.each])


@dataclass(frozen=True, slots=True, eq=False)
class Expanded:
    """The refinements of a concept: all that were scored, and the best."""

    best: Refinement | None
    moves: list[MoveBatch]
    n_candidates: int
    n_pruned: int


class _Queue:
    """Positions still to be scored, most promising first."""

    def __init__(self, nearest: Iterable[Position]) -> None:
        self._heap = [(-np.inf, number, position) for number, position in enumerate(nearest)]
        self._count = len(self._heap)

    def push(self, bound: float, position: Position) -> None:
        heapq.heappush(self._heap, (-bound, self._count, position))
        self._count += 1

    def pop(self, most: int, least: float) -> list[Position]:
        """Take some positions whose bounds are not below the least."""
        popped: list[Position] = []
        while self._heap and len(popped) < most and -self._heap[0][0] >= least:
            popped.append(heapq.heappop(self._heap)[-1])
        return popped

    def __len__(self) -> int:
        return len(self._heap)


class Expansion:
    """Scores all refinements of a concept, pruning by bounds."""

    def __init__(
        self,
        data: TrainingSet,
        limits: Limits,
        objective: Objective,
        scorer: Scorer,
        *,
        prune: bool = True,
    ) -> None:
        self.data = data
        self.limits = limits
        self.objective = objective
        self._scorer = scorer
        self._sums = PositionSums(scorer, objective.parts)
        self._prune = prune
        self._forbidden = ForbiddenConcepts(limits.forbidden, data.space.implies)
        n_labels = len(data.space.labelling.labels)
        self._width = n_labels + 1
        self._together = max(1, _TOGETHER // (data.n_rows + n_labels))
        few = _FEW_SUMMANDS // (max(1, data.n_rows) * self._width)
        self._growth = growth_positions(data.space, limits, few)

    def start(self) -> Situation:
        """Return ⊤ over all examples, with the objective's weights of now."""
        self._sums.set_weights(self.objective.weights)
        return Situation(self.data, TOP, self.objective.start(), self._scorer.start())

    def refine(self, situation: Situation, concept: Concept, sums: Sums) -> Situation:
        """Go on to a refinement; only the support is looked at."""
        return Situation(self.data, concept, sums, situation.scene.refined(concept))

    def excluded(self, avoided: Set[Concept] = frozenset()) -> ExcludedConcepts:
        """Return what moves may not lead to: avoided and forbidden concepts."""
        return ExcludedConcepts(avoided, self._forbidden)

    def expand(
        self,
        situation: Situation,
        avoided: Set[Concept] = frozenset(),
        allowed: Mask | None = None,
        scored: dict[Concept, list[MoveBatch]] | None = None,
    ) -> Expanded:
        """Score all refinements; choose the best allowed (notes 8 to 10).

        Only ``allowed`` labels are added; all of them if None. ``scored`` are moves that were
        scored with the same weights and labels, when nothing was avoided that is not avoided now.
        """
        excluded = self.excluded(avoided)
        growth = self._growth.find(situation.concept)
        n_pruned = 0
        if growth.with_labels is None or growth.only_top is None:
            moves, n_pruned = self._searched(situation, growth.shapes, excluded, allowed)
        elif scored is not None and situation.concept in scored:
            moves = scored[situation.concept]
        else:
            moves = [self._score_labels(situation, growth.with_labels, growth.shapes, allowed)]
            if growth.only_top.each:
                moves.append(self._score_tops(situation, growth.only_top))
            if scored is not None:
                scored[situation.concept] = moves
        n_candidates = sum(move.n_candidates for move in moves)
        chosen = best_refinement(situation.concept, moves, self.data.space, excluded)
        return Expanded(chosen, moves, n_candidates, n_pruned)

    def _searched(
        self,
        situation: Situation,
        shapes: Mapping[Path, Concept],
        avoided: Avoided,
        allowed: Mask | None,
    ) -> tuple[list[MoveBatch], int]:
        """Score promising positions, and count the pruned moves."""
        moves: list[MoveBatch] = []
        best, n_pruned = 0.0, 0
        queue = _Queue(Position(path) for path in shapes)
        while popped := queue.pop(self._together, self._least(best)):
            batches = [self._score_labels(situation, Positions(popped), shapes, allowed)]
            best = self._better(situation, batches[0], avoided, best)
            further = Positions(
                following
                for position in popped
                for following in self._growth.beyond(position, shapes)
            )
            ends = []
            for position, bound in zip(further.each, self._bounds(situation, further), strict=True):
                if 0 < bound < self._least(best):
                    n_pruned += self._width
                elif bound > 0 and len(position.roles) <= self.limits.lookahead:
                    queue.push(bound, position)
                elif bound > 0:
                    ends.append(position)
            if ends:
                batches.append(self._score_tops(situation, Positions(ends)))
                best = self._better(situation, batches[1], avoided, best)
            moves += batches
        return moves, n_pruned + len(queue) * self._width

    def _better(
        self, situation: Situation, move: MoveBatch, avoided: Avoided, best: float
    ) -> float:
        return larger_gain(situation.concept, move, self.data.space, avoided, best)

    def _least(self, best: float) -> float:
        """Return the bound below which nothing equals the best."""
        return best * (1 - _SLACK) if self._prune else 0.0

    def _bounds(self, situation: Situation, positions: Positions) -> list[float]:
        if not positions.each:
            return []
        bound_sums = situation.scene.reaches(positions)
        bounds: list[float] = self.objective.bounds(situation.sums, bound_sums).tolist()
        return bounds

    def _score_labels(
        self,
        situation: Situation,
        positions: Positions,
        shapes: Mapping[Path, Concept],
        allowed: Mask | None,
    ) -> MoveBatch:
        addable_at = [(at, self._growth.addable(shapes[path])) for at, path in positions.nodes]
        if len(addable_at) == len(positions.each):
            masks = (mask if allowed is None else mask & allowed for _, mask in addable_at)
            if not any(mask.any() for mask in masks):
                return _NO_MOVES  # as where a node is full: nothing to sum up
        sums = self._sums.labels(situation.scene, positions, at_top=situation.concept.is_top)
        scores = self.objective.score(sums, situation.sums)
        usable = scores.usable.reshape(-1, self._width)
        if allowed is not None:
            usable[:, :-1] &= allowed
        for at, addable in addable_at:
            usable[at, :-1] &= addable
        gains = np.where(usable.ravel(), scores.gains, -np.inf)
        n_candidates = int(np.count_nonzero(usable))
        left, right, seconds = scores.left, scores.right, scores.seconds
        return MoveBatch(positions.each, 0, left, right, gains, seconds, n_candidates)

    def _score_tops(self, situation: Situation, positions: Positions) -> MoveBatch:
        sums = self._sums.tops(situation.scene, positions, at_top=situation.concept.is_top)
        scores = self.objective.score(sums, situation.sums)
        each, top = positions.each, self._width - 1
        return MoveBatch(
            each, top, scores.left, scores.right, scores.gains, scores.seconds, len(each)
        )


class Climb:
    """A climber to one concept at a time, by a changing objective."""

    def __init__(
        self, data: TrainingSet, learner: ClimbingLearner, objective: Objective, watch: Watch
    ) -> None:
        self._data = data
        self._backtrack = learner.backtrack
        self._watch = watch
        limits = Limits.from_learner(learner)
        self._expansion = Expansion(
            data,
            limits,
            objective,
            scorer_for(data, objective.parts, limits, watch.pool(learner.n_jobs), watch.cluster),
            prune=learner.backtrack == 0,
        )

    def find(self, accepts: Callable[[LearnedConcept], bool]) -> LearnedConcept | None:
        """Return the first concept accepted at an end, or None.

        After an end that is not, the way goes on from the best refinement that was not taken.
        """
        stack: list[Situation] = []
        visited: set[Concept] = set()
        situation: Situation | None = self._expansion.start()
        steps = 0
        while situation is not None:
            visited.add(situation.concept)
            better = None if self._watch.budget.spent else self._refine(situation, stack, steps)
            if better is not None:
                situation, steps = better, steps + 1
                continue
            learned = situation.learned()
            if accepts(learned):
                return learned
            situation = None if self._watch.budget.spent else _pop_unvisited(stack, visited)
        return None

    def _refine(self, situation: Situation, stack: list[Situation], steps: int) -> Situation | None:
        outcome = self._expansion.expand(situation)
        if outcome.best is None:
            return None
        if self._backtrack:
            stack.extend(self._runners_up(situation, outcome.best, outcome.moves))
        if self._watch.is_followed:
            best = outcome.best
            self._watch.tell(
                Step(
                    steps + 1,
                    situation.concept,
                    best.concept,
                    best.gain,
                    best.sums[0] / best.sums[1],
                    outcome.n_candidates,
                    outcome.n_pruned,
                )
            )
        return self._follow(situation, outcome.best)

    def _follow(self, situation: Situation, refinement: Refinement) -> Situation:
        return self._expansion.refine(situation, refinement.concept, refinement.sums)

    def _runners_up(
        self, situation: Situation, taken: Refinement, moves: list[MoveBatch]
    ) -> list[Situation]:
        """Return the k next most confident refinements, best last (note 12)."""
        space, excluded = self._data.space, self._expansion.excluded()
        alternatives = improving_refinements(situation.concept, moves, space, excluded)
        del alternatives[taken.concept]
        waiting = [self._follow(situation, refinement) for refinement in alternatives.values()]
        ranks = [refinement.rank for refinement in alternatives.values()]
        confidences = np.array([candidate.learned().confidence for candidate in waiting])
        chosen: list[Situation] = []
        while len(chosen) < self._backtrack and np.isfinite(confidences).any():
            number = min(largest(confidences), key=lambda at: ranks[at])
            chosen.append(waiting[number])
            confidences[number] = -np.inf
        return chosen[::-1]


def _pop_unvisited(stack: list[Situation], visited: set[Concept]) -> Situation | None:
    while stack:
        situation = stack.pop()
        if situation.concept not in visited:
            return situation
    return None
