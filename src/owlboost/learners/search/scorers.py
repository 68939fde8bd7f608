"""Confidence, gain, and the choice among refinements (Eq. 8–9, notes 8 to 10)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Ids, Weights
from owlboost.features.labelling import Labelling
from owlboost.kernels.sums import label_moments, label_sums
from owlboost.learners.search.focus import Focus

TOLERANCE = 1e-12
"""Two scores this close, relative to the larger, are a tie (note 10)."""

_BLOCK = 1 << 16
"""Rows summed at a time, whatever the number of threads, so that sums come out the same."""


@dataclass(frozen=True, slots=True)
class Cardinality:
    """Weighted cardinalities of a concept: over the uncovered positives, and over I."""

    covered: float
    total: float

    @property
    def confidence(self) -> float:
        """``cf(C) = |C|_Pos / |C|_I``."""
        return self.covered / self.total if self.total > 0 else 0.0


def weighted_sum(weights: Weights, degrees: Floats) -> float:
    """``Σ w·x``, the same to the last bit however many threads BLAS may use.

    Examples
    --------
    >>> weighted_sum(np.array([0.25, 0.75]), np.array([1.0, 0.5]))
    0.625
    """
    return float((weights * degrees).sum())


def gains(covered: Floats, total: Floats, before: Cardinality) -> Floats:
    """Gain of candidates over a concept; −∞ for those that do not improve (notes 8 and 9).

    Examples
    --------
    >>> gains(np.array([0.5]), np.array([0.75]), Cardinality(0.5, 1.0)).round(4)
    array([0.2075])
    """
    out = np.full(covered.size, -np.inf)
    usable = covered > 0
    improvement = np.log2(covered[usable] / total[usable]) - np.log2(before.confidence)
    better = improvement > TOLERANCE
    out[np.flatnonzero(usable)[better]] = covered[usable][better] * improvement[better]
    return out


def largest(scores: Floats) -> Ids:
    """Positions of the largest score and of all that tie with it."""
    if not scores.size:
        return np.empty(0, dtype=np.int32)
    best = scores.max()
    return np.flatnonzero(scores >= best - TOLERANCE * abs(best)).astype(np.int32)


class LabelSums:
    """Sums of all label degrees over a focus relation, in blocks, on one or more threads."""

    def __init__(self, labelling: Labelling, n_jobs: int = 1) -> None:
        self._matrix = labelling
        self._pool = ThreadPoolExecutor(n_jobs) if n_jobs > 1 else None

    def __call__(self, focus: Focus, left: Weights, right: Weights) -> tuple[Floats, Floats]:
        """Two weighted sums for every label (mathematics §15)."""
        first, second = self._summed(label_sums, focus, (left, right))
        return first, second

    def moments(
        self, focus: Focus, slopes: Weights, curvatures: Weights, counts: Weights
    ) -> tuple[Floats, Floats, Floats]:
        """Slope, curvature and cover of every label (mathematics §9)."""
        weights = (slopes, curvatures, counts)
        first, second, third = self._summed(label_moments, focus, weights)
        return first, second, third

    def _summed(
        self, kernel: Callable[..., tuple[Floats, ...]], focus: Focus, weights: tuple[Weights, ...]
    ) -> tuple[Floats, ...]:
        def block(start: int) -> tuple[Floats, ...]:
            return kernel(
                start, min(start + _BLOCK, focus.rows.size),
                focus.rows, focus.indptr, focus.elements, focus.degrees,
                self._matrix.indptr, self._matrix.indices, self._matrix.degrees,
                *weights, len(self._matrix.labels),
            )  # fmt: skip

        starts = range(0, max(focus.rows.size, 1), _BLOCK)
        if len(starts) == 1:
            return block(0)
        parts = self._pool.map(block, starts) if self._pool else map(block, starts)
        first, *rest = parts
        for more in rest:
            for total, part in zip(first, more, strict=True):
                np.add(total, part, out=total)
        return first
