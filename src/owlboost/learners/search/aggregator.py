"""Sums over the examples, for any objective.

An objective gives the weights and judges the sums; an aggregator computes them, wherever the
examples are.
"""

from typing import Protocol

import numpy as np

from owlboost.learners.search.moves import Limits
from owlboost.learners.search.objective import SumWeights
from owlboost.learners.search.shard import Lineage, Query, Shard, pairwise_sum, shard_ranges
from owlboost.learners.search.training_set import TrainingSet
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.threads import SERIAL, ThreadPool

RowGroups = tuple[slice, ...]
"""Groups into which an objective divides the examples."""


class Aggregator(Protocol):
    """Sums weighted degrees over the examples of a training set."""

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with."""
        ...

    def sums(self, query: Query, group: int) -> Floats:
        """Return the sums that a query asks for, over one group of the examples."""
        ...

    def members(self, lineage: Lineage) -> tuple[Ids, Degrees]:
        """Return the rows that the last concept of a lineage covers, and their degrees."""
        ...

    def release(self) -> None:
        """Drop what is cached for one search."""
        ...


class Cluster(Protocol):
    """Other processes, each of which sums over some of the examples."""

    def aggregator(self, data: TrainingSet, groups: RowGroups, max_depth: int) -> Aggregator:
        """Distribute the examples, with all that their concepts can reach."""
        ...


def aggregator_for(
    data: TrainingSet,
    groups: RowGroups,
    limits: Limits,
    pool: ThreadPool = SERIAL,
    cluster: Cluster | None = None,
) -> Aggregator:
    """Return the aggregator of the cluster, or else one on local threads."""
    if cluster is not None:
        return cluster.aggregator(data, groups, limits.max_depth)
    return LocalAggregator(data, groups, pool)


class LocalAggregator:
    """Sums shard by shard, on the threads of a pool."""

    def __init__(self, data: TrainingSet, groups: RowGroups, pool: ThreadPool = SERIAL) -> None:
        self._shards = tuple(
            tuple(data.shard(rows).for_one_search() for rows in shard_ranges(group))
            for group in groups
        )
        self._weights: tuple[tuple[SumWeights, ...], ...] = ()
        self._each = pool.each

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with."""
        self._weights = tuple(
            tuple(weights.sliced(shard.rows) for shard in shards) for shards in self._shards
        )

    def sums(self, query: Query, group: int) -> Floats:
        """Return the sums that a query asks for, over one group of the examples."""

        def sums(shard: Shard, weights: SumWeights) -> Floats:
            return shard.sums(query, weights)

        return pairwise_sum(self._each(sums, self._shards[group], self._weights[group]))

    def members(self, lineage: Lineage) -> tuple[Ids, Degrees]:
        """Return the rows that the last concept of a lineage covers, and their degrees."""
        shards = [shard for shards in self._shards for shard in shards]
        answers = self._each(lambda shard: shard.members(lineage), shards)
        rows, degrees = zip(*answers, strict=True)
        return np.concatenate(rows), np.concatenate(degrees)

    def release(self) -> None:
        """Drop what is cached for one search."""
        for shards in self._shards:
            for shard in shards:
                shard.release()
