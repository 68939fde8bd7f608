"""Learning from graded labels and measuring by them, against the literal definitions."""

import math
from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn.metrics import mean_absolute_error, r2_score
from tests.differential.test_gradient import assert_same, grown, options
from tests.differential.test_learning import EXACT, arranged, ground_of, settings_of
from tests.differential.test_siblings import (
    ENSEMBLES,
    OBJECTIONS,
    assert_why_and_why_not,
    pfoil_of,
    same_rules,
)
from tests.events import Recorder
from tests.examples import scaled
from tests.reference import gradient as literal_gradient
from tests.reference import learning as literal
from tests.reference import siblings
from tests.strategies import concepts, graded_tasks, grades, weights

from owlboost.concepts.concept import TOP, Concept
from owlboost.concepts.evaluation import Extents
from owlboost.learners.boosting import boost
from owlboost.learners.covering import AxiomSearch, Gain, foil
from owlboost.learners.pfoil_dl import learn_ensemble
from owlboost.learners.search.moves import Position, Positions
from owlboost.learners.search.objective import CappedWeights, SumWeights
from owlboost.learners.search.shard import Query, Shard
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet
from owlboost.models.measures import measure

close = pytest.approx


@given(st.data())
def test_each_greedy_choice_is_the_best(data: st.DataObject) -> None:
    task = data.draw(graded_tasks())
    ground = ground_of(task)
    w = data.draw(weights(len(task.positive)))
    uncovered = [p and data.draw(st.booleans()) for p in task.positive]
    recorder = Recorder()
    search = AxiomSearch(ground, settings_of(task), recorder.context())
    found = search.learn_one_axiom(
        arranged(w, ground), arranged(uncovered, ground)[: search.all_positives.size]
    )
    expected, steps = literal.learn_one_axiom(task, w, uncovered), recorder.steps
    event(f"{len(steps)} steps")
    assert [(s.concept, s.chosen) for s in steps] == [(s.before, s.chosen) for s in expected.steps]
    for step, wanted in zip(steps, expected.steps, strict=True):
        assert step.gain == close(wanted.gain, abs=EXACT)
        assert step.confidence == close(wanted.cf, abs=EXACT)
    assert (found.body if found else None) == expected.concept


@given(graded_tasks())
def test_foil_learns_as_defined(task: literal.Task) -> None:
    rules = foil(AxiomSearch(ground_of(task), settings_of(task)))
    expected = literal.foil(task)
    event(f"{len(expected)} rules")
    same_rules(rules.inclusions, expected)
    degrees = Extents(task.problem.kb).hypothesis(rules)[task.everyone]
    assert degrees == close(np.array(literal.predict_rules(expected, task)), abs=EXACT)


@settings(max_examples=scaled(60))
@given(graded_tasks())
def test_boosting_is_as_defined(task: literal.Task) -> None:
    ground, recorder = ground_of(task), Recorder()
    hypothesis = boost(AxiomSearch(ground, settings_of(task)), 4, "rules", recorder.context())
    rounds = literal.boost(task, 4)
    event(f"{len(rounds)} rounds")
    assert [tuple(a.body for a in term.inclusions) for term in hypothesis.terms] == [
        kept.axioms for kept in rounds
    ]
    slack = EXACT * np.cumprod([1 / (1 - kept.mu**2) for kept in rounds])
    pairs = zip(hypothesis.leverages, literal.leverages(rounds), slack, strict=True)
    for found, alpha, allowed in pairs:
        assert found == close(alpha, abs=allowed)
    after = [ended.weights for ended in recorder.rounds]
    for found_weights, later, allowed in zip(after, rounds[1:], slack, strict=False):
        assert found_weights == close(arranged(later.weights, ground), abs=allowed)


@settings(max_examples=scaled(60))
@given(graded_tasks(), ENSEMBLES)
def test_an_ensemble_is_learned_as_defined(task: literal.Task, wanted: siblings.Ensemble) -> None:
    found = learn_ensemble(ground_of(task), pfoil_of(task, wanted))
    expected = siblings.pfoil(task, wanted)
    event(f"{len(expected)} rules")
    same_rules(found.inclusions, expected)


@settings(max_examples=scaled(100))
@given(graded_tasks(12), st.sampled_from([0.0, 0.34]), OBJECTIONS)
def test_why_and_why_not_are_learned_as_defined(
    task: literal.Task, theta: float, against: siblings.Against
) -> None:
    nobody = np.empty(0, dtype=np.int32)
    loose = replace(task.settings, min_confidence=theta, max_negative_coverage=1.0)
    task = replace(task, problem=replace(task.problem, others=nobody), settings=loose)
    assert_why_and_why_not(task, against)


@settings(max_examples=scaled(60))
@given(graded_tasks(), options)
def test_growth_and_refit_are_as_defined(
    task: literal.Task, wanted: literal_gradient.Options
) -> None:
    nobody = np.empty(0, dtype=np.int32)
    task = replace(task, problem=replace(task.problem, others=nobody))
    ground = ground_of(task)
    expected = literal_gradient.stages(task, wanted, 3)
    event(f"{len(expected) - 1} rules")
    assert_same(grown(task, ground, wanted, 3), expected, ground)


def sums_at_top(
    ground: TrainingSet, kind: Literal["labels", "tops", "bounds"], weighing: SumWeights
) -> np.ndarray:
    """Return the sums of all examples as one shard, at ⊤."""
    shard = Shard(ground.space, ground.elements, slice(0, ground.n_rows))
    return shard.sums(Query((TOP,), Positions([Position(())]), kind), weighing)


@given(st.data())
def test_sums_with_floors_and_caps_are_those_of_the_definition(data: st.DataObject) -> None:
    task = data.draw(graded_tasks())
    ground = ground_of(task)
    n = ground.n_rows
    degree = st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0])
    floors, caps = (np.array(data.draw(st.lists(degree, min_size=n, max_size=n))) for _ in "fc")
    left, right = (np.array(data.draw(weights(n))) for _ in "uv")
    weighing = CappedWeights(left, right, floors, caps)
    found, bound = sums_at_top(ground, "labels", weighing), sums_at_top(ground, "bounds", weighing)

    def sums(held: list[float]) -> tuple[float, float]:
        rows = list(zip(held, left, right, floors, caps, strict=True))
        return (
            math.fsum(u * max(0.0, min(c, cap) - min(f, cap)) for c, u, _, f, cap in rows),
            math.fsum(v * max(0.0, c - f) for c, _, v, f, _ in rows),
        )

    for number, label in enumerate(ground.space.matrix.labels):
        held = arranged(task.degrees(Concept((label,))), ground).tolist()
        assert found[:, number] == close(np.array(sums(held)), abs=EXACT)
        assert found[0, number] <= bound[0] + EXACT
    tops = sums_at_top(ground, "tops", weighing)[:, 0]
    assert tops == close(np.array(sums([1.0] * n)), abs=EXACT)


# Laws


def learned(concept: Concept, task: literal.Task) -> LearnedConcept:
    """Return any concept as the search would have found it."""
    ground = ground_of(task)
    degrees = arranged(task.degrees(concept), ground)
    rows = np.flatnonzero(degrees > 0).astype(np.int32)
    return LearnedConcept(concept, rows, degrees[rows], ground)


@given(st.data())
def test_confidence_rises_with_labels(data: st.DataObject) -> None:
    task = data.draw(graded_tasks())
    concept = data.draw(concepts(task.problem.kb, task.labels))
    raised = np.maximum(task.problem.labels, data.draw(grades(len(task.problem))))
    higher = replace(task, problem=replace(task.problem, labels=raised))
    below, above = (learned(concept, one) for one in (task, higher))
    assert below.confidence <= above.confidence + EXACT
    assert below.mean_label <= above.mean_label + EXACT
    assert below.positive_count <= above.positive_count + EXACT
    assert below.negative_count >= above.negative_count - EXACT
    assert below.mean_label <= below.confidence + EXACT  # C·y ≤ min(C, y)


@given(st.data())
def test_crisp_labels_are_graded_ones_of_0_and_1(data: st.DataObject) -> None:
    """The objectives of graded labels give the sums of crisp ones, and rules follow from sums."""
    task = data.draw(graded_tasks())
    crisp = (task.problem.labels >= 0.5).astype(float)
    if not 0 < crisp.sum() < crisp.size:
        return
    graded = replace(task.problem, labels=crisp)
    plain = replace(graded, target_range=None)
    grounds = [ground_of(replace(task, problem=one)) for one in (graded, plain)]
    assert [ground.graded for ground in grounds] == [True, False]
    found = []
    for ground in grounds:
        gain = Gain(ground)
        gain.set_weights(ground.distribution, np.ones(gain.n_positives, dtype=np.bool_))
        found.append((sums_at_top(ground, "labels", gain.weights), gain.start()))
    assert found[0][0] == close(found[1][0], abs=EXACT)
    assert found[0][1] == close(found[1][1], abs=EXACT)
    both = [foil(AxiomSearch(ground, settings_of(task))) for ground in grounds]
    assert [one.body for one in both[0].inclusions] == [one.body for one in both[1].inclusions]


@given(graded_tasks())
def test_weights_of_boosting_stay_a_distribution(task: literal.Task) -> None:
    recorder = Recorder()
    boost(AxiomSearch(ground_of(task), settings_of(task)), 3, "rules", recorder.context())
    for ended in recorder.rounds:
        assert (ended.weights >= 0).all()
        assert ended.weights.sum() == close(1.0)


# Measures

NUMBERS = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        grades(n),
        st.lists(st.floats(0, 1), min_size=n, max_size=n).map(np.array),
        st.lists(st.integers(1, 3), min_size=n, max_size=n).map(np.array),
    )
)


@given(NUMBERS)
def test_measures_are_those_of_the_definition(
    drawn: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> None:
    y, h, n = drawn
    found = measure(y, h, weights=n, graded=True).named()
    labels, degrees = np.repeat(y, n), np.repeat(h, n)  # an example of weight n is n examples
    both = math.fsum(min(a, b) for a, b in zip(labels, degrees, strict=True))
    assert found["fuzzy_F1"] == close(2 * both / math.fsum([*labels, *degrees]))
    assert found["fuzzy_precision"] == close(both / degrees.sum() if degrees.sum() else 0.0)
    assert found["fuzzy_recall"] == close(both / labels.sum())
    assert found["MSE"] == close(np.mean((labels - degrees) ** 2))
    assert found["MAE"] == close(mean_absolute_error(labels, degrees))
    assert found["R2"] == close(r2_score(labels, degrees), abs=1e-9)
    if np.ptp(h) > 0:
        assert found["Spearman"] == close(spearmanr(labels, degrees).statistic, abs=1e-9)
    else:
        assert "Spearman" not in found
    assert not {"F1", "MCC", "AUC", "threshold_F1", "Brier", "fF1F1"} & set(found)
    four = found["fuzzy_TP"] + found["fuzzy_FP"] + found["fuzzy_TNP"] + found["fuzzy_FNP"]
    assert four == close(labels.size)


@given(NUMBERS)
def test_graded_measures_of_crisp_labels_are_the_crisp_ones(
    drawn: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> None:
    y, h, n = drawn
    crisp = y >= 0.5
    graded, plain = measure(crisp, h, weights=n, graded=True), measure(crisp, h, weights=n)
    for name in ("fuzzy_F1", "fuzzy_precision", "fuzzy_recall", "MSE", "exact_share", "fuzzy_TP"):
        assert graded.named()[name] == close(plain.named()[name])
