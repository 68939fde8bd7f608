"""A range of the examples, which sums alone: the unit that threads and workers take.

How examples are cut into shards depends on nothing but their number, and sums of shards are added
in one order, so sums are the same to the last bit wherever the shards lie.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import numpy as np

from owlboost._typing import Degrees, Floats, Ids, Weights
from owlboost.kernels.sums import reaches, top_moments
from owlboost.learners.search.column_sums import ColumnSums
from owlboost.learners.search.focus import Focus, Space
from owlboost.learners.search.weighings import Capped, Excess, Linear, Moments, Weighing
from owlboost.model.concepts import TOP, Concept, Path

ROWS = 1 << 15
"""Examples in a shard at most."""


Parts = tuple[slice, ...]
"""The parts into which an objective divides the examples of a ground."""


def shard_ranges(part: slice) -> Iterator[slice]:
    """Cut a part of the examples into ranges for shards; one without examples is one range.

    Examples
    --------
    >>> list(shard_ranges(slice(10, 50_000)))
    [slice(10, 32778, None), slice(32778, 50000, None)]
    """
    for first in range(part.start, max(part.stop, part.start + 1), ROWS):
        yield slice(first, min(first + ROWS, part.stop))


def added_in_pairs(sums: Sequence[Floats]) -> Floats:
    """Add the sums of shards as a balanced tree: neighbours first, then neighbouring pairs.

    Whoever holds 2ᵏ neighbouring shards from a multiple of 2ᵏ on can add theirs beforehand.

    Examples
    --------
    >>> added_in_pairs([np.array([1.0]), np.array([2.0]), np.array([4.0])])
    array([7.])
    """
    level = list(sums)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [a + b for a, b in pairs] + level[len(level) & ~1 :]
    return level[0]


def weighted_sum(weights: Weights, degrees: Floats) -> float:
    """``Σ w·x``, the same to the last bit however many threads BLAS may use.

    Examples
    --------
    >>> weighted_sum(np.array([0.25, 0.75]), np.array([1.0, 0.5]))
    0.625
    """
    return float((weights * degrees).sum())


class Shard:
    """Some examples over a space of labels, numbered from 0; ``rows`` says where they stand.

    Weighings are those of its own examples.
    """

    def __init__(self, space: Space, elements: Ids, rows: slice) -> None:
        self.rows = rows
        self.space = space
        self._elements = elements
        self._kernels = space.semantics.kernels
        self._columns = tuple(
            ColumnSums(one, self._kernels, len(space.labelling.labels))
            for one in space.labelling.segments
        )

    def start(self) -> "ShardScene":
        """Return ⊤ over all examples of the shard."""
        rows = np.arange(self._elements.size, dtype=np.int32)
        return ShardScene(self, TOP, lambda: Focus.identity(rows, self._elements))

    def support(self, focus: Focus) -> Focus:
        """Return the examples that have a place in a focus, at their own elements."""
        return Focus.identity(focus.rows, self._elements[focus.rows])

    def labels(self, focus: Focus, weighing: Weighing) -> Floats:
        """For each label X the sums of ``max_z P(a, z) ⊓ X(z)``: one row a sum, one column a label.

        mathematics §15 has the formula.
        """
        if isinstance(weighing, Capped):
            return self._capped_labels(focus, weighing)
        match weighing:
            case Linear(left, right):
                found = self._summed(self._kernels.label_sums, focus, (left, right))
            case Moments(slopes, curvatures, counts, lifts):
                weights = (slopes, curvatures, counts, lifts)
                found = self._summed(self._kernels.label_moments, focus, weights)
            case Excess(left, right, floors):
                found = self._summed(self._kernels.label_excesses, focus, (left, right, floors))
        for columns in self._columns:
            found += columns.labels(focus, weighing)
        return found

    def _capped_labels(self, focus: Focus, weighing: Capped) -> Floats:
        """``min(C, c) − min(f, c)`` is what exceeds f less what exceeds c, where f < c."""
        left, caps = weighing.open, weighing.caps
        capped, total = self.labels(focus, Excess(left, weighing.right, weighing.floors))
        capped = capped - self.labels(focus, Excess(left, left, caps))[0]
        return np.array([np.maximum(capped, 0.0), total])

    def _summed(
        self, kernel: Callable[..., tuple[Floats, ...]], focus: Focus, weights: tuple[Weights, ...]
    ) -> Floats:
        matrix = self.space.labelling
        return np.array(
            kernel(
                0, focus.rows.size if matrix.indices.size else 0,
                focus.rows, focus.indptr, focus.elements, focus.degrees,
                matrix.indptr, matrix.indices, matrix.degrees, *weights, len(matrix.labels),
            )
        )  # fmt: skip

    def top(self, focus: Focus, weighing: Weighing) -> Floats:
        """Return the same sums of ``max_z P(a, z)`` alone: what ends here with ⊤."""
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
            case Capped(right=right):
                total = weighted_sum(right[focus.rows], _above(focus, weighing))
                return np.array([_capped(focus, weighing), total])

    def reach(self, focus: Focus, weighing: Weighing) -> Floats:
        """Return what bounds the sums of everything here and beyond.

        Of a linear weighing that is ``Σ u·m`` with ``m = max_z P(a, z)``, of an excess
        ``Σ u·max(0, m − f)``, with caps ``Σ u·max(0, min(m, c) − min(f, c))``; of moments
        ``Σ|g|·m`` and ``Σ g²/k`` over the examples with falling slopes, then over those with rising
        ones.
        """
        match weighing:
            case Linear(left):
                return np.array([weighted_sum(left[focus.rows], focus.maxima())])
            case Moments(slopes, spreads=spreads):
                return reaches(focus.rows, focus.indptr, focus.degrees, slopes, spreads)
            case Excess(left):
                return np.array([weighted_sum(left[focus.rows], _above(focus, weighing))])
            case Capped():
                return np.array([_capped(focus, weighing)])


def _above(focus: Focus, weighing: Excess | Capped) -> Degrees:
    """``max(0, max_z P(a, z) − f)`` for each row."""
    return np.maximum(focus.maxima() - weighing.floors[focus.rows], 0.0)


def _capped(focus: Focus, weighing: Capped) -> float:
    """``Σ u·max(0, min(m, c) − min(f, c))`` with ``m = max_z P(a, z)``."""
    rows = focus.rows
    most = np.minimum(focus.maxima(), weighing.caps[rows])
    above = np.maximum(most - weighing.floors[rows], 0.0)
    return weighted_sum(weighing.open[rows], above)


class ShardScene:
    """A concept among the examples of a shard; where its nodes are is found when asked for.

    ``above`` makes the examples that are looked at, at their own elements.
    """

    def __init__(self, shard: Shard, concept: Concept, above: Callable[[], Focus]) -> None:
        self._shard = shard
        self._concept = concept
        self._above = above

    @cached_property
    def foci(self) -> dict[Path, Focus]:
        """Where each node is."""
        return dict(self._shard.space.node_foci(self._concept, self._above()))

    def at(self, path: Path) -> "ShardPlace":
        """Return the place of a node."""
        return ShardPlace(self._shard, lambda: self.foci[path])

    def refined(self, concept: Concept) -> "ShardScene":
        """Go on to a refinement; only the support of this concept is looked at."""
        return ShardScene(self._shard, concept, lambda: self._shard.support(self.foci[()]))

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return whom the concept covers, as rows of the ground, and their degrees."""
        root = self.foci[()]
        return root.rows + np.int32(self._shard.rows.start), root.maxima()


class ShardPlace:
    """A place among the examples of a shard; its focus is made when it is first asked for."""

    def __init__(self, shard: Shard, make: Callable[[], Focus]) -> None:
        self._shard = shard
        self._make = make

    @cached_property
    def focus(self) -> Focus:
        """Where it is."""
        return self._make()

    def beyond(self, role: str) -> "ShardPlace":
        """Return the place one new role further."""
        return ShardPlace(self._shard, lambda: self.focus.extended(self._shard.space.roles[role]))

    def labels(self, weighing: Weighing) -> Floats:
        """Return the sums of every label that is added here."""
        return self._shard.labels(self.focus, weighing)

    def top(self, weighing: Weighing) -> Floats:
        """Return the sums of the move that ends here with ⊤."""
        return self._shard.top(self.focus, weighing)

    def reach(self, weighing: Weighing) -> Floats:
        """Return what bounds the sums of everything here and beyond."""
        return self._shard.reach(self.focus, weighing)
