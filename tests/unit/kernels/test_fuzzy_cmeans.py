import numpy as np
import pytest

from owlboost.kernels.fuzzy import fuzzy_cmeans
from owlboost.runtime.array_types import Floats

VALUES, START = np.array([0.0, 4.0]), np.array([1.0, 3.0])
#   u(0) = (1/1, 1/9) / (1 + 1/9) = (0.9, 0.1)   and   u(4) = (0.1, 0.9)


def one_step(counts: Floats, exponent: float) -> Floats:
    return fuzzy_cmeans(VALUES, counts, START, 0.05, 1, exponent)


def test_a_textbook_step_weighs_values_by_squared_memberships() -> None:
    #   c₁ = (0.81·0 + 0.01·4) / 0.82
    assert one_step(np.ones(2), 2.0) == pytest.approx(np.array([0.04, 3.24]) / 0.82)


def test_the_other_step_weighs_values_by_memberships() -> None:
    #   c₁ = (0.9·0 + 0.1·4) / 1
    assert one_step(np.ones(2), 1.0) == pytest.approx(np.array([0.4, 3.6]))


def test_repeated_values_count_as_often_as_they_occur() -> None:
    #   c₁ = 0.1·4 / (3·0.9 + 0.1),   c₂ = 0.9·4 / (3·0.1 + 0.9)
    expected = np.array([0.4 / 2.8, 3.6 / 1.2])
    assert one_step(np.array([3.0, 1.0]), 1.0) == pytest.approx(expected)


def test_a_value_on_a_centre_belongs_to_it_alone() -> None:
    found = fuzzy_cmeans(np.array([1.0, 3.0]), np.ones(2), START, 0.05, 100, 2.0)
    assert found.tolist() == [1.0, 3.0]


def test_centres_come_in_ascending_order() -> None:
    found = fuzzy_cmeans(VALUES, np.ones(2), START[::-1].copy(), 0.05, 1, 1.0)
    assert found == pytest.approx(np.array([0.4, 3.6]))
