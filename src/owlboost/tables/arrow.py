"""Conversions between Arrow arrays and NumPy, texts, Python objects, DataFrames."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.errors import ExamplesError
from owlboost.runtime.array_types import Floats, Ids, Mask
from owlboost.runtime.names import Names
from owlboost.tables.columns import value_text


def doubles(column: Any) -> Floats:
    """Return doubles as a NumPy array, NaN where missing, without a copy if possible.

    Examples
    --------
    >>> doubles(pa.chunked_array([[0.5, None], [2.0]]))
    array([0.5, nan, 2. ])
    """
    return np.asarray(_filled(column, np.float64, np.nan))


def integers(column: Any, missing: int = 0) -> npt.NDArray[Any]:
    """Return integers of any width as a NumPy array, with a number for missing ones.

    Examples
    --------
    >>> integers(pa.array([3, None], pa.int8()), missing=-1)
    array([ 3, -1], dtype=int8)
    """
    return _filled(column, str(column.type), missing)


def truths(column: Any) -> Mask:
    """Return truth values as a NumPy array, False where missing.

    Examples
    --------
    >>> truths(pa.array([True, None, False]))
    array([ True, False, False])
    """
    return _joined([_bits(chunk, 1) & present(chunk) for chunk in _chunks(column)], np.bool_)


def present(array: Any) -> Mask:
    """Return which cells of an Arrow array have a value.

    Examples
    --------
    >>> present(pa.chunked_array([[0.5, None], [2.0]]))
    array([ True, False,  True])
    """
    return _joined([_bits(chunk, 0) for chunk in _chunks(array)], np.bool_)


def texts(values: Iterable[str | None]) -> Any:
    """Make an Arrow array of texts.

    Examples
    --------
    >>> texts(["Höhe", None, ""]).to_pylist()
    ['Höhe', None, '']
    """
    cells = list(values)
    encoded = [b"" if value is None else value.encode() for value in cells]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(cell) for cell in encoded], out=offsets[1:])
    valid = _packed(np.array([value is not None for value in cells], dtype=np.bool_))
    buffers = [valid, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.large_string(), len(cells), buffers)


def text(value: str | None) -> Any:
    """Make an Arrow scalar of a text.

    Examples
    --------
    >>> text("Höhe").as_py()
    'Höhe'
    """
    return texts([value])[0]


def mask(values: Mask) -> Any:
    """Make an Arrow array of truth values.

    Examples
    --------
    >>> mask(np.array([True, False])).to_pylist()
    [True, False]
    """
    return pa.Array.from_buffers(pa.bool_(), values.size, [None, _packed(values)])


def _chunks(column: Any) -> list[Any]:
    return list(column.chunks) if isinstance(column, pa.ChunkedArray) else [column]


def _filled(column: Any, dtype: npt.DTypeLike, missing: float) -> npt.NDArray[Any]:
    parts = []
    for chunk in _chunks(column):
        values = _values(chunk, np.dtype(dtype))
        if chunk.null_count:
            values = np.where(present(chunk), values, values.dtype.type(missing))
        parts.append(values)
    return _joined(parts, np.dtype(dtype))


def _values(chunk: Any, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """View the buffer of an array; missing cells have arbitrary numbers."""
    if not len(chunk):
        return np.empty(0, dtype)
    return np.frombuffer(chunk.buffers()[1], dtype, len(chunk), chunk.offset * dtype.itemsize)


def _bits(chunk: Any, number: int) -> Mask:
    """Unpack a buffer of bits; without a buffer all are set."""
    buffer = chunk.buffers()[number]
    if buffer is None or not len(chunk):
        return np.ones(len(chunk), dtype=np.bool_)
    first, last = chunk.offset, chunk.offset + len(chunk)
    covering = np.frombuffer(buffer, np.uint8)[first // 8 : (last + 7) // 8]
    bits = np.unpackbits(covering, bitorder="little")[first % 8 :][: len(chunk)]
    return bits.view(np.bool_)


def _packed(values: Mask) -> Any:
    return pa.py_buffer(np.packbits(values, bitorder="little"))


def _joined(parts: list[npt.NDArray[Any]], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty(0, dtype)


MISSING = ("", "?", "NA", "NaN", "nan", "N/A", "null", "None")
"""Spellings of a missing cell."""

TRUE_WORDS = ("true", "True", "TRUE")
FALSE_WORDS = ("false", "False", "FALSE")


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """A column of text: its distinct texts, sorted, and each row's code."""

    codes: Ids
    """−1 where the cell is missing."""
    distinct: Any
    """Arrow array of strings, stripped of surrounding space."""

    def first_row(self, wanted: Mask) -> tuple[int, str]:
        """Return the first row (from 1) with one of the wanted texts, and the text."""
        row = int(np.argmax((self.codes >= 0) & wanted[self.codes]))
        return row + 1, str(self.distinct[int(self.codes[row])])

    def names(self) -> Names:
        """Return the text of every row; no cell may be missing."""
        texts = self.distinct.to_pylist()
        return Names(texts[code] for code in self.codes.tolist())

    def matching(self, pattern: str) -> Mask:
        """Return which of the distinct texts match a regular expression."""
        return truths(pc.match_substring_regex(self.distinct, pattern))


def as_texts(column: Any) -> Texts:
    """Write the cells of an Arrow column as texts, and number them.

    Whole numbers are written without a decimal point, whatever their type.

    Raises
    ------
    pyarrow.ArrowException
        The cells are lists, records or the like.

    Examples
    --------
    >>> texts = as_texts(pa.chunked_array([["b ", "?", "a", "b"]]))
    >>> texts.codes, texts.distinct.to_pylist()
    (array([ 1, -1,  0,  1], dtype=int32), ['a', 'b'])
    >>> as_texts(pa.chunked_array([[3.0, float("nan"), 0.5]])).distinct.to_pylist()
    ['0.5', '3']
    """
    encoded = _encodable(column).combine_chunks().dictionary_encode()
    stripped = pc.utf8_trim_whitespace(_written(encoded.dictionary))
    missing = pc.is_in(stripped, value_set=texts(MISSING))
    merged = pc.if_else(missing, text(None), stripped).dictionary_encode()
    order = pc.sort_indices(merged.dictionary)
    rank = np.empty(len(order) + 1, dtype=np.int32)
    rank[integers(order)] = np.arange(len(order), dtype=np.int32)
    rank[-1] = -1
    renumbered = np.append(rank[positions(merged.indices)], np.int32(-1))
    return Texts(renumbered[positions(encoded.indices)], merged.dictionary.take(order))


def is_text(type_: Any) -> bool:
    """Whether an Arrow type is one of text."""
    kind_of = pa.types
    return bool(
        kind_of.is_string(type_) or kind_of.is_large_string(type_) or kind_of.is_string_view(type_)
    )


def positions(indices: Any) -> Ids:
    """Return integers as a NumPy array, −1 where missing."""
    return integers(indices, missing=-1).astype(np.int32)


def _encodable(column: Any) -> Any:
    """Widen types that Arrow cannot encode as dictionaries."""
    if is_text(column.type):
        return column.cast(pa.large_string())
    return column.cast(pa.float64()) if pa.types.is_floating(column.type) else column


def _written(values: Any) -> Any:
    """Write numbers and times as Python does, without needless zeros."""
    if pa.types.is_floating(values.type):
        return texts(None if value is None else value_text(value) for value in values.to_pylist())
    if pa.types.is_timestamp(values.type):
        rounded = values.cast(pa.timestamp("us", values.type.tz), safe=False)
        return texts(None if value is None else str(value) for value in rounded.to_pylist())
    return values.cast(pa.large_string())


_TYPES_OF_OBJECTS: tuple[tuple[tuple[type, ...], Any], ...] = (
    ((bool, np.bool_), pa.bool_()),
    ((int, float, Decimal, np.number), pa.float64()),
    ((dt.datetime,), None),
    ((dt.date,), None),
    ((dt.timedelta,), pa.duration("us")),
    ((dt.time,), pa.time64("us")),
)
"""Types of cells, and the Arrow type of a column of them; None lets Arrow infer it."""


def from_objects(objects: npt.NDArray[Any]) -> Any:
    """Convert objects to truth values, numbers or times, else to texts."""
    missing: Mask = np.array([_is_missing(value) for value in objects], dtype=np.bool_)
    cells = [
        None if is_missing else value for value, is_missing in zip(objects, missing, strict=True)
    ]
    present = [value for value in cells if value is not None]
    if not present:
        return pa.nulls(len(cells))
    for types, arrow_type in _TYPES_OF_OBJECTS:
        if all(isinstance(value, types) for value in present):
            return _typed_objects(cells, arrow_type)
    return _texts_of_objects(cells)


def _typed_objects(cells: list[Any], arrow_type: Any) -> Any:
    if arrow_type == pa.float64():
        cells = [None if value is None else float(value) for value in cells]
    try:
        return pa.array(cells, arrow_type)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return _texts_of_objects(cells)


def _texts_of_objects(cells: list[Any]) -> Any:
    return pa.array(
        [None if value is None else _text_of_object(value) for value in cells], pa.large_string()
    )


def _text_of_object(value: object) -> str:
    is_plain = isinstance(value, str | bool | int | float)
    return value_text(cast("float | bool | str", value)) if is_plain else str(value)


def _is_missing(value: object) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)  # noqa: PLR0124 - NaN and NaT differ from themselves
    except (TypeError, ValueError):  # pandas' NA is neither equal nor different
        return not isinstance(value, Sequence | np.ndarray)


# DataFrames and arrays


def is_frame(X: object) -> bool:
    """Whether X is a DataFrame of a library that narwhals supports.

    Examples
    --------
    >>> is_frame(np.ones((2, 2)))
    False
    """
    import narwhals as nw

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
    import narwhals as nw

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
    """Convert a column by its own library; objects unknown to Arrow by :func:`from_objects`."""
    import narwhals as nw

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
    """Whether categories are Python objects, such as intervals or tuples."""
    return bool(isinstance(type_, pa.BaseExtensionType) or pa.types.is_nested(type_))
