"""Datatypes: when two literals are one value, and which data ranges hold it."""

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation

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
from owlboost.ontology.language.reserved import OWL, RDF, RDFS_LITERAL, XSD

_BOUNDS: Mapping[str, tuple[int | None, int | None]] = {
    "integer": (None, None),
    "nonNegativeInteger": (0, None),
    "positiveInteger": (1, None),
    "nonPositiveInteger": (None, 0),
    "negativeInteger": (None, -1),
    "byte": (-(2**7), 2**7 - 1),
    "short": (-(2**15), 2**15 - 1),
    "int": (-(2**31), 2**31 - 1),
    "long": (-(2**63), 2**63 - 1),
    "unsignedByte": (0, 2**8 - 1),
    "unsignedShort": (0, 2**16 - 1),
    "unsignedInt": (0, 2**32 - 1),
    "unsignedLong": (0, 2**64 - 1),
}
_EXACT = frozenset(
    {OWL + "rational", OWL + "real"} | {XSD + "decimal"} | {XSD + t for t in _BOUNDS}
)
_BINARY = frozenset({XSD + "double", XSD + "float"})
_TEXT = frozenset(
    {
        XSD + t
        for t in ("string", "normalizedString", "token", "language", "Name", "NCName", "NMTOKEN")
    }
    | {RDF + "PlainLiteral", RDF + "langString"}
)
_SPACES = {
    **dict.fromkeys(_EXACT, "exact"),
    **dict.fromkeys(_BINARY, "binary"),
    **dict.fromkeys(_TEXT, "text"),
    XSD + "boolean": "boolean",
}
_SAME_SPACE = {XSD + "boolean": "boolean", XSD + "string": "text", RDF + "PlainLiteral": "text"}
"""Datatypes that hold all values of a space."""
_SPECIAL = {"INF": "inf", "+INF": "inf", "-INF": "-inf", "NaN": "nan"}

Key = tuple[str, object]


def literal_key(literal: Literal) -> Key:
    """Return the data value of a literal: equal keys are equal values.

    Values of different spaces (the first part) differ, as OWL 2 has it: the integer 1 is not the
    double 1. In the spaces ``other`` and ``malformed`` different keys may still be equal values.
    """
    text = literal.lexical.strip()
    try:
        if literal.datatype in _EXACT:
            return "exact", _exact(text, literal.datatype)
        if literal.datatype in _BINARY:
            return "binary", (float(_SPECIAL.get(text, text)))
        if literal.datatype == XSD + "boolean":
            return "boolean", {"true": True, "1": True, "false": False, "0": False}[text]
    except (ValueError, KeyError, InvalidOperation, ZeroDivisionError):
        return "malformed", literal
    if literal.datatype in _TEXT or not literal.datatype:
        return "text", (literal.lexical, literal.language.casefold())
    return "other", literal


def _exact(text: str, datatype: str) -> Decimal:
    if datatype == OWL + "rational" and "/" in text:
        over, under = text.split("/")
        return Decimal(int(over)) / Decimal(int(under))
    number = Decimal(text)
    if not number.is_finite() or not _in_bounds(number, datatype):
        raise ValueError(text)
    return number


def _in_bounds(number: Decimal, datatype: str) -> bool:
    bounds = _BOUNDS.get(datatype.removeprefix(XSD))
    if bounds is None:
        return True
    low, high = bounds
    return (
        number == number.to_integral_value()
        and (low is None or number >= low)
        and (high is None or number <= high)
    )


def in_range(  # noqa: PLR0911 - one per case
    literal: Literal, range_: DataRange, definitions: Mapping[str, DataRange]
) -> bool | None:
    """Tell whether a literal lies in a data range; None if that is not known.

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


def surely_different(left: Key, right: Key) -> bool:
    """Whether two keys are known to be different values."""
    vague = {"other", "malformed"}
    return (
        left != right
        and (left[0] != right[0] or left[0] not in vague)
        and not (left[0] in vague and right[0] in vague)
    )


def _equal(left: Literal, right: Literal) -> bool | None:
    one, two = literal_key(left), literal_key(right)
    if one == two:
        return True
    return False if surely_different(one, two) else None


def _has_datatype(literal: Literal, iri: str) -> bool | None:
    space, value = literal_key(literal)
    if iri == RDFS_LITERAL or (literal.datatype == iri and space != "malformed"):
        return True
    if iri in _EXACT and isinstance(value, Decimal):
        return _in_bounds(value, iri)
    if iri in _SAME_SPACE:
        return _SAME_SPACE[iri] == space
    return None if space in (_SPACES.get(iri, "other"), "malformed") else False


_COMPARISONS: Mapping[str, Callable[[float | Decimal, float | Decimal], bool]] = {
    XSD + "minInclusive": lambda value, bound: value >= bound,
    XSD + "maxInclusive": lambda value, bound: value <= bound,
    XSD + "minExclusive": lambda value, bound: value > bound,
    XSD + "maxExclusive": lambda value, bound: value < bound,
}
_LENGTHS: Mapping[str, Callable[[int, int], bool]] = {
    XSD + "length": lambda length, bound: length == bound,
    XSD + "minLength": lambda length, bound: length >= bound,
    XSD + "maxLength": lambda length, bound: length <= bound,
}


def _facet(literal: Literal, facet: str, bound: Literal) -> bool | None:
    value, limit = literal_key(literal)[1], literal_key(bound)[1]
    if facet in _COMPARISONS:
        if isinstance(value, float | Decimal) and isinstance(limit, float | Decimal):
            return _COMPARISONS[facet](value, limit)
        return None
    if facet in _LENGTHS and isinstance(value, tuple) and isinstance(limit, Decimal):
        return _LENGTHS[facet](len(literal.lexical), int(limit))
    return None
