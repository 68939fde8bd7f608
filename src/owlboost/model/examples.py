"""The learning problem: a knowledge base, the individuals to learn from, and which are positive."""

from dataclasses import dataclass

import numpy as np

from owlboost._typing import Ids, Mask
from owlboost.errors import ExamplesError
from owlboost.model.knowledge_base import KnowledgeBase


@dataclass(frozen=True, slots=True, eq=False)
class LearningProblem:
    """The individuals I with their labels, over a knowledge base that does not know the target.

    Attributes
    ----------
    kb
        The saturated knowledge base, the target hidden.
    target
        IRI of the class to learn.
    individuals
        Elements of ``kb``: the set I of the paper.
    positive
        For each of them, whether it belongs to E⁺; the others are E⁻.
    """

    kb: KnowledgeBase
    target: str
    individuals: Ids
    positive: Mask

    def __post_init__(self) -> None:
        individuals = np.ascontiguousarray(self.individuals, dtype=np.int32)
        positive = np.ascontiguousarray(self.positive, dtype=np.bool_)
        if individuals.shape != positive.shape:
            raise ExamplesError("Each example needs one label.")
        if not np.diff(np.sort(individuals)).all():
            raise ExamplesError("An individual is listed twice among the examples.")
        if not positive.any():
            raise ExamplesError(f"The target {self.target} has no positive example to learn from.")
        if positive.all():
            raise ExamplesError(f"The target {self.target} has no negative example to learn from.")
        individuals.flags.writeable = False
        positive.flags.writeable = False
        object.__setattr__(self, "individuals", individuals)
        object.__setattr__(self, "positive", positive)

    def __len__(self) -> int:
        return self.individuals.size
