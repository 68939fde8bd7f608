"""Piecewise linear functions on one interval: what degrees are between the corners of sets."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

Pick = Callable[[float, float], float]
"""The larger or the smaller of two numbers."""


@dataclass(frozen=True, slots=True)
class Polyline:
    """A continuous function that is linear between its knots.

    It has a handful of knots, so plain numbers are quicker than arrays.

    Examples
    --------
    >>> rising = Polyline((0.0, 4.0), (0.0, 1.0))
    >>> rising.picked(Polyline.level(0.0, 4.0, 0.5), min)
    Polyline(knots=(0.0, 2.0, 4.0), values=(0.0, 0.5, 0.5))
    """

    knots: tuple[float, ...]
    values: tuple[float, ...]

    @classmethod
    def level(cls, low: float, high: float, value: float) -> "Polyline":
        """Return a constant."""
        return cls((low, high), (value, value))

    def scaled(self, factor: float) -> "Polyline":
        """Return a multiple."""
        return Polyline(self.knots, tuple(factor * value for value in self.values))

    def plus(self, other: "Polyline") -> "Polyline":
        """Return a sum."""
        knots, mine, others = self._beside(other)
        return Polyline(knots, tuple(a + b for a, b in zip(mine, others, strict=True)))

    def picked(self, other: "Polyline", pick: Pick) -> "Polyline":
        """Return the smaller or the larger of two; where they cross is a knot."""
        knots, mine, others = self._beside(other)
        ahead = [a - b for a, b in zip(mine, others, strict=True)]
        crossings = [
            knots[at] + first / (first - last) * (knots[at + 1] - knots[at])
            for at, (first, last) in enumerate(pairwise(ahead))
            if first * last < 0
        ]
        if crossings:
            knots = tuple(sorted({*knots, *crossings}))
            mine, others = self._at(knots), other._at(knots)
        return Polyline(knots, tuple(map(pick, mine, others)))

    def _beside(self, other: "Polyline") -> tuple[tuple[float, ...], ...]:
        if self.knots == other.knots:
            return self.knots, self.values, other.values
        knots = tuple(sorted({*self.knots, *other.knots}))
        return knots, self._at(knots), other._at(knots)

    def _at(self, points: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(map(self._value, points))

    def _value(self, point: float) -> float:
        """Return the value at a point between the first and the last knot."""
        after = min(bisect_right(self.knots, point), len(self.knots) - 1)
        near, far = self.knots[after - 1 : after + 1]
        first, last = self.values[after - 1 : after + 1]
        if point == far:
            return last
        return first + (last - first) / (far - near) * (point - near)
