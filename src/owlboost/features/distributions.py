"""How the values of a property are distributed: sorted once, whatever is asked of them."""

from dataclasses import dataclass

import numpy as np

from owlboost.kernels.fuzzy import joined_cells
from owlboost.runtime.array_types import Floats, Weights

CELLS = 8192
"""Into so many parts of equal count, and so many of equal width, many values are divided."""

MOST_DISTINCT = 2 * CELLS
"""More distinct values than this are joined in cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Distinct values, ascending, and how often each counts.

    Attributes
    ----------
    values
        The values, divided by a power of two, so that squares of huge and tiny numbers stay
        numbers.
    counts
        How often each of them counts.
    ends
        How often it and all smaller ones count together.
    exponent
        The power of two.

    Examples
    --------
    >>> found = Distribution.of(np.array([3.0, 1.0, 3.0]))
    >>> found.values, found.counts, found.exponent
    (array([0.25, 0.75]), array([1., 2.]), 2)
    """

    values: Floats
    counts: Weights
    ends: Weights
    exponent: int

    @classmethod
    def of(cls, values: Floats, counts: Weights | None = None) -> "Distribution":
        """Sort values; each counts once if it is not said how often."""
        _, exponent = np.frexp(max(abs(values.min()), abs(values.max())))
        scaled = np.ldexp(values, -exponent)  # exact
        times = np.ones(0)
        if counts is None:
            scaled.sort()
        else:
            order = np.argsort(scaled, kind="stable")
            scaled, times = scaled[order], counts[order]
        is_last = np.append(scaled[1:] != scaled[:-1], True)
        if counts is None and is_last.all():
            return cls(scaled, np.ones(scaled.size), np.arange(1.0, scaled.size + 1), int(exponent))
        last = np.flatnonzero(is_last)
        first = np.append(0, last[:-1] + 1)
        if counts is None:
            ends = (last + 1).astype(np.float64)
            return cls(scaled[first], ends - first, ends, int(exponent))
        run = np.cumsum(is_last) - is_last
        summed = np.bincount(run, times, last.size).astype(np.float64)
        return cls(scaled[first], summed, np.cumsum(times)[last], int(exponent))

    @property
    def width(self) -> float:
        """Distance between the least and the largest value, divided by the power of two."""
        return float(self.values[-1] - self.values[0])

    def quantiles(self, shares: Floats) -> Floats:
        """Quantiles of the values as if they were repeated, linear between neighbours.

        Examples
        --------
        >>> found = Distribution.of(np.array([0.5, 0.25]), np.array([1.0, 3.0]))
        >>> found.quantiles(np.array([0.0, 0.9])) * 2.0**found.exponent
        array([0.25 , 0.425])
        """
        places = shares * max(float(self.ends[-1]) - 1, 0.0)
        below = np.floor(places)
        last = self.values.size - 1
        low, high = (
            self.values[np.minimum(np.searchsorted(self.ends, place, side="right"), last)]
            for place in (below, below + 1)
        )
        step, part = high - low, places - below
        found: Floats = np.where(part < 0.5, low + step * part, high - step * (1 - part))
        return found

    def cells(self, n_cells: int = CELLS, most: int = MOST_DISTINCT) -> tuple[Floats, Weights]:
        """Return the values and their counts; of very many, those of cells (mathematics §4).

        Two values are in one cell if they are so in a division into ``n_cells`` parts of equal
        count, and in one into as many of equal width. A cell has the mean of its values.

        Examples
        --------
        >>> found = Distribution.of(np.array([0.0, 1.0, 2.0, 3.0, 100.0]))
        >>> values, counts = found.cells(n_cells=2, most=4)
        >>> np.ldexp(values, found.exponent), counts
        (array([  1.,   3., 100.]), array([3., 1., 1.]))
        """
        if self.values.size <= most:
            return self.values, self.counts
        return joined_cells(self.values, self.counts, n_cells)
