"""Reading of a table: its columns, their kinds, the names of rows."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import Message, SourceError, UnknownNameError, did_you_mean
from owlboost.runtime.arrays import IN_MEMORY, ArrayStore, MappedStore, available_memory
from owlboost.runtime.names import Names, NumberedNames
from owlboost.tables.arrow import as_texts
from owlboost.tables.columns import Column, with_derived
from owlboost.tables.facts import shelved, stated_facts, take_rows
from owlboost.tables.files import (
    _INDEX_COLUMN,
    RawTable,
    Selection,
    _read_parquet,
    open_table_file,
    reading_errors,
    size_in_memory,
)
from owlboost.tables.kinds import (
    Ambiguity,
    CellError,
    SkippedColumn,
    ambiguity_text,
    read_column,
    shortened,
)
from owlboost.tables.read_options import (
    Kind,
    Mark,
    Order,
    OutOfCore,
    ReadOptions,
    as_categories,
    as_dates,
    as_decimal,
    as_names,
)
from owlboost.tables.table import Table, numbered_rows
from owlboost.tables.text_files import _read_text
from owlboost.tables.workbooks import read_sheet, sheet_names

_SHARE = 1 / 8
"""Map tables that take more than this share of memory; learning needs several times as much."""

_EXPECTED = {
    "not a number": "numbers",
    "not a time": "dates or times",
    "not a truth value": "true and false",
}


def read_table(  # noqa: PLR0913 - one parameter for each thing that a file may not tell
    path: str | os.PathLike[str],
    *,
    header: bool = True,
    columns: Sequence[str] | None = None,
    id_column: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    leave_out: Collection[str] = (),
    only: Collection[str] | None = None,
    encoding: str | None = None,
    decimal: Mark | None = None,
    dates: Order | None = None,
    sheet: str | None = None,
    calendar: Collection[str] = (),
    texts: Collection[str] = (),
    out_of_core: OutOfCore = "auto",
    habits: Mapping[str, str] | None = None,
) -> Table:
    r"""Read a CSV, TSV or Parquet file, possibly compressed with gzip, or a sheet of a workbook.

    Parameters
    ----------
    path
        The file. The delimiter of a text file is one of ``, ; tab |`` and is found out. Workbooks
        (``.xlsx``, ``.xls``, ``.ods``) need the extra ``excel``.
    header
        Whether the first row of a text file or a sheet names the columns; if not, they are called
        ``column1``, ``column2``, …
    columns
        Names for the columns of a text file or a sheet without a header.
    id_column
        The column whose texts name the rows; else they are ``row1``, ``row2``, …
    kinds
        Columns that are to be read as ``"number"``, ``"truth"``, ``"category"`` or ``"time"``; the
        kinds of the others are found from their cells. Dates and times are numbers of days since
        1970-01-01.
    leave_out
        Columns that are not read at all.
    only
        If given, the only columns that are read, besides the id column.
    encoding
        How the letters of a text file are encoded, such as ``"latin-1"``; found out if None.
    decimal
        Whether decimals follow a point or a comma in numbers that could be read both ways, such as
        ``1,234``; found out if None.
    dates
        Whether the day (``"dmy"``) or the month (``"mdy"``) comes first in dates that could be
        read both ways, such as ``03/04/2024``; found out if None.
    sheet
        Name of the sheet of a workbook; the first if None.
    calendar
        Columns of dates whose months and weekdays become categories, in columns such as
        ``month of built``.
    texts
        Columns of long texts, in whose place there is a truth value for each word that recurs, in
        columns such as ``comment contains "sea"``.
    out_of_core
        Whether the columns lie in temporary files that are mapped into memory, so that the table
        may be larger than it: ``"on"``, ``"off"``, or ``"auto"`` if they would take more than an
        eighth of the memory. The same is learned in either case.
    habits
        How columns were written in another table that this one is like: ``"."`` or ``","`` before
        decimals, ``"dmy"`` or ``"mdy"`` in dates. ``decimal`` and ``dates`` go before.

    Returns
    -------
    Table
        Its ``remarks`` tell which columns were left out, and why, and which could be meant
        otherwise.

    Raises
    ------
    SourceError
        The file is not a table, or a cell is not what ``kinds`` asks for.
    UnknownNameError
        A column is named that the file does not have.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price;stars;pool\n79;3;true\n?;5;false\n")
    >>> table = read_table(file, kinds={"stars": "category"})
    >>> table.columns["price"].values
    array([79., nan])
    >>> table.columns["stars"].values, table.columns["pool"].values
    (('3', '5'), (False, True))
    """
    options = ReadOptions(
        header,
        None if columns is None else tuple(columns),
        id_column,
        kinds or {},
        frozenset(leave_out),
        None if only is None else frozenset(only),
        encoding,
        decimal,
        dates,
        sheet,
        tuple(calendar),
        tuple(texts),
        out_of_core,
        habits or {},
    )
    return read_table_with(Path(path), options)


def read_table_with(path: Path, options: ReadOptions) -> Table:
    """Read a table as :func:`read_table` does."""
    shelf = _shelf(path, options.out_of_core)
    raw = read_raw_table(path, options, shelf)
    row_names = _row_names(raw, options.id_column, path.name)
    read, left_out, doubts = _columns(path.name, raw, options, shelf)
    for name in options.calendar:
        if name not in read and name not in left_out:
            raise UnknownNameError(
                f"{path.name} has no column named {name!r}.{did_you_mean(name, read)}"
            )
    if options.calendar or options.texts:
        made = with_derived(read, options.calendar, options.texts, path.name)
        read = {name: made[name] if name in read else shelved(made[name], shelf) for name in made}
    is_readable_again = path.is_file() and options.id_column is None
    origin = TableFileReference.from_file(path, options) if is_readable_again else None
    return Table(path, row_names, read, left_out, (*raw.notes, *doubts), shelf, origin)


def selection_of(options: ReadOptions) -> Selection:
    """Return the selection of columns, some as exact texts."""
    ids = set() if options.id_column is None else {options.id_column}
    kinds = options.all_kinds
    verbatim = {name for name, kind in kinds.items() if kind in ("category", "truth")}
    return Selection(
        named=frozenset({*kinds, *ids}),
        as_text=frozenset(verbatim | ids),
        leave_out=options.leave_out - {*kinds, *ids},
        only=options.only,
    )


def _shelf(path: Path, out_of_core: OutOfCore) -> ArrayStore:
    if out_of_core == "auto":
        is_large = path.is_file() and size_in_memory(path) > _SHARE * available_memory()
        return MappedStore() if is_large else IN_MEMORY
    return MappedStore() if out_of_core == "on" else IN_MEMORY


def _columns(
    file: str, raw: RawTable, options: ReadOptions, shelf: ArrayStore
) -> tuple[dict[str, Column], dict[str, str], list[str]]:
    """Return the columns, reasons for leaving out others, and ambiguities."""
    kinds, skipped = options.all_kinds, {*options.leave_out, options.id_column}
    read: dict[str, Column] = {}
    left_out: dict[str, str] = {}
    doubts: list[str] = []
    for name in raw.columns:
        if name in skipped:
            continue
        try:
            reading = read_column(
                raw.columns[name],
                kinds.get(name),
                infer_numbers=raw.untyped,
                locale=raw.locale.for_column(name),
            )
        except CellError as error:
            raise SourceError(_cell_error(name, file, error)) from None
        if reading.ambiguity is not None:
            doubts.append(_ambiguity_notice(name, reading.ambiguity))
        if isinstance(reading.column, SkippedColumn):
            left_out[name] = _remark(name, reading.column)
        else:
            read[name] = shelved(reading.column, shelf)
    return read, left_out, doubts


def _ambiguity_notice(name: str, ambiguity: Ambiguity) -> str:
    """Return the remark on an ambiguous column, with the way out."""
    claim = f"Column {name!r}{ambiguity_text(ambiguity)}."
    match ambiguity.kind:
        case "unlike":
            return claim
        case "mixed" | "units":
            return f"{claim} Correct the cell, or write ? if the value is missing."
        case "decimal":
            alternative = as_decimal("." if ambiguity.assumed == "," else ",")
            return Message(claim, " If that is wrong, use ", alternative, " instead.")
        case "dates":
            alternative = as_dates("mdy" if ambiguity.assumed == "dmy" else "dmy")
            return Message(claim, " If that is wrong, use ", alternative, " instead.")


def _remark(name: str, column: SkippedColumn) -> str:
    claim = f"Column {name!r} is left out: {column.reason}"
    if not column.has_too_many_values:
        return claim
    as_id = Message(" Use ", as_names(name), " if it names the rows")
    return Message(claim, as_id, ", or ", as_categories(name), " to keep it.")


def _cell_error(name: str, file: str, error: CellError) -> str:
    """Return the message on a wrong cell of a file."""
    of_file, row, text = f"Column {name!r} of {file}", error.row, shortened(error.text)
    match error.kind:
        case "not a number" | "not a time" | "not a truth value":
            return (
                f"{of_file} should contain {_EXPECTED[error.kind]}, but row {row} has {text}: "
                f"correct the cell, or write ? if the value is missing."
            )
        case "infinite":
            return (
                f"{of_file} has an infinite number in row {row}: correct the cell, or write ? if "
                f"the value is missing."
            )
        case "not a text":
            return (
                f"{of_file} has values of type {error.text}, which cannot be read as text; leave "
                f"it out."
            )


def _row_names(raw: RawTable, id_column: str | None, file: str) -> Names:
    """Return the names of rows: their numbers, or an id column.

    Its cells must be present and distinct.
    """
    if id_column is None:
        return numbered_rows(raw.n_rows)
    texts = as_texts(raw.columns[id_column])
    missing = texts.codes < 0
    if missing.any():
        raise SourceError(
            f"Column {id_column!r} of {file} cannot name the rows: it has no value in row "
            f"{int(np.argmax(missing)) + 1}."
        )
    repeated = np.bincount(texts.codes) > 1
    if repeated.any():
        row, text = texts.first_row(repeated)
        rows = np.flatnonzero(texts.codes == texts.codes[row - 1])
        raise SourceError(
            f"Column {id_column!r} of {file} cannot name the rows: "
            f"rows {row} and {int(rows[1]) + 1} both have {text!r}."
        )
    return texts.names()


def column_names(path: Path, options: ReadOptions | None = None) -> tuple[str, ...]:
    r"""Return the names of a file's columns, without reading these.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price;stars\n79;3\n")
    >>> column_names(file)
    ('price', 'stars')
    """
    file = open_table_file(path, options)
    if file.is_sheet:
        return sheet_names(path, file.options)
    if file.is_parquet:
        with reading_errors(path), file.parquet() as parquet:
            names = parquet.schema_arrow.names
            return tuple(name for name in names if not _INDEX_COLUMN.fullmatch(name))
    return file.layout().names


def read_raw_table(
    path: Path, options: ReadOptions | None = None, shelf: ArrayStore = IN_MEMORY
) -> RawTable:
    """Read a file into Arrow columns; lazily, with a mapped store."""
    file = open_table_file(path, options)
    selection = selection_of(file.options)
    if file.is_sheet:
        sheet = read_sheet(path, file.options)
        columns = {
            name: sheet.columns[name] for name in selection.select(list(sheet.columns), path)
        }
        return RawTable(columns, sheet.n_rows, True, sheet.notes, file.options.locale)
    read = _read_parquet if file.is_parquet else _read_text
    return read(file, selection, shelf)


# The file of a table, for processes that read its rows

_SAMPLED_BYTES = 1 << 16
"""Number of bytes at each end of a file that go into its fingerprint."""


@dataclass(frozen=True, slots=True)
class TableFileReference:
    """A file, the options to read it, and its hidden columns.

    The path is that from the root of the file system; ``print`` is the fingerprint of the content.
    """

    path: Path
    print: str
    options: ReadOptions
    hidden: frozenset[str] = frozenset()

    @classmethod
    def from_file(cls, path: Path, options: ReadOptions) -> "TableFileReference":
        """Return a reference to a file that was read, wherever its columns were put."""
        return cls(path.resolve(), print_of(path), replace(options, out_of_core="auto"))

    def without(self, hidden: frozenset[str]) -> "TableFileReference":
        """Return the same file with some columns hidden."""
        return replace(self, hidden=self.hidden | hidden)

    def is_at_hand(self) -> bool:
        """Whether this process can read the file, unchanged."""
        try:
            return print_of(self.path) == self.print
        except OSError:
            return False

    def knows(self, names: Names) -> bool:
        """Whether the rows are named by their numbers."""
        return isinstance(names, NumberedNames)

    def part(self, names: Names) -> KnowledgeBase:
        """State the facts of some rows, in the order given.

        Raises
        ------
        SourceError
            The file is missing or has changed.
        """
        if not isinstance(names, NumberedNames) or not self.is_at_hand():
            raise SourceError(
                f"{self.path} is not the file that is learned from: leave it as it is while "
                "workers read it."
            )
        table = _table(self.path, self.print, self.options)
        shown = {name: column for name, column in table.columns.items() if name not in self.hidden}
        return stated_facts(take_rows(shown, names.numbers - 1), names)


@lru_cache(maxsize=1)
def _table(path: Path, print_: str, options: ReadOptions) -> Table:
    """Read a table, and cache the last one of this process."""
    del print_
    return read_table_with(path, options)


def print_of(path: Path) -> str:
    r"""Return a file's fingerprint: its size and a hash of both ends.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price\n79\n")
    >>> print_of(file).startswith("9 ")
    True
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        digest = blake2b(file.read(_SAMPLED_BYTES), digest_size=16)
        file.seek(max(0, size - _SAMPLED_BYTES), os.SEEK_SET)
        digest.update(file.read(_SAMPLED_BYTES))
    return f"{size} {digest.hexdigest()}"
