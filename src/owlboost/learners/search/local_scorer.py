"""Sums over examples that lie in this process."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from owlboost.learners.search.ground import Ground
from owlboost.learners.search.places import Places
from owlboost.learners.search.shards import (
    Parts,
    ShardScene,
    added_in_pairs,
    shard_ranges,
)
from owlboost.learners.search.weighings import Weighing
from owlboost.model.concepts import Concept
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.threads import ALONE, Crew


class LocalScorer:
    """Sums shard by shard, on the threads of a crew."""

    def __init__(self, ground: Ground, parts: Parts, crew: Crew = ALONE) -> None:
        self._shards = tuple(
            tuple(ground.shard(rows) for rows in shard_ranges(part)) for part in parts
        )
        self._weighings: tuple[tuple[Weighing, ...], ...] = ()
        self.each = crew.each

    def weigh(self, weighing: Weighing) -> None:
        """Set what to sum with, for all scenes."""
        self._weighings = tuple(
            tuple(weighing.over(shard.rows) for shard in shards) for shards in self._shards
        )

    def start(self) -> "LocalScene":
        """Return ⊤ over all examples."""
        scenes = tuple(tuple(shard.start() for shard in shards) for shards in self._shards)
        return LocalScene(self, scenes)

    def total(
        self,
        sums: Callable[[ShardScene, Weighing], Floats],
        scenes: tuple[ShardScene, ...],
        part: int,
    ) -> Floats:
        """Add up what the shards of a part sum."""
        weighings = self._weighings[part]
        return added_in_pairs(self.each(sums, scenes, weighings))


@dataclass(frozen=True, slots=True)
class LocalScene:
    """A concept among all examples: a scene for each shard of each part."""

    _scorer: LocalScorer
    _scenes: tuple[tuple[ShardScene, ...], ...]

    def labels(self, places: Places, part: int) -> Floats:
        """Return the sums of every label that is added at places, over one part of the examples."""

        def sums(scene: ShardScene, weighing: Weighing) -> Floats:
            return scene.labels(places, weighing)

        return self._scorer.total(sums, self._scenes[part], part)

    def tops(self, places: Places, part: int) -> Floats:
        """Return the sums of the moves that end at places with ⊤ alone."""

        def sums(scene: ShardScene, weighing: Weighing) -> Floats:
            return scene.tops(places, weighing)

        return self._scorer.total(sums, self._scenes[part], part)

    def reaches(self, places: Places) -> Floats:
        """Return what bounds the sums of everything at places and beyond."""

        def sums(scene: ShardScene, weighing: Weighing) -> Floats:
            return scene.reaches(places, weighing)

        return self._scorer.total(sums, self._scenes[0], 0)

    def refined(self, concept: Concept) -> "LocalScene":
        """Go on to a refinement; only the support of this concept is looked at."""
        scenes = tuple(tuple(scene.refined(concept) for scene in scenes) for scenes in self._scenes)
        return LocalScene(self._scorer, scenes)

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return whom the concept covers, and their degrees."""
        every = [scene for scenes in self._scenes for scene in scenes]
        rows, degrees = zip(*self._scorer.each(ShardScene.degrees, every), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)
