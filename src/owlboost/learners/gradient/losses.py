"""What gradient boosting minimises: all that depends on the loss stands here."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from owlboost.kernels.regression import (
    column_products,
    combined,
    logistic_descent,
    logistic_parabola,
    logistic_terms,
)
from owlboost.runtime.array_types import Degrees, Floats, Weights

NEWTON_STEPS = 50
CONVERGED = 1e-9
"""A step that promises less than this share of the loss, or lowers it by less, is the last."""


class Loss(ABC):
    """A loss of scores F against labels y in [0, 1].

    Attributes
    ----------
    name
        What parameters call it.
    middle
        The score that stands for a degree of ½.
    slope
        How fast the label that scores stand for rises with them, in the middle.
    usual_sharpness
        How fast degrees rise with scores where too few examples are at hand to choose.
    ridges
        What may keep weights small (λ); the first where nothing is chosen.
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
        """Slope g and curvature k of the loss at every example (mathematics §9)."""

    def parabola(
        self, columns: Floats, alpha: Floats, first: int, labels: Floats, weights: Weights
    ) -> tuple[float, Floats, Floats]:
        """Loss of ``F = Σ αᵢ·Cᵢ``, with its curvatures and slopes in α.

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
        sides: Floats,
    ) -> tuple[Floats, bool]:
        """Return the weights α that can be reached at once, and whether they are the best.

        A penalty is added to the curvature of each, and each has a side that it keeps to.
        """
        del columns, labels, weights, penalty, sides
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
        """Loss of ``F = Σ αᵢ·Cᵢ``, with its curvatures and slopes in α, in one pass."""
        return logistic_parabola(columns, alpha, first, labels, weights)

    def descended(
        self,
        start: Floats,
        columns: Floats,
        labels: Floats,
        weights: Weights,
        penalty: Floats,
        sides: Floats,
    ) -> tuple[Floats, bool]:
        """Go down in compiled code as far as no weight leaves its side."""
        given = columns, labels, weights, penalty, sides
        return logistic_descent(*given, start, CONVERGED, NEWTON_STEPS)

    def expected(self, scores: Floats) -> Degrees:
        """Return the probability that a score stands for."""
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
