"""Text files as Arrow columns, directly or through a temporary file."""

import mmap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.errors import SourceError
from owlboost.runtime.arrays import ArrayStore, MappedStore
from owlboost.tables.arrow import FALSE_WORDS, MISSING, TRUE_WORDS
from owlboost.tables.files import LazyColumns, RawTable, Selection, TableFile, reading_errors
from owlboost.tables.read_options import Locale
from owlboost.tables.text_layout import (
    UTF_8,
    WESTERN,
    NotTextError,
    TextLayout,
    not_text,
    taken_for_western,
)

_BLOCK_BYTES = 1 << 24
"""Bytes of text in one block on the way to a temporary file."""


def text_reader(
    layout: TextLayout, types: Mapping[str, Any], wanted: Sequence[str]
) -> dict[str, Any]:
    """Return pyarrow's options for columns of a text file."""
    return {
        "read_options": pa_csv.ReadOptions(
            column_names=layout.names,
            skip_rows=layout.skipped_lines,
            skip_rows_after_names=layout.skipped_rows,
            encoding=layout.encoding,
        ),
        "parse_options": pa_csv.ParseOptions(delimiter=layout.delimiter, newlines_in_values=True),
        "convert_options": _conversion(types, wanted),
    }


def _conversion(types: Mapping[str, Any], wanted: Sequence[str] | None = None) -> Any:
    """Return pyarrow's options to convert texts of columns to values."""
    return pa_csv.ConvertOptions(
        include_columns=wanted,
        column_types=types,
        null_values=list(MISSING),
        true_values=list(TRUE_WORDS),
        false_values=list(FALSE_WORDS),
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )


def read_cells(
    file: TableFile,
    layout: TextLayout,
    wanted: Sequence[str],
    as_text: Collection[str],
    shelf: ArrayStore,
) -> tuple[Mapping[str, Any], int]:
    """Read columns of a text file, and count its rows.

    With a store on disk, the cells are put there, and a column is read at each access.

    Raises
    ------
    SourceError
        A row has too many cells, or too few, or there is no room on the disk.
    UnicodeError
        The file is not in its encoding.
    pyarrow.ArrowException
        Something else is wrong.
    """
    if isinstance(shelf, MappedStore):
        return _spool_columns(file, layout, wanted, as_text, shelf)
    types = dict.fromkeys(as_text, pa.string())

    try:
        with file.stream() as stream:
            table = pa_csv.read_csv(stream, **text_reader(layout, types, wanted))
    except pa.ArrowInvalid:
        # rows are only numbered when one thread reads them
        table = _parse_serially(file, layout, text_reader(layout, types, wanted), pa_csv.read_csv)
    if any(pa.types.is_binary(column.type) for column in table.columns):
        raise UnicodeError
    return {name: table.column(name) for name in wanted}, table.num_rows


def _spool_columns(
    file: TableFile,
    layout: TextLayout,
    wanted: Sequence[str],
    as_text: Collection[str],
    shelf: MappedStore,
) -> tuple[Mapping[str, Any], int]:
    reader = text_reader(layout, dict.fromkeys(wanted, pa.string()), wanted)
    reader["read_options"].block_size = _BLOCK_BYTES

    def spool_of(stream: Any, **options: Any) -> CellFile:
        with pa_csv.open_csv(stream, **options) as batches:
            return CellFile(batches.schema, batches, shelf)

    spool: CellFile = _parse_serially(file, layout, reader, spool_of)
    conversion = _conversion({})

    def read(name: str) -> Any:
        cells = spool.column(name)
        return cells if name in as_text else inferred(cells, conversion)

    return LazyColumns(wanted, read), spool.n_rows


def _parse_serially(
    file: TableFile, layout: TextLayout, reader: Mapping[str, Any], parse: Callable[..., Any]
) -> Any:
    """Parse a file in one thread, reporting ragged rows.

    Threads of Arrow must not hold Python objects: they drop them after the table is read, which
    aborts the process if Python is just ending.
    """
    reader["read_options"].use_threads = False
    with _ragged_rows(file.path, layout, reader["parse_options"]), file.stream() as stream:
        return parse(stream, **reader)


@contextmanager
def _ragged_rows(path: Path, layout: TextLayout, parsing: Any) -> Iterator[None]:
    """Report the row that has too many cells, or too few."""
    bad_rows: list[Any] = []

    def refuse(row: Any) -> str:
        bad_rows.append(row)
        return "error"

    parsing.invalid_row_handler = refuse
    try:
        yield
    except pa.ArrowInvalid:
        if bad_rows and bad_rows[0].number is not None:
            raise _ragged(path, bad_rows[0], layout) from None
        raise


def _ragged(path: Path, row: Any, layout: TextLayout) -> SourceError:
    cells = "1 cell" if row.actual_columns == 1 else f"{row.actual_columns} cells"
    columns = "1 column" if row.expected_columns == 1 else f"{row.expected_columns} columns"
    return SourceError(
        f"{path} has {columns}, but row {row.number - layout.skipped_rows - layout.skipped_lines} "
        f"has {cells}: correct that row, or quote the cells that contain {layout.delimiter!r}."
    )


_BATCH_BYTES = 1 << 26
"""Bytes of cells in one batch; each batch costs an access whenever a column is read."""

_CELLS = "cells"


class CellFile:
    """Batches of cells in a temporary, memory-mapped file without a name.

    Examples
    --------
    >>> batch = pa.record_batch({"price": ["79", "120"], "stars": ["3", None]})
    >>> spool = CellFile(batch.schema, [batch, batch], MappedStore())
    >>> spool.n_rows, spool.column("stars").to_pylist()
    (4, ['3', None, '3', None])
    """

    def __init__(
        self,
        schema: Any,
        batches: Iterable[Any],
        shelf: MappedStore,
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
        """Return the cells of a column, read from the file on access."""
        position = self._schema.get_field_index(name)
        options = pa.ipc.IpcReadOptions(included_fields=[position])
        reader = pa.ipc.open_file(self._buffer, options=options)
        batches = map(reader.get_batch, range(reader.num_record_batches))
        return pa.chunked_array(
            [batch.column(0) for batch in batches], self._schema.field(position).type
        )


def _joined(batches: Iterable[Any], batch_bytes: int) -> Iterator[Any]:
    """Join many small batches into few large ones."""
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
    r"""Infer the type of text cells as for text files.

    They are written as a file of one column and read again, so that numbers, truth values and times
    are recognised in one place, for the whole column at once.

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


# Text


def locale_of(file: TableFile, layout: TextLayout) -> Locale:
    """Return the locale of a text file: the user's, or what its cells show."""
    semicolons = layout.delimiter == ";"
    return replace(file.options.locale, evident=layout.evident, semicolons=semicolons)


def _read_text(file: TableFile, selection: Selection, shelf: ArrayStore) -> RawTable:
    layout, path = file.layout(), file.path
    wanted = selection.select(layout.names, path)
    locale = locale_of(file, layout)
    as_text = wanted if locale.has_commas else selection.as_text | locale.commas

    def columns(layout: TextLayout) -> tuple[Mapping[str, Any], int]:
        with reading_errors(path):
            return read_cells(file, layout, wanted, as_text, shelf)

    notes, encoding = layout.notes, file.options.encoding
    try:
        cells, n_rows = columns(layout)
    except NotTextError:
        if layout.encoding != UTF_8 or encoding is not None:
            raise not_text(path, encoding) from None
        cells, n_rows = columns(replace(layout, encoding=WESTERN))  # evident from later rows
        notes = (*notes, taken_for_western(path.name))
    if n_rows == 0:
        raise SourceError(f"{path} has no rows.")
    return RawTable(cells, n_rows, True, notes, locale)
