"""Which axioms of a model fire for an individual, and how strongly."""

from collections.abc import Sequence
from dataclasses import dataclass

from owlboost._typing import Ids
from owlboost.model.concepts import Concept
from owlboost.model.extents import Extents
from owlboost.model.hypotheses import BoostedHypothesis, Hypothesis, RuleSet, TrainedModel
from owlboost.model.text import manchester
from owlboost.model.vocabulary import short_name


@dataclass(frozen=True, slots=True)
class Firing:
    """An axiom that holds for an individual to some degree.

    Attributes
    ----------
    target
        IRI of the class it argues for.
    body
        The concept.
    degree
        How far the individual belongs to it.
    weight
        What it counts: the weight of its weak learner, or the degree of the rule.
    """

    target: str
    body: Concept
    degree: float
    weight: float

    def __str__(self) -> str:
        head = short_name(self.target)
        return f"{manchester(self.body)} SubClassOf {head}: {self.degree:.3f} × {self.weight:.3f}"


def firings(
    models: Sequence[TrainedModel], extents: Extents, individuals: Ids
) -> list[list[Firing]]:
    """For each individual the axioms that fire, by degree times weight.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.model.concepts import Atom
    >>> from owlboost.model.hypotheses import Inclusion
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> found = firings([TrainedModel("foil", "ex#Good", rules, 0.5)], Extents(kb), np.arange(2))
    >>> [[str(firing) for firing in one] for one in found]
    [['Cheap SubClassOf Good: 1.000 × 0.800'], []]
    """
    out: list[list[Firing]] = [[] for _ in individuals]
    for model in models:
        for body, weight in weighted_bodies(model.hypothesis):
            degrees = extents.degrees(body)[individuals].tolist()
            for fired, degree in zip(out, degrees, strict=True):
                if degree > 0:
                    fired.append(Firing(model.target, body, degree, weight))
    return [sorted(fired, key=lambda one: -abs(one.degree * one.weight)) for fired in out]


def weighted_bodies(hypothesis: Hypothesis) -> list[tuple[Concept, float]]:
    """All bodies with what they count."""
    match hypothesis:
        case BoostedHypothesis(terms, leverages):
            return [
                (inclusion.body, leverage)
                for term, leverage in zip(terms, leverages, strict=True)
                for inclusion in term.inclusions
            ]
        case RuleSet(inclusions):
            return [(inclusion.body, inclusion.degree) for inclusion in inclusions]
