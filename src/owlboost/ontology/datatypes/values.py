"""Data values by their spaces: texts, octets, and what tells values from each other."""

import base64
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.datatypes.numbers import Binary, Exact, float_near
from owlboost.ontology.vocabulary import STRING, XSD

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
    """Tell whether a language tag matches a language range of RFC 4647.

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
    """Whether two values are known to differ.

    Values distinguished by their writing only may be the same.
    """
    if left.space != right.space:
        return OPEN not in (left.space, right.space)
    return left.content != right.content and left.space in CLEAR
