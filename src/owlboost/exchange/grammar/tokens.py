"""Tokens of rules, as papers print them, in LaTeX or plain ASCII."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from owlboost.errors import ModelError
from owlboost.exchange.grammar.tree import Word, unlearned

TokenKind = Literal[
    "name", "quoted", "iri", "number", "text", "and", "some", "value", "exists", "top", "below",
    "times", "sign", "open", "close", "left", "right", "comma", "at least", "equals", "dot",
    "bullet", "remark", "unlearned", "end",
    "or", "equivalent", "nothing", "truth", "shape", "kind", "weight",
]  # fmt: skip
"""The last line is of words that only Manchester syntax tells from names, by where they stand."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A notation of rules: its name in messages, and whether they mention lines.

    A strict one is Manchester syntax only: restrictions stand in parentheses, and a word is a name
    or a keyword by where it stands.

    Examples
    --------
    >>> LISTING.at_line(3), LISTING.whole, LISTING.inside
    ('Line 3 of the listing', 'The listing', ' in the listing')
    >>> CONDITION.at_line(1), CONDITION.whole, CONDITION.inside
    ('The condition', 'The condition', '')
    """

    noun: str
    has_lines: bool = True
    strict: bool = False

    def at_line(self, line: int) -> str:
        """Return the beginning of a message about a line."""
        return f"Line {line} of the {self.noun}" if self.has_lines else self.whole

    @property
    def whole(self) -> str:
        """The beginning of a message about the whole text."""
        return f"The {self.noun}"

    @property
    def inside(self) -> str:
        """The end of a message about a place; empty without lines."""
        return f" in the {self.noun}" if self.has_lines else ""

    def word(self, text: str, line: int, *, is_iri: bool = False) -> Word:
        """Return a name that stands in a line."""
        return Word(text, line if self.has_lines else 0, is_iri, self.noun)


LISTING = Dialect("listing")
CONDITION = Dialect("condition", has_lines=False)
RULES = Dialect("rules", strict=True)

_LETTER = r"(?:\w|\\_|(?<=_)\{\w+\})"
_NAME = rf"{_LETTER}(?:[-.:/]*{_LETTER})*"
_NAME_WITHOUT_DOT = rf"{_LETTER}(?:[-:/]*{_LETTER})*"

_TITLES = (
    r"weak learner \S+?(?:, weight [-+.\de]+)?|real[ -]?ada ?boost(?: aggregation)?|weighted sum"
    r"|fuzzy (?:data ?types?|sets)(?: \([^()\n]*\))?|(?:learned )?rules"
)

# Repetitions that end in "+" give nothing back: no text takes time in the square of its length.
_PATTERNS: tuple[tuple[TokenKind | None, str], ...] = (
    ("remark", rf"^[ \t]*+(?i:{_TITLES})[ \t]*+:?[ \t]*+$"),
    ("remark", r"^# On the training examples\n(?:[^#\n][^\n]*(?:\n|\Z))*"),
    ("remark", r"(?:^|(?<=\s))(?:#|%|//)[^\n]*"),
    (None, r"\s+|[$&~]|\\[,;:!\\ \[\]]|\\(?:nd|quad|qquad|left|right|ldots)\b"),
    (None, r"\\(?:begin|end|label)\{[^{}\n]*\}"),
    ("iri", r"<[^<>\s:]*+:[^<>\s]*+>"),
    ("text", r'"(?:\\.|[^"\\\n])*"|“[^”\n]*”'),
    ("quoted", r"'(?:\\.|[^'\\\n])*'"),
    ("name", r"\\(?:math|text)[a-z]+\{(?:\\_|[^{}\\])*\}"),
    ("below", r"⊑|\\(?:impc|sqsubseteq)\b|(?i:subclassof\b|subclass of\b)"),
    ("and", r"⊓|∧|\\(?:andc|sqcap|land|wedge)\b|and\b(?![-.:/]*\w)"),
    ("exists", r"∃|\\(?:c?some|exists)\b"),
    ("top", r"⊤|\\topc?\b"),
    ("unlearned", r"[¬⊥]|\\(?:neg|lnot|notc|bot|bottomc?|perp)\b"),
    ("some", r"some\b(?![-.:/]*\w)"),
    ("value", r"value\b(?![-.:/]*\w)"),
    ("times", r"[*·⋅×∗]|\\(?:cdot|times|ast)\b"),
    ("sign", r"[-+−–]"),
    ("number", r"(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?+(?![-.:/]*+(?:\w|\\_))"),
    ("comma", r"[,;]|\}\s*\{"),
    ("at least", r"≥|>=|\\geq?\b"),
    ("left", r"\[|⟨|<|\\langle\b|\\fuzzyg\s*\{"),
    ("right", r"\]|⟩|>|\\rangle\b|\}"),
    ("open", r"\("),
    ("close", r"\)"),
    ("equals", r":=|[:=≡]"),
    ("bullet", r"[•‣▪◦●]"),
)
_KINDS: dict[str, TokenKind | None] = {
    "name": "name",
    "dot": "dot",
    **{f"k{number}": kind for number, (kind, _) in enumerate(_PATTERNS)},
}
_COMMON = "|".join(f"(?P<k{number}>{pattern})" for number, (_, pattern) in enumerate(_PATTERNS))
_TOKEN = re.compile(rf"{_COMMON}|(?P<name>{_NAME})|(?P<dot>\.)", re.MULTILINE)
_TOKEN_WITHOUT_DOT = re.compile(
    rf"{_COMMON}|(?P<name>{_NAME_WITHOUT_DOT})|(?P<dot>\.)", re.MULTILINE
)
_MACRO = re.compile(r"\\(?:math|text)[a-z]+\{(.*)\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign, and where it stands."""

    kind: TokenKind
    text: str
    line: int
    leads: bool
    """Whether it is the first of its line."""
    touched: bool
    """Whether it follows what stands before it without a blank."""


def tokens(text: str, dialect: Dialect = LISTING) -> Iterator[Token]:
    """Split a listing, with remarks and headings; an ``end`` comes last.

    Examples
    --------
    >>> [token.text for token in tokens("∃hasPrice.Fair ⊑ Good [0.56]  # as printed")]
    ['∃', 'hasPrice', '.', 'Fair', '⊑', 'Good', '[', '0.56', ']', '# as printed', '']
    """
    at, line, leads, touched, last = 0, 1, True, False, ""
    while at < len(text):
        matched = (_TOKEN_WITHOUT_DOT if last == "exists" else _TOKEN).match(text, at)
        if matched is None:
            shown = text[at:].partition("\n")[0][:30]
            raise ModelError(f"{dialect.at_line(line)} cannot be read at {shown!r}.")
        kind = _KINDS[matched.lastgroup or ""]
        if kind is not None:
            yield Token(
                kind, _content(kind, matched[0], dialect.at_line(line)), line, leads, touched
            )
            leads, last = False, kind
        touched = kind is not None
        lines = matched[0].count("\n")
        line, leads = line + lines, leads or lines > 0
        at = matched.end()
    yield Token("end", "", line, leads, touched)


def is_bare(name: str) -> bool:
    """Return whether a name needs no quotes in a listing.

    Examples
    --------
    >>> is_bare("Good_Hotel"), is_bare("3"), is_bare("and"), is_bare("-5"), is_bare("sea view")
    (True, True, False, False, False)
    """
    try:
        words = list(tokens(name))
    except ModelError:
        return False
    return (
        [token.kind for token in words] in (["name", "end"], ["number", "end"])
        and words[0].text == name
        and not name.endswith(".")
    )


def _content(kind: TokenKind, text: str, place: str) -> str:
    """Return the meaning of a word, without quotes and macros."""
    match kind:
        case "text" if text.startswith("“"):
            return text[1:-1]
        case "text":
            try:
                return str(json.loads(text, strict=False))
            except ValueError:
                raise ModelError(f"{place} has a text that cannot be read: {text}.") from None
        case "quoted":
            return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
        case "iri":
            return text[1:-1]
        case "name":
            inner = _MACRO.fullmatch(text)
            plain = (inner[1] if inner else text).replace("\\_", "_")
            return re.sub(r"\{(\w+)\}", r"\1", plain)
        case _:
            return text.strip() if kind == "remark" else text


# Words one after the other


class Words(ABC):
    """A reader of words from left to right, with its syntax errors."""

    names: ClassVar[tuple[TokenKind, ...]] = ("name", "quoted", "iri", "number")
    """Kinds of tokens that may be a name."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect

    @abstractmethod
    def next_is(self, *kinds: TokenKind) -> bool:
        """Return whether words of these kinds come next."""

    @abstractmethod
    def take(self, kind: TokenKind | None = None) -> Token:
        """Take the next word, which is of a kind."""

    @abstractmethod
    def syntax_error(self, wanted: str) -> ModelError:
        """Return the error that the next word is not what is wanted."""

    def accept(self, kind: TokenKind) -> bool:
        """Take the next word if it is of a kind."""
        if not self.next_is(kind):
            return False
        self.take(kind)
        return True

    def expect(self, kind: TokenKind, wanted: str = "") -> Token:
        """Take the next word, which must be of a kind."""
        if not self.next_is(kind):
            raise self.syntax_error(wanted)
        return self.take(kind)

    def word(self, wanted: str = "") -> Word:
        """Take a name."""
        for kind in self.names:
            if self.next_is(kind):
                return self._name_of(self.take(kind))
        raise self.syntax_error(wanted)

    def _name_of(self, token: Token) -> Word:
        text = token.text.rstrip(".") if token.kind == "number" else token.text
        brackets = token.kind == "quoted" and text.startswith("<") and text.endswith(">")
        in_quotes = brackets and not self.dialect.strict
        return self.dialect.word(
            text[1:-1] if in_quotes else text,
            token.line,
            is_iri=in_quotes or token.kind == "iri",
        )


class ListedWords(Words):
    """The words of a text that was split before.

    Examples
    --------
    >>> words = ListedWords(list(tokens("-0.5 * WL1")))
    >>> words.number("a weight"), words.accept("times"), words.word("a name").text
    (-0.5, True, 'WL1')
    """

    def __init__(self, words: Sequence[Token], dialect: Dialect = LISTING) -> None:
        super().__init__(dialect)
        self._words = words
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """Return a word ahead; beyond the end the last one."""
        return self._words[min(self.at + ahead, len(self._words) - 1)]

    def next_is(self, *kinds: TokenKind) -> bool:
        """Return whether words of these kinds come next."""
        return all(self.peek(ahead).kind == kind for ahead, kind in enumerate(kinds))

    def take(self, kind: TokenKind | None = None) -> Token:
        """Take the next word."""
        del kind  # it is known
        token = self.peek()
        self.at += 1
        return token

    def syntax_error(self, wanted: str) -> ModelError:
        """Return the error that the next word is not what is wanted."""
        token = self.peek()
        if token.kind == "end":
            line = self._words[self.at - 1].line if self.at else token.line
            place = f", in line {line}" if self.dialect.has_lines else ""
            return ModelError(f"{self.dialect.whole} ends too soon{place}: {wanted}.")
        subject = self.dialect.at_line(token.line)
        return ModelError(f"{subject} cannot be read at {token.text!r}: {wanted}.")

    def number(self, wanted: str) -> float:
        """Take a number with its signs."""
        factor = 1.0
        while self.next_is("sign"):
            factor *= 1.0 if self.take().text == "+" else -1.0
        return factor * float(self.expect("number", wanted).text)


_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_MANCHESTER: Mapping[TokenKind, re.Pattern[str]] = {
    kind: re.compile(rf"\s*({pattern})")
    for kind, pattern in cast(
        "dict[TokenKind, str]",
        {
            "name": r"[\w.:/-]+",
            "quoted": r"'(?:\\.|[^'\\])*'",
            "text": r'"(?:\\.|[^"\\])*"',
            "number": _NUMBER,
            "and": "and",
            "some": "some",
            "value": "value",
            "truth": "true|false",
            "or": "or",
            "below": "SubClassOf",
            "equivalent": "EquivalentTo",
            "nothing": "Nothing",
            "times": r"\*",
            "sign": r"[-+]",
            "open": r"\(",
            "close": r"\)",
            "left": r"\[",
            "right": r"\]",
            "comma": ",",
            "weight": "weight",
            "shape": "(?:left|right)-shoulder|triangular|trapezoidal",
            "kind": "class|role|data|set|learner|target",
            "end": r"\Z",
        },
    ).items()
}
"""Pattern of each kind of token; nothing else is read, such as pointed brackets or bullets."""

QUOTED = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
"""A text or a name in quotes, in which no word is a keyword."""

_NEGATION = re.compile(r"(?<![\w.:/-])not(?![\w.:/-])|[¬⊥]")


class ScannedWords(Words):
    """The words of one Manchester statement, split as they are read.

    Examples
    --------
    >>> words = ScannedWords("and and 2 SubClassOf or", 1)
    >>> words.word().text, words.accept("and"), words.word().text, words.accept("below")
    ('and', True, '2', True)
    """

    names = ("name", "quoted")

    def __init__(self, text: str, line: int) -> None:
        super().__init__(RULES)
        self._text, self._line = text, line
        self._at = self._last = 0

    def next_is(self, *kinds: TokenKind) -> bool:
        """Return whether words of these kinds come next."""
        at = self._at
        for kind in kinds:
            matched = _MANCHESTER[kind].match(self._text, at) if kind in _MANCHESTER else None
            if matched is None:
                return False
            at = matched.end()
        return True

    def take(self, kind: TokenKind | None = None) -> Token:
        """Take the next word, which is of a kind."""
        matched = _MANCHESTER[kind or "end"].match(self._text, self._at)
        if matched is None:
            raise self.syntax_error("")
        self._last, self._at = matched.start(1), matched.end()
        text = re.sub(r"\\(.)", r"\1", matched[1][1:-1]) if kind == "quoted" else matched[1]
        return Token(kind or "end", text, self._line, leads=False, touched=False)

    def syntax_error(self, wanted: str) -> ModelError:
        """Return the error that the next word cannot stand here."""
        del wanted
        if negation := _NEGATION.search(QUOTED.sub("''", self._text)):
            return unlearned(self.dialect.word(negation[0], self._line))
        unread = self._text[self._at :].lstrip() or self._text[self._last :]
        return ModelError(f"{self.dialect.at_line(self._line)} cannot be read, at {unread[:30]!r}.")
