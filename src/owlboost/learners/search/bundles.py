"""Neighbouring shards that lie together in another process, and what they are asked there.

A bundle holds 2ᵏ shards from a multiple of 2ᵏ on, so that it can add their sums beforehand: what
all bundles say adds up to the same bits as all shards in one process.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from owlboost.features.labelling import LabelPlan
from owlboost.learners.search.focus import Space
from owlboost.learners.search.ground import Ground
from owlboost.learners.search.places import Place, Places
from owlboost.learners.search.shards import (
    Shard,
    ShardScene,
    added_in_pairs,
    shard_ranges,
)
from owlboost.learners.search.weighings import Weighing
from owlboost.model.concepts import Concept
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.lexicon import Lexicon
from owlboost.model.origins import Origin
from owlboost.model.semantics import SEMANTICS
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.names import Names

_REMEMBERED = 8
"""Concepts of which a bundle remembers where their nodes are."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What a bundle is asked.

    Attributes
    ----------
    lineage
        From ⊤ to the concept that is refined.
    places
        Where its moves end, node by node.
    """

    lineage: tuple[Concept, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BundleSums:
    """What the examples of a bundle, or all, sum up to at places.

    Attributes
    ----------
    reaches
        What bounds the sums of everything there and beyond, one column for each place.
    labels
        One row for each sum; for each place a column for each label that is added there, and one
        for ⊤.
    """

    reaches: Floats
    labels: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Extract:
    """Some individuals of a file, which whoever unpacks it reads there."""

    origin: Origin
    names: Names


@dataclass(frozen=True, slots=True, eq=False)
class Parcel:
    """All that a bundle is made of, on its way to another process.

    Attributes
    ----------
    knowledge
        What is known of the examples and of all that their concepts can reach.
    plan, roles
        What can be added to a concept.
    logic
        Name of the semantics.
    elements
        The examples, as elements of the knowledge.
    ranges
        Where the examples of each shard stand in the ground.
    """

    knowledge: KnowledgeBase | Extract
    plan: LabelPlan
    roles: tuple[str, ...]
    logic: str
    elements: Ids
    ranges: tuple[slice, ...]

    @property
    def rows(self) -> slice:
        """Where all its examples stand in the ground."""
        return slice(self.ranges[0].start, self.ranges[-1].stop)

    def unpacked(self) -> "Bundle":
        """Make the bundle."""
        known = self.knowledge
        kb = known.origin.part(known.names) if isinstance(known, Extract) else known
        labelling = self.plan.labelling(kb)
        space = Space(kb, labelling, SEMANTICS[self.logic], self.roles, self.elements)
        first = self.rows.start
        return Bundle(
            tuple(
                Shard(space, self.elements[rows.start - first : rows.stop - first], rows)
                for rows in self.ranges
            ),
            self,
        )


class Bundle:
    """Neighbouring shards."""

    def __init__(self, shards: tuple[Shard, ...], parcel: Parcel) -> None:
        self._shards = shards
        self._parcel = parcel
        self._scenes: dict[Concept, tuple[ShardScene, ...]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as the parcel it was made of."""
        return Parcel.unpacked, (self._parcel,)

    def __sizeof__(self) -> int:
        matrix = self._shards[0].space.labelling
        numbers = sum(one.codes.nbytes + one.values.nbytes for one in matrix.segments)
        return int(matrix.indptr.nbytes + matrix.indices.nbytes + matrix.degrees.nbytes + numbers)

    def sums(self, question: Inquiry, weighing: Weighing) -> BundleSums:
        """Sum over the examples at all places; the weighing is that of all of them."""
        first = self._parcel.rows.start
        weighings = [
            weighing.over(slice(shard.rows.start - first, shard.rows.stop - first))
            for shard in self._shards
        ]
        places = Places(question.places)
        pairs = list(zip(self._scene(question.lineage), weighings, strict=True))
        return BundleSums(
            added_in_pairs([scene.reaches(places, weights) for scene, weights in pairs]),
            added_in_pairs([scene.labels(places, weights) for scene, weights in pairs]),
        )

    def degrees(self, lineage: tuple[Concept, ...]) -> tuple[Ids, Degrees]:
        """Return whom a concept covers, as rows of the ground, and their degrees."""
        rows, degrees = zip(*(scene.degrees() for scene in self._scene(lineage)), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)

    def _scene(self, lineage: tuple[Concept, ...]) -> tuple[ShardScene, ...]:
        *before, concept = lineage
        known = self._scenes.pop(concept, None)
        if known is None and before:
            known = tuple(scene.refined(concept) for scene in self._scene(tuple(before)))
        elif known is None:
            known = tuple(shard.start() for shard in self._shards)
        self._scenes[concept] = known  # the last one was asked for last
        while len(self._scenes) > _REMEMBERED:
            del self._scenes[next(iter(self._scenes))]
        return known


def parcels(
    ground: Ground, part: slice, max_depth: int, most: int, *, from_file: bool = False
) -> Iterator[Parcel]:
    """Deal out one part of the examples of a ground.

    Parameters
    ----------
    ground
        The examples.
    part
        Which of them.
    max_depth
        How many roles away from an example its concepts may look.
    most
        The most bundles.
    from_file
        Whether bundles read the file that the knowledge comes from by themselves.
    """
    ranges = list(shard_ranges(part))
    together = 1
    while -(-len(ranges) // together) > most:
        together *= 2
    space = ground.space
    plan = LabelPlan.of(space.labelling)
    for first in range(0, len(ranges), together):
        some = tuple(ranges[first : first + together])
        elements = ground.elements[some[0].start : some[-1].stop]
        knowledge, places = _known(space, elements, max_depth, from_file=from_file)
        yield Parcel(
            knowledge,
            plan,
            tuple(space.roles),
            space.semantics.name,
            places,
            some,
        )


def _known(
    space: Space, elements: Ids, max_depth: int, *, from_file: bool
) -> tuple[KnowledgeBase | Extract, Ids]:
    """Return what is known of examples and all they reach, and the examples among these."""
    kb = space.kb
    if from_file and kb.origin is not None:
        names = kb.individuals.picked(elements)
        return Extract(kb.origin, names), np.arange(elements.size, dtype=np.int32)
    reached = closure(kb, elements, max_depth)
    part = replace(kb.part(reached), lexicon=Lexicon(), origin=None)
    return part, np.searchsorted(reached, elements).astype(np.int32)


def closure(kb: KnowledgeBase, elements: Ids, max_depth: int) -> Ids:
    """Return some elements and all that so many roles lead to from them, ascending.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(list("abc"), roles={"r": [("a", "b"), ("b", "c")]})
    >>> closure(kb, np.array([0], dtype=np.int32), 1)
    array([0, 1], dtype=int32)
    """
    found = last = np.unique(elements).astype(np.int32)
    for _ in range(max_depth):
        fillers = [role.at(last).indices for role in kb.roles]
        last = np.setdiff1d(np.concatenate([*fillers, found[:0]]), found).astype(np.int32)
        if not last.size:
            break
        found = np.union1d(found, last).astype(np.int32)
    return found
