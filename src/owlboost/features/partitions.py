"""Fuzzy partitions of numeric data properties (notes 5 and 6)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise

import numpy as np

from owlboost.concepts.concept import FuzzyValue
from owlboost.data.fuzzy_sets import (
    FuzzySet,
    LeftShoulder,
    Partition,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features import PLACINGS
from owlboost.features.placement import (
    _SAME_PEAK,
    Distribution,
    _centres,
    cmeans_peaks,
    is_supervised,
)
from owlboost.runtime.array_types import Floats, Weights
from owlboost.runtime.names import short_name
from owlboost.runtime.threads import SERIAL, ThreadPool

SET_LABELS: dict[int, tuple[str, ...]] = {
    2: ("L", "H"),
    3: ("L", "F", "H"),
    4: ("VL", "L", "H", "VH"),
    5: ("VL", "L", "F", "H", "VH"),
    6: ("VVL", "VL", "L", "H", "VH", "VVH"),
    7: ("VVL", "VL", "L", "F", "H", "VH", "VVH"),
    8: ("VVVL", "VVL", "VL", "L", "H", "VH", "VVH", "VVVH"),
    9: ("VVVL", "VVL", "VL", "L", "F", "H", "VH", "VVH", "VVVH"),
}

_ROUNDING = 1e-15
"""Maximum distance of a peak moved onto a value (the largest value is between ½ and 1)."""


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
    return next(several_peaks(values, (n_sets,), fuzzify, centroid_exponent, counts))


def several_peaks(
    values: Floats,
    numbers_of_sets: Iterable[int],
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
    labels: Floats | None = None,
) -> Iterator[Floats]:
    """Yield the peaks of several numbers of sets over the values.

    Values are sorted once. For placements by cuts, they are intervals of transition.

    Examples
    --------
    >>> [points.tolist() for points in several_peaks(np.arange(5.0), (2, 3), "uniform")]
    [[0.0, 4.0], [0.0, 2.0, 4.0]]
    """
    placing = PLACINGS[fuzzify]
    distribution = Distribution.from_values(values, counts)
    exponent = distribution.exponent
    cells = distribution.cells()
    for n_sets in numbers_of_sets:
        if distribution.values.size < n_sets:
            distinct = np.unique(values)
            if distinct.size < n_sets:
                yield distinct
                continue
        if placing is cmeans_peaks:
            points = _centres(distribution, cells, n_sets, centroid_exponent)
        else:
            keywords = {"labels": labels} if is_supervised(placing) else {}
            scaled = np.ldexp(values, -exponent)
            points = placing(scaled, n_sets, centroid_exponent, counts, **keywords)
        points = _snapped(points, distribution.values)
        if points.ndim == 1:
            points = points[np.r_[True, np.diff(points) > _SAME_PEAK * distribution.width]]
        yield np.asarray(np.ldexp(points, exponent))


def _snapped(points: Floats, values: Floats) -> Floats:
    """Move points onto the values that they differ from by rounding alone.

    Examples
    --------
    >>> _snapped(np.array([0.1, 0.2 + 1e-16, 0.9]), np.array([0.1, 0.2, 0.8]))
    array([0.1, 0.2, 0.9])
    """
    after = np.minimum(np.searchsorted(values, points), values.size - 1)
    before = np.maximum(after - 1, 0)
    is_before = np.abs(points - values[before]) <= np.abs(points - values[after])
    nearest = np.where(is_before, values[before], values[after])
    return np.where(np.abs(points - nearest) <= _ROUNDING, nearest, points)


def shapes(points: Floats) -> tuple[Shape, ...]:
    """Shoulders and triangles over peaks; their degrees sum to 1 everywhere.

    For intervals of transition, they are shoulders and trapezoids.

    Examples
    --------
    >>> shapes(np.array([0.0, 5.0, 10.0]))[1]
    Triangular(a=0.0, b=5.0, c=10.0)
    >>> shapes(np.array([[1.0, 3.0], [5.0, 7.0]]))[1]
    Trapezoidal(a=1.0, b=3.0, c=5.0, d=7.0)
    """
    if points.ndim == 2:
        return _trapezoids(points.tolist())
    at = [float(point) for point in points]
    if len(at) < 2:
        return ()
    inner = [Triangular(*at[i - 1 : i + 2]) for i in range(1, len(at) - 1)]
    return LeftShoulder(*at[:2]), *inner, RightShoulder(*at[-2:])


def _trapezoids(stretches: list[list[float]]) -> tuple[Shape, ...]:
    if not stretches:
        return ()
    inner = [Trapezoidal(*before, *after) for before, after in pairwise(stretches)]
    return LeftShoulder(*stretches[0]), *inner, RightShoulder(*stretches[-1])


def fit_partitions(
    kb: KnowledgeBase,
    n_sets: int = 5,
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
    labels: Floats | None = None,
) -> tuple[Partition, ...]:
    """Partition every numeric data property of a knowledge base, by property IRI.

    A property with sets by its authors keeps these, whatever the number of sets.

    Parameters
    ----------
    kb
        The training knowledge base: partitions never see held-out values.
    n_sets
        Number of fuzzy sets, from 2 to 9.
    fuzzify
        How the sets are placed: ``uniform``, ``cmeans``, or another of ``PLACINGS``.
    centroid_exponent
        Exponent of the memberships in the centroid step of c-means.
    counts
        How often the values of each element count; once if None.
    labels
        The label of each element, NaN where it is no example, for placings that look at them.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"ex#price": [("a", 10), ("b", 30)]})
    >>> [fuzzy_set.name for fuzzy_set in fit_partitions(kb)[0].sets]
    ['price_L', 'price_H']
    """
    return fit_several(kb, (n_sets,), fuzzify, centroid_exponent, counts, labels=labels)[n_sets]


def fit_several(
    kb: KnowledgeBase,
    numbers_of_sets: Sequence[int],
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
    pool: ThreadPool = SERIAL,
    labels: Floats | None = None,
) -> dict[int, tuple[Partition, ...]]:
    """Partition every numeric data property into each of several numbers of sets.

    Properties are split over the threads of a ``pool``; see :func:`fit_partitions`.
    """
    prefixes = _set_prefixes(kb)

    def partitions_of(prop: str) -> list[Partition]:
        column = kb.numbers[kb.vocabulary.data_properties.id(prop)]
        if not column.values.size:
            return []
        if prop in kb.authored:
            return [Partition(prop, kb.authored[prop])] * len(numbers_of_sets)
        n_values = np.diff(column.indptr)
        repeated_counts = None if counts is None else np.repeat(counts, n_values)
        repeated_labels = None if labels is None else np.repeat(labels, n_values)
        peak_arrays = several_peaks(
            column.values,
            numbers_of_sets,
            fuzzify,
            centroid_exponent,
            repeated_counts,
            repeated_labels,
        )
        return [_partition(prop, prefixes[prop], shapes(points)) for points in peak_arrays]

    fitted = pool.each(partitions_of, prefixes)
    return {
        n_sets: tuple(fits[at] for fits in fitted if fits and fits[at].sets)
        for at, n_sets in enumerate(numbers_of_sets)
    }


def _partition(prop: str, prefix: str, fitted: tuple[Shape, ...]) -> Partition:
    labels = SET_LABELS.get(len(fitted), ())
    named = (
        FuzzySet(f"{prefix}_{label}", shape) for label, shape in zip(labels, fitted, strict=True)
    )
    return Partition(prop, tuple(named))


def _set_prefixes(kb: KnowledgeBase) -> dict[str, str]:
    """Map each numeric property to a short name, numbered where equal."""
    properties = sorted(kb.vocabulary.data_properties[number] for number in kb.numbers)
    reserved = {short_name(prop) for prop in properties}
    used: set[str] = set()
    prefixes = {}
    for prop in properties:
        name = short_name(prop)
        if name in used:
            numbered = (f"{name}.{number}" for number in count(2))
            name = next(candidate for candidate in numbered if candidate not in used | reserved)
        used.add(name)
        prefixes[prop] = name
    return prefixes


class PartitionCache:
    """Partitions of a knowledge base by number of sets, each placed once.

    Parameters
    ----------
    kb, fuzzify, centroid_exponent, counts, labels
        As in :func:`~owlboost.features.partitions.fit_partitions`.
    pool
        The threads that place sets.

    Examples
    --------
    >>> values = [(f"a{number}", number) for number in range(20)]
    >>> kb = KnowledgeBase.from_facts([name for name, _ in values], numbers={"ex#p": values})
    >>> fitted = PartitionCache(kb, "uniform").partitions((3, 5))
    >>> [[fuzzy_set.name for fuzzy_set in partition.sets] for partition in fitted]
    [['p_L3', 'p_F3', 'p_H3'], ['p_VL5', 'p_L5', 'p_F5', 'p_H5', 'p_VH5']]
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        fuzzify: str = "cmeans",
        centroid_exponent: float = 2.0,
        counts: Weights | None = None,
        pool: ThreadPool = SERIAL,
        labels: Floats | None = None,
    ) -> None:
        self._kb = kb
        self._placing = (fuzzify, centroid_exponent, counts, pool, labels)
        self._fitted: dict[int, tuple[Partition, ...]] = {}

    def place(self, numbers_of_sets: Iterable[int]) -> None:
        """Place the sets of these granularities that are not placed yet.

        Values are sorted once.
        """
        new = sorted({*numbers_of_sets} - {*self._fitted})
        if new:
            self._fitted |= fit_several(self._kb, new, *self._placing)

    def partitions(self, granularities: Sequence[int]) -> tuple[Partition, ...]:
        """Return the partitions of some numbers of sets.

        With one number the sets are named as always; with several, a set's name ends in the number
        of sets of its partition. Of equal sets the coarsest partition's stays; a partition without
        any set of its own is none. Sets that authors gave keep their names.
        """
        self.place(granularities)
        if len(granularities) == 1:
            return self._fitted[granularities[0]]
        fitted = {n_sets: self._fitted[n_sets] for n_sets in sorted(granularities)}
        return _side_by_side(fitted, self._kb.authored)


def _side_by_side(
    fitted: Mapping[int, tuple[Partition, ...]], authored: Collection[str]
) -> tuple[Partition, ...]:
    distinct: list[Partition] = []
    seen: set[tuple[str, Shape]] = set()
    for n_sets, partitions in fitted.items():
        for partition in partitions:
            new = [
                fuzzy_set
                for fuzzy_set in partition.sets
                if (partition.prop, fuzzy_set.shape) not in seen
            ]
            seen |= {(partition.prop, fuzzy_set.shape) for fuzzy_set in new}
            sets = tuple(
                FuzzySet(f"{fuzzy_set.name}{n_sets}", fuzzy_set.shape) for fuzzy_set in new
            )
            if partition.prop in authored:
                sets = tuple(new)
            if sets:
                distinct.append(Partition(partition.prop, sets))
    return tuple(distinct)


def fit_granularities(
    kb: KnowledgeBase,
    granularities: Sequence[int],
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> tuple[Partition, ...]:
    """Partition every numeric property into several numbers of sets at once."""
    return PartitionCache(kb, fuzzify, centroid_exponent, counts).partitions(granularities)


def without_name_clashes(
    partitions: Iterable[Partition], own: Collection[FuzzyValue]
) -> tuple[Partition, ...]:
    """Name the sets of partitions so that no name means two sets.

    Sets brought by rules keep their names, and equal sets of a partition take them. Other sets of
    the same name are numbered.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder, RightShoulder
    >>> placed = FuzzySet("p_L", LeftShoulder(1, 2)), FuzzySet("p_H", RightShoulder(1, 2))
    >>> own = [
    ...     FuzzyValue("ex#p", FuzzySet("little", LeftShoulder(1, 2))),
    ...     FuzzyValue("ex#p", FuzzySet("p_H", RightShoulder(1, 3))),
    ... ]
    >>> (partition,) = without_name_clashes([Partition("ex#p", placed)], own)
    >>> [fuzzy_set.name for fuzzy_set in partition.sets]
    ['little', 'p.2_H']
    """
    if not own:
        return tuple(partitions)
    own_names: dict[tuple[str, Shape], str] = {}
    for label in own:
        own_names.setdefault((label.prop, label.fuzzy_set.shape), label.fuzzy_set.name)
    placed = tuple(partitions)
    taken = {
        *own_names.values(),
        *(fuzzy_set.name for partition in placed for fuzzy_set in partition.sets),
    }
    renamed: list[Partition] = []
    for partition in placed:
        sets: list[FuzzySet] = []
        for fuzzy_set in partition.sets:
            name = own_names.get((partition.prop, fuzzy_set.shape))
            if name is None:
                name = (
                    _free(fuzzy_set.name, taken)
                    if fuzzy_set.name in own_names.values()
                    else fuzzy_set.name
                )
                taken.add(name)
            sets.append(FuzzySet(name, fuzzy_set.shape))
        renamed.append(Partition(partition.prop, tuple(sets)))
    return tuple(renamed)


def _free(name: str, taken: Collection[str]) -> str:
    """Return the first numbered name that no set has."""
    stem, mark, label = name.rpartition("_")
    number = 2
    while (candidate := f"{stem}.{number}{mark}{label}" if mark else f"{label}.{number}") in taken:
        number += 1
    return candidate
