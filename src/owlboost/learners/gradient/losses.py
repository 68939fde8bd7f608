"""Losses of gradient boosting, and the search objective of their residuals.

For slopes g and curvatures k of the loss, a concept C earns ``G² / (K + λ)`` with ``G = Σ g·C`` and
``K = Σ k·C²``. It may argue only for what its own examples say: −G must have the sign of its lift
(mathematics §9).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from owlboost.kernels.regression import (
    column_products,
    combined,
    fill_gains,
    logistic_descent,
    logistic_parabola,
    logistic_terms,
)
from owlboost.learners.search.objective import TOLERANCE, MoveScores, NewtonWeights, Sums
from owlboost.learners.search.training_set import TrainingSet
from owlboost.runtime.array_types import Degrees, Floats, Weights

NEWTON_STEPS = 50
CONVERGED = 1e-9
"""Stop if a step promises or gains less than this share of the loss."""


class Loss(ABC):
    """A loss of scores F and labels y in [0, 1].

    Attributes
    ----------
    name
        Its name in parameters.
    middle
        Score of a degree of ½.
    slope
        How fast the label that scores stand for rises with them, in the middle.
    usual_sharpness
        Slope of degrees over scores if there are too few examples to choose it.
    ridges
        Choices of the ridge λ; the first where nothing is chosen.
    is_quadratic
        Whether one linear system gives the best weights.
    """

    name: ClassVar[str]
    middle: ClassVar[float]
    slope: ClassVar[float]
    usual_sharpness: ClassVar[float]
    ridges: ClassVar[tuple[float, ...]]
    is_quadratic: ClassVar[bool]

    @abstractmethod
    def losses(self, scores: Floats, labels: Floats, weights: Weights) -> Floats:
        """Weighted loss of each example."""

    def value(self, scores: Floats, labels: Floats, weights: Weights) -> float:
        """Weighted loss of all examples together."""
        return float(self.losses(scores, labels, weights).sum())

    @abstractmethod
    def derivatives(
        self, scores: Floats, labels: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Slope g and curvature k at every example (mathematics §9)."""

    def parabola(
        self, columns: Floats, alpha: Floats, first: int, labels: Floats, weights: Weights
    ) -> tuple[float, Floats, Floats]:
        """Loss of ``F = Σ αᵢ·Cᵢ``, its curvatures and slopes in α.

        Examples are the rows of columns from ``first`` on, as many as there are labels.

        Examples
        --------
        >>> Squared().parabola(np.ones((1, 1)), np.zeros(1), 0, np.ones(1), np.full(1, 2.0))
        (1.0, array([[2.]]), array([-2.]))
        """
        scores = np.empty(labels.size)
        combined(columns, alpha, first, scores)
        slopes, curvatures = self.derivatives(scores, labels, weights)
        products = column_products(columns, first, slopes, curvatures, 0)
        return self.value(scores, labels, weights), *products

    def descended(
        self,
        start: Floats,
        columns: Floats,
        labels: Floats,
        weights: Weights,
        penalty: Floats,
        signs: Floats,
    ) -> tuple[Floats, bool]:
        """Return the weights α reachable at once, and whether they are best.

        A penalty is added to the curvature of each, and each keeps its sign.
        """
        del columns, labels, weights, penalty, signs
        return start, False

    @abstractmethod
    def expected(self, scores: Floats) -> Degrees:
        """Return the label that scores stand for, in [0, 1]."""

    def squared_errors(self, scores: Floats, labels: Floats) -> Floats:
        """Squared errors of scores, taken as labels, at each example.

        Examples
        --------
        >>> Squared().squared_errors(np.array([1.5, 0.0, 0.5]), np.array([1.0, 0.0, 0.0]))
        array([0.  , 0.  , 0.25])
        """
        return np.asarray((self.expected(scores) - labels) ** 2, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Squared(Loss):
    """``w·(F − y)²/2``.

    Examples
    --------
    >>> Squared().derivatives(np.array([0.5]), np.array([1.0]), np.array([2.0]))
    (array([-1.]), array([2.]))
    """

    name: ClassVar[str] = "squared"
    middle: ClassVar[float] = 0.5
    slope: ClassVar[float] = 1.0
    usual_sharpness: ClassVar[float] = 4.0
    ridges: ClassVar[tuple[float, ...]] = (1.0,)
    is_quadratic: ClassVar[bool] = True

    def losses(self, scores: Floats, labels: Floats, weights: Weights) -> Floats:
        """Weighted loss of each example."""
        return np.asarray(weights * (scores - labels) ** 2 / 2)

    def derivatives(
        self, scores: Floats, labels: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Slope and curvature at every example."""
        return weights * (scores - labels), weights.copy()

    def expected(self, scores: Floats) -> Degrees:
        """Return scores between 0 and 1 as they are."""
        return np.clip(scores, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Logistic(Loss):
    """``w·(log(1 + exp F) − y·F)``.

    Examples
    --------
    >>> Logistic().derivatives(np.array([0.0]), np.array([1.0]), np.array([2.0]))
    (array([-1.]), array([0.5]))
    """

    name: ClassVar[str] = "logistic"
    middle: ClassVar[float] = 0.0
    slope: ClassVar[float] = 0.25
    usual_sharpness: ClassVar[float] = 2.0
    ridges: ClassVar[tuple[float, ...]] = (0.3, 1.0)
    is_quadratic: ClassVar[bool] = False

    def losses(self, scores: Floats, labels: Floats, weights: Weights) -> Floats:
        """Weighted loss of each example."""
        losses, _, _ = logistic_terms(scores, labels, weights)
        return losses

    def derivatives(
        self, scores: Floats, labels: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Slope and curvature at every example."""
        _, slopes, curvatures = logistic_terms(scores, labels, weights)
        return slopes, curvatures

    def parabola(
        self, columns: Floats, alpha: Floats, first: int, labels: Floats, weights: Weights
    ) -> tuple[float, Floats, Floats]:
        """Loss of ``F = Σ αᵢ·Cᵢ``, its derivatives in α, in one pass."""
        return logistic_parabola(columns, alpha, first, labels, weights)

    def descended(
        self,
        start: Floats,
        columns: Floats,
        labels: Floats,
        weights: Weights,
        penalty: Floats,
        signs: Floats,
    ) -> tuple[Floats, bool]:
        """Descend in compiled code while all weights keep their signs."""
        given = columns, labels, weights, penalty, signs
        return logistic_descent(*given, start, CONVERGED, NEWTON_STEPS)

    def expected(self, scores: Floats) -> Degrees:
        """Return the probabilities that scores stand for."""
        return sigmoid(scores)


SQUARED, LOGISTIC = Squared(), Logistic()

LOSSES: dict[str, Loss] = {loss.name: loss for loss in (SQUARED, LOGISTIC)}


def sigmoid(scores: Floats) -> Floats:
    """Logistic function, without overflow.

    Examples
    --------
    >>> sigmoid(np.array([0.0, -1000.0]))
    array([0.5, 0. ])
    """
    small = np.abs(scores)
    np.negative(small, out=small)
    positive = 1 / (1 + np.exp(small, out=small))
    return np.where(scores >= 0, positive, 1 - positive)


RISE = 0.1
"""A concept grows while its score rises by more than this share."""

_FLAT = 1e-12


@dataclass(frozen=True, slots=True)
class Penalty:
    """Limits on the size of concepts and weights.

    Attributes
    ----------
    ridge
        λ, added to the curvature of a concept.
    min_cover
        Least ``Σ C`` of a concept.
    sign
        −1 for concepts in favour of the target only, 0 for both signs.
    balance
        Whether both classes have the same total weight.
    """

    ridge: float = 1.0
    min_cover: float = 2.0
    sign: int = 0
    balance: bool = True

    @property
    def least_cover(self) -> float:
        """``min_cover`` less a tolerance for rounding."""
        return self.min_cover * (1 - TOLERANCE)


def lifts(labels: Floats, counts: Weights) -> Weights:
    """``n·(y − π)`` for each example, with π the share of positives.

    ``Σ n·(y − π)·C > 0`` exactly if the confidence of C is above π.

    Examples
    --------
    >>> lifts(np.array([1.0, 0.0, 0.0, 0.0]), np.ones(4))
    array([ 0.75, -0.25, -0.25, -0.25])
    """
    return np.asarray(counts * (labels - (labels * counts).sum() / counts.sum()))


class Residual:
    """Scores refinements by the residual they explain.

    The two sums of a concept are G and K. All examples count alike, so they are one group.
    """

    def __init__(self, data: TrainingSet, penalty: Penalty) -> None:
        self.row_groups = (slice(0, data.n_rows),)
        self._counts = data.counts
        self._lifts = lifts(data.labels, data.counts)
        self._penalty = penalty
        nothing = np.empty(0)
        self.weights = NewtonWeights(nothing, nothing, nothing, nothing)

    def aim(self, slopes: Floats, curvatures: Floats) -> None:
        """Set gradients and Hessians of the loss; the latter are kept above 0."""
        np.maximum(curvatures, _FLAT, out=curvatures)
        self.weights = NewtonWeights(slopes, curvatures, self._counts, self._lifts)

    def start(self) -> Sums:
        """Slope and curvature of ⊤, whose score counts as 0.

        Its weight is fitted anyway.
        """
        return 0.0, float(self.weights.hessians.sum())

    def worth(self, sums: Sums) -> float:
        """``G² / (K + λ)``."""
        return sums[0] ** 2 / (sums[1] + self._penalty.ridge)

    def bounds(self, parent_sums: Sums, bound_sums: Floats) -> Floats:
        """Bound the scores of all moves at and beyond each position.

        For one sign, ``|G| ≤ A = Σ|g|·m`` with m the degrees that reach it, and by Cauchy and
        Schwarz ``G² ≤ S·K`` with ``S = Σ g²/k``; hence ``G²/(K + λ) ≤ A²·S / (A² + λ·S)``.
        """
        del parent_sums
        falling_sum, falling_spread, rising_sum, rising_spread = bound_sums
        falling = self._most(falling_sum, falling_spread)
        if self._penalty.sign < 0:
            return falling
        return np.maximum(falling, self._most(rising_sum, rising_spread))

    def _most(self, total: Floats, spread: Floats) -> Floats:
        squared = total * total
        denominator = squared + self._penalty.ridge * spread
        return np.divide(
            squared * spread, denominator, out=np.zeros_like(denominator), where=total > 0
        )

    def score(self, sums: Floats, parent_sums: Sums) -> MoveScores:
        """Score moves by G and K; usable moves have the sign of their lift."""
        slope, curvature, cover, _ = sums
        penalty, least = self._penalty, self.worth(parent_sums) * (1 + RISE) + _FLAT
        wanted = penalty.ridge, penalty.least_cover, least, penalty.sign < 0
        gains, usable = np.empty(slope.size), np.empty(slope.size, dtype=np.bool_)
        fill_gains(np.ascontiguousarray(sums), *wanted, gains, usable)
        return MoveScores(slope, curvature, gains, cover, usable)
