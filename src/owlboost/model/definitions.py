"""A definition: a model of a target and one of its complement, with three answers (§24)."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from owlboost.model.hypotheses import RuleSet
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.rates import Truths, decisions
from owlboost.model.trained import TrainedModel
from owlboost.runtime.array_types import Ids

Word = Literal["yes", "no", "unknown"]
"""What a definition answers, in words."""

_WORDS: dict[int, Word] = {1: "yes", -1: "no", 0: "unknown"}


def combined(belongs: Truths, does_not: Truths) -> Truths:
    """Return answers where exactly one of two models says yes; both or neither are unknown.

    Parameters
    ----------
    belongs, does_not
        What a model of the target and one of its complement decide: 1 or −1.

    Examples
    --------
    >>> combined(np.array([1, 1, -1, -1]), np.array([-1, 1, 1, -1]))
    array([ 1,  0, -1,  0], dtype=int8)
    """
    return ((belongs.astype(np.int8) - does_not.astype(np.int8)) // 2).astype(np.int8)


@dataclass(frozen=True, slots=True)
class Told:
    """What a definition says of an individual.

    Attributes
    ----------
    individual
        Its name.
    answer
        Whether it belongs to the target.
    degree, degree_against
        Those of the model of the target, and of that of its complement.
    """

    individual: str
    answer: Word
    degree: float
    degree_against: float

    def as_json(self) -> dict[str, Any]:
        """Return what ``predict --format json`` says."""
        return {
            "individual": self.individual,
            "answer": self.answer,
            "degree": self.degree,
            "degree_against": self.degree_against,
        }


@dataclass(frozen=True, slots=True)
class Definition:
    """A model that says who belongs to a target, and one that says who does not.

    Attributes
    ----------
    belongs, does_not
        Models of the target and of its complement.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom, Concept
    >>> from owlboost.model.hypotheses import Inclusion, RuleSet
    >>> def about(name, condition):
    ...     rules = RuleSet((Inclusion(Concept((Atom(condition),))),))
    ...     return TrainedModel("foil", name, rules, 0.5)
    >>> definition = Definition(about("Good", "Sea"), about("NotGood", "Loud"))
    >>> kb = KnowledgeBase.from_facts(list("abc"), types={"Sea": ["a", "b"], "Loud": ["b"]})
    >>> [one.answer for one in definition.told(kb, np.arange(3))]
    ['yes', 'unknown', 'unknown']
    """

    belongs: TrainedModel
    does_not: TrainedModel

    @property
    def joint(self) -> TrainedModel:
        """All rules of both models in one: what a source must have for them to be applied."""
        rules = (*self.belongs.hypothesis.inclusions, *self.does_not.hypothesis.inclusions)
        return replace(self.belongs, hypothesis=RuleSet(rules))

    def knowledge(self, source: object) -> KnowledgeBase:
        """State what both models may know of a source: not the target, nor what was hidden."""
        return self.joint.knowledge(source)

    def told(self, source: object, individuals: Ids) -> list[Told]:
        """Say of individuals of a source, by number, whether they belong to the target."""
        kb = self.knowledge(source)
        degrees = self.belongs.degrees(kb)[individuals]
        against = self.does_not.degrees(kb)[individuals]
        answers = combined(
            decisions(degrees, self.belongs.threshold), decisions(against, self.does_not.threshold)
        )
        cells = zip(
            individuals.tolist(), answers.tolist(), degrees.tolist(), against.tolist(), strict=True
        )
        return [
            Told(kb.individuals[number], _WORDS[answer], degree, other)
            for number, answer, degree, other in cells
        ]
