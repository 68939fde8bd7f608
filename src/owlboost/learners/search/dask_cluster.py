"""Sums over examples on the workers of a Dask cluster.

Groups of shards, weights and sums are tasks: what a lost worker held is recomputed by another,
out of what the task was given. A group holds 2ᵏ shards from a multiple of 2ᵏ on, so that it can
add their sums beforehand: the sums of all groups add up to the same bits as all shards in one
process. A step of the search sends a concept and brings back the sums of all labels at all its
nodes and one role beyond, in one message from each group.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from owlboost.concepts.concept import TOP
from owlboost.concepts.evaluation import SEMANTICS
from owlboost.data.knowledge_base import KnowledgeBase, Origin
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ClusterError, OwlboostError
from owlboost.features.label_matrix import LabelLayout
from owlboost.learners.search.aggregator import RowGroups
from owlboost.learners.search.moves import Position, Positions
from owlboost.learners.search.objective import SumWeights
from owlboost.learners.search.shard import (
    Lineage,
    Query,
    Shard,
    pairwise_sum,
    shard_ranges,
    side_by_side,
)
from owlboost.learners.search.space import SearchSpace
from owlboost.learners.search.training_set import TrainingSet
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.names import Names


@dataclass(frozen=True, slots=True, eq=False)
class QuerySums:
    """Sums of labels and bounds at some positions, over a group of shards or all examples."""

    labels: Floats
    bounds: Floats

    @classmethod
    def added(cls, sums: Sequence["QuerySums"]) -> "QuerySums":
        """Add the sums of the neighbouring group."""
        labels = pairwise_sum([group.labels for group in sums])
        return cls(labels, pairwise_sum([group.bounds for group in sums]))

    def by_position(self, n: int) -> Iterator["QuerySums"]:
        """Split the sums of n positions."""
        labels, bounds = (np.split(sums, n, axis=1) for sums in (self.labels, self.bounds))
        yield from map(QuerySums, labels, bounds)


@dataclass(frozen=True, slots=True, eq=False)
class FileExtract:
    """Some individuals of a file, read by the worker that needs them."""

    origin: Origin
    names: Names


@dataclass(frozen=True, slots=True, eq=False)
class GroupSpec:
    """Specification of a group of shards, to make it in another process.

    Attributes
    ----------
    knowledge
        Facts of the examples and of all elements that their concepts can reach.
    elements
        The examples, as elements of the knowledge.
    ranges
        Range of the examples of each shard in the training set.
    """

    knowledge: KnowledgeBase | FileExtract
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
        kb = (
            knowledge.origin.part(knowledge.names)
            if isinstance(knowledge, FileExtract)
            else knowledge
        )
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

    def __init__(self, shards: tuple[Shard, ...], spec: GroupSpec) -> None:
        self._shards = shards
        self._spec = spec

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the specification it was made from."""
        return GroupSpec.unpacked, (self._spec,)

    def __sizeof__(self) -> int:
        matrix = self._shards[0].space.matrix
        numbers = sum(
            segments.codes.nbytes + segments.values.nbytes for segments in matrix.segments
        )
        return int(matrix.indptr.nbytes + matrix.indices.nbytes + matrix.degrees.nbytes + numbers)

    def sums(
        self, lineage: Lineage, positions: tuple[Position, ...], weights: SumWeights
    ) -> QuerySums:
        """Sum over its examples at some positions; weights are those of all of them."""
        first, at = self._spec.rows.start, Positions(positions)
        labels, bounds = Query(lineage, at, "labels"), Query(lineage, at, "bounds")
        sums = []
        for shard in self._shards:
            own = weights.sliced(slice(shard.rows.start - first, shard.rows.stop - first))
            sums.append(QuerySums(shard.sums(labels, own), shard.sums(bounds, own)))
        return QuerySums.added(sums)

    def members(self, lineage: Lineage) -> tuple[Ids, Degrees]:
        """Return the covered rows of the training set, and their degrees."""
        rows, degrees = zip(*(shard.members(lineage) for shard in self._shards), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)


def group_specs(
    data: TrainingSet, group: slice, max_depth: int, most: int, *, from_file: bool = False
) -> Iterator[GroupSpec]:
    """Split one group of the examples of a training set into groups of shards.

    Parameters
    ----------
    max_depth
        Maximum number of roles from an example to an element its concepts use.
    from_file
        Whether groups read the file that the knowledge comes from by themselves.
    """
    ranges = list(shard_ranges(group))
    together = 1
    while -(-len(ranges) // together) > most:
        together *= 2
    space = data.space
    plan = LabelLayout.from_matrix(space.matrix)
    for first in range(0, len(ranges), together):
        some = tuple(ranges[first : first + together])
        elements = data.elements[some[0].start : some[-1].stop]
        knowledge, positions = _knowledge_around(space, elements, max_depth, from_file=from_file)
        yield GroupSpec(
            knowledge,
            plan,
            tuple(space.roles),
            space.semantics.name,
            positions,
            some,
        )


def _knowledge_around(
    space: SearchSpace, elements: Ids, max_depth: int, *, from_file: bool
) -> tuple[KnowledgeBase | FileExtract, Ids]:
    """Return the facts of all that examples reach, and the rows of the examples there."""
    kb = space.kb
    if from_file and kb.origin is not None:
        names = kb.individuals.picked(elements)
        return FileExtract(kb.origin, names), np.arange(elements.size, dtype=np.int32)
    reached = reachable(kb, elements, max_depth)
    part = replace(kb.part(reached), lexicon=Lexicon(), origin=None)
    return part, np.searchsorted(reached, elements).astype(np.int32)


def reachable(kb: KnowledgeBase, elements: Ids, max_depth: int) -> Ids:
    """Return elements and all that so many roles reach, ascending.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(list("abc"), roles={"r": [("a", "b"), ("b", "c")]})
    >>> reachable(kb, np.array([0], dtype=np.int32), 1)
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
"""Number of groups per worker: enough to balance the load, with few messages."""

_SENT = 1 << 22
"""Number of values up to which they are sent rather than read by workers."""


class DaskCluster:
    """The workers that a client of Dask knows."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def aggregator(self, data: TrainingSet, groups: RowGroups, max_depth: int) -> "DaskAggregator":
        """Deal out the examples, with all that their concepts can reach."""
        most = _EACH * max(1, len(self._client.nthreads()))
        from_file = self._reads(data)
        dealt = tuple(
            tuple(group_specs(data, group, max_depth, most, from_file=from_file))
            for group in groups
        )
        roles = tuple(data.space.roles) if max_depth else ()
        return DaskAggregator(self._client, dealt, roles, max_depth)

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

    def __init__(self, client: Any, spec: GroupSpec) -> None:
        self._client = client
        self._rows = spec.rows
        self._group = self._task(GroupSpec.unpacked, spec)
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

    def sums(
        self, lineage: Lineage, positions: tuple[Position, ...], kind: type[SumWeights]
    ) -> Any:
        """Ask for the sums at some positions."""
        sent = [self._sent[each.name] for each in fields(kind)]
        tasks = list({id(task): task for _, task, _ in sent}.values())
        sources = tuple((tasks.index(task), at) for _, task, at in sent)
        return self._task(_summed, self._group, lineage, positions, kind, sources, *tasks)

    def members(self, lineage: Lineage) -> Any:
        """Ask for the rows that a concept covers."""
        return self._task(ShardGroup.members, self._group, lineage)


class DaskAggregator:
    """Adds up the sums of all groups of shards.

    Sums of the latest concept are cached by position, and likely next positions are requested in
    advance. Sums for ⊤ are cached until weights change: searches begin there.
    """

    def __init__(
        self,
        client: Any,
        dealt: Sequence[Sequence[GroupSpec]],
        roles: tuple[str, ...],
        max_depth: int,
    ) -> None:
        self._client = client
        self._groups = tuple(tuple(_RemoteGroup(client, spec) for spec in specs) for specs in dealt)
        self._at_top: list[dict[tuple[Position, ...], QuerySums]] = [{} for _ in dealt]
        self._kind: type[SumWeights] | None = None
        self._roles = roles
        self._max_depth = max_depth
        self.release()

    def release(self) -> None:
        """Drop what is cached for one search."""
        self._look_at(())

    def _look_at(self, lineage: Lineage) -> None:
        self._lineage = lineage
        self._cached: dict[Position, tuple[QuerySums, ...]] = {}
        self._members: tuple[Ids, Degrees] | None = None

    def set_weights(self, weights: SumWeights) -> None:
        """Set the weights to sum with; unchanged ones are not sent again."""
        self.release()
        self._kind = type(weights)
        for groups, cache in zip(self._groups, self._at_top, strict=True):
            changed = [group.set_weights(weights) for group in groups]
            if any(changed):
                cache.clear()

    def sums(self, query: Query, group: int) -> Floats:
        """Return the sums that a query asks for, over one group of the examples."""
        if query.lineage != self._lineage:
            self._look_at(query.lineage)
        new = [position for position in query.positions.each if position not in self._cached]
        if new:
            wanted = Positions(self._with_next(new)).each
            sums = (sums.by_position(len(wanted)) for sums in self._group_sums(wanted))
            self._cached.update(zip(wanted, zip(*sums, strict=True), strict=True))
        cached = [self._cached[position][group] for position in query.positions.each]
        match query.kind:
            case "labels":
                return side_by_side([sums.labels for sums in cached])
            case "tops":
                return side_by_side([sums.labels[:, -1:] for sums in cached])
            case "bounds":
                return side_by_side([sums.bounds for sums in cached])

    def _with_next(self, positions: Sequence[Position]) -> Iterator[Position]:
        """Yield positions, and those one role beyond the nodes."""
        present = {*positions, *self._cached}
        yield from positions
        for position in positions:
            if not position.roles and position.depth < self._max_depth:
                beyond = (position.step(role) for role in self._roles)
                yield from (further for further in beyond if further not in present)

    def _group_sums(self, positions: tuple[Position, ...]) -> list[QuerySums]:
        """Ask all groups of shards for the sums over each group of the examples."""
        kind, lineage = self._kind, self._lineage
        if kind is None:
            raise AssertionError("A search begins with weights.")
        cached = [at_top.get(positions) if lineage == (TOP,) else None for at_top in self._at_top]
        tasks = [
            [group.sums(lineage, positions, kind) for group in groups] if sums is None else []
            for groups, sums in zip(self._groups, cached, strict=True)
        ]
        answers: list[list[QuerySums]] = self._gathered(tasks)
        result = [
            QuerySums.added(answer) if sums is None else sums
            for answer, sums in zip(answers, cached, strict=True)
        ]
        if lineage == (TOP,):
            for at_top, sums in zip(self._at_top, result, strict=True):
                at_top[positions] = sums
        return result

    def members(self, lineage: Lineage) -> tuple[Ids, Degrees]:
        """Return the rows that a concept covers, and their degrees; they are sent once."""
        if lineage != self._lineage:
            self._look_at(lineage)
        if self._members is None:
            tasks = [[group.members(lineage) for group in groups] for groups in self._groups]
            answers = self._gathered(tasks)
            rows, degrees = zip(*(answer for group in answers for answer in group), strict=True)
            self._members = np.concatenate(rows), np.concatenate(degrees)
        return self._members

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
    lineage: Lineage,
    positions: tuple[Position, ...],
    kind: type[SumWeights],
    sources: tuple[tuple[int, int], ...],
    *sent: tuple[Floats, ...],
) -> QuerySums:
    return group.sums(lineage, positions, kind(*(sent[task][at] for task, at in sources)))
