"""Fuzzy partitions of one list of values, by their definition (notes 5 and 6)."""

import math
from collections.abc import Sequence
from itertools import pairwise

from owlboost.concepts.concept import FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder, Shape, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.names import short_name

SET_LABELS = {
    2: ("L", "H"),
    3: ("L", "F", "H"),
    4: ("VL", "L", "H", "VH"),
    5: ("VL", "L", "F", "H", "VH"),
    6: ("VVL", "VL", "L", "H", "VH", "VVH"),
    7: ("VVL", "VL", "L", "F", "H", "VH", "VVH"),
    8: ("VVVL", "VVL", "VL", "L", "H", "VH", "VVH", "VVVH"),
    9: ("VVVL", "VVL", "VL", "L", "F", "H", "VH", "VVH", "VVVH"),
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
    if len(distinct) < k or (method == "cmeans" and len(distinct) == k):
        return distinct
    if method == "uniform":
        found = uniform_peaks(values, k)
    else:
        found = cmeans_peaks(values, k, centroid_exponent)
    return [snapped(peak, distinct) for peak in found]


def snapped(peak: float, distinct: Sequence[float]) -> float:
    """Return the nearest value if rounding alone is between, else the peak."""
    _, exponent = math.frexp(max(map(abs, distinct)))
    nearest = min(distinct, key=lambda value: abs(math.ldexp(peak - value, -exponent)))
    return nearest if abs(math.ldexp(peak - nearest, -exponent)) <= 1e-15 else peak


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


def quantile_peaks(values: Sequence[float], k: int) -> list[float]:
    """Quantiles (i + ½)/k, coincident ones merged."""
    near = COINCIDENT * (max(values) - min(values))
    return merged([quantile(sorted(values), (i + 0.5) / k) for i in range(k)], near)


def kmeans_peaks(values: Sequence[float], k: int) -> list[float]:
    """Centres of k-means: each value goes to the nearest, the upper one if two are, and again."""
    shares = [(i + 0.5) / k for i in range(k)]
    centres = sorted({quantile(sorted(values), share) for share in shares})
    if len(centres) < k:
        centres = sorted({quantile(sorted(set(values)), share) for share in shares})
    for _ in range(MAX_ITERATIONS):
        groups: dict[int, list[float]] = {}
        for value in values:
            at = sum(value >= (a + b) / 2 for a, b in pairwise(centres))
            groups.setdefault(at, []).append(value)
        moved = [math.fsum(groups[at]) / len(groups[at]) for at in sorted(groups)]
        if moved == centres:
            break
        centres = moved
    return centres


def plateaus(tops: Sequence[float]) -> list[tuple[float, float]]:
    """From a quarter of the way to the next peak to three quarters, a set gives way to the next."""
    return [(a + (b - a) / 4, b - (b - a) / 4) for a, b in pairwise(tops)]


def impurity(labels: Sequence[float]) -> float:
    """``n·H(p)`` in bits."""
    n, yes = len(labels), math.fsum(labels)
    return sum(-part * math.log2(part / n) for part in (yes, n - yes) if part > 0)


def entropy_cuts(values: Sequence[float], labels: Sequence[float], k: int) -> list[float]:
    """Add the cut that lowers the entropy most, midway between two values, until there are k − 1.

    Of equal cuts the lowest is taken; one that lowers nothing is not.
    """
    pairs = sorted(zip(values, labels, strict=True))
    distinct = sorted(set(values))
    cuts: list[float] = []
    while len(cuts) < k - 1:
        found = []
        for a, b in pairwise(distinct):
            cut = (a + b) / 2
            if cut in cuts:
                continue
            low = max((c for c in cuts if c < cut), default=-math.inf)
            high = min((c for c in cuts if c > cut), default=math.inf)
            part = [(v, y) for v, y in pairs if low < v < high]
            left, right = [y for v, y in part if v < cut], [y for v, y in part if v > cut]
            found.append((impurity([*left, *right]) - impurity(left) - impurity(right), cut))
        best = max((gain for gain, _ in found), default=0.0)
        if best <= 1e-12 * len(values):
            break
        cuts.append(min(cut for gain, cut in found if gain >= best - 1e-9))
    return sorted(cuts)


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


def fuzzy_labels(kb: KnowledgeBase, k: int, method: str = "uniform") -> list[FuzzyValue]:
    """Labels ``∃s.d`` of the partitions of all numeric properties, on all values of the KB."""
    return [
        FuzzyValue(prop, fuzzy_set)
        for number, prop in enumerate(kb.vocabulary.data_properties)
        if number in kb.numbers
        for fuzzy_set in partition(prop, [float(v) for v in kb.numbers[number].values], k, method)
    ]
