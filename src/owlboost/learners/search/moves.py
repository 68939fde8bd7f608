"""Moves of the refinement operator: positions, labels, limits (notes 3 and 7)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from owlboost.concepts.concept import (
    Atom,
    Concept,
    FuzzyValue,
    Implies,
    Label,
    LabelOrder,
    Path,
    by_taxonomy,
    nodes,
)
from owlboost.data.fuzzy_sets import Shape
from owlboost.learners.learner import ConceptLearner
from owlboost.learners.search.space import SearchSpace
from owlboost.runtime.array_types import Mask

Roles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A node of a concept, or the end of roles from it.

    Examples
    --------
    >>> Position((0,)).step("near")
    Position(path=(0,), roles=('near',))
    """

    path: Path
    roles: Roles = ()

    def step(self, role: str) -> "Position":
        """Return the position one new role further."""
        return Position(self.path, (*self.roles, role))

    @property
    def depth(self) -> int:
        """Number of roles that lead to it from the root."""
        return len(self.path) + len(self.roles)


class Positions:
    """Positions that are summed together, node by node.

    Examples
    --------
    >>> positions = Positions([Position(()), Position((0,)), Position((), ("near",))])
    >>> positions.by_node
    {(): ((), ('near',)), (0,): ((),)}
    >>> [position.path for position in positions.each]
    [(), (), (0,)]
    """

    def __init__(self, positions: Iterable[Position]) -> None:
        chains_by_node: dict[Path, list[Roles]] = {}
        for position in positions:
            chains_by_node.setdefault(position.path, []).append(position.roles)
        self.by_node = {path: tuple(chains) for path, chains in chains_by_node.items()}

    @cached_property
    def each(self) -> tuple[Position, ...]:
        """All positions, in the order of their sums."""
        items = self.by_node.items()
        return tuple(Position(path, roles) for path, chains in items for roles in chains)

    @cached_property
    def nodes(self) -> tuple[tuple[int, Path], ...]:
        """The positions that are nodes, with their numbers and paths."""
        each = enumerate(self.each)
        return tuple((number, position.path) for number, position in each if not position.roles)


_NUMBERED_SET = re.compile(r"(.*_(?:V{0,3}[LH]|F))[2-9]")
"""Matches names of sets that end in the number of sets of their partition."""

_CACHED_VERDICTS = 100_000


class ForbiddenConcepts:
    """Forbidden concepts: everything below one of them is forbidden, too.

    The order is that of refinement: a concept is below another if it has all its conditions, or
    stricter ones. A class is stricter than the classes above it, a filler than what it refines, and
    a fuzzy set than those of its property that it lies within. Sets of one name are one condition,
    wherever they are placed.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> forbidden = ForbiddenConcepts([Concept((Atom("A"),))], lambda lower, upper: False)
    >>> forbidden.forbids(Concept((Atom("A"), Atom("B")))), forbidden.forbids(Concept((Atom("B"),)))
    (True, False)
    """

    def __init__(self, concepts: Iterable[Concept], implies: Implies) -> None:
        self._concepts = tuple(concepts)
        self._order = by_conditions(implies)
        self._cached: dict[Concept, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._concepts)

    def forbids(self, concept: Concept) -> bool:
        """Whether a concept is forbidden, or below a forbidden one."""
        if not self._concepts:
            return False
        verdict = self._cached.get(concept)
        if verdict is None:
            if len(self._cached) > _CACHED_VERDICTS:
                self._cached.clear()
            verdict = any(barrier.subsumes(concept, self._order) for barrier in self._concepts)
            self._cached[concept] = verdict
        return verdict


def by_conditions(implies: Implies) -> LabelOrder:
    """Order classes by the knowledge base, and fuzzy sets by inclusion.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Triangular
    >>> order = by_conditions(lambda lower, upper: False)
    >>> low = FuzzyValue("price", FuzzySet("low", LeftShoulder(30, 50)))
    >>> order(FuzzyValue("price", FuzzySet("about 30", Triangular(20, 30, 40))), low)
    True
    """
    by_classes = by_taxonomy(implies)

    def is_stricter(lower: Label, upper: Label) -> bool:
        if not isinstance(upper, FuzzyValue):
            return by_classes(lower, upper)
        if not isinstance(lower, FuzzyValue) or lower.prop != upper.prop:
            return False
        inner, outer = lower.fuzzy_set, upper.fuzzy_set
        if condition_name(inner.name) == condition_name(outer.name):
            return True
        return lies_within(inner.shape, outer.shape)

    return is_stricter


def condition_name(name: str) -> str:
    """Return a set's name without the number of sets of its partition.

    Examples
    --------
    >>> condition_name("price_VL5"), condition_name("price_VL"), condition_name("room_12")
    ('price_VL', 'price_VL', 'room_12')
    """
    match = _NUMBERED_SET.fullmatch(name)
    return name if match is None else match[1]


def lies_within(inner: Shape, outer: Shape) -> bool:
    """Whether a fuzzy set is nowhere above another.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder, Triangular
    >>> lies_within(Triangular(20, 30, 40), LeftShoulder(30, 50))
    True
    >>> lies_within(LeftShoulder(30, 50), LeftShoulder(30, 45))
    False
    """
    a, b, c, d = inner.corners
    outer_a, outer_b, outer_c, outer_d = outer.corners
    return outer_a <= a and outer_b <= b and c <= outer_c and d <= outer_d


class ExcludedConcepts:
    """Concepts that moves may not lead to: excluded or forbidden.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, TOP
    >>> forbidden = ForbiddenConcepts([Concept((Atom("A"),))], lambda lower, upper: False)
    >>> excluded = ExcludedConcepts({TOP}, forbidden)
    >>> TOP in excluded, Concept((Atom("A"),)) in excluded
    (True, True)
    """

    def __init__(self, excluded: Set[Concept], forbidden: ForbiddenConcepts) -> None:
        self._excluded = excluded
        self._forbidden = forbidden

    def __bool__(self) -> bool:
        return bool(self._excluded) or bool(self._forbidden)

    def __contains__(self, concept: object) -> bool:
        return isinstance(concept, Concept) and (
            concept in self._excluded or self._forbidden.forbids(concept)
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """Size limits of a concept and of one move.

    Attributes
    ----------
    overlapping_sets
        Whether a node may restrict a functional property twice (note 7).
    forbidden
        What a concept may not be, nor be below (mathematics §25).
    """

    max_depth: int
    max_conjuncts: int
    lookahead: int
    overlapping_sets: bool = False
    forbidden: tuple[Concept, ...] = ()

    @classmethod
    def from_learner(cls, learner: ConceptLearner) -> "Limits":
        """Take the limits from a learner."""
        return cls(
            learner.max_depth,
            learner.max_conjuncts,
            learner.lookahead_or_depth,
            learner.overlapping_sets,
            tuple(learner.forbidden),
        )


def may_grow_edges(node: Concept, limits: Limits) -> bool:
    """Whether a node has room for another edge."""
    return node.n_conjuncts < limits.max_conjuncts


def addable_labels(node: Concept, space: SearchSpace, limits: Limits) -> Mask:
    """Mask the labels that may be added to a node.

    None of a functional property that the node already restricts, unless sets may overlap (note
    7); if the node is full, only subclasses of its classes, which they replace.
    """
    matrix = space.matrix
    allowed = np.ones(len(matrix.labels), dtype=np.bool_)
    for label in node.labels:
        number = space.label_ids[label]
        allowed[number] = False
        if matrix.exclusive[number] >= 0 and not limits.overlapping_sets:
            allowed &= matrix.exclusive != matrix.exclusive[number]
    if node.n_conjuncts >= limits.max_conjuncts:
        below = np.zeros(len(matrix.labels), dtype=np.bool_)
        for label in node.labels:
            if isinstance(label, Atom) and label.iri not in space.graded:
                below |= space.subclass_mask(label.iri)
        allowed &= below
    return allowed


def same_partition_mask(space: SearchSpace, used: Iterable[Label]) -> Mask | None:
    """Mask the labels that agree with those in use on partitions.

    A fuzzy set of another partition of the same property does not, so that *high* has one meaning
    per property and model. Sets brought by given rules belong to no partition; all partitions that
    given rules use agree. None if all labels agree.
    """
    agreeing: dict[str, Mask | None] = {}
    for label in used:
        if not isinstance(label, FuzzyValue):
            continue
        if label in space.label_ids:  # given rules may bring other sets along
            mask = space.same_partition_mask(label)
            previous = agreeing.get(label.prop, mask)
            agreeing[label.prop] = None if mask is None or previous is None else previous | mask
    return join_masks(agreeing.values())


def join_masks(masks: Iterable[Mask | None]) -> Mask | None:
    """Return what all masks allow; None allows everything.

    Examples
    --------
    >>> join_masks([np.array([True, False]), None, np.array([True, True])])
    array([ True, False])
    """
    given = [mask for mask in masks if mask is not None]
    return np.logical_and.reduce(given) if given else None


_CACHED_POSITIONS = 1000
"""Number of concepts whose growth positions are cached."""


@dataclass(frozen=True, slots=True, eq=False)
class GrowthPosition:
    """The positions where a concept may grow.

    Attributes
    ----------
    shapes
        Its nodes.
    with_labels, only_top
        Where labels may be added, and where moves may only end with ⊤; None if there are too many
        to score without bounds.
    """

    shapes: Mapping[Path, Concept]
    with_labels: Positions | None
    only_top: Positions | None


class GrowthPositions:
    """Finds where concepts may grow within limits.

    Parameters
    ----------
    few
        Maximum number of positions to list.
    """

    def __init__(self, space: SearchSpace, limits: Limits, few: int) -> None:
        self._space = space
        self._limits = limits
        self._few = few
        self._by_shape: dict[object, tuple[Positions, Positions] | tuple[None, None]] = {}
        self._addable: dict[Concept, Mask] = {}
        self._cached: dict[Concept, GrowthPosition] = {}

    def find(self, concept: Concept) -> GrowthPosition:
        """Return where a concept may grow."""
        growth = self._cached.get(concept)
        if growth is None:
            if len(self._cached) > _CACHED_POSITIONS:
                self._cached.clear()
                self._addable.clear()
            shapes = dict(nodes(concept))
            growth = self._cached[concept] = GrowthPosition(shapes, *self._everywhere(shapes))
        return growth

    def addable(self, node: Concept) -> Mask:
        """Return the cached mask of labels addable to a node."""
        mask = self._addable.get(node)
        if mask is None:
            mask = self._addable[node] = addable_labels(node, self._space, self._limits)
        return mask

    def steps(self, position: Position, shapes: Mapping[Path, Concept]) -> Iterator[Position]:
        """Yield the positions one new role further."""
        limits = self._limits
        if not position.roles and not may_grow_edges(shapes[position.path], limits):
            return
        if position.depth < limits.max_depth and len(position.roles) <= limits.lookahead:
            for role in self._space.roles:
                yield position.step(role)

    def _everywhere(
        self, shapes: Mapping[Path, Concept]
    ) -> tuple[Positions, Positions] | tuple[None, None]:
        """Return all positions, inner and outer, if they are few.

        They are the same for concepts of one shape.
        """
        limits = self._limits
        shape = tuple((path, may_grow_edges(node, limits)) for path, node in shapes.items())
        if shape not in self._by_shape:
            positions = [Position(path) for path in shapes]
            for position in positions:  # grows on the way
                positions.extend(self.steps(position, shapes))
                if len(positions) > self._few:
                    break
            with_labels = Positions(
                position for position in positions if len(position.roles) <= limits.lookahead
            )
            only_top = Positions(
                position for position in positions if len(position.roles) > limits.lookahead
            )
            small = len(positions) <= self._few
            self._by_shape[shape] = (with_labels, only_top) if small else (None, None)
        return self._by_shape[shape]


def growth_positions(space: SearchSpace, limits: Limits, few: int) -> GrowthPositions:
    """Return the finder of growth positions that all searches share."""
    return space.cached(("growth", limits, few), lambda: GrowthPositions(space, limits, few))
