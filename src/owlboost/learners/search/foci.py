"""Where the nodes of a concept are among examples, found when asked for (mathematics §15)."""

from collections.abc import Callable

from owlboost.learners.search.focus import Focus, Space
from owlboost.model.concepts import Concept, Path
from owlboost.runtime.array_types import Degrees

_Opened = tuple[Concept, Focus, list[Degrees]]
"""A node, where its labels leave the focus, and the degrees of its branches there."""


class Foci:
    """For each node of a concept ``P(a, z)``: what adding a label X there makes of the concept.

    The degree becomes ``max_z min(P(a, z), X(z))``.

    Parameters
    ----------
    space
        Labels and roles.
    concept
        The concept.
    above
        Makes the focus on all examples that are looked at, each at its own element.
    note
        Is told how many entries each focus has that is kept.
    """

    def __init__(
        self,
        space: Space,
        concept: Concept,
        above: Callable[[], Focus],
        note: Callable[[int], None],
    ) -> None:
        self._space = space
        self._concept = concept
        self._above = above
        self._note = note
        self._opened: dict[Path, _Opened] = {}
        self._found: dict[Path, Focus] = {}

    def at(self, path: Path) -> Focus:
        """Return where a node is."""
        found = self._found.get(path)
        if found is None:
            _, here, branches = self._open(path)
            found = self._found[path] = self._kept(self._space.joined(here, branches))
        return found

    def _open(self, path: Path) -> _Opened:
        found = self._opened.get(path)
        if found is None:
            node, here = self._entered(path) if path else (self._concept, self._above())
            for label in node.labels:
                here = self._space.restricted(here, self._space.label(label, here.elements))
            branches = [self._space.some(edge, here.elements) for edge in node.edges]
            found = self._opened[path] = node, self._kept(here), branches
        return found

    def _entered(self, path: Path) -> tuple[Concept, Focus]:
        """Go along the last edge of a path; all other branches of the node above it hold there."""
        node, here, branches = self._open(path[:-1])
        position = path[-1]
        edge = node.edges[position]
        others = branches[:position] + branches[position + 1 :]
        return edge.filler, self._space.extended(self._space.joined(here, others), edge.role)

    def _kept(self, focus: Focus) -> Focus:
        self._note(focus.degrees.size)
        return focus
