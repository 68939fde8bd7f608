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
    ForbiddenConcepts,
    Limits,
    Position,
    Positions,
    Shunned,
    prospects,
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
"""A bound this much below the best gain cannot hide a tie."""

_TOGETHER = 1 << 16
"""So many places are scored together that examples and labels of all are about this many."""

_FEW_SUMMANDS = 1 << 20
"""Up to so many examples times labels at all places, bounds cost more than they save."""

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
        What it sums up to.
    scene
        Where its nodes are among the examples.
    """

    data: TrainingSet
    concept: Concept
    sums: Sums
    scene: Scene

    def learned(self) -> LearnedConcept:
        """Return the concept with its degrees over the examples."""
        return self.data.learned(self.concept, self.scene.degrees)


class PlaceSums:
    """Sums of the moves that end at a place, over all parts of the examples.

    Those of all parts but the first are remembered for ⊤ until their weights change: searches for
    the axioms of one weak hypothesis all start there, and only the positives' weights differ.
    """

    def __init__(self, scorer: Scorer, parts: Parts) -> None:
        self._scorer = scorer
        self._parts = parts
        self._weights: SumWeights | None = None
        self._at_top: list[dict[tuple[object, ...], Floats]] = [{} for _ in parts]

    def set_weights(self, weights: SumWeights) -> None:
        """Set what to sum with."""
        of_others = zip(self._parts[1:], self._at_top[1:], strict=True)
        for part, memory in of_others:  # nothing of the first part is remembered
            if not weights.is_same_over(part, self._weights):
                memory.clear()
        self._weights = weights
        self._scorer.set_weights(weights)

    def labels(self, scene: Scene, positions: Positions, *, at_top: bool) -> Floats:
        """Return the sums of every label at places, and of ⊤."""
        return self._total("labels", scene.labels, positions, at_top=at_top)

    def tops(self, scene: Scene, positions: Positions, *, at_top: bool) -> Floats:
        """Return the sums of the moves that end at places with ⊤."""
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
            found = self._recalled(kind, sums, positions, part) if at_top else sums(positions, part)
            total = total + found
        return total

    def _recalled(
        self, kind: str, sums: Callable[[Positions, int], Floats], positions: Positions, part: int
    ) -> Floats:
        """Sum at those places where nothing is remembered."""
        memory = self._at_top[part]
        new = Positions(position for position in positions.each if (kind, position) not in memory)
        if new.each:
            found = np.split(sums(new, part), len(new.each), axis=1)
            memory.update(
                ((kind, position), own) for position, own in zip(new.each, found, strict=True)
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
    """Places still to be scored, most promising first."""

    def __init__(self, nearest: Iterable[Position]) -> None:
        self._heap = [(-np.inf, number, position) for number, position in enumerate(nearest)]
        self._count = len(self._heap)

    def push(self, bound: float, position: Position) -> None:
        heapq.heappush(self._heap, (-bound, self._count, position))
        self._count += 1

    def pop(self, most: int, least: float) -> list[Position]:
        """Take some places whose bounds are not below the least."""
        found: list[Position] = []
        while self._heap and len(found) < most and -self._heap[0][0] >= least:
            found.append(heapq.heappop(self._heap)[-1])
        return found

    def __len__(self) -> int:
        return len(self._heap)


class Expansion:
    """Finds the refinements of concepts, has a scorer sum them up and an objective score them."""

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
        self._sums = PlaceSums(scorer, objective.parts)
        self._prune = prune
        self._prohibitions = ForbiddenConcepts(limits.forbidden, data.space.implies)
        n_labels = len(data.space.labelling.labels)
        self._width = n_labels + 1
        self._together = max(1, _TOGETHER // (data.n_rows + n_labels))
        few = _FEW_SUMMANDS // (max(1, data.n_rows) * self._width)
        self._prospects = prospects(data.space, limits, few)

    def start(self) -> Situation:
        """⊤ over all examples, with the weights that the objective has now."""
        self._sums.set_weights(self.objective.weights)
        return Situation(self.data, TOP, self.objective.start(), self._scorer.start())

    def refine(self, situation: Situation, concept: Concept, sums: Sums) -> Situation:
        """Go on to a refinement; only the support of the concept before it is looked at."""
        return Situation(self.data, concept, sums, situation.scene.refined(concept))

    def shunned(self, avoided: Set[Concept] = frozenset()) -> Shunned:
        """Return what moves may not lead to: what is avoided, and what is forbidden at all."""
        return Shunned(avoided, self._prohibitions)

    def expand(
        self,
        situation: Situation,
        avoided: Set[Concept] = frozenset(),
        allowed: Mask | None = None,
        known: dict[Concept, list[MoveBatch]] | None = None,
    ) -> Expanded:
        """Score all refinements and choose the best that is not avoided (notes 8 to 10).

        Only ``allowed`` labels are added; all of them if None. ``known`` are moves that were scored
        with the same weights and labels, when nothing was avoided that is not avoided now.
        """
        shunned = self.shunned(avoided)
        prospect = self._prospects.of(situation.concept)
        n_pruned = 0
        if prospect.inner is None or prospect.outer is None:
            moves, n_pruned = self._searched(situation, prospect.shapes, shunned, allowed)
        elif known is not None and situation.concept in known:
            moves = known[situation.concept]
        else:
            moves = [self._score_labels(situation, prospect.inner, prospect.shapes, allowed)]
            if prospect.outer.each:
                moves.append(self._score_tops(situation, prospect.outer))
            if known is not None:
                known[situation.concept] = moves
        n_candidates = sum(move.n_candidates for move in moves)
        chosen = best_refinement(situation.concept, moves, self.data.space, shunned)
        return Expanded(chosen, moves, n_candidates, n_pruned)

    def _searched(
        self,
        situation: Situation,
        shapes: Mapping[Path, Concept],
        avoided: Avoided,
        allowed: Mask | None,
    ) -> tuple[list[MoveBatch], int]:
        """Score what is promising, and count what is not."""
        moves: list[MoveBatch] = []
        best, n_pruned = 0.0, 0
        queue = _Queue(Position(path) for path in shapes)
        while popped := queue.pop(self._together, self._least(best)):
            found = [self._score_labels(situation, Positions(popped), shapes, allowed)]
            best = self._better(situation, found[0], avoided, best)
            further = Positions(
                other for position in popped for other in self._prospects.beyond(position, shapes)
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
                found.append(self._score_tops(situation, Positions(ends)))
                best = self._better(situation, found[1], avoided, best)
            moves += found
        return moves, n_pruned + len(queue) * self._width

    def _better(
        self, situation: Situation, move: MoveBatch, avoided: Avoided, best: float
    ) -> float:
        return larger_gain(situation.concept, move, self.data.space, avoided, best)

    def _least(self, best: float) -> float:
        """Return the bound below which nothing is as good as the best."""
        return best * (1 - _SLACK) if self._prune else 0.0

    def _bounds(self, situation: Situation, positions: Positions) -> list[float]:
        if not positions.each:
            return []
        reaches = situation.scene.reaches(positions)
        found: list[float] = self.objective.bounds(situation.sums, reaches).tolist()
        return found

    def _score_labels(
        self,
        situation: Situation,
        positions: Positions,
        shapes: Mapping[Path, Concept],
        allowed: Mask | None,
    ) -> MoveBatch:
        addable_at = [(at, self._prospects.addable(shapes[path])) for at, path in positions.nodes]
        if len(addable_at) == len(positions.each):
            some = (one if allowed is None else one & allowed for _, one in addable_at)
            if not any(one.any() for one in some):
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
        found = self.objective.score(sums, situation.sums)
        each, top = positions.each, self._width - 1
        return MoveBatch(each, top, found.left, found.right, found.gains, found.seconds, len(each))


class Climb:
    """A climber to one concept at a time, by a changing objective."""

    def __init__(
        self, data: TrainingSet, learner: ClimbingLearner, objective: Objective, watch: Watch
    ) -> None:
        self._data = data
        self._backtrack = learner.backtrack
        self._watch = watch
        limits = Limits.of(learner)
        self._expansion = Expansion(
            data,
            limits,
            objective,
            scorer_for(data, objective.parts, limits, watch.pool(learner.n_jobs), watch.cluster),
            prune=learner.backtrack == 0,
        )

    def to(self, accepts: Callable[[LearnedConcept], bool]) -> LearnedConcept | None:
        """Return the first concept at an end of the way that is accepted, or None.

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
        """Return the k most confident refinements not taken, the best last (note 12)."""
        space, shunned = self._data.space, self._expansion.shunned()
        others = improving_refinements(situation.concept, moves, space, shunned)
        del others[taken.concept]
        waiting = [self._follow(situation, refinement) for refinement in others.values()]
        ranks = [refinement.rank for refinement in others.values()]
        confidences = np.array([other.learned().confidence for other in waiting])
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
