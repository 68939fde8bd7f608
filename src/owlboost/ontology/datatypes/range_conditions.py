"""Data ranges taken apart into simple conditions, and how many texts and octets these leave."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from owlboost.ontology.datatypes.facets import LANG_RANGE, LENGTHS, natural_bound
from owlboost.ontology.datatypes.numbers import BOUNDS
from owlboost.ontology.datatypes.ranges import Definitions, all_but
from owlboost.ontology.datatypes.values import DERIVED, DataValue
from owlboost.ontology.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD

MOST_CASES = 256
"""Give up on a range that takes more conjunctions than this."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet and its bound."""

    iri: str
    bound: Literal


@dataclass(frozen=True, slots=True)
class RangeCondition:
    """A datatype, an enumeration or a facet, holding or not."""

    constraint: Datatype | DataOneOf | Facet
    holds: bool = True


Conjunction = frozenset[RangeCondition]


@dataclass(frozen=True, slots=True)
class Conditions:
    """A conjunction as one value space sees it.

    Attributes
    ----------
    datatypes
        Those that hold some of the space's values: (datatype, whether it must hold).
    facets
        (facet, bound, whether it must hold).
    removed
        Values of the space that are left out.
    """

    datatypes: tuple[tuple[str, bool], ...]
    facets: tuple[tuple[str, DataValue, bool], ...]
    removed: frozenset[DataValue]


class TooManyCasesError(ValueError):
    """A data range takes more than :data:`MOST_CASES` conjunctions."""


def conjunctions(  # noqa: PLR0911 - one per case
    range_: DataRange, definitions: Definitions, *, holds: bool = True
) -> list[Conjunction]:
    """Return the disjunctive normal form of a range or its complement.

    Each value of it meets one of the conjunctions.

    Raises
    ------
    TooManyCasesError
        If there are more than :data:`MOST_CASES`.
    """
    match range_:
        case Datatype(iri) if iri in definitions:
            return conjunctions(definitions[iri], all_but(iri, definitions), holds=holds)
        case Datatype(iri) if iri == RDFS_LITERAL:
            return [frozenset()] if holds else []
        case Datatype(iri) if BOUNDS.get(iri, (None, None)) != (None, None):
            return conjunctions(_bounded(iri), {}, holds=holds)
        case DatatypeRestriction(iri, facets):
            outside = conjunctions(Datatype(iri), definitions, holds=False)
            inside = conjunctions(Datatype(iri), definitions)
            for facet in facets:  # the complement of each applies to values inside the others only
                outside = outside + _with(inside, RangeCondition(Facet(*facet), holds=False))
                inside = _with(inside, RangeCondition(Facet(*facet)))
            return inside if holds else _limited(outside)
        case DataIntersection(parts):
            return _joined([conjunctions(part, definitions, holds=holds) for part in parts], holds)
        case DataUnion(parts):
            cases = [conjunctions(part, definitions, holds=holds) for part in parts]
            return _joined(cases, not holds)
        case DataComplement(inner):
            return conjunctions(inner, definitions, holds=not holds)
        case _:
            return [frozenset({RangeCondition(range_, holds)})]


def _bounded(iri: str) -> DatatypeRestriction:
    """Return a datatype of integers as bounds on xsd:integer."""
    names = (XSD + "minInclusive", XSD + "maxInclusive")
    return DatatypeRestriction(
        XSD + "integer",
        tuple(
            (name, Literal(str(bound), XSD + "integer"))
            for name, bound in zip(names, BOUNDS[iri], strict=True)
            if bound is not None
        ),
    )


def _with(cases: list[Conjunction], condition: RangeCondition) -> list[Conjunction]:
    return _limited(case | {condition} for case in cases)


def _joined(parts: Sequence[list[Conjunction]], all_hold: bool) -> list[Conjunction]:
    """Return the cases where all parts hold, or where any does."""
    return together(parts) if all_hold else _limited(case for part in parts for case in part)


def together(parts: Sequence[list[Conjunction]]) -> list[Conjunction]:
    """Return the cases in which one of each part holds.

    Raises
    ------
    TooManyCasesError
        If there are more than :data:`MOST_CASES`.
    """
    cases: list[Conjunction] = [frozenset()]
    for part in parts:
        cases = _limited(left | right for left, right in product(cases, part))
    return cases


def _limited(cases: Iterable[Conjunction]) -> list[Conjunction]:
    """Return the distinct cases without those that contradict themselves."""
    distinct: dict[Conjunction, None] = {}
    for case in cases:
        if not any(
            RangeCondition(condition.constraint, not condition.holds) in case for condition in case
        ):
            distinct[case] = None
            if len(distinct) > MOST_CASES:
                raise TooManyCasesError
    return list(distinct)


_KINDS = {iri: number for number, iri in enumerate(DERIVED)}
"""Datatypes of strings, from the widest to the narrowest; each contains all after it."""

_NOT_EMPTY = _KINDS[XSD + "NMTOKEN"]
"""The first of these datatypes without the empty string."""

_LONGEST_COUNTED = 7
"""Count octets up to this length; longer ones are as good as infinitely many."""


@dataclass(slots=True)
class _Lengths:
    """The remaining lengths; ``most`` is None if there is no greatest."""

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
        """Return the greatest remaining length, -1 if there is none."""
        if self.most is None:
            return math.inf
        remaining = (
            number for number in range(self.most, self.least - 1, -1) if number not in self.without
        )
        return next(remaining, -1)

    def all(self) -> Iterator[int]:
        """Iterate over the remaining lengths, if there is a greatest."""
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
    """Return the number of strings, or URIs, that meet the conditions.

    It is 0, 1 (the empty one) or infinite.
    """
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
    """Return the number of texts with a language that meet the conditions.

    It is 0 or infinite.
    """
    if _lengths(conditions).greatest() < 0:
        return 0
    ranges = [
        (str(bound.content).lower(), holds)
        for facet, bound, holds in conditions.facets
        if facet == LANG_RANGE and isinstance(bound.content, str)
    ]
    wanted = [range_ for range_, holds in ranges if holds]
    denied = [range_ for range_, holds in ranges if not holds]
    if "*" in denied or any(_apart(range_, second) for range_, second in combinations(wanted, 2)):
        return 0
    return 0 if any(_covers(wide, range_) for wide in denied for range_ in wanted) else math.inf


def _covers(wide: str, narrow: str) -> bool:
    """Whether a language range contains another under every kind of matching."""
    return wide == narrow or narrow.startswith(wide + "-")


def _apart(left: str, right: str) -> bool:
    """Whether no language matches both ranges, as their first subtags differ."""
    left_subtag, right_subtag = left.split("-", maxsplit=1)[0], right.split("-", maxsplit=1)[0]
    return "*" not in (left_subtag, right_subtag) and left_subtag != right_subtag


def count_octets(conditions: Conditions) -> float:
    """Return an upper bound on the sequences of octets that qualify."""
    lengths = _lengths(conditions)
    if lengths.greatest() > _LONGEST_COUNTED:
        return math.inf
    remaining = set(lengths.all())
    removed = (v.content for v in conditions.removed)
    n_removed = sum(
        1 for content in removed if isinstance(content, bytes) and len(content) in remaining
    )
    return sum(1 << 8 * length for length in remaining) - n_removed
