"""Texts and octets: how many are left by their length, kind and language."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from owlboost.ontology.language.facets import LANG_RANGE, LENGTHS, natural_bound
from owlboost.ontology.language.reserved import XSD
from owlboost.ontology.language.sizes.conditions import Conditions
from owlboost.ontology.language.values.strings import DERIVED

_KINDS = {iri: number for number, iri in enumerate(DERIVED)}
"""Datatypes of strings, from the widest to the narrowest; each holds all after it."""

_NOT_EMPTY = _KINDS[XSD + "NMTOKEN"]
"""The first of them without the empty string."""

_COUNTED = 7
"""The greatest length of octets that are counted; of longer ones there are more than matter."""


@dataclass(slots=True)
class _Lengths:
    """The lengths that are left; ``most`` is None if there is no greatest."""

    least: int = 0
    most: int | None = None
    without: set[int] = field(default_factory=set)

    def cut(self, facet: str, bound: int, *, holds: bool) -> None:
        """Apply a facet of length, or its complement."""
        match facet.removeprefix(XSD), holds:
            case "minLength", True:
                self._at_least(bound)
            case "minLength", False:
                self._at_most(bound - 1)
            case "maxLength", True:
                self._at_most(bound)
            case "maxLength", False:
                self._at_least(bound + 1)
            case "length", True:
                self._at_least(bound)
                self._at_most(bound)
            case _:
                self.without.add(bound)

    def _at_least(self, bound: int) -> None:
        self.least = max(self.least, bound)

    def _at_most(self, bound: int) -> None:
        self.most = bound if self.most is None else min(self.most, bound)

    def greatest(self) -> float:
        """Return the greatest length that is left, -1 if there is none."""
        if self.most is None:
            return math.inf
        left = (n for n in range(self.most, self.least - 1, -1) if n not in self.without)
        return next(left, -1)

    def all(self) -> Iterator[int]:
        """Iterate over the lengths that are left, if there is a greatest."""
        stop = self.least if self.most is None else self.most + 1
        return (number for number in range(self.least, stop) if number not in self.without)


def _lengths(conditions: Conditions) -> _Lengths:
    lengths = _Lengths()
    for facet, bound, holds in conditions.facets:
        number = natural_bound(bound)
        if facet in LENGTHS and number is not None:
            lengths.cut(facet, number, holds=holds)
    return lengths


def count_texts(conditions: Conditions) -> float:
    """Return how many strings, or URIs, meet the conditions: none, one if empty, or many."""
    lengths = _lengths(conditions)
    within = max((_KINDS[iri] for iri, holds in conditions.datatypes if holds), default=0)
    beyond = min((_KINDS[iri] for iri, holds in conditions.datatypes if not holds), default=99)
    if beyond <= within or any(f == LANG_RANGE and holds for f, _, holds in conditions.facets):
        return 0
    if within >= _NOT_EMPTY:
        lengths.cut(XSD + "minLength", 1, holds=True)
    greatest = lengths.greatest()
    if greatest > 0:
        return math.inf
    return 0 if greatest < 0 or any(v.content == "" for v in conditions.removed) else 1


def count_tagged(conditions: Conditions) -> float:
    """Return how many texts with a language meet the conditions: none or many."""
    if _lengths(conditions).greatest() < 0:
        return 0
    ranges = [
        (str(bound.content).lower(), holds)
        for facet, bound, holds in conditions.facets
        if facet == LANG_RANGE and isinstance(bound.content, str)
    ]
    wanted = [range_ for range_, holds in ranges if holds]
    denied = [range_ for range_, holds in ranges if not holds]
    if "*" in denied or any(_apart(one, two) for one, two in combinations(wanted, 2)):
        return 0
    return 0 if any(_covers(wide, one) for wide in denied for one in wanted) else math.inf


def _covers(wide: str, narrow: str) -> bool:
    """Whether each language of one range, taken narrowly or widely, is one of the other."""
    return wide == narrow or narrow.startswith(wide + "-")


def _apart(one: str, two: str) -> bool:
    """Whether no language matches both ranges, as their first subtags differ."""
    first, second = one.split("-", maxsplit=1)[0], two.split("-", maxsplit=1)[0]
    return "*" not in (first, second) and first != second


def count_octets(conditions: Conditions) -> float:
    """Return how many sequences of octets meet the conditions, at most."""
    lengths = _lengths(conditions)
    if lengths.greatest() > _COUNTED:
        return math.inf
    left = set(lengths.all())
    removed = (v.content for v in conditions.removed)
    gone = sum(1 for content in removed if isinstance(content, bytes) and len(content) in left)
    return sum(1 << 8 * length for length in left) - gone
