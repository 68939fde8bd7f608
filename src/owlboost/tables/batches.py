"""A file in batches of rows: what is known of its columns beforehand need not wait for its end."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.errors import SourceError
from owlboost.runtime.signals import check
from owlboost.tables.cells import text_reader
from owlboost.tables.files import Selection, parquet_columns, sound, spelling_of
from owlboost.tables.opening import Manner, TableFile, opened, told
from owlboost.tables.spelling import Spelling

BATCH_ROWS = 65_536
"""The most rows of a batch."""


@dataclass(frozen=True, slots=True, eq=False)
class RawBatches:
    """A file as batches of Arrow columns, to be gone through once.

    Attributes
    ----------
    names
        The columns, in the order of the file.
    batches
        Record batches with these columns; none is empty.
    guessed
        Whether the types are not told by the file.
    notes
        What the reader has to tell.
    spelling
        How numbers and dates are written.
    """

    names: tuple[str, ...]
    batches: Iterator[Any]
    guessed: bool
    notes: tuple[str, ...] = ()
    spelling: Spelling = field(default_factory=Spelling)


@contextmanager
def raw_batches(
    path: Path,
    selection: Selection,
    manner: Manner | None = None,
    types: Mapping[str, Any] | None = None,
    rows: int = BATCH_ROWS,
) -> Iterator[RawBatches]:
    r"""Open a file of text or of Parquet, to read it batch by batch.

    Parameters
    ----------
    path
        The file.
    selection
        Which columns to read.
    manner
        What the user tells about it.
    types
        The Arrow types of columns of a text file; all others are texts. Nothing is guessed from the
        first rows: a cell that is not of the type is an error.
    rows
        The most rows of a batch; there may be fewer.

    Raises
    ------
    SourceError
        The file is not a table or is a workbook, or, while batches are read, a row or a cell is
        wrong; reading the whole file (:func:`~owlboost.tables.files.read_raw_table`) may find more
        in it, or say better what is wrong.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price,name\n79,A\n?,B\n120,C\n")
    >>> with raw_batches(file, Selection(), types={"price": pa.float64()}, rows=2) as found:
    ...     [batch.to_pydict() for batch in found.batches]
    [{'price': [79.0, None], 'name': ['A', 'B']}, {'price': [120.0], 'name': ['C']}]
    """
    file = opened(path, manner)
    if file.is_sheet:
        raise SourceError(f"{path} is a workbook, which is read as a whole.")
    with told(path):
        parts = _parquet(file, selection, rows) if file.is_parquet else None
        with parts or _text(file, selection, types or {}, rows) as found:
            yield found


@contextmanager
def _text(
    file: TableFile, selection: Selection, types: Mapping[str, Any], rows: int
) -> Iterator[RawBatches]:
    layout = file.layout()
    wanted = selection.of(layout.names, file.path)
    typed = {name: types.get(name, pa.string()) for name in wanted}
    reader = text_reader(layout, typed, wanted)
    with file.stream() as stream, pa_csv.open_csv(stream, **reader) as blocks:
        batches = _cut(blocks, rows)
        yield RawBatches(tuple(wanted), batches, True, layout.notes, spelling_of(file, layout))


@contextmanager
def _parquet(file: TableFile, selection: Selection, rows: int) -> Iterator[RawBatches]:
    with file.parquet() as inside:
        wanted, notes = parquet_columns(file.path, inside, selection)
        blocks = _sound(file, inside.iter_batches(batch_size=rows, columns=wanted))
        yield RawBatches(tuple(wanted), _cut(blocks, rows), False, notes)


def _sound(file: TableFile, blocks: Iterator[Any]) -> Iterator[Any]:
    """Yield blocks whose texts are texts."""
    for block in blocks:
        for name in block.schema.names:
            sound(file.path, name, block.column(name))
        yield block


def _cut(blocks: Iterator[Any], rows: int) -> Iterator[Any]:
    """Cut what comes into batches that are not too long."""
    for block in blocks:
        check()
        for start in range(0, block.num_rows, rows):
            yield block.slice(start, rows)
