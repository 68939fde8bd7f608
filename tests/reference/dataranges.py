"""Data ranges by definition: which of some values they hold, from texts taken apart by hand.

A value is a (space, ...) tuple. Numbers are fractions, floats and doubles are given by their bits,
points in time by Python's own calendar, patterns are matched by Python's own expressions.
"""

import base64
import datetime as dt
import math
import re
import struct
from collections.abc import Callable
from fractions import Fraction

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
from owlboost.ontology.vocabulary import LANG_STRING, PLAIN_LITERAL, RDFS_LITERAL

Value = tuple[object, ...]

_INTEGERS = {
    "integer": (-math.inf, math.inf),
    "nonNegativeInteger": (0, math.inf),
    "positiveInteger": (1, math.inf),
    "negativeInteger": (-math.inf, -1),
    "nonPositiveInteger": (-math.inf, 0),
    "byte": (-128, 127),
    "unsignedByte": (0, 255),
    "short": (-32768, 32767),
    "int": (-2147483648, 2147483647),
}


def value(literal: Literal) -> Value:
    """The value of a well-formed literal."""
    if literal.datatype == LANG_STRING:
        return "tagged", literal.lexical, literal.language.lower()
    name = short(literal.datatype)
    if name in _READERS:
        return _READERS[name](literal.lexical)
    return "real", Fraction(literal.lexical)


def _instant(text: str) -> Value:
    read = dt.datetime.fromisoformat(text)
    return "dateTime", read.replace(tzinfo=None), read.utcoffset()


_READERS: dict[str, Callable[[str], Value]] = {
    "float": lambda text: ("float", struct.pack(">f", float(text))),
    "double": lambda text: ("double", struct.pack(">d", float(text))),
    "boolean": lambda text: ("boolean", text in ("true", "1")),
    "dateTime": _instant,
    "hexBinary": lambda text: ("hex", bytes.fromhex(text)),
    "base64Binary": lambda text: ("base64", base64.b64decode(text)),
    "anyURI": lambda text: ("uri", text),
    "string": lambda text: ("string", text),
}


def short(iri: str) -> str:
    return iri.rpartition("#")[2]


def holds(range_: DataRange, one: Value) -> bool:
    """Whether a value lies in a range."""
    match range_:
        case Datatype(iri):
            return has_datatype(one, iri)
        case DataOneOf(literals):
            return any(value(literal) == one for literal in literals)
        case DatatypeRestriction(iri, facets):
            inside = has_datatype(one, iri)
            return inside and all(obeys(one, short(facet), bound) for facet, bound in facets)
        case DataIntersection(parts):
            return all(holds(part, one) for part in parts)
        case DataUnion(parts):
            return any(holds(part, one) for part in parts)
        case DataComplement(of):
            return not holds(of, one)


_SPACES = {
    "dateTimeStamp": "dateTime",
    "hexBinary": "hex",
    "base64Binary": "base64",
    "anyURI": "uri",
    "langString": "tagged",
    **dict.fromkeys(["normalizedString", "token", "NCName", "language"], "string"),
    **dict.fromkeys([*_INTEGERS, "decimal", "rational"], "real"),
}
"""Datatypes that are called otherwise than the space of their values."""

_SHAPES = {
    "normalizedString": r"[^\t\n\r]*",
    "token": r"([^\t\n\r ]+( [^\t\n\r ]+)*)?",
    "NCName": r"[A-Za-z_][\w.-]*",
    "language": r"[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*",
}


def has_datatype(one: Value, iri: str) -> bool:
    name = short(iri)
    if iri == RDFS_LITERAL:
        return True
    if iri == PLAIN_LITERAL:
        return one[0] in ("string", "tagged")
    if one[0] != _SPACES.get(name, name):
        return False
    if isinstance(one[1], Fraction):
        return _has_number(one[1], name)
    if name == "dateTimeStamp":
        return one[2] is not None
    return name not in _SHAPES or re.fullmatch(_SHAPES[name], str(one[1])) is not None


def _has_number(number: Fraction, name: str) -> bool:
    if name in ("real", "rational"):
        return True
    if name == "decimal":  # it has an end after at most as many places as the denominator has bits
        places: int = number.denominator.bit_length()
        return (number * Fraction(10) ** places).denominator == 1
    if name not in _INTEGERS:
        return False
    least, greatest = _INTEGERS[name]
    return number.denominator == 1 and least <= number <= greatest


def obeys(one: Value, facet: str, bound: Literal) -> bool:
    """Whether a value of the datatype obeys a facet that the datatype has."""
    if facet in ("length", "minLength", "maxLength"):
        assert isinstance(one[1], str | bytes)
        size, limit = len(one[1]), int(bound.lexical)
        fits = {"length": size == limit, "minLength": size >= limit, "maxLength": size <= limit}
        return fits[facet]
    if facet == "pattern":
        return re.fullmatch(bound.lexical, str(one[1])) is not None
    if facet == "langRange":
        tag, range_ = str(one[2]) if len(one) > 2 else "", bound.lexical.lower()
        return bool(tag) and (range_ == "*" or f"{tag}-".startswith(f"{range_}-"))
    other = value(bound)
    before, same, after = before_same_after(one, other)
    return {
        "minInclusive": after or same,
        "minExclusive": after,
        "maxInclusive": before or same,
        "maxExclusive": before,
    }[facet]


def before_same_after(one: Value, two: Value) -> tuple[bool, bool, bool]:
    """Whether a value comes before, with, or after another of its space."""
    if one[0] != "dateTime":
        left, right = (_number(x) for x in (one, two))
        return left < right, left == right, left > right
    early, late = _moments(one)
    first, last = _moments(two)
    same = (one[2] is None) == (two[2] is None) and early == first
    if (one[2] is None) == (two[2] is None):
        return early < first, same, early > first
    return late < first, same, early > last


def _moments(one: Value) -> tuple[dt.datetime, dt.datetime]:
    """The first and the last moment, in UTC, that a point in time may be."""
    local, offset = one[1], one[2]
    assert isinstance(local, dt.datetime)
    if isinstance(offset, dt.timedelta):
        return local - offset, local - offset
    day = dt.timedelta(hours=14)
    return local - day, local + day


def _number(one: Value) -> Fraction | float:
    if one[0] == "real":
        assert isinstance(one[1], Fraction)
        return one[1]
    assert isinstance(one[1], bytes)
    found: float = struct.unpack(">f" if one[0] == "float" else ">d", one[1])[0]
    return found
