"""Placement of fuzzy sets: equal widths, clusters, quantiles, cuts by labels.

A placing returns the peaks of the sets or, one row each, the stretches on which a set gives way to
the next (mathematics §4).
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from owlboost.kernels.fuzzy import fuzzy_cmeans, joined_cells
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


KMEANS_ITERATIONS = 100

SLOPE = 0.25
"""How far a set gives way on either side of a cut, as a share of the shorter of the two parts."""

_NO_GAIN = 1e-12

_DIGITS = 9
"""Gains that agree in so many digits are equal."""

Placing = Callable[..., Floats]


def quantile_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at the quantiles (i + ½)/n, so that sets hold about as many values each.

    Examples
    --------
    >>> quantile_peaks(np.array([0.0, 1.0, 2.0, 3.0, 100.0]), 2)
    array([1., 3.])
    """
    del centroid_exponent
    distribution = Distribution.of(values, counts)
    found = distribution.quantiles((np.arange(n_sets) + 0.5) / n_sets)
    return np.asarray(np.ldexp(found, distribution.exponent))


def kmeans_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at the centres of k-means, begun at the quantiles; groups without a value vanish.

    Examples
    --------
    >>> kmeans_peaks(np.array([0.0, 0.5, 5.0, 5.5, 9.5, 10.0]), 3)
    array([0.25, 5.25, 9.75])
    """
    del centroid_exponent
    distribution = Distribution.of(values, counts)
    distinct, times = distribution.values, distribution.counts
    ends = np.append(0.0, np.cumsum(times))
    sums = np.append(0.0, np.cumsum(times * distinct))
    centres = np.unique(distribution.quantiles((np.arange(n_sets) + 0.5) / n_sets))
    if centres.size < n_sets:
        centres = np.unique(np.quantile(distinct, (np.arange(n_sets) + 0.5) / n_sets))
    for _ in range(KMEANS_ITERATIONS):
        middles = (centres[1:] + centres[:-1]) / 2
        bounds = np.concatenate([[0], np.searchsorted(distinct, middles), [distinct.size]])
        size = np.diff(ends[bounds])
        moved = np.diff(sums[bounds])[size > 0] / size[size > 0]
        if np.array_equal(moved, centres):
            break
        centres = moved
    return np.asarray(np.ldexp(centres, distribution.exponent))


def entropy_cuts(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
    labels: Floats | None = None,
) -> Floats:
    """Let sets give way where labels change: at the cuts that tell most of them, one by one.

    Values without a label (NaN) are left out. There are fewer sets where a further cut tells
    nothing, and none where no cut does.

    Examples
    --------
    >>> values = np.array([0.0, 1.0, 2.0, 8.0, 9.0, 10.0])
    >>> entropy_cuts(values, 2, labels=np.array([0.0, 0, 0, 1, 1, 1]))
    array([[3.75, 6.25]])
    """
    del centroid_exponent
    told = np.zeros(0) if labels is None else np.flatnonzero(~np.isnan(labels))
    if labels is None or not told.size:
        return np.empty((0, 2))
    times = np.ones(told.size) if counts is None else counts[told]
    distinct, which = np.unique(values[told], return_inverse=True)
    n = np.append(0.0, np.cumsum(np.bincount(which, times, distinct.size)))
    positive = np.append(0.0, np.cumsum(np.bincount(which, times * labels[told], distinct.size)))
    ends = [0, distinct.size]
    while len(ends) <= n_sets:
        gain, cut = max(
            (_best_cut(n, positive, first, last) for first, last in pairwise(ends)),
            key=lambda found: (round(found[0], _DIGITS), -found[1]),
        )
        if gain <= _NO_GAIN * n[-1]:
            break
        ends = sorted([*ends, cut])
    cuts = np.array([(distinct[at - 1] + distinct[at]) / 2 for at in ends[1:-1]])
    margins = SLOPE * np.diff(np.concatenate([[distinct[0]], cuts, [distinct[-1]]]))
    slopes = np.minimum(margins[:-1], margins[1:])
    return np.column_stack([cuts - slopes, cuts + slopes])


entropy_cuts.supervised = True  # type: ignore[attr-defined]


def is_supervised(placing: Placing) -> bool:
    """Whether a placing looks at the labels of examples; it then takes the keyword ``labels``."""
    return bool(getattr(placing, "supervised", False))


def _best_cut(n: Floats, positive: Floats, first: int, last: int) -> tuple[float, int]:
    """Return by how much the best cut between two ends lowers the entropy, and where it is."""
    if last - first < 2:
        return 0.0, first
    at = np.arange(first + 1, last)
    whole = _entropy(n[last] - n[first], positive[last] - positive[first])
    left = _entropy(n[at] - n[first], positive[at] - positive[first])
    right = _entropy(n[last] - n[at], positive[last] - positive[at])
    gains = whole - left - right
    best = int(np.argmax(np.round(gains, _DIGITS)))
    return float(gains[best]), int(at[best])


def _entropy(n: Floats, positive: Floats) -> Floats:
    """``n·H(p)`` in bits; 0·log 0 is 0."""
    found = np.zeros(np.shape(n))
    for part in (positive, n - positive):
        share = np.divide(part, n, out=np.ones(np.shape(n)), where=n > 0)
        found -= np.where(share > 0, part * np.log2(np.where(share > 0, share, 1.0)), 0.0)
    return found


PLATEAU = 0.25
"""How far a plateau reaches from its peak, as a share of the way to the next one."""


@dataclass(frozen=True, slots=True)
class Plateaus:
    """A placing around whose peaks sets hold fully for a while: trapezoids in place of triangles.

    Examples
    --------
    >>> Plateaus(uniform_peaks)(np.array([0.0, 8.0]), 3)
    array([[1., 3.],
           [5., 7.]])
    """

    peaks: Placing

    def __call__(self, *given: object) -> Floats:
        """Return where sets around the peaks of the placing give way to each other."""
        found = np.unique(self.peaks(*given))
        margin = PLATEAU * np.diff(found)
        return np.column_stack([found[:-1] + margin, found[1:] - margin])


def uniform_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at equal distances from the least to the largest value, however often values occur.

    Examples
    --------
    >>> uniform_peaks(np.array([0.0, 10.0, 3.0]), 3)
    array([ 0.,  5., 10.])
    """
    del centroid_exponent, counts
    return np.linspace(values.min(), values.max(), n_sets)


UNIFORM = Plateaus(uniform_peaks)


def cmeans_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at the centres of fuzzy c-means with m = 2; a value counts as often as it is said to.

    Examples
    --------
    >>> cmeans_peaks(np.array([0.0, 0.1, 5.0, 5.1, 9.9, 10.0]), 3).round(1)
    array([0.1, 5. , 9.9])
    """
    distribution = Distribution.of(values, counts)
    centres = _centres(distribution, distribution.cells(), n_sets, centroid_exponent)
    return np.asarray(np.ldexp(centres, distribution.exponent))


CMEANS_ITERATIONS = 100

CMEANS_TOLERANCE = 0.05
_SAME_PEAK = 1e-9


def _centres(
    distribution: Distribution,
    cells: tuple[Floats, Weights],
    n_sets: int,
    centroid_exponent: float,
) -> Floats:
    """Centres of c-means over the cells of a distribution, divided by its power of two.

    Where there are as many sets as values, these are the values themselves.
    """
    if distribution.values.size == n_sets:
        return distribution.values
    shares = (np.arange(n_sets) + 0.5) / n_sets
    start = distribution.quantiles(shares)
    if (np.diff(start) <= _SAME_PEAK * distribution.width).any():
        start = np.quantile(distribution.values, shares)
    return fuzzy_cmeans(
        *cells,
        np.ascontiguousarray(start),
        CMEANS_TOLERANCE,
        CMEANS_ITERATIONS,
        float(centroid_exponent),
    )


CMEANS = Plateaus(cmeans_peaks)
QUANTILE = Plateaus(quantile_peaks)
KMEANS = Plateaus(kmeans_peaks)
