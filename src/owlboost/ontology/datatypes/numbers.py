"""Numbers: exact ones in one space, floats and doubles in their own."""

import math
import re
import struct
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from owlboost.ontology.vocabulary import XSD

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
