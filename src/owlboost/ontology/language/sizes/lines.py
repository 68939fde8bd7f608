"""Ordered spaces: how many numbers or points in time lie between bounds."""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from owlboost.ontology.language.facets import ORDER
from owlboost.ontology.language.reserved import OWL, XSD
from owlboost.ontology.language.sizes.conditions import Conditions
from owlboost.ontology.language.values.instants import ZONES, Instant
from owlboost.ontology.language.values.numbers import (
    Binary,
    Exact,
    is_decimal,
    is_integer,
)
from owlboost.ontology.language.values.spaces import DataValue

_LEVELS: Mapping[str, int] = {XSD + "integer": 0, XSD + "decimal": 1, OWL + "rational": 2}
"""Datatypes of exact numbers, each within the next; beyond them are the irrational ones."""

_OFFSETS = 2 * 14 * 60 + 1
"""Zones, to the minute, in which the same point in time is another value."""


@dataclass(slots=True)
class _Interval:
    """What is left of a line; bounds may belong to it or not."""

    least: Fraction | None = None
    least_open: bool = False
    greatest: Fraction | None = None
    greatest_open: bool = False

    def cut(self, sides: frozenset[int], bound: Fraction) -> None:
        """Keep what lies after (1) or before (-1) a bound, or with it, too (0)."""
        is_open = 0 not in sides
        if 1 in sides:
            if self.least is None or (bound, is_open) > (self.least, self.least_open):
                self.least, self.least_open = bound, is_open
        elif self.greatest is None or (-bound, is_open) > (-self.greatest, self.greatest_open):
            self.greatest, self.greatest_open = bound, is_open

    @property
    def is_empty(self) -> bool:
        if self.least is None or self.greatest is None:
            return False
        if self.least == self.greatest:
            return self.least_open or self.greatest_open
        return self.least > self.greatest

    @property
    def point(self) -> Fraction | None:
        """The only point that is left."""
        if self.least is not None and self.least == self.greatest and not self.is_empty:
            return self.least
        return None

    def integers(self) -> tuple[int | None, int | None]:
        """Return the least and the greatest integer within, None where there is none."""
        least = greatest = None
        if self.least is not None:
            least = math.floor(self.least) + 1 if self.least_open else math.ceil(self.least)
        if self.greatest is not None:
            top = self.greatest
            greatest = math.ceil(top) - 1 if self.greatest_open else math.floor(top)
        return least, greatest


def _sides(facet: str, holds: bool) -> frozenset[int]:
    """Return where a value may lie that obeys a facet of order, or that does not."""
    return ORDER[facet] if holds else frozenset({-1, 0, 1}) - ORDER[facet]


def count_reals(conditions: Conditions) -> float:
    """Return how many numbers of owl:real meet the conditions, at most."""
    line = _Interval()
    for facet, bound, holds in conditions.facets:
        if facet in ORDER and bound.space == "real":
            line.cut(_sides(facet, holds), Fraction(bound.content))  # type: ignore[arg-type]
    within = min((_LEVELS[iri] for iri, holds in conditions.datatypes if holds), default=3)
    beyond = max((_LEVELS[iri] for iri, holds in conditions.datatypes if not holds), default=-1)
    if line.is_empty or beyond >= within:
        return 0
    removed = {Fraction(value.content) for value in conditions.removed}  # type: ignore[arg-type]
    if line.point is not None:
        return int(beyond < _level(line.point) <= within and line.point not in removed)
    return _count_integers(line, removed) if within == 0 else math.inf


def _level(number: Exact) -> int:
    return 0 if is_integer(number) else 1 if is_decimal(number) else 2


def _count_integers(line: _Interval, removed: set[Fraction]) -> float:
    least, greatest = line.integers()
    if least is None or greatest is None:
        return math.inf
    gone = sum(1 for number in removed if least <= number <= greatest and is_integer(number))
    count = max(0, greatest - least + 1) - gone
    return count if count < 2**64 else math.inf


def count_binaries(space: str, conditions: Conditions) -> float:
    """Return how many floats or doubles meet the conditions, at most."""
    least, greatest = (_place(space, Binary.of(sign * math.inf)) for sign in (-1, 1))
    nan = True
    for facet, bound, holds in conditions.facets:
        if facet not in ORDER or bound.space != space or not isinstance(bound.content, Binary):
            continue
        nan = nan and not holds
        if bound.content.number is None:
            if holds:
                return 0
            continue
        sides = _sides(facet, holds)
        first, last = _places(space, bound.content.number)
        if -1 not in sides:
            least = max(least, first if 0 in sides else last + 1)
        else:
            greatest = min(greatest, last if 0 in sides else first - 1)
    places = {
        _place(space, value.content)
        for value in conditions.removed
        if isinstance(value.content, Binary) and value.content.number is not None
    }
    if DataValue(space, Binary(None)) in conditions.removed:
        nan = False
    gone = sum(1 for place in places if least <= place <= greatest)
    return max(0, greatest - least + 1) - gone + nan


def _places(space: str, number: float) -> tuple[int, int]:
    """Return the first and the last place of what equals a number: zero has two."""
    if number == 0:
        return _place(space, Binary.of(-0.0)), _place(space, Binary.of(0.0))
    place = _place(space, Binary.of(number))
    return place, place


def _place(space: str, value: Binary) -> int:
    """Return the place of a number among those of its space, counted from the positive zero."""
    write, read = ("<f", "<I") if space == "float" else ("<d", "<Q")
    size: int = struct.unpack(read, struct.pack(write, abs(value.as_float)))[0]
    return -size - 1 if value.negative else size


def count_instants(conditions: Conditions, *, zoned: bool) -> float:
    """Return how many points in time, with or without zone, meet the conditions, at most."""
    if any(holds != zoned for _, holds in conditions.datatypes):  # xsd:dateTimeStamp
        return 0
    line = _Interval()
    for facet, bound, holds in conditions.facets:
        if facet in ORDER and isinstance(bound.content, Instant):
            sides, at = _sides(facet, holds), bound.content.seconds
            if (bound.content.offset is not None) != zoned:
                sides, at = _across_zones(facet, holds, at)
            line.cut(sides, at)
    if line.is_empty:
        return 0
    if line.point is None:
        return math.inf
    instants = {v.content for v in conditions.removed if isinstance(v.content, Instant)}
    gone = {
        one for one in instants if one.seconds == line.point and (one.offset is not None) == zoned
    }
    return (_OFFSETS if zoned else 1) - len(gone)


def _across_zones(facet: str, holds: bool, bound: Fraction) -> tuple[frozenset[int], Fraction]:
    """Return sides and bound where only one of value and bound has a zone.

    After the bound is what comes more than 14 hours later, before it what comes so much earlier;
    all else is neither, and nothing is with it.
    """
    after = 1 in ORDER[facet]
    at = bound + ZONES if after else bound - ZONES
    sides = frozenset({1 if after else -1})
    return (sides if holds else frozenset({-1, 0, 1}) - sides), at
