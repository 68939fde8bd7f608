"""Differences between two models: paired rules and individuals judged differently."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.hypothesis import COVERED, Hypothesis, Rule
from owlboost.concepts.text import PEOPLE, Layout, manchester
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, shape_name, shape_points

Fate = Literal["same", "weight", "sets", "weight and sets", "only in A", "only in B"]
"""The change of a rule from one model, A, to another, B."""

_ANY = LeftShoulder(0.0, 1.0)


@dataclass(frozen=True, slots=True)
class RulePair:
    """A rule of one model and its counterpart in the other.

    Attributes
    ----------
    before, after
        The rule; None if one of the models lacks it.
    places
        The numbers of the rule in both models, from 0.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> cheap = Inclusion(Concept((Atom("urn:x#Cheap"),)))
    >>> pair = RulePair(Rule("WL1", 0.5, cheap), Rule("WL2", 0.75, cheap))
    >>> pair.fate, pair.text()
    ('weight', 'Cheap')
    """

    before: Rule | None
    after: Rule | None
    places: tuple[int | None, int | None] = (None, None)

    @property
    def body(self) -> Concept:
        """The condition: the later one, if the rule is in both models."""
        rule = self.before if self.after is None else self.after
        return Concept() if rule is None else rule.inclusion.body

    @property
    def fate(self) -> Fate:
        """The change of the rule."""
        if self.before is None or self.after is None:
            return "only in B" if self.before is None else "only in A"
        sets = self.before.inclusion.body != self.after.inclusion.body
        if abs(self.before.weight - self.after.weight) <= COVERED:
            return "sets" if sets else "same"
        return "weight and sets" if sets else "weight"

    def moved_sets(self) -> Iterator[tuple[str, FuzzySet, FuzzySet]]:
        """Yield changed fuzzy sets: the property, the set before and after."""
        if self.before is None or self.after is None:
            return
        earlier, later = (_sets(rule.inclusion.body) for rule in (self.before, self.after))
        for name in sorted(earlier.keys() & later.keys()):
            (prop, old), (_, new) = earlier[name], later[name]
            if old != new:
                yield prop, old, new

    def text(self, layout: Layout = PEOPLE) -> str:
        """Return the condition in Manchester syntax."""
        return manchester(self.body, layout)

    def to_json(self, layout: Layout = PEOPLE) -> dict[str, Any]:
        """Return the pair as JSON values."""
        return {
            "rule": self.text(layout),
            "fate": self.fate,
            "weights": [
                None if rule is None else rule.weight for rule in (self.before, self.after)
            ],
            "sets": [
                {"name": old.name, "before": _shape(old), "after": _shape(new)}
                for _, old, new in self.moved_sets()
            ],
        }


def rule_pairs(before: Hypothesis, after: Hypothesis) -> tuple[RulePair, ...]:
    """Pair the rules of two hypotheses.

    Rules of equal bodies are paired first, then those whose bodies differ only in the shapes of
    fuzzy sets of the same names. The first of several equal rules is paired with the first.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> cheap, far = (Inclusion(Concept((Atom(f"urn:x#{name}"),)), 0.5) for name in ("A", "B"))
    >>> pairs = rule_pairs(RuleSet((cheap, far)), RuleSet((far,)))
    >>> [(pair.text(), pair.fate) for pair in pairs]
    [('A', 'only in A'), ('B', 'same')]
    """
    earlier, later = list(before.rules()), list(after.rules())
    partner: dict[int, int] = {}
    for key in (_exactly, _but_for_shapes):
        free: dict[Concept, deque[int]] = defaultdict(deque)
        for number in _unpaired(len(later), partner.values()):
            free[key(later[number])].append(number)
        for number in _unpaired(len(earlier), partner):
            candidates = free.get(key(earlier[number]))
            if candidates:
                partner[number] = candidates.popleft()
    pairs = []
    for number, rule in enumerate(earlier):
        counterpart_number = partner.get(number)
        counterpart = None if counterpart_number is None else later[counterpart_number]
        pairs.append(RulePair(rule, counterpart, (number, counterpart_number)))
    new = _unpaired(len(later), partner.values())
    return (*pairs, *(RulePair(None, later[number], (None, number)) for number in new))


def _unpaired(count: int, paired: Iterable[int]) -> list[int]:
    taken = set(paired)
    return [number for number in range(count) if number not in taken]


def _exactly(rule: Rule) -> Concept:
    return rule.inclusion.body


def _but_for_shapes(rule: Rule) -> Concept:
    return rule.inclusion.body.map_sets(_without_shape)


def _without_shape(label: FuzzyValue) -> FuzzyValue:
    return FuzzyValue(label.prop, FuzzySet(label.fuzzy_set.name, _ANY))


def _sets(body: Concept) -> dict[str, tuple[str, FuzzySet]]:
    """Return the fuzzy sets of a concept by name, with their properties."""
    return {label.fuzzy_set.name: (label.prop, label.fuzzy_set) for label in body.fuzzy_values()}


def _shape(fuzzy_set: FuzzySet) -> dict[str, Any]:
    return {"shape": shape_name(fuzzy_set.shape), "points": list(shape_points(fuzzy_set.shape))}


@dataclass(frozen=True, slots=True)
class Shift:
    """The change of a rule's contribution to the evidence of an individual."""

    pair: RulePair
    before: float
    after: float

    @property
    def size(self) -> float:
        """The difference of its contributions."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Judgement:
    """The degree, evidence and decision of a model for an individual."""

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
        The judgements of the models.
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
        """Whether the change is for the better; None without a label.

        A changed decision must become correct; otherwise the degree must get closer to the label.
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
    """Counts of changed individuals, and of improvements.

    Attributes
    ----------
    individuals
        The number of those compared.
    changed, turned
        Numbers of those that change in degree or decision, and of those in their decision.
    better, worse
        Numbers of decisions that become right, and wrong; None without labels.
    """

    individuals: int
    changed: int
    turned: int
    better: int | None = None
    worse: int | None = None

    def __str__(self) -> str:
        changes = (
            f"{self.changed} of {self.individuals} individuals change, {self.turned} of them in"
        )
        quality = (
            "" if self.better is None else f": {self.better} right now, {self.worse} wrong now"
        )
        return f"{changes} their decision{quality}"
