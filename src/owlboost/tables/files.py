"""Files of tables to Arrow columns: CSV, TSV, Parquet and spreadsheets, compressed or not."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.errors import SourceError, UnknownNameError, did_you_mean
from owlboost.limits import exceeded, limits
from owlboost.tables.encodings import UTF_8, WESTERN, not_text, taken_for_western
from owlboost.tables.layout import TextLayout, require_distinct, require_few
from owlboost.tables.opening import Manner, TableFile, opened, told
from owlboost.tables.sheets import read_sheet, sheet_names
from owlboost.tables.spelling import Spelling
from owlboost.tables.texts import FALSE_WORDS, MISSING, TRUE_WORDS

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


def read_raw_table(path: Path, selection: Selection, manner: Manner | None = None) -> RawTable:
    """Read a file into Arrow columns."""
    file = opened(path, manner)
    if file.is_sheet:
        sheet = read_sheet(path, file.manner.text, file.manner.sheet)
        columns = {name: sheet.columns[name] for name in selection.of(list(sheet.columns), path)}
        return RawTable(columns, sheet.n_rows, True, sheet.notes, file.manner.spelling)
    return _read_parquet(file, selection) if file.is_parquet else _read_text(file, selection)


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
        "convert_options": pa_csv.ConvertOptions(
            include_columns=wanted,
            column_types=types,
            null_values=list(MISSING),
            true_values=list(TRUE_WORDS),
            false_values=list(FALSE_WORDS),
            strings_can_be_null=True,
            quoted_strings_can_be_null=True,
        ),
    }


def _read_text(file: TableFile, selection: Selection) -> RawTable:
    layout = file.layout()
    wanted = selection.of(layout.names, file.path)
    spelling = spelling_of(file, layout)
    as_text = wanted if spelling.has_commas else selection.as_text
    types = {name: pa.string() for name in as_text}
    table, notes = _decodable(file, layout, types, wanted)
    if table.num_rows == 0:
        raise SourceError(f"{file.path} has no rows.")
    columns = {name: table.column(name) for name in wanted}
    return RawTable(columns, table.num_rows, True, (*layout.notes, *notes), spelling)


def _decodable(
    file: TableFile, layout: TextLayout, types: Mapping[str, Any], wanted: Sequence[str]
) -> tuple[Any, tuple[str, ...]]:
    """Parse a text file; if it turns out not to be UTF-8 after its first rows, do it again."""
    path, encoding = file.path, file.manner.text.encoding
    guessed = layout.encoding == UTF_8 and encoding is None
    try:
        with told(path):
            table = _parsed(file, layout, text_reader(layout, types, wanted))
        if not any(pa.types.is_binary(column.type) for column in table.columns):
            return table, ()
        error = not_text(path, encoding)
    except SourceError as found:
        if not guessed or "no text in UTF-8" not in str(found):
            raise
        error = found
    if not guessed:
        raise error
    western = replace(layout, encoding=WESTERN)
    with told(path):
        table = _parsed(file, western, text_reader(western, types, wanted))
    return table, (taken_for_western(path.name),)


def _parsed(file: TableFile, layout: TextLayout, reader: Mapping[str, Any]) -> Any:
    bad_rows: list[Any] = []

    def refuse(row: Any) -> str:
        bad_rows.append(row)
        return "error"

    def parse(threaded: bool) -> Any:
        reader["read_options"].use_threads = threaded
        with file.stream() as stream:
            return pa_csv.read_csv(stream, **reader)

    reader["parse_options"].invalid_row_handler = refuse
    try:
        return parse(threaded=True)
    except pa.ArrowInvalid:
        bad_rows.clear()  # rows are only numbered when one thread reads them
        try:
            return parse(threaded=False)
        except pa.ArrowInvalid:
            if bad_rows:
                raise _ragged(file.path, bad_rows[0], layout) from None
            raise


def _ragged(path: Path, row: Any, layout: TextLayout) -> SourceError:
    cells = "1 cell" if row.actual_columns == 1 else f"{row.actual_columns} cells"
    columns = "1 column" if row.expected_columns == 1 else f"{row.expected_columns} columns"
    return SourceError(
        f"{path} has {columns}, but row {row.number - layout.skipped_rows - layout.skipped_lines} "
        f"has {cells}: correct that row, or quote the cells that contain {layout.delimiter!r}."
    )


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


def _read_parquet(file: TableFile, selection: Selection) -> RawTable:
    with told(file.path), file.parquet() as inside:
        wanted, notes = parquet_columns(file.path, inside, selection)
        table = inside.read(columns=wanted)
    if table.num_rows == 0:
        raise SourceError(f"{file.path} has no rows.")
    columns = {name: table.column(name) for name in wanted}
    return RawTable(columns, table.num_rows, guessed=False, notes=notes)
