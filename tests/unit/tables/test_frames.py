"""Arrays and DataFrames as columns."""

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from owlboost.errors import ExamplesError
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.rows import told_once
from owlboost.tables.schema import Schema


def only(X: Any) -> tuple[str, Column]:
    schema = Schema.of(X)
    (column,) = schema.columns(X).values()
    return schema.kinds[0], column


def listed(column: Column) -> list[Any]:
    if isinstance(column, NumberColumn):
        return [None if np.isnan(value) else value for value in column.values.tolist()]
    return [None if code < 0 else column.values[code] for code in column.codes.tolist()]


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        (pd.Series([1, 2]), "number", [1.0, 2.0]),
        (pd.Series([1.5, np.nan]), "number", [1.5, None]),
        (pd.Series([1, None], dtype="Int64"), "number", [1.0, None]),
        (pd.Series([1, None], dtype=object), "number", [1.0, None]),
        (pd.Series([True, False]), "truth", [True, False]),
        (pd.Series([True, None], dtype="boolean"), "truth", [True, None]),
        (pd.Series([True, None], dtype=object), "truth", [True, None]),
        (pd.Series(["b", None]), "category", ["b", None]),
        (pd.Series(["b", np.nan], dtype=object), "category", ["b", None]),
        (pd.Series(["b", None], dtype="string"), "category", ["b", None]),
        (pd.Series([3, 4, None], dtype="category"), "category", ["3", "4", None]),
        (pd.Series([dt.datetime(1970, 1, 2, 12), None]), "time", [1.5, None]),
        (pd.Series([dt.date(1970, 1, 2), None]), "time", [1.0, None]),
        (pd.Series([dt.timedelta(hours=36), None]), "time", [1.5, None]),
        (pd.Series(pd.to_datetime(["1970-01-02"]).tz_localize("UTC")), "time", [1.0]),
    ],
)
def test_columns_of_pandas(values: pd.Series, kind: str, expected: list[Any]) -> None:
    found, column = only(values.to_frame("c"))
    assert (found, listed(column)) == (kind, expected)


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        (pl.Series("c", [1, None]), "number", [1.0, None]),
        (pl.Series("c", [1.5, float("nan"), None]), "number", [1.5, None, None]),
        (pl.Series("c", [True, None]), "truth", [True, None]),
        (pl.Series("c", ["b", None]), "category", ["b", None]),
        (pl.Series("c", ["b", None], pl.Categorical), "category", ["b", None]),
        (pl.Series("c", ["b", None], pl.Enum(["b"])), "category", ["b", None]),
        (pl.Series("c", [dt.datetime(1970, 1, 2, 12), None]), "time", [1.5, None]),
        (pl.Series("c", [dt.date(1970, 1, 2), None]), "time", [1.0, None]),
        (pl.Series("c", [dt.timedelta(hours=36), None]), "time", [1.5, None]),
    ],
)
def test_columns_of_polars(values: pl.Series, kind: str, expected: list[Any]) -> None:
    found, column = only(values.to_frame())
    assert (found, listed(column)) == (kind, expected)


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        ([[1], [2]], "number", [1.0, 2.0]),
        ([[True], [False]], "truth", [True, False]),
        ([["b"], ["a"]], "category", ["b", "a"]),
        (np.array([["1970-01-02"], ["NaT"]], dtype="datetime64[D]"), "time", [1.0, None]),
    ],
)
def test_columns_of_arrays(values: Any, kind: str, expected: list[Any]) -> None:
    found, column = only(np.asarray(values))
    assert (found, listed(column)) == (kind, expected)


def test_a_column_is_read_as_the_one_fitted_to() -> None:
    schema = Schema.of(pd.DataFrame({"grade": pd.Categorical([3, 4])}))
    assert listed(schema.columns(pd.DataFrame({"grade": [4.0, np.nan]}))["grade"]) == ["4", None]


def test_columns_of_the_same_name_are_refused() -> None:
    with pytest.raises((ExamplesError, ValueError)):
        Schema.of(pd.DataFrame([[1, 2]], columns=[1, "1"]))


def test_rows_are_told_once_in_an_order_of_their_own() -> None:
    values = np.array([2.0, np.nan, 1.0, np.nan])
    tags = SymbolColumn(np.array([0, -1, 0, -1], dtype=np.int32), ("x",))
    for order in ([0, 1, 2, 3], [3, 2, 1, 0]):
        columns: dict[str, Column] = {
            "p": NumberColumn(values[order]),
            "s": SymbolColumn(tags.codes[order], tags.values),
        }
        told = told_once(columns, np.zeros(4, dtype=np.int64), np.array([1.0, 1.0, 1.0, 1.0]))
        assert listed(told.columns["p"]) == [1.0, 2.0, None]
        assert told.weights.tolist() == [1.0, 1.0, 2.0]
