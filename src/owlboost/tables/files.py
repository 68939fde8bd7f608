"""Files of tables to Arrow columns: CSV, TSV, Parquet and spreadsheets, compressed or not."""

import gzip
import io
import os
import re
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from owlboost.errors import Sentence, SourceError, UnknownNameError, did_you_mean
from owlboost.files import LimitedStream, inflated, read_bytes
from owlboost.limits import exceeded, limits
from owlboost.shelves import IN_MEMORY, DiskShelf, Shelf
from owlboost.tables.cells import TextFile
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
from owlboost.tables.spool import ReadColumns

TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
PARQUET_SUFFIX = ".parquet"
TABLE_SUFFIXES = (*TEXT_SUFFIXES, PARQUET_SUFFIX, *SHEET_SUFFIXES)

_PARQUET_MAGIC = b"PAR1"
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 1 << 20
_INFLATION = 5
"""How much larger a compressed file usually becomes."""
_INDEX_COLUMN = re.compile(r"__index_level_[0-9]+__")


@dataclass(frozen=True, slots=True, eq=False)
class RawTable:
    """A file as Arrow columns with usable names."""

    columns: Mapping[str, Any]
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


def read_raw_table(
    path: Path, selection: Selection, manner: Manner | None = None, shelf: Shelf = IN_MEMORY
) -> RawTable:
    """Read a file into Arrow columns; with a shelf on disk, each when it is asked for."""
    manner = manner or Manner()
    head, gzipped = _opened(path, manner)
    if _is_sheet(path, head):
        sheet = read_sheet(path, manner.text, manner.sheet)
        columns = {name: sheet.columns[name] for name in selection.of(list(sheet.columns), path)}
        return RawTable(columns, sheet.n_rows, True, sheet.notes, manner.spelling)
    if head.startswith(_PARQUET_MAGIC):
        return _read_parquet(path, gzipped, selection, shelf)
    file = TextFile(path, lambda: _stream(path, gzipped))
    return _read_text(file, _layout(path, head, manner), selection, manner, shelf)


def size_in_memory(path: Path) -> int:
    r"""Estimate how many bytes the columns of a file take: by its cells, if it tells, or its size.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price\n79\n")
    >>> size_in_memory(file)
    9
    """
    with _told(path):
        with path.open("rb") as file:
            beginning = file.read(len(_PARQUET_MAGIC))
        if beginning == _PARQUET_MAGIC:
            with _parquet(path, gzipped=False) as parquet:
                return 8 * int(parquet.metadata.num_rows) * len(parquet.schema_arrow.names)
        return path.stat().st_size * (_INFLATION if beginning.startswith(_GZIP_MAGIC) else 1)


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


def _bytes_of(path: Path, gzipped: bool) -> IO[bytes] | gzip.GzipFile:
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
    file: TextFile, layout: TextLayout, selection: Selection, manner: Manner, shelf: Shelf
) -> RawTable:
    path = file.path
    wanted = selection.of(layout.names, path)
    spelling = replace(manner.spelling, evident=layout.evident, semicolons=layout.delimiter == ";")
    as_text = wanted if spelling.has_commas else selection.as_text

    def columns(layout: TextLayout) -> tuple[Mapping[str, Any], int]:
        with _told(path):
            return file.columns(layout, wanted, as_text, shelf)

    notes = layout.notes
    try:
        found, n_rows = columns(layout)
    except SourceError as error:
        if "no text in UTF-8" not in str(error):
            raise
        if layout.encoding != UTF_8 or manner.text.encoding is not None:
            raise not_text(path, manner.text.encoding) from None
        found, n_rows = columns(replace(layout, encoding=WESTERN))  # told by its later rows
        notes = (*notes, taken_for_western(path.name))
    if n_rows == 0:
        raise SourceError(f"{path} has no rows.")
    return RawTable(found, n_rows, True, notes, spelling)


# Parquet


@contextmanager
def _parquet(path: Path, gzipped: bool) -> Iterator[Any]:
    source = pa.BufferReader(inflated(read_bytes(path), path)) if gzipped else pa.OSFile(str(path))
    with source, pq.ParquetFile(source) as file:
        yield file


def _read_parquet(path: Path, gzipped: bool, selection: Selection, shelf: Shelf) -> RawTable:
    with _told(path), _parquet(path, gzipped) as file:
        names = file.schema_arrow.names
        require_few(path, names)
        n_rows = file.metadata.num_rows
        if n_rows * max(len(names), 1) > limits().bytes:
            raise exceeded("bytes", path)
        require_distinct(path, names)
        index = [
            name for name in names if _INDEX_COLUMN.fullmatch(name) and name not in selection.named
        ]
        wanted = [name for name in selection.of(names, path) if name not in index]
        columns: Mapping[str, Any]
        if isinstance(shelf, DiskShelf):
            columns = ReadColumns(wanted, partial(_parquet_column, path, gzipped))
        else:
            table = file.read(columns=wanted)
            columns = {name: table.column(name) for name in wanted}
    if n_rows == 0:
        raise SourceError(f"{path} has no rows.")
    notes = tuple(f"Column {name!r} is left out: it is a data frame's index." for name in index)
    return RawTable(columns, n_rows, guessed=False, notes=notes)


def _parquet_column(path: Path, gzipped: bool, name: str) -> Any:
    with _told(path), _parquet(path, gzipped) as file:
        return file.read(columns=[name]).column(name)
