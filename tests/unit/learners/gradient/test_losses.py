"""The losses by hand, and what is told while a concept grows."""

import math

import numpy as np
import pytest
from tests.configurations import gradient
from tests.events import Recorder

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.gradient.losses import LOGISTIC, LOSSES, SQUARED, Loss
from owlboost.learners.gradient.scale import Scale

SCORES, LABELS, WEIGHTS = np.array([0.0, 2.0]), np.array([1.0, 0.25]), np.array([2.0, 3.0])


def test_values_by_hand() -> None:
    #   (2·1² + 3·1.75²) / 2, and 2·log 2 + 3·(log(1 + e²) − ½)
    assert SQUARED.value(SCORES, LABELS, WEIGHTS) == pytest.approx(5.59375)
    logistic = 2 * math.log(2) + 3 * (math.log(1 + math.e**2) - 0.5)
    assert LOGISTIC.value(SCORES, LABELS, WEIGHTS) == pytest.approx(logistic)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=lambda loss: loss.name)
def test_slope_and_curvature_are_derivatives(loss: Loss) -> None:
    step = 1e-4
    slopes, curvatures = loss.derivatives(SCORES, LABELS, WEIGHTS)
    for at in range(2):
        moved = [SCORES + sign * step * (np.arange(2) == at) for sign in (-1, 0, 1)]
        low, here, high = (loss.value(one, LABELS, WEIGHTS) for one in moved)
        assert slopes[at] == pytest.approx((high - low) / (2 * step), rel=1e-5)
        assert curvatures[at] == pytest.approx((high - 2 * here + low) / step**2, rel=1e-4)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=lambda loss: loss.name)
def test_the_middle_is_one_half(loss: Loss) -> None:
    middle = np.array([loss.middle])
    assert loss.expected(middle).tolist() == [0.5]
    assert Scale.usual(loss).degrees(middle).tolist() == [0.5]


@pytest.mark.parametrize(
    ("loss", "zero", "one"),
    [(SQUARED, 0.5 - 0.125, 0.5 + 0.125), (LOGISTIC, -0.25, 0.25)],  # ½ ± ½/4 and 0 ± ½/2
)
def test_usual_degrees_rise_around_the_middle(loss: Loss, zero: float, one: float) -> None:
    assert Scale.usual(loss) == Scale(zero, one)


def test_expected_labels_are_clipped_scores_or_probabilities() -> None:
    scores = np.array([-1.0, 0.25, 3.0])
    assert SQUARED.expected(scores).tolist() == [0.0, 0.25, 1.0]
    assert LOGISTIC.expected(scores) == pytest.approx(1 / (1 + np.exp(-scores)))
    assert LOGISTIC.squared_errors(np.zeros(1), np.ones(1)).tolist() == [0.25]


def test_steps_of_growth_are_counted_from_one() -> None:
    #   A ⊓ B separates; neither does alone
    names = [f"a{number:02d}" for number in range(40)]
    kb = KnowledgeBase.from_facts(names, types={"A": names[:25], "B": names[:15] + names[25:]})
    problem = LearningProblem(kb, "T", np.arange(40, dtype=np.int32), np.arange(40) < 15)
    recorder = Recorder()
    gradient(n_rules=1, max_conjuncts=2).learn(problem, recorder.context())
    assert [step.step for step in recorder.steps] == [1, 2]
