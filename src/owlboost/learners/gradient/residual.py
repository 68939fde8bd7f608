"""The objective of gradient boosting: the residual that one more concept can explain.

For slopes g and curvatures k of the loss, a concept C earns ``G² / (K + λ)`` with ``G = Σ g·C`` and
``K = Σ k·C²``. It may argue only for what its own examples say: −G must have the sign of its lift
(mathematics §9).
"""

from dataclasses import dataclass

import numpy as np

from owlboost.kernels.regression import fill_gains
from owlboost.learners.search.ground import Ground
from owlboost.learners.search.objectives import MoveScores, Sums
from owlboost.learners.search.ties import TOLERANCE
from owlboost.learners.search.weighings import Moments
from owlboost.runtime.array_types import Floats, Weights

RISE = 0.1
"""A concept grows while its score rises by more than this, relatively: conditions must pay."""

_FLAT = 1e-12


@dataclass(frozen=True, slots=True)
class Penalty:
    """What keeps concepts and weights small.

    Attributes
    ----------
    ridge
        λ: added to the curvature of a concept.
    min_cover
        Least ``Σ C`` of a concept.
    sign
        −1 for concepts that argue for the target only, 0 for both.
    balance
        Whether both classes have the same total weight.
    """

    ridge: float = 1.0
    min_cover: float = 2.0
    sign: int = 0
    balance: bool = True

    @property
    def least_cover(self) -> float:
        """``min_cover`` less what rounding may take from a sum."""
        return self.min_cover * (1 - TOLERANCE)


def lifts(labels: Floats, counts: Weights) -> Weights:
    """``n·(y − π)`` for each example, with π the share of positives among all.

    ``Σ n·(y − π)·C`` is above 0 exactly if the confidence of C is above π: if there are more
    positives among what C covers than among all.

    Examples
    --------
    >>> lifts(np.array([1.0, 0.0, 0.0, 0.0]), np.ones(4))
    array([ 0.75, -0.25, -0.25, -0.25])
    """
    return np.asarray(counts * (labels - (labels * counts).sum() / counts.sum()))


class Residual:
    """Scores refinements by the residual they explain; the two sums of a concept are G and K.

    All examples count alike, so there is one part of them.
    """

    def __init__(self, ground: Ground, penalty: Penalty) -> None:
        self.parts = (slice(0, ground.n_rows),)
        self._counts = ground.counts
        self._lifts = lifts(ground.labels, ground.counts)
        self._penalty = penalty
        nothing = np.empty(0)
        self.weighing = Moments(nothing, nothing, nothing, nothing)

    def aim(self, slopes: Floats, curvatures: Floats) -> None:
        """Set slope and curvature of the loss at every example; flat ones are bent a little."""
        np.maximum(curvatures, _FLAT, out=curvatures)
        self.weighing = Moments(slopes, curvatures, self._counts, self._lifts)

    def start(self) -> Sums:
        """Slope and curvature of ⊤; its score counts as 0, since its weight is fitted anyway."""
        return 0.0, float(self.weighing.curvatures.sum())

    def worth(self, sums: Sums) -> float:
        """``G² / (K + λ)``."""
        return sums[0] ** 2 / (sums[1] + self._penalty.ridge)

    def bounds(self, before: Sums, reaches: Floats) -> Floats:
        """Bound the scores of everything at places and beyond.

        Of one sign, ``|G| ≤ A = Σ|g|·m`` with m the degrees that get here, and by Cauchy and
        Schwarz ``G² ≤ S·K`` with ``S = Σ g²/k``; hence ``G²/(K + λ) ≤ A²·S / (A² + λ·S)``.
        """
        del before
        falling_reach, falling_spread, rising_reach, rising_spread = reaches
        falling = self._most(falling_reach, falling_spread)
        if self._penalty.sign < 0:
            return falling
        return np.maximum(falling, self._most(rising_reach, rising_spread))

    def _most(self, reach: Floats, spread: Floats) -> Floats:
        squared = reach * reach
        whole = squared + self._penalty.ridge * spread
        return np.divide(squared * spread, whole, out=np.zeros_like(whole), where=reach > 0)

    def score(self, sums: Floats, before: Sums) -> MoveScores:
        """Score moves by G, K, what they cover and whether that agrees with where G points."""
        slope, curvature, cover, _ = sums
        penalty, least = self._penalty, self.worth(before) * (1 + RISE) + _FLAT
        wanted = penalty.ridge, penalty.least_cover, least, penalty.sign < 0
        gains, usable = np.empty(slope.size), np.empty(slope.size, dtype=np.bool_)
        fill_gains(np.ascontiguousarray(sums), *wanted, gains, usable)
        return MoveScores(slope, curvature, gains, cover, usable)
