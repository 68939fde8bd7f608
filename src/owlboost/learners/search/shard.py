"""A shard: a range of examples that a thread or worker sums.

The ranges depend on the number of examples only, and the sums of shards are added in a fixed order,
so the results are the same to the last bit wherever the shards are.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from owlboost.concepts.concept import Concept, Path
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
    PlainWeights,
    SumWeights,
)
from owlboost.learners.search.space import FEW_ROWS, NodeRelation, NodeRelations, SearchSpace
from owlboost.runtime.array_types import Degrees, Floats, Ids, Weights

ROWS = 1 << 15
"""Maximum number of examples per shard."""

_MOST_ENTRIES = 1 << 18
"""Approximate number of entries that a shard caches."""


def shard_ranges(group: slice) -> Iterator[slice]:
    """Cut a group of examples into ranges for shards.

    A group without examples is one range.

    Examples
    --------
    >>> list(shard_ranges(slice(10, 50_000)))
    [slice(10, 32778, None), slice(32778, 50000, None)]
    """
    for first in range(group.start, max(group.stop, group.start + 1), ROWS):
        yield slice(first, min(first + ROWS, group.stop))


def side_by_side(sums: Sequence[Floats]) -> Floats:
    """Stack sums of one row each."""
    return sums[0] if len(sums) == 1 else np.concatenate(sums, axis=1)


def pairwise_sum(sums: Sequence[Floats]) -> Floats:
    """Add the sums of shards as a balanced tree.

    Neighbours are added first, then neighbouring pairs. So 2ᵏ neighbouring shards from a multiple
    of 2ᵏ on can be added beforehand.

    Examples
    --------
    >>> pairwise_sum([np.array([1.0]), np.array([2.0]), np.array([4.0])])
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


def capped_sums(sums: Callable[[ExcessWeights], Floats], weights: CappedWeights) -> Floats:
    """Sum ``min(C, c) − min(f, c)``, the excess over f less that over c.

    It is 0 unless f < c.
    """
    below_cap = weights.weights_below_cap
    within, total = sums(ExcessWeights(below_cap, weights.total_weights, weights.floors))
    beyond = sums(ExcessWeights(below_cap, below_cap, weights.caps))[0]
    return np.array([np.maximum(within - beyond, 0.0), total])


class _ColumnSums:
    """Sums of the labels of some columns, with one element per example.

    Where the relation is 1 at every example, a few sums per segment suffice. Two of them depend on
    counts and lifts only, which do not change between rules, and are cached.
    """

    def __init__(self, segments: Segments, n_labels: int) -> None:
        self._arrays = segments.arrays
        self._n_labels = n_labels
        self._cached: tuple[NodeRelation, Weights, Weights, Floats] | None = None

    def labels(
        self, kernel: Callable[..., Floats], relation: NodeRelation, weights: PlainWeights
    ) -> Floats:
        """Return the sums of labels joined with the relation; 0 for others."""
        rows, elements, is_full = relation.rows, relation.elements, relation.is_full
        if is_full and isinstance(weights, LinearWeights):
            return self._full_sums(relation, weights.positive_weights, weights.total_weights)
        if is_full and isinstance(weights, NewtonWeights):
            slopes, curvatures = weights.gradients, weights.hessians
            bent = full_parabolas(rows, elements, *self._arrays, slopes, curvatures, self._n_labels)
            return np.concatenate([bent, self._remembered(relation, weights.counts, weights.lifts)])
        degrees = relation.degrees
        return kernel(rows, elements, degrees, *self._arrays, *weights.arrays, self._n_labels)

    def _full_sums(self, relation: NodeRelation, left: Weights, right: Weights) -> Floats:
        rows, elements = relation.rows, relation.elements
        return full_sums(rows, elements, *self._arrays, left, right, self._n_labels)

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


def _are_equal(left: Ids | Floats, right: Ids | Floats) -> bool:
    """Whether two arrays are equal; usually they are identical."""
    is_same = left.size == right.size and left.__array_interface__ == right.__array_interface__
    return is_same or np.array_equal(left, right)


Lineage = tuple[Concept, ...]
"""Concepts from ⊤ to a concept, each a refinement of the one before."""


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A request for the sums of one concept's moves.

    Attributes
    ----------
    lineage
        From ⊤ to the concept; the support of each contains that of the next.
    positions
        Where its moves end.
    kind
        ``labels``: a row for each sum, and for each position a column for each label and one more
        for the move that ends there with ⊤; of a node, which is no move, this is 0. ``tops``: the
        moves that end with ⊤ alone, one column each. ``bounds``: bounds of all sums at and beyond
        each position. Of linear weights that is ``Σ u·m`` with ``m = max_z P(a, z)``, of an excess
        ``Σ u·max(0, m − f)``; of slopes and curvatures ``Σ|g|·m`` and ``Σ g²/k`` over the examples
        with falling slopes, then over those with rising ones.
    """

    lineage: Lineage
    positions: Positions
    kind: Literal["labels", "tops", "bounds"]


@dataclass(frozen=True, slots=True, eq=False)
class _SumKernels:
    """Kernels for one type of weights, and the number of sums of labels and of ⊤."""

    n_sums: int
    labels: Callable[..., tuple[Floats, ...]]
    columns: Callable[..., Floats]
    top: Callable[..., Floats]
    chains: Callable[..., Floats]


def _by_type_of_weights(kernels: Kernels) -> dict[type[PlainWeights], _SumKernels]:
    """Return the kernels of each type; linear weights have floors of 0 for ⊤ and chains."""
    labels, columns, chains = kernels.label_excesses, kernels.joint_excesses, kernels.chain_excesses
    excess = _SumKernels(2, labels, columns, top_excesses, chains)
    labels, columns, chains = kernels.label_moments, kernels.joint_moments, kernels.chain_moments
    return {
        LinearWeights: replace(excess, labels=kernels.label_sums, columns=kernels.joint_sums),
        NewtonWeights: _SumKernels(4, labels, columns, top_moments, chains),
        ExcessWeights: excess,
    }


class Shard:
    """Some examples over a search space, numbered from 0.

    ``rows`` is its range in the training set; weights are those of its own examples. Views of
    concepts do not depend on weights and are cached if there are few examples. If ``C ⊓ C`` is not
    C, the lineage of a concept may change the last bit; then, and among many examples, only the
    views of the current lineage are cached.
    """

    def __init__(self, space: SearchSpace, elements: Ids, rows: slice) -> None:
        self.rows = rows
        self.space = space
        self._elements = elements
        self._kernels = _by_type_of_weights(space.semantics.kernels)
        self._no_floors = np.zeros(elements.size)
        self._caches_all = elements.size <= FEW_ROWS and space.semantics.idempotent
        self._views: dict[object, _ConceptView] = {}
        self._latest_before: tuple[Lineage, _ConceptView | None] = (), None
        self._n_entries = 0
        self._columns = tuple(
            _ColumnSums(segments, len(space.matrix.labels)) for segments in space.matrix.segments
        )

    def for_one_search(self) -> "Shard":
        """Return this shard, or a copy if it caches only the views of one lineage."""
        if self._caches_all:
            return self
        own = copy(self)
        own.release()
        return own

    def release(self) -> None:
        """Drop the cached lineage, unless all concepts are cached."""
        if not self._caches_all:
            self._views, self._latest_before = {}, ((), None)

    def sums(self, query: Query, weights: SumWeights) -> Floats:
        """Return the sums that a query asks for, one per row."""
        if query.kind == "bounds" and not isinstance(weights, NewtonWeights):
            return self.sums(replace(query, kind="tops"), weights)[:1]
        if isinstance(weights, CappedWeights):
            return capped_sums(lambda excess: self.sums(query, excess), weights)
        return self._view(query.lineage).sums(query, weights)

    def members(self, lineage: Lineage) -> tuple[Ids, Degrees]:
        """Return the covered rows of the training set, and their degrees."""
        root = self._view(lineage).relations.at(())
        rows, degrees = root.rows + np.int32(self.rows.start), root.row_max()
        covered = covers(degrees)
        return (rows, degrees) if covered.all() else (rows[covered], degrees[covered])

    def _view(self, lineage: Lineage) -> "_ConceptView":
        key = self._key(lineage)
        view = self._views.get(key)
        if view is None:
            before = self._view_before(lineage[:-1]) if len(lineage) > 1 else None
            if not self._caches_all or self._n_entries > _MOST_ENTRIES:
                keys = [self._key(lineage[:n]) for n in range(1, len(lineage))]
                self._views = {key: self._views[key] for key in keys if key in self._views}
                self._n_entries = 0
            view = self._views[key] = _ConceptView(self, lineage[-1], before)
        return view

    def _view_before(self, lineage: Lineage) -> "_ConceptView":
        """Return the view that refinements start from, usually that of the concept before."""
        latest, view = self._latest_before
        if view is None or latest != lineage:
            view = self._view(lineage)
            self._latest_before = lineage, view
        return view

    def _key(self, lineage: Lineage) -> object:
        return lineage[-1] if self._caches_all else lineage

    def count_entries(self, n_entries: int) -> None:
        """Count entries cached by views; if there are too many, drop most views."""
        self._n_entries += n_entries

    def at_own_elements(self, rows: Ids | None = None) -> NodeRelation:
        """Relate examples to their own elements; all of them if None."""
        if rows is None:
            every_row = np.arange(self._elements.size, dtype=np.int32)
            return NodeRelation.identity(every_row, self._elements)
        return NodeRelation.identity(rows, self._elements[rows])

    def labels(self, relation: NodeRelation, weights: PlainWeights) -> Floats:
        """Return the sums of ``max_z P(a, z) ⊓ X(z)`` for each label X (mathematics §15).

        Rows are sums, columns labels.
        """
        kernels, matrix = self._kernels[type(weights)], self.space.matrix
        if matrix.indices.size:
            sums = np.array(
                kernels.labels(
                    0, relation.rows.size, *relation.arrays, matrix.indptr, matrix.indices,
                    matrix.degrees, *weights.arrays, len(matrix.labels),
                )
            )  # fmt: skip
        else:  # nothing to sum, nor anything to compile for it
            sums = np.zeros((kernels.n_sums, len(matrix.labels)))
        for columns in self._columns:
            sums += columns.labels(kernels.columns, relation, weights)
        return sums

    def top(self, relation: NodeRelation, weights: PlainWeights) -> Floats:
        """Return the same sums of ``max_z P(a, z)`` alone, for ⊤."""
        arrays = (relation.rows, relation.indptr, relation.degrees)
        return self._kernels[type(weights)].top(*arrays, *self._with_floors(weights))

    def at_ends(
        self,
        stack: MatrixStack,
        chains: Ids,
        relation: NodeRelation,
        weights: PlainWeights,
        n_labels: int,
    ) -> Floats:
        """Return sums at ends of chains; elements are rows of matrices."""
        matrices = (chains, stack.starts, stack.labels, stack.degrees)
        kernel = self._kernels[type(weights)].chains
        return kernel(*matrices, *relation.arrays, *self._with_floors(weights), n_labels)

    def _with_floors(self, weights: PlainWeights) -> tuple[Weights, ...]:
        is_linear = isinstance(weights, LinearWeights)
        return (*weights.arrays, self._no_floors) if is_linear else weights.arrays


class _ConceptView:
    """A concept among the examples of a shard; nodes are located lazily.

    It is restricted to the support of the concept ``before``; None means all examples.
    """

    def __init__(self, shard: Shard, concept: Concept, before: "_ConceptView | None") -> None:
        def above() -> NodeRelation:
            return shard.at_own_elements(None if before is None else before.relations.at(()).rows)

        self._shard = shard
        self.relations = NodeRelations(shard.space, concept, above, shard.count_entries)
        self._nodes: dict[Path, _NodeView] = {}

    def sums(self, query: Query, weights: PlainWeights) -> Floats:
        """Return the sums at all positions, node by node."""
        by_node = query.positions.by_node.items()
        sums = [self._node(path).sums(chains, query.kind, weights) for path, chains in by_node]
        return side_by_side(sums)

    def _node(self, path: Path) -> "_NodeView":
        if path not in self._nodes:
            self._nodes[path] = _NodeView(self._shard, len(path), self.relations.at(path))
        return self._nodes[path]


class _NodeView:
    """A node of a concept among a shard's examples, and chains beyond.

    Chains of roles use matrices that all searches share, or, if there is no memory for these,
    follow the roles one by one.
    """

    def __init__(self, shard: Shard, level: int, relation: NodeRelation) -> None:
        self._shard = shard
        self._level = level
        self._relations: dict[Chain, NodeRelation] = {(): relation}
        self._n_labels = len(shard.space.matrix.labels)

    @cached_property
    def _chains(self) -> Chains:
        return self._shard.space.chains(self._level)

    @cached_property
    def _in_rows(self) -> NodeRelation | None:
        """Return the relation with matrix rows for elements; None if an element has none."""
        relation = self._relations[()]
        rows = self._chains.rows(relation.elements)
        return (
            None
            if rows is None
            else NodeRelation(relation.rows, relation.indptr, rows, relation.degrees)
        )

    def sums(self, chains: tuple[Chain, ...], kind: str, weights: PlainWeights) -> Floats:
        """Sum at the ends of chains, from matrices where there are any."""
        relation = self._in_rows if any(chains) else None
        if relation is None:
            return side_by_side([self._step_by_step(chain, kind, weights) for chain in chains])
        numbers = self._chains.labels(chains) if kind == "labels" else self._chains.tops(chains)
        has_matrix = numbers >= 0
        if has_matrix.all():
            return self._from_matrices(relation, numbers, kind, weights)
        n_matrices = int(np.count_nonzero(has_matrix))
        sums = (
            np.split(
                self._from_matrices(relation, numbers[has_matrix], kind, weights),
                n_matrices,
                axis=1,
            )
            if n_matrices
            else []
        )
        ready, each = iter(sums), zip(chains, has_matrix, strict=True)
        return side_by_side(
            [
                next(ready) if is_ready else self._step_by_step(chain, kind, weights)
                for chain, is_ready in each
            ]
        )

    def _from_matrices(
        self, relation: NodeRelation, numbers: Ids, kind: str, weights: PlainWeights
    ) -> Floats:
        if kind == "labels":
            stack = self._chains.label_stack
            return self._shard.at_ends(stack, numbers, relation, weights, self._n_labels + 1)
        ends = self._chains.ends
        if kind == "bounds" and isinstance(weights, NewtonWeights):
            given = (*relation.arrays, weights.gradients, weights.spreads)
            return chain_bound_sums(numbers, ends.starts, *given)
        return self._shard.at_ends(ends, numbers, relation, weights, 1)

    def _step_by_step(self, chain: Chain, kind: str, weights: PlainWeights) -> Floats:
        relation = self._relation(chain)
        if kind == "labels":
            sums = self._shard.labels(relation, weights)
            with_top = np.zeros((sums.shape[0], self._n_labels + 1))
            with_top[:, :-1] = sums
            if chain:
                with_top[:, -1] = self._shard.top(relation, weights)
            return with_top
        if kind == "bounds" and isinstance(weights, NewtonWeights):
            arrays = (relation.rows, relation.indptr, relation.degrees)
            return bound_sums(*arrays, weights.gradients, weights.spreads)[:, None]
        return self._shard.top(relation, weights)[:, None]

    def _relation(self, chain: Chain) -> NodeRelation:
        """Return where a chain leads."""
        if chain not in self._relations:
            before = self._relation(chain[:-1])
            self._relations[chain] = self._shard.space.follow(before, chain[-1])
            self._shard.count_entries(self._relations[chain].degrees.size)
        return self._relations[chain]
