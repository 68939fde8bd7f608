"""Learn-One-Axiom: the greedy search for one concept (Algorithm 3, notes 11 and 12)."""

from collections.abc import Callable

import numpy as np

from owlboost._typing import Mask, Weights
from owlboost.learners.covering.gain import Gain
from owlboost.learners.covering.learner import CoveringLearner
from owlboost.learners.covering.memo import Memo
from owlboost.learners.search.expansion import Expansion, Situation
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.refinement import Limits, Refinement, Scored, improving_refinements
from owlboost.learners.search.scorers import scorer_for
from owlboost.learners.search.ties import TOLERANCE, largest
from owlboost.learners.watch import Step, Watch
from owlboost.model.concepts import Concept


class Search:
    """Finds one concept at a time over the same ground, for changing weights and positives.

    A memo lets searches with other thresholds take over where this one ends. It is left aside with
    backtracking, where a rejected concept changes the search, and when each step is to be told.
    """

    def __init__(
        self,
        ground: Ground,
        learner: CoveringLearner,
        watch: Watch | None = None,
        memo: Memo | None = None,
    ) -> None:
        self.ground = ground
        self._learner = learner
        self._watch = watch or Watch()
        self._memo = None if learner.backtrack or self._watch.is_followed else memo
        self._gain = Gain(ground)
        self._expansion = Expansion(
            ground,
            Limits.of(learner),
            self._gain,
            scorer_for(ground.space, learner.n_jobs),
            prune=learner.backtrack == 0,
        )

    @property
    def everyone(self) -> Mask:
        """All positives as still to be covered."""
        return np.ones(self._gain.n_positives, dtype=np.bool_)

    def learn_one_axiom(self, weights: Weights, uncovered: Mask) -> Learned | None:
        """Return the concept that the greedy search ends in, or None if none is acceptable.

        Parameters
        ----------
        weights
            Weight of each example, positives first.
        uncovered
            Which positives are still to be covered (Pos).
        """
        if self._memo is None:
            return self._search(weights, uncovered, self.accepts)
        end = self._memo.recall(
            weights,
            uncovered,
            lambda: self._search(weights, uncovered, _anything),
            self._watch.budget,
        )
        return end if end is not None and self.accepts(end) else None

    def _search(
        self, weights: Weights, uncovered: Mask, accepts: Callable[[Learned], bool]
    ) -> Learned | None:
        self._gain.weigh(weights, uncovered)
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

    def accepts(self, learned: Learned) -> bool:
        """Whether confidence ≥ θ and the covered share of E⁻ ≤ η (note 11)."""
        share = learned.negative_count / self.ground.negative_count
        return (
            not learned.body.is_top
            and learned.confidence >= self._learner.min_confidence - TOLERANCE
            and share <= self._learner.max_negative_coverage + TOLERANCE
        )

    def _refine(self, situation: Situation, stack: list[Situation], steps: int) -> Situation | None:
        outcome = self._expansion.expand(situation)
        if outcome.best is None:
            return None
        if self._learner.backtrack:
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
        self, situation: Situation, taken: Refinement, moves: list[Scored]
    ) -> list[Situation]:
        """Return the k most confident refinements not taken, the best last (note 12)."""
        others = improving_refinements(situation.concept, moves, self.ground.space)
        del others[taken.concept]
        waiting = [self._follow(situation, refinement) for refinement in others.values()]
        ranks = [refinement.rank for refinement in others.values()]
        confidences = np.array([other.learned().confidence for other in waiting])
        chosen: list[Situation] = []
        while len(chosen) < self._learner.backtrack and np.isfinite(confidences).any():
            number = min(largest(confidences), key=lambda at: ranks[at])
            chosen.append(waiting[number])
            confidences[number] = -np.inf
        return chosen[::-1]


def _anything(learned: Learned) -> bool:
    del learned
    return True


def _pop_unvisited(stack: list[Situation], visited: set[Concept]) -> Situation | None:
    while stack:
        situation = stack.pop()
        if situation.concept not in visited:
            return situation
    return None
