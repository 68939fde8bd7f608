"""Sums over the examples: what every move at a place adds up to, for any objective.

An objective says what to sum with (a *weighing*); a scorer sums. What sums mean is the affair of
the objective alone, and where the examples lie is that of the scorer alone.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from owlboost._typing import Degrees, Floats, Weights
from owlboost.features.labelling import Labelling
from owlboost.kernels.sums import reaches, top_moments
from owlboost.learners.search.focus import Focus, Space
from owlboost.model.semantics import ZADEH, Semantics

_BLOCK = 1 << 16
"""Rows summed at a time, whatever the number of threads, so that sums come out the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Two weights for each example: the sums are ``Σ u·C`` and ``Σ v·C``."""

    left: Weights
    right: Weights

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights for some examples."""
        return (
            isinstance(other, Linear)
            and np.array_equal(self.left[rows], other.left[rows])
            and np.array_equal(self.right[rows], other.right[rows])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Slope, curvature, count and lift of each: ``Σ g·C``, ``Σ k·C²``, ``Σ n·C``, ``Σ l·C``.

    ``spreads`` are ``g²/k``, for bounds.
    """

    slopes: Weights
    curvatures: Weights
    counts: Weights
    lifts: Weights
    spreads: Weights

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights for some examples."""
        return (
            isinstance(other, Moments)
            and np.array_equal(self.slopes[rows], other.slopes[rows])
            and np.array_equal(self.curvatures[rows], other.curvatures[rows])
            and np.array_equal(self.counts[rows], other.counts[rows])
            and np.array_equal(self.lifts[rows], other.lifts[rows])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Excess:
    """Two weights and a floor for each example: ``Σ u·max(0, C − f)`` and ``Σ v·max(0, C − f)``."""

    left: Weights
    right: Weights
    floors: Degrees

    def is_same_over(self, rows: slice, other: "Weighing | None") -> bool:
        """Whether another weighing has the same weights and floors for some examples."""
        return (
            isinstance(other, Excess)
            and np.array_equal(self.left[rows], other.left[rows])
            and np.array_equal(self.right[rows], other.right[rows])
            and np.array_equal(self.floors[rows], other.floors[rows])
        )


Weighing = Linear | Moments | Excess


class Scorer(Protocol):
    """Sums degrees over the examples of a focus relation P."""

    def sums(self, focus: Focus, weighing: Weighing) -> Floats:
        """For each label X the sums of ``max_z P(a, z) ⊓ X(z)``: one row a sum, one column a label.

        mathematics §15 has the formula.
        """
        ...

    def top(self, focus: Focus, weighing: Weighing) -> Floats:
        """Return the same sums of ``max_z P(a, z)`` alone: what ends here with ⊤."""
        ...

    def reach(self, focus: Focus, weighing: Weighing) -> Floats:
        """Return what bounds the sums of everything here and beyond.

        Of a linear weighing that is ``Σ u·m`` with ``m = max_z P(a, z)``, of an excess
        ``Σ u·max(0, m − f)``; of moments ``Σ|g|·m`` and
        ``Σ g²/k`` over the examples with falling slopes, then over those with rising ones.
        """
        ...


def weighted_sum(weights: Weights, degrees: Floats) -> float:
    """``Σ w·x``, the same to the last bit however many threads BLAS may use.

    Examples
    --------
    >>> weighted_sum(np.array([0.25, 0.75]), np.array([1.0, 0.5]))
    0.625
    """
    return float((weights * degrees).sum())


def scorer_for(space: Space, n_jobs: int) -> Scorer:
    """Return what sums over the labels of a space: the one place where that is decided."""
    return LocalScorer(space.labelling, n_jobs, space.semantics)


class LocalScorer:
    """Sums in this process: in blocks, on one or more threads."""

    def __init__(self, labelling: Labelling, n_jobs: int = 1, semantics: Semantics = ZADEH) -> None:
        self._matrix = labelling
        self._kernels = semantics.kernels
        self._pool = ThreadPoolExecutor(n_jobs) if n_jobs > 1 else None

    def sums(self, focus: Focus, weighing: Weighing) -> Floats:
        """For each label the sums of its degrees over a focus relation."""
        match weighing:
            case Linear(left, right):
                return self._summed(self._kernels.label_sums, focus, (left, right))
            case Moments(slopes, curvatures, counts, lifts):
                weights = (slopes, curvatures, counts, lifts)
                return self._summed(self._kernels.label_moments, focus, weights)
            case Excess(left, right, floors):
                return self._summed(self._kernels.label_excesses, focus, (left, right, floors))

    def top(self, focus: Focus, weighing: Weighing) -> Floats:
        """Return the sums of what ends here with ⊤."""
        match weighing:
            case Linear(left, right):
                rows, best = focus.rows, focus.maxima()
                return np.array([weighted_sum(left[rows], best), weighted_sum(right[rows], best)])
            case Moments(slopes, curvatures, counts, lifts):
                return top_moments(
                    focus.rows, focus.indptr, focus.degrees, slopes, curvatures, counts, lifts
                )
            case Excess(left, right):
                rows, above = focus.rows, _above(focus, weighing)
                return np.array([weighted_sum(left[rows], above), weighted_sum(right[rows], above)])

    def reach(self, focus: Focus, weighing: Weighing) -> Floats:
        """Return what bounds the sums of everything here and beyond."""
        match weighing:
            case Linear(left):
                return np.array([weighted_sum(left[focus.rows], focus.maxima())])
            case Moments(slopes, spreads=spreads):
                return reaches(focus.rows, focus.indptr, focus.degrees, slopes, spreads)
            case Excess(left):
                return np.array([weighted_sum(left[focus.rows], _above(focus, weighing))])

    def _summed(
        self, kernel: Callable[..., tuple[Floats, ...]], focus: Focus, weights: tuple[Weights, ...]
    ) -> Floats:
        def block(start: int) -> Floats:
            return np.array(
                kernel(
                    start, min(start + _BLOCK, focus.rows.size),
                    focus.rows, focus.indptr, focus.elements, focus.degrees,
                    self._matrix.indptr, self._matrix.indices, self._matrix.degrees,
                    *weights, len(self._matrix.labels),
                )
            )  # fmt: skip

        starts = range(0, max(focus.rows.size, 1), _BLOCK)
        if len(starts) == 1:
            return block(0)
        first, *rest = self._pool.map(block, starts) if self._pool else map(block, starts)
        for more in rest:
            np.add(first, more, out=first)
        return first


def _above(focus: Focus, weighing: Excess) -> Degrees:
    """``max(0, max_z P(a, z) − f)`` for each row."""
    return np.maximum(focus.maxima() - weighing.floors[focus.rows], 0.0)
