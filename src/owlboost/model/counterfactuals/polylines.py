"""Piecewise linear functions on one interval: what degrees are between the corners of sets."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats

Pick = Callable[[Floats, Floats], Floats]
"""The larger or the smaller of two numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Polyline:
    """A continuous function that is linear between its knots.

    Examples
    --------
    >>> rising = Polyline(np.array([0.0, 4.0]), np.array([0.0, 1.0]))
    >>> met = rising.picked(Polyline.level(0.0, 4.0, 0.5), np.minimum)
    >>> met.knots, met.values
    (array([0., 2., 4.]), array([0. , 0.5, 0.5]))
    """

    knots: Floats
    values: Floats

    @classmethod
    def level(cls, low: float, high: float, value: float) -> "Polyline":
        """Return a constant."""
        return cls(np.array([low, high]), np.array([value, value]))

    def scaled(self, factor: float) -> "Polyline":
        """Return a multiple."""
        return Polyline(self.knots, factor * self.values)

    def plus(self, other: "Polyline") -> "Polyline":
        """Return a sum."""
        knots, mine, others = self._beside(other)
        return Polyline(knots, mine + others)

    def picked(self, other: "Polyline", pick: Pick) -> "Polyline":
        """Return the smaller or the larger of two; where they cross is a knot."""
        knots, mine, others = self._beside(other)
        ahead = mine - others
        at = np.flatnonzero(ahead[:-1] * ahead[1:] < 0)
        share = ahead[at] / (ahead[at] - ahead[at + 1])
        crossings = knots[at] + share * (knots[at + 1] - knots[at])
        knots = np.union1d(knots, crossings)
        return Polyline(knots, pick(self._at(knots), other._at(knots)))

    def _beside(self, other: "Polyline") -> tuple[Floats, Floats, Floats]:
        knots = np.union1d(self.knots, other.knots)
        return knots, self._at(knots), other._at(knots)

    def _at(self, points: Floats) -> Floats:
        return np.asarray(np.interp(points, self.knots, self.values))
