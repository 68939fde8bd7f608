import numpy as np
import pytest

from owlboost.kernels.fuzzy import best_membership

FAIR = np.array([40.0, 60.0, 60.0, 98.0])


def degrees(values: list[float], corners: np.ndarray) -> list[float]:
    found = best_membership(np.arange(len(values) + 1), np.array(values), corners)
    return [float(degree) for degree in found]


def test_a_price_of_79_is_half_fair() -> None:
    #   (98 - 79) / (98 - 60) = 19/38
    assert degrees([79.0], FAIR) == [0.5]


def test_a_triangle_is_1_at_its_peak_and_0_from_its_feet_on() -> None:
    assert degrees([39.0, 40.0, 50.0, 60.0, 98.0], FAIR) == [0.0, 0.0, 0.5, 1.0, 0.0]


def test_a_shoulder_stays_at_1() -> None:
    low = np.array([-np.inf, -np.inf, 1.0, 2.0])
    assert degrees([-1e300, 1.0, 1.25, 2.0], low) == [1.0, 1.0, 0.75, 0.0]


def test_of_two_values_the_better_counts_and_no_value_is_0() -> None:
    indptr, values = np.array([0, 2, 2], dtype=np.int64), np.array([50.0, 79.0])
    assert best_membership(indptr, values, FAIR) == pytest.approx([0.5, 0.0])
    assert best_membership(indptr, np.array([41.0, 79.0]), FAIR)[0] == 0.5
