"""Sums over examples that lie on the workers of a Dask cluster.

Bundles of shards, weights and sums are tasks: what a lost worker held is made again by another,
out of what the task was given. A step of the search sends a concept and brings back the sums of
all labels at all its nodes and one role beyond, in one message from each bundle.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from owlboost._typing import Degrees, Floats, Ids
from owlboost.errors import ClusterError, OwlboostError
from owlboost.learners.search.bundles import Bundle, Inquiry, Parcel, Spot, SpotSums, parcels
from owlboost.learners.search.ground import Ground
from owlboost.learners.search.shards import Parts, added_in_pairs
from owlboost.learners.search.weighings import Weighing
from owlboost.model.concepts import TOP, Concept, Path, nodes
from owlboost.model.origins import Origin

_EACH = 4
"""Bundles for each worker: so many that work can be shared out, so few that messages are."""

_SENT = 1 << 22
"""Numbers that are rather sent to workers than read there."""


class DaskCluster:
    """The workers that a client of Dask knows.

    Parameters
    ----------
    client
        Of ``distributed``.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def scorer(self, ground: Ground, parts: Parts, max_depth: int) -> "DaskScorer":
        """Deal out the examples of a ground, with what concepts of some depth can reach."""
        most = _EACH * max(1, len(self._client.nthreads()))
        from_file = self._reads(ground)
        dealt = tuple(
            tuple(parcels(ground, part, max_depth, most, from_file=from_file)) for part in parts
        )
        roles = tuple(ground.space.roles) if max_depth else ()
        return DaskScorer(self._client, dealt, roles, max_depth)

    def _reads(self, ground: Ground) -> bool:
        """Whether workers had better read a file than be sent what it says."""
        kb = ground.space.kb
        n_values = kb.n_elements * (len(kb.numbers) + len(kb.symbols))
        if kb.origin is None or n_values <= _SENT or not kb.origin.knows(kb.individuals):
            return False
        return all(self._client.run(_is_at_hand, kb.origin).values())


def _is_at_hand(origin: Origin) -> bool:
    return origin.is_at_hand()


@dataclass(slots=True, eq=False)
class _Sent:
    """An array over all examples, and its parts on their way to bundles."""

    whole: Floats
    parts: tuple[tuple[Any, ...], ...]


class DaskScorer:
    """Asks all bundles and adds up what they say.

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
        self._rows = tuple(tuple(parcel.rows for parcel in parcels_) for parcels_ in dealt)
        self._bundles = tuple(
            tuple(self._task(Parcel.unpacked, parcel) for parcel in parcels_) for parcels_ in dealt
        )
        self._sent: dict[str, _Sent] = {}
        self._kind: type[Weighing] | None = None
        self.roles = roles
        self.max_depth = max_depth

    def _task(self, function: Any, *arguments: Any) -> Any:
        return self._client.submit(function, *arguments, pure=False)

    def weigh(self, weighing: Weighing) -> None:
        """Set what to sum with, for all scenes; weights that stay as they were are not sent."""
        self._kind = type(weighing)
        for one in fields(weighing):
            whole = getattr(weighing, one.name)
            known = self._sent.get(one.name)
            if known is None or not np.array_equal(known.whole, whole):
                parts = tuple(
                    tuple(self._task(_itself, whole[rows]) for rows in each) for each in self._rows
                )
                self._sent[one.name] = _Sent(whole, parts)

    def start(self) -> "DaskScene":
        """Return ⊤ over all examples."""
        return DaskScene(self, (TOP,))

    def sums(self, question: Inquiry) -> list[tuple[SpotSums, ...]]:
        """Ask all bundles; for each spot the sums over each part of the examples."""
        names = [one.name for one in fields(self._kind)] if self._kind is not None else []
        asked = [
            [
                self._task(
                    _summed,
                    bundle,
                    question,
                    self._kind,
                    *(self._sent[name].parts[part][at] for name in names),
                )
                for at, bundle in enumerate(bundles)
            ]
            for part, bundles in enumerate(self._bundles)
        ]
        told: list[list[list[SpotSums]]] = self._gathered(asked)
        return [
            tuple(_added([bundle[spot] for bundle in bundles]) for bundles in told)
            for spot in range(len(question.spots))
        ]

    def degrees(self, lineage: tuple[Concept, ...]) -> tuple[Ids, Degrees]:
        """Return whom a concept covers, and their degrees."""
        asked = [
            [self._task(_degrees, bundle, lineage) for bundle in bundles]
            for bundles in self._bundles
        ]
        told = self._gathered(asked)
        rows, degrees = zip(*(found for bundles in told for found in bundles), strict=True)
        return np.concatenate(rows), np.concatenate(degrees)

    def _gathered(self, asked: Any) -> Any:
        try:
            return self._client.gather(asked)
        except OwlboostError:
            raise
        except Exception as error:
            reason = str(error).partition("\n")[0].rstrip(".")[:200]
            raise ClusterError(
                f"The Dask cluster cannot go on: {type(error).__name__}: {reason}. See what its "
                "workers have written."
            ) from error


def _itself(array: Floats) -> Floats:
    return array


def _summed(
    bundle: Bundle, question: Inquiry, kind: type[Weighing], *weights: Floats
) -> list[SpotSums]:
    return bundle.sums(question, kind(*weights))


def _degrees(bundle: Bundle, lineage: tuple[Concept, ...]) -> tuple[Ids, Degrees]:
    return bundle.degrees(lineage)


def _added(sums: Sequence[SpotSums]) -> SpotSums:
    return SpotSums(
        added_in_pairs([one.reach for one in sums]),
        added_in_pairs([one.labels for one in sums]),
        added_in_pairs([one.top for one in sums]),
    )


@dataclass(frozen=True, slots=True)
class DaskScene:
    """A concept among all examples; what was summed for it is remembered."""

    scorer: DaskScorer
    lineage: tuple[Concept, ...]
    _known: dict[Spot, tuple[SpotSums, ...]] = field(default_factory=dict)

    def at(self, path: Path) -> "DaskPlace":
        """Return the place of a node."""
        return DaskPlace(self, path, ())

    def refined(self, concept: Concept) -> "DaskScene":
        """Go on to a refinement; only the support of this concept is looked at."""
        return DaskScene(self.scorer, (*self.lineage, concept))

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return whom the concept covers, and their degrees."""
        return self.scorer.degrees(self.lineage)

    def sums(self, spot: Spot) -> tuple[SpotSums, ...]:
        """Return the sums at a spot; with those of others that are likely to be asked for next."""
        if spot not in self._known:
            asked = tuple(self._next_to(spot))
            self._known.update(
                zip(asked, self.scorer.sums(Inquiry(self.lineage, asked)), strict=True)
            )
        return self._known[spot]

    def _next_to(self, spot: Spot) -> Iterable[Spot]:
        """Yield the nodes and what lies one role beyond; or all one role beyond the same spot."""
        path, roles = spot
        if roles:
            yield from ((path, (*roles[:-1], role)) for role in self.scorer.roles)
            return
        for node, _ in nodes(self.lineage[-1]):
            yield node, ()
            if len(node) < self.scorer.max_depth:
                yield from ((node, (role,)) for role in self.scorer.roles)


@dataclass(frozen=True, slots=True)
class DaskPlace:
    """A place among all examples."""

    scene: DaskScene
    path: Path
    roles: tuple[str, ...]

    @property
    def _sums(self) -> tuple[SpotSums, ...]:
        return self.scene.sums((self.path, self.roles))

    def beyond(self, role: str) -> "DaskPlace":
        """Return the place one new role further."""
        return DaskPlace(self.scene, self.path, (*self.roles, role))

    def labels(self, part: int) -> Floats:
        """Return the sums of every label that is added here, over one part of the examples."""
        return self._sums[part].labels

    def top(self, part: int) -> Floats:
        """Return the sums of the move that ends here with ⊤, over one part of the examples."""
        return self._sums[part].top

    def reach(self) -> Floats:
        """Return what bounds the sums of everything here and beyond; the first part decides."""
        return self._sums[0].reach
