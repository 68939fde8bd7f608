"""Data values by their spaces: texts, octets, and what tells values from each other."""

import base64
import math
import re
import struct
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.vocabulary import STRING, XSD

Exact = Decimal | Fraction
"""A number of owl:real that can be written: an integer, a decimal or a rational."""

_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN")
_RATIONAL = re.compile(r"([+-]?[0-9]+)/([0-9]*[1-9][0-9]*)")

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


class Binary(NamedTuple):
    """A float or double.

    The sign makes the zeros two values; NaN, which is one, has no number.
    """

    number: float | None
    negative: bool = False

    @classmethod
    def from_float(cls, number: float) -> "Binary":
        """Return the value of a Python float.

        Examples
        --------
        >>> Binary.from_float(0.0) == Binary.from_float(-0.0)
        False
        >>> Binary.from_float(math.nan) == Binary.from_float(math.nan)
        True
        """
        if math.isnan(number):
            return cls(None)
        return cls(number, math.copysign(1.0, number) < 0)

    @property
    def as_float(self) -> float:
        """The number as Python has it."""
        return math.nan if self.number is None else self.number


def integer_of(text: str) -> Decimal | None:
    """Return the integer that a text means, None if malformed."""
    return Decimal(text) if _INTEGER.fullmatch(text) else None


def in_bounds(number: Exact, least: int | None, greatest: int | None) -> bool:
    """Whether a number lies between two bounds; None is no bound."""
    return (least is None or number >= least) and (greatest is None or number <= greatest)


def decimal_of(text: str) -> Decimal | None:
    """Return the decimal that a text means, None if malformed."""
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


def rational_of(text: str) -> Fraction | None:
    """Return the rational that a text means, None if malformed."""
    parts = _RATIONAL.fullmatch(text)
    if parts is None:
        return None
    # int() alone limits digits
    numerator, denominator = (int(Decimal(part)) for part in parts.groups())
    return Fraction(numerator, denominator)


def double_of(text: str) -> Binary | None:
    """Return the double nearest to a text, None if malformed."""
    return Binary.from_float(float(text)) if _FLOAT.fullmatch(text) else None


def float_of(text: str) -> Binary | None:
    """Return the float nearest to a text, None if malformed.

    Examples
    --------
    >>> float_of("16777217") == float_of("16777216")
    True
    """
    return Binary.from_float(_single(text)) if _FLOAT.fullmatch(text) else None


def _single(text: str) -> float:
    """Return the single-precision number nearest to a text.

    Rounding first to a double and then again may end beside the nearest; it does not if a double
    that is not exact is taken to be the neighbour with an odd last bit.
    """
    number = float(text)
    if not math.isfinite(number) or number == 0:
        return number
    exact = Decimal(text)
    if exact != Decimal(number) and not struct.unpack("<q", struct.pack("<d", number))[0] & 1:
        number = math.nextafter(number, math.inf if exact > Decimal(number) else -math.inf)
    return rounded_to_single(number)


def rounded_to_single(number: float) -> float:
    """Return the single-precision number nearest to a double."""
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


def is_integer(number: Exact) -> bool:
    """Whether a number is whole."""
    return number.as_integer_ratio()[1] == 1


def is_decimal(number: Exact) -> bool:
    """Whether a number has a finite decimal form: divisors 2 and 5.

    Examples
    --------
    >>> is_decimal(Fraction(7, 20)), is_decimal(Fraction(1, 3))
    (True, False)
    """
    if isinstance(number, Decimal):
        return True
    remainder = number.denominator
    for prime in (2, 5):
        while remainder % prime == 0:
            remainder //= prime
    return remainder == 1


def float_near(number: Exact) -> float:
    """Return an exact number as a float; too large ones are infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def exact_text(number: Exact) -> str:
    """Return a number in the canonical form of its datatype."""
    if isinstance(number, Fraction):
        return f"{Decimal(number.numerator)}/{Decimal(number.denominator)}"
    if number == 0:
        return "0"
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def binary_text(value: Binary, *, single: bool) -> str:
    """Return a float (``single``) or a double in its canonical form.

    Examples
    --------
    >>> binary_text(Binary.from_float(-0.0), single=False)
    '-0.0E0'
    """
    number = value.number
    if number is None:
        return "NaN"
    if math.isinf(number):
        return "-INF" if value.negative else "INF"
    sign, digits, exponent = Decimal(_shortest(number) if single else repr(number)).as_tuple()
    shown = "".join(map(str, digits)).rstrip("0") or "0"
    power = len(digits) - 1 + int(exponent) if number else 0
    return f"{'-' * sign}{shown[0]}.{shown[1:] or '0'}E{power}"


def _shortest(number: float) -> str:
    """Return the shortest text that rounds to a single-precision number."""
    texts = (f"{number:.{places}e}" for places in range(9))
    return next(text for text in texts if _single(text) == number)


_NO_CHARACTER = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")
_WHITE = re.compile("[ \t\n\r]")
START = (
    ":A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
"""The characters that begin a name of XML, as the inside of a character class."""

INSIDE = START + ".0-9\u00b7\u0300-\u036f\u203f-\u2040-"
"""The characters within a name of XML, likewise."""

LANGUAGE = re.compile("[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*")
_NAME = re.compile(f"[{START}][{INSIDE}]*")
_NMTOKEN = re.compile(f"[{INSIDE}]+")


class Tagged(NamedTuple):
    """A text in a language, whose tag is in small letters."""

    text: str
    language: str


def is_text(text: str) -> bool:
    """Whether all characters are allowed in XML 1.1."""
    return _NO_CHARACTER.search(text) is None


def spaced(text: str, how: str) -> str:
    """Apply the ``whiteSpace`` facet, which knows four characters only."""
    if how == "preserve" or _WHITE.search(text) is None:
        return text
    if how == "replace":
        return _WHITE.sub(" ", text)
    return " ".join(part for part in _WHITE.split(text) if part)


def _is_normalized(text: str) -> bool:
    return is_text(text) and spaced(text, "replace") == text


def _is_token(text: str) -> bool:
    return is_text(text) and spaced(text, "collapse") == text


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


DERIVED: Mapping[str, Callable[[str], bool]] = {
    STRING: is_text,
    XSD + "normalizedString": _is_normalized,
    XSD + "token": _is_token,
    XSD + "NMTOKEN": lambda text: _NMTOKEN.fullmatch(text) is not None,
    XSD + "Name": _is_name,
    XSD + "NCName": lambda text: ":" not in text and _is_name(text),
    XSD + "language": lambda text: LANGUAGE.fullmatch(text) is not None,
}
"""Datatypes of strings → whether a string belongs to them; each holds all after it."""


def in_language(tag: str, range_: str) -> bool | None:
    """Return whether a language tag matches a language range (RFC 4647).

    By basic filtering it must begin with the range; extended filtering allows further subtags in
    between. What only the latter lets pass is not known.

    Examples
    --------
    >>> in_language("de-ch", "de"), in_language("den", "de"), in_language("de-latn-de", "de-de")
    (True, False, None)
    """
    tags, ranges = tag.lower().split("-"), range_.lower().split("-")
    if ranges == ["*"] or tags[: len(ranges)] == ranges:
        return True
    return None if _extended(tags, ranges) else False


def _extended(tags: list[str], ranges: list[str]) -> bool:
    """Whether a tag matches by extended filtering (RFC 4647, section 3.3.2)."""
    if ranges[0] not in ("*", tags[0]):
        return False
    remaining = tags[1:]
    for wanted in ranges[1:]:
        if wanted == "*":
            continue
        while remaining and remaining[0] != wanted:
            if len(remaining[0]) == 1:  # a singleton: what follows has another meaning
                return False
            del remaining[0]
        if not remaining:
            return False
        del remaining[0]
    return True


_HEX = re.compile("(?:[0-9a-fA-F]{2})*")
_BASE64 = re.compile(
    "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
)


def hex_octets(text: str) -> bytes | None:
    """Return the octets of an xsd:hexBinary, None if malformed."""
    return bytes.fromhex(text) if _HEX.fullmatch(text) else None


def base64_octets(text: str) -> bytes | None:
    """Return the octets of an xsd:base64Binary, None if malformed.

    Examples
    --------
    >>> base64_octets("YW Jj")
    b'abc'
    """
    packed = text.replace(" ", "")
    return base64.b64decode(packed) if _BASE64.fullmatch(packed) else None


def hex_text(octets: bytes) -> str:
    """Return octets in the canonical form of xsd:hexBinary."""
    return octets.hex().upper()


def base64_text(octets: bytes) -> str:
    """Return octets in the canonical form of xsd:base64Binary."""
    return base64.b64encode(octets).decode()


Content = Exact | Binary | bool | str | Tagged | bytes | Instant | tuple[str, str]

OPEN = "open"
"""The space of values of undefined datatypes, of which nothing is known."""

CLEAR = frozenset(
    {
        *("real", "float", "double", "boolean"),
        *("string", "tagged", "uri", "hex", "base64", "dateTime"),
    }
)
"""Spaces in which different contents are different values."""


class DataValue(NamedTuple):
    """The value that a literal stands for.

    Literals of equal values mean the same. Values of different spaces differ, as OWL 2 has it: the
    integer 1, the float 1 and the double 1 are three. Outside the spaces of :data:`CLEAR`,
    different contents may be the same value.

    Attributes
    ----------
    space
        ``real`` (integers, decimals, rationals), ``float``, ``double``, ``boolean``, ``string``,
        ``tagged`` (with a language), ``uri``, ``hex``, ``base64``, ``dateTime``; ``date`` and
        other spaces whose values are distinguished by their writing only; or ``open``.
    content
        Its identity within its space; (datatype, text) where only the writing counts.
    """

    space: str
    content: Content

    @property
    def meaning(self) -> float | bool | str:
        """The value for learners: a float, a truth value or a text.

        Examples
        --------
        >>> value = DataValue("real", Fraction(1, 4))
        >>> value.meaning
        0.25
        """
        match self.content:
            case Binary() as number:
                return number.as_float
            case Decimal() | Fraction() as number:
                return float_near(number)
            case bool() | str() as plain:
                return plain
            case Instant() as instant:
                return instant.text
            case bytes() as octets:
                return hex_text(octets) if self.space == "hex" else base64_text(octets)
            case Tagged(text, _) | (_, text):
                return text


def surely_different(left: DataValue, right: DataValue) -> bool:
    """Whether two values are known to differ; differently written ones may be the same."""
    if left.space != right.space:
        return OPEN not in (left.space, right.space)
    return left.content != right.content and left.space in CLEAR
