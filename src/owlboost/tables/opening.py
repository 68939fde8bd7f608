"""Opening files of tables: what they are, how their text is laid out, and what is wrong."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from owlboost.errors import Sentence, SourceError
from owlboost.runtime.files import LimitedStream, inflated, read_bytes
from owlboost.runtime.limits import exceeded, limits
from owlboost.runtime.signals import check
from owlboost.tables.encodings import not_text, require_encoding
from owlboost.tables.endings import PARQUET_SUFFIX, SHEET_SUFFIXES, TABLE_SUFFIXES, bare_suffix
from owlboost.tables.hints import COLUMNS
from owlboost.tables.layout import TextLayout, TextManner, long_row, text_layout
from owlboost.tables.sheets import is_workbook
from owlboost.tables.spelling import Spelling

_PARQUET_MAGIC = b"PAR1"
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 1 << 20
_INFLATION = 5
"""How much larger a compressed file usually becomes."""


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
class TableFile:
    """A file that is known to be a table: of text, of Parquet, or a workbook.

    Attributes
    ----------
    path
        Where it is.
    head
        Its first bytes, uncompressed.
    gzipped
        Whether it is compressed.
    manner
        What the user tells about it.
    """

    path: Path
    head: bytes
    gzipped: bool
    manner: Manner

    @property
    def is_sheet(self) -> bool:
        """Whether it is a workbook."""
        return is_workbook(self.head) or bare_suffix(self.path) in SHEET_SUFFIXES

    @property
    def is_parquet(self) -> bool:
        """Whether it is of Parquet."""
        return self.head.startswith(_PARQUET_MAGIC)

    def layout(self) -> TextLayout:
        """Find out how its text is laid out."""
        complete = len(self.head) < _HEAD_BYTES
        return text_layout(self.path, self.head, self.manner.text, complete=complete)

    def stream(self) -> Any:
        """Open it, decompressed; no more bytes come out of it than may be read."""
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
        inside = inflated(read_bytes(path), path) if self.gzipped else None
        source = pa.OSFile(str(path)) if inside is None else pa.BufferReader(inside)
        with source, pq.ParquetFile(source) as file:
            yield file


def opened(path: Path, manner: Manner | None = None) -> TableFile:
    """Look into a file.

    Raises
    ------
    SourceError
        There is no such file, or it is not a table.
    """
    manner = manner or Manner()
    require_encoding(manner.text.encoding)
    with told(path):
        file = TableFile(path, *_head(path), manner)
    if file.is_parquet:
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
    return file


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
    with told(path):
        with path.open("rb") as file:
            beginning = file.read(len(_PARQUET_MAGIC))
        if beginning == _PARQUET_MAGIC:
            with TableFile(path, beginning, False, Manner()).parquet() as inside:
                return 8 * int(inside.metadata.num_rows) * len(inside.schema_arrow.names)
        return path.stat().st_size * (_INFLATION if beginning.startswith(_GZIP_MAGIC) else 1)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Say in one sentence what pyarrow or the system found wrong with a file."""
    try:
        yield
    except MemoryError:  # that of Arrow is one of its own errors, too
        raise
    except pa.ArrowCancelled:  # pyarrow handles signals itself while it reads
        check()
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
        if "straddling" in str(error):  # how pyarrow says that a row exceeds its buffer
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
