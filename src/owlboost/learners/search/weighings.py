"""What degrees are summed with: one or more numbers for each example, as an objective says."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from owlboost.runtime.array_types import Degrees, Weights


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Two weights for each example: the sums are ``Σ u·C`` and ``Σ v·C``."""

    left: Weights
    right: Weights

    def over(self, rows: slice) -> "Linear":
        """Return the weights of some examples."""
        return Linear(self.left[rows], self.right[rows])

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights for some examples."""
        return (
            isinstance(other, Linear)
            and np.array_equal(self.left[rows], other.left[rows])
            and np.array_equal(self.right[rows], other.right[rows])
        )


@dataclass(frozen=True, eq=False)
class Moments:
    """Slope, curvature, count and lift of each: ``Σ g·C``, ``Σ k·C²``, ``Σ n·C``, ``Σ l·C``."""

    slopes: Weights
    curvatures: Weights
    counts: Weights
    lifts: Weights

    @cached_property
    def spreads(self) -> Weights:
        """``g²/k``, for bounds; tables need none."""
        return np.asarray(self.slopes**2 / self.curvatures)

    def over(self, rows: slice) -> "Moments":
        """Return the weights of some examples."""
        return Moments(
            self.slopes[rows],
            self.curvatures[rows],
            self.counts[rows],
            self.lifts[rows],
        )

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights for some examples."""
        return (
            isinstance(other, Moments)
            and np.array_equal(self.slopes[rows], other.slopes[rows])
            and np.array_equal(self.curvatures[rows], other.curvatures[rows])
            and np.array_equal(self.counts[rows], other.counts[rows])
            and np.array_equal(self.lifts[rows], other.lifts[rows])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Excess:
    """Two weights and a floor for each example: ``Σ u·max(0, C − f)`` and ``Σ v·max(0, C − f)``."""

    left: Weights
    right: Weights
    floors: Degrees

    def over(self, rows: slice) -> "Excess":
        """Return the weights and floors of some examples."""
        return Excess(self.left[rows], self.right[rows], self.floors[rows])

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights and floors for some examples."""
        return (
            isinstance(other, Excess)
            and np.array_equal(self.left[rows], other.left[rows])
            and np.array_equal(self.right[rows], other.right[rows])
            and np.array_equal(self.floors[rows], other.floors[rows])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Capped:
    """Two weights, a floor and a cap for each example (mathematics §23).

    The sums are ``Σ u·max(0, min(C, c) − min(f, c))`` and ``Σ v·max(0, C − f)``.
    """

    left: Weights
    right: Weights
    floors: Degrees
    caps: Degrees

    @property
    def open(self) -> Weights:
        """The left weights of the examples whose floor is below their cap, 0 for the others."""
        return np.where(self.floors < self.caps, self.left, 0.0)

    def over(self, rows: slice) -> "Capped":
        """Return the weights, floors and caps of some examples."""
        return Capped(self.left[rows], self.right[rows], self.floors[rows], self.caps[rows])

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights, floors and caps for some examples."""
        return (
            isinstance(other, Capped)
            and np.array_equal(self.left[rows], other.left[rows])
            and np.array_equal(self.right[rows], other.right[rows])
            and np.array_equal(self.floors[rows], other.floors[rows])
            and np.array_equal(self.caps[rows], other.caps[rows])
        )


Weighing = Linear | Moments | Excess | Capped
