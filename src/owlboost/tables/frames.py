"""Arrays and DataFrames as columns of a table, and rows that are told once with their weight."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import narwhals as nw
import numpy as np
import numpy.typing as npt

from owlboost._typing import Floats, Mask, Weights
from owlboost.errors import ExamplesError
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.vocabulary import Names
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn, value_text
from owlboost.tables.facts import stated_facts

Kind = Literal["number", "truth", "category", "time"]
"""What a column holds. A time is a number of days: since 1970, or of a duration."""

_DAY = 86_400e6
"""Microseconds of a day."""


def is_frame(X: object) -> bool:
    """Whether X is a DataFrame of any library that narwhals knows.

    Examples
    --------
    >>> is_frame(np.ones((2, 2)))
    False
    """
    return bool(nw.dependencies.is_into_dataframe(X))


@dataclass(frozen=True, slots=True)
class Schema:
    """Names and kinds of the columns that a model was fitted to.

    Examples
    --------
    >>> X = np.array([[79.0, "red"], [np.nan, "blue"]], dtype=object)
    >>> schema = Schema.of(X)
    >>> schema.kinds
    ('number', 'category')
    >>> schema.columns(X)["x1"].values
    ('blue', 'red')
    """

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, X: Any) -> "Schema":
        """Find out what the columns of an array or a DataFrame hold."""
        cells = _cells(X)
        return cls(tuple(cells), tuple(_kind(values) for values in cells.values()))

    def columns(self, X: Any) -> dict[str, Column]:
        """Read the columns of an array or a DataFrame as those fitted to."""
        cells = _cells(X)
        return {
            name: _column(name, values, kind)
            for (name, values), kind in zip(cells.items(), self.kinds, strict=True)
        }


def knowledge_base(columns: dict[str, Column], n_rows: int) -> KnowledgeBase:
    """State each cell as a value of a data property; rows are called ``row1`` and so on.

    Examples
    --------
    >>> kb = knowledge_base({"price": NumberColumn(np.array([79.0, np.nan]))}, 2)
    >>> list(kb.vocabulary.data_properties), kb.numbers[0].values
    (['urn:owlboost:table#price'], array([79.]))
    """
    return stated_facts(columns, Names(f"row{number}" for number in range(1, n_rows + 1)))


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """Different rows, each with its label and what it stands for."""

    columns: dict[str, Column]
    labels: npt.NDArray[np.int64]
    weights: Weights


def told_once(columns: dict[str, Column], labels: npt.NDArray[np.int64], weights: Weights) -> Told:
    """Keep one of all rows with the same cells and label, in an order of their own.

    So the order of rows changes nothing, and neither does telling a row twice instead of giving it
    weight 2. A row of weight 0 is not told at all.

    Examples
    --------
    >>> price = {"price": NumberColumn(np.array([79.0, 50.0, 79.0]))}
    >>> told = told_once(price, np.array([1, 0, 1]), np.array([1.0, 1.0, 2.0]))
    >>> told.columns["price"].values, told.labels, told.weights
    (array([50., 79.]), array([0, 1]), array([1., 3.]))
    """
    kept = np.flatnonzero(weights > 0)
    keys = [_ranks(column) for column in columns.values()]
    table = np.column_stack([*keys, labels])[kept]
    _, first, which = np.unique(table, axis=0, return_index=True, return_inverse=True)
    chosen = kept[first]
    summed = np.bincount(which.ravel(), weights[kept], first.size).astype(np.float64)
    cut = {name: _chosen(column, chosen) for name, column in columns.items()}
    return Told(cut, labels[chosen], summed)


def _ranks(column: Column) -> npt.NDArray[np.int64]:
    if isinstance(column, SymbolColumn):
        return column.codes.astype(np.int64)
    _, ranks = np.unique(column.values, return_inverse=True)
    return ranks.astype(np.int64)


def _chosen(column: Column, rows: npt.NDArray[np.int64]) -> Column:
    match column:
        case NumberColumn(values):
            return NumberColumn(values[rows])
        case SymbolColumn(codes, values):
            return SymbolColumn(codes[rows], values)


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The cells of one column: an array of numbers or truth values, or objects of any kind."""

    values: npt.NDArray[Any]
    missing: Mask
    is_category: bool = False
    is_time: bool = False


def _cells(X: Any) -> dict[str, _Cells]:
    if not is_frame(X):
        array = np.asarray(X)
        return {f"x{number}": _array_cells(array[:, number]) for number in range(array.shape[1])}
    frame = nw.from_native(X, eager_only=True)
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        raise ExamplesError("Two columns of the DataFrame have the same name.")
    return {
        name: _series_cells(frame.get_column(column))
        for name, column in zip(names, frame.columns, strict=True)
    }


def _array_cells(values: npt.NDArray[Any]) -> _Cells:
    if values.dtype.kind in "fiub":
        return _Cells(values, np.isnan(values) if values.dtype.kind == "f" else _none(values.size))
    if values.dtype.kind in "Mm":
        missing = np.isnat(values)
        unit = values.astype(f"{values.dtype.kind}8[us]").astype(np.float64)
        return _Cells(np.where(missing, np.nan, unit / _DAY), missing, is_time=True)
    objects = values.astype(object)
    missing = np.array([_is_missing(value) for value in objects], dtype=np.bool_)
    return _from_objects(objects, missing)


def _series_cells(series: Any) -> _Cells:
    dtype = series.dtype
    missing = np.asarray(series.is_null().to_numpy(), dtype=np.bool_)
    if dtype in (nw.Datetime, nw.Date):
        return _times(series.dt.timestamp("us"), missing)
    if dtype == nw.Duration:
        return _times(series.dt.total_microseconds(), missing)
    if dtype.is_numeric():
        numbers = _floats(series, missing)
        return _Cells(numbers, np.isnan(numbers))
    objects = np.empty(len(series), dtype=object)
    objects[:] = series.to_list()
    is_category = dtype in (nw.Categorical, nw.Enum, nw.String)
    return _from_objects(objects, missing, is_category=is_category)


def _times(series: Any, missing: Mask) -> _Cells:
    return _Cells(_floats(series, missing) / _DAY, missing, is_time=True)


def _floats(series: Any, missing: Mask) -> Floats:
    if not missing.any():
        return np.asarray(series.to_numpy(), dtype=np.float64)
    listed = zip(series.to_list(), missing, strict=True)
    return np.array([np.nan if gone else float(value) for value, gone in listed])


def _from_objects(objects: npt.NDArray[Any], missing: Mask, *, is_category: bool = False) -> _Cells:
    """Find truth values, numbers or times among objects; else they are categories."""
    present = objects[~missing].tolist()
    if is_category or not present:
        return _Cells(objects, missing, is_category=is_category)
    if all(isinstance(value, bool | np.bool_) for value in present):
        truth = np.zeros(objects.size, dtype=np.bool_)
        truth[~missing] = present
        return _Cells(truth, missing)
    if all(isinstance(value, int | float | np.number) for value in present):
        numbers = np.full(objects.size, np.nan)
        numbers[~missing] = present
        return _Cells(numbers, missing)
    if all(isinstance(value, dt.date) for value in present):
        days = np.array(present, dtype="datetime64[us]").astype(np.float64) / _DAY
        numbers = np.full(objects.size, np.nan)
        numbers[~missing] = days
        return _Cells(numbers, missing, is_time=True)
    return _Cells(objects, missing, is_category=True)


def _kind(cells: _Cells) -> Kind:
    if cells.is_time:
        return "time"
    if cells.is_category:
        return "category"
    return "truth" if cells.values.dtype.kind == "b" else "number"


def _column(name: str, cells: _Cells, kind: Kind) -> Column:
    match kind:
        case "category":
            return _category(cells)
        case "truth":
            return SymbolColumn(
                np.where(cells.missing, -1, _numbers(name, cells) != 0), (False, True)
            )
        case "number" | "time":
            if not cells.missing.all() and cells.is_time != (kind == "time"):
                raise ExamplesError(f"Column {name!r} must hold {kind}s, as where it was fitted.")
            return NumberColumn(_numbers(name, cells))


def _numbers(name: str, cells: _Cells) -> Floats:
    if cells.values.dtype.kind == "O" and not cells.missing.all():
        text = next(cells.values[row] for row in np.flatnonzero(~cells.missing))
        raise ExamplesError(f"Column {name!r} must hold numbers, as where it was fitted: {text!r}.")
    if cells.values.dtype.kind == "O":
        return np.full(cells.values.size, np.nan)
    numbers = np.where(cells.missing, np.nan, cells.values.astype(np.float64))
    if np.isinf(numbers).any():
        raise ExamplesError(f"Column {name!r} of input X contains infinity.")
    return numbers


def _category(cells: _Cells) -> SymbolColumn:
    texts = [
        None if gone else _text(value)
        for value, gone in zip(cells.values.tolist(), cells.missing, strict=True)
    ]
    values = sorted({text for text in texts if text is not None})
    numbers = {text: number for number, text in enumerate(values)}
    codes = [-1 if text is None else numbers[text] for text in texts]
    return SymbolColumn(np.array(codes, dtype=np.int32), tuple(values))


def _text(value: object) -> str:
    known = isinstance(value, str | bool | int | float)
    return value_text(cast("float | bool | str", value)) if known else str(value)


def _is_missing(value: object) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)  # noqa: PLR0124 - NaN and NaT differ from themselves
    except (TypeError, ValueError):  # pandas' NA is neither equal nor different
        return not isinstance(value, Sequence | np.ndarray)


def _none(n: int) -> Mask:
    return np.zeros(n, dtype=np.bool_)
