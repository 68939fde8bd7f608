"""The learners after PN-OWL and pFOIL-DL by their definition, over plain lists.

mathematics §18 and mathematics §19 have the definitions.

Lists run over the individuals I of the problem, as in ``learning``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from tests.reference import learning
from tests.reference.learning import TOLERANCE, Task
from tests.reference.refinement import refinements

from owlboost.concepts.concept import TOP, Concept
from owlboost.data.examples import LearningProblem

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
    """Share of ``Σ y`` above 0: for crisp labels that of E⁺."""
    above = [y if degree > COVERED else 0.0 for degree, y in zip(degrees, task.grades, strict=True)]
    whole = learning.cardinality(task.grades, task.counts, task.positive)
    return learning.cardinality(above, task.counts, task.positive) / whole


def pn(
    task: Task,
    against: Against,
    given: Sequence[Concept] = (),
    given_against: Sequence[Concept] = (),
) -> PN:
    """Both stages; each begins with the rules that are given for it."""
    why = p_stage(task, against.min_recall, given)
    support = learning.predict_rules(why, task)
    covered = [at for at, degree in enumerate(support) if degree > 0]
    if all(task.grades[at] == 1 for at in covered):
        return PN(why, [(concept, 0.0) for concept in given_against])
    return PN(why, n_stage(task, why, covered, against, given_against))


def p_stage(task: Task, min_recall: float, given: Sequence[Concept] = ()) -> Graded:
    """FOIL-DL; once r_min of E⁺ is covered, up to the first rule no better than guessing."""
    whole = learning.cardinality(task.grades, task.counts, task.positive)
    prior = whole / math.fsum(task.counts)
    found = learning.foil(task, given)
    rules: Graded = found[: len(given)]
    for concept, degree in found[len(given) :]:
        enough = recall(learning.predict_rules(rules, task), task) >= min_recall - TOLERANCE
        if enough and degree < prior * (1 - TOLERANCE):
            break
        rules.append((concept, degree))
    return rules


def n_stage(
    task: Task,
    why: Graded,
    covered: Sequence[int],
    against: Against,
    given: Sequence[Concept] = (),
) -> Graded:
    """FOIL-DL on what is covered, wrong ones as positives.

    Up to the first rule that takes next to nothing back, or that costs too many positives.
    """
    problem = task.problem
    there = LearningProblem(
        problem.kb,
        "not",
        problem.individuals[list(covered)],
        1.0 - problem.labels[list(covered)]
        if problem.is_graded
        else ~problem.positive[list(covered)],
        np.array([task.counts[at] for at in covered]),
        target_range=problem.target_range,
    )
    limits = replace(
        task.settings,
        min_confidence=against.min_confidence,
        max_negative_coverage=against.max_positive_coverage,
    )
    stage = Task(there, task.labels, limits)
    found = learning.foil(stage, given)
    rules: Graded = found[: len(given)]
    for rule in found[len(given) :]:
        held = zip(stage.degrees(rule[0]), stage.grades, strict=True)
        taken = [y if degree > 0 else 0.0 for degree, y in held]
        right = learning.cardinality(taken, stage.counts, stage.positive)
        if right < LEAST_SHARE * math.fsum(stage.counts):
            break
        if recall(PN(why, [*rules, rule]).degrees(task), task) < against.min_recall - TOLERANCE:
            break
        rules.append(rule)
    return rules


# pFOIL-DL


@dataclass(frozen=True)
class Ensemble:
    """β, m, and what a rule must add to the score."""

    beta: float = 1.0
    prior_examples: float = 2.0
    min_gain: float = 0.001


def ensemble_score(rules: Sequence[Concept], task: Task, options: Ensemble) -> float:
    """F_β of P(T|H) and P(H|T), both m-estimates, with ``H(a) = max_j C_j(a)``."""
    degrees = learning.disjunction(rules, task)
    everyone = [True] * len(degrees)
    full = [1.0] * len(degrees)
    m, squared = options.prior_examples, options.beta**2
    true = learning.cardinality(learning.shared(degrees, task.grades), task.counts, task.positive)
    total = learning.cardinality(degrees, task.counts, everyone)
    target = learning.cardinality(task.grades, task.counts, task.positive)
    size = learning.cardinality(full, task.counts, everyone)
    precision = ratio(true + m * target / size, total + m)
    recall = ratio(true + m * total / size, target + m)
    return ratio((1 + squared) * precision * recall, squared * precision + recall)


def ratio(above: float, below: float) -> float:
    """Divide; 0/0 is 0."""
    return above / below if below > 0 else 0.0


def risers(
    concept: Concept, rules: Sequence[Concept], task: Task, options: Ensemble
) -> list[learning.Candidate]:
    """Refinements that add to the ensemble at a positive, and make it better than the concept."""
    before = 0.0 if concept.is_top else ensemble_score([*rules, concept], task, options)
    held = learning.disjunction(rules, task)
    found = []
    for refined, added in refinements(
        concept,
        task.labels,
        task.problem.kb,
        max_depth=task.settings.max_depth,
        max_conjuncts=task.settings.max_conjuncts,
        lookahead=task.settings.lookahead,
        overlapping_sets=task.settings.overlapping_sets,
        forbidden=task.settings.forbidden,
    ).items():
        degrees = task.degrees(refined)
        above = [max(0.0, c - h) for c, h in zip(degrees, held, strict=True)]
        right = [
            max(0.0, min(c, y) - min(h, y))
            for c, h, y in zip(degrees, held, task.grades, strict=True)
        ]
        true = learning.cardinality(right, task.counts, task.positive)
        score = ensemble_score([*rules, refined], task, options)
        if true <= 0 or score <= before * (1 + TOLERANCE):
            continue
        total = learning.cardinality(above, task.counts, [True] * len(above))
        certain = learning.confidence(degrees, task.positive, task.counts, task.grades)
        found.append(learning.Candidate(refined, added, score, true / total, certain))
    return found


def join_one(rules: Sequence[Concept], task: Task, options: Ensemble) -> Concept | None:
    """Climb from ⊤ until nothing improves; on rejection climb from the next alternative."""
    stack, visited = [TOP], set[Concept]()
    while stack:
        concept = stack.pop()
        if concept in visited:
            continue
        visited.add(concept)
        while found := risers(concept, rules, task, options):
            taken = learning.best(found)
            others = learning.runners_up(found, taken, task.settings.backtrack)
            stack.extend(other.concept for other in reversed(others))
            concept = taken.concept
            visited.add(concept)
        share = learning.negative_coverage(task.degrees(concept), task.opposed, task.counts)
        if not concept.is_top and share <= task.settings.max_negative_coverage + TOLERANCE:
            return concept
    return None


def pfoil(task: Task, options: Ensemble, given: Sequence[Concept] = ()) -> Graded:
    """Take rules in as long as each adds enough to the score of all; given ones are in."""
    rules: list[Concept] = [*given]
    while (concept := join_one(rules, task, options)) is not None:
        before = ensemble_score(rules, task, options)
        if (
            ensemble_score([*rules, concept], task, options) - before
            <= options.min_gain + TOLERANCE
        ):
            break
        rules.append(concept)
    return [
        (rule, learning.confidence(task.degrees(rule), task.positive, task.counts, task.grades))
        for rule in rules
    ]
