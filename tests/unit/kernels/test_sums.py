import numpy as np
import pytest

from owlboost.kernels.sums import bound_sums, label_moments, label_sums, top_moments


def ids(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int32)


#   labels of element 0: X 0.5;  of element 1: X 0.8, Y 1
MATRIX = np.array([0, 1, 3]), ids(0, 0, 1), np.array([0.5, 0.8, 1.0])
#   example 0 is at 0 with 1 and at 1 with 0.6, example 1 at 1 with 0.9
RELATION = ids(0, 1), np.array([0, 2, 3]), ids(0, 1, 1), np.array([1.0, 0.6, 0.9])


#   slopes, curvatures, counts and lifts of both examples
WEIGHED = np.array([1.0, -2.0]), np.array([3.0, 4.0]), np.array([1.0, 5.0]), np.array([0.5, -0.25])


def test_each_example_counts_with_its_best_place() -> None:
    left, right = label_sums(0, 2, *RELATION, *MATRIX, np.array([1.0, 10.0]), np.zeros(2), 2)
    #   X: 1·max(min(1, 0.5), min(0.6, 0.8)) + 10·min(0.9, 0.8);   Y: 1·min(0.6, 1) + 10·0.9
    assert left == pytest.approx(np.array([0.6 + 8.0, 0.6 + 9.0]))
    assert right.tolist() == [0.0, 0.0]


def test_only_the_rows_asked_for_are_summed() -> None:
    weights = np.array([1.0, 10.0])
    left, right = label_sums(1, 2, *RELATION, *MATRIX, weights, weights / 2, 2)
    assert left == pytest.approx(np.array([8.0, 9.0]))
    assert right == pytest.approx(np.array([4.0, 4.5]))


def test_top_counts_with_the_best_place() -> None:
    rows, indptr, _, degrees = RELATION
    found = top_moments(rows, indptr, degrees, *WEIGHED)
    #   example 0 with max(1, 0.6), example 1 with 0.9
    assert found == pytest.approx([1 - 1.8, 3 + 4 * 0.81, 1 + 4.5, 0.5 - 0.9 * 0.25])


def test_four_sums_of_a_label_over_one_place_and_over_two() -> None:
    found = label_moments(0, 2, *RELATION, *MATRIX, *WEIGHED, 2)
    #   X holds at example 0 to max(min(1, 0.5), min(0.6, 0.8)) = 0.6, at example 1 to 0.8
    x = [0.6 - 2 * 0.8, 3 * 0.36 + 4 * 0.64, 0.6 + 5 * 0.8, 0.5 * 0.6 - 0.25 * 0.8]
    #   Y to 0.6 and 0.9
    y = [0.6 - 2 * 0.9, 3 * 0.36 + 4 * 0.81, 0.6 + 5 * 0.9, 0.5 * 0.6 - 0.25 * 0.9]
    assert pytest.approx(np.array([x, y])) == np.array(found).T


def test_four_sums_of_the_rows_asked_for() -> None:
    found = label_moments(1, 2, *RELATION, *MATRIX, *WEIGHED, 2)
    assert np.array(found)[:, 1] == pytest.approx([-1.8, 4 * 0.81, 4.5, -0.225])


def test_falling_and_rising_slopes_reach_apart() -> None:
    rows, indptr, _, degrees = RELATION
    found = bound_sums(rows, indptr, degrees, np.array([1.0, -2.0]), np.array([7.0, 8.0]))
    assert found == pytest.approx([1.8, 8.0, 1.0, 7.0])
