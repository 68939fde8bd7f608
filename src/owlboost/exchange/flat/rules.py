"""A model as flat axioms over plain names: what reasoners for fuzzy ontologies take.

In normal form each axiom has one existential restriction, or a conjunction of names, on its left
and a name on its right. Degrees are products and sums (note 30).
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from owlboost.concepts.concept import TOP
from owlboost.concepts.hypothesis import Inclusion
from owlboost.concepts.text import covered_text
from owlboost.data.fuzzy_sets import Shape

NameKind = Literal["class", "role", "data", "set", "value", "learner", "target", "individual"]
"""What a name stands for; a name of no kind is an auxiliary concept."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table of names: what a plain name stands for.

    ``meaning`` is an IRI, or the name of a fuzzy set or of a weak learner. An entry of kind
    ``value`` is the class of all things that have ``value`` for the data property ``meaning``.
    """

    name: str
    kind: NameKind
    meaning: str
    value: bool | str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.value, bool | str | None):
            raise TypeError(
                f"{self.value!r} is not a valid value of {self.name}: it is neither a text nor a "
                "truth value"
            )


@dataclass(frozen=True, slots=True)
class FlatSet:
    """A fuzzy set of a data property, and the interval that all values lie in."""

    name: str
    shape: Shape
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Conjunction:
    """``A₁ ⊓ … ⊓ Aₙ ⊑ head``; no part is ⊤.

    With ``least`` it is the least of the degrees, whatever the logic of the rules.
    """

    parts: tuple[str, ...]
    head: str
    least: bool = False


@dataclass(frozen=True, slots=True)
class RoleStep:
    """``∃role.filler ⊑ head``; no filler is ⊤."""

    role: str
    filler: str | None
    head: str


@dataclass(frozen=True, slots=True)
class DataStep:
    """``∃prop.set ⊑ head``."""

    prop: str
    set: str
    head: str


@dataclass(frozen=True, slots=True)
class Sum:
    """``name ≡ w₁·A₁ + … + wₙ·Aₙ`` with weights in (0, 1] of sum ≤ 1; None is ⊤."""

    name: str
    parts: tuple[tuple[float, str | None], ...]


@dataclass(frozen=True, slots=True)
class Complement:
    """``name ≡ ¬of``."""

    name: str
    of: str


@dataclass(frozen=True, slots=True)
class Union:
    """``name ≡ max(A₁, …, Aₙ)``."""

    name: str
    parts: tuple[str, ...]


FlatAxiom = Conjunction | RoleStep | DataStep | Sum | Complement | Union

Coverage = tuple[float, int, int]
"""Confidence, covered positives, covered negatives."""


_REMARK = re.compile(
    r"confidence (\S+)(?: \([^)]*\))?, (?:covers (\d+) positive and (\d+) negative"
    r"|nothing was counted)"
)


def uncounted(degree: float) -> Coverage:
    """Return what is recorded of a rule that somebody wrote, of which nothing is counted."""
    return degree or 1.0, 0, 0


def coverage_remark(coverage: Coverage) -> str:
    """Say what a rule covered, with all digits.

    Examples
    --------
    >>> coverage_remark((0.75, 3, 1)), coverage_remark((1.0, 0, 0))
    ('confidence 0.75, covers 3 positive and 1 negative', 'confidence 1.0, nothing was counted')
    """
    return f"confidence {coverage[0]!r}, {covered_text(Inclusion(TOP, 1.0, *coverage))}"


def coverage_of(remark: str) -> Coverage | None:
    """Read what a remark says of the confidence and coverage of a rule.

    Examples
    --------
    >>> coverage_of("confidence 0.75, covers 3 positive and 1 negative"), coverage_of("mine")
    ((0.75, 3, 1), None)
    """
    if mark := _REMARK.fullmatch(remark.strip()):
        with suppress(ValueError):  # a remark of a person's
            return float(mark[1]), int(mark[2] or 0), int(mark[3] or 0)
    return None


@dataclass(frozen=True, slots=True)
class FlatRules:
    """A model without trees.

    Attributes
    ----------
    header
        What else the model records: name → JSON value.
    entries
        The table of names.
    sets
        The fuzzy sets.
    axioms
        The rules, in the order of the model.
    coverage
        Name of a rule's body → what it covered where it was learned.
    defined
        Names that stand for nothing else than what the one axiom below them says; none unless the
        target is defined by the rules.
    """

    header: Mapping[str, object]
    entries: tuple[Entry, ...]
    sets: tuple[FlatSet, ...] = ()
    axioms: tuple[FlatAxiom, ...] = ()
    coverage: Mapping[str, Coverage] = field(default_factory=dict)
    defined: frozenset[str] = frozenset()

    def names(self, kind: NameKind) -> dict[str, Entry]:
        """Entries of one kind by name.

        Examples
        --------
        >>> rules = FlatRules({}, (Entry("Hotel", "class", "urn:x#Hotel"),))
        >>> rules.names("class")["Hotel"].meaning
        'urn:x#Hotel'
        """
        return {entry.name: entry for entry in self.entries if entry.kind == kind}


@dataclass(frozen=True, slots=True)
class FlatFacts:
    """What is known of some individuals, as far as the rules ask.

    Attributes
    ----------
    entries
        Names of the individuals, witnesses included.
    types
        (individual, concept, least degree).
    complements
        (individual, concept, least degree of its complement): closes the concept from above.
    roles, numbers
        (individual, role, filler, least degree) and (individual, data property, value).
    queries
        Individuals whose degree in the target is asked.
    excluded
        (individual, concept) where another value of a property is known.
    """

    entries: tuple[Entry, ...]
    types: tuple[tuple[str, str, float], ...] = ()
    complements: tuple[tuple[str, str, float], ...] = ()
    roles: tuple[tuple[str, str, str, float], ...] = ()
    numbers: tuple[tuple[str, str, float], ...] = ()
    queries: tuple[str, ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()


def decimal_text(number: float) -> str:
    """Write a number without exponent, exactly as Python's shortest form reads.

    Examples
    --------
    >>> decimal_text(1e-7), decimal_text(79.0), decimal_text(-0.5)
    ('0.0000001', '79.0', '-0.5')
    """
    text = format(Decimal(repr(float(number))), "f")
    return text if "." in text else f"{text}.0"
