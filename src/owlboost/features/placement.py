"""Placement of fuzzy sets: equal widths, clusters, quantiles, cuts by labels.

A placement returns the peaks of the sets, or the intervals of transition from each set to the next,
one per row (mathematics §4).
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from owlboost.kernels.fuzzy import fuzzy_cmeans, joined_cells
from owlboost.runtime.array_types import Floats, Weights

CELLS = 8192
"""Number of parts of equal count, and of equal width, to divide many values into."""

MOST_DISTINCT = 2 * CELLS
"""Above this number, distinct values are merged into cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Distinct values, ascending, with their counts.

    Attributes
    ----------
    values
        The values, divided by a power of two, so that squares of huge and tiny numbers neither
        overflow nor underflow.
    counts
        How often each of them counts.
    ends
        How often it and all smaller ones count together.
    exponent
        The power of two.

    Examples
    --------
    >>> distribution = Distribution.from_values(np.array([3.0, 1.0, 3.0]))
    >>> distribution.values, distribution.counts, distribution.exponent
    (array([0.25, 0.75]), array([1., 2.]), 2)
    """

    values: Floats
    counts: Weights
    ends: Weights
    exponent: int

    @classmethod
    def from_values(cls, values: Floats, counts: Weights | None = None) -> "Distribution":
        """Sort values; each counts once if ``counts`` is None."""
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
        """Distance from the least to the largest value, divided likewise."""
        return float(self.values[-1] - self.values[0])

    def quantiles(self, shares: Floats) -> Floats:
        """Quantiles of the values as if they were repeated, linear between neighbours.

        Examples
        --------
        >>> distribution = Distribution.from_values(np.array([0.5, 0.25]), np.array([1.0, 3.0]))
        >>> distribution.quantiles(np.array([0.0, 0.9])) * 2.0**distribution.exponent
        array([0.25 , 0.425])
        """
        positions = shares * max(float(self.ends[-1]) - 1, 0.0)
        below = np.floor(positions)
        last = self.values.size - 1
        low, high = (
            self.values[np.minimum(np.searchsorted(self.ends, position, side="right"), last)]
            for position in (below, below + 1)
        )
        step, part = high - low, positions - below
        interpolated: Floats = np.where(part < 0.5, low + step * part, high - step * (1 - part))
        return interpolated

    def cells(self, n_cells: int = CELLS, most: int = MOST_DISTINCT) -> tuple[Floats, Weights]:
        """Return values and counts, merged into cells if there are many (mathematics §4).

        Two values share a cell if they share a part both among ``n_cells`` parts of equal count
        and among as many of equal width. The value of a cell is the mean of its values.

        Examples
        --------
        >>> distribution = Distribution.from_values(np.array([0.0, 1.0, 2.0, 3.0, 100.0]))
        >>> values, counts = distribution.cells(n_cells=2, most=4)
        >>> np.ldexp(values, distribution.exponent), counts
        (array([  1.,   3., 100.]), array([3., 1., 1.]))
        """
        if self.values.size <= most:
            return self.values, self.counts
        return joined_cells(self.values, self.counts, n_cells)


KMEANS_ITERATIONS = 100

SLOPE = 0.25
"""Half width of the transition at a cut, as a share of the shorter of the two parts."""

_NO_GAIN = 1e-12

_DIGITS = 9
"""Number of digits for comparing gains."""

Placing = Callable[..., Floats]


def quantile_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at the quantiles (i + ½)/n: sets hold equally many values.

    Examples
    --------
    >>> quantile_peaks(np.array([0.0, 1.0, 2.0, 3.0, 100.0]), 2)
    array([1., 3.])
    """
    del centroid_exponent
    distribution = Distribution.from_values(values, counts)
    scaled = distribution.quantiles((np.arange(n_sets) + 0.5) / n_sets)
    return np.asarray(np.ldexp(scaled, distribution.exponent))


def kmeans_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at the centres of k-means, begun at the quantiles.

    Groups without a value vanish.

    Examples
    --------
    >>> kmeans_peaks(np.array([0.0, 0.5, 5.0, 5.5, 9.5, 10.0]), 3)
    array([0.25, 5.25, 9.75])
    """
    del centroid_exponent
    distribution = Distribution.from_values(values, counts)
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
    """Cuts that best separate labels, found one by one.

    Transitions lie where labels change. Values without a label (NaN) are left out. There are fewer
    sets if a further cut gains nothing, and none if no cut does.

    Examples
    --------
    >>> values = np.array([0.0, 1.0, 2.0, 8.0, 9.0, 10.0])
    >>> entropy_cuts(values, 2, labels=np.array([0.0, 0, 0, 1, 1, 1]))
    array([[3.75, 6.25]])
    """
    del centroid_exponent
    labelled = np.zeros(0) if labels is None else np.flatnonzero(~np.isnan(labels))
    if labels is None or not labelled.size:
        return np.empty((0, 2))
    times = np.ones(labelled.size) if counts is None else counts[labelled]
    distinct, which = np.unique(values[labelled], return_inverse=True)
    n = np.append(0.0, np.cumsum(np.bincount(which, times, distinct.size)))
    positive = np.append(
        0.0, np.cumsum(np.bincount(which, times * labels[labelled], distinct.size))
    )
    ends = [0, distinct.size]
    while len(ends) <= n_sets:
        gain, cut = max(
            (_best_cut(n, positive, first, last) for first, last in pairwise(ends)),
            key=lambda gain_and_cut: (round(gain_and_cut[0], _DIGITS), -gain_and_cut[1]),
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
    """Whether a placement takes the labels of examples, by keyword."""
    return bool(getattr(placing, "supervised", False))


def _best_cut(n: Floats, positive: Floats, first: int, last: int) -> tuple[float, int]:
    """Return the largest fall of entropy between two ends, and its cut."""
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
    bits = np.zeros(np.shape(n))
    for part in (positive, n - positive):
        share = np.divide(part, n, out=np.ones(np.shape(n)), where=n > 0)
        bits -= np.where(share > 0, part * np.log2(np.where(share > 0, share, 1.0)), 0.0)
    return bits


PLATEAU = 0.25
"""Half width of a plateau, as a share of the distance to the next peak."""


@dataclass(frozen=True, slots=True)
class Trapezoids:
    """A placing of trapezoids: plateaus around the peaks of another placing.

    Examples
    --------
    >>> Trapezoids(uniform_peaks)(np.array([0.0, 8.0]), 3)
    array([[1., 3.],
           [5., 7.]])
    """

    peaks: Placing

    def __call__(self, *arguments: object) -> Floats:
        """Return the intervals of transition between neighbouring sets."""
        peaks = np.unique(self.peaks(*arguments))
        margin = PLATEAU * np.diff(peaks)
        return np.column_stack([peaks[:-1] + margin, peaks[1:] - margin])


def uniform_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at equal distances from the least to the largest value.

    Examples
    --------
    >>> uniform_peaks(np.array([0.0, 10.0, 3.0]), 3)
    array([ 0.,  5., 10.])
    """
    del centroid_exponent, counts
    return np.linspace(values.min(), values.max(), n_sets)


UNIFORM = Trapezoids(uniform_peaks)


def cmeans_peaks(
    values: Floats,
    n_sets: int,
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Peaks at the centres of fuzzy c-means with m = 2.

    Examples
    --------
    >>> cmeans_peaks(np.array([0.0, 0.1, 5.0, 5.1, 9.9, 10.0]), 3).round(1)
    array([0.1, 5. , 9.9])
    """
    distribution = Distribution.from_values(values, counts)
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
    """Centres of c-means over the cells of a distribution, divided likewise.

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


CMEANS = Trapezoids(cmeans_peaks)
QUANTILE = Trapezoids(quantile_peaks)
KMEANS = Trapezoids(kmeans_peaks)
