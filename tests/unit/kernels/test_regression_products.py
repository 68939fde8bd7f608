"""Products of columns against their sums, term by term."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.kernels.regression import column_products, combined
from owlboost.runtime.array_types import Floats


def drawn(n_columns: int, n_rows: int, seed: int) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    return rng.random((n_columns, n_rows)), rng.normal(size=n_rows), rng.random(n_rows)


SIZES = st.integers(1, 40) | st.sampled_from([511, 512, 513, 1030])


@given(st.integers(1, 4), SIZES, st.integers(0, 5), st.integers(0, 9))
def test_products_are_sums_over_rows(m: int, n: int, first: int, seed: int) -> None:
    columns, slopes, curvatures = drawn(m, n + first, seed)
    matrix, right = column_products(columns, first, slopes[first:], curvatures[first:], 0)
    rows = range(first, n + first)
    for i in range(m):
        assert right[i] == pytest.approx(math.fsum(slopes[a] * columns[i, a] for a in rows))
        for j in range(m):
            products = (curvatures[a] * columns[i, a] * columns[j, a] for a in rows)
            assert matrix[i, j] == matrix[j, i] == pytest.approx(math.fsum(products))


def test_what_is_known_is_not_summed_again() -> None:
    columns, slopes, curvatures = drawn(4, 700, 1)
    matrix, right = column_products(columns, 0, slopes, curvatures, 0)
    new_matrix, new_right = column_products(columns, 0, slopes, curvatures, 3)
    assert not new_matrix[:3, :3].any()
    assert not new_right[:3].any()
    assert new_matrix[3].tolist() == matrix[3].tolist() == new_matrix[:, 3].tolist()
    assert new_right[3] == right[3]


@given(st.integers(1, 4), SIZES, st.integers(0, 5), st.integers(0, 9))
def test_scores_are_weighted_sums_of_columns(m: int, n: int, first: int, seed: int) -> None:
    columns, alpha, _ = *drawn(m, n + first, seed)[:2], None
    found = np.empty(n)
    combined(columns, np.resize(alpha, m), first, found)
    for a in range(n):
        terms = (np.resize(alpha, m)[i] * columns[i, first + a] for i in range(m))
        assert found[a] == pytest.approx(math.fsum(terms), abs=1e-12)
