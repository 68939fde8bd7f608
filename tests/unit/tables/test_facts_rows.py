"""Rows told once."""

import numpy as np
import pytest

from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.facts import all_differ, take_rows, told_once


def test_rows_are_told_once_in_an_order_of_their_own() -> None:
    values = np.array([2.0, np.nan, 1.0, np.nan])
    tags = SymbolColumn(np.array([0, -1, 0, -1], dtype=np.int32), ("x",))
    for order in ([0, 1, 2, 3], [3, 2, 1, 0]):
        columns: dict[str, Column] = {
            "p": NumberColumn(values[order]),
            "s": SymbolColumn(tags.codes[order], tags.values),
        }
        told = told_once(columns, np.zeros(4, dtype=np.int64), np.array([1.0, 1.0, 1.0, 1.0]))
        assert np.array_equal(
            take_rows(columns, told.rows)["p"].values, [1.0, 2.0, np.nan], equal_nan=True
        )
        assert told.weights.tolist() == [1.0, 1.0, 2.0]


def test_times_stay_times() -> None:
    built = NumberColumn(np.array([2.0, 1.0]), "date")
    told = told_once({"built": built}, np.zeros(2, dtype=np.int64), np.ones(2))
    column = take_rows({"built": built}, told.rows)["built"]
    assert isinstance(column, NumberColumn)
    assert (column.is_time, column.values.tolist()) == (True, [2.0, 1.0])


def test_rows_that_all_differ_stay_where_they_are() -> None:
    columns: dict[str, Column] = {
        "p": NumberColumn(np.array([2.0, 1.0, 1.0, np.nan])),
        "s": SymbolColumn(np.array([0, -1, 0, -1], dtype=np.int32), ("x",)),
    }
    told = told_once(columns, np.zeros(4, dtype=np.int64), np.array([1.0, 3.0, 1.0, 1.0]))
    assert told.rows.tolist() == [0, 1, 2, 3]
    assert told.weights.tolist() == [1.0, 3.0, 1.0, 1.0]
    assert take_rows(columns, told.rows)["p"] is columns["p"]  # nothing is copied


@pytest.mark.parametrize(
    "keys",
    [
        [[0.0, -0.0]],
        [[np.nan, -np.nan]],
        [[1.5, 2.5, 1.5], [0, 1, 0]],
        [[True, True], [0.1, 0.1], [-1, -1]],
    ],
)
def test_rows_that_are_alike_do_not_all_differ(keys: list[list[float]]) -> None:
    assert not all_differ([np.array(key) for key in keys])


def test_columns_are_told_apart() -> None:
    #   the same numbers in other columns, or in another order
    assert all_differ([np.array([1.0, 2.0]), np.array([2.0, 1.0])])
    assert all_differ([np.array([3, 0, 0]), np.array([0, 3, 0]), np.array([0, 0, 3])])
    rng = np.random.default_rng(0)
    grid = np.array(np.meshgrid(*[np.arange(12.0)] * 4)).reshape(4, -1)
    assert all_differ(list(grid[:, rng.permutation(12**4)]))
