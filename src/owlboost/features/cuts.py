"""More ways to place fuzzy sets: quantiles, k-means, and cuts by the labels.

A placing returns the peaks of the sets or, one row each, the stretches on which a set gives way to
the next (mathematics §4).
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from owlboost.features.distributions import Distribution
from owlboost.runtime.array_types import Floats, Weights

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
