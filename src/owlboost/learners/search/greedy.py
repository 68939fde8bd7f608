"""Greedy search for a concept: expand with exact pruning, climb, backtrack.

It scores all refinements of a concept (mathematics §15) and goes from ⊤ to a concept that no
refinement improves (Algorithm 3, note 12). An ``Objective`` scores the sums that an ``Aggregator``
computes.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from owlboost.concepts.concept import TOP, Concept, Path
from owlboost.learners.learner import ClimbingLearner
from owlboost.learners.run import RunContext, Step
from owlboost.learners.search.aggregator import Aggregator, RowGroups, aggregator_for
from owlboost.learners.search.moves import (
    ExcludedConcepts,
    ForbiddenConcepts,
    Limits,
    Position,
    Positions,
    growth_positions,
)
from owlboost.learners.search.objective import (
    Excluded,
    MoveBatch,
    Objective,
    Refinement,
    Sums,
    SumWeights,
    best_allowed_gain,
    best_refinement,
    improving_refinements,
    largest,
)
from owlboost.learners.search.shard import Lineage, Query, side_by_side
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet
from owlboost.runtime.array_types import Floats, Mask

_SLACK = 1e-9
"""Relative margin below the best gain within which positions are not pruned."""

_TOGETHER = 1 << 16
"""Maximum of examples plus labels, times positions, scored together."""

_FEW_SUMMANDS = 1 << 20
"""Up to this product of examples, labels and positions, bounds cost more than they save."""

_NOTHING = np.empty(0)
_NO_MOVES = MoveBatch((), 0, _NOTHING, _NOTHING, _NOTHING, _NOTHING, 0)


class SearchNode(NamedTuple):
    """A concept in the search, with its sums and lineage."""

    lineage: Lineage
    sums: Sums

    @property
    def concept(self) -> Concept:
        """The concept itself."""
        return self.lineage[-1]

    def refined(self, refinement: Refinement) -> "SearchNode":
        """Return the node of a refinement."""
        return SearchNode((*self.lineage, refinement.concept), refinement.sums)


class _GroupSums:
    """Sums of moves over all groups of the examples.

    Those of all groups but the first are cached for ⊤ until their weights change: searches for
    the axioms of one weak hypothesis all start there, and only the positives' weights differ.
    """

    def __init__(self, aggregator: Aggregator, groups: RowGroups) -> None:
        self._aggregator = aggregator
        self._groups = groups
        self._weights: SumWeights | None = None
        self._at_top: list[dict[tuple[str, Position], Floats]] = [{} for _ in groups]

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with."""
        later_groups = zip(self._groups[1:], self._at_top[1:], strict=True)
        for group, memory in later_groups:  # nothing of the first group is cached
            if not weights.agrees_on(group, self._weights):
                memory.clear()
        self._weights = weights
        self._aggregator.set_weights(weights)

    def total(self, query: Query) -> Floats:
        """Return the sums that a query asks for, over all groups."""
        sums = self._recalled if query.lineage[-1].is_top else self._aggregator.sums
        total = self._aggregator.sums(query, 0)
        for group in range(1, len(self._groups)):
            total = total + sums(query, group)
        return total

    def _recalled(self, query: Query, group: int) -> Floats:
        """Sum at the positions that are not cached yet."""
        memory, kind, positions = self._at_top[group], query.kind, query.positions.each
        new = Positions(position for position in positions if (kind, position) not in memory)
        if new.each:
            sums = self._aggregator.sums(Query(query.lineage, new, kind), group)
            columns = np.split(sums, len(new.each), axis=1)
            memory.update(zip(((kind, position) for position in new.each), columns, strict=True))
        return side_by_side([memory[kind, position] for position in positions])


@dataclass(frozen=True, slots=True, eq=False)
class Expansion:
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
        """Remove and return some positions whose bounds are at least ``least``."""
        popped: list[Position] = []
        while self._heap and len(popped) < most and -self._heap[0][0] >= least:
            popped.append(heapq.heappop(self._heap)[-1])
        return popped

    def __len__(self) -> int:
        return len(self._heap)


class GreedySearch:
    """Searches for one concept at a time, by a changing objective.

    Parameters
    ----------
    backtrack
        How many runners-up of each step are kept; bounds prune only if there are none.
    """

    def __init__(
        self,
        data: TrainingSet,
        limits: Limits,
        objective: Objective,
        aggregator: Aggregator,
        context: RunContext | None = None,
        *,
        backtrack: int = 0,
    ) -> None:
        self.data = data
        self.limits = limits
        self.objective = objective
        self._aggregator = aggregator
        self._sums = _GroupSums(aggregator, objective.row_groups)
        self._context = context or RunContext()
        self._backtrack = backtrack
        self._forbidden = ForbiddenConcepts(limits.forbidden, data.space.implies)
        n_labels = len(data.space.matrix.labels)
        self._width = n_labels + 1
        self._together = max(1, _TOGETHER // (data.n_rows + n_labels))
        few = _FEW_SUMMANDS // (max(1, data.n_rows) * self._width)
        self._growth = growth_positions(data.space, limits, few)

    @classmethod
    def from_learner(
        cls, data: TrainingSet, learner: ClimbingLearner, objective: Objective, context: RunContext
    ) -> "GreedySearch":
        """Return the search of a learner, on its threads or a cluster."""
        limits, pool = Limits.from_learner(learner), context.pool(learner.n_jobs)
        aggregator = aggregator_for(data, objective.row_groups, limits, pool, context.cluster)
        return cls(data, limits, objective, aggregator, context, backtrack=learner.backtrack)

    def start(self) -> SearchNode:
        """Return the node of ⊤, after setting the objective's current weights."""
        self._sums.set_weights(self.objective.weights)
        return SearchNode((TOP,), self.objective.start())

    def learned(self, node: SearchNode) -> LearnedConcept:
        """Return a concept with its degrees over the examples."""
        return self.data.learned(node.concept, lambda: self._aggregator.members(node.lineage))

    def end(self, node: SearchNode) -> LearnedConcept | None:
        """Return the concept where a search ends, None for ⊤; drop what is cached."""
        learned = None if node.concept.is_top else self.learned(node)
        self._aggregator.release()
        return learned

    def with_forbidden(self, excluded: Set[Concept] = frozenset()) -> ExcludedConcepts:
        """Combine excluded concepts with the forbidden ones."""
        return ExcludedConcepts(excluded, self._forbidden)

    def expand(
        self,
        node: SearchNode,
        excluded: Set[Concept] = frozenset(),
        allowed: Mask | None = None,
        scored: dict[Concept, list[MoveBatch]] | None = None,
    ) -> Expansion:
        """Score all refinements; choose the best allowed (notes 8 to 10).

        Only ``allowed`` labels are added; all of them if None. ``scored`` are moves that were
        scored before with the same weights and labels, with no further concepts excluded.
        """
        barred = self.with_forbidden(excluded)
        growth = self._growth.find(node.concept)
        n_pruned = 0
        if growth.with_labels is None or growth.only_top is None:
            moves, n_pruned = self._searched(node, growth.shapes, barred, allowed)
        elif scored is not None and node.concept in scored:
            moves = scored[node.concept]
        else:
            moves = [self._score_labels(node, growth.with_labels, growth.shapes, allowed)]
            if growth.only_top.each:
                moves.append(self._score_tops(node, growth.only_top))
            if scored is not None:
                scored[node.concept] = moves
        n_candidates = sum(move.n_candidates for move in moves)
        chosen = best_refinement(node.concept, moves, self.data.space, barred)
        return Expansion(chosen, moves, n_candidates, n_pruned)

    def _searched(
        self,
        node: SearchNode,
        shapes: Mapping[Path, Concept],
        excluded: Excluded,
        allowed: Mask | None,
    ) -> tuple[list[MoveBatch], int]:
        """Score promising positions, and count the pruned moves."""
        moves: list[MoveBatch] = []
        best, n_pruned = 0.0, 0
        queue = _Queue(Position(path) for path in shapes)
        while popped := queue.pop(self._together, self._least(best)):
            batches = [self._score_labels(node, Positions(popped), shapes, allowed)]
            best = self._better(node, batches[0], excluded, best)
            further = Positions(
                following
                for position in popped
                for following in self._growth.steps(position, shapes)
            )
            ends = []
            for position, bound in zip(further.each, self._bounds(node, further), strict=True):
                if 0 < bound < self._least(best):
                    n_pruned += self._width
                elif bound > 0 and len(position.roles) <= self.limits.lookahead:
                    queue.push(bound, position)
                elif bound > 0:
                    ends.append(position)
            if ends:
                batches.append(self._score_tops(node, Positions(ends)))
                best = self._better(node, batches[1], excluded, best)
            moves += batches
        return moves, n_pruned + len(queue) * self._width

    def _better(self, node: SearchNode, move: MoveBatch, excluded: Excluded, best: float) -> float:
        return best_allowed_gain(node.concept, move, self.data.space, excluded, best)

    def _least(self, best: float) -> float:
        """Return the bound below which nothing equals the best."""
        return best * (1 - _SLACK) if not self._backtrack else 0.0

    def _bounds(self, node: SearchNode, positions: Positions) -> list[float]:
        if not positions.each:
            return []
        bound_sums = self._aggregator.sums(Query(node.lineage, positions, "bounds"), 0)
        bounds: list[float] = self.objective.bounds(node.sums, bound_sums).tolist()
        return bounds

    def _score_labels(
        self,
        node: SearchNode,
        positions: Positions,
        shapes: Mapping[Path, Concept],
        allowed: Mask | None,
    ) -> MoveBatch:
        addable_at = [(at, self._growth.addable(shapes[path])) for at, path in positions.nodes]
        if len(addable_at) == len(positions.each):
            masks = (mask if allowed is None else mask & allowed for _, mask in addable_at)
            if not any(mask.any() for mask in masks):
                return _NO_MOVES  # as where a node is full: nothing to sum up
        sums = self._sums.total(Query(node.lineage, positions, "labels"))
        scores = self.objective.score(sums, node.sums)
        usable = scores.usable.reshape(-1, self._width)
        if allowed is not None:
            usable[:, :-1] &= allowed
        for at, addable in addable_at:
            usable[at, :-1] &= addable
        gains = np.where(usable.ravel(), scores.gains, -np.inf)
        n_candidates = int(np.count_nonzero(usable))
        first, second = scores.first_sums, scores.second_sums
        return MoveBatch(positions.each, 0, first, second, gains, scores.tie_breakers, n_candidates)

    def _score_tops(self, node: SearchNode, positions: Positions) -> MoveBatch:
        sums = self._sums.total(Query(node.lineage, positions, "tops"))
        scores = self.objective.score(sums, node.sums)
        each, top = positions.each, self._width - 1
        return MoveBatch(
            each,
            top,
            scores.first_sums,
            scores.second_sums,
            scores.gains,
            scores.tie_breakers,
            len(each),
        )

    def find(self, accepts: Callable[[LearnedConcept], bool]) -> LearnedConcept | None:
        """Climb from ⊤; return the first accepted local optimum, or None.

        After a rejected one, the climb resumes at the best refinement not yet taken.
        """
        waiting: list[SearchNode] = []
        visited: set[Concept] = set()
        node: SearchNode | None = self.start()
        steps, accepted = 0, None
        while node is not None:
            visited.add(node.concept)
            better = None if self._context.budget.spent else self._climbed(node, waiting, steps)
            if better is not None:
                node, steps = better, steps + 1
                continue
            learned = self.learned(node)
            if accepts(learned):
                accepted = learned
                break
            node = None if self._context.budget.spent else _pop_unvisited(waiting, visited)
        self._aggregator.release()
        return accepted

    def _climbed(
        self, node: SearchNode, waiting: list[SearchNode], steps: int
    ) -> SearchNode | None:
        outcome = self.expand(node)
        if outcome.best is None:
            return None
        if self._backtrack:
            waiting.extend(self._runners_up(node, outcome.best, outcome.moves))
        if self._context.has_listener:
            best = outcome.best
            self._context.emit(
                Step(
                    steps + 1,
                    node.concept,
                    best.concept,
                    best.gain,
                    best.sums[0] / best.sums[1],
                    outcome.n_candidates,
                    outcome.n_pruned,
                )
            )
        return node.refined(outcome.best)

    def _runners_up(
        self, node: SearchNode, taken: Refinement, moves: list[MoveBatch]
    ) -> list[SearchNode]:
        """Return the k next most confident refinements, best last (note 12)."""
        barred = self.with_forbidden()
        alternatives = improving_refinements(node.concept, moves, self.data.space, barred)
        del alternatives[taken.concept]
        nodes = [node.refined(refinement) for refinement in alternatives.values()]
        ranks = [refinement.rank for refinement in alternatives.values()]
        confidences = np.array([self.learned(candidate).confidence for candidate in nodes])
        chosen: list[SearchNode] = []
        while len(chosen) < self._backtrack and np.isfinite(confidences).any():
            number = min(largest(confidences), key=lambda at: ranks[at])
            chosen.append(nodes[number])
            confidences[number] = -np.inf
        return chosen[::-1]


def _pop_unvisited(waiting: list[SearchNode], visited: set[Concept]) -> SearchNode | None:
    while waiting:
        node = waiting.pop()
        if node.concept not in visited:
            return node
    return None
