"""Columns of a file that is too large for memory: they are read one at a time.

A Parquet file has its columns apart already. A text file is cut into cells once, batch by batch,
and these are written to a temporary file column by column. What a column holds is then found out
by the same reader as ever: only the column that is looked at is in memory.
"""

import mmap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.runtime.arrays import DiskShelf

_BATCH_BYTES = 1 << 26
"""Cells written together; each batch costs a look whenever a column is read."""

_CELLS = "cells"


class ReadColumns(Mapping[str, Any]):
    """Arrow columns by name, read whenever they are asked for.

    Examples
    --------
    >>> columns = ReadColumns(["price"], lambda name: pa.chunked_array([[79, 120]]))
    >>> columns["price"].to_pylist()
    [79, 120]
    """

    def __init__(self, names: Sequence[str], read: Callable[[str], Any]) -> None:
        self._names = dict.fromkeys(names)
        self._read = read

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        return self._read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Spool:
    """Batches of cells in a temporary file without a name, mapped into memory.

    Examples
    --------
    >>> batch = pa.record_batch({"price": ["79", "120"], "stars": ["3", None]})
    >>> spool = Spool(batch.schema, [batch, batch], DiskShelf())
    >>> spool.n_rows, spool.column("stars").to_pylist()
    (4, ['3', None, '3', None])
    """

    def __init__(
        self,
        schema: Any,
        batches: Iterable[Any],
        shelf: DiskShelf,
        batch_bytes: int = _BATCH_BYTES,
    ) -> None:
        self._schema = schema
        self.n_rows = 0
        with shelf.file() as file:
            with pa.ipc.new_file(pa.PythonFile(file, "w"), schema) as writer:
                for batch in _joined(batches, batch_bytes):
                    self.n_rows += batch.num_rows
                    try:
                        writer.write_batch(batch)
                    except OSError as error:
                        raise shelf.full(error) from error
            file.flush()
            self._buffer = pa.py_buffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def column(self, name: str) -> Any:
        """Return the cells of a column; they are read from the file when they are looked at."""
        place = self._schema.get_field_index(name)
        options = pa.ipc.IpcReadOptions(included_fields=[place])
        reader = pa.ipc.open_file(self._buffer, options=options)
        batches = map(reader.get_batch, range(reader.num_record_batches))
        return pa.chunked_array(
            [batch.column(0) for batch in batches], self._schema.field(place).type
        )


def _joined(batches: Iterable[Any], batch_bytes: int) -> Iterator[Any]:
    """Make few large batches of many small ones."""
    waiting: list[Any] = []
    size = 0
    for batch in batches:
        waiting.append(batch)
        size += batch.nbytes
        if size >= batch_bytes:
            yield from pa.Table.from_batches(waiting).combine_chunks().to_batches()
            waiting, size = [], 0
    if waiting:
        yield from pa.Table.from_batches(waiting).combine_chunks().to_batches()


def inferred(cells: Any, convert: Any) -> Any:
    r"""Give cells of text the type that the reader of text files would have given them.

    They are written as a file of one column and read again: what the reader takes for a number, a
    truth value or a time is decided in one place, for the whole column at once.

    Parameters
    ----------
    cells
        A chunked array of texts.
    convert
        Options of conversion.

    Examples
    --------
    >>> inferred(pa.chunked_array([["1", None], ["2.5"]]), pa_csv.ConvertOptions()).to_pylist()
    [1.0, None, 2.5]
    """
    written = pa.BufferOutputStream()
    pa_csv.write_csv(
        pa.table({_CELLS: cells}),
        written,
        pa_csv.WriteOptions(include_header=False, quoting_style="all_valid"),
    )
    table = pa_csv.read_csv(
        pa.BufferReader(written.getvalue()),
        read_options=pa_csv.ReadOptions(column_names=[_CELLS], use_threads=False),
        parse_options=pa_csv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False),
        convert_options=convert,
    )
    return table.column(_CELLS)
