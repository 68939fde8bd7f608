"""Literals: the lexical forms that datatypes have, and the data value that each stands for.

One table tells how a literal of each datatype is read: what becomes of its white space, which
texts are forms of the datatype, and which value they mean. Readers, reasoners and writers all ask
here. A literal whose text is no form of its datatype stands for no value.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple
from xml.parsers import expat

from owlboost.ontology.language.calendar import CALENDAR
from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.reserved import (
    LANG_STRING,
    OWL,
    PLAIN_LITERAL,
    RDF,
    RDFS_LITERAL,
    STRING,
    XSD,
)

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN")
_RATIONAL = re.compile(r"([+-]?[0-9]+)/([0-9]*[1-9][0-9]*)")
_WHITE = re.compile("[ \t\n\r]")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}

_NO_CHARACTER = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")
_START = (
    ":A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_INSIDE = _START + ".0-9\u00b7\u0300-\u036f\u203f-\u2040-"
_LANGUAGE = re.compile("[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*")
_NAMES = {
    "language": _LANGUAGE,
    "Name": re.compile(f"[{_START}][{_INSIDE}]*"),
    "NCName": re.compile(f"(?!.*:)[{_START}][{_INSIDE}]*"),
    "NMTOKEN": re.compile(f"[{_INSIDE}]+"),
}
_HEX = re.compile("(?:[0-9a-fA-F]{2})*")
_BASE64 = re.compile(
    "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
)

BOUNDS: Mapping[str, tuple[int | None, int | None]] = {
    XSD + "integer": (None, None),
    XSD + "nonNegativeInteger": (0, None),
    XSD + "positiveInteger": (1, None),
    XSD + "nonPositiveInteger": (None, 0),
    XSD + "negativeInteger": (None, -1),
    XSD + "byte": (-(2**7), 2**7 - 1),
    XSD + "short": (-(2**15), 2**15 - 1),
    XSD + "int": (-(2**31), 2**31 - 1),
    XSD + "long": (-(2**63), 2**63 - 1),
    XSD + "unsignedByte": (0, 2**8 - 1),
    XSD + "unsignedShort": (0, 2**16 - 1),
    XSD + "unsignedInt": (0, 2**32 - 1),
    XSD + "unsignedLong": (0, 2**64 - 1),
}
"""Datatypes of integers → the least and the greatest of them, None where there is none."""

Exact = Decimal | Fraction
Content = Exact | float | bool | tuple[str, str]


class DataValue(NamedTuple):
    """The value that a literal stands for; literals of equal values mean the same.

    Values of different spaces differ, as OWL 2 has it: the integer 1 is not the double 1. In the
    space ``other`` different contents may still be the same value.

    Attributes
    ----------
    space
        ``exact`` (integers, decimals, rationals), ``binary`` (doubles and floats), ``boolean``,
        ``text``, or ``other``: dates and all that is told apart by its writing only.
    content
        A number, a truth value, (text, language), or (datatype, text) for ``other``.
    """

    space: str
    content: Content

    @property
    def meaning(self) -> float | bool | str:
        """The value as learners see it: numbers of every datatype as floats, the rest as text.

        Examples
        --------
        >>> value = value_of(Literal("1/4", OWL + "rational"))
        >>> value.content, value.meaning
        (Fraction(1, 4), 0.25)
        """
        match self.content:
            case (first, second):
                return first if self.space == "text" else second
            case Fraction() as number:
                try:
                    return float(number)
                except OverflowError:
                    return math.inf if number > 0 else -math.inf
            case bool() as truth:
                return truth
            case number:
                return float(number)


def _integer(least: int | None, greatest: int | None) -> Callable[[str], Content | None]:
    def read(text: str) -> Content | None:
        if _INTEGER.fullmatch(text) is None:
            return None
        number = Decimal(text)
        above = least is None or number >= least
        return number if above and (greatest is None or number <= greatest) else None

    return read


def _decimal(text: str) -> Content | None:
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


def _rational(text: str) -> Content | None:
    found = _RATIONAL.fullmatch(text)
    if found is None:
        return None
    over, under = (int(Decimal(part)) for part in found.groups())  # int() alone limits digits
    return Fraction(over, under)


def _float(text: str) -> Content | None:
    return float(text) if _FLOAT.fullmatch(text) else None


def _no_form(_: str) -> Content | None:
    return None


def _is_text(text: str) -> bool:
    """Whether all characters are such as XML 1.1 has."""
    return _NO_CHARACTER.search(text) is None


def _is_hex(text: str) -> bool:
    return _HEX.fullmatch(text) is not None


def _is_base64(text: str) -> bool:
    return _BASE64.fullmatch(text.replace(" ", "")) is not None


def _is_xml(text: str) -> bool:
    """Whether a text can be the content of an XML element."""
    try:
        expat.ParserCreate(namespace_separator=" ").Parse(f"<x>{text}</x>", True)
    except (expat.ExpatError, UnicodeEncodeError):
        return False
    return True


def _is_json(text: str) -> bool:
    def no_constant(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(text, parse_constant=no_constant, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the literals of a datatype are read.

    ``read`` returns the content of a value, None for what is no form of the datatype; texts and
    values that are told apart by their writing have a ``test`` instead.
    """

    space: str
    spaces: str = "collapse"
    """What becomes of white space first: ``preserve``, ``replace`` or ``collapse``."""
    read: Callable[[str], Content | None] = _no_form
    test: Callable[[str], bool] = _is_text

    def value(self, literal: Literal) -> DataValue | None:
        text = _spaced(literal.lexical, self.spaces)
        if self.space == "text":
            language = literal.language.casefold()
            return DataValue("text", (text, language)) if self.test(text) else None
        if self.space == "other":
            return DataValue("other", (literal.datatype, text)) if self.test(text) else None
        content = self.read(text)
        return None if content is None else DataValue(self.space, content)


def _spaced(text: str, how: str) -> str:
    """Apply the ``whiteSpace`` facet, which knows four characters only."""
    if how == "preserve" or _WHITE.search(text) is None:
        return text
    if how == "replace":
        return _WHITE.sub(" ", text)
    return " ".join(part for part in _WHITE.split(text) if part)


def _name(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text) is not None


_READINGS: Mapping[str, _Reading] = {
    OWL + "real": _Reading("exact"),  # which has values, but no literals of its own
    OWL + "rational": _Reading("exact", read=_rational),
    XSD + "decimal": _Reading("exact", read=_decimal),
    **{iri: _Reading("exact", read=_integer(*bounds)) for iri, bounds in BOUNDS.items()},
    XSD + "double": _Reading("binary", read=_float),
    XSD + "float": _Reading("binary", read=_float),
    XSD + "boolean": _Reading("boolean", read=_BOOLEANS.get),
    STRING: _Reading("text", "preserve"),
    LANG_STRING: _Reading("text", "preserve"),
    PLAIN_LITERAL: _Reading("text", "preserve"),
    XSD + "normalizedString": _Reading("text", "replace"),
    XSD + "token": _Reading("text"),
    **{XSD + name: _Reading("text", test=_name(pattern)) for name, pattern in _NAMES.items()},
    RDFS_LITERAL: _Reading("other", "preserve"),
    RDF + "HTML": _Reading("other", "preserve"),
    RDF + "XMLLiteral": _Reading("other", "preserve", test=_is_xml),
    RDF + "JSON": _Reading("other", "preserve", test=_is_json),
    XSD + "anyURI": _Reading("other"),
    XSD + "hexBinary": _Reading("other", test=_is_hex),
    XSD + "base64Binary": _Reading("other", test=_is_base64),
    **{XSD + name: _Reading("other", test=test) for name, test in CALENDAR.items()},
}
SPACES: Mapping[str, str] = {iri: reading.space for iri, reading in _READINGS.items()}
"""The datatypes whose literals are understood, each with the space of its values."""


def value_of(literal: Literal) -> DataValue | None:
    """Return the value that a literal stands for, None if its datatype has no such form.

    Values of a datatype that is not in :data:`SPACES` are told apart by their writing.

    Examples
    --------
    >>> value_of(Literal("007", XSD + "int")) == value_of(Literal("7.0", XSD + "decimal"))
    True
    >>> value_of(Literal("1_000", XSD + "integer")) is None
    True
    """
    if literal.datatype == PLAIN_LITERAL:
        literal = unified_literal(literal.lexical, PLAIN_LITERAL, literal.language)
    reading = _READINGS.get(literal.datatype or STRING)
    if reading is None:
        return DataValue("other", (literal.datatype, literal.lexical))
    return reading.value(literal)


def natural_number(text: str) -> int | None:
    """Return the number that a text means as an ``xsd:nonNegativeInteger``, None if none.

    Examples
    --------
    >>> natural_number(" 2 "), natural_number("2.0"), natural_number("-2")
    (2, None, None)
    """
    value = value_of(Literal(text, XSD + "nonNegativeInteger"))
    return int(value.content) if value and isinstance(value.content, Decimal) else None


def unified_literal(lexical: str, datatype: str = STRING, language: str = "") -> Literal:
    """Return a literal in the one form that equal literals of all syntaxes share.

    A plain literal should end in ``@`` and its language, if any; many files leave the ``@`` out.

    Examples
    --------
    >>> unified_literal("hi@EN", PLAIN_LITERAL).language
    'en'
    """
    if datatype == PLAIN_LITERAL:
        text, mark, tag = lexical.rpartition("@")
        if mark and (not tag or _LANGUAGE.fullmatch(tag)):
            lexical, language = text, tag
        datatype = STRING
    if language:
        return Literal(lexical, LANG_STRING, language.lower())
    return Literal(lexical, datatype)


def canonical(literal: Literal) -> Literal:
    """Return the literal of the same datatype and value that is written as XML Schema prefers.

    Examples
    --------
    >>> canonical(Literal(" +1.50 ", XSD + "decimal")).lexical
    '1.5'
    >>> canonical(Literal("1000", XSD + "double")).lexical
    '1.0E3'

    Raises
    ------
    ValueError
        If the literal has no value.
    """
    value = value_of(literal)
    if value is None:
        raise ValueError(f"'{literal.lexical}' is not a form of <{literal.datatype}>.")
    match value.content:
        case bool() as truth:
            text = str(truth).lower()
        case Fraction() as number:
            text = f"{Decimal(number.numerator)}/{Decimal(number.denominator)}"
        case Decimal() as number:
            text = _decimal_text(number)
        case float() as number:
            text = _float_text(number)
        case (first, second):
            text = first if value.space == "text" else second
    return Literal(text, literal.datatype, literal.language)


def _decimal_text(number: Decimal) -> str:
    if number == 0:
        return "0"
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _float_text(number: float) -> str:
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "INF" if number > 0 else "-INF"
    sign, digits, exponent = Decimal(repr(number)).as_tuple()
    shown = "".join(map(str, digits)).rstrip("0") or "0"
    power = len(digits) - 1 + int(exponent) if number else 0
    return f"{'-' * sign}{shown[0]}.{shown[1:] or '0'}E{power}"
