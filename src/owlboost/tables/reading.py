"""Reading of a table: its columns, their kinds, the names of rows."""

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np

from owlboost.errors import Message, ParameterError, SourceError, UnknownNameError, did_you_mean
from owlboost.runtime.arrays import IN_MEMORY, ArrayStore, MappedStore, available_memory
from owlboost.runtime.names import Names
from owlboost.tables.arrow import as_texts
from owlboost.tables.columns import Column, with_derived
from owlboost.tables.dates import Order
from owlboost.tables.facts import shelved
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
    KINDS,
    Ambiguity,
    CellError,
    Kind,
    SkippedColumn,
    cut,
    doubtful,
    read_column,
)
from owlboost.tables.numbers import Mark
from owlboost.tables.origin import TableFileReference
from owlboost.tables.read_options import (
    Locale,
    Manner,
    OutOfCore,
    TextManner,
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
    path = Path(path)
    categories: dict[str, Kind] = dict.fromkeys(texts, "category")
    kinds = _checked({**(kinds or {}), **categories})
    selection = selection_of(kinds, id_column, leave_out, only)
    ids = () if id_column is None else (id_column,)
    text = TextManner(header, None if columns is None else tuple(columns), encoding)
    manner = Manner(text, sheet, Locale(decimal, dates, habits=habits or {}))
    shelf = _shelf(path, out_of_core)
    raw = read_raw_table(path, selection, manner, shelf)
    row_names = _row_names(raw, id_column, path.name)
    read, left_out, doubts = _columns(path.name, raw, kinds, {*leave_out, *ids}, shelf)
    for name in calendar:
        if name not in read and name not in left_out:
            raise UnknownNameError(
                f"{path.name} has no column named {name!r}.{did_you_mean(name, read)}"
            )
    if calendar or texts:
        made = with_derived(read, calendar, texts, path.name)
        read = {name: made[name] if name in read else shelved(made[name], shelf) for name in made}
    options: dict[str, Any] = {
        "header": header,
        "columns": columns,
        "kinds": {name: kind for name, kind in kinds.items() if name not in texts},
        "leave_out": set(leave_out),
        "only": None if only is None else set(only),
        "encoding": encoding,
        "decimal": decimal,
        "dates": dates,
        "sheet": sheet,
        "calendar": set(calendar),
        "texts": set(texts),
    }
    origin = (
        TableFileReference.from_file(path, options)
        if path.is_file() and id_column is None
        else None
    )
    return Table(path, row_names, read, left_out, (*raw.notes, *doubts), shelf, origin)


def selection_of(
    kinds: Mapping[str, Kind],
    id_column: str | None = None,
    leave_out: Collection[str] = (),
    only: Collection[str] | None = None,
) -> Selection:
    """Return the selection of columns, some as exact texts."""
    ids = set() if id_column is None else {id_column}
    verbatim = {name for name, kind in kinds.items() if kind in ("category", "truth")}
    return Selection(
        named=frozenset({*kinds, *ids}),
        as_text=frozenset(verbatim | ids),
        leave_out=frozenset(leave_out) - {*kinds, *ids},
        only=None if only is None else frozenset(only),
    )


def _shelf(path: Path, out_of_core: OutOfCore) -> ArrayStore:
    if out_of_core not in get_args(OutOfCore):
        raise ParameterError(f"out_of_core must be auto, on or off, not {out_of_core!r}.")
    if out_of_core == "auto":
        is_large = path.is_file() and size_in_memory(path) > _SHARE * available_memory()
        return MappedStore() if is_large else IN_MEMORY
    return MappedStore() if out_of_core == "on" else IN_MEMORY


def _checked(kinds: Mapping[str, Kind]) -> Mapping[str, Kind]:
    for name, kind in kinds.items():
        if kind not in KINDS:
            raise ParameterError(
                f"kinds must be one of {', '.join(KINDS)}, not {kind!r} (column {name!r})."
            )
    return kinds


def _columns(
    file: str, raw: RawTable, kinds: Mapping[str, Kind], skipped: Collection[str], shelf: ArrayStore
) -> tuple[dict[str, Column], dict[str, str], list[str]]:
    """Return the columns, reasons for leaving out others, and ambiguities."""
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
                guessing=raw.guessed,
                spelling=raw.spelling.for_column(name),
            )
        except CellError as error:
            raise SourceError(_cell_error(name, file, error)) from None
        if reading.doubt is not None:
            doubts.append(_doubtful(name, reading.doubt))
        if isinstance(reading.column, SkippedColumn):
            left_out[name] = _remark(name, reading.column)
        else:
            read[name] = shelved(reading.column, shelf)
    return read, left_out, doubts


def _doubtful(name: str, doubt: Ambiguity) -> str:
    """Return the remark on an ambiguous column, with the way out."""
    claim = f"Column {name!r}{doubtful(doubt)}."
    match doubt.matter:
        case "unlike":
            return claim
        case "mixed" | "units":
            return f"{claim} Correct the cell, or write ? if the value is missing."
        case "decimal":
            alternative = as_decimal("." if doubt.taken == "," else ",")
            return Message(claim, " If that is wrong, use ", alternative, " instead.")
        case "dates":
            alternative = as_dates("mdy" if doubt.taken == "dmy" else "dmy")
            return Message(claim, " If that is wrong, use ", alternative, " instead.")


def _remark(name: str, column: SkippedColumn) -> str:
    claim = f"Column {name!r} is left out: {column.reason}"
    if not column.wordy:
        return claim
    as_id = Message(" Use ", as_names(name), " if it names the rows")
    return Message(claim, as_id, ", or ", as_categories(name), " to keep it.")


def _cell_error(name: str, file: str, error: CellError) -> str:
    """Return the message on a wrong cell of a file."""
    of_file, row, text = f"Column {name!r} of {file}", error.row, cut(error.text)
    match error.flaw:
        case "not a number" | "not a time" | "not a truth value":
            return (
                f"{of_file} should contain {_EXPECTED[error.flaw]}, but row {row} has {text}: "
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


def column_names(path: Path, manner: Manner | None = None) -> tuple[str, ...]:
    r"""Return the names of a file's columns, without reading these.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price;stars\n79;3\n")
    >>> column_names(file)
    ('price', 'stars')
    """
    file = open_table_file(path, manner)
    if file.is_sheet:
        return sheet_names(path, file.manner.text, file.manner.sheet)
    if file.is_parquet:
        with reading_errors(path), file.parquet() as parquet:
            names = parquet.schema_arrow.names
            return tuple(name for name in names if not _INDEX_COLUMN.fullmatch(name))
    return file.layout().names


def read_raw_table(
    path: Path, selection: Selection, manner: Manner | None = None, shelf: ArrayStore = IN_MEMORY
) -> RawTable:
    """Read a file into Arrow columns; lazily, with a mapped store."""
    file = open_table_file(path, manner)
    if file.is_sheet:
        sheet = read_sheet(path, file.manner.text, file.manner.sheet)
        columns = {
            name: sheet.columns[name] for name in selection.select(list(sheet.columns), path)
        }
        return RawTable(columns, sheet.n_rows, True, sheet.notes, file.manner.spelling)
    read = _read_parquet if file.is_parquet else _read_text
    return read(file, selection, shelf)
