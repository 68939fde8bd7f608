"""A shard: a range of examples, which threads and workers sum alone.

How examples are cut into shards depends on nothing but their number, and sums of shards are added
in one order, so sums are the same to the last bit wherever the shards lie.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import numpy as np

from owlboost.concepts.concept import TOP, Concept, Path
from owlboost.concepts.hypothesis import covers
from owlboost.features.role_chains import Chain, Chains, MatrixStack
from owlboost.features.segments import Segments
from owlboost.kernels.relations import chain_bound_sums
from owlboost.kernels.segments import full_parabolas, full_sums
from owlboost.kernels.sums import Kernels, bound_sums, top_excesses, top_moments
from owlboost.learners.search.moves import Positions
from owlboost.learners.search.objective import (
    CappedWeights,
    ExcessWeights,
    LinearWeights,
    NewtonWeights,
    SumWeights,
)
from owlboost.learners.search.space import FEW_ROWS, NodeRelation, NodeRelations, SearchSpace
from owlboost.runtime.array_types import Degrees, Floats, Ids, Weights


class ColumnSums:
    """Sums of the labels of some columns, one element an example.

    Where the relation is 1 at every example, a few sums for each segment do. Two of them follow
    from counts and lifts, which stay the same from rule to rule, and are remembered.
    """

    def __init__(self, segments: Segments, kernels: Kernels, n_labels: int) -> None:
        self._segments = segments
        self._kernels = kernels
        self._n_labels = n_labels
        self._cached: tuple[NodeRelation, Weights, Weights, Floats] | None = None

    def labels(
        self, relation: NodeRelation, weights: LinearWeights | NewtonWeights | ExcessWeights
    ) -> Floats:
        """Return the sums of labels joined with the relation; 0 for others."""
        full = relation.is_full
        match weights:
            case LinearWeights(left, right) if full:
                return self._full_sums(relation, left, right)
            case NewtonWeights(slopes, curvatures, counts, lifts) if full:
                rows = (relation.rows, relation.elements, *self._segments.arrays)
                bent = full_parabolas(*rows, slopes, curvatures, self._n_labels)
                return np.concatenate([bent, self._remembered(relation, counts, lifts)])
            case LinearWeights(left, right):
                return self._joint(self._kernels.joint_sums, relation, left, right)
            case NewtonWeights(slopes, curvatures, counts, lifts):
                four = (slopes, curvatures, counts, lifts)
                return self._joint(self._kernels.joint_moments, relation, *four)
            case ExcessWeights(left, right, floors):
                return self._joint(self._kernels.joint_excesses, relation, left, right, floors)

    def _full_sums(self, relation: NodeRelation, left: Weights, right: Weights) -> Floats:
        arrays = self._segments.arrays
        return full_sums(relation.rows, relation.elements, *arrays, left, right, self._n_labels)

    def _remembered(self, relation: NodeRelation, counts: Weights, lifts: Weights) -> Floats:
        """Return sums of counts and of lifts, cached until something differs."""
        if self._cached is not None:
            before, old_counts, old_lifts, sums = self._cached
            if (
                _are_equal(before.rows, relation.rows)
                and _are_equal(old_counts, counts)
                and _are_equal(old_lifts, lifts)
            ):
                return sums
        sums = self._full_sums(relation, counts, lifts)
        self._cached = relation, counts, lifts, sums
        return sums

    def _joint(
        self, kernel: Callable[..., Floats], relation: NodeRelation, *weights: Weights
    ) -> Floats:
        arrays = self._segments.arrays
        given = (relation.rows, relation.elements, relation.degrees)
        return kernel(*given, *arrays, *weights, self._n_labels)


def _are_equal(left: Ids | Floats, right: Ids | Floats) -> bool:
    """Whether two unchanged arrays are equal; mostly they are the same."""
    is_same = left.size == right.size and left.__array_interface__ == right.__array_interface__
    return is_same or np.array_equal(left, right)


ROWS = 1 << 15
"""Maximum number of examples per shard."""

_MOST_ENTRIES = 1 << 18
"""Approximate number of entries that a shard caches."""


Parts = tuple[slice, ...]
"""Parts into which an objective divides the examples."""


def shard_ranges(part: slice) -> Iterator[slice]:
    """Cut a part of the examples into ranges for shards.

    A part without examples is one range.

    Examples
    --------
    >>> list(shard_ranges(slice(10, 50_000)))
    [slice(10, 32778, None), slice(32778, 50000, None)]
    """
    for first in range(part.start, max(part.stop, part.start + 1), ROWS):
        yield slice(first, min(first + ROWS, part.stop))


def added_in_pairs(sums: Sequence[Floats]) -> Floats:
    """Add the sums of shards as a balanced tree.

    Neighbours are added first, then neighbouring pairs. Whoever holds 2ᵏ neighbouring shards from a
    multiple of 2ᵏ on can add theirs beforehand.

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
    """``Σ w·x``, bit for bit the same on any number of threads.

    Examples
    --------
    >>> weighted_sum(np.array([0.25, 0.75]), np.array([1.0, 0.5]))
    0.625
    """
    return float((weights * degrees).sum())


class Shard:
    """Some examples over a search space, numbered from 0.

    ``rows`` says where they stand. Weights are those of its own examples. Where a concept is among
    few examples is cached: it depends on no weights. (Not where ``C ⊓ C`` is not C: there the way
    to a concept may change the last bit.)
    """

    def __init__(self, space: SearchSpace, elements: Ids, rows: slice) -> None:
        self.rows = rows
        self.space = space
        self._elements = elements
        self._kernels = space.semantics.kernels
        self._no_floors = np.zeros(elements.size)
        self._remembers = elements.size <= FEW_ROWS and space.semantics.idempotent
        self._scenes: dict[Concept, ShardScene] = {}
        self._n_entries = 0
        self._columns = tuple(
            ColumnSums(segments, self._kernels, len(space.labelling.labels))
            for segments in space.labelling.segments
        )

    def start(self) -> "ShardScene":
        """Return ⊤ over all examples of the shard."""
        rows = np.arange(self._elements.size, dtype=np.int32)
        return self.scene(TOP, lambda: NodeRelation.identity(rows, self._elements))

    def scene(self, concept: Concept, above: Callable[[], NodeRelation]) -> "ShardScene":
        """Return where a concept is; ``above`` makes the relation it starts from."""
        if not self._remembers:
            return ShardScene(self, concept, above)
        cached = self._scenes.get(concept)
        return cached or self._scenes.setdefault(concept, ShardScene(self, concept, above))

    def note(self, n_entries: int) -> None:
        """Count entries that scenes cache; drop all when there are too many."""
        self._n_entries += n_entries
        if self._n_entries > _MOST_ENTRIES:
            self._scenes, self._n_entries = {}, 0

    def support(self, relation: NodeRelation) -> NodeRelation:
        """Relate the examples of a relation to their own elements."""
        return NodeRelation.identity(relation.rows, self._elements[relation.rows])

    def labels(self, relation: NodeRelation, weights: SumWeights) -> Floats:
        """Return the sums of ``max_z P(a, z) ⊓ X(z)`` for each label X (mathematics §15).

        There is one row a sum, and one column a label.
        """
        if isinstance(weights, CappedWeights):
            return _within_caps(lambda excess: self.labels(relation, excess), weights)
        sums = self._in_matrix(relation, weights)
        for columns in self._columns:
            sums += columns.labels(relation, weights)
        return sums

    def _in_matrix(
        self, relation: NodeRelation, weights: LinearWeights | NewtonWeights | ExcessWeights
    ) -> Floats:
        """Return the sums of labels in the matrix; 0 for others."""
        matrix = self.space.labelling
        if not matrix.indices.size:  # nothing to sum, nor anything to compile for it
            return np.zeros((4 if isinstance(weights, NewtonWeights) else 2, len(matrix.labels)))
        match weights:
            case LinearWeights(left, right):
                return self._summed(self._kernels.label_sums, relation, (left, right))
            case NewtonWeights(slopes, curvatures, counts, lifts):
                four = (slopes, curvatures, counts, lifts)
                return self._summed(self._kernels.label_moments, relation, four)
            case ExcessWeights(left, right, floors):
                return self._summed(self._kernels.label_excesses, relation, (left, right, floors))

    def _summed(
        self,
        kernel: Callable[..., tuple[Floats, ...]],
        relation: NodeRelation,
        weights: tuple[Weights, ...],
    ) -> Floats:
        matrix = self.space.labelling
        return np.array(
            kernel(
                0, relation.rows.size,
                relation.rows, relation.indptr, relation.elements, relation.degrees,
                matrix.indptr, matrix.indices, matrix.degrees, *weights, len(matrix.labels),
            )
        )  # fmt: skip

    def top(self, relation: NodeRelation, weights: SumWeights) -> Floats:
        """Return the same sums of ``max_z P(a, z)`` alone, for ⊤."""
        if isinstance(weights, CappedWeights):
            return _within_caps(lambda excess: self.top(relation, excess), weights)
        arrays = (relation.rows, relation.indptr, relation.degrees)
        match weights:
            case LinearWeights(left, right):
                return top_excesses(*arrays, left, right, self._no_floors)
            case NewtonWeights(slopes, curvatures, counts, lifts):
                return top_moments(*arrays, slopes, curvatures, counts, lifts)
            case ExcessWeights(left, right, floors):
                return top_excesses(*arrays, left, right, floors)

    def reach(self, relation: NodeRelation, weights: SumWeights) -> Floats:
        """Return sums that bound everything here and beyond."""
        if not isinstance(weights, NewtonWeights):
            return self.top(relation, weights)[:1]
        arrays = (relation.rows, relation.indptr, relation.degrees)
        return bound_sums(*arrays, weights.slopes, weights.spreads)

    def chain_sums(
        self,
        stack: MatrixStack,
        chains: Ids,
        relation: NodeRelation,
        weights: SumWeights,
        n_labels: int,
    ) -> Floats:
        """Return sums at ends of chains; elements are rows of matrices."""
        if isinstance(weights, CappedWeights):
            return _within_caps(
                lambda excess: self.chain_sums(stack, chains, relation, excess, n_labels), weights
            )
        matrices = (chains, stack.starts, stack.labels, stack.degrees)
        arrays = (relation.rows, relation.indptr, relation.elements, relation.degrees)
        weight_arrays: tuple[Weights, ...]
        kernel = self._kernels.chain_excesses
        match weights:
            case LinearWeights(left, right):
                weight_arrays = (left, right, self._no_floors)
            case NewtonWeights(slopes, curvatures, counts, lifts):
                weight_arrays = (slopes, curvatures, counts, lifts)
                kernel = self._kernels.chain_moments
            case ExcessWeights(left, right, floors):
                weight_arrays = (left, right, floors)
        sums: Floats = kernel(*matrices, *arrays, *weight_arrays, n_labels)
        return sums

    def chain_reaches(
        self, stack: MatrixStack, chains: Ids, relation: NodeRelation, weights: SumWeights
    ) -> Floats:
        """Return bounds of sums at and beyond ends of chains, by column."""
        if not isinstance(weights, NewtonWeights):
            return self.chain_sums(stack, chains, relation, weights, 1)[:1]
        arrays = (relation.rows, relation.indptr, relation.elements, relation.degrees)
        return chain_bound_sums(chains, stack.starts, *arrays, weights.slopes, weights.spreads)


def _within_caps(sums: Callable[[ExcessWeights], Floats], weights: CappedWeights) -> Floats:
    """Sum ``min(C, c) − min(f, c)``, the excess over f less that over c.

    It is 0 unless f < c.
    """
    left, caps = weights.open, weights.caps
    capped, total = sums(ExcessWeights(left, weights.right, weights.floors))
    capped = capped - sums(ExcessWeights(left, left, caps))[0]
    return np.array([np.maximum(capped, 0.0), total])


class ShardScene:
    """A concept among the examples of a shard; nodes are located lazily.

    ``above`` makes the examples that are looked at, at their own elements.
    """

    def __init__(self, shard: Shard, concept: Concept, above: Callable[[], NodeRelation]) -> None:
        self._shard = shard
        self._relations = NodeRelations(shard.space, concept, above, shard.note)
        self._nodes: dict[Path, ShardNode] = {}

    def refined(self, concept: Concept) -> "ShardScene":
        """Go on to a refinement; only the support is looked at."""
        return self._shard.scene(concept, lambda: self._shard.support(self._relations.at(())))

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return the covered rows of the training set, and their degrees."""
        root = self._relations.at(())
        rows, degrees = root.rows + np.int32(self._shard.rows.start), root.maxima()
        covered = covers(degrees)
        return (rows, degrees) if covered.all() else (rows[covered], degrees[covered])

    def labels(self, positions: Positions, weights: SumWeights) -> Floats:
        """Return the sums of all labels at positions, and of ⊤."""
        sums = [self._node(path).labels(own, weights) for path, own in positions.by_node.items()]
        return side_by_side(sums)

    def tops(self, positions: Positions, weights: SumWeights) -> Floats:
        """Return the sums of moves that end with ⊤, one column each."""
        sums = [self._node(path).tops(own, weights) for path, own in positions.by_node.items()]
        return side_by_side(sums)

    def reaches(self, positions: Positions, weights: SumWeights) -> Floats:
        """Return bounds of all sums at and beyond positions, one column each."""
        sums = [self._node(path).reaches(own, weights) for path, own in positions.by_node.items()]
        return side_by_side(sums)

    def _node(self, path: Path) -> "ShardNode":
        if path not in self._nodes:
            self._nodes[path] = ShardNode(self._shard, len(path), self._relations.at(path))
        return self._nodes[path]


class ShardNode:
    """A node of a concept among a shard's examples, and chains beyond.

    What chains of roles lead to is read off matrices that all searches share; where there is no
    memory for these, the relation follows the roles.
    """

    def __init__(self, shard: Shard, level: int, relation: NodeRelation) -> None:
        self._shard = shard
        self._level = level
        self._relations: dict[Chain, NodeRelation] = {(): relation}

    @cached_property
    def _chains(self) -> Chains:
        return self._shard.space.chains(self._level)

    @cached_property
    def _in_rows(self) -> NodeRelation | None:
        """The relation with matrix rows for elements; None if some have none."""
        relation = self._relations[()]
        rows = self._chains.rows(relation.elements)
        return (
            None
            if rows is None
            else NodeRelation(relation.rows, relation.indptr, rows, relation.degrees)
        )

    def labels(self, chains: tuple[Chain, ...], weights: SumWeights) -> Floats:
        """Return the sums of labels and ⊤ at the ends of chains."""
        n_labels = len(self._shard.space.labelling.labels)

        def from_matrices(relation: NodeRelation, numbers: Ids) -> Floats:
            stack = self._chains.label_stack
            return self._shard.chain_sums(stack, numbers, relation, weights, n_labels + 1)

        def step_by_step(chain: Chain) -> Floats:
            relation = self._relation(chain)
            sums = self._shard.labels(relation, weights)
            with_top = np.zeros((sums.shape[0], n_labels + 1))
            with_top[:, :-1] = sums
            if chain:
                with_top[:, -1] = self._shard.top(relation, weights)
            return with_top

        return self._summed(chains, Chains.labels, from_matrices, step_by_step)

    def tops(self, chains: tuple[Chain, ...], weights: SumWeights) -> Floats:
        """Return the sums of what ends with ⊤ after chains."""

        def from_matrices(relation: NodeRelation, numbers: Ids) -> Floats:
            return self._shard.chain_sums(self._chains.ends, numbers, relation, weights, 1)

        def step_by_step(chain: Chain) -> Floats:
            return self._shard.top(self._relation(chain), weights)[:, None]

        return self._summed(chains, Chains.tops, from_matrices, step_by_step)

    def reaches(self, chains: tuple[Chain, ...], weights: SumWeights) -> Floats:
        """Return bounds of sums at and beyond the ends of chains."""

        def from_matrices(relation: NodeRelation, numbers: Ids) -> Floats:
            return self._shard.chain_reaches(self._chains.ends, numbers, relation, weights)

        def step_by_step(chain: Chain) -> Floats:
            return self._shard.reach(self._relation(chain), weights)[:, None]

        return self._summed(chains, Chains.tops, from_matrices, step_by_step)

    def _summed(
        self,
        chains: tuple[Chain, ...],
        numbered: Callable[[Chains, tuple[Chain, ...]], Ids],
        from_matrices: Callable[[NodeRelation, Ids], Floats],
        step_by_step: Callable[[Chain], Floats],
    ) -> Floats:
        """Sum at the ends of chains, from matrices where there are any."""
        relation = self._in_rows if any(chains) else None
        if relation is None:
            return side_by_side([step_by_step(chain) for chain in chains])
        numbers = numbered(self._chains, chains)
        has_matrix = numbers >= 0
        if has_matrix.all():
            return from_matrices(relation, numbers)
        n_matrices = int(np.count_nonzero(has_matrix))
        sums = (
            np.split(from_matrices(relation, numbers[has_matrix]), n_matrices, axis=1)
            if n_matrices
            else []
        )
        ready, each = iter(sums), zip(chains, has_matrix, strict=True)
        return side_by_side(
            [next(ready) if is_ready else step_by_step(chain) for chain, is_ready in each]
        )

    def _relation(self, chain: Chain) -> NodeRelation:
        """Return where a chain leads."""
        if chain not in self._relations:
            before = self._relation(chain[:-1])
            self._relations[chain] = self._shard.space.extended(before, chain[-1])
            self._shard.note(self._relations[chain].degrees.size)
        return self._relations[chain]


def side_by_side(sums: Sequence[Floats]) -> Floats:
    """Join sums that have one row each."""
    return sums[0] if len(sums) == 1 else np.concatenate(sums, axis=1)
