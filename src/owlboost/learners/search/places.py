"""Where moves end."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from owlboost.model.concepts import Path

Roles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a concept, or the end of a chain of new roles from it.

    Examples
    --------
    >>> Place((0,)).beyond("near")
    Place(path=(0,), roles=('near',))
    """

    path: Path
    roles: Roles = ()

    def beyond(self, role: str) -> "Place":
        """Return the place one new role further."""
        return Place(self.path, (*self.roles, role))

    @property
    def depth(self) -> int:
        """How many roles lead to it from the root."""
        return len(self.path) + len(self.roles)


class Places:
    """Places that are summed up together, node by node.

    Examples
    --------
    >>> places = Places([Place(()), Place((0,)), Place((), ("near",))])
    >>> places.by_node
    {(): ((), ('near',)), (0,): ((),)}
    >>> [place.path for place in places.each]
    [(), (), (0,)]
    """

    def __init__(self, places: Iterable[Place]) -> None:
        found: dict[Path, list[Roles]] = {}
        for place in places:
            found.setdefault(place.path, []).append(place.roles)
        self.by_node = {path: tuple(chains) for path, chains in found.items()}

    @cached_property
    def each(self) -> tuple[Place, ...]:
        """All of them, in the order of their sums."""
        found = self.by_node.items()
        return tuple(Place(path, roles) for path, chains in found for roles in chains)

    @cached_property
    def nodes(self) -> tuple[tuple[int, Path], ...]:
        """Those that are nodes: their positions and paths."""
        each = enumerate(self.each)
        return tuple((position, place.path) for position, place in each if not place.roles)
