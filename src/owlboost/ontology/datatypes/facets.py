"""Facets of datatypes: their meaning, and where OWL 2 allows them."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import pyarrow as pa
import pyarrow.compute as pc

from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.datatypes.literals import SPACES, value_of
from owlboost.ontology.datatypes.values import (
    INSIDE,
    START,
    Binary,
    DataValue,
    Tagged,
    in_language,
    is_integer,
)
from owlboost.ontology.expressions import Literal
from owlboost.ontology.vocabulary import LANG_STRING, PLAIN_LITERAL, RDF, XSD

Test = Callable[[DataValue], bool | None]
"""Whether a value is admitted; None if that is not known."""

ORDER: Mapping[str, frozenset[int]] = {
    XSD + "minInclusive": frozenset({0, 1}),
    XSD + "minExclusive": frozenset({1}),
    XSD + "maxInclusive": frozenset({-1, 0}),
    XSD + "maxExclusive": frozenset({-1}),
}
"""Facets of order → where a value may lie: before the bound (-1), with it (0), after it (1)."""

LENGTHS: Mapping[str, Callable[[int, int], bool]] = {
    XSD + "length": lambda length, bound: length == bound,
    XSD + "minLength": lambda length, bound: length >= bound,
    XSD + "maxLength": lambda length, bound: length <= bound,
}
PATTERN = XSD + "pattern"
LANG_RANGE = RDF + "langRange"

_NUMBERS = frozenset({"real", "float", "double"})
_ORDERED = _NUMBERS | {"dateTime"}
_WITH_LENGTH = frozenset({"string", "uri", "hex", "base64"})
_WITH_PATTERN = frozenset({"string", "uri"})


def is_clear(datatype: str, facet: str, bound: Literal) -> bool:
    """Whether OWL 2 allows a facet and its bound, if understood, for a datatype.

    Examples
    --------
    >>> is_clear(XSD + "double", XSD + "minInclusive", Literal("5", XSD + "double"))
    True
    >>> is_clear(XSD + "double", XSD + "minInclusive", Literal("5", XSD + "integer"))
    False
    """
    space, limit = SPACES.get(datatype), value_of(bound)
    if space is None or limit is None:
        return False
    if facet in ORDER:
        return space in _ORDERED and space == limit.space
    if facet in LENGTHS:
        return space in _WITH_LENGTH and natural_bound(limit) is not None
    if facet == PATTERN:
        return space in _WITH_PATTERN and pattern_test(limit) is not None
    tagged = datatype in (PLAIN_LITERAL, LANG_STRING)
    return facet == LANG_RANGE and tagged and limit.space == "string"


def is_foreign(datatype: str, facet: str, bound: Literal) -> bool:
    """Whether a number bounds numbers of another value space than its own.

    OWL 2 does not allow that, but many files bound doubles by integers.
    """
    space, limit = SPACES.get(datatype), value_of(bound)
    foreign = limit is not None and limit.space in _NUMBERS and limit.space != space
    return facet in ORDER and space in _NUMBERS and foreign


def facet_test(facet: str, bound: Literal) -> Test:
    """Return the test whether values obey a facet.

    It decides on values of the bound's own space, and on numbers of every space, which are compared
    exactly (:func:`is_foreign`).
    """
    limit = value_of(bound)
    if limit is not None and facet in ORDER:
        return _order_test(ORDER[facet], limit)
    if limit is not None and facet in LENGTHS:
        return _length_test(LENGTHS[facet], natural_bound(limit))
    if limit is not None and facet == PATTERN:
        return _text_test(pattern_test(limit))
    if limit is not None and facet == LANG_RANGE and isinstance(limit.content, str):
        return _language_test(limit.content)
    return lambda _: None


def natural_bound(limit: DataValue) -> int | None:
    """Return the number that bounds a facet of length, None if unsuitable."""
    number = limit.content
    if isinstance(number, Decimal | Fraction) and is_integer(number) and number >= 0:
        return int(number)
    return None


def pattern_test(limit: DataValue) -> Callable[[str], bool] | None:
    """Return the test of a pattern on texts, None if not understood."""
    if limit.space != "string" or not isinstance(limit.content, str):
        return None
    try:
        return matcher(limit.content)
    except PatternError:
        return None


def compared(left: DataValue, right: DataValue) -> int | None:
    """Return -1, 0 or 1: the first value is less, equal, greater.

    None if they cannot be compared. The two zeros come together; NaN comes neither before, with
    nor after anything.
    """
    if isinstance(left.content, Instant) and isinstance(right.content, Instant):
        return left.content.compared(right.content)
    first, second = (_number(value) for value in (left, right))
    if first is None or second is None:
        return None
    return (first > second) - (first < second)


def _number(value: DataValue) -> Decimal | Fraction | float | None:
    match value.content:
        case Binary(number, _):
            return number
        case Decimal() | Fraction() as number:
            return number
        case _:
            return None


def _order_test(allowed: frozenset[int], limit: DataValue) -> Test:
    def test(value: DataValue) -> bool | None:
        comparable = value.space == limit.space or _NUMBERS.issuperset((value.space, limit.space))
        if not comparable or value.space not in _ORDERED:
            return None
        return compared(value, limit) in allowed

    return test


def _length_test(fits: Callable[[int, int], bool], bound: int | None) -> Test:
    def test(value: DataValue) -> bool | None:
        if bound is None:
            return None
        match value.content:
            case Tagged(text, _):
                return fits(len(text), bound)
            case str() | bytes() as content:
                return fits(len(content), bound)
            case _:
                return None

    return test


def _text_test(matches: Callable[[str], bool] | None) -> Test:
    def test(value: DataValue) -> bool | None:
        if matches is None:
            return None
        match value.content:
            case Tagged(text, _) | (str() as text):
                return matches(text)
            case _:
                return None

    return test


def _language_test(range_: str) -> Test:
    def test(value: DataValue) -> bool | None:
        match value.content:
            case Tagged(_, language):
                return in_language(language, range_)
            case str() if value.space == "string":
                return False
            case _:
                return None

    return test


_SINGLE = r"\\[nrt\\|.?*+(){}\-\[\]^]"
_CATEGORY = r"\\[pP]\{(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfo])\}"
_RANGED = rf"(?:{_SINGLE}|[^\\\[\]])"
_INNER = re.compile(rf"{_RANGED}-{_RANGED}|\\[dDswic]|{_CATEGORY}|{_RANGED}(?!-[^\]])")
_CLASS = rf"\[(?!\^\])\^?(?:{_INNER.pattern})+\]"
_ATOM = rf"{_CLASS}|\\[dDsSwWiIcC]|{_SINGLE}|{_CATEGORY}|[^\\?*+{{}}()|\[\]]"
_QUANTITY = r"[?*+]|\{[0-9]{1,6}(?:,[0-9]{0,6})?\}"
_TOKEN = re.compile(rf"([(|])|(\)|{_ATOM})({_QUANTITY})?")

_CLASSES = {
    r"\d": r"\p{Nd}",
    r"\s": r" \t\n\r",
    r"\w": r"\p{L}\p{M}\p{N}\p{S}",
    r"\i": START,
    r"\c": rf"{INSIDE[:-1]}\-",
}
"""Escapes of XML Schema → the inside of a class that says the same to RE2."""


class PatternError(ValueError):
    """A text is not a regular expression of XML Schema that RE2 can express."""


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Callable[[str], bool]:
    r"""Return the test of texts for a regular expression of XML Schema.

    RE2 takes time linear in the text.

    Examples
    --------
    >>> matcher(r"[a-z]+\d{2,}")("xyz007")
    True

    Raises
    ------
    PatternError
        If it is none, or one that is not understood: a block of Unicode, a class without another,
        or one too large.
    """
    expression, at = "", 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            raise PatternError(f"'{pattern}' is wrong, or not understood, at character {at + 1}")
        opening, atom, quantity = token.groups("")
        expression += opening.replace("(", "(?:") + _translated(atom) + quantity
        at = token.end()
    anchored = rf"\A(?:{expression})\z"
    try:
        for checked in (expression, anchored):
            pc.match_substring_regex(pa.scalar(""), checked)
    except pa.ArrowInvalid as error:
        raise PatternError(f"'{pattern}': {error}") from error

    def matches(text: str) -> bool:
        is_match: bool = pc.match_substring_regex(pa.scalar(text), anchored).as_py()
        return is_match

    return matches


def _translated(atom: str) -> str:
    """Return an atom of XML Schema as RE2 has it."""
    if atom == ".":
        return r"[^\n\r]"
    if atom in ("^", "$"):
        return rf"\{atom}"
    if atom.lower() in _CLASSES:
        return f"[{'^' * atom.isupper()}{_CLASSES[atom.lower()]}]"
    if not atom.startswith("["):
        return atom
    denied = atom.startswith("[^")
    inside = "".join(_translated_inner(part) for part in _INNER.findall(atom[1 + denied : -1]))
    return f"[{'^' * denied}{inside}]"


def _translated_inner(part: str) -> str:
    """Return a part of a character class as RE2 has it."""
    if part in _CLASSES:
        return _CLASSES[part]
    if part == r"\D":
        return r"\P{Nd}"
    return rf"\{part}" if part in ("^", "-") else re.sub(r"^\^|(?<=-)\^$", r"\\^", part)
