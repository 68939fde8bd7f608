"""The number of values that a data range holds at most: whether it is empty or within another.

Every value space is asked how many of its values a conjunction of conditions leaves. Conditions
that are not understood are left out, so that the number is never too small.
"""

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.dates import ZONES, Instant
from owlboost.ontology.datatypes.facets import ORDER, Test, facet_test
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.datatypes.ranges import (
    CONDITIONS,
    Conditions,
    Conjunction,
    Definitions,
    Facet,
    RangeCondition,
    TooManyCasesError,
    conjunctions,
    datatype_test,
    range_test,
    spaces_of,
    together,
)
from owlboost.ontology.datatypes.values import (
    CLEAR,
    DERIVED,
    Binary,
    DataValue,
    Exact,
    is_decimal,
    is_integer,
)
from owlboost.ontology.vocabulary import OWL, XSD

_LEVELS: Mapping[str, int] = {XSD + "integer": 0, XSD + "decimal": 1, OWL + "rational": 2}
"""Datatypes of exact numbers, each within the next; irrational numbers lie beyond them."""

_OFFSETS = 2 * 14 * 60 + 1
"""Number of zones, to the minute; one point in time is another value in each."""


@dataclass(slots=True)
class _Interval:
    """An interval of a line; bounds may belong to it or not."""

    least: Fraction | None = None
    least_open: bool = False
    greatest: Fraction | None = None
    greatest_open: bool = False

    def cut(self, sides: frozenset[int], bound: Fraction) -> None:
        """Keep points after (1), before (-1) or at (0) a bound."""
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
        """The only point of the interval, if it is a single one."""
        if self.least is not None and self.least == self.greatest and not self.is_empty:
            return self.least
        return None

    def integers(self) -> tuple[int | None, int | None]:
        """Return the least and the greatest integer within, None if unbounded."""
        least = greatest = None
        if self.least is not None:
            least = math.floor(self.least) + 1 if self.least_open else math.ceil(self.least)
        if self.greatest is not None:
            top = self.greatest
            greatest = math.ceil(top) - 1 if self.greatest_open else math.floor(top)
        return least, greatest


def _sides(facet: str, holds: bool) -> frozenset[int]:
    """Return the sides that a facet of order, or its complement, allows."""
    return ORDER[facet] if holds else frozenset({-1, 0, 1}) - ORDER[facet]


def count_reals(conditions: Conditions) -> float:
    """Return an upper bound on the numbers of owl:real that qualify."""
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
    n_removed = sum(1 for number in removed if least <= number <= greatest and is_integer(number))
    count = max(0, greatest - least + 1) - n_removed
    return count if count < 2**64 else math.inf


def count_binaries(space: str, conditions: Conditions) -> float:
    """Return an upper bound on the floats or doubles that qualify."""
    least, greatest = (_place(space, Binary.from_float(sign * math.inf)) for sign in (-1, 1))
    allows_nan = True
    for facet, bound, holds in conditions.facets:
        if facet not in ORDER or bound.space != space or not isinstance(bound.content, Binary):
            continue
        allows_nan = allows_nan and not holds
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
        allows_nan = False
    n_removed = sum(1 for place in places if least <= place <= greatest)
    return max(0, greatest - least + 1) - n_removed + allows_nan


def _places(space: str, number: float) -> tuple[int, int]:
    """Return the first and last place of a number; zero has two."""
    if number == 0:
        return _place(space, Binary.from_float(-0.0)), _place(space, Binary.from_float(0.0))
    place = _place(space, Binary.from_float(number))
    return place, place


def _place(space: str, value: Binary) -> int:
    """Return a number's place in its space, counted from positive zero."""
    write, read = ("<f", "<I") if space == "float" else ("<d", "<Q")
    size: int = struct.unpack(read, struct.pack(write, abs(value.as_float)))[0]
    return -size - 1 if value.negative else size


def count_instants(conditions: Conditions, *, zoned: bool) -> float:
    """Return an upper bound on the points in time that qualify."""
    if any(holds != zoned for _, holds in conditions.datatypes):  # xsd:dateTimeStamp
        return 0
    line = _Interval()
    for facet, bound, holds in conditions.facets:
        if facet in ORDER and isinstance(bound.content, Instant):
            sides, bound_seconds = _sides(facet, holds), bound.content.seconds
            if (bound.content.offset is not None) != zoned:
                sides, bound_seconds = _across_zones(facet, holds, bound_seconds)
            line.cut(sides, bound_seconds)
    if line.is_empty:
        return 0
    if line.point is None:
        return math.inf
    instants = {value.content for value in conditions.removed if isinstance(value.content, Instant)}
    same_point = {
        instant
        for instant in instants
        if instant.seconds == line.point and (instant.offset is not None) == zoned
    }
    return (_OFFSETS if zoned else 1) - len(same_point)


def _across_zones(facet: str, holds: bool, bound: Fraction) -> tuple[frozenset[int], Fraction]:
    """Return sides and bound where only value or bound has a zone.

    Values after the bound come more than 14 hours later, values before it as much earlier; all
    others are neither, and none is equal to it.
    """
    after = 1 in ORDER[facet]
    shifted = bound + ZONES if after else bound - ZONES
    sides = frozenset({1 if after else -1})
    return (sides if holds else frozenset({-1, 0, 1}) - sides), shifted


@dataclass(frozen=True, slots=True)
class RangeSizes:
    """A cache of the sizes of data ranges, under the definitions of an ontology."""

    definitions: Definitions
    _sizes: dict[ex.DataRange, float] = field(default_factory=dict, compare=False, repr=False)
    _cases: dict[ex.DataRange, list[Conjunction]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def most(self, range_: ex.DataRange) -> float:
        """Return an upper bound on the number of values of a range.

        Examples
        --------
        >>> from owlboost.ontology.vocabulary import XSD
        >>> sizes = RangeSizes({})
        >>> sizes.most(ex.Datatype(XSD + "byte")), sizes.most(ex.Datatype(XSD + "integer"))
        (256, inf)
        """
        size = self._sizes.get(range_)
        if size is None:
            try:
                size = sum(_count(case) for case in self._cases_of(range_))
            except TooManyCasesError:
                size = math.inf
            if isinstance(range_, ex.DataIntersection):  # whose cases may overlap
                size = min([size, *map(self.most, range_.parts)])
            self._sizes[range_] = size
        return size

    def _cases_of(self, range_: ex.DataRange) -> list[Conjunction]:
        """Return the conjunctions of a range; those of intersections are combined."""
        if isinstance(range_, ex.DataIntersection):
            return together([self._cases_of(part) for part in range_.parts])
        cases = self._cases.get(range_)
        if cases is None:
            cases = self._cases[range_] = conjunctions(range_, self.definitions)
        return cases

    def within(self, inner: ex.DataRange, outer: ex.DataRange) -> bool:
        """Whether each value of a range is known to lie in another.

        Examples
        --------
        >>> from owlboost.ontology.vocabulary import XSD
        >>> RangeSizes({}).within(ex.Datatype(XSD + "byte"), ex.Datatype(XSD + "short"))
        True
        """
        return (
            inner == outer or self.most(ex.DataIntersection((inner, ex.DataComplement(outer)))) == 0
        )


def _count(case: Conjunction) -> float:
    """Return an upper bound on the values that meet all conditions."""
    listed = [
        c.constraint.literals for c in case if isinstance(c.constraint, ex.DataOneOf) and c.holds
    ]
    if listed:
        values = {value_of(literal) for literal in min(listed, key=len)}
        if None not in values:
            tests = [_test(condition) for condition in case]
            return sum(all(test(value) is not False for test in tests) for value in values if value)
    return _count_elsewhere(case) + sum(_count_in(space, case) for space in _SOLVERS)


def _test(condition: RangeCondition) -> Test:
    match condition.constraint:
        case Facet(iri, bound):
            inside = facet_test(iri, bound)
        case ex.Datatype(iri):
            inside = datatype_test(iri)
        case listed:
            inside = range_test(listed, {})
    if condition.holds:
        return inside

    def outside(value: DataValue) -> bool | None:
        is_inside = inside(value)
        return None if is_inside is None else not is_inside

    return outside


def _count_in(space: str, case: Conjunction) -> float:
    """Return an upper bound on the values of a space that qualify."""
    space_name = "dateTime" if space in _TIMES else space
    named = [(c.constraint.iri, c.holds) for c in case if isinstance(c.constraint, ex.Datatype)]
    understood = [(iri, spaces, holds) for iri, holds in named if (spaces := spaces_of(iri))]
    for iri, spaces, holds in understood:
        if space_name not in spaces if holds else space_name in spaces and _is_whole(iri):
            return 0
    return _SOLVERS[space](
        Conditions(
            datatypes=tuple(
                (iri, holds)
                for iri, spaces, holds in understood
                if space_name in spaces and not _is_whole(iri)
            ),
            facets=tuple(
                (c.constraint.iri, bound, c.holds)
                for c in case
                if isinstance(c.constraint, Facet) and (bound := value_of(c.constraint.bound))
            ),
            removed=frozenset(
                value
                for c in case
                if isinstance(c.constraint, ex.DataOneOf) and not c.holds
                for literal in c.constraint.literals
                if (value := value_of(literal)) and value.space == space_name
            ),
        )
    )


def _is_whole(iri: str) -> bool:
    """Whether a datatype holds all values of its spaces."""
    return iri not in CONDITIONS and iri != OWL + "rational"


def _count_truths(conditions: Conditions) -> float:
    return 2 - len(conditions.removed)


_KINDS = {iri: number for number, iri in enumerate(DERIVED)}
"""Datatypes of strings, from the widest to the narrowest; each contains all after it."""


def _count_strings(conditions: Conditions) -> float:
    """Return 0 or infinity; facets of strings are not compared with each other."""
    within = max((_KINDS[iri] for iri, holds in conditions.datatypes if holds), default=0)
    beyond = min((_KINDS[iri] for iri, holds in conditions.datatypes if not holds), default=99)
    return 0 if beyond <= within else math.inf


def _count_elsewhere(case: Conjunction) -> float:
    """Return the number of values outside OWL 2's spaces: 0 or infinite."""
    understood = [
        (spaces, c.holds, _is_whole(c.constraint.iri))
        for c in case
        if isinstance(c.constraint, ex.Datatype) and (spaces := spaces_of(c.constraint.iri))
    ]
    wanted = {spaces for spaces, holds, _ in understood if holds}
    if len(wanted) > 1 or any(spaces <= CLEAR for spaces in wanted):
        return 0
    denied = {spaces for spaces, holds, whole in understood if not holds and whole}
    return 0 if wanted & denied else math.inf


_TIMES = ("dateTime with zone", "dateTime without zone")
_SOLVERS: Mapping[str, Callable[[Conditions], float]] = {
    "real": count_reals,
    "float": partial(count_binaries, "float"),
    "double": partial(count_binaries, "double"),
    "boolean": _count_truths,
    "string": _count_strings,
    **dict.fromkeys(("tagged", "uri", "hex", "base64"), lambda _: math.inf),
    _TIMES[0]: partial(count_instants, zoned=True),
    _TIMES[1]: partial(count_instants, zoned=False),
}
"""Space of OWL 2 → the function that counts its values; xsd:dateTime makes two spaces."""
