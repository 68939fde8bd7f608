"""Why a hypothesis gives an individual its degree: which rules fired, how strongly."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from owlboost._typing import Degrees, Floats, Ids
from owlboost.model.concepts import Concept
from owlboost.model.extents import Extents
from owlboost.model.hypotheses import Hypothesis, Rule
from owlboost.model.text import manchester
from owlboost.model.vocabulary import short_name


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
        Whether the learner, or the whole set of rules, has its degree from this rule.

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

    @property
    def rule(self) -> str:
        """The body in Manchester syntax."""
        return manchester(self.body)

    def __str__(self) -> str:
        head = short_name(self.target)
        return f"{self.rule} SubClassOf {head}: {self.degree:.3f} × {self.weight:.3f}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The degree of an individual, and the rules behind it."""

    degree: float
    firings: tuple[Firing, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the explanation as JSON values."""
        return {
            "degree": self.degree,
            "rules": [
                {
                    "learner": one.learner,
                    "rule": one.rule,
                    "weight": one.weight,
                    "degree": one.degree,
                    "decisive": one.decisive,
                    "conditions": [
                        {"condition": part.text, "degree": part.degree} for part in one.conditions
                    ],
                }
                for one in self.firings
            ],
        }

    def rule_lines(self) -> Iterator[str]:
        """Yield each rule with its conditions as text, decisive ones marked by a star."""
        for one in self.firings:
            yield ""
            mark = "*" if one.decisive else " "
            learner = f"{one.learner}: " if one.learner else ""
            yield f"{mark} {learner}{one.weight:.3f} × {one.degree:.4f}  {one.rule}"
            if len(one.conditions) > 1:
                for part in one.conditions:
                    yield f"      {part.degree:.4f}  {part.text}"

    def __str__(self) -> str:
        return "\n".join([f"degree {self.degree:.4f}", *self.rule_lines()])


def explain(
    hypothesis: Hypothesis, extents: Extents, element: int, target: str = "Target"
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
    degree 0.5600
    <BLANKLINE>
    * 0.560 × 1.0000  Hotel
    """
    (firings,) = fired(hypothesis, extents, np.array([element]), target)
    return Explanation(float(extents.hypothesis(hypothesis)[element]), tuple(firings))


def fired(
    hypothesis: Hypothesis,
    extents: Extents,
    elements: Ids,
    target: str = "Target",
    *,
    silent: bool = True,
) -> list[list[Firing]]:
    """For each of some elements the rules in the order of the hypothesis, silent ones if wanted."""
    rules = list(hypothesis.rules())
    held = [extents.degrees(rule.inclusion.body)[elements] for rule in rules]
    worths = [abs(rule.weight) * degrees for rule, degrees in zip(rules, held, strict=True)]
    best = _best(rules, worths)
    out: list[list[Firing]] = [[] for _ in elements]
    for rule, degrees, worth in zip(rules, held, worths, strict=True):
        decisive = (worth > 0) & (worth == best[rule.learner])
        places = np.flatnonzero((degrees > 0) | silent)
        body = rule.inclusion.body
        conditions = _conditions(body, extents, elements[places])
        for place, parts in zip(places.tolist(), conditions, strict=True):
            degree, decides = float(degrees[place]), bool(decisive[place])
            out[place].append(
                Firing(target, rule.learner, body, rule.weight, degree, parts, decides)
            )
    return out


def _best(rules: list[Rule], worths: list[Floats]) -> dict[str, Floats]:
    """Learner → what its best rule is worth at each element."""
    best: dict[str, Floats] = {}
    for rule, worth in zip(rules, worths, strict=True):
        best[rule.learner] = np.maximum(best.get(rule.learner, 0.0), worth)
    return best


def _conditions(body: Concept, extents: Extents, elements: Ids) -> Iterator[tuple[Condition, ...]]:
    """Yield the conjuncts of a body at each element."""
    parts = [Concept((label,)) for label in body.labels]
    parts += [Concept((), (edge,)) for edge in body.edges]
    texts = [manchester(part) for part in parts]
    degrees: list[Degrees] = [extents.degrees(part)[elements] for part in parts]
    for number in range(len(elements)):
        yield tuple(
            Condition(text, float(held[number])) for text, held in zip(texts, degrees, strict=True)
        )
