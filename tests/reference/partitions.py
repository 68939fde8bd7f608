"""Fuzzy partitions of one list of values, by their definition (notes 5 and 6)."""

import math
from collections.abc import Sequence

from owlboost.model.concepts import SomeData
from owlboost.model.fuzzysets import (
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Triangular,
)
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.vocabulary import short_name

SET_LABELS = {
    2: ("L", "H"),
    3: ("L", "F", "H"),
    4: ("VL", "L", "H", "VH"),
    5: ("VL", "L", "F", "H", "VH"),
    6: ("VVL", "VL", "L", "H", "VH", "VVH"),
    7: ("VVL", "VL", "L", "F", "H", "VH", "VVH"),
}
COINCIDENT = 1e-9
"""Two peaks are one if they are this close, as a share of the range."""
MAX_ITERATIONS = 100
TOLERANCE = 0.05
"""C-means stops when no membership changes by more than this."""


def peaks(
    values: Sequence[float], k: int, method: str = "uniform", *, centroid_exponent: int = 2
) -> list[float]:
    """Peaks of at most k sets: none for one value, the values themselves if they are few."""
    distinct = sorted(set(values))
    if len(distinct) < 2:
        return []
    if len(distinct) < k:
        return distinct
    if method == "uniform":
        return uniform_peaks(values, k)
    return cmeans_peaks(values, k, centroid_exponent)


def uniform_peaks(values: Sequence[float], k: int) -> list[float]:
    """``min + i·(max − min)/(k − 1)`` for i = 0 … k − 1."""
    low, high = min(values), max(values)
    return [low + i * (high - low) / (k - 1) for i in range(k)]


def cmeans_peaks(values: Sequence[float], k: int, centroid_exponent: int = 2) -> list[float]:
    """Centres of fuzzy c-means with m = 2, ascending, coincident ones merged."""
    near = COINCIDENT * (max(values) - min(values))
    centres = cmeans_start(values, k)
    before = [fuzzy_memberships(value, centres) for value in values]
    for _ in range(MAX_ITERATIONS):
        centres = [centroid(values, [u[i] for u in before], centroid_exponent) for i in range(k)]
        after = [fuzzy_memberships(value, centres) for value in values]
        if largest_change(before, after) <= TOLERANCE:
            break
        before = after
    return merged(sorted(centres), near)


def cmeans_start(values: Sequence[float], k: int) -> list[float]:
    """Quantiles (i + ½)/k of the values, or of the distinct values where those coincide."""
    near = COINCIDENT * (max(values) - min(values))
    shares = [(i + 0.5) / k for i in range(k)]
    start = [quantile(sorted(values), share) for share in shares]
    if len(merged(start, near)) == k:
        return start
    return [quantile(sorted(set(values)), share) for share in shares]


def cells(values: Sequence[float], m: int) -> list[tuple[float, int]]:
    """Mean and count of values that are together in m parts of equal count and m of equal width.

    A value is in the part by count where the smaller ones end, so that equal values are together.
    """
    low, high, total = min(values), max(values), len(values)
    found: dict[tuple[int, int], list[float]] = {}
    for value in sorted(values):
        smaller = sum(other < value for other in values)
        by_width = min(math.floor(m * (value - low) / (high - low)), m - 1)
        found.setdefault((math.floor(m * smaller / total), by_width), []).append(value)
    return [(math.fsum(cell) / len(cell), len(cell)) for cell in found.values()]


def quantile(ascending: Sequence[float], share: float) -> float:
    """Value at position ``share·(n − 1)``, linear between neighbours."""
    position = share * (len(ascending) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ascending) - 1)
    return ascending[below] + (position - below) * (ascending[above] - ascending[below])


def fuzzy_memberships(value: float, centres: Sequence[float]) -> list[float]:
    """``uᵢ = 1 / Σⱼ (dᵢ/dⱼ)²``; a value on centres belongs to them in equal parts.

    Computed as ``(d*/dᵢ)² / Σⱼ (d*/dⱼ)²`` with d* the least distance, which cannot overflow.
    """
    distances = [abs(value - centre) for centre in centres]
    nearest = min(distances)
    parts = [1.0 if d == nearest else (nearest / d) ** 2 for d in distances]
    return [part / math.fsum(parts) for part in parts]


def centroid(values: Sequence[float], memberships: Sequence[float], exponent: int) -> float:
    """``Σ uᵉ·x / Σ uᵉ``."""
    powers = [u**exponent for u in memberships]
    return math.fsum(u * x for u, x in zip(powers, values, strict=True)) / math.fsum(powers)


def largest_change(before: Sequence[Sequence[float]], after: Sequence[Sequence[float]]) -> float:
    """Largest ``|u' − u|`` over all values and centres."""
    return max(
        abs(new - old)
        for olds, news in zip(before, after, strict=True)
        for old, new in zip(olds, news, strict=True)
    )


def merged(ascending: Sequence[float], near: float) -> list[float]:
    """Keep the first of peaks that are at most ``near`` apart."""
    kept: list[float] = []
    for peak in ascending:
        if not kept or peak - kept[-1] > near:
            kept.append(peak)
    return kept


def shapes(tops: Sequence[float]) -> list[Shape]:
    """``ls(c₁,c₂)``, ``tri(cᵢ₋₁,cᵢ,cᵢ₊₁)`` …, ``rs(cₖ₋₁,cₖ)``; nothing for fewer than two peaks."""
    if len(tops) < 2:
        return []
    inner = [Triangular(a, b, c) for a, b, c in zip(tops[:-2], tops[1:-1], tops[2:], strict=True)]
    return [LeftShoulder(tops[0], tops[1]), *inner, RightShoulder(tops[-2], tops[-1])]


def partition(
    prop: str,
    values: Sequence[float],
    k: int,
    method: str = "uniform",
    *,
    centroid_exponent: int = 2,
) -> list[FuzzySet]:
    """Fuzzy sets of one property, from low to high, named ``<property>_<label>``."""
    found = shapes(peaks(values, k, method, centroid_exponent=centroid_exponent))
    names = SET_LABELS[len(found)] if found else ()
    return [
        FuzzySet(f"{short_name(prop)}_{name}", shape)
        for name, shape in zip(names, found, strict=True)
    ]


def fuzzy_labels(kb: KnowledgeBase, k: int, method: str = "uniform") -> list[SomeData]:
    """Labels ``∃s.d`` of the partitions of all numeric properties, on all values of the KB."""
    return [
        SomeData(prop, fuzzy_set)
        for number, prop in enumerate(kb.vocabulary.data_properties)
        if number in kb.numbers
        for fuzzy_set in partition(prop, [float(v) for v in kb.numbers[number].values], k, method)
    ]
