"""The learners after PN-OWL (mathematics §18) by their definition, over plain lists.

Lists run over the individuals I of the problem, as in ``learning``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from tests.reference import learning
from tests.reference.learning import TOLERANCE, Task

from owlboost.model.concepts import Concept
from owlboost.model.examples import LearningProblem

COVERED = 1e-12
LEAST_SHARE = 0.001

Graded = list[tuple[Concept, float]]
"""Bodies with their degrees."""


# PN-OWL


@dataclass(frozen=True)
class Against:
    """θ_N, η_N and r_min."""

    min_confidence: float = 0.5
    max_positive_coverage: float = 0.3
    min_recall: float = 0.8


@dataclass(frozen=True)
class PN:
    """The P-rules and the N-rules."""

    why: Graded
    why_not: Graded

    def degrees(self, task: Task) -> list[float]:
        """``h(a) = max(0, p(a) − n(a))``."""
        return [
            max(0.0, p - n)
            for p, n in zip(
                learning.predict_rules(self.why, task),
                learning.predict_rules(self.why_not, task),
                strict=True,
            )
        ]


def recall(degrees: Sequence[float], task: Task) -> float:
    """Share of E⁺ above 0."""
    above = [1.0 if degree > COVERED else 0.0 for degree in degrees]
    whole = learning.cardinality([1.0] * len(degrees), task.counts, task.positive)
    return learning.cardinality(above, task.counts, task.positive) / whole


def pn(task: Task, against: Against) -> PN:
    """Both stages."""
    why = p_stage(task, against.min_recall)
    support = learning.predict_rules(why, task)
    covered = [at for at, degree in enumerate(support) if degree > 0]
    if all(task.positive[at] for at in covered):
        return PN(why, [])
    return PN(why, n_stage(task, why, covered, against))


def p_stage(task: Task, min_recall: float) -> Graded:
    """FOIL-DL; once r_min of E⁺ is covered, up to the first rule no better than guessing."""
    prior = learning.cardinality([1.0] * len(task.counts), task.counts, task.positive) / math.fsum(
        task.counts
    )
    rules: Graded = []
    for concept, degree in learning.foil(task):
        enough = recall(learning.predict_rules(rules, task), task) >= min_recall - TOLERANCE
        if enough and degree < prior * (1 - TOLERANCE):
            break
        rules.append((concept, degree))
    return rules


def n_stage(task: Task, why: Graded, covered: Sequence[int], against: Against) -> Graded:
    """FOIL-DL on what is covered, wrong ones as positives.

    Up to the first rule that takes next to nothing back, or that costs too many positives.
    """
    problem = task.problem
    there = LearningProblem(
        problem.kb,
        "not",
        problem.individuals[list(covered)],
        ~problem.positive[list(covered)],
        np.array([task.counts[at] for at in covered]),
    )
    limits = replace(
        task.settings,
        min_confidence=against.min_confidence,
        max_negative_coverage=against.max_positive_coverage,
    )
    rules: Graded = []
    stage = Task(there, task.labels, limits)
    for rule in learning.foil(stage):
        taken = [1.0 if degree > 0 else 0.0 for degree in stage.degrees(rule[0])]
        right = learning.cardinality(taken, stage.counts, stage.positive)
        if right < LEAST_SHARE * math.fsum(stage.counts):
            break
        if recall(PN(why, [*rules, rule]).degrees(task), task) < against.min_recall - TOLERANCE:
            break
        rules.append(rule)
    return rules
