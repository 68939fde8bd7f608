"""Files of tables to Arrow columns: CSV, TSV, Parquet and spreadsheets, compressed or not."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from owlboost.errors import SourceError, UnknownNameError, did_you_mean
from owlboost.runtime.arrays import IN_MEMORY, DiskShelf, Shelf
from owlboost.runtime.limits import exceeded, limits
from owlboost.tables.cells import read_cells
from owlboost.tables.encodings import UTF_8, WESTERN, NotTextError, not_text, taken_for_western
from owlboost.tables.layout import TextLayout, require_distinct, require_few
from owlboost.tables.opening import Manner, TableFile, opened, told
from owlboost.tables.sheets import read_sheet, sheet_names
from owlboost.tables.spelling import Spelling
from owlboost.tables.spool import ReadColumns
from owlboost.tables.texts import is_text

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
    file = opened(path, manner)
    if file.is_sheet:
        return sheet_names(path, file.manner.text, file.manner.sheet)
    if file.is_parquet:
        with told(path), file.parquet() as inside:
            names = inside.schema_arrow.names
            return tuple(name for name in names if not _INDEX_COLUMN.fullmatch(name))
    return file.layout().names


def read_raw_table(
    path: Path, selection: Selection, manner: Manner | None = None, shelf: Shelf = IN_MEMORY
) -> RawTable:
    """Read a file into Arrow columns; with a shelf on disk, each when it is asked for."""
    file = opened(path, manner)
    if file.is_sheet:
        sheet = read_sheet(path, file.manner.text, file.manner.sheet)
        columns = {name: sheet.columns[name] for name in selection.of(list(sheet.columns), path)}
        return RawTable(columns, sheet.n_rows, True, sheet.notes, file.manner.spelling)
    read = _read_parquet if file.is_parquet else _read_text
    return read(file, selection, shelf)


def require_known(wanted: Collection[str], names: Sequence[str], path: Path) -> None:
    """Refuse the name of a column that the file does not have."""
    for name in wanted:
        if name not in names:
            raise UnknownNameError(
                f"{path.name} has no column named {name!r}.{did_you_mean(name, names)}"
            )


# Text


def spelling_of(file: TableFile, layout: TextLayout) -> Spelling:
    """Tell how a text file writes numbers and dates, from what the user says and its first rows."""
    semicolons = layout.delimiter == ";"
    return replace(file.manner.spelling, evident=layout.evident, semicolons=semicolons)


def _read_text(file: TableFile, selection: Selection, shelf: Shelf) -> RawTable:
    layout, path = file.layout(), file.path
    wanted = selection.of(layout.names, path)
    spelling = spelling_of(file, layout)
    as_text = wanted if spelling.has_commas else selection.as_text | spelling.commas

    def columns(layout: TextLayout) -> tuple[Mapping[str, Any], int]:
        with told(path):
            return read_cells(file, layout, wanted, as_text, shelf)

    notes, encoding = layout.notes, file.manner.text.encoding
    try:
        found, n_rows = columns(layout)
    except NotTextError:
        if layout.encoding != UTF_8 or encoding is not None:
            raise not_text(path, encoding) from None
        found, n_rows = columns(replace(layout, encoding=WESTERN))  # its later rows tell
        notes = (*notes, taken_for_western(path.name))
    if n_rows == 0:
        raise SourceError(f"{path} has no rows.")
    return RawTable(found, n_rows, True, notes, spelling)


# Parquet


def parquet_columns(
    path: Path, inside: Any, selection: Selection
) -> tuple[list[str], tuple[str, ...]]:
    """Return the columns to read of an open Parquet file, and remarks; refuse too many cells."""
    names = inside.schema_arrow.names
    require_few(path, names)
    if inside.metadata.num_rows * max(len(names), 1) > limits().bytes:
        raise exceeded("bytes", path)
    require_distinct(path, names)
    index = [
        name for name in names if _INDEX_COLUMN.fullmatch(name) and name not in selection.named
    ]
    notes = tuple(f"Column {name!r} is left out: it is a data frame's index." for name in index)
    return [name for name in selection.of(names, path) if name not in index], notes


def _read_parquet(file: TableFile, selection: Selection, shelf: Shelf) -> RawTable:
    with told(file.path), file.parquet() as inside:
        wanted, notes = parquet_columns(file.path, inside, selection)
        n_rows = inside.metadata.num_rows
        columns: Mapping[str, Any]
        if isinstance(shelf, DiskShelf):
            columns = ReadColumns(wanted, partial(_parquet_column, file))
        else:
            table = inside.read(columns=wanted)
            columns = {name: sound(file.path, name, table.column(name)) for name in wanted}
    if n_rows == 0:
        raise SourceError(f"{file.path} has no rows.")
    return RawTable(columns, n_rows, guessed=False, notes=notes)


def _parquet_column(file: TableFile, name: str) -> Any:
    with told(file.path), file.parquet() as inside:
        return sound(file.path, name, inside.read(columns=[name]).column(name))


def sound(path: Path, name: str, column: Any) -> Any:
    """Return a column of a Parquet file, whose texts nobody has looked at so far.

    Raises
    ------
    SourceError
        Some of them are no texts.
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
