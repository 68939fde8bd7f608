"""What graded labels choose: folds, scales, ways to learn; and what a planted rule teaches."""

from dataclasses import replace

import numpy as np
import pytest

from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.example_labels import TargetRange, dealt_by_rank, folds_of
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError
from owlboost.learners.algorithms import FoilDL, GradientConcepts
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED
from owlboost.learners.gradient.scale import HeldOutScores, Scale, scale_of_grades
from owlboost.learners.gradient.selection import configurations
from owlboost.learners.training import train
from owlboost.models.verdicts import judged_on_examples, judged_on_grades
from owlboost.runtime.array_types import Floats


def planted(n: int = 120, noise: float = 0.0) -> LearningProblem:
    """y = 0.2 + 0.5·[cheap] + 0.25·[near], and a class that tells nothing."""
    rng = np.random.default_rng(3)
    cheap, near, blue = rng.random((3, n)) < 0.5
    y = 0.2 + 0.5 * cheap + 0.25 * near + noise * rng.standard_normal(n)
    names = [f"h{number}" for number in range(n)]

    def those(which: Floats) -> list[str]:
        return [names[at] for at in np.flatnonzero(which)]

    types = {"Cheap": those(cheap), "Near": those(near), "Blue": those(blue)}
    kb = KnowledgeBase.from_facts(names, types=types)
    return LearningProblem(kb, "Good", np.arange(n, dtype=np.int32), np.clip(y, 0, 1))


def test_planted_weights_are_found() -> None:
    model = train(planted(), GradientConcepts())
    assert isinstance(model.hypothesis, BoostedHypothesis)
    found = {
        term.inclusions[0].body.labels[0].key[0] if term.inclusions[0].body.labels else "": weight
        for term, weight in model.hypothesis.weighted_terms
    }
    #   ridge and its correction leave about a percent
    assert found == pytest.approx({"": 0.2, "Cheap": 0.5, "Near": 0.25}, abs=0.02)
    assert model.training["R2"] > 0.99
    assert model.target_range == TargetRange(0, 1)
    assert (model.threshold, model.calibration) == (0.5, None)


def test_rules_are_told_with_the_mean_label_of_what_they_cover() -> None:
    problem = planted()
    model = train(problem, GradientConcepts())
    assert isinstance(model.hypothesis, BoostedHypothesis)
    cheap = problem.kb.members[problem.kb.vocabulary.classes.id("Cheap")]
    (rule,) = [
        one
        for one in model.hypothesis.inclusions
        if one.body.labels and one.body.labels[0].key[0] == "Cheap"
    ]
    assert rule.confidence == pytest.approx(problem.labels[cheap].mean())
    assert rule.covered_positives == round(problem.labels[cheap].sum())
    assert rule.covered_positives + rule.covered_negatives == cheap.size


def test_logistic_learns_soft_labels_too() -> None:
    model = train(planted(noise=0.05), GradientConcepts(loss="logistic"))
    assert model.training["R2"] > 0.85


def test_whole_points_fit_grades() -> None:
    model = train(planted(), GradientConcepts(points=True))
    assert model.training["R2"] > 0.9
    assert any(remark.startswith("Points: start at") for remark in model.remarks)


def test_few_graded_examples_are_described_without_validation() -> None:
    model = train(planted(8), GradientConcepts())
    assert model.curve == ()
    assert model.remarks[0].startswith("There are 8 examples.")
    assert model.hypothesis.n_rules


def test_nothing_covers_and_one_loss_is_left() -> None:
    problem = planted(30)
    ways = configurations(problem, GradientConcepts())
    assert {(one.loss, one.covering) for one in ways} == {(SQUARED, False)}
    crisp = replace(problem, labels=problem.labels > 0.5, target_range=None)
    assert any(one.covering for one in configurations(crisp, GradientConcepts()))
    asked = configurations(problem, GradientConcepts(loss="logistic"))
    assert {one.loss for one in asked} == {LOGISTIC}


def test_labels_that_are_all_the_same_are_refused() -> None:
    problem = replace(planted(), labels=np.full(120, 0.25), target_range=TargetRange(1, 5))
    with pytest.raises(ExamplesError, match=r"All examples have the same label, 2, so there is"):
        train(problem, FoilDL())


def test_a_range_makes_labels_of_0_and_1_grades() -> None:
    problem = planted()
    crisp = replace(problem, labels=problem.labels > 0.5, target_range=None)
    graded = replace(crisp, target_range=TargetRange())
    assert (crisp.is_graded, graded.is_graded) == (False, True)
    assert graded.is_crisp
    assert "F1" in train(crisp, FoilDL()).training
    assert "R2" in train(graded, FoilDL()).training
    everyone = replace(graded, labels=np.maximum(graded.labels, 0.5))  # nobody is negative
    assert train(everyone, FoilDL()).hypothesis.n_rules


def test_folds_by_rank_have_their_share_of_every_fifth() -> None:
    labels = np.random.default_rng(0).random(103)
    fold = dealt_by_rank(labels, 5, seed=1)
    ranked = fold[np.argsort(-labels)]
    for first in range(0, 100, 5):
        assert sorted(ranked[first : first + 5].tolist()) == [0, 1, 2, 3, 4]
    assert len(set(ranked[100:].tolist())) == 3
    assert (fold == dealt_by_rank(labels, 5, seed=1)).all()
    assert (fold != dealt_by_rank(labels, 5, seed=2)).any()
    parts = list(folds_of(labels, 5, 1, graded=True))
    assert sorted(np.concatenate([test for _, test in parts]).tolist()) == list(range(103))
    assert all(not np.intersect1d(train, test).size for train, test in parts)


def test_one_graded_example_is_its_own_test() -> None:
    ((train_part, test_part),) = folds_of(np.array([0.5]), 5, 0, graded=True)
    assert (train_part.tolist(), test_part.tolist()) == ([0], [0])


def held_out(scores: Floats) -> HeldOutScores:
    n = scores.size
    return HeldOutScores((scores,), (np.arange(n, dtype=np.int32) % 5,), scores > 0, np.ones(n))


def test_the_scale_of_grades_corrects_scores_that_are_too_flat() -> None:
    labels = np.linspace(0, 1, 21)
    found = scale_of_grades(held_out(0.5 + 0.5 * (labels - 0.5)), labels, SQUARED)
    #   F = ¼ + y/2: degree 0 at ¼, degree 1 at ¾
    assert (found.zero, found.one) == pytest.approx((0.25, 0.75))


@pytest.mark.parametrize("scores", [np.linspace(0, 1, 21), np.full(21, 0.5), -np.arange(21.0)])
def test_scores_that_are_right_or_useless_keep_the_scale_of_the_loss(scores: Floats) -> None:
    assert scale_of_grades(held_out(scores), np.linspace(0, 1, 21), SQUARED) == Scale(0.0, 1.0)


def test_verdicts_on_grades_are_those_on_examples_for_0_and_1() -> None:
    degrees, positive = np.array([1.0, 0.5, 0.0, 0.2]), np.array([True, True, False, False])
    for degree in (degrees, np.array([1.0, 1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0, 1.0])):
        graded = judged_on_grades(degree, positive.astype(np.float64))
        crisp = judged_on_examples(degree, positive)
        assert [one.holds for one in graded] == [one.holds for one in crisp]
