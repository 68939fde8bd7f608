"""Learn-One-Axiom: the greedy search for one concept (Algorithm 3, notes 11 and 12)."""

from collections.abc import Callable

import numpy as np

from owlboost.learners.covering.gain import Gain
from owlboost.learners.covering.learner import CoveringLearner
from owlboost.learners.covering.memo import Memo
from owlboost.learners.search.climb import Climb
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.ties import TOLERANCE
from owlboost.learners.watch import Watch
from owlboost.runtime.array_types import Mask, Weights


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
        self._climb = Climb(ground, learner, self._gain, self._watch)

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
        return self._climb.to(accepts)

    def accepts(self, learned: Learned) -> bool:
        """Whether confidence ≥ θ and the covered share of E⁻ ≤ η (note 11)."""
        share = learned.negative_count / self.ground.negative_count
        return (
            not learned.body.is_top
            and learned.confidence >= self._learner.min_confidence - TOLERANCE
            and share <= self._learner.max_negative_coverage + TOLERANCE
        )


def _anything(learned: Learned) -> bool:
    del learned
    return True
