"""Rows told once."""

import numpy as np

from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.rows import cut, told_once


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
            cut(columns, told.rows)["p"].values, [1.0, 2.0, np.nan], equal_nan=True
        )
        assert told.weights.tolist() == [1.0, 1.0, 2.0]


def test_times_stay_times() -> None:
    built = NumberColumn(np.array([2.0, 1.0]), "date")
    told = told_once({"built": built}, np.zeros(2, dtype=np.int64), np.ones(2))
    column = cut({"built": built}, told.rows)["built"]
    assert isinstance(column, NumberColumn)
    assert (column.is_time, column.values.tolist()) == (True, [1.0, 2.0])
