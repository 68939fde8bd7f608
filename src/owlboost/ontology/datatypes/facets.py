"""Facets of datatypes: their meaning, and where OWL 2 allows them."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.datatypes.literals import SPACES, value_of
from owlboost.ontology.datatypes.numbers import Binary, is_integer
from owlboost.ontology.datatypes.values import INSIDE, START, DataValue, Tagged, in_language
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
    """Whether OWL 2 allows a facet and its bound for a datatype.

    False as well if the bound is not understood.

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


Characters = Callable[[str], bool]
"""A set of characters, as the test of membership."""

LARGEST = 5_000
"""Reject an expression that needs more states than this."""

_LONGEST_QUANTITY = 100
DEEPEST = 100
"""Reject an expression with more nested parentheses than this."""

_START, _INSIDE = re.compile(f"[{START}]"), re.compile(f"[{INSIDE}]")
_SINGLE = {"n": "\n", "r": "\r", "t": "\t", **{mark: mark for mark in r"\|.?*+(){}-[]^"}}
_CATEGORY = re.compile(r"\{(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)\}")
_QUANTITY = re.compile(r"\{([0-9]{1,6})(,([0-9]{0,6}))?\}")
_SPECIAL = frozenset(r".\?*+{}()|[]")


class PatternError(ValueError):
    """A text is no understood regular expression of XML Schema."""


_ESCAPES: dict[str, Characters] = {
    "s": lambda char: char in " \t\n\r",
    "d": lambda char: unicodedata.category(char) == "Nd",
    "w": lambda char: unicodedata.category(char)[0] not in "PZC",
    "i": lambda char: _START.match(char) is not None,
    "c": lambda char: _INSIDE.match(char) is not None,
}


def _without(inside: Characters, outside: Characters) -> Characters:
    return lambda char: inside(char) and not outside(char)


def _denied(inside: Characters) -> Characters:
    return lambda char: not inside(char)


def _between(first: str, last: str) -> Characters:
    return lambda char: first <= char <= last


def _one_of(parts: list[Characters]) -> Characters:
    return lambda char: any(part(char) for part in parts)


@dataclass(slots=True)
class _Part:
    """A piece of an expression, with the number of its repetitions.

    It is a set of characters, or branches to choose from, each of pieces in a row. A ``most`` of
    None is any number.
    """

    characters: Characters | None = None
    branches: list[list["_Part"]] = field(default_factory=list)
    least: int = 1
    most: int | None = 1


class _Parser:
    """Reads an expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth = text, 0, 0

    @property
    def next(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self, wanted: str = "") -> str:
        character = self.next
        if not character or (wanted and character != wanted):
            raise self.wrong()
        self.at += 1
        return character

    def wrong(self) -> PatternError:
        return PatternError(f"'{self.text}' breaks off or is wrong at character {self.at + 1}")

    def choice(self) -> _Part:
        """Read branches up to a parenthesis that closes, or the end."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise PatternError("too many parentheses within each other")
        branches: list[list[_Part]] = [[]]
        while self.next not in ("", ")"):
            if self.next == "|":
                self.at += 1
                branches.append([])
            else:
                branches[-1].append(self.piece())
        self.depth -= 1
        return _Part(branches=branches)

    def piece(self) -> _Part:
        if self.next == "(":
            self.at += 1
            part = self.choice()
            self.take(")")
        else:
            part = _Part(self.atom())
        part.least, part.most = self.quantity()
        return part

    def quantity(self) -> tuple[int, int | None]:
        if self.next in ("?", "*", "+"):
            return {"?": (0, 1), "*": (0, None), "+": (1, None)}[self.take()]
        if self.next != "{":
            return 1, 1
        bounds = _QUANTITY.match(self.text, self.at)
        if bounds is None or len(bounds[0]) > _LONGEST_QUANTITY:
            raise self.wrong()
        self.at = bounds.end()
        least = int(bounds[1])
        most = least if bounds[2] is None else int(bounds[3]) if bounds[3] else None
        if most is not None and most < least:
            raise PatternError(f"'{bounds[0]}' in '{self.text}' asks for more than it allows")
        return least, most

    def atom(self) -> Characters:
        if self.next in _SPECIAL and self.next not in (".", "\\", "["):
            raise self.wrong()
        mark = self.take()
        if mark == ".":
            return lambda char: char not in "\n\r"
        if mark == "\\":
            return self.escape()
        return self.group() if mark == "[" else _between(mark, mark)

    def escape(self) -> Characters:
        letter = self.take()
        if letter in _SINGLE:
            return _between(_SINGLE[letter], _SINGLE[letter])
        if letter.lower() in _ESCAPES:
            inside = _ESCAPES[letter.lower()]
        elif letter in "pP":
            inside = self.category()
        else:
            raise PatternError(f"'\\{letter}' in '{self.text}' is not understood")
        return inside if letter.islower() else _denied(inside)

    def category(self) -> Characters:
        name = _CATEGORY.match(self.text, self.at)
        if name is None:
            raise PatternError(f"a category of characters in '{self.text}' is not understood")
        self.at = name.end()
        return lambda char: unicodedata.category(char).startswith(name[1])

    def group(self) -> Characters:
        """Read a character class behind its ``[``."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise PatternError("too many parentheses within each other")
        denied = self.next == "^"
        self.at += denied
        parts: list[Characters] = []
        subtracted: Characters | None = None
        while self.next != "]" or not parts:
            if self.text.startswith("-[", self.at) and parts:
                self.at += 2
                subtracted = self.group()
                break
            parts.append(self.range())
        self.take("]")
        self.depth -= 1
        inside = _denied(_one_of(parts)) if denied else _one_of(parts)
        return inside if subtracted is None else _without(inside, subtracted)

    def range(self) -> Characters:
        if self.next == "\\" and self.text[self.at + 1 : self.at + 2] not in _SINGLE:
            self.at += 1
            return self.escape()
        first = self.character()
        after = self.text[self.at + 1 : self.at + 2]
        if self.next != "-" or after in ("[", "]", ""):
            return _between(first, first)
        self.at += 1
        last = self.character()
        if last < first:
            raise PatternError(f"'{first}-{last}' in '{self.text}' runs backwards")
        return _between(first, last)

    def character(self) -> str:
        mark = self.take()
        if mark == "\\":
            escaped = self.take()
            if escaped not in _SINGLE:
                raise PatternError(f"'\\{escaped}' in '{self.text}' is not understood")
            return _SINGLE[escaped]
        if mark in "[]":
            raise PatternError(f"'{mark}' in a class of characters of '{self.text}'")
        return mark


class _Automaton:
    """States and the characters, or nothing, that lead on from each."""

    def __init__(self) -> None:
        self.free: list[list[int]] = []
        self.by_character: list[tuple[Characters, int] | None] = []

    def state(self) -> int:
        if len(self.free) >= LARGEST:
            raise PatternError("the expression is too large")
        self.free.append([])
        self.by_character.append(None)
        return len(self.free) - 1

    def add(self, part: _Part, start: int) -> int:
        """Add a piece behind a state; return the state behind it."""
        for _ in range(part.least):
            start = self._once(part, start)
        if part.most is None:
            hub = self.state()
            self.free[start].append(hub)
            self.free[self._once(part, hub)].append(hub)
            return hub
        ends = [start]
        for _ in range(part.most - part.least):
            ends.append(self._once(part, ends[-1]))
        for end in ends[:-1]:
            self.free[end].append(ends[-1])
        return ends[-1]

    def _once(self, part: _Part, start: int) -> int:
        end = self.state()
        if part.characters is not None:
            before = self.state()
            self.free[start].append(before)
            self.by_character[before] = (part.characters, end)
            return end
        for branch in part.branches:
            at = self.state()
            self.free[start].append(at)
            for inner in branch:
                at = self.add(inner, at)
            self.free[at].append(end)
        return end

    def reached(self, states: set[int]) -> set[int]:
        """Add the states that are reached without another character."""
        reachable, pending = set(states), list(states)
        while pending:
            for state in self.free[pending.pop()]:
                if state not in reachable:
                    reachable.add(state)
                    pending.append(state)
        return reachable


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Callable[[str], bool]:
    r"""Return the test of texts for a regular expression of XML Schema.

    Examples
    --------
    >>> matcher(r"[a-z-[aeiou]]+\d{2,}")("xyz007")
    True

    Raises
    ------
    PatternError
        If it is none, or one that is not understood: a block of Unicode, or one too large.
    """
    parser = _Parser(pattern)
    part = parser.choice()
    if parser.next:
        raise parser.wrong()
    automaton = _Automaton()
    start = automaton.state()
    end = automaton.add(part, start)

    def matches(text: str) -> bool:
        states = automaton.reached({start})
        for character in text:
            steps = [automaton.by_character[state] for state in states]
            states = automaton.reached(
                {step[1] for step in steps if step is not None and step[0](character)}
            )
            if not states:
                return False
        return end in states

    return matches
