"""The two stages of PN-OWL and their aggregation (mathematics §18)."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    covers,
)
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import PNOWL
from owlboost.learners.covering import AxiomSearch, cover, foil_weights, searches
from owlboost.learners.run import RuleFound, RunContext
from owlboost.learners.search.objective import TOLERANCE
from owlboost.learners.search.training_set import (
    LearnedConcept,
    TrainingSet,
    evaluate_concept,
    negative_weight,
    positive_weight,
)
from owlboost.runtime.array_types import Degrees, Mask

WHY, WHY_NOT = "P", "N"
"""The two weak learners: ``h(a) = max(0, p(a) − n(a))``."""

LEAST_SHARE = 0.001
"""Minimum weighted share of the P-rules' coverage that an N-rule must correctly remove."""


def learn_why_and_why_not(
    search: AxiomSearch, learner: PNOWL, context: RunContext | None = None
) -> Hypothesis:
    """Learn P-rules, then N-rules, if any, on what they cover."""
    context = context or RunContext()
    data = search.data
    why = learn_why(search, learner, context)
    pros = tuple(axiom.inclusion(degree=axiom.confidence) for axiom in why)
    support = graded_degrees(why, data.n_rows)
    objects = any(rule.sign < 0 for rule in learner.given_rules)
    if not objects and (not why or not (data.labels[covers(support)] < 1).any()):
        return RuleSet(pros)
    cons = tuple(map(against, learn_why_not(data, support, learner, context)))
    if not cons:
        return RuleSet(pros)
    terms = (WeakHypothesis(WHY, pros), WeakHypothesis(WHY_NOT, cons))
    return BoostedHypothesis(terms, (1.0, -1.0))


def learn_both(learner: PNOWL, problem: LearningProblem, context: RunContext) -> Hypothesis:
    """Learn P-rules, then N-rules from the false positives."""
    return learn_why_and_why_not(searches(learner, problem, context), learner, context)


def learn_why(search: AxiomSearch, learner: PNOWL, context: RunContext) -> list[LearnedConcept]:
    """P-stage: cover the positives.

    Once enough are covered, a rule must be better than guessing.
    """
    data = search.data
    prior = positive_weight(data.labels, data.counts) / float(data.counts.sum())
    rules = [evaluate_concept(data, rule.body) for rule in learner.given_rules if rule.sign >= 0]
    covered = np.zeros(data.n_rows, dtype=np.bool_)
    for axiom in rules:
        covered[axiom.rows] = True
        context.emit(RuleFound(axiom))
    for axiom in cover(search, foil_weights(data), tuple(rules)):
        enough = _recall(data, covered) >= learner.min_recall - TOLERANCE
        if enough and axiom.confidence < prior * (1 - TOLERANCE):
            break
        rules.append(axiom)
        covered[axiom.rows] = True
        context.emit(RuleFound(axiom))
    return rules


def learn_why_not(
    data: TrainingSet, support: Degrees, learner: PNOWL, context: RunContext
) -> list[LearnedConcept]:
    """N-stage: cover the false positives of the P-rules.

    It ends before too few positives stay above 0, and before a rule that removes next to nothing.
    """
    rows = np.flatnonzero(covers(support))
    rows = rows[np.lexsort((data.elements[rows], data.labels[rows]))]
    stage, support, labels = opposed(data, rows), support[rows], data.labels[rows]
    limits = replace(
        learner,
        min_confidence=learner.min_confidence_against,
        max_negative_coverage=learner.max_positive_coverage,
    )
    whole = positive_weight(data.labels, data.counts)
    rules = [evaluate_concept(stage, rule.body) for rule in learner.given_rules if rule.sign < 0]
    for axiom in rules:
        context.emit(RuleFound(axiom))
    if (labels == 1).all():  # nothing is covered wrongly
        return rules
    for axiom in cover(AxiomSearch(stage, limits, context), foil_weights(stage), tuple(rules)):
        if axiom.positive_count < LEAST_SHARE * float(stage.counts.sum()):
            break
        objection = graded_degrees([*rules, axiom], stage.n_rows)
        remaining = covers(support - objection)
        if (
            positive_weight(labels[remaining], stage.counts[remaining]) / whole
            < learner.min_recall - TOLERANCE
        ):
            break
        rules.append(axiom)
        context.emit(RuleFound(axiom))
    return rules


def opposed(data: TrainingSet, rows: npt.NDArray[np.int64]) -> TrainingSet:
    """Return a training set of some rows with inverted labels."""
    return TrainingSet(
        data.space,
        data.elements[rows],
        1.0 - data.labels[rows],
        data.counts[rows],
        data.is_example[rows],
        data.order[rows],
        data.graded,
    )


def graded_degrees(learned: list[LearnedConcept], n_rows: int) -> Degrees:
    """``max_j d_j · C_j(a)`` for all individuals, with confidences d_j."""
    out = np.zeros(n_rows)
    for axiom in learned:
        out[axiom.rows] = np.maximum(out[axiom.rows], axiom.confidence * axiom.degrees)
    return out


def against(axiom: LearnedConcept) -> Inclusion:
    """Turn a concept learned with inverted labels into an N-rule.

    Its degree is the confidence of ``D ⊑ ¬T`` among what the P-rules cover. Confidence and
    coverage refer to the target, as for all rules.
    """
    labels, counts = 1.0 - axiom.labels, axiom.counts
    confidence = 1.0 - axiom.confidence if axiom.rows.size else 0.0
    if axiom.data.graded and axiom.rows.size:
        confidence = float((counts * np.minimum(axiom.degrees, labels)).sum()) / axiom.cover
    return Inclusion(
        axiom.body,
        axiom.confidence,
        confidence,
        round(positive_weight(labels, counts)),
        round(negative_weight(labels, counts, axiom.is_example)),
    )


def _recall(data: TrainingSet, covered: Mask) -> float:
    """Weighted share of the positives that are covered."""
    covered_weight = positive_weight(data.labels[covered], data.counts[covered])
    return covered_weight / positive_weight(data.labels, data.counts)
