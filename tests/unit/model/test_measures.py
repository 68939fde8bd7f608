import pickle
from dataclasses import FrozenInstanceError
from typing import get_args

import numpy as np
import pytest

from owlboost.errors import ExamplesError
from owlboost.model.measures import TABLE, Basis, Measure, Measures, View, measure, shown_in

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
        "threshold_F1", "balanced_accuracy", "MCC", "fF1F1",
    ]  # fmt: skip
    assert named["MSE"] == 0.125


def test_the_table_says_everything_once() -> None:
    names = [one.name for one in TABLE]
    assert len(set(names)) == len(names)
    attributes = {one: name for name, one in vars(Measures).items() if isinstance(one, Measure)}
    assert [attributes[one] for one in TABLE] == [
        "f1", "fuzzy_f1", "precision", "recall", "fuzzy_precision", "fuzzy_recall", "mse",
        "threshold_f1", "balanced_accuracy", "mcc", "fuzzy_crisp_f1",
    ]  # fmt: skip
    found = measure(POSITIVE, DEGREES, 0.75)
    for one in TABLE:
        assert getattr(found, attributes[one]) == found.named()[one.name]
        assert set(one.product_of) <= set(names)
        assert one.larger_is_better == (one.name != "MSE")


@pytest.mark.parametrize("view", get_args(View))
def test_places_in_a_view_are_1_2_3(view: View) -> None:
    groups = [[one.shown[view] for one in shown_in(view)]]
    if view == "training":
        groups = [
            [one.shown[view] for one in shown_in(view) if one.basis == basis]
            for basis in get_args(Basis)
        ]
    for places in groups:
        assert places == list(range(1, len(places) + 1))


def test_views_have_the_columns_they_had() -> None:
    def names(view: View) -> list[str]:
        return [one.name for one in shown_in(view)]

    figures = ["F1", "fuzzy_F1", "threshold_F1", "MSE", "balanced_accuracy", "MCC", "fF1F1"]
    assert names("run") == figures
    assert names("repeats") == ["F1", "fuzzy_F1", "MCC"]
    assert names("compared") == ["fF1F1", "fuzzy_F1", "F1"]
    assert names("nested") == ["F1", "fuzzy_F1", "fF1F1", "MSE", "MCC"]
    assert names("nested_compared") == ["fF1F1", "F1"]


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
    with pytest.raises(ExamplesError, match=r"true or false, not 'a'\. Compare them first"):
        measure(np.array(["a", "b"]), DEGREES[:2])
