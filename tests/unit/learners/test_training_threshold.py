import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.learners.training import fit_threshold


def fitted(degrees: list[float], positive: list[bool]) -> float:
    return fit_threshold(np.array(degrees), np.array(positive))


def test_the_threshold_lies_midway_between_degrees() -> None:
    #   t = 0.25: P 2/3, R 1, F1 0.8;   t = 0.75: P 1, R 1/2, F1 2/3
    assert fitted([1.0, 0.5, 0.5, 0.0], [True, True, False, False]) == 0.25


def test_of_equal_thresholds_the_lowest_is_taken() -> None:
    #   t = 0.25: P 2/4, R 1, F1 2/3;   t = 0.75: P 1, R 1/2, F1 2/3
    assert fitted([0.0, 0.5, 0.5, 0.5, 1.0], [False, True, False, False, True]) == 0.25


def test_without_a_zero_the_lowest_lies_midway_to_0() -> None:
    assert fitted([0.4, 0.8], [True, True]) == pytest.approx(0.2)


def test_without_a_degree_above_0_it_is_a_half() -> None:
    assert fitted([0.0, 0.0], [True, False]) == 0.5
    assert fit_threshold(np.array([0.0]), np.array([True]), np.array([2.0])) == 0.5
    assert fit_threshold(np.empty(0), np.empty(0, dtype=np.bool_)) == 0.5


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.4, 0.9, 1.0]), st.booleans()), min_size=1))
def test_examples_that_stand_for_one_each_need_no_weights(
    examples: list[tuple[float, bool]],
) -> None:
    degrees, positive = (np.array(column) for column in zip(*examples, strict=True))
    assert fit_threshold(degrees, positive) == fit_threshold(
        degrees, positive, np.ones(degrees.size)
    )


def test_an_example_that_stands_for_three_is_three_examples() -> None:
    degrees, positive = np.array([0.9, 0.6, 0.3]), np.array([True, False, True])
    three = fit_threshold(degrees, positive, np.array([1.0, 1.0, 3.0]))
    assert three == fitted([0.9, 0.6, 0.3, 0.3, 0.3], [True, False, True, True, True])
