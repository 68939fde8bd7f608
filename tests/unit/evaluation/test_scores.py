"""Measures by hand, the 0/0 cases first (note 23)."""

import numpy as np
import pytest

from owlboost.evaluation.scores import (
    MEASURES,
    Score,
    can_be_chosen,
    deviations,
    figures,
    fuzzy_crisp_f1,
    means,
)
from owlboost.models.measures import measure

LABELS = np.array([True, True, True, False, False])


def test_fuzzy_and_crisp_measures_by_hand() -> None:
    found = measure(LABELS, np.array([1.0, 0.5, 0.0, 0.25, 0.0]), threshold=0.4)
    #   crisp: TP 2, FP 1, FN 1, TN 1;  fuzzy: TP 1.5, Σh 1.75
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert found.f1 == pytest.approx(2 / 3)
    assert found.fuzzy_precision == pytest.approx(1.5 / 1.75)
    assert found.fuzzy_recall == pytest.approx(0.5)
    assert found.fuzzy_f1 == pytest.approx(2 * 1.5 / (1.75 + 3))
    assert found.mse == pytest.approx((0 + 0.25 + 1 + 0.0625 + 0) / 5)
    assert found.threshold_f1 == pytest.approx(2 * 2 / (2 + 3))
    assert found.balanced_accuracy == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert found.mcc == pytest.approx((2 * 1 - 1 * 1) / np.sqrt(3 * 3 * 2 * 2))
    assert found.fuzzy_crisp_f1 == pytest.approx(found.f1 * found.fuzzy_f1)


def test_saying_nothing_scores_zero_where_nothing_is_divided_by_nothing() -> None:
    found = measure(LABELS, np.zeros(5), threshold=0.5)
    assert (found.precision, found.recall, found.f1) == (0, 0, 0)
    assert (found.fuzzy_precision, found.fuzzy_recall, found.fuzzy_f1) == (0, 0, 0)
    assert found.threshold_f1 == 0
    assert found.mcc == 0
    assert found.balanced_accuracy == 0.5
    assert found.mse == pytest.approx(3 / 5)


def test_no_positive_in_the_test_gives_no_recall_and_no_error() -> None:
    found = measure(np.zeros(2, dtype=bool), np.array([0.5, 0.0]))
    assert (found.recall, found.fuzzy_recall, found.f1, found.mcc) == (0, 0, 0, 0)
    assert found.balanced_accuracy == 0.25  # recall 0/0 = 0, specificity 1/2


def test_no_negative_in_the_test_gives_no_specificity() -> None:
    found = measure(np.ones(2, dtype=bool), np.array([0.5, 0.0]))
    assert found.balanced_accuracy == 0.25
    assert found.mcc == 0


def test_degrees_below_the_tolerance_are_no_cover() -> None:
    assert measure(np.array([True, False]), np.array([1e-13, 1e-13])).recall == 0


def score(f1: float, fuzzy_f1: float) -> Score:
    return Score(dict.fromkeys(MEASURES, 0.0) | {"F1": f1, "fuzzy_F1": fuzzy_f1}, 0.5, 2, 1.0)


def test_the_figure_of_merit_is_a_product_of_means_not_a_mean_of_products() -> None:
    folds = [score(1.0, 0.5), score(0.5, 1.0)]
    assert fuzzy_crisp_f1(folds) == pytest.approx(0.75 * 0.75)
    assert means(folds)["F1"] == pytest.approx(0.75)
    assert deviations(folds)["F1"] == pytest.approx(0.5 / np.sqrt(2))


def test_every_fold_counts_the_same() -> None:
    folds = [score(0.0, 0.0), score(0.25, 0.5), score(1.0, 1.0)]
    assert means(folds)["F1"] == pytest.approx(1.25 / 3)
    #   (0.4167² + 0.1667² + 0.5833²) / 2
    assert deviations(folds)["F1"] == pytest.approx(np.sqrt(0.2708333333))
    assert fuzzy_crisp_f1(folds) == pytest.approx(1.25 / 3 * 0.5)


def test_a_fold_without_a_measure_does_not_count_for_it() -> None:
    partial = Score({"F1": 0.5}, 0.5, 2, 1.0)
    assert means([partial, score(1.0, 0.25)])["F1"] == 0.75
    assert means([partial, score(1.0, 0.25)])["fuzzy_F1"] == 0.25
    assert "fuzzy_F1" not in means([partial])
    assert "fF1F1" not in figures([partial])
    assert not can_be_chosen(partial)
    assert can_be_chosen(score(0.0, 0.0))
