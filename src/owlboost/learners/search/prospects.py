"""Where concepts may grow, and by which labels: the same for all searches within limits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from owlboost.learners.search.focus import Space
from owlboost.learners.search.places import Place, Places
from owlboost.learners.search.refinement import Limits, addable_labels, may_grow_edges
from owlboost.model.concepts import Concept, Path, nodes
from owlboost.runtime.array_types import Mask

_MOST_REMEMBERED = 1000
"""Prospects of at most so many concepts are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class Prospect:
    """Where a concept may grow.

    Attributes
    ----------
    shapes
        Its nodes.
    inner, outer
        Where labels may be added, and where moves may only end with ⊤; None if these are too many
        to score all of them without looking what is promising.
    """

    shapes: Mapping[Path, Concept]
    inner: Places | None
    outer: Places | None


class Prospects:
    """Finds where concepts may grow within limits.

    Parameters
    ----------
    space
        Labels and roles.
    limits
        How large concepts may become.
    few
        More places than these are not listed.
    """

    def __init__(self, space: Space, limits: Limits, few: int) -> None:
        self._space = space
        self._limits = limits
        self._few = few
        self._places: dict[object, tuple[Places, Places] | tuple[None, None]] = {}
        self._addable: dict[Concept, Mask] = {}
        self._known: dict[Concept, Prospect] = {}

    def of(self, concept: Concept) -> Prospect:
        """Return where a concept may grow."""
        found = self._known.get(concept)
        if found is None:
            if len(self._known) > _MOST_REMEMBERED:
                self._known.clear()
                self._addable.clear()
            shapes = dict(nodes(concept))
            found = self._known[concept] = Prospect(shapes, *self._everywhere(shapes))
        return found

    def addable(self, node: Concept) -> Mask:
        """Which labels may be added to a node."""
        found = self._addable.get(node)
        if found is None:
            found = self._addable[node] = addable_labels(node, self._space, self._limits)
        return found

    def beyond(self, place: Place, shapes: Mapping[Path, Concept]) -> Iterator[Place]:
        """Places one new role further."""
        limits = self._limits
        if not place.roles and not may_grow_edges(shapes[place.path], limits):
            return
        if place.depth < limits.max_depth and len(place.roles) <= limits.lookahead:
            for role in self._space.roles:
                yield place.beyond(role)

    def _everywhere(
        self, shapes: Mapping[Path, Concept]
    ) -> tuple[Places, Places] | tuple[None, None]:
        """All inner and all outer places, if they are few; the same for concepts of one shape."""
        limits = self._limits
        shape = tuple((path, may_grow_edges(node, limits)) for path, node in shapes.items())
        if shape not in self._places:
            found = [Place(path) for path in shapes]
            for place in found:  # grows on the way
                found.extend(self.beyond(place, shapes))
                if len(found) > self._few:
                    break
            inner = Places(place for place in found if len(place.roles) <= limits.lookahead)
            outer = Places(place for place in found if len(place.roles) > limits.lookahead)
            small = len(found) <= self._few
            self._places[shape] = (inner, outer) if small else (None, None)
        return self._places[shape]


def prospects(space: Space, limits: Limits, few: int) -> Prospects:
    """Return what finds where concepts may grow, the same for all searches over a space."""
    return space.kept(("prospects", limits, few), lambda: Prospects(space, limits, few))
