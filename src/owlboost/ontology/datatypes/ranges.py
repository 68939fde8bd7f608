"""Data ranges: membership of values, as far as it is known."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product

from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.datatypes.facets import Test, facet_test
from owlboost.ontology.datatypes.literals import SPACES, value_of
from owlboost.ontology.datatypes.values import (
    BOUNDS,
    DERIVED,
    OPEN,
    Content,
    DataValue,
    in_bounds,
    is_decimal,
    is_integer,
    surely_different,
)
from owlboost.ontology.vocabulary import LANG_STRING, PLAIN_LITERAL, RDFS_LITERAL, XSD

Definitions = Mapping[str, ex.DataRange]
"""Datatypes that an ontology defines → their ranges."""


def in_range(literal: ex.Literal, range_: ex.DataRange, definitions: Definitions) -> bool | None:
    """Return whether a literal lies in a data range; None if unknown.

    It is unknown if a literal without a value has a part in it.

    Examples
    --------
    >>> from owlboost.ontology.expressions import DatatypeRestriction
    >>> at_most = (XSD + "maxInclusive", ex.Literal("50", XSD + "integer"))
    >>> cheap = DatatypeRestriction(XSD + "integer", (at_most,))
    >>> in_range(ex.Literal("79", XSD + "integer"), cheap, {})
    False
    """
    value = value_of(literal)
    return None if value is None else range_test(range_, definitions)(value)


def range_test(  # noqa: PLR0911 - one per case
    range_: ex.DataRange, definitions: Definitions
) -> Test:
    """Return the test whether a value lies in a data range."""
    match range_:
        case ex.Datatype(iri) if iri in definitions:
            return range_test(definitions[iri], all_but(iri, definitions))
        case ex.Datatype(iri):
            return datatype_test(iri)
        case ex.DataOneOf(literals):
            return _enumeration([value_of(literal) for literal in literals])
        case ex.DatatypeRestriction(iri, facets):
            inside = range_test(ex.Datatype(iri), definitions)
            return _conjunction([inside, *(facet_test(facet, bound) for facet, bound in facets)])
        case ex.DataIntersection(parts):
            return _conjunction([range_test(part, definitions) for part in parts])
        case ex.DataUnion(parts):
            return _negation(
                _conjunction([_negation(range_test(part, definitions)) for part in parts])
            )
        case ex.DataComplement(inner):
            return _negation(range_test(inner, definitions))


def all_but(iri: str, definitions: Definitions) -> Definitions:
    """Return the definitions but one, so that none is used within itself."""
    return {name: range_ for name, range_ in definitions.items() if name != iri}


def _conjunction(tests: Sequence[Test]) -> Test:
    def test(value: DataValue) -> bool | None:
        is_certain = True
        for conjunct in tests:
            holds = conjunct(value)
            if holds is False:
                return False
            is_certain = is_certain and holds is True
        return True if is_certain else None

    return test


def _negation(test: Test) -> Test:
    def denied(value: DataValue) -> bool | None:
        holds = test(value)
        return None if holds is None else not holds

    return denied


def _enumeration(values: Sequence[DataValue | None]) -> Test:
    listed = {value for value in values if value is not None}
    all_understood = None not in values

    def test(value: DataValue) -> bool | None:
        if value in listed:
            return True
        return (
            False
            if all_understood and all(surely_different(value, member) for member in listed)
            else None
        )

    return test


def datatype_test(iri: str) -> Test:
    """Return the test whether a value belongs to an undefined datatype."""
    if iri == RDFS_LITERAL:
        return lambda _: True
    spaces, condition = spaces_of(iri), CONDITIONS.get(iri)

    def test(value: DataValue) -> bool | None:
        if value.space == OPEN:
            return True if _written_as(value.content, iri) else None
        if spaces is None:
            return None
        return value.space in spaces and (True if condition is None else condition(value.content))

    return test


def spaces_of(iri: str) -> frozenset[str] | None:
    """Return the spaces of a datatype's values, None if unknown."""
    if iri == PLAIN_LITERAL:
        return frozenset({"string", "tagged"})
    if iri == LANG_STRING:
        return frozenset({"tagged"})
    return frozenset({SPACES[iri]}) if iri in SPACES else None


def _written_as(content: Content, iri: str) -> bool:
    return isinstance(content, tuple) and content[0] == iri


def _integer_condition(least: int | None, greatest: int | None) -> Callable[[Content], bool]:
    return lambda number: (
        isinstance(number, Decimal | Fraction)
        and is_integer(number)
        and in_bounds(number, least, greatest)
    )


def _string_condition(test: Callable[[str], bool]) -> Callable[[Content], bool]:
    return lambda text: isinstance(text, str) and test(text)


def _writing_condition(iri: str) -> Callable[[Content], bool | None]:
    """Return the condition of a datatype whose space counts writing only."""
    return lambda content: True if _written_as(content, iri) else None


def _is_decimal(number: Content) -> bool:
    return isinstance(number, Decimal | Fraction) and is_decimal(number)


def _is_zoned(instant: Content) -> bool:
    return isinstance(instant, Instant) and instant.offset is not None


_SHARED_SPACES = ("HTML", "XMLLiteral", "dayTimeDuration", "yearMonthDuration")
CONDITIONS: Mapping[str, Callable[[Content], bool | None]] = {
    **{iri: _integer_condition(*bounds) for iri, bounds in BOUNDS.items()},
    **{iri: _string_condition(test) for iri, test in list(DERIVED.items())[1:]},
    XSD + "decimal": _is_decimal,
    XSD + "dateTimeStamp": _is_zoned,
    **{iri: _writing_condition(iri) for iri in SPACES if iri.endswith(_SHARED_SPACES)},
}
"""Datatypes that hold only some values of their space → the condition of membership."""


MOST_CASES = 256
"""Give up on a range that takes more conjunctions than this."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet and its bound."""

    iri: str
    bound: ex.Literal


@dataclass(frozen=True, slots=True)
class RangeCondition:
    """A datatype, an enumeration or a facet, holding or not."""

    constraint: ex.Datatype | ex.DataOneOf | Facet
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
    range_: ex.DataRange, definitions: Definitions, *, holds: bool = True
) -> list[Conjunction]:
    """Return the disjunctive normal form of a range or its complement.

    Raises
    ------
    TooManyCasesError
        If there are more than :data:`MOST_CASES`.
    """
    match range_:
        case ex.Datatype(iri) if iri in definitions:
            return conjunctions(definitions[iri], all_but(iri, definitions), holds=holds)
        case ex.Datatype(iri) if iri == RDFS_LITERAL:
            return [frozenset()] if holds else []
        case ex.Datatype(iri) if BOUNDS.get(iri, (None, None)) != (None, None):
            return conjunctions(_bounded(iri), {}, holds=holds)
        case ex.DatatypeRestriction(iri, facets):
            outside = conjunctions(ex.Datatype(iri), definitions, holds=False)
            inside = conjunctions(ex.Datatype(iri), definitions)
            for facet in facets:  # the complement of each applies to values inside the others only
                outside = outside + _with(inside, RangeCondition(Facet(*facet), holds=False))
                inside = _with(inside, RangeCondition(Facet(*facet)))
            return inside if holds else _limited(outside)
        case ex.DataIntersection(parts):
            return _joined([conjunctions(part, definitions, holds=holds) for part in parts], holds)
        case ex.DataUnion(parts):
            cases = [conjunctions(part, definitions, holds=holds) for part in parts]
            return _joined(cases, not holds)
        case ex.DataComplement(inner):
            return conjunctions(inner, definitions, holds=not holds)
        case _:
            return [frozenset({RangeCondition(range_, holds)})]


def _bounded(iri: str) -> ex.DatatypeRestriction:
    """Return a datatype of integers as bounds on xsd:integer."""
    names = (XSD + "minInclusive", XSD + "maxInclusive")
    return ex.DatatypeRestriction(
        XSD + "integer",
        tuple(
            (name, ex.Literal(str(bound), XSD + "integer"))
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
    """Return the cases in which one of each part holds."""
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
