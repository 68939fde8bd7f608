"""Arrays and DataFrames as columns, and columns read as those that a model was fitted to."""

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from owlboost.errors import ExamplesError
from owlboost.estimators.inputs import Schema
from owlboost.tables.columns import Column, NumberColumn


def only(X: Any) -> tuple[str, Column]:
    schema = Schema.from_columns(X)
    (column,) = schema.columns(X).values()
    assert schema.remarks == ()
    assert isinstance(schema.kinds[0], str)
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
        (pd.Series(pd.to_datetime(["1970-01-02"]).tz_localize("Etc/GMT-6")), "time", [0.75]),
        (pd.Series([dt.time(18), None], dtype=object), "time", [0.75, None]),
        (pd.Series([Decimal("1.5"), None], dtype=object), "number", [1.5, None]),
        (pd.Series([1.0, np.nan], dtype="Sparse[float64]"), "number", [1.0, None]),
        (pd.Series([" b ", "?"]), "category", ["b", None]),
        (pd.Series([3.0, "b", True], dtype=object), "category", ["3", "b", "true"]),
        (pd.Series([3, "b"], dtype="category"), "category", ["3", "b"]),
        (pd.Series(pd.cut([1, 3], [0, 2, 4])), "category", ["(0, 2]", "(2, 4]"]),
        (
            pd.Series(pd.period_range("2020-01", periods=2, freq="M")),
            "category",
            ["2020-01", "2020-02"],
        ),
        (pd.Series(pd.Categorical(["b"], categories=["a", "b"])), "category", ["b"]),
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
        (pl.Series("c", [dt.time(18), None]), "time", [0.75, None]),
        (pl.Series("c", [Decimal("1.5"), None]), "number", [1.5, None]),
        (pl.Series("c", [1, "b"], pl.Object), "category", ["1", "b"]),
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
    schema = Schema.from_columns(pd.DataFrame({"grade": pd.Categorical([3, 4])}))
    assert listed(schema.columns(pd.DataFrame({"grade": [4.0, np.nan]}))["grade"]) == ["4", None]


@pytest.mark.parametrize(
    ("fitted", "given", "expected"),
    [
        ([1.5, 2.0], [True, None], [1.0, None]),
        ([True, False], [1, 0], [True, False]),
        ([True, False], [1.0, None], [True, None]),
        (["a", "b"], [1.0, 2.5], ["1", "2.5"]),
        ([1.5, 2.0], [None, None], [None, None]),
        ([True, False], [None, None], [None, None]),
        (["a", "b"], [None, None], [None, None]),
        ([dt.date(1970, 1, 2)] * 2, [dt.datetime(1970, 1, 2, 12), None], [1.5, None]),
        ([1.5, 2.0], ["3", " .5"], [3.0, 0.5]),
        ([dt.date(1970, 1, 2)] * 2, ["1970-01-03", None], [2.0, None]),
    ],
)
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_what_can_be_read_as_the_kind_fitted_to(
    frame: Any, fitted: list[Any], given: list[Any], expected: list[Any]
) -> None:
    schema = Schema.from_columns(frame({"c": fitted}))
    assert listed(schema.columns(frame({"c": given}))["c"]) == expected


@pytest.mark.parametrize(
    ("fitted", "given", "message"),
    [
        (
            [1.5, 2.0],
            ["3", "dear"],
            "Column 'c' must contain numbers, as it did when the model was fitted, not 'dear'.",
        ),
        (
            [1.5, 2.0],
            [dt.date(1970, 1, 2)] * 2,
            "'c' must contain numbers, as it did when the model was fitted, not times.",
        ),
        (
            [dt.date(1970, 1, 2)] * 2,
            [1, 2],
            "Column 'c' must contain times, as it did when the model was fitted, not '1",
        ),
        (
            [True, False],
            [2, 0],
            "Column 'c' must contain truth values, as it did when the model was fitted, not '2'.",
        ),
        ([1.5, 2.0], [np.inf, 1], "Column 'c' of input X contains infinity."),
    ],
)
def test_what_cannot_be_read_as_the_kind_fitted_to(
    fitted: list[Any], given: list[Any], message: str
) -> None:
    schema = Schema.from_columns(pd.DataFrame({"c": fitted}))
    with pytest.raises(ExamplesError) as caught:
        schema.columns(pd.DataFrame({"c": given}))
    assert message in str(caught.value)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_texts_that_name_the_rows_are_left_out_with_a_remark(frame: Any) -> None:
    X = frame({"name": [f"n{number}" for number in range(101)], "x": range(101)})
    schema = Schema.from_columns(X)
    assert list(schema.columns(X)) == ["x"]
    assert list(schema.columns(X[:3])) == ["x"]
    assert schema.remarks == (
        (
            "Column 'name' is left out: it has 101 different texts. Give it a categorical dtype in "
            "a DataFrame to keep it, or name it in texts to learn from its words."
        ),
    )
    assert list(Schema.from_columns(X[:100]).columns(X)) == ["name", "x"]


@pytest.mark.parametrize(
    "names",
    [
        pd.Series([f"n{number}" for number in range(101)], dtype="category").to_frame("name"),
        pl.DataFrame({"name": [f"n{number}" for number in range(101)]}, {"name": pl.Categorical}),
    ],
)
def test_categories_asked_for_are_kept_whatever_their_number(names: Any) -> None:
    (column,) = Schema.from_columns(names).columns(names).values()
    assert len(column.values) == 101


def test_columns_without_a_value_or_of_lists_are_left_out() -> None:
    X = pl.DataFrame({"e": [None, None], "l": [[1], [2]], "w": ["?", " "], "x": [1, 2]})
    schema = Schema.from_columns(X)
    assert list(schema.columns(X)) == ["x"]
    reasons = [remark.partition(" is left out: ")[2] for remark in schema.remarks]
    assert reasons == [
        "it is empty.",
        "its values (large_list<item: int64>) are neither numbers nor texts.",
        "it is empty.",
    ]


def test_an_array_is_read_by_the_names_of_the_frame_fitted_to() -> None:
    schema = Schema.from_columns(pd.DataFrame({"price": [1.0, 2.0]}))
    assert list(schema.columns(np.array([[3.0]]))) == ["price"]


def test_columns_of_the_same_name_are_refused() -> None:
    with pytest.raises((ExamplesError, ValueError)):
        Schema.from_columns(pd.DataFrame([[1, 2]], columns=[1, "1"]))
