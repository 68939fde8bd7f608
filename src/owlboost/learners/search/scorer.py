"""The scorer: sums over the examples for any objective.

An objective says what to sum with (*weights*); a scorer sums. What sums mean is the affair of
the objective alone, and where the examples lie is that of the scorer alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.learners.search.moves import Limits, Positions
from owlboost.learners.search.objective import SumWeights
from owlboost.learners.search.shard import Parts, ShardScene, added_in_pairs, shard_ranges
from owlboost.learners.search.training_set import TrainingSet
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.threads import SERIAL, ThreadPool


class Scene(Protocol):
    """A concept in the search, located among the examples."""

    def labels(self, positions: Positions, part: int) -> Floats:
        """Return the sums of all labels at positions, over one part.

        There is a row for each sum. Each position has a column for each label, and one more for the
        move that ends there with ⊤; of a node, which is no move, this is 0.
        """
        ...

    def tops(self, positions: Positions, part: int) -> Floats:
        """Return the sums of moves that end with ⊤, one column each."""
        ...

    def reaches(self, positions: Positions) -> Floats:
        """Return bounds of all sums at and beyond positions, one column each.

        The first part of the examples decides. Of linear weights that is ``Σ u·m`` with
        ``m = max_z P(a, z)``, of an excess ``Σ u·max(0, m − f)``; of moments ``Σ|g|·m`` and
        ``Σ g²/k`` over the examples with falling slopes, then over those with rising ones.
        """
        ...

    def refined(self, concept: Concept) -> "Scene":
        """Go on to a refinement; only the support is looked at."""
        ...

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return the rows that the concept covers, and their degrees."""
        ...


class Scorer(Protocol):
    """Sums degrees over the examples of a training set."""

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with, for all scenes."""
        ...

    def start(self) -> Scene:
        """Return ⊤ over all examples."""
        ...


class Cluster(Protocol):
    """Other processes that sum over their share of the examples."""

    def scorer(self, data: TrainingSet, parts: Parts, max_depth: int) -> Scorer:
        """Deal out the examples, with all that their concepts can reach."""
        ...


def scorer_for(
    data: TrainingSet,
    parts: Parts,
    limits: Limits,
    pool: ThreadPool = SERIAL,
    cluster: Cluster | None = None,
) -> Scorer:
    """Choose the scorer: the cluster's, or that of local threads."""
    if cluster is not None:
        return cluster.scorer(data, parts, limits.max_depth)
    return LocalScorer(data, parts, pool)


class LocalScorer:
    """Sums shard by shard, on the threads of a pool."""

    def __init__(self, data: TrainingSet, parts: Parts, pool: ThreadPool = SERIAL) -> None:
        self._shards = tuple(
            tuple(data.shard(rows) for rows in shard_ranges(part)) for part in parts
        )
        self._weights: tuple[tuple[SumWeights, ...], ...] = ()
        self.each = pool.each

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with, for all scenes."""
        self._weights = tuple(
            tuple(weights.sliced(shard.rows) for shard in shards) for shards in self._shards
        )

    def start(self) -> "LocalScene":
        """Return ⊤ over all examples."""
        scenes = tuple(tuple(shard.start() for shard in shards) for shards in self._shards)
        return LocalScene(self, scenes)

    def total(
        self,
        sums: Callable[[ShardScene, SumWeights], Floats],
        scenes: tuple[ShardScene, ...],
        part: int,
    ) -> Floats:
        """Add up what the shards of a part sum."""
        weights_by_shard = self._weights[part]
        return added_in_pairs(self.each(sums, scenes, weights_by_shard))


@dataclass(frozen=True, slots=True)
class LocalScene:
    """A concept among all examples: a scene for each shard."""

    _scorer: LocalScorer
    _scenes: tuple[tuple[ShardScene, ...], ...]

    def labels(self, positions: Positions, part: int) -> Floats:
        """Return the sums of all labels at positions, over one part."""

        def sums(scene: ShardScene, weights: SumWeights) -> Floats:
            return scene.labels(positions, weights)

        return self._scorer.total(sums, self._scenes[part], part)

    def tops(self, positions: Positions, part: int) -> Floats:
        """Return the sums of moves that end with ⊤ alone."""

        def sums(scene: ShardScene, weights: SumWeights) -> Floats:
            return scene.tops(positions, weights)

        return self._scorer.total(sums, self._scenes[part], part)

    def reaches(self, positions: Positions) -> Floats:
        """Return bounds of all sums at and beyond positions."""

        def sums(scene: ShardScene, weights: SumWeights) -> Floats:
            return scene.reaches(positions, weights)

        return self._scorer.total(sums, self._scenes[0], 0)

    def refined(self, concept: Concept) -> "LocalScene":
        """Go on to a refinement; only the support is looked at."""
        scenes = tuple(tuple(scene.refined(concept) for scene in scenes) for scenes in self._scenes)
        return LocalScene(self._scorer, scenes)

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return the rows that the concept covers, and their degrees."""
        all_scenes = [scene for scenes in self._scenes for scene in scenes]
        rows, degrees = zip(*self._scorer.each(ShardScene.degrees, all_scenes), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)
