"""What is done to concepts, by literal definitions over nodes and their paths."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product

from owlboost.concepts.concept import Concept, Edge, Label, Path

Tree = tuple[frozenset[Label], frozenset[tuple[str, "Tree"]]]
"""A concept as nested sets: its labels, and its roles with their fillers."""

Map = tuple[tuple[Concept, Concept], ...]
"""Nodes of a tree, and where they go."""


def as_sets(concept: Concept) -> Tree:
    """A concept as nested sets, in which order and repetition do not show."""
    fillers = frozenset((edge.role, as_sets(edge.filler)) for edge in concept.edges)
    return frozenset(concept.labels), fillers


def united(trees: Sequence[Tree]) -> Tree:
    """The conjunction of concepts: the union of what their roots have."""
    labels = frozenset(label for tree in trees for label in tree[0])
    return labels, frozenset(edge for tree in trees for edge in tree[1])


def mapped(tree: Tree, change: Callable[[Label], Label]) -> Tree:
    """The same tree with other labels."""
    labels, edges = tree
    return frozenset(map(change, labels)), frozenset((r, mapped(end, change)) for r, end in edges)


def at_paths(concept: Concept, path: Path = ()) -> Iterator[tuple[Path, Concept]]:
    """All nodes with their paths."""
    yield path, concept
    for at, edge in enumerate(concept.edges):
        yield from at_paths(edge.filler, (*path, at))


def replaced(concept: Concept, path: Path, node: Concept) -> Concept:
    """A concept with another node at a path."""
    if not path:
        return node
    fillers = [edge.filler for edge in concept.edges]
    fillers[path[0]] = replaced(fillers[path[0]], path[1:], node)
    ends = zip(concept.edges, fillers, strict=True)
    return Concept(concept.labels, tuple(Edge(edge.role, filler) for edge, filler in ends))


def conjoined_at(concept: Concept, path: Path, addition: Concept) -> Concept:
    """A concept whose node at a path has all of an addition, too."""
    node = dict(at_paths(concept))[path]
    grown = Concept(node.labels + addition.labels, node.edges + addition.edges)
    return replaced(concept, path, grown)


def weaker(concept: Concept) -> set[Concept]:
    """Every concept that lacks one label or edge of one node, but for ⊤."""
    found: set[Concept] = set()
    for path, node in at_paths(concept):
        for label in node.labels:
            others = tuple(one for one in node.labels if one != label)
            found.add(replaced(concept, path, Concept(others, node.edges)))
        for edge in node.edges:
            rest = tuple(one for one in node.edges if one != edge)
            found.add(replaced(concept, path, Concept(node.labels, rest)))
    return found - {Concept()}


def is_below(lower: Concept, upper: Concept, order: Callable[[Label, Label], bool]) -> bool:
    """Whether the nodes of one tree can be mapped to those of another, so that all is stricter.

    The root goes to the root, the end of an edge to the end of an edge of the same role, and each
    label has a stricter one where its node goes.
    """
    return any(
        all(
            any(order(own, label) for own in image.labels)
            for node, image in where
            for label in node.labels
        )
        for where in _maps(upper, lower)
    )


def _maps(upper: Concept, lower: Concept) -> Iterator[Map]:
    """Every way to map the nodes of one tree to those of another along the roles."""
    ways: list[list[Map]] = []
    for edge in upper.edges:
        ends = [own.filler for own in lower.edges if own.role == edge.role]
        ways.append([way for end in ends for way in _maps(edge.filler, end)])
    for chosen in product(*ways):
        yield ((upper, lower), *chain.from_iterable(chosen))
