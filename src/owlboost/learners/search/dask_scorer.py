"""A scorer over examples on the workers of a Dask cluster.

Groups of shards, weights and sums are tasks: what a lost worker held is made again by another,
out of what the task was given. A group holds 2ᵏ shards from a multiple of 2ᵏ on, so that it can
add their sums beforehand: the sums of all groups add up to the same bits as all shards in one
process. A step of the search sends a concept and brings back the sums of all labels at all its
nodes and one role beyond, in one message from each group.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from owlboost.concepts.concept import TOP, Concept
from owlboost.concepts.evaluation import SEMANTICS
from owlboost.data.knowledge_base import KnowledgeBase, Origin
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ClusterError, OwlboostError
from owlboost.features.label_matrix import LabelLayout
from owlboost.learners.search.moves import Position, Positions
from owlboost.learners.search.objective import SumWeights
from owlboost.learners.search.shard import (
    Parts,
    Shard,
    ShardScene,
    added_in_pairs,
    shard_ranges,
    side_by_side,
)
from owlboost.learners.search.space import SearchSpace
from owlboost.learners.search.training_set import TrainingSet
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.names import Names

_REMEMBERED = 8
"""Number of concepts whose scenes a group caches."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question to a group of shards.

    Attributes
    ----------
    lineage
        From ⊤ to the concept that is refined.
    positions
        Where its moves end, node by node.
    """

    lineage: tuple[Concept, ...]
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BundleSums:
    """Sums at positions, over a group of shards or all examples.

    Attributes
    ----------
    reaches
        Bounds of all sums there and beyond, one column for each position.
    labels
        One row for each sum; for each position a column for each label that is added there, and one
        for ⊤.
    """

    reaches: Floats
    labels: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Extract:
    """Some individuals of a file, to be read where it is unpacked."""

    origin: Origin
    names: Names


@dataclass(frozen=True, slots=True, eq=False)
class Parcel:
    """All that makes a group of shards in another process.

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
        Where the examples of each shard stand in the training set.
    """

    knowledge: KnowledgeBase | Extract
    plan: LabelLayout
    roles: tuple[str, ...]
    logic: str
    elements: Ids
    ranges: tuple[slice, ...]

    @property
    def rows(self) -> slice:
        """The range of all its examples in the training set."""
        return slice(self.ranges[0].start, self.ranges[-1].stop)

    def unpacked(self) -> "ShardGroup":
        """Make the group of shards."""
        knowledge = self.knowledge
        kb = knowledge.origin.part(knowledge.names) if isinstance(knowledge, Extract) else knowledge
        matrix = self.plan.matrix(kb)
        space = SearchSpace(kb, matrix, SEMANTICS[self.logic], self.roles, self.elements)
        first = self.rows.start
        return ShardGroup(
            tuple(
                Shard(space, self.elements[rows.start - first : rows.stop - first], rows)
                for rows in self.ranges
            ),
            self,
        )


class ShardGroup:
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
        numbers = sum(
            segments.codes.nbytes + segments.values.nbytes for segments in matrix.segments
        )
        return int(matrix.indptr.nbytes + matrix.indices.nbytes + matrix.degrees.nbytes + numbers)

    def sums(self, question: Inquiry, weights: SumWeights) -> BundleSums:
        """Sum over its examples at all positions; weights are everyone's."""
        first = self._parcel.rows.start
        weights_by_shard = [
            weights.sliced(slice(shard.rows.start - first, shard.rows.stop - first))
            for shard in self._shards
        ]
        positions = Positions(question.positions)
        pairs = list(zip(self._scene(question.lineage), weights_by_shard, strict=True))
        return BundleSums(
            added_in_pairs(
                [scene.reaches(positions, shard_weights) for scene, shard_weights in pairs]
            ),
            added_in_pairs(
                [scene.labels(positions, shard_weights) for scene, shard_weights in pairs]
            ),
        )

    def degrees(self, lineage: tuple[Concept, ...]) -> tuple[Ids, Degrees]:
        """Return the covered rows of the training set, and their degrees."""
        rows, degrees = zip(*(scene.degrees() for scene in self._scene(lineage)), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)

    def _scene(self, lineage: tuple[Concept, ...]) -> tuple[ShardScene, ...]:
        *before, concept = lineage
        scenes = self._scenes.pop(concept, None)
        if scenes is None and before:
            scenes = tuple(scene.refined(concept) for scene in self._scene(tuple(before)))
        elif scenes is None:
            scenes = tuple(shard.start() for shard in self._shards)
        self._scenes[concept] = scenes  # the latest one stands last
        while len(self._scenes) > _REMEMBERED:
            del self._scenes[next(iter(self._scenes))]
        return scenes


def parcels(
    data: TrainingSet, part: slice, max_depth: int, most: int, *, from_file: bool = False
) -> Iterator[Parcel]:
    """Deal out one part of the examples of a training set.

    Parameters
    ----------
    data
        The examples.
    part
        Which of them.
    max_depth
        How many roles away from an example its concepts may look.
    most
        The most groups.
    from_file
        Whether groups read the file that the knowledge comes from by themselves.
    """
    ranges = list(shard_ranges(part))
    together = 1
    while -(-len(ranges) // together) > most:
        together *= 2
    space = data.space
    plan = LabelLayout.from_matrix(space.labelling)
    for first in range(0, len(ranges), together):
        some = tuple(ranges[first : first + together])
        elements = data.elements[some[0].start : some[-1].stop]
        knowledge, positions = _knowledge_around(space, elements, max_depth, from_file=from_file)
        yield Parcel(
            knowledge,
            plan,
            tuple(space.roles),
            space.semantics.name,
            positions,
            some,
        )


def _knowledge_around(
    space: SearchSpace, elements: Ids, max_depth: int, *, from_file: bool
) -> tuple[KnowledgeBase | Extract, Ids]:
    """Return all that examples reach, and the examples' rows in it."""
    kb = space.kb
    if from_file and kb.origin is not None:
        names = kb.individuals.picked(elements)
        return Extract(kb.origin, names), np.arange(elements.size, dtype=np.int32)
    reached = closure(kb, elements, max_depth)
    part = replace(kb.part(reached), lexicon=Lexicon(), origin=None)
    return part, np.searchsorted(reached, elements).astype(np.int32)


def closure(kb: KnowledgeBase, elements: Ids, max_depth: int) -> Ids:
    """Return elements and all that so many roles reach, ascending.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(list("abc"), roles={"r": [("a", "b"), ("b", "c")]})
    >>> closure(kb, np.array([0], dtype=np.int32), 1)
    array([0, 1], dtype=int32)
    """
    reached = frontier = np.unique(elements).astype(np.int32)
    for _ in range(max_depth):
        fillers = [role.at(frontier).indices for role in kb.roles]
        frontier = np.setdiff1d(np.concatenate([*fillers, reached[:0]]), reached).astype(np.int32)
        if not frontier.size:
            break
        reached = np.union1d(reached, frontier).astype(np.int32)
    return reached


_EACH = 2
"""Groups for each worker: enough to share out work, with few messages."""

_SENT = 1 << 22
"""Number of values up to which they are sent rather than read by workers."""


class DaskCluster:
    """The workers that a client of Dask knows.

    Parameters
    ----------
    client
        Of ``distributed``.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def scorer(self, data: TrainingSet, parts: Parts, max_depth: int) -> "DaskScorer":
        """Deal out the examples, with all that their concepts can reach."""
        most = _EACH * max(1, len(self._client.nthreads()))
        from_file = self._reads(data)
        dealt = tuple(
            tuple(parcels(data, part, max_depth, most, from_file=from_file)) for part in parts
        )
        roles = tuple(data.space.roles) if max_depth else ()
        return DaskScorer(self._client, dealt, roles, max_depth)

    def _reads(self, data: TrainingSet) -> bool:
        """Whether workers should read the file rather than be sent values."""
        kb = data.space.kb
        n_values = kb.n_elements * (len(kb.numbers) + len(kb.symbols))
        if kb.origin is None or n_values <= _SENT or not kb.origin.knows(kb.individuals):
            return False
        return all(self._client.run(_is_at_hand, kb.origin).values())


def _is_at_hand(origin: Origin) -> bool:
    return origin.is_at_hand()


class _RemoteGroup:
    """A group that a worker holds, with the weights sent after it."""

    def __init__(self, client: Any, parcel: Parcel) -> None:
        self._client = client
        self._rows = parcel.rows
        self._group = self._task(Parcel.unpacked, parcel)
        self._sent: dict[str, tuple[Floats, Any, int]] = {}

    def _task(self, function: Any, *arguments: Any) -> Any:
        return self._client.submit(function, *arguments, pure=False)

    def set_weights(self, weights: SumWeights) -> bool:
        """Send the weights that changed; return whether any did."""
        own = weights.sliced(self._rows)
        arrays = {each.name: getattr(own, each.name) for each in fields(own)}
        new = {
            name: array
            for name, array in arrays.items()
            if name not in self._sent or not np.array_equal(self._sent[name][0], array)
        }
        if new:
            task = self._task(_itself, tuple(new.values()))
            self._sent |= {name: (array, task, at) for at, (name, array) in enumerate(new.items())}
        return bool(new)

    def sums(self, question: Inquiry, kind: type[SumWeights]) -> Any:
        """Ask for the sums at some positions."""
        sent = [self._sent[each.name] for each in fields(kind)]
        tasks = list({id(task): task for _, task, _ in sent}.values())
        sources = tuple((tasks.index(task), at) for _, task, at in sent)
        return self._task(_summed, self._group, question, kind, sources, *tasks)

    def degrees(self, lineage: tuple[Concept, ...]) -> Any:
        """Ask for the rows that a concept covers."""
        return self._task(_degrees, self._group, lineage)


class DaskScorer:
    """Asks all groups and adds up their sums.

    Sums for ⊤ are cached until weights change: searches begin there.

    Parameters
    ----------
    client
        Of ``distributed``.
    dealt
        For each part of the examples what is dealt out of it.
    roles
        That concepts may have.
    max_depth
        How deep they may be.
    """

    def __init__(
        self,
        client: Any,
        dealt: Sequence[Sequence[Parcel]],
        roles: tuple[str, ...],
        max_depth: int,
    ) -> None:
        self._client = client
        self._groups = tuple(
            tuple(_RemoteGroup(client, parcel) for parcel in specs) for specs in dealt
        )
        self._at_top: list[dict[Inquiry, BundleSums]] = [{} for _ in dealt]
        self._kind: type[SumWeights] | None = None
        self.roles = roles
        self.max_depth = max_depth

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with; unchanged ones are not sent again."""
        self._kind = type(weights)
        for groups, cache in zip(self._groups, self._at_top, strict=True):
            changed = [group.set_weights(weights) for group in groups]
            if any(changed):
                cache.clear()

    def start(self) -> "DaskScene":
        """Return ⊤ over all examples."""
        return DaskScene(self, (TOP,))

    def sums(self, question: Inquiry) -> list[BundleSums]:
        """Ask all groups for the sums over each part."""
        if self._kind is None:
            raise AssertionError("A search begins with weights.")
        cached = [part.get(question) for part in self._at_top]
        tasks = [
            [] if tally is not None else [group.sums(question, self._kind) for group in groups]
            for groups, tally in zip(self._groups, cached, strict=True)
        ]
        answers: list[list[BundleSums]] = self._gathered(tasks)
        sums = [
            _added(group_sums) if tally is None else tally
            for group_sums, tally in zip(answers, cached, strict=True)
        ]
        if question.lineage == (TOP,):
            for part, tally in zip(self._at_top, sums, strict=True):
                part[question] = tally
        return sums

    def degrees(self, lineage: tuple[Concept, ...]) -> tuple[Ids, Degrees]:
        """Return the rows that the concept covers, and their degrees."""
        tasks = [[group.degrees(lineage) for group in groups] for groups in self._groups]
        answers = self._gathered(tasks)
        rows, degrees = zip(*(answer for part in answers for answer in part), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)

    def _gathered(self, tasks: Any) -> Any:
        try:
            return self._client.gather(tasks)
        except OwlboostError:
            raise
        except Exception as error:
            reason = str(error).partition("\n")[0].rstrip(".")[:200]
            raise ClusterError(
                f"The Dask cluster cannot go on: {type(error).__name__}: {reason}. See what its "
                "workers have written."
            ) from error


def _itself(arrays: tuple[Floats, ...]) -> tuple[Floats, ...]:
    return arrays


def _summed(
    group: ShardGroup,
    question: Inquiry,
    kind: type[SumWeights],
    sources: tuple[tuple[int, int], ...],
    *sent: tuple[Floats, ...],
) -> BundleSums:
    return group.sums(question, kind(*(sent[task][at] for task, at in sources)))


def _degrees(group: ShardGroup, lineage: tuple[Concept, ...]) -> tuple[Ids, Degrees]:
    return group.degrees(lineage)


def _added(sums: Sequence[BundleSums]) -> BundleSums:
    return BundleSums(
        added_in_pairs([part.reaches for part in sums]),
        added_in_pairs([part.labels for part in sums]),
    )


@dataclass(frozen=True, slots=True)
class DaskScene:
    """A concept among all examples; its sums are cached by position."""

    scorer: DaskScorer
    lineage: tuple[Concept, ...]
    _cached: dict[Position, tuple[BundleSums, ...]] = field(default_factory=dict)
    _covered: list[tuple[Ids, Degrees]] = field(default_factory=list)

    def refined(self, concept: Concept) -> "DaskScene":
        """Go on to a refinement; only the support is looked at."""
        return DaskScene(self.scorer, (*self.lineage, concept))

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return the covered rows and their degrees; they are sent once."""
        if not self._covered:
            self._covered.append(self.scorer.degrees(self.lineage))
        return self._covered[0]

    def labels(self, positions: Positions, part: int) -> Floats:
        """Return the sums of all labels at positions, over one part."""
        return side_by_side([tally.labels for tally in self._tallies(positions, part)])

    def tops(self, positions: Positions, part: int) -> Floats:
        """Return the sums of moves that end with ⊤ alone."""
        return side_by_side([tally.labels[:, -1:] for tally in self._tallies(positions, part)])

    def reaches(self, positions: Positions) -> Floats:
        """Return bounds of all sums at and beyond positions."""
        return side_by_side([tally.reaches for tally in self._tallies(positions, 0)])

    def _tallies(self, positions: Positions, part: int) -> list[BundleSums]:
        """Return the sums at positions, asking ahead for likely next ones."""
        new = [position for position in positions.each if position not in self._cached]
        if new:
            wanted = Positions(self._with_next(new)).each
            tallies = self.scorer.sums(Inquiry(self.lineage, wanted))
            parts = (_each(tally, len(wanted)) for tally in tallies)
            self._cached.update(zip(wanted, zip(*parts, strict=True), strict=True))
        return [self._cached[position][part] for position in positions.each]

    def _with_next(self, positions: Sequence[Position]) -> Iterator[Position]:
        """Yield positions, and those one role beyond the nodes."""
        present = {*positions, *self._cached}
        yield from positions
        for position in positions:
            if not position.roles and position.depth < self.scorer.max_depth:
                beyond = (position.beyond(role) for role in self.scorer.roles)
                yield from (further for further in beyond if further not in present)


def _each(tally: BundleSums, n: int) -> Iterator[BundleSums]:
    """Split sums by position."""
    pairs = zip(np.split(tally.reaches, n, axis=1), np.split(tally.labels, n, axis=1), strict=True)
    yield from (BundleSums(*pair) for pair in pairs)
