"""Files of tables: recognised, opened, their columns selected; Parquet."""

import gzip
import io
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from owlboost.errors import Message, SourceError, UnknownNameError, did_you_mean
from owlboost.runtime.arrays import ArrayStore, MappedStore
from owlboost.runtime.files import LimitedStream, inflated, read_bytes
from owlboost.runtime.limits import exceeded, limits
from owlboost.runtime.signals import check_interrupt
from owlboost.tables.arrow import is_text
from owlboost.tables.read_options import (
    COLUMNS,
    PARQUET_SUFFIX,
    SHEET_SUFFIXES,
    TABLE_SUFFIXES,
    Locale,
    ReadOptions,
    bare_suffix,
)
from owlboost.tables.text_layout import (
    TextLayout,
    long_row,
    not_text,
    require_distinct,
    require_encoding,
    require_few,
    text_layout,
)

_PARQUET_MAGIC = b"PAR1"
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 1 << 20
_INFLATION = 5
"""Usual ratio of a file's size to its compressed size."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file recognised as a table: text, Parquet or a workbook."""

    path: Path
    head: bytes
    """Its first bytes, uncompressed."""
    gzipped: bool
    options: ReadOptions

    @property
    def is_sheet(self) -> bool:
        """Whether it is a workbook."""
        return is_workbook(self.head) or bare_suffix(self.path) in SHEET_SUFFIXES

    @property
    def is_parquet(self) -> bool:
        """Whether it is a Parquet file."""
        return self.head.startswith(_PARQUET_MAGIC)

    def layout(self) -> TextLayout:
        """Detect the layout of a text file."""
        complete = len(self.head) < _HEAD_BYTES
        return text_layout(self.path, self.head, self.options, complete=complete)

    def stream(self) -> Any:
        """Open the decompressed stream, up to the limit of bytes."""
        if self.path.is_file() and not self.gzipped:
            if self.path.stat().st_size > limits().bytes:
                raise exceeded("bytes", self.path)
            return pa.input_stream(str(self.path), compression=None)
        return pa.PythonFile(LimitedStream(_bytes(self.path, self.gzipped), self.path), mode="r")

    @contextmanager
    def parquet(self) -> Iterator[Any]:
        """Open it as a Parquet file."""
        import pyarrow.parquet as pq

        path = self.path
        content = inflated(read_bytes(path), path) if self.gzipped else None
        source = pa.OSFile(str(path)) if content is None else pa.BufferReader(content)
        with source, pq.ParquetFile(source) as file:
            yield file


def open_table_file(path: Path, options: ReadOptions | None = None) -> TableFile:
    """Recognise and open a file.

    Raises
    ------
    SourceError
        There is no such file, or it is not a table.
    """
    options = options or ReadOptions()
    require_encoding(options.encoding)
    with reading_errors(path):
        file = TableFile(path, *_head(path), options)
    if file.is_parquet:
        if options.columns is not None:
            claim = f"{path} is a Parquet file, which names its own columns: leave out "
            raise SourceError(Message(claim, COLUMNS, "."))
    elif bare_suffix(path) == PARQUET_SUFFIX:
        raise SourceError(f"{path} is not a Parquet file, despite its name.")
    elif bare_suffix(path) not in TABLE_SUFFIXES:
        raise SourceError(
            f"{path} does not look like a table: its name should end in "
            f"{', '.join(TABLE_SUFFIXES[:-1])} or {TABLE_SUFFIXES[-1]}, optionally followed by .gz."
        )
    return file


def size_in_memory(path: Path) -> int:
    r"""Estimate the bytes that the columns of a file take.

    The number of cells decides if the file has it, else the size of the file.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price\n79\n")
    >>> size_in_memory(file)
    9
    """
    with reading_errors(path):
        with path.open("rb") as file:
            magic = file.read(len(_PARQUET_MAGIC))
        if magic == _PARQUET_MAGIC:
            with TableFile(path, magic, False, ReadOptions()).parquet() as parquet:
                return 8 * int(parquet.metadata.num_rows) * len(parquet.schema_arrow.names)
        return path.stat().st_size * (_INFLATION if magic.startswith(_GZIP_MAGIC) else 1)


@contextmanager
def reading_errors(path: Path) -> Iterator[None]:
    """Turn an error of pyarrow or the system into one sentence."""
    try:
        yield
    except MemoryError:  # Arrow's own is also an ArrowException
        raise
    except pa.ArrowCancelled:  # pyarrow handles signals itself while it reads
        check_interrupt()
        raise
    except FileNotFoundError:
        raise SourceError(f"There is no file {path}.") from None
    except (IsADirectoryError, PermissionError) as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeError:
        raise not_text(path) from None
    except (pa.ArrowException, OSError, EOFError, zlib.error) as error:
        if "utf8" in str(error).lower():
            raise not_text(path) from None
        if "launch worker thread" in str(error):  # there is no memory for its stack
            raise MemoryError(str(error)) from None
        if "straddling" in str(error):  # pyarrow's word for a row larger than its buffer
            raise long_row(path, _HEAD_BYTES) from None
        reason = str(error).partition("\n")[0].rstrip(".")[:200]
        raise SourceError(f"{path} cannot be read as a table: {reason}.") from None


def _head(path: Path) -> tuple[bytes, bool]:
    """Return the first bytes, uncompressed, and whether the file is compressed."""
    if path.is_dir():
        raise SourceError(f"{path} is a folder; give a file.")
    if path.is_fifo():
        raise SourceError(
            f"{path} is a pipe, which can be read only once; write it to a file, or to standard "
            "input (-)."
        )
    with path.open("rb") as file:
        gzipped = file.read(2) == _GZIP_MAGIC
    with LimitedStream(_bytes(path, gzipped), path) as stream:
        return io.BufferedReader(stream).read(_HEAD_BYTES), gzipped


def _bytes(path: Path, gzipped: bool) -> io.BufferedReader | gzip.GzipFile:
    return gzip.GzipFile(path) if gzipped else path.open("rb")


_INDEX_COLUMN = re.compile(r"__index_level_[0-9]+__")


@dataclass(frozen=True, slots=True, eq=False)
class RawTable:
    """A file as Arrow columns with valid names."""

    columns: Mapping[str, Any]
    n_rows: int
    untyped: bool
    """Whether cells are texts whose types must be inferred."""
    notes: tuple[str, ...] = ()
    locale: Locale = field(default_factory=Locale)


@dataclass(frozen=True, slots=True)
class Selection:
    """The columns of a file to read.

    Examples
    --------
    >>> Selection(named=frozenset("b"), leave_out=frozenset("a")).select(["a", "b", "c"], Path("t"))
    ['b', 'c']
    """

    named: frozenset[str] = frozenset()
    """Columns that must exist; they are read."""
    as_text: frozenset[str] = frozenset()
    """Those of them that are kept exactly as in a text file."""
    leave_out: frozenset[str] = frozenset()
    only: frozenset[str] | None = None
    """If given, the only columns that are read, besides those named."""

    def select(self, names: Sequence[str], path: Path) -> list[str]:
        """Return the columns to read, in the order of the file."""
        require_known((*sorted(self.named), *sorted(self.leave_out)), names, path)
        return [name for name in names if name in self.named or self._is_selected(name)]

    def _is_selected(self, name: str) -> bool:
        return name not in self.leave_out and (self.only is None or name in self.only)


def require_known(wanted: Collection[str], names: Sequence[str], path: Path) -> None:
    """Reject the name of a column that the file does not have."""
    for name in wanted:
        if name not in names:
            raise UnknownNameError(
                f"{path.name} has no column named {name!r}.{did_you_mean(name, names)}"
            )


# Parquet


def parquet_columns(
    path: Path, parquet: Any, selection: Selection
) -> tuple[list[str], tuple[str, ...]]:
    """Return the columns to read of a Parquet file, and remarks.

    Too many cells are rejected.
    """
    names = parquet.schema_arrow.names
    require_few(path, names)
    if parquet.metadata.num_rows * max(len(names), 1) > limits().bytes:
        raise exceeded("bytes", path)
    require_distinct(path, names)
    index = [
        name for name in names if _INDEX_COLUMN.fullmatch(name) and name not in selection.named
    ]
    notes = tuple(f"Column {name!r} is left out: it is a data frame's index." for name in index)
    return [name for name in selection.select(names, path) if name not in index], notes


def _read_parquet(file: TableFile, selection: Selection, shelf: ArrayStore) -> RawTable:
    with reading_errors(file.path), file.parquet() as parquet:
        wanted, notes = parquet_columns(file.path, parquet, selection)
        n_rows = parquet.metadata.num_rows
        columns: Mapping[str, Any]
        if isinstance(shelf, MappedStore):
            columns = LazyColumns(wanted, partial(_parquet_column, file))
        else:
            table = parquet.read(columns=wanted)
            columns = {name: checked_text(file.path, name, table.column(name)) for name in wanted}
    if n_rows == 0:
        raise SourceError(f"{file.path} has no rows.")
    return RawTable(columns, n_rows, untyped=False, notes=notes)


def _parquet_column(file: TableFile, name: str) -> Any:
    with reading_errors(file.path), file.parquet() as parquet:
        return checked_text(file.path, name, parquet.read(columns=[name]).column(name))


def checked_text(path: Path, name: str, column: Any) -> Any:
    """Return a Parquet column after checking that its texts are valid.

    Raises
    ------
    SourceError
        A text is not valid UTF-8.
    """
    of_texts = is_text(column.type) or pa.types.is_dictionary(column.type)
    try:
        if of_texts:
            column.validate(full=True)
    except pa.ArrowInvalid:
        raise SourceError(
            f"Column {name!r} of {path.name} has texts that are not UTF-8: the file is damaged; "
            "write it again, or leave the column out."
        ) from None
    return column


_MAGICS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""First bytes of zip archives, such as newer workbooks, and of older workbooks."""


def is_workbook(head: bytes) -> bool:
    r"""Whether a file begins like a workbook.

    Examples
    --------
    >>> is_workbook(b"PK\x03\x04..."), is_workbook(b"price,stars")
    (True, False)
    """
    return head.startswith(_MAGICS)


class LazyColumns(Mapping[str, Any]):
    """Arrow columns by name, read at each access.

    Examples
    --------
    >>> columns = LazyColumns(["price"], lambda name: pa.chunked_array([[79, 120]]))
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
