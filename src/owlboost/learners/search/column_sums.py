"""Sums over columns of numbers in segments, for the examples of a shard (mathematics §15)."""

from collections.abc import Callable

import numpy as np

from owlboost.features.segments import Segments
from owlboost.kernels.segments import full_parabolas, full_sums
from owlboost.kernels.sums import Kernels
from owlboost.learners.search.focus import Focus
from owlboost.learners.search.weighings import Excess, Linear, Moments
from owlboost.runtime.array_types import Floats, Ids, Weights


class ColumnSums:
    """What the labels of some columns sum up to where each example is at one element.

    Where the focus is 1 at every example, a few sums for each segment tell all. Two of them follow
    from counts and lifts, which stay the same from rule to rule, and are remembered.
    """

    def __init__(self, segments: Segments, kernels: Kernels, n_labels: int) -> None:
        self._segments = segments
        self._kernels = kernels
        self._n_labels = n_labels
        self._known: tuple[Focus, Weights, Weights, Floats] | None = None

    def labels(self, focus: Focus, weighing: Linear | Moments | Excess) -> Floats:
        """For each label the sums of its degrees, joined with the focus; 0 for other labels."""
        full = focus.is_full
        match weighing:
            case Linear(left, right) if full:
                return self._full_sums(focus, left, right)
            case Moments(slopes, curvatures, counts, lifts) if full:
                rows = (focus.rows, focus.elements, *self._segments.arrays)
                bent = full_parabolas(*rows, slopes, curvatures, self._n_labels)
                return np.concatenate([bent, self._remembered(focus, counts, lifts)])
            case Linear(left, right):
                return self._joint(self._kernels.joint_sums, focus, left, right)
            case Moments(slopes, curvatures, counts, lifts):
                weights = (slopes, curvatures, counts, lifts)
                return self._joint(self._kernels.joint_moments, focus, *weights)
            case Excess(left, right, floors):
                return self._joint(self._kernels.joint_excesses, focus, left, right, floors)

    def _full_sums(self, focus: Focus, left: Weights, right: Weights) -> Floats:
        arrays = self._segments.arrays
        return full_sums(focus.rows, focus.elements, *arrays, left, right, self._n_labels)

    def _remembered(self, focus: Focus, counts: Weights, lifts: Weights) -> Floats:
        """Return sums of counts and of lifts, made anew only where something differs."""
        if self._known is not None:
            before, old_counts, old_lifts, sums = self._known
            if (
                _are_equal(before.rows, focus.rows)
                and _are_equal(old_counts, counts)
                and _are_equal(old_lifts, lifts)
            ):
                return sums
        sums = self._full_sums(focus, counts, lifts)
        self._known = focus, counts, lifts, sums
        return sums

    def _joint(self, kernel: Callable[..., Floats], focus: Focus, *weights: Weights) -> Floats:
        arrays = self._segments.arrays
        given = (focus.rows, focus.elements, focus.degrees)
        return kernel(*given, *arrays, *weights, self._n_labels)


def _are_equal(one: Ids | Floats, other: Ids | Floats) -> bool:
    """Whether two arrays that nobody changes are equal; mostly they are the same."""
    is_same = one.size == other.size and one.__array_interface__ == other.__array_interface__
    return is_same or np.array_equal(one, other)
