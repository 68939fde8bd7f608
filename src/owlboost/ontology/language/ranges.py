"""Data ranges: which values they hold, as far as that can be told."""

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction

from owlboost.ontology.language.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.language.literals import BOUNDS, SPACES, DataValue, Exact, value_of
from owlboost.ontology.language.reserved import PLAIN_LITERAL, RDFS_LITERAL, STRING, XSD

_WHOLE_SPACES = frozenset({XSD + "boolean", STRING, PLAIN_LITERAL})
"""Datatypes that hold all values of their space."""


def in_range(  # noqa: PLR0911 - one per case
    literal: Literal, range_: DataRange, definitions: Mapping[str, DataRange]
) -> bool | None:
    """Tell whether a literal lies in a data range; None if that is not known.

    It is not known if a literal without a value has a part in it.

    Examples
    --------
    >>> from owlboost.ontology.language.expressions import DatatypeRestriction
    >>> at_most = (XSD + "maxInclusive", Literal("50", XSD + "integer"))
    >>> cheap = DatatypeRestriction(XSD + "integer", (at_most,))
    >>> in_range(Literal("79", XSD + "integer"), cheap, {})
    False
    """
    match range_:
        case Datatype(iri):
            if iri in definitions:
                rest = {name: definitions[name] for name in definitions if name != iri}
                return in_range(literal, definitions[iri], rest)
            return _has_datatype(literal, iri)
        case DataOneOf(literals):
            return _any([_equal(literal, other) for other in literals])
        case DatatypeRestriction(datatype, facets):
            tests = [in_range(literal, Datatype(datatype), definitions)]
            return _all(tests + [_facet(literal, facet, value) for facet, value in facets])
        case DataIntersection(parts):
            return _all([in_range(literal, part, definitions) for part in parts])
        case DataUnion(parts):
            return _any([in_range(literal, part, definitions) for part in parts])
        case DataComplement(of):
            inner = in_range(literal, of, definitions)
            return None if inner is None else not inner


def _all(tests: list[bool | None]) -> bool | None:
    return False if False in tests else None if None in tests else True


def _any(tests: list[bool | None]) -> bool | None:
    return True if True in tests else None if None in tests else False


def _equal(left: Literal, right: Literal) -> bool | None:
    one, two = value_of(left), value_of(right)
    if one is None or two is None:
        return None
    return True if one == two else False if surely_different(one, two) else None


def surely_different(left: DataValue, right: DataValue) -> bool:
    """Whether two values are known to differ; those told apart by their writing only may not."""
    return left != right and not left.space == right.space == "other"


def _has_datatype(literal: Literal, iri: str) -> bool | None:
    value = value_of(literal)
    if value is None:
        return None
    if iri in (RDFS_LITERAL, literal.datatype):
        return True
    space = SPACES.get(iri)
    if space != value.space:
        return None if space is None else False
    if isinstance(value.content, Decimal | Fraction):
        return _in_bounds(value.content, iri)
    return True if iri in _WHOLE_SPACES else None


def _in_bounds(number: Exact, datatype: str) -> bool:
    """Whether a number belongs to a datatype of exact numbers."""
    if datatype not in BOUNDS:
        return True
    least, greatest = BOUNDS[datatype]
    return (
        number.as_integer_ratio()[1] == 1
        and (least is None or number >= least)
        and (greatest is None or number <= greatest)
    )


Number = Exact | float
_COMPARISONS: Mapping[str, Callable[[Number, Number], bool]] = {
    XSD + "minInclusive": lambda value, bound: value >= bound,
    XSD + "maxInclusive": lambda value, bound: value <= bound,
    XSD + "minExclusive": lambda value, bound: value > bound,
    XSD + "maxExclusive": lambda value, bound: value < bound,
}
_LENGTHS: Mapping[str, Callable[[int, Number], bool]] = {
    XSD + "length": lambda length, bound: length == bound,
    XSD + "minLength": lambda length, bound: length >= bound,
    XSD + "maxLength": lambda length, bound: length <= bound,
}


def _facet(literal: Literal, facet: str, bound: Literal) -> bool | None:
    """Tell whether a value obeys a facet; None for facets that are not compared here."""
    value, limit = value_of(literal), _number(bound)
    if value is None or limit is None:
        return None
    if facet in _COMPARISONS:
        number = _number(literal)
        return None if number is None else _compared(facet, number, limit)
    if facet in _LENGTHS and isinstance(value.content, tuple) and value.space == "text":
        return _LENGTHS[facet](len(value.content[0]), limit)
    return None


def _compared(facet: str, value: Number, limit: Number) -> bool:
    """Compare exactly; NaN is neither below nor above anything."""
    if math.isnan(value) or math.isnan(limit):
        return False
    return _COMPARISONS[facet](value, limit)


def _number(literal: Literal) -> Number | None:
    value = value_of(literal)
    match value:
        case DataValue("exact" | "binary", Decimal() | Fraction() | float() as number):
            return number
        case _:
            return None
