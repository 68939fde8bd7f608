"""What a listing says, before it is known what its names mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from owlboost.data.fuzzy_sets import Shape
from owlboost.errors import ModelError
from owlboost.exchange.flat.rules import Coverage


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
