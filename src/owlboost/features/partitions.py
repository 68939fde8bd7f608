"""Fuzzy partitions of numeric data properties (notes 5 and 6)."""

from itertools import count

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.features.placings import PLACINGS
from owlboost.kernels.cmeans import fuzzy_cmeans
from owlboost.model.fuzzysets import (
    FuzzySet,
    LeftShoulder,
    Partition,
    RightShoulder,
    Shape,
    Triangular,
)
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.vocabulary import short_name

SET_LABELS: dict[int, tuple[str, ...]] = {
    2: ("L", "H"),
    3: ("L", "F", "H"),
    4: ("VL", "L", "H", "VH"),
    5: ("VL", "L", "F", "H", "VH"),
    6: ("VVL", "VL", "L", "H", "VH", "VVH"),
    7: ("VVL", "VL", "L", "F", "H", "VH", "VVH"),
}

CMEANS_TOLERANCE = 0.05
CMEANS_ITERATIONS = 100
_SAME_PEAK = 1e-9


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


def weighted_quantiles(values: Floats, counts: Weights, shares: Floats) -> Floats:
    """Quantiles of values that occur some number of times each, as if they were repeated.

    Examples
    --------
    >>> weighted_quantiles(np.array([5.0, 1.0]), np.array([1.0, 3.0]), np.array([0.0, 0.9]))
    array([1. , 3.8])
    """
    order = np.argsort(values, kind="stable")
    ascending, ends = values[order], np.cumsum(counts[order])
    places = shares * max(float(ends[-1]) - 1, 0.0)
    below = np.floor(places)
    last = values.size - 1
    low, high = (
        ascending[np.minimum(np.searchsorted(ends, place, side="right"), last)]
        for place in (below, below + 1)
    )
    step, part = high - low, places - below
    found: Floats = np.where(part < 0.5, low + step * part, high - step * (1 - part))
    return found


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
    times = np.ones(values.size) if counts is None else counts
    distinct, which = np.unique(values, return_inverse=True)
    shares = (np.arange(n_sets) + 0.5) / n_sets
    start = weighted_quantiles(values, times, shares)
    if (np.diff(start) <= _SAME_PEAK * (distinct[-1] - distinct[0])).any():
        start = np.quantile(distinct, shares)
    return fuzzy_cmeans(
        distinct,
        np.bincount(which, times, distinct.size).astype(np.float64),
        np.ascontiguousarray(start),
        CMEANS_TOLERANCE,
        CMEANS_ITERATIONS,
        float(centroid_exponent),
    )


def peaks(
    values: Floats,
    n_sets: int,
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> Floats:
    """Distinct peaks of at most ``n_sets`` fuzzy sets over the values, ascending.

    Examples
    --------
    >>> peaks(np.array([1.0, 1.0, 4.0]), 5)
    array([1., 4.])
    """
    distinct = np.unique(values)
    if distinct.size < n_sets:
        return distinct
    _, exponent = np.frexp(np.abs(distinct[[0, -1]]).max())
    scaled = np.ldexp(values, -exponent)  # exact: squares of huge and tiny numbers stay numbers
    found: Floats = PLACINGS[fuzzify](scaled, n_sets, centroid_exponent, counts)
    apart = np.diff(found) > _SAME_PEAK * (scaled.max() - scaled.min())
    return np.asarray(np.ldexp(found[np.r_[True, apart]], exponent))


def shapes(points: Floats) -> tuple[Shape, ...]:
    """Shoulders and triangles over peaks; their degrees sum to 1 everywhere.

    Examples
    --------
    >>> shapes(np.array([0.0, 5.0, 10.0]))[1]
    Triangular(a=0.0, b=5.0, c=10.0)
    """
    at = [float(point) for point in points]
    if len(at) < 2:
        return ()
    inner = [Triangular(*at[i - 1 : i + 2]) for i in range(1, len(at) - 1)]
    return LeftShoulder(*at[:2]), *inner, RightShoulder(*at[-2:])


def fit_partitions(
    kb: KnowledgeBase,
    n_sets: int = 5,
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> tuple[Partition, ...]:
    """Partition every numeric data property of a knowledge base, by property IRI.

    Parameters
    ----------
    kb
        The training knowledge base: partitions never see held-out values.
    n_sets
        Number of fuzzy sets: 3, 5 or 7.
    fuzzify
        How the sets are placed: ``uniform``, ``cmeans``, or another of ``PLACINGS``.
    centroid_exponent
        Exponent of the memberships in the centroid step of c-means.
    counts
        How often the values of each element count; once if None.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"ex#price": [("a", 10), ("b", 30)]})
    >>> [fuzzy_set.name for fuzzy_set in fit_partitions(kb)[0].sets]
    ['price_L', 'price_H']
    """
    names = _set_prefixes(kb)
    partitions = []
    for prop, name in names.items():
        column = kb.numbers[kb.vocabulary.data_properties.id(prop)]
        if not column.values.size:
            continue
        times = None if counts is None else np.repeat(counts, np.diff(column.indptr))
        fitted = shapes(peaks(column.values, n_sets, fuzzify, centroid_exponent, times))
        sets = tuple(
            FuzzySet(f"{name}_{label}", shape)
            for label, shape in zip(SET_LABELS.get(len(fitted), ()), fitted, strict=True)
        )
        if sets:
            partitions.append(Partition(prop, sets))
    return tuple(partitions)


def _set_prefixes(kb: KnowledgeBase) -> dict[str, str]:
    """Map each numeric property to a short name; equal short names are told apart by number."""
    properties = sorted(kb.vocabulary.data_properties[number] for number in kb.numbers)
    reserved = {short_name(prop) for prop in properties}
    used: set[str] = set()
    prefixes = {}
    for prop in properties:
        name = short_name(prop)
        if name in used:
            numbered = (f"{name}.{number}" for number in count(2))
            name = next(other for other in numbered if other not in used | reserved)
        used.add(name)
        prefixes[prop] = name
    return prefixes
