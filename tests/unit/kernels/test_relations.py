import numpy as np

from owlboost.kernels.relations import extended, label_degrees, max_over_successors, restricted

#   r:  0 → 1, 0 → 2, 1 → 2;  2 has no successor
INDPTR = np.array([0, 2, 3, 3], dtype=np.int64)
INDICES = np.array([1, 2, 2], dtype=np.int32)


def ids(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int32)


def test_an_existential_takes_its_best_successor() -> None:
    found = max_over_successors(INDPTR, INDICES, np.array([1.0, 0.3, 0.7]))
    assert found.tolist() == [0.7, 0.7, 0.0]


def test_two_ways_to_one_place_leave_the_better() -> None:
    #   example 5 is at 0 with 0.4 and at 1 with 0.6: it gets to 1 by 0.4, to 2 by max(0.4, 0.6)
    rows, indptr, elements, degrees = extended(
        ids(5, 7), np.array([0, 2, 3]), ids(0, 1, 2), np.array([0.4, 0.6, 1.0]), INDPTR, INDICES, 3
    )
    assert (rows.tolist(), indptr.tolist()) == ([5], [0, 2])  # example 7 gets nowhere
    assert dict(zip(elements.tolist(), degrees.tolist(), strict=True)) == {1: 0.4, 2: 0.6}


def test_an_example_without_a_place_left_is_left_out() -> None:
    relation = ids(5, 7), np.array([0, 2, 3]), ids(0, 1, 2), np.array([0.4, 0.6, 1.0])
    rows, indptr, elements, degrees = restricted(*relation, np.array([0.0, 0.5, 0.0]))
    assert (rows.tolist(), indptr.tolist()) == ([5], [0, 1])
    assert (elements.tolist(), degrees.tolist()) == ([1], [0.5])


def test_a_label_that_an_element_lacks_has_degree_0() -> None:
    #   element 0 has labels 1 and 4, element 1 none
    matrix = np.array([0, 2, 2]), ids(1, 4), np.array([0.2, 1.0])
    assert label_degrees(ids(0, 1, 0), *matrix, 4).tolist() == [1.0, 0.0, 1.0]
    assert label_degrees(ids(0, 1), *matrix, 3).tolist() == [0.0, 0.0]
