"""Arrow arrays as NumPy arrays and the other way round, by their buffers.

pyarrow's own conversions import pandas where it is installed, which takes longer than reading a
small table.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from owlboost.runtime.array_types import Floats, Mask


def doubles(column: Any) -> Floats:
    """Return Arrow's doubles, NaN where one is missing; they are not copied if they need not.

    Examples
    --------
    >>> doubles(pa.chunked_array([[0.5, None], [2.0]]))
    array([0.5, nan, 2. ])
    """
    return np.asarray(_filled(column, np.float64, np.nan))


def integers(column: Any, missing: int = 0) -> npt.NDArray[Any]:
    """Return Arrow's integers of any width, and some number where one is missing.

    Examples
    --------
    >>> integers(pa.array([3, None], pa.int8()), missing=-1)
    array([ 3, -1], dtype=int8)
    """
    return _filled(column, str(column.type), missing)


def truths(column: Any) -> Mask:
    """Return Arrow's truth values; a missing one is false.

    Examples
    --------
    >>> truths(pa.array([True, None, False]))
    array([ True, False, False])
    """
    return _joined([_bits(one, 1) & present(one) for one in _chunks(column)], np.bool_)


def present(array: Any) -> Mask:
    """Tell which cells of an Arrow array are there.

    Examples
    --------
    >>> present(pa.chunked_array([[0.5, None], [2.0]]))
    array([ True, False,  True])
    """
    return _joined([_bits(one, 0) for one in _chunks(array)], np.bool_)


def texts(values: Iterable[str | None]) -> Any:
    """Make an Arrow array of texts.

    Examples
    --------
    >>> texts(["Höhe", None, ""]).to_pylist()
    ['Höhe', None, '']
    """
    known = list(values)
    written = [b"" if value is None else value.encode() for value in known]
    offsets = np.zeros(len(written) + 1, dtype=np.int64)
    np.cumsum([len(one) for one in written], out=offsets[1:])
    valid = _packed(np.array([value is not None for value in known], dtype=np.bool_))
    inside = [valid, pa.py_buffer(offsets), pa.py_buffer(b"".join(written))]
    return pa.Array.from_buffers(pa.large_string(), len(known), inside)


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
    """View the numbers of an array; those of missing cells mean nothing."""
    if not len(chunk):
        return np.empty(0, dtype)
    return np.frombuffer(chunk.buffers()[1], dtype, len(chunk), chunk.offset * dtype.itemsize)


def _bits(chunk: Any, number: int) -> Mask:
    """Unpack a buffer of bits; all are set where there is no such buffer."""
    buffer = chunk.buffers()[number]
    if buffer is None or not len(chunk):
        return np.ones(len(chunk), dtype=np.bool_)
    first, last = chunk.offset, chunk.offset + len(chunk)
    some = np.frombuffer(buffer, np.uint8)[first // 8 : (last + 7) // 8]
    bits = np.unpackbits(some, bitorder="little")[first % 8 :][: len(chunk)]
    return bits.view(np.bool_)


def _packed(values: Mask) -> Any:
    return pa.py_buffer(np.packbits(values, bitorder="little"))


def _joined(parts: list[npt.NDArray[Any]], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty(0, dtype)
