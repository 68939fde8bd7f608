import math
from fractions import Fraction

import pytest
from tests.reference.measures import (
    area_under_roc,
    average_precision,
    balanced_accuracy,
    brier,
    calibration_error,
    crisp_scores,
    decision_threshold,
    exact_share,
    fuzzy_scores,
    log_loss,
    matthews,
    mean_squared_error,
    named,
)

DEGREES, POSITIVE = [1.0, 0.5, 0.5, 0.0], [True, True, False, False]


def test_fuzzy_scores_add_degrees() -> None:
    found = fuzzy_scores(DEGREES, POSITIVE)
    assert (found.tp, found.fp) == (1.5, 0.5)
    assert (found.precision, found.recall, found.f1) == (0.75, 0.75, 0.75)


def test_crisp_scores_count_positive_degrees() -> None:
    found = crisp_scores(DEGREES, POSITIVE)
    assert (found.tp, found.fp, found.recall) == (2, 1, 1)
    assert (found.precision, found.f1) == pytest.approx((2 / 3, 0.8))


def test_a_degree_of_rounding_size_is_none() -> None:
    assert crisp_scores([1e-13, 1.0], [False, True]).fp == 0


def test_nothing_predicted_scores_0() -> None:
    assert fuzzy_scores([0.0, 0.0], [True, False]).f1 == 0
    assert fuzzy_scores([0.5], [False]).recall == 0


def test_the_mean_squared_error_compares_with_0_and_1() -> None:
    assert mean_squared_error(DEGREES, POSITIVE) == 0.125


def test_the_threshold_lies_midway_between_degrees() -> None:
    #   t = 0.25: P 2/3, R 1, F1 0.8;   t = 0.75: P 1, R 1/2, F1 2/3
    assert decision_threshold(DEGREES, POSITIVE) == 0.25


def test_of_equal_thresholds_the_lowest_is_taken() -> None:
    #   t = 0.25: P 2/4, R 1, F1 2/3;   t = 0.75: P 1, R 1/2, F1 2/3
    degrees, positive = [0.0, 0.5, 0.5, 0.5, 1.0], [False, True, False, False, True]
    assert decision_threshold(degrees, positive) == 0.25


def test_a_single_degree_decides_as_the_paper_does() -> None:
    assert decision_threshold([0.4, 0.4], [True, False]) == 0.2
    assert decision_threshold([0.0, 0.0], [True, False]) == 0.5


def test_the_least_degree_may_be_decided_for() -> None:
    #   t = 0.2: P 1, R 1, F1 1;   t = 0.6: P 1, R 1/2, F1 2/3
    assert decision_threshold([0.4, 0.8], [True, True]) == 0.2


def test_balanced_accuracy_and_correlation_of_decisions() -> None:
    #   TP 2, FP 1, FN 0, TN 1
    assert balanced_accuracy(DEGREES, POSITIVE) == 0.75
    assert matthews(DEGREES, POSITIVE) == pytest.approx(2 / 12**0.5)
    assert matthews([1.0] * 4, POSITIVE) == 0
    assert matthews([1.0, 1.0, 0.0, 0.0], POSITIVE) == pytest.approx(1)
    assert matthews([0.0, 0.0, 1.0, 1.0], POSITIVE) == pytest.approx(-1)


def test_measures_by_name() -> None:
    found = named(DEGREES, POSITIVE, 0.75)
    assert found["threshold_F1"] == pytest.approx(2 / 3)
    assert (found["MSE"], found["fuzzy_F1"], found["F1"]) == pytest.approx((0.125, 0.75, 0.8))


ONES = [1] * 4


def test_ranks_and_probabilities() -> None:
    #   1 beats ½ and 0; ½ ties with ½ and beats 0: 3½ of 4 pairs
    assert area_under_roc(DEGREES, POSITIVE, ONES) == Fraction(7, 8)
    assert average_precision(DEGREES, POSITIVE, ONES) == Fraction(5, 6)
    assert area_under_roc(DEGREES, POSITIVE, [1, 3, 1, 1]) == Fraction(13, 16)
    assert brier(DEGREES, POSITIVE, [1, 1, 1, 0]) == pytest.approx(0.5 / 3)
    assert log_loss(DEGREES, POSITIVE, ONES) == pytest.approx(math.log(4) / 4)
    #   |½ + ½ - 1| in one bin, 0 and 1 in theirs
    assert calibration_error(DEGREES, POSITIVE, ONES) == 0
    assert calibration_error([0.5, 0.5], [True, True], [1, 2]) == 0.5
    assert exact_share(DEGREES) == 0.5
