"""The kernels against their definitions in tests/reference/kernels.py."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression
from tests.reference import kernels as literal

from owlboost.data.fuzzy_sets import memberships
from owlboost.kernels.fuzzy import best_membership
from owlboost.kernels.regression import rising_steps
from owlboost.kernels.relations import (
    extended,
    label_degrees,
    max_over_successors,
    restricted,
    row_maxima,
)
from owlboost.kernels.sums import bound_sums, label_excesses, label_moments, label_sums, top_moments
from owlboost.runtime.array_types import Degrees, Ids, Offsets

N_ELEMENTS = 6
N_LABELS = 5
N_ROWS = 8
DEGREE = st.sampled_from([0.1, 0.25, 0.5, 0.75, 1.0])

Entries = dict[int, float]
Arrays = tuple[Ids, Offsets, Ids, Degrees]


def entries(n: int, min_size: int) -> st.SearchStrategy[Entries]:
    return st.dictionaries(st.integers(0, n - 1), DEGREE, min_size=min_size)


def relations() -> st.SearchStrategy[dict[int, Entries]]:
    """Some examples in ascending order, each at one or more elements."""
    found = st.dictionaries(st.integers(0, N_ROWS - 1), entries(N_ELEMENTS, 1))
    return found.map(lambda relation: dict(sorted(relation.items())))


def mixed_relations() -> st.SearchStrategy[dict[int, Entries]]:
    """Examples at one element, whose sums take a shorter way, beside examples at several."""
    alone = st.tuples(st.integers(0, N_ELEMENTS - 1), DEGREE).map(lambda pair: dict([pair]))
    found = st.dictionaries(st.integers(0, N_ROWS - 1), alone | entries(N_ELEMENTS, 2), min_size=2)
    return found.map(lambda relation: dict(sorted(relation.items())))


def signed() -> st.SearchStrategy[list[float]]:
    return st.lists(st.floats(-1, 1), min_size=N_ROWS, max_size=N_ROWS)


def matrices() -> st.SearchStrategy[list[Entries]]:
    return st.lists(entries(N_LABELS, 0), min_size=N_ELEMENTS, max_size=N_ELEMENTS)


def roles() -> st.SearchStrategy[set[tuple[int, int]]]:
    pairs = list(product(range(N_ELEMENTS), repeat=2))
    return st.sets(st.sampled_from(pairs), max_size=len(pairs))


def compressed(rows: Sequence[Entries]) -> tuple[Offsets, Ids, Degrees]:
    indptr = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    indices = [number for row in rows for number in sorted(row)]
    degrees = [row[number] for row in rows for number in sorted(row)]
    return indptr, np.array(indices, dtype=np.int32), np.array(degrees, dtype=np.float64)


def arrays_of(relation: dict[int, Entries]) -> Arrays:
    return np.array(list(relation), dtype=np.int32), *compressed(list(relation.values()))


def relation_of(arrays: Arrays) -> dict[int, Entries]:
    rows, indptr, elements, degrees = (array.tolist() for array in arrays)
    assert len(elements) == len(degrees) == indptr[-1]
    found = {
        row: dict(zip(elements[start:stop], degrees[start:stop], strict=True))
        for row, start, stop in zip(rows, indptr[:-1], indptr[1:], strict=True)
    }
    assert sum(map(len, found.values())) == len(elements)  # nothing stands twice
    return found


def role_arrays(role: set[tuple[int, int]]) -> tuple[Offsets, Ids]:
    indptr, indices, _ = compressed(
        [{y: 1.0 for x, y in role if x == element} for element in range(N_ELEMENTS)]
    )
    return indptr, indices


@given(relations(), roles())
def test_extended_is_the_max_min_product(
    relation: dict[int, Entries], role: set[tuple[int, int]]
) -> None:
    found = relation_of(extended(*arrays_of(relation), *role_arrays(role), N_ELEMENTS))
    assert found == literal.extended(relation, role)
    assert list(found) == sorted(found)


def test_extended_grows_beyond_its_first_guess() -> None:
    #   1 entry with 100 fillers; the guess is 16 entries
    n = 101
    indptr = np.array([0, *[100] * n], dtype=np.int64)
    indices = np.arange(1, n, dtype=np.int32)
    start = np.zeros(1, dtype=np.int32), np.array([0, 1]), np.zeros(1, dtype=np.int32), np.ones(1)
    assert relation_of(extended(*start, indptr, indices, n)) == {0: dict.fromkeys(range(1, n), 1.0)}


@given(st.data())
def test_restricted_takes_the_minimum_and_leaves_out_zeros(data: st.DataObject) -> None:
    relation = data.draw(relations())
    limits = st.sampled_from([0.0, 0.0, 0.2, 0.6, 1.0])
    bound = {row: {z: data.draw(limits) for z in sorted(own)} for row, own in relation.items()}
    _, _, flat = compressed(list(bound.values()))
    found = relation_of(restricted(*arrays_of(relation), flat))
    assert found == literal.restricted(relation, bound)
    assert list(found) == sorted(found)


@given(relations())
def test_row_maxima_are_the_best_entries(relation: dict[int, Entries]) -> None:
    _, indptr, _, degrees = arrays_of(relation)
    assert row_maxima(indptr, degrees).tolist() == literal.row_maxima(relation)


@given(matrices(), st.lists(st.integers(0, N_ELEMENTS - 1)), st.integers(0, N_LABELS - 1))
def test_label_degrees_are_looked_up(
    matrix: list[Entries], elements: list[int], label: int
) -> None:
    places = np.array(elements, dtype=np.int32)
    found = label_degrees(places, *compressed(matrix), label)
    assert found.tolist() == literal.label_degrees(elements, dict(enumerate(matrix)), label)


@given(st.data())
def test_label_sums_are_those_of_the_definition(data: st.DataObject) -> None:
    relation, matrix = data.draw(relations()), data.draw(matrices())
    weight = st.lists(st.floats(0, 1), min_size=N_ROWS, max_size=N_ROWS)
    left, right = data.draw(weight), data.draw(weight)
    first = data.draw(st.integers(0, len(relation)))
    last = data.draw(st.integers(first, len(relation)))
    found = label_sums(
        first, last, *arrays_of(relation), *compressed(matrix),
        np.array(left), np.array(right), N_LABELS,
    )  # fmt: skip
    part = dict(list(relation.items())[first:last])
    for sums, weights in zip(found, (left, right), strict=True):
        expected = literal.label_sums(part, dict(enumerate(matrix)), weights, N_LABELS)
        assert sums.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(st.data())
def test_label_excesses_are_those_of_the_definition(data: st.DataObject) -> None:
    relation, matrix = data.draw(mixed_relations()), data.draw(matrices())
    weight = st.lists(st.floats(0, 1), min_size=N_ROWS, max_size=N_ROWS)
    left, right = data.draw(weight), data.draw(weight)
    floors = data.draw(st.lists(st.just(0.0) | DEGREE, min_size=N_ROWS, max_size=N_ROWS))
    first = data.draw(st.integers(0, len(relation)))
    last = data.draw(st.integers(first, len(relation)))
    found = label_excesses(
        first, last, *arrays_of(relation), *compressed(matrix),
        np.array(left), np.array(right), np.array(floors), N_LABELS,
    )  # fmt: skip
    part = dict(list(relation.items())[first:last])
    for sums, weights in zip(found, (left, right), strict=True):
        expected = literal.label_excesses(part, dict(enumerate(matrix)), weights, floors, N_LABELS)
        assert sums.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(mixed_relations(), matrices(), st.tuples(signed(), signed(), signed(), signed()), st.data())
def test_label_moments_are_those_of_the_definition(
    relation: dict[int, Entries],
    matrix: list[Entries],
    weighed: literal.Weighed,
    data: st.DataObject,
) -> None:
    first = data.draw(st.integers(0, len(relation)))
    last = data.draw(st.integers(first, len(relation)))
    slopes, curvatures, counts, lifts = map(np.array, weighed)
    found = label_moments(
        first, last, *arrays_of(relation), *compressed(matrix),
        slopes, curvatures, counts, lifts, N_LABELS,
    )  # fmt: skip
    part = dict(list(relation.items())[first:last])
    expected = literal.label_moments(part, dict(enumerate(matrix)), weighed, N_LABELS)
    assert pytest.approx(np.array(expected), rel=1e-12, abs=1e-12) == np.array(found).T


@given(relations(), st.tuples(signed(), signed(), signed(), signed()))
def test_top_moments_are_those_of_the_definition(
    relation: dict[int, Entries], weighed: literal.Weighed
) -> None:
    rows, indptr, _, degrees = arrays_of(relation)
    found = top_moments(rows, indptr, degrees, *map(np.array, weighed))
    expected = literal.top_moments(relation, weighed)
    assert found.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12)


@given(relations(), signed(), signed())
def test_reaches_are_those_of_the_definition(
    relation: dict[int, Entries], slopes: list[float], spreads: list[float]
) -> None:
    rows, indptr, _, degrees = arrays_of(relation)
    found = bound_sums(rows, indptr, degrees, np.array(slopes), np.array(spreads))
    expected = literal.bound_sums(relation, slopes, spreads)
    assert found.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12)


@given(roles(), st.lists(st.just(0.0) | DEGREE, min_size=N_ELEMENTS, max_size=N_ELEMENTS))
def test_max_over_successors_is_the_existential(
    role: set[tuple[int, int]], filler: list[float]
) -> None:
    found = max_over_successors(*role_arrays(role), np.array(filler))
    assert found.tolist() == literal.max_over_successors(role, filler)


Corners = tuple[float, float, float, float]
INFINITY = float("inf")
NUMBERS = st.floats(-7, 7) | st.integers(-5, 5).map(float)


@st.composite
def trapezoids(draw: st.DrawFn) -> Corners:
    """Trapezoids, and now and then a shoulder, a triangle or a point."""
    a, b, c, d = sorted(draw(st.lists(st.integers(-5, 5).map(float), min_size=4, max_size=4)))
    match draw(st.integers(0, 2)):
        case 0:
            return -INFINITY, -INFINITY, c, d
        case 1:
            return a, b, INFINITY, INFINITY
        case _:
            return a, b, c, d


@given(
    st.lists(st.lists(NUMBERS, max_size=3)),
    trapezoids(),
)
def test_best_membership_is_the_best_of_the_values(
    values: list[list[float]], corners: Corners
) -> None:
    indptr = np.cumsum([0, *map(len, values)], dtype=np.int64)
    flat = np.array([value for own in values for value in own], dtype=np.float64)
    found = best_membership(indptr, flat, np.array(corners))
    assert found.tolist() == literal.best_membership(values, corners)


@given(st.lists(NUMBERS, max_size=6), trapezoids())
def test_degrees_without_compiled_code_are_the_same(values: list[float], corners: Corners) -> None:
    found = memberships(corners, np.array(values, dtype=np.float64))
    assert found.tolist() == literal.best_membership([[value] for value in values], corners)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), min_size=1, max_size=7))
def test_rising_steps_are_those_of_the_definition(pairs: list[tuple[int, int]]) -> None:
    values, weights = ([Fraction(pair[at]) for pair in pairs] for at in (0, 1))
    expected = literal.rising_steps(values, weights)
    steps, starts = rising_steps(np.array(values, dtype=float), np.array(weights, dtype=float))
    np.testing.assert_allclose(np.repeat(steps, np.diff(starts)), [*map(float, expected)], 1e-12)
    assert starts[-1] == len(pairs)
    assert (np.diff(steps) > 0).all()


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.floats(0.001, 1000)) | st.sampled_from([(0.5, 1), (0.1, 3)]),
        min_size=1,
        max_size=60,
    )
)
def test_rising_steps_are_those_of_scipy_to_the_last_bit(pairs: list[tuple[float, float]]) -> None:
    values, weights = np.array(pairs, dtype=float).T.copy()
    expected = isotonic_regression(values, weights=weights)
    steps, starts = rising_steps(values, weights)
    assert starts.tolist() == expected.blocks.tolist()
    assert np.repeat(steps, np.diff(starts)).tolist() == expected.x.tolist()
