"""Why a hypothesis gives an individual its degree: which rules fired, how strongly.

What the rules that count contribute adds up to the evidence. The degree is the evidence clipped to
[0, 1]; the probability, if there is a calibration, is what the evidence means.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from owlboost._typing import Degrees, Floats, Ids, Mask
from owlboost.model.calibration import Calibration
from owlboost.model.concepts import Concept
from owlboost.model.extents import Extents
from owlboost.model.hypotheses import Hypothesis, Rule
from owlboost.model.lexicon import SHORT_NAMES, Lexicon
from owlboost.model.text import manchester, people
from owlboost.model.views import Shown


@dataclass(frozen=True, slots=True)
class Condition:
    """One conjunct of a rule and how far it holds."""

    text: str
    degree: float


@dataclass(frozen=True, slots=True)
class Firing:
    """A rule at one individual.

    Attributes
    ----------
    target
        The class it argues for, by IRI.
    learner
        The weak learner it belongs to, or the empty text in a set of rules.
    body
        The concept.
    weight
        What it counts: the weight of its learner, or its own degree in a set of rules.
    degree
        How far the individual belongs to the body.
    conditions
        The conjuncts of the body; the weakest decides.
    decisive
        Whether the learner, or the whole set of rules, has its degree from this rule; of equals,
        from the first.
    lexicon
        What people call things.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> print(Firing("ex#Good", "WL1", Concept((Atom("ex#Cheap"),)), 0.7, 1.0, (), True))
    Cheap SubClassOf Good: 1.000 × 0.700
    """

    target: str
    learner: str
    body: Concept
    weight: float
    degree: float
    conditions: tuple[Condition, ...]
    decisive: bool
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False, repr=False)

    @property
    def rule(self) -> str:
        """The body in Manchester syntax."""
        return manchester(self.body, people(self.lexicon))

    @property
    def contribution(self) -> float:
        """What it adds to the evidence: weight × degree, if it is decisive."""
        return self.weight * self.degree if self.decisive else 0.0

    def __str__(self) -> str:
        head = self.lexicon.name(self.target)
        return f"{self.rule} SubClassOf {head}: {self.degree:.3f} × {self.weight:.3f}"


@dataclass(frozen=True, slots=True)
class Explanation(Shown):
    """What a model says of an individual, and the rules behind it.

    Attributes
    ----------
    degree
        How far it belongs to the target: the evidence clipped to [0, 1].
    evidence
        What the rules add up to.
    probability
        How often things with such evidence belong; None if the model is not calibrated.
    firings
        The rules, in the order of the model; their contributions add up to the evidence.
    """

    degree: float
    evidence: float
    probability: float | None
    firings: tuple[Firing, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the explanation as JSON values."""
        return {
            "degree": self.degree,
            "evidence": self.evidence,
            "probability": self.probability,
            "rules": [
                {
                    "learner": one.learner,
                    "rule": one.rule,
                    "weight": one.weight,
                    "degree": one.degree,
                    "contribution": one.contribution,
                    "decisive": one.decisive,
                    "conditions": [
                        {"condition": part.text, "degree": part.degree} for part in one.conditions
                    ],
                }
                for one in self.firings
            ],
        }

    @property
    def headline(self) -> str:
        """Degree, evidence and, if it is known, probability in one line."""
        told = f"degree {self.degree:.4f}, evidence {self.evidence:.4f}"
        return told if self.probability is None else f"{told}, probability {self.probability:.4f}"

    def rule_lines(self) -> Iterator[str]:
        """Yield each rule with its conditions, those that count starred, and the sum of these."""
        for one in self.firings:
            yield ""
            yield _rule_line(one)
            if len(one.conditions) > 1:
                for part in one.conditions:
                    yield f"      {part.degree:.4f}  {part.text}"
        summands = [one.contribution for one in self.firings if one.decisive]
        if len(summands) > 1:
            yield ""
            yield f"  evidence: {_sum_text(summands)} = {self.evidence:.4f}"
        if self._has_sides:
            yield ""
            yield f"  why: {self._side(1):.4f}, why not: {self._side(-1):.4f}"

    @property
    def _has_sides(self) -> bool:
        """Whether some rules tell why not, and none stands for what holds of everything."""
        return any(one.weight < 0 for one in self.firings) and not any(
            one.body.is_top for one in self.firings
        )

    def _side(self, sign: int) -> float:
        return sum(max(0.0, sign * one.contribution) for one in self.firings)

    def __str__(self) -> str:
        return "\n".join([self.headline, *self.rule_lines()])


def _rule_line(one: Firing) -> str:
    learner = f"{one.learner}: " if one.learner else ""
    product = f"{learner}{one.weight:.3f} × {one.degree:.4f}"
    if not one.decisive:
        return f"  {product}  {one.rule}"
    return f"* {product} = {one.contribution:.4f}  {one.rule}"


def _sum_text(summands: Sequence[float]) -> str:
    """Write a sum with signs between its parts.

    Examples
    --------
    >>> _sum_text([-0.5, 1.25, -0.25])
    '-0.5000 + 1.2500 - 0.2500'
    """
    first, *rest = summands
    signed = (f" {'-' if one < 0 else '+'} {abs(one):.4f}" for one in rest)
    return f"{first:.4f}{''.join(signed)}"


def explain(
    hypothesis: Hypothesis,
    extents: Extents,
    element: int,
    target: str = "Target",
    calibration: Calibration | None = None,
    lexicon: Lexicon = SHORT_NAMES,
) -> Explanation:
    """Take the degree of one element apart.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> from owlboost.model.hypotheses import Inclusion, RuleSet
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> extents = Extents(KnowledgeBase.from_facts(["h"], types={"Hotel": ["h"], "Bar": []}))
    >>> rules = RuleSet((Inclusion(Concept((Atom("Hotel"),)), 0.56),))
    >>> print(explain(rules, extents, 0))
    degree 0.5600, evidence 0.5600
    <BLANKLINE>
    * 0.560 × 1.0000 = 0.5600  Hotel
    """
    (firings,) = fired(hypothesis, extents, np.array([element]), target, lexicon=lexicon)
    evidence = float(extents.evidence(hypothesis)[element])
    return Explanation(
        float(extents.hypothesis(hypothesis)[element]),
        evidence,
        None if calibration is None else float(calibration.probability(evidence)),
        tuple(firings),
    )


def fired(
    hypothesis: Hypothesis,
    extents: Extents,
    elements: Ids,
    target: str = "Target",
    *,
    silent: bool = True,
    lexicon: Lexicon = SHORT_NAMES,
) -> list[list[Firing]]:
    """For each of some elements the rules in the order of the hypothesis, silent ones if wanted."""
    rules = list(hypothesis.rules())
    held = [extents.degrees(rule.inclusion.body)[elements] for rule in rules]
    decisive = _decisive(rules, held)
    out: list[list[Firing]] = [[] for _ in elements]
    for rule, degrees, decides in zip(rules, held, decisive, strict=True):
        places = np.flatnonzero((degrees > 0) | silent)
        body = rule.inclusion.body
        conditions = _conditions(body, extents, elements[places], lexicon)
        for place, parts in zip(places.tolist(), conditions, strict=True):
            degree, counts = float(degrees[place]), bool(decides[place])
            out[place].append(
                Firing(target, rule.learner, body, rule.weight, degree, parts, counts, lexicon)
            )
    return out


def _decisive(rules: list[Rule], held: list[Degrees]) -> list[Mask]:
    """For each rule at which elements its learner has its worth from it: the first of the best."""
    worths = [abs(rule.weight) * degrees for rule, degrees in zip(rules, held, strict=True)]
    left = _best(rules, worths)
    out: list[Mask] = []
    for rule, worth in zip(rules, worths, strict=True):
        counts = (worth > 0) & (worth == left[rule.learner])
        left[rule.learner] = np.where(counts, np.inf, left[rule.learner])  # one counts, no more
        out.append(counts)
    return out


def _best(rules: list[Rule], worths: list[Floats]) -> dict[str, Floats]:
    """Learner → what its best rule is worth at each element."""
    best: dict[str, Floats] = {}
    for rule, worth in zip(rules, worths, strict=True):
        best[rule.learner] = np.maximum(best.get(rule.learner, 0.0), worth)
    return best


def _conditions(
    body: Concept, extents: Extents, elements: Ids, lexicon: Lexicon
) -> Iterator[tuple[Condition, ...]]:
    """Yield the conjuncts of a body at each element."""
    parts = [Concept((label,)) for label in body.labels]
    parts += [Concept((), (edge,)) for edge in body.edges]
    texts = [manchester(part, people(lexicon)) for part in parts]
    degrees: list[Degrees] = [extents.degrees(part)[elements] for part in parts]
    for number in range(len(elements)):
        yield tuple(
            Condition(text, float(held[number])) for text, held in zip(texts, degrees, strict=True)
        )
