"""Files of tables to Arrow columns: CSV, TSV, Parquet and spreadsheets, compressed or not."""

import gzip
import io
import os
import re
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from owlboost.errors import Sentence, SourceError, UnknownNameError, did_you_mean
from owlboost.files import LimitedStream, inflated, read_bytes
from owlboost.limits import exceeded, limits
from owlboost.tables.encodings import UTF_8, WESTERN, not_text, require_encoding, taken_for_western
from owlboost.tables.hints import COLUMNS
from owlboost.tables.layout import (
    TextLayout,
    TextManner,
    bare_suffix,
    open_quote,
    require_distinct,
    require_few,
    text_layout,
)
from owlboost.tables.sheets import SHEET_SUFFIXES, is_workbook, read_sheet, sheet_names
from owlboost.tables.spelling import Spelling
from owlboost.tables.texts import FALSE_WORDS, MISSING, TRUE_WORDS

TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
PARQUET_SUFFIX = ".parquet"
TABLE_SUFFIXES = (*TEXT_SUFFIXES, PARQUET_SUFFIX, *SHEET_SUFFIXES)

_PARQUET_MAGIC = b"PAR1"
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 1 << 20
_INDEX_COLUMN = re.compile(r"__index_level_[0-9]+__")


@dataclass(frozen=True, slots=True, eq=False)
class RawTable:
    """A file as Arrow columns with usable names."""

    columns: dict[str, Any]
    n_rows: int
    guessed: bool
    """Whether the types are guessed from text, not told by the file."""
    notes: tuple[str, ...] = ()
    spelling: Spelling = field(default_factory=Spelling)


@dataclass(frozen=True, slots=True)
class Manner:
    """What the user tells about a file; what is not told is found out.

    Attributes
    ----------
    text
        About one of text; the names go for spreadsheets as well.
    sheet
        Name of the sheet of a workbook.
    spelling
        How numbers and dates are written.
    """

    text: TextManner = field(default_factory=TextManner)
    sheet: str | None = None
    spelling: Spelling = field(default_factory=Spelling)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which columns of a file to read.

    Examples
    --------
    >>> Selection(named=frozenset("b"), leave_out=frozenset("a")).of(["a", "b", "c"], Path("t"))
    ['b', 'c']
    """

    named: frozenset[str] = frozenset()
    """Columns that must be there; they are read."""
    as_text: frozenset[str] = frozenset()
    """Those of them that are kept as a text file writes them."""
    leave_out: frozenset[str] = frozenset()
    only: frozenset[str] | None = None
    """If given, the only columns that are read, besides those named."""

    def of(self, names: Sequence[str], path: Path) -> list[str]:
        """Return the columns to read, in the order of the file."""
        require_known((*sorted(self.named), *sorted(self.leave_out)), names, path)
        return [name for name in names if name in self.named or self._takes(name)]

    def _takes(self, name: str) -> bool:
        return name not in self.leave_out and (self.only is None or name in self.only)


def is_table_path(path: str | os.PathLike[str]) -> bool:
    """Whether a file's name says that it is a table.

    Examples
    --------
    >>> is_table_path("iris.csv"), is_table_path("iris.tsv.gz"), is_table_path("hotel.owl")
    (True, True, False)
    """
    return bare_suffix(Path(path)) in TABLE_SUFFIXES


def column_names(path: Path, manner: Manner | None = None) -> tuple[str, ...]:
    r"""Return what the columns of a file are called, without reading the columns.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price;stars\n79;3\n")
    >>> column_names(file)
    ('price', 'stars')
    """
    manner = manner or Manner()
    head, gzipped = _opened(path, manner)
    if _is_sheet(path, head):
        return sheet_names(path, manner.text, manner.sheet)
    if head.startswith(_PARQUET_MAGIC):
        with _told(path), _parquet(path, gzipped) as file:
            names = file.schema_arrow.names
            return tuple(name for name in names if not _INDEX_COLUMN.fullmatch(name))
    return tuple(_layout(path, head, manner).names)


def read_raw_table(path: Path, selection: Selection, manner: Manner | None = None) -> RawTable:
    """Read a file into Arrow columns."""
    manner = manner or Manner()
    head, gzipped = _opened(path, manner)
    if _is_sheet(path, head):
        sheet = read_sheet(path, manner.text, manner.sheet)
        columns = {name: sheet.columns[name] for name in selection.of(list(sheet.columns), path)}
        return RawTable(columns, sheet.n_rows, True, sheet.notes, manner.spelling)
    if head.startswith(_PARQUET_MAGIC):
        return _read_parquet(path, gzipped, selection)
    return _read_text(path, gzipped, _layout(path, head, manner), selection, manner)


def _opened(path: Path, manner: Manner) -> tuple[bytes, bool]:
    """Return the first bytes, uncompressed, and whether the file is compressed."""
    require_encoding(manner.text.encoding)
    with _told(path):
        head, gzipped = _head(path)
    if head.startswith(_PARQUET_MAGIC):
        if manner.text.names is not None:
            claim = f"{path} is a Parquet file, which names its own columns: leave out "
            raise SourceError(Sentence(claim, COLUMNS, "."))
    elif bare_suffix(path) == PARQUET_SUFFIX:
        raise SourceError(f"{path} is not a Parquet file, despite its name.")
    elif bare_suffix(path) not in TABLE_SUFFIXES:
        raise SourceError(
            f"{path} does not look like a table: its name should end in "
            f"{', '.join(TABLE_SUFFIXES[:-1])} or {TABLE_SUFFIXES[-1]}, optionally followed by .gz."
        )
    return head, gzipped


def _is_sheet(path: Path, head: bytes) -> bool:
    return is_workbook(head) or bare_suffix(path) in SHEET_SUFFIXES


def _layout(path: Path, head: bytes, manner: Manner) -> TextLayout:
    return text_layout(path, head, manner.text, complete=len(head) < _HEAD_BYTES)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in one sentence what pyarrow or the system found wrong with a file."""
    try:
        yield
    except FileNotFoundError:
        raise SourceError(f"There is no file {path}.") from None
    except (IsADirectoryError, PermissionError) as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeError:
        raise not_text(path) from None
    except (pa.ArrowException, OSError, EOFError, zlib.error) as error:
        if "utf8" in str(error).lower():
            raise not_text(path) from None
        if "straddling" in str(error):  # how pyarrow says that a row exceeds its buffer
            raise open_quote(path) from None
        reason = str(error).partition("\n")[0].rstrip(".")[:200]
        raise SourceError(f"{path} cannot be read as a table: {reason}.") from None


def _head(path: Path) -> tuple[bytes, bool]:
    """Return the first bytes, uncompressed, and whether the file is compressed."""
    if path.is_dir():
        raise SourceError(f"{path} is a folder; give a file.")
    with path.open("rb") as file:
        gzipped = file.read(2) == _GZIP_MAGIC
    with LimitedStream(_bytes_of(path, gzipped), path) as stream:
        return io.BufferedReader(stream).read(_HEAD_BYTES), gzipped


def _stream(path: Path, gzipped: bool) -> Any:
    """Open a file, decompressed; no more bytes come out of it than may be read."""
    if path.is_file() and not gzipped:
        if path.stat().st_size > limits().bytes:
            raise exceeded("bytes", path)
        return pa.input_stream(str(path), compression=None)
    return pa.PythonFile(LimitedStream(_bytes_of(path, gzipped), path), mode="r")


def _bytes_of(path: Path, gzipped: bool) -> io.BufferedReader | gzip.GzipFile:
    return gzip.GzipFile(path) if gzipped else path.open("rb")


def require_known(wanted: Collection[str], names: Sequence[str], path: Path) -> None:
    """Refuse the name of a column that the file does not have."""
    for name in wanted:
        if name not in names:
            raise UnknownNameError(
                f"{path.name} has no column named {name!r}.{did_you_mean(name, names)}"
            )


# Text


def _read_text(
    path: Path, gzipped: bool, layout: TextLayout, selection: Selection, manner: Manner
) -> RawTable:
    wanted = selection.of(layout.names, path)
    spelling = replace(manner.spelling, evident=layout.evident, semicolons=layout.delimiter == ";")
    as_text = wanted if spelling.has_commas else list(selection.as_text)
    convert = pa_csv.ConvertOptions(
        include_columns=wanted,
        column_types={name: pa.string() for name in as_text},
        null_values=list(MISSING),
        true_values=list(TRUE_WORDS),
        false_values=list(FALSE_WORDS),
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )
    table, notes = _decodable(path, gzipped, layout, convert, manner)
    if table.num_rows == 0:
        raise SourceError(f"{path} has no rows.")
    columns = {name: table.column(name) for name in wanted}
    return RawTable(columns, table.num_rows, True, (*layout.notes, *notes), spelling)


def _decodable(
    path: Path, gzipped: bool, layout: TextLayout, convert: Any, manner: Manner
) -> tuple[Any, tuple[str, ...]]:
    """Parse a text file; if it turns out not to be UTF-8 after its first rows, do it again."""
    guessed = layout.encoding == UTF_8 and manner.text.encoding is None
    try:
        with _told(path):
            table = _parsed(path, gzipped, layout, convert)
        if not any(pa.types.is_binary(column.type) for column in table.columns):
            return table, ()
        error = not_text(path, manner.text.encoding)
    except SourceError as found:
        if not guessed or "no text in UTF-8" not in str(found):
            raise
        error = found
    if not guessed:
        raise error
    with _told(path):
        table = _parsed(path, gzipped, replace(layout, encoding=WESTERN), convert)
    return table, (taken_for_western(path.name),)


def _parsed(path: Path, gzipped: bool, layout: TextLayout, convert: Any) -> Any:
    bad_rows: list[Any] = []

    def refuse(row: Any) -> str:
        bad_rows.append(row)
        return "error"

    def parse(threaded: bool) -> Any:
        with _stream(path, gzipped) as stream:
            return pa_csv.read_csv(
                stream,
                read_options=pa_csv.ReadOptions(
                    column_names=layout.names,
                    skip_rows=layout.skipped_lines,
                    skip_rows_after_names=layout.skipped_rows,
                    use_threads=threaded,
                    encoding=layout.encoding,
                ),
                parse_options=pa_csv.ParseOptions(
                    delimiter=layout.delimiter,
                    newlines_in_values=True,
                    invalid_row_handler=refuse,
                ),
                convert_options=convert,
            )

    try:
        return parse(threaded=True)
    except pa.ArrowInvalid:
        bad_rows.clear()  # rows are only numbered when one thread reads them
        try:
            return parse(threaded=False)
        except pa.ArrowInvalid:
            if bad_rows:
                raise _ragged(path, bad_rows[0], layout) from None
            raise


def _ragged(path: Path, row: Any, layout: TextLayout) -> SourceError:
    cells = "1 cell" if row.actual_columns == 1 else f"{row.actual_columns} cells"
    columns = "1 column" if row.expected_columns == 1 else f"{row.expected_columns} columns"
    return SourceError(
        f"{path} has {columns}, but row {row.number - layout.skipped_rows - layout.skipped_lines} "
        f"has {cells}: correct that row, or quote the cells that contain {layout.delimiter!r}."
    )


# Parquet


@contextmanager
def _parquet(path: Path, gzipped: bool) -> Iterator[Any]:
    source = pa.BufferReader(inflated(read_bytes(path), path)) if gzipped else pa.OSFile(str(path))
    with source, pq.ParquetFile(source) as file:
        yield file


def _read_parquet(path: Path, gzipped: bool, selection: Selection) -> RawTable:
    with _told(path), _parquet(path, gzipped) as file:
        names = file.schema_arrow.names
        require_few(path, names)
        if file.metadata.num_rows * max(len(names), 1) > limits().bytes:
            raise exceeded("bytes", path)
        require_distinct(path, names)
        index = [
            name for name in names if _INDEX_COLUMN.fullmatch(name) and name not in selection.named
        ]
        wanted = [name for name in selection.of(names, path) if name not in index]
        table = file.read(columns=wanted)
    if table.num_rows == 0:
        raise SourceError(f"{path} has no rows.")
    columns = {name: table.column(name) for name in wanted}
    notes = tuple(f"Column {name!r} is left out: it is a data frame's index." for name in index)
    return RawTable(columns, table.num_rows, guessed=False, notes=notes)
