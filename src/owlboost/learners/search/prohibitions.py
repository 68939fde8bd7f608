"""What no rule may be, nor be below: forbidden concepts (mathematics §25)."""

import re
from collections.abc import Iterable, Set

from owlboost.model.concepts import (
    Atom,
    Concept,
    CrispValue,
    FuzzyValue,
    Implies,
    Label,
    LabelOrder,
    by_taxonomy,
)
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
            if len(self._known) > _MOST_REMEMBERED:
                self._known.clear()
            found = any(one.subsumes(concept, self._order) for one in self._concepts)
            self._known[concept] = found
        return found


def by_conditions(implies: Implies) -> LabelOrder:
    """Order classes as a knowledge base does, and fuzzy sets by what they lie within.

    Examples
    --------
    >>> from owlboost.model.fuzzysets import LeftShoulder, Triangular
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
