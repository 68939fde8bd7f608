"""DataFrames and arrays to Arrow columns."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, cast

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from owlboost.errors import ExamplesError
from owlboost.runtime.array_types import Mask
from owlboost.tables.columns import value_text

_OF_OBJECTS: tuple[tuple[tuple[type, ...], Any], ...] = (
    ((bool, np.bool_), pa.bool_()),
    ((int, float, Decimal, np.number), pa.float64()),
    ((dt.datetime,), None),
    ((dt.date,), None),
    ((dt.timedelta,), pa.duration("us")),
    ((dt.time,), pa.time64("us")),
)
"""Types of cells, and what Arrow is to make of a column of them; None if it finds out itself."""


def is_frame(X: object) -> bool:
    """Whether X is a DataFrame of any library that narwhals knows.

    Examples
    --------
    >>> is_frame(np.ones((2, 2)))
    False
    """
    return bool(nw.dependencies.is_into_dataframe(X))


def arrow_columns(X: Any) -> dict[str, Any]:
    """Return the columns of a DataFrame, or of an array with two axes, as chunked arrays of Arrow.

    Columns of an array are called ``x0``, ``x1``, … Categories come as dictionaries.

    Raises
    ------
    ExamplesError
        Two columns have the same name.

    Examples
    --------
    >>> columns = arrow_columns(np.array([[79.0, "red"], [np.nan, "blue"]], dtype=object))
    >>> [(name, str(column.type)) for name, column in columns.items()]
    [('x0', 'double'), ('x1', 'large_string')]
    """
    if not is_frame(X):
        array = np.asarray(X)
        return {
            f"x{number}": pa.chunked_array([_of_array(array[:, number])])
            for number in range(array.shape[1])
        }
    frame = nw.from_native(X, eager_only=True)
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        raise ExamplesError("Two columns of the DataFrame have the same name.")
    return {
        name: pa.chunked_array([_of_series(frame.get_column(column))])
        for name, column in zip(names, frame.columns, strict=True)
    }


def _of_array(values: npt.NDArray[Any]) -> Any:
    match values.dtype.kind:
        case "f":
            return pa.array(values.astype(np.float64))
        case "i" | "u" | "b":
            return pa.array(values)
        case "M" | "m" as kind:
            return pa.array(values.astype(f"{kind}8[us]"))
        case _:
            return of_objects(values.astype(object))


def _of_series(series: Any) -> Any:
    """Let the library convert its column, unless it holds objects that Arrow does not know."""
    is_category = series.dtype in (nw.Categorical, nw.Enum)
    if series.dtype not in (nw.Object, nw.Unknown):
        try:
            found = series.to_arrow()
        except (pa.ArrowInvalid, pa.ArrowTypeError):  # categories of different types
            found = None
        if found is not None and not (is_category and _is_odd(found.type.value_type)):
            return found
    objects = np.empty(len(series), dtype=object)
    objects[:] = series.to_list()
    found = of_objects(objects)
    return found.dictionary_encode() if is_category else found


def _is_odd(type_: Any) -> bool:
    """Whether categories are intervals, tuples or the like, which only Python can write."""
    return bool(isinstance(type_, pa.BaseExtensionType) or pa.types.is_nested(type_))


def of_objects(objects: npt.NDArray[Any]) -> Any:
    """Find truth values, numbers or times among objects; else they are texts."""
    missing: Mask = np.array([_is_missing(value) for value in objects], dtype=np.bool_)
    cells = [None if gone else value for value, gone in zip(objects, missing, strict=True)]
    present = [value for value in cells if value is not None]
    if not present:
        return pa.nulls(len(cells))
    for types, arrow_type in _OF_OBJECTS:
        if all(isinstance(value, types) for value in present):
            return _converted(cells, arrow_type)
    return _written(cells)


def _converted(cells: list[Any], arrow_type: Any) -> Any:
    if arrow_type == pa.float64():
        cells = [None if value is None else float(value) for value in cells]
    try:
        return pa.array(cells, arrow_type)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return _written(cells)


def _written(cells: list[Any]) -> Any:
    return pa.array([None if value is None else _text(value) for value in cells], pa.large_string())


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
