"""No model of gradient boosting contradicts what its own examples say, whatever the parameters."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference import semantics
from tests.reference.learning import Task
from tests.reference.partitions import partition
from tests.strategies import tasks

from owlboost.concepts.concept import FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.features.partitions import fit_granularities
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient.growth import Growth, WeightFitter
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED, Loss, Penalty
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import training_set_for
from owlboost.learners.training import Fit, fit

SAME = 1e-9


def learners(**fixed: Any) -> st.SearchStrategy[GradientConcepts]:
    """Learners with parameters that change what is chosen, weighed, cut and rounded."""
    drawn: dict[str, st.SearchStrategy[Any]] = {
        "monotone": st.booleans(),
        "balance": st.sampled_from(["auto", "on", "off"]),
        "optimise": st.sampled_from(["f1", "mcc", "balanced", "accuracy", "cost"]),
        "n_rules": st.none() | st.integers(1, 30),
        "points": st.booleans(),
        "loss": st.sampled_from(["auto", "squared", "logistic"]),
        "min_cover": st.sampled_from([0.0, 2.0]),
        "ridge": st.sampled_from([None, 0.1]),
        "max_conjuncts": st.integers(1, 3),
        "random_state": st.integers(0, 3),
    }
    return st.fixed_dictionaries(
        {name: one for name, one in drawn.items() if name not in fixed}
    ).map(lambda found: GradientConcepts(**found, **fixed))


@st.composite
def tables(draw: st.DrawFn) -> LearningProblem:
    """Rows with two numbers, a category and classes that mostly tell the same of the label."""
    n = draw(st.sampled_from([8, 14, 25, 40, 55, 70]))
    share = draw(st.sampled_from([0.05, 0.2, 0.5, 0.8]))
    noise = draw(st.sampled_from([0.0, 0.1, 0.5]))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    names = [f"a{at:03d}" for at in range(n)]
    numbers = np.round(rng.normal(size=(n, 2)), draw(st.sampled_from([0, 2])))
    tags = rng.integers(0, 3, size=n)
    hidden = numbers[:, 0] + (tags == 1) + noise * 4 * rng.normal(size=n)
    labels = hidden > np.quantile(hidden, 1 - share)
    assume(labels.any() and not labels.all())
    kb = KnowledgeBase.from_facts(
        names,
        types={
            f"C{at}": [
                name
                for name, label in zip(names, labels, strict=True)
                if rng.random() < 0.3 + 0.4 * label
            ]
            for at in range(draw(st.integers(0, 4)))
        },
        numbers={
            prop: [(name, float(value)) for name, value in zip(names, column, strict=True)]
            for prop, column in zip(("price", "age"), numbers.T, strict=True)
        },
        symbols={"tag": [(name, "xyz"[at]) for name, at in zip(names, tags, strict=True)]},
    )
    counts = rng.choice([0.5, 1.0, 2.0, 3.0], size=n) if draw(st.booleans()) else None
    return LearningProblem(kb, "Good", np.arange(n, dtype=np.int32), labels, counts)


def hypothesis_of(found: Fit) -> BoostedHypothesis:
    assert isinstance(found.hypothesis, BoostedHypothesis)
    return found.hypothesis


def assert_no_contradiction(problem: LearningProblem, found: Fit) -> None:
    counts, positive = problem.counts, problem.positive
    share = float(counts[positive].sum() / counts.sum())
    for _, weight, rule in hypothesis_of(found).rules():
        if rule.body.is_top:
            continue
        degrees = np.array(semantics.degrees(rule.body, problem.kb, problem.individuals))
        confidence = float((counts * degrees)[positive].sum() / (counts * degrees).sum())
        covered = counts * (degrees > 0)
        positives, negatives = float(covered[positive].sum()), float(covered[~positive].sum())
        for evidence in (confidence, positives / (positives + negatives)):
            assert evidence >= share - SAME or weight <= 0
            assert evidence <= share + SAME or weight >= 0
        #   what is told of a rule is what it covers
        assert rule.confidence == pytest.approx(confidence)
        assert (rule.covered_positives, rule.covered_negatives) == (
            round(positives),
            round(negatives),
        )


Corners = tuple[float, ...]


def corners(fuzzy_set: FuzzySet) -> Corners:
    return tuple(round(corner, 9) for corner in fuzzy_set.shape.corners)


def assert_one_partition_a_property(problem: LearningProblem, found: Fit) -> None:
    used: dict[str, set[Corners]] = defaultdict(set)
    for inclusion in hypothesis_of(found).inclusions:
        for label in inclusion.body.all_labels():
            if isinstance(label, FuzzyValue):
                used[label.prop].add(corners(label.fuzzy_set))
    for prop, sets in used.items():
        number = problem.kb.vocabulary.data_properties.id(prop)
        values = [float(value) for value in problem.kb.numbers[number].values]
        assert any(
            sets <= set(map(corners, partition(prop, values, n_sets, "uniform")))
            for n_sets in (3, 5, 7)
        )


def assert_consistent(problem: LearningProblem, found: Fit) -> None:
    hypothesis = hypothesis_of(found)
    evidence = np.zeros(len(problem))
    for _, weight, rule in hypothesis.rules():
        degrees = semantics.degrees(rule.body, problem.kb, problem.individuals)
        evidence += weight * np.array(degrees)
    assert np.isfinite(evidence).all()
    assert found.evidence == pytest.approx(evidence, abs=1e-9)
    assert found.degrees.tolist() == np.clip(found.evidence, 0, 1).tolist()
    probability = found.probabilities(np.sort(found.evidence))
    assert probability is not None
    assert ((probability >= 0) & (probability <= 1)).all()
    assert (np.diff(probability) >= 0).all()
    #   the curve tells the error of no rule, of one rule, and so on
    curve = found.learnt.curve
    assert [n_rules for n_rules, _ in curve] == list(range(len(curve)))
    rarer = min(problem.positive.sum(), (~problem.positive).sum())
    assert (rarer < 5) == (not curve)


@settings(max_examples=scaled(200))
@given(tasks(), learners(fuzzify="uniform"))
def test_no_rule_about_a_few_individuals_contradicts_its_counts(
    task: Task, learner: GradientConcepts
) -> None:
    found = fit(task.problem, learner)
    assert_no_contradiction(task.problem, found)
    assert_consistent(task.problem, found)


@settings(max_examples=scaled(80))
@given(tables(), learners(fuzzify="uniform"))
def test_no_rule_about_a_table_contradicts_its_counts(
    problem: LearningProblem, learner: GradientConcepts
) -> None:
    found = fit(problem, learner)
    assert_no_contradiction(problem, found)
    assert_one_partition_a_property(problem, found)
    assert_consistent(problem, found)


@settings(max_examples=scaled(40))
@given(problem=tables(), loss=st.sampled_from([SQUARED, LOGISTIC]), balance=st.booleans())
def test_no_weight_turns_while_a_model_grows(
    problem: LearningProblem, loss: Loss, *, balance: bool
) -> None:
    #   nothing is validated or pruned here, and many rules say almost the same
    partitions = fit_granularities(problem.kb, (3, 5), "uniform")
    ground = training_set_for(problem, label_matrix(problem.kb, partitions))
    fitter = WeightFitter(ground, loss, Penalty(0.01, 1.0, balance=balance))
    *_, last = Growth(fitter, Limits(0, 2, 0)).stages(12)
    counts, positive = problem.counts, problem.positive
    share = float(counts[positive].sum() / counts.sum())
    for learned, weight in zip(last.learned, last.alpha[1:], strict=True):
        degrees = np.array(semantics.degrees(learned.body, problem.kb, problem.individuals))
        confidence = float((counts * degrees)[positive].sum() / (counts * degrees).sum())
        assert weight * (confidence - share) >= 0
