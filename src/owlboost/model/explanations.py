"""Why a hypothesis gives an individual its degree: which rules fired, how strongly."""

from dataclasses import dataclass
from typing import Any

from owlboost.model.concepts import Concept
from owlboost.model.extents import Extents
from owlboost.model.hypotheses import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.model.text import manchester


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
    learner
        The weak learner it belongs to, or the empty text in a set of rules.
    rule
        Its body in Manchester syntax.
    weight
        Weight of its learner, or its own degree in a set of rules.
    degree
        How far the body holds.
    conditions
        The conjuncts of the body; the weakest decides.
    decisive
        Whether the learner, or the whole set of rules, has its degree from this rule.
    """

    learner: str
    rule: str
    weight: float
    degree: float
    conditions: tuple[Condition, ...]
    decisive: bool


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


def explain(hypothesis: Hypothesis, extents: Extents, element: int) -> Explanation:
    """Take the degree of one element apart.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> extents = Extents(KnowledgeBase.from_facts(["h"], types={"Hotel": ["h"], "Bar": []}))
    >>> rules = RuleSet((Inclusion(Concept((Atom("Hotel"),)), 0.56),))
    >>> found = explain(rules, extents, 0)
    >>> found.degree, found.firings[0].rule
    (0.56, 'Hotel')
    """
    firings: list[Firing] = []
    match hypothesis:
        case BoostedHypothesis(terms, leverages):
            for term, leverage in zip(terms, leverages, strict=True):
                firings += _fired(term.name, term.inclusions, [leverage], extents, element)
        case RuleSet(inclusions):
            weights = [inclusion.degree for inclusion in inclusions]
            firings += _fired("", inclusions, weights, extents, element)
    return Explanation(float(extents.hypothesis(hypothesis)[element]), tuple(firings))


def _fired(
    learner: str,
    inclusions: tuple[Inclusion, ...],
    weights: list[float],
    extents: Extents,
    element: int,
) -> list[Firing]:
    if len(weights) < len(inclusions):
        weights = weights * len(inclusions)
    degrees = [float(extents.degrees(inclusion.body)[element]) for inclusion in inclusions]
    worth = [abs(w) * d for w, d in zip(weights, degrees, strict=True)]
    best = max(worth, default=0.0)
    return [
        Firing(
            learner,
            manchester(inclusion.body),
            weight,
            degree,
            tuple(_conditions(inclusion.body, extents, element)),
            decisive=best > 0 and value == best,
        )
        for inclusion, weight, degree, value in zip(
            inclusions, weights, degrees, worth, strict=True
        )
    ]


def _conditions(body: Concept, extents: Extents, element: int) -> list[Condition]:
    parts = [Concept((label,)) for label in body.labels]
    parts += [Concept((), (edge,)) for edge in body.edges]
    return [Condition(manchester(part), float(extents.degrees(part)[element])) for part in parts]
