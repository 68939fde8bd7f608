"""Tokens and syntax trees of rules."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from owlboost.data.fuzzy_sets import Shape
from owlboost.errors import ModelError
from owlboost.exchange.metadata import Coverage

TokenKind = Literal[
    "name", "quoted", "iri", "number", "text", "and", "some", "value", "exists", "top", "below",
    "times", "sign", "open", "close", "left", "right", "comma", "at least", "equals", "dot",
    "bullet", "remark", "unlearned", "end",
]  # fmt: skip

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


def tokens(text: str) -> Iterator[Token]:
    """Take a listing apart, remarks and headings included; an ``end`` comes last.

    Examples
    --------
    >>> [token.text for token in tokens("∃hasPrice.Fair ⊑ Good [0.56]  # as printed")]
    ['∃', 'hasPrice', '.', 'Fair', '⊑', 'Good', '[', '0.56', ']', '# as printed', '']
    """
    at, line, leads, touched, last = 0, 1, True, False, ""
    while at < len(text):
        found = (_TOKEN_WITHOUT_DOT if last == "exists" else _TOKEN).match(text, at)
        if found is None:
            shown = text[at:].partition("\n")[0][:30]
            raise ModelError(f"Line {line} of the listing cannot be read at {shown!r}.")
        kind = _KINDS[found.lastgroup or ""]
        if kind is not None:
            yield Token(kind, _content(kind, found[0], line), line, leads, touched)
            leads, last = False, kind
        touched = kind is not None
        lines = found[0].count("\n")
        line, leads = line + lines, leads or lines > 0
        at = found.end()
    yield Token("end", "", line, leads, touched)


def is_bare(name: str) -> bool:
    """Whether a name can stand in a listing as it is, without quotes.

    Examples
    --------
    >>> is_bare("Good_Hotel"), is_bare("3"), is_bare("and"), is_bare("-5"), is_bare("sea view")
    (True, True, False, False, False)
    """
    try:
        found = list(tokens(name))
    except ModelError:
        return False
    return (
        [token.kind for token in found] in (["name", "end"], ["number", "end"])
        and found[0].text == name
        and not name.endswith(".")
    )


def _content(kind: TokenKind, text: str, line: int) -> str:
    """Return what is meant, without quotes and macros."""
    match kind:
        case "text" if text.startswith("“"):
            return text[1:-1]
        case "text":
            try:
                return str(json.loads(text, strict=False))
            except ValueError:
                raise ModelError(
                    f"Line {line} of the listing has a text that cannot be read: {text}."
                ) from None
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


@dataclass(frozen=True, slots=True)
class Word:
    """A name as it is written, and where; ``whole`` if it is an IRI.

    Examples
    --------
    >>> Word("Hotel", 3).place, Word("Hotel", 3, of="rules").place, Word("Hotel", 0).place
    ('Line 3 of the listing: ', 'Line 3 of the rules: ', '')
    """

    text: str
    line: int
    whole: bool = False
    of: str = "listing"

    @property
    def place(self) -> str:
        """Where it stands, as the beginning of a message; empty if that is not known."""
        return f"Line {self.line} of the {self.of}: " if self.line else ""


class UnlearnedError(ModelError):
    """A rule uses ¬ or ⊥, which the paper's language has, but nothing learns or reads yet."""


def unlearned(word: Word) -> UnlearnedError:
    """Return the error that ¬ or ⊥ stands somewhere.

    Examples
    --------
    >>> str(unlearned(Word("¬", 3)))[:60]
    "Line 3 of the listing: '¬' is known, but not supported yet: "
    """
    return UnlearnedError(
        f"{word.place}{word.text!r} is known, but not supported yet: rules with negation (¬, not) "
        "or ⊥ (Nothing) can be neither learned nor read; leave it out."
    )


@dataclass(frozen=True, slots=True)
class NamePart:
    """A class, or a fuzzy set after ``some``."""

    name: Word


@dataclass(frozen=True, slots=True)
class SomePart:
    """``prop some filler``."""

    prop: Word
    filler: "Part"


@dataclass(frozen=True, slots=True)
class ValuePart:
    """``prop value "text"``, or a truth value."""

    prop: Word
    value: str | bool


@dataclass(frozen=True, slots=True)
class AllParts:
    """A conjunction; of no parts it is ⊤."""

    parts: tuple["Part", ...] = ()


Part = NamePart | SomePart | ValuePart | AllParts


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """``body SubClassOf head``, with a degree if one is written."""

    body: Part
    head: Word
    degree: float | None = None
    coverage: Coverage | None = None


@dataclass(frozen=True, slots=True)
class WrittenSum:
    """``w₁ * A₁ + … SubClassOf head``."""

    terms: tuple[tuple[float, Word], ...]
    head: Word


@dataclass(frozen=True, slots=True)
class WrittenSet:
    """A line of the fuzzy datatypes."""

    name: Word
    shape: Shape


@dataclass(frozen=True, slots=True)
class Statements:
    """A listing, statement by statement.

    Attributes
    ----------
    rules, sums, sets
        What it consists of, in order.
    learners
        Weak learners that have a heading.
    header
        What else is known of the model: name → JSON value.
    remarks
        What was passed over in reading.
    """

    rules: tuple[WrittenRule, ...] = ()
    sums: tuple[WrittenSum, ...] = ()
    sets: tuple[WrittenSet, ...] = ()
    learners: frozenset[str] = frozenset()
    header: Mapping[str, object] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
