"""Text cut into cells: all at once into typed columns, or batch by batch into a temporary file."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.errors import SourceError
from owlboost.runtime.arrays import DiskShelf, Shelf
from owlboost.tables.layout import TextLayout
from owlboost.tables.opening import TableFile
from owlboost.tables.spool import ReadColumns, Spool, inferred
from owlboost.tables.texts import FALSE_WORDS, MISSING, TRUE_WORDS

_BLOCK_BYTES = 1 << 24
"""Text that is cut at a time on its way to a temporary file."""


def text_reader(
    layout: TextLayout, types: Mapping[str, Any], wanted: Sequence[str]
) -> dict[str, Any]:
    """Return how pyarrow is to parse a text file: some columns, some of them as given types."""
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
    """Return how texts become values: those of some columns, or of all."""
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
    shelf: Shelf,
) -> tuple[Mapping[str, Any], int]:
    """Read some columns of a text file, and tell how many rows it has.

    With a shelf on disk, the cells are put there, and a column is read when it is asked for.

    Parameters
    ----------
    file, layout
        The file, and how it is laid out.
    wanted, as_text
        The columns, and which of them are left as they are written; what others hold is found out.
    shelf
        Where columns lie.

    Raises
    ------
    SourceError
        A row has too many cells, or too few, or there is no room on the disk.
    UnicodeError
        The file is not in its encoding.
    pyarrow.ArrowException
        Something else is wrong.
    """
    if isinstance(shelf, DiskShelf):
        return _spooled(file, layout, wanted, as_text, shelf)
    types = dict.fromkeys(as_text, pa.string())

    try:
        with file.stream() as stream:
            table = pa_csv.read_csv(stream, **text_reader(layout, types, wanted))
    except pa.ArrowInvalid:
        # rows are only numbered when one thread reads them
        table = _by_one_thread(file, layout, text_reader(layout, types, wanted), pa_csv.read_csv)
    if any(pa.types.is_binary(column.type) for column in table.columns):
        raise UnicodeError
    return {name: table.column(name) for name in wanted}, table.num_rows


def _spooled(
    file: TableFile,
    layout: TextLayout,
    wanted: Sequence[str],
    as_text: Collection[str],
    shelf: DiskShelf,
) -> tuple[Mapping[str, Any], int]:
    reader = text_reader(layout, dict.fromkeys(wanted, pa.string()), wanted)
    reader["read_options"].block_size = _BLOCK_BYTES

    def spool_of(stream: Any, **options: Any) -> Spool:
        with pa_csv.open_csv(stream, **options) as batches:
            return Spool(batches.schema, batches, shelf)

    spool: Spool = _by_one_thread(file, layout, reader, spool_of)
    conversion = _conversion({})

    def read(name: str) -> Any:
        cells = spool.column(name)
        return cells if name in as_text else inferred(cells, conversion)

    return ReadColumns(wanted, read), spool.n_rows


def _by_one_thread(
    file: TableFile, layout: TextLayout, reader: Mapping[str, Any], parse: Callable[..., Any]
) -> Any:
    """Parse a file and tell of ragged rows.

    The threads of Arrow must not be handed anything of Python's: they drop it after the table is
    there and, if Python is just ending, end the process with it.
    """
    reader["read_options"].use_threads = False
    with _ragged_rows(file.path, layout, reader["parse_options"]), file.stream() as stream:
        return parse(stream, **reader)


@contextmanager
def _ragged_rows(path: Path, layout: TextLayout, parsing: Any) -> Iterator[None]:
    """Say which row has too many cells, or too few, if it is numbered."""
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
