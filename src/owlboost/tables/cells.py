"""Text cut into cells: all at once into typed columns, or batch by batch into a temporary file."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.errors import SourceError
from owlboost.shelves import DiskShelf, Shelf
from owlboost.tables.layout import TextLayout
from owlboost.tables.spool import ReadColumns, Spool, inferred
from owlboost.tables.texts import FALSE_WORDS, MISSING, TRUE_WORDS

_BLOCK_BYTES = 1 << 24
"""Text that is cut at a time on its way to a temporary file."""


@dataclass(frozen=True, slots=True, eq=False)
class TextFile:
    """A text file that can be opened again and again.

    Attributes
    ----------
    path
        What errors call it.
    opened
        Opens it as a stream of Arrow, decompressed.
    """

    path: Path
    opened: Callable[[], Any]

    def columns(
        self, layout: TextLayout, wanted: Sequence[str], as_text: Collection[str], shelf: Shelf
    ) -> tuple[Mapping[str, Any], int]:
        """Read some columns, typed but for those that are kept as text, and tell how many rows.

        With a shelf on disk, the cells are put there, and a column is read when it is asked for.

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
            spool = self._spool(layout, conversion(wanted, as_text=wanted), shelf)
            typed, convert = set(wanted) - set(as_text), conversion()

            def read(name: str) -> Any:
                cells = spool.column(name)
                return inferred(cells, convert) if name in typed else cells

            return ReadColumns(wanted, read), spool.n_rows
        table = self._parsed(layout, conversion(wanted, as_text))
        if any(pa.types.is_binary(column.type) for column in table.columns):
            raise UnicodeError
        return {name: table.column(name) for name in wanted}, table.num_rows

    def _parsed(self, layout: TextLayout, convert: Any) -> Any:
        try:
            return self._table(layout, convert, threaded=True)
        except pa.ArrowInvalid:  # rows are only numbered when one thread reads them
            return self._table(layout, convert, threaded=False)

    def _table(self, layout: TextLayout, convert: Any, *, threaded: bool) -> Any:
        with self._ragged_rows(layout) as parse, self.opened() as stream:
            return pa_csv.read_csv(
                stream,
                read_options=pa_csv.ReadOptions(use_threads=threaded, **_told(layout)),
                parse_options=parse,
                convert_options=convert,
            )

    def _spool(self, layout: TextLayout, convert: Any, shelf: DiskShelf) -> Spool:
        reading = pa_csv.ReadOptions(use_threads=False, block_size=_BLOCK_BYTES, **_told(layout))
        with (
            self._ragged_rows(layout) as parse,
            self.opened() as stream,
            pa_csv.open_csv(stream, reading, parse, convert) as reader,
        ):
            return Spool(reader.schema, reader, shelf)

    @contextmanager
    def _ragged_rows(self, layout: TextLayout) -> Iterator[Any]:
        """Parse rows of cells, and say which row has too many or too few of them."""
        bad_rows: list[Any] = []

        def refuse(row: Any) -> str:
            bad_rows.append(row)
            return "error"

        try:
            yield pa_csv.ParseOptions(
                delimiter=layout.delimiter, newlines_in_values=True, invalid_row_handler=refuse
            )
        except pa.ArrowInvalid:
            if bad_rows and bad_rows[0].number is not None:
                raise _ragged(self.path, bad_rows[0], layout) from None
            raise


def conversion(wanted: Sequence[str] = (), as_text: Collection[str] = ()) -> Any:
    """Return how texts become values: of some columns, or of all, and which are left as they are.

    Examples
    --------
    >>> conversion(["price"]).include_columns
    ['price']
    """
    return pa_csv.ConvertOptions(
        include_columns=list(wanted) or None,
        column_types=dict.fromkeys(as_text, pa.string()),
        null_values=list(MISSING),
        true_values=list(TRUE_WORDS),
        false_values=list(FALSE_WORDS),
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )


def _told(layout: TextLayout) -> dict[str, Any]:
    return {
        "column_names": layout.names,
        "skip_rows": layout.skipped_lines,
        "skip_rows_after_names": layout.skipped_rows,
        "encoding": layout.encoding,
    }


def _ragged(path: Path, row: Any, layout: TextLayout) -> SourceError:
    cells = "1 cell" if row.actual_columns == 1 else f"{row.actual_columns} cells"
    columns = "1 column" if row.expected_columns == 1 else f"{row.expected_columns} columns"
    return SourceError(
        f"{path} has {columns}, but row {row.number - layout.skipped_rows - layout.skipped_lines} "
        f"has {cells}: correct that row, or quote the cells that contain {layout.delimiter!r}."
    )
