"""DataFrames and arrays as Arrow columns."""

from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from owlboost.errors import ExamplesError
from owlboost.tables.arrow import from_objects


def is_frame(X: object) -> bool:
    """Whether X is a DataFrame of a library that narwhals supports.

    Examples
    --------
    >>> is_frame(np.ones((2, 2)))
    False
    """
    return bool(nw.dependencies.is_into_dataframe(X))


def arrow_columns(X: Any) -> dict[str, Any]:
    """Return the columns of a DataFrame or 2-D array as Arrow arrays.

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
            f"x{number}": pa.chunked_array([_from_array(array[:, number])])
            for number in range(array.shape[1])
        }
    frame = nw.from_native(X, eager_only=True)
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        raise ExamplesError("Two columns of the DataFrame have the same name.")
    return {
        name: pa.chunked_array([_from_series(frame.get_column(column))])
        for name, column in zip(names, frame.columns, strict=True)
    }


def _from_array(values: npt.NDArray[Any]) -> Any:
    match values.dtype.kind:
        case "f":
            return pa.array(values.astype(np.float64))
        case "i" | "u" | "b":
            return pa.array(values)
        case "M" | "m" as kind:
            return pa.array(values.astype(f"{kind}8[us]"))
        case _:
            return from_objects(values.astype(object))


def _from_series(series: Any) -> Any:
    """Convert a column by its library, except objects unknown to Arrow."""
    is_category = series.dtype in (nw.Categorical, nw.Enum)
    if series.dtype not in (nw.Object, nw.Unknown):
        try:
            converted = series.to_arrow()
        except (pa.ArrowInvalid, pa.ArrowTypeError):  # categories of different types
            converted = None
        if converted is not None and not (is_category and _is_odd(converted.type.value_type)):
            return converted
    objects = np.empty(len(series), dtype=object)
    objects[:] = series.to_list()
    converted = from_objects(objects)
    return converted.dictionary_encode() if is_category else converted


def _is_odd(type_: Any) -> bool:
    """Whether categories are intervals, tuples or other Python objects."""
    return bool(isinstance(type_, pa.BaseExtensionType) or pa.types.is_nested(type_))
