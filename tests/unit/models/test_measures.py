import pickle
from dataclasses import FrozenInstanceError
from typing import get_args

import numpy as np
import pytest

from owlboost.errors import ExamplesError
from owlboost.models.measures import TABLE, Basis, Measure, Measures, View, measure, shown_in
from owlboost.runtime.threads import SERIAL, ThreadPool

#   h = 1, ½ over E⁺ and ½, 0 over E⁻
POSITIVE, DEGREES = np.array([True, True, False, False]), np.array([1.0, 0.5, 0.5, 0.0])


def test_fuzzy_measures_add_degrees() -> None:
    found = measure(POSITIVE, DEGREES)
    #   TP = 1.5, FP = 0.5:  P = 1.5/2, R = 1.5/2
    assert (found.fuzzy_precision, found.fuzzy_recall, found.fuzzy_f1) == (0.75, 0.75, 0.75)


def test_crisp_measures_count_degrees_above_0() -> None:
    found = measure(POSITIVE, DEGREES)
    #   TP = 2, FP = 1:  P = 2/3, R = 1, F1 = (4/3) / (5/3)
    assert (found.precision, found.recall, found.f1) == pytest.approx((2 / 3, 1.0, 0.8))
    assert found.fuzzy_crisp_f1 == pytest.approx(0.75 * 0.8)


def test_what_precision_and_recall_are_made_of_can_be_read() -> None:
    found = measure(POSITIVE, DEGREES)
    #   by h > 0: both positives and the first negative;  TNP = 2 - 1, FNP = 2 - 2
    assert (found.true_positives, found.false_positives) == (2.0, 1.0)
    assert (found.true_non_positives, found.false_non_positives) == (1.0, 0.0)
    #   by degree: 1 + ½ and ½ + 0;  TNP = 2 - ½, FNP = 2 - 1½
    assert (found.fuzzy_true_positives, found.fuzzy_false_positives) == (1.5, 0.5)
    assert (found.fuzzy_true_non_positives, found.fuzzy_false_non_positives) == (1.5, 0.5)
    #   the first negative stands for three
    heavy = measure(POSITIVE, DEGREES, weights=np.array([1.0, 1.0, 3.0, 1.0]))
    assert (heavy.false_positives, heavy.true_non_positives) == (3.0, 1.0)
    assert (heavy.fuzzy_false_positives, heavy.fuzzy_true_non_positives) == (1.5, 2.5)


def test_the_squared_error_compares_with_0_and_1() -> None:
    #   (0 + ¼ + ¼ + 0) / 4
    assert measure(POSITIVE, DEGREES).mse == 0.125


def test_a_threshold_decides_by_reaching_it() -> None:
    #   at 0.75 only the first is decided for: P 1, R ½, F1 2/3;  at ½ as above
    assert measure(POSITIVE, DEGREES, 0.75).threshold_f1 == pytest.approx(2 / 3)
    assert measure(POSITIVE, DEGREES, 0.5).threshold_f1 == pytest.approx(0.8)


def test_balanced_accuracy_and_correlation_by_hand() -> None:
    found = measure(POSITIVE, DEGREES)
    #   TP 2, FP 1, FN 0, TN 1:  (1 + ½)/2  and  (2·1 - 1·0) / √(3·2·2·1)
    assert found.balanced_accuracy == 0.75
    assert found.mcc == pytest.approx(2 / 12**0.5)


def test_evidence_ranks_and_ties_count_half() -> None:
    found = measure(POSITIVE, DEGREES)
    #   1 beats ½ and 0; ½ ties with ½ and beats 0: 3½ of 4 pairs
    assert found.auc == 0.875
    #   precision 1 down to the first positive, 2/3 down to the second
    assert found.average_precision == pytest.approx(5 / 6)
    #   with evidence 3, 2, 1, -9 nothing is tied: the degrees do not rank
    ranked = measure(POSITIVE, DEGREES, evidence=[3.0, 2.0, 1.0, -9.0])
    assert (ranked.auc, ranked.average_precision) == (1.0, 1.0)
    assert ranked.f1 == found.f1
    #   the second positive counts three times: (1·2 + 3·1½) / (4·2)
    weighted = measure(POSITIVE, DEGREES, 0.0, np.array([1.0, 3.0, 1.0, 1.0]))
    assert weighted.auc == pytest.approx(6.5 / 8)


def test_probabilities_by_hand() -> None:
    likely = np.array([0.9, 0.5, 0.5, 0.2])
    found = measure(POSITIVE, DEGREES, probability=likely)
    assert found.brier == pytest.approx((0.01 + 0.25 + 0.25 + 0.04) / 4)
    assert found.log_loss == pytest.approx(-np.log(0.9 * 0.5 * 0.5 * 0.8) / 4)
    #   0.2 | ½, ½ | 0.9 lie apart: |0.2 - 0| + |1 - 1| + |0.9 - 1|
    assert found.calibration_error == pytest.approx((0.2 + 0 + 0.1) / 4)


def test_a_bin_has_a_tenth_of_the_weight() -> None:
    #   20 probabilities that rise slowly: two in each bin, one of them positive
    likely, positive = np.linspace(0.4, 0.6, 20), np.arange(20) % 2 == 0
    gaps = [abs(likely[at] + likely[at + 1] - 1) for at in range(0, 20, 2)]
    found = measure(positive, likely, probability=likely)
    assert found.calibration_error == pytest.approx(sum(gaps) / 20)
    #   all equal probabilities are one bin, in whatever order they come
    assert measure(positive, likely, probability=np.full(20, 0.5)).calibration_error == 0


def test_a_sure_error_costs_much_but_not_all() -> None:
    found = measure(np.array([True]), np.ones(1), probability=[0.0])
    assert found.log_loss == pytest.approx(52 * np.log(2))  # ε = 2⁻⁵²
    assert found.brier == 1.0


def test_exact_degrees_are_0_or_1() -> None:
    assert measure(POSITIVE, DEGREES).exact_share == 0.5
    assert measure(POSITIVE, np.array([1 - 1e-13, 1e-13, 1e-11, 0.5])).exact_share == 0.5
    assert measure(POSITIVE, DEGREES, weights=np.array([3.0, 1, 1, 1])).exact_share == 4 / 6


def test_a_measure_without_a_value_is_not_there() -> None:
    found = measure(POSITIVE, DEGREES)
    with pytest.raises(AttributeError, match="no Brier here: no probabilities were given"):
        _ = found.brier
    alone = measure(np.ones(4, dtype=bool), DEGREES, probability=DEGREES)
    assert not {"AUC", "AP"} & set(alone.named())
    assert not hasattr(alone, "auc")
    assert alone.brier == pytest.approx((0 + 0.25 + 0.25 + 1) / 4)
    #   a negative that weighs nothing is none
    weightless = measure(np.array([True, False]), np.ones(2), weights=np.array([1.0, 0.0]))
    assert "AUC" not in weightless.named()
    assert all(np.isfinite(list(one.named().values())).all() for one in (alone, weightless))


def test_a_degree_of_rounding_size_is_none() -> None:
    assert measure(np.array([False, True]), np.array([1e-13, 1.0])).precision == 1.0


def test_nothing_over_nothing_is_0() -> None:
    found = measure(POSITIVE, np.zeros(4))
    assert (found.precision, found.f1, found.fuzzy_f1, found.mcc) == (0.0, 0.0, 0.0, 0.0)
    assert (found.recall, found.balanced_accuracy, found.mse) == (0.0, 0.5, 0.5)


def test_labels_may_be_0_and_1() -> None:
    assert measure(POSITIVE.astype(int), DEGREES) == measure(POSITIVE, DEGREES)


def test_measures_have_their_names_in_files() -> None:
    named = measure(POSITIVE, DEGREES).named()
    assert list(named) == [
        "F1", "fuzzy_F1", "precision", "recall", "fuzzy_precision", "fuzzy_recall", "MSE",
        "threshold_F1", "balanced_accuracy", "MCC", "AUC", "AP", "exact_share",
        "TP", "FP", "TNP", "FNP", "fuzzy_TP", "fuzzy_FP", "fuzzy_TNP", "fuzzy_FNP", "fF1F1",
    ]  # fmt: skip
    assert named["MSE"] == 0.125
    everything = measure(POSITIVE, DEGREES, probability=DEGREES).named()
    assert list(everything) == [one.name for one in TABLE if one.basis not in ("grade", "truth")]


def test_the_table_says_everything_once() -> None:
    names = [one.name for one in TABLE]
    assert len(set(names)) == len(names)
    attributes = {one: name for name, one in vars(Measures).items() if isinstance(one, Measure)}
    assert [attributes[one] for one in TABLE] == [
        "f1", "fuzzy_f1", "precision", "recall", "fuzzy_precision", "fuzzy_recall", "mse",
        "mae", "r2", "spearman",
        "threshold_f1", "balanced_accuracy", "mcc", "auc", "average_precision", "brier",
        "log_loss", "calibration_error", "exact_share",
        "true_positives", "false_positives", "true_non_positives", "false_non_positives",
        "fuzzy_true_positives", "fuzzy_false_positives", "fuzzy_true_non_positives",
        "fuzzy_false_non_positives", "match", "commission", "omission", "induction",
        "fuzzy_crisp_f1",
    ]  # fmt: skip
    errors = {"MSE", "Brier", "log_loss", "calibration_error", "exact_share"}
    errors |= {"FP", "FNP", "fuzzy_FP", "fuzzy_FNP", "MAE", "commission", "omission"}
    found = measure(POSITIVE, DEGREES, 0.75, probability=DEGREES)
    for one in TABLE:
        if one.basis not in ("grade", "truth"):
            assert getattr(found, attributes[one]) == found.named()[one.name]
        assert set(one.product_of) <= set(names)
        assert one.larger_is_better == (one.name not in errors)


@pytest.mark.parametrize("view", get_args(View))
def test_places_in_a_view_are_1_2_3(view: View) -> None:
    groups = [[one.shown[view] for one in shown_in(view)]]
    if view in ("training", "counts"):
        groups = [
            [one.shown[view] for one in shown_in(view) if one.basis == basis]
            for basis in get_args(Basis)
        ]
    for places in groups:
        assert places == list(range(1, len(places) + 1))


def test_views_have_their_columns() -> None:
    def names(view: View) -> list[str]:
        return [one.name for one in shown_in(view)]

    assert names("run") == ["F1", "fuzzy_F1", "MSE", "MCC", "AUC", "Brier", "fF1F1"]
    assert names("repeats") == ["F1", "fuzzy_F1", "MCC", "AUC"]
    assert names("compared") == ["fF1F1", "fuzzy_F1", "F1"]
    assert names("nested") == ["F1", "fuzzy_F1", "fF1F1", "MSE", "MCC", "AUC", "Brier"]
    assert names("nested_compared") == ["fF1F1", "F1"]
    assert names("graded") == ["fuzzy_F1", "MSE", "MAE", "R2", "Spearman"]


def test_measures_are_values() -> None:
    found = measure(POSITIVE, DEGREES)
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(measure(POSITIVE, DEGREES))
    assert found != measure(POSITIVE, DEGREES[::-1])
    assert repr(found).startswith("Measures(F1=0.8, fuzzy_F1=0.75, precision=0.66")
    with pytest.raises(FrozenInstanceError):
        found.values = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        found.f2  # type: ignore[attr-defined]  # noqa: B018


def test_only_the_threshold_s_measure_follows_the_threshold() -> None:
    low, high = measure(POSITIVE, DEGREES, 0.1).named(), measure(POSITIVE, DEGREES, 0.75).named()
    assert [name for name in low if low[name] != high[name]] == ["threshold_F1"]


def test_each_label_needs_one_degree() -> None:
    for degrees in (DEGREES[:2], np.zeros((4, 3))):
        with pytest.raises(ExamplesError, match="There must be one degree per label"):
            measure(POSITIVE, degrees)
    with pytest.raises(ExamplesError, match="one piece of evidence per label"):
        measure(POSITIVE, DEGREES, evidence=DEGREES[:2])
    with pytest.raises(ExamplesError, match="one probability per label"):
        measure(POSITIVE, DEGREES, probability=DEGREES[:2])
    with pytest.raises(ExamplesError, match="between 0 and 1"):
        measure(POSITIVE, DEGREES, probability=DEGREES + 1)
    with pytest.raises(ExamplesError, match="piece of evidence must be a number"):
        measure(POSITIVE, DEGREES, evidence=DEGREES * np.nan)
    with pytest.raises(ExamplesError, match=r"true or false, not 'a'\. Compare them first"):
        measure(np.array(["a", "b"]), DEGREES[:2])


def test_threads_measure_the_same() -> None:
    rng = np.random.default_rng(0)
    positive, degrees = rng.random(50) < 0.4, rng.random(50).round(1)
    evidence, likely = 3 * degrees - 1, degrees**2
    alone, together = (
        measure(positive, degrees, 0.3, evidence=evidence, probability=likely, pool=pool)
        for pool in (SERIAL, ThreadPool(2))
    )
    assert alone == together
