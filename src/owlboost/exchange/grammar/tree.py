"""Syntax trees of rules, before their names are looked up."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from owlboost.data.fuzzy_sets import Shape
from owlboost.errors import ModelError, OwlboostError, UnknownNameError
from owlboost.exchange.metadata import Coverage


class InLineError(OwlboostError):
    """An error in a line of rules; the line is 0 if it is not known.

    ``detail`` says what is wrong, without the line, and ``document`` what messages call the rules.

    Examples
    --------
    >>> error = RuleSyntaxError("there are no rules.", 3, "rules")
    >>> print(error)
    Line 3 of the rules: there are no rules.
    >>> error.line, error.detail
    (3, 'there are no rules.')
    """

    def __init__(self, detail: str, line: int = 0, document: str = "listing") -> None:
        place = f"Line {line} of the {document}: " if line else ""
        super().__init__(f"{place}{detail}")
        self.detail, self.line, self.document = str(self).removeprefix(place), line, document


class RuleSyntaxError(InLineError, ModelError):
    """A line of rules cannot be read."""


class RuleNameError(InLineError, UnknownNameError):
    """A name in a line of rules is unknown or ambiguous."""


def detail_of(error: OwlboostError) -> str:
    """Return an error's message without the line of the rules."""
    return error.detail if isinstance(error, InLineError) else str(error)


@dataclass(frozen=True, slots=True)
class Word:
    """A name as written, and its place; ``is_iri`` if an IRI.

    Examples
    --------
    >>> print(Word("Hotel", 3).error("this is no class."))
    Line 3 of the listing: this is no class.
    """

    text: str
    line: int
    is_iri: bool = False
    document: str = "listing"

    def error(self, detail: str) -> RuleSyntaxError:
        """Return the error that something is wrong here."""
        return RuleSyntaxError(detail, self.line, self.document)

    def name_error(self, detail: str) -> RuleNameError:
        """Return the error that nothing, or not one thing, has this name."""
        return RuleNameError(detail, self.line, self.document)


BOTTOM = ("Nothing", "owl:Nothing")
"""Names of ⊥."""


class UnlearnedError(RuleSyntaxError):
    """A rule uses ¬ or ⊥, which are neither learned nor read."""


def unlearned(word: Word) -> UnlearnedError:
    """Return the error that ¬ or ⊥ stands somewhere.

    Examples
    --------
    >>> str(unlearned(Word("¬", 3)))[:60]
    "Line 3 of the listing: '¬' is known, but not supported yet: "
    """
    return UnlearnedError(
        f"{word.text!r} is known, but not supported yet: rules with negation (¬, not) or ⊥ "
        "(Nothing) can be neither learned nor read; leave it out.",
        word.line,
        word.document,
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
    value: "str | bool | Quotation"


@dataclass(frozen=True, slots=True)
class Quotation:
    """A text with its quotes and escapes, which need not be valid."""

    text: str


@dataclass(frozen=True, slots=True)
class AllParts:
    """A conjunction; of no parts it is ⊤."""

    parts: tuple["Part", ...] = ()


Part = NamePart | SomePart | ValuePart | AllParts


@dataclass(frozen=True, slots=True)
class RuleStatement:
    """``body SubClassOf head``, with a degree if one is written."""

    body: Part
    head: Word
    degree: float | None = None
    coverage: Coverage | None = None


@dataclass(frozen=True, slots=True)
class SumStatement:
    """``w₁ * A₁ + … SubClassOf head``."""

    terms: tuple[tuple[float, Word], ...]
    head: Word


@dataclass(frozen=True, slots=True)
class SetStatement:
    """A line of the fuzzy datatypes."""

    name: Word
    shape: Shape


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """A listing as a sequence of statements.

    ``learners`` are weak learners that have a heading; the header is what else is known of the
    model, as JSON values. Remarks say what was passed over in reading.
    """

    rules: tuple[RuleStatement, ...] = ()
    sums: tuple[SumStatement, ...] = ()
    sets: tuple[SetStatement, ...] = ()
    learners: frozenset[str] = frozenset()
    header: Mapping[str, object] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
