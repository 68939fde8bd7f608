"""Moves of the refinement operator ρ: where, which, which not (notes 3, 4, 7)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from owlboost.concepts.concept import (
    Atom,
    Concept,
    CrispValue,
    FuzzyValue,
    Implies,
    Label,
    LabelOrder,
    Path,
    by_taxonomy,
    nodes,
)
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.learners.learner import ConceptLearner
from owlboost.learners.search.space import SearchSpace
from owlboost.runtime.array_types import Mask

Roles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A node of a concept, or the end of a chain of new roles from it.

    Examples
    --------
    >>> Position((0,)).beyond("near")
    Position(path=(0,), roles=('near',))
    """

    path: Path
    roles: Roles = ()

    def beyond(self, role: str) -> "Position":
        """Return the place one new role further."""
        return Position(self.path, (*self.roles, role))

    @property
    def depth(self) -> int:
        """How many roles lead to it from the root."""
        return len(self.path) + len(self.roles)


class Positions:
    """Places that are summed up together, node by node.

    Examples
    --------
    >>> places = Positions([Position(()), Position((0,)), Position((), ("near",))])
    >>> places.by_node
    {(): ((), ('near',)), (0,): ((),)}
    >>> [place.path for place in places.each]
    [(), (), (0,)]
    """

    def __init__(self, positions: Iterable[Position]) -> None:
        found: dict[Path, list[Roles]] = {}
        for position in positions:
            found.setdefault(position.path, []).append(position.roles)
        self.by_node = {path: tuple(chains) for path, chains in found.items()}

    @cached_property
    def each(self) -> tuple[Position, ...]:
        """All of them, in the order of their sums."""
        found = self.by_node.items()
        return tuple(Position(path, roles) for path, chains in found for roles in chains)

    @cached_property
    def nodes(self) -> tuple[tuple[int, Path], ...]:
        """Those that are nodes: their positions and paths."""
        each = enumerate(self.each)
        return tuple((number, position.path) for number, position in each if not position.roles)


_USUAL = re.compile(r"(.*_(?:V{0,3}[LH]|F))[2-9]")
"""The name of a set that stands beside those of other partitions of its property."""

_REMEMBERED_VERDICTS = 100_000


class ForbiddenConcepts:
    """Forbidden concepts: everything below one of them is forbidden, too.

    The order is that of refinement: a concept is below another if it has all its conditions, or
    stricter ones. A class is stricter than the classes above it, a filler than what it refines, and
    a fuzzy set than those of its property that it lies within. Sets of one name are one condition,
    wherever they are placed.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> none = ForbiddenConcepts([Concept((Atom("A"),))], lambda lower, upper: False)
    >>> none.cover(Concept((Atom("A"), Atom("B")))), none.cover(Concept((Atom("B"),)))
    (True, False)
    """

    def __init__(self, concepts: Iterable[Concept], implies: Implies) -> None:
        self._concepts = tuple(concepts)
        self._order = by_conditions(implies)
        self._known: dict[Concept, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._concepts)

    def cover(self, concept: Concept) -> bool:
        """Whether a concept is forbidden, or below one that is."""
        if not self._concepts:
            return False
        found = self._known.get(concept)
        if found is None:
            if len(self._known) > _REMEMBERED_VERDICTS:
                self._known.clear()
            found = any(one.subsumes(concept, self._order) for one in self._concepts)
            self._known[concept] = found
        return found


def by_conditions(implies: Implies) -> LabelOrder:
    """Order classes as a knowledge base does, and fuzzy sets by what they lie within.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder, Triangular
    >>> order = by_conditions(lambda lower, upper: False)
    >>> low = FuzzyValue("price", FuzzySet("low", LeftShoulder(30, 50)))
    >>> order(FuzzyValue("price", FuzzySet("about 30", Triangular(20, 30, 40))), low)
    True
    """
    by_classes = by_taxonomy(implies)

    def is_stricter(lower: Label, upper: Label) -> bool:
        match upper:
            case FuzzyValue(prop, FuzzySet(name, wider)):
                if not isinstance(lower, FuzzyValue) or lower.prop != prop:
                    return False
                called_so = condition_name(lower.fuzzy_set.name) == condition_name(name)
                return called_so or lies_within(lower.fuzzy_set.shape, wider)
            case Atom() | CrispValue():
                return by_classes(lower, upper)

    return is_stricter


def condition_name(name: str) -> str:
    """Return the name of a set without the number of sets beside it.

    Examples
    --------
    >>> condition_name("price_VL5"), condition_name("price_VL"), condition_name("room_12")
    ('price_VL', 'price_VL', 'room_12')
    """
    found = _USUAL.fullmatch(name)
    return name if found is None else found[1]


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


class Shunned:
    """Concepts that moves may not lead to: some that are avoided, and all that is forbidden.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, TOP
    >>> none = ForbiddenConcepts([Concept((Atom("A"),))], lambda lower, upper: False)
    >>> TOP in Shunned({TOP}, none), Concept((Atom("A"),)) in Shunned({TOP}, none)
    (True, True)
    """

    def __init__(self, avoided: Set[Concept], prohibitions: ForbiddenConcepts) -> None:
        self._avoided = avoided
        self._prohibitions = prohibitions

    def __bool__(self) -> bool:
        return bool(self._avoided) or bool(self._prohibitions)

    def __contains__(self, concept: object) -> bool:
        return isinstance(concept, Concept) and (
            concept in self._avoided or self._prohibitions.cover(concept)
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a concept may become, how far one move goes, and what a node may join.

    Attributes
    ----------
    max_depth, max_conjuncts, lookahead
        As the parameters of a learner.
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
    def of(cls, learner: ConceptLearner) -> "Limits":
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
    """Which labels may be added to a node.

    None of a functional property that the node already restricts, unless sets may overlap (note
    7); and where the node is full, only classes below one of its classes, which they replace.
    """
    matrix = space.labelling
    allowed = np.ones(len(matrix.labels), dtype=np.bool_)
    for label in node.labels:
        here = space.label_ids[label]
        allowed[here] = False
        if matrix.exclusive[here] >= 0 and not limits.overlapping_sets:
            allowed &= matrix.exclusive != matrix.exclusive[here]
    if node.n_conjuncts >= limits.max_conjuncts:
        below = np.zeros(len(matrix.labels), dtype=np.bool_)
        for label in node.labels:
            if isinstance(label, Atom) and label.iri not in space.graded:
                below |= space.below(label.iri)
        allowed &= below
    return allowed


def of_one_partition(space: SearchSpace, used: Iterable[Label]) -> Mask | None:
    """Which labels agree with those in use: no fuzzy set of another partition of their properties.

    So that one model says *high* of a property in one sense only. Sets that given rules have
    brought along belong to no partition; where given rules use several, all of these agree. None
    if all labels agree.
    """
    agreeing: dict[str, Mask | None] = {}
    for label in used:
        if not isinstance(label, FuzzyValue):
            continue
        if label in space.label_ids:  # given rules may bring other sets along
            found = space.agreeing(label)
            known = agreeing.get(label.prop, found)
            agreeing[label.prop] = None if found is None or known is None else known | found
    return all_of(agreeing.values())


def all_of(masks: Iterable[Mask | None]) -> Mask | None:
    """Return what all masks allow; None allows everything.

    Examples
    --------
    >>> all_of([np.array([True, False]), None, np.array([True, True])])
    array([ True, False])
    """
    found = [mask for mask in masks if mask is not None]
    return np.logical_and.reduce(found) if found else None


_REMEMBERED_PROSPECTS = 1000
"""Prospects of at most so many concepts are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class GrowthPosition:
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
    inner: Positions | None
    outer: Positions | None


class GrowthPositions:
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

    def __init__(self, space: SearchSpace, limits: Limits, few: int) -> None:
        self._space = space
        self._limits = limits
        self._few = few
        self._places: dict[object, tuple[Positions, Positions] | tuple[None, None]] = {}
        self._addable: dict[Concept, Mask] = {}
        self._known: dict[Concept, GrowthPosition] = {}

    def of(self, concept: Concept) -> GrowthPosition:
        """Return where a concept may grow."""
        found = self._known.get(concept)
        if found is None:
            if len(self._known) > _REMEMBERED_PROSPECTS:
                self._known.clear()
                self._addable.clear()
            shapes = dict(nodes(concept))
            found = self._known[concept] = GrowthPosition(shapes, *self._everywhere(shapes))
        return found

    def addable(self, node: Concept) -> Mask:
        """Which labels may be added to a node."""
        found = self._addable.get(node)
        if found is None:
            found = self._addable[node] = addable_labels(node, self._space, self._limits)
        return found

    def beyond(self, position: Position, shapes: Mapping[Path, Concept]) -> Iterator[Position]:
        """Places one new role further."""
        limits = self._limits
        if not position.roles and not may_grow_edges(shapes[position.path], limits):
            return
        if position.depth < limits.max_depth and len(position.roles) <= limits.lookahead:
            for role in self._space.roles:
                yield position.beyond(role)

    def _everywhere(
        self, shapes: Mapping[Path, Concept]
    ) -> tuple[Positions, Positions] | tuple[None, None]:
        """All inner and all outer places, if they are few; the same for concepts of one shape."""
        limits = self._limits
        shape = tuple((path, may_grow_edges(node, limits)) for path, node in shapes.items())
        if shape not in self._places:
            found = [Position(path) for path in shapes]
            for position in found:  # grows on the way
                found.extend(self.beyond(position, shapes))
                if len(found) > self._few:
                    break
            inner = Positions(
                position for position in found if len(position.roles) <= limits.lookahead
            )
            outer = Positions(
                position for position in found if len(position.roles) > limits.lookahead
            )
            small = len(found) <= self._few
            self._places[shape] = (inner, outer) if small else (None, None)
        return self._places[shape]


def prospects(space: SearchSpace, limits: Limits, few: int) -> GrowthPositions:
    """Return what finds where concepts may grow, the same for all searches over a space."""
    return space.cached(("prospects", limits, few), lambda: GrowthPositions(space, limits, few))
