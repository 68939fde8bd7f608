"""Fuzzy sets that rules name but do not define: those that learning places on the data."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features import PLACINGS
from owlboost.features.partitions import fit_partitions

_NUMBERS_OF_SETS = (3, 5, 7)


@dataclass(frozen=True, slots=True)
class Placement:
    """How fuzzy sets are placed: their number for each property, the method, its exponent."""

    n_sets: int
    fuzzify: str
    centroid_exponent: float

    def sets(self, kb: KnowledgeBase) -> dict[str, dict[str, FuzzySet]]:
        """Place them: property → name → set."""
        found = fit_partitions(kb, self.n_sets, self.fuzzify, self.centroid_exponent)
        return {part.prop: {one.name: one for one in part.sets} for part in found}


def placements(parameters: object) -> tuple[Placement, ...]:
    """Return the ways to place sets that the parameters of a model leave open.

    Examples
    --------
    >>> placements({"n_sets": 3, "fuzzify": "uniform"})
    (Placement(n_sets=3, fuzzify='uniform', centroid_exponent=2.0),)
    >>> len(placements({"n_sets": None, "fuzzify": "cmeans"}))
    3
    """
    known = parameters if isinstance(parameters, Mapping) else {}
    number, method = known.get("n_sets"), known.get("fuzzify")
    exponent = known.get("centroid_exponent", 2.0)
    numbers = (number,) if isinstance(number, int) else _NUMBERS_OF_SETS
    methods = (method,) if isinstance(method, str) and method in PLACINGS else tuple(PLACINGS)
    power = float(exponent) if isinstance(exponent, int | float) else 2.0
    return tuple(Placement(n, how, power) for how, n in product(methods, numbers))


def placed_set(
    kb: KnowledgeBase,
    prop: str,
    name: str,
    defined: Mapping[str, FuzzySet],
    parameters: object,
) -> FuzzySet | None:
    """Return the fuzzy set of a property that learning calls so; None if that is not clear.

    The placement must give the sets that the rules define, those of this property or else all of
    them, exactly. If the rules define none, their parameters must tell the placement.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import RightShoulder
    >>> kb = KnowledgeBase.from_facts("ab", numbers={"ex#price": [("a", 10), ("b", 30)]})
    >>> high = FuzzySet("price_H", RightShoulder(10, 30))
    >>> placed_set(kb, "ex#price", "price_L", {"price_H": high}, {}).shape
    LeftShoulder(a=10.0, b=30.0)
    """
    ways = placements(parameters)
    for way in ways:
        placed = way.sets(kb)
        own = placed.get(prop, {})
        if name not in own:
            continue
        everywhere = {one: fuzzy_set for sets in placed.values() for one, fuzzy_set in sets.items()}
        wanted = {one: defined[one] for one in defined if one in own} or defined
        same = all(everywhere.get(one) == fuzzy_set for one, fuzzy_set in wanted.items())
        if same and (wanted or len(ways) == 1):
            return own[name]
    return None
