"""What no rule may be, nor be below: forbidden concepts (mathematics §25)."""

import re
from collections.abc import Iterable, Set

from owlboost.model.concepts import Concept, FuzzyValue, Implies, Label, label_implies
from owlboost.model.fuzzysets import FuzzySet, Shape

_USUAL = re.compile(r"(.*_(?:V{0,3}[LH]|F))[2-9]")
"""The name of a set that stands beside those of other partitions of its property."""

_MOST_REMEMBERED = 100_000


class Prohibitions:
    """Forbidden concepts: everything below one of them is forbidden, too.

    The order is that of refinement: a concept is below another if it has all its conditions, or
    stricter ones. A class is stricter than the classes above it, a filler than what it refines, and
    a fuzzy set than those of its property that it lies within. Sets of one name are one condition,
    wherever they are placed.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> none = Prohibitions([Concept((Atom("A"),))], lambda lower, upper: False)
    >>> none.cover(Concept((Atom("A"), Atom("B")))), none.cover(Concept((Atom("B"),)))
    (True, False)
    """

    def __init__(self, concepts: Iterable[Concept], implies: Implies) -> None:
        self._concepts = tuple(concepts)
        self._implies = implies
        self._known: dict[Concept, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._concepts)

    def cover(self, concept: Concept) -> bool:
        """Whether a concept is forbidden, or below one that is."""
        if not self._concepts:
            return False
        found = self._known.get(concept)
        if found is None:
            if len(self._known) > _MOST_REMEMBERED:
                self._known.clear()
            found = any(is_below(concept, one, self._implies) for one in self._concepts)
            self._known[concept] = found
        return found


def is_below(lower: Concept, upper: Concept, implies: Implies) -> bool:
    """Whether one concept has all conditions of another, or stricter ones."""
    return all(
        any(_is_stricter(own, label, implies) for own in lower.labels) for label in upper.labels
    ) and all(
        any(
            own.role == edge.role and is_below(own.filler, edge.filler, implies)
            for own in lower.edges
        )
        for edge in upper.edges
    )


def _is_stricter(lower: Label, upper: Label, implies: Implies) -> bool:
    match lower, upper:
        case FuzzyValue(prop, FuzzySet(name, shape)), FuzzyValue(other, FuzzySet(above, wider)):
            called_so = condition_name(name) == condition_name(above)
            return prop == other and (called_so or lies_within(shape, wider))
        case _:
            return label_implies(lower, upper, implies)


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
    >>> from owlboost.model.fuzzysets import LeftShoulder, Triangular
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
    >>> from owlboost.model.concepts import TOP, Atom
    >>> none = Prohibitions([Concept((Atom("A"),))], lambda lower, upper: False)
    >>> TOP in Shunned({TOP}, none), Concept((Atom("A"),)) in Shunned({TOP}, none)
    (True, True)
    """

    def __init__(self, avoided: Set[Concept], prohibitions: Prohibitions) -> None:
        self._avoided = avoided
        self._prohibitions = prohibitions

    def __bool__(self) -> bool:
        return bool(self._avoided) or bool(self._prohibitions)

    def __contains__(self, concept: object) -> bool:
        return isinstance(concept, Concept) and (
            concept in self._avoided or self._prohibitions.cover(concept)
        )
