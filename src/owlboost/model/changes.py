"""Individuals that two models judge differently, and the rules that make the difference."""

from dataclasses import dataclass
from typing import Any

from owlboost.model.rule_pairs import RulePair
from owlboost.model.text import Layout


@dataclass(frozen=True, slots=True)
class Shift:
    """How much more or less a rule contributes to the evidence of an individual."""

    pair: RulePair
    before: float
    after: float

    @property
    def size(self) -> float:
        """What it adds to the evidence."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one of the models says of an individual."""

    degree: float
    evidence: float
    decision: bool


@dataclass(frozen=True, slots=True)
class IndividualChange:
    """An individual whose degree or decision changes.

    Attributes
    ----------
    individual
        Its IRI, or the name of a row.
    before, after
        What the models say.
    shifts
        Rules that contribute more or less than before, the largest difference first; they add up to
        the difference of the evidence.
    label
        Whether it belongs to the target; None if that is not known.
    """

    individual: str
    before: Judgement
    after: Judgement
    shifts: tuple[Shift, ...]
    label: bool | None = None

    @property
    def turns(self) -> bool:
        """Whether the decision changes."""
        return self.before.decision != self.after.decision

    @property
    def better(self) -> bool | None:
        """Whether the change is for the better; None if nobody knows.

        A decision that changes must become right; otherwise the degree must come nearer to the
        label.
        """
        if self.label is None:
            return None
        if self.turns:
            return self.after.decision == self.label
        return abs(self.after.degree - self.label) < abs(self.before.degree - self.label)

    def to_json(self, layout: Layout) -> dict[str, Any]:
        """Return the change as JSON values."""
        return {
            "individual": self.individual,
            "degrees": [self.before.degree, self.after.degree],
            "evidence": [self.before.evidence, self.after.evidence],
            "decisions": [self.before.decision, self.after.decision],
            "label": self.label,
            "better": self.better,
            "rules": [
                {
                    "rule": shift.pair.text(layout),
                    "fate": shift.pair.fate,
                    "contributions": [shift.before, shift.after],
                }
                for shift in self.shifts
            ],
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """How many individuals change, and how many of them for the better.

    Attributes
    ----------
    individuals
        How many were compared.
    changed, turned
        How many change in degree or decision, and how many in their decision.
    better, worse
        How many decisions become right, and how many wrong; None if nobody knows.
    """

    individuals: int
    changed: int
    turned: int
    better: int | None = None
    worse: int | None = None

    def __str__(self) -> str:
        told = f"{self.changed} of {self.individuals} individuals change, {self.turned} of them in"
        known = "" if self.better is None else f": {self.better} right now, {self.worse} wrong now"
        return f"{told} their decision{known}"
