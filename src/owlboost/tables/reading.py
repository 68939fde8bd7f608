"""Reading a table: which columns it has, what they hold, what its rows are called."""

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from owlboost.errors import ParameterError, SourceError
from owlboost.model.vocabulary import Names
from owlboost.tables.columns import Column
from owlboost.tables.files import RawTable, read_raw_table
from owlboost.tables.kinds import KINDS, ColumnReader, Kind, LeftOut, as_texts
from owlboost.tables.table import Table, numbered_rows


def read_table(
    path: str | os.PathLike[str],
    *,
    header: bool = True,
    columns: Sequence[str] | None = None,
    id_column: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    leave_out: Collection[str] = (),
    only: Collection[str] | None = None,
) -> Table:
    r"""Read a CSV, TSV or Parquet file, possibly compressed with gzip.

    Parameters
    ----------
    path
        The file. The delimiter of a text file is one of ``, ; tab |`` and is found out.
    header
        Whether the first row of a text file names the columns; if not, they are called
        ``column1``, ``column2``, …
    columns
        Names for the columns of a text file without a header.
    id_column
        The column whose texts name the rows; else they are ``row1``, ``row2``, …
    kinds
        Columns that are to be read as ``"number"``, ``"truth"`` or ``"category"``; the kinds of
        the others are found from their cells.
    leave_out
        Columns that are not read at all.
    only
        If given, the only columns that are read, besides the id column.

    Returns
    -------
    Table
        Its ``remarks`` tell which columns were left out, and why.

    Raises
    ------
    SourceError
        The file is not a table, or a column holds both numbers and texts.
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
    path, kinds = Path(path), _known(kinds or {})
    named = set(kinds) | ({id_column} if id_column is not None else set())
    raw = read_raw_table(
        path,
        header=header,
        names=columns,
        as_text=sorted(named),
        leave_out=sorted(set(leave_out) - named),
        only=None if only is None else {*only, *named},
    )
    row_names = _row_names(raw, id_column, path.name)
    read, left_out = _columns(path.name, raw, kinds, skipped={*leave_out, id_column})
    return Table(path, row_names, read, left_out, raw.notes)


def _known(kinds: Mapping[str, Kind]) -> Mapping[str, Kind]:
    for name, kind in kinds.items():
        if kind not in KINDS:
            raise ParameterError(
                f"Column {name!r} cannot be of kind {kind!r}; the kinds are {', '.join(KINDS)}."
            )
    return kinds


def _columns(
    file: str, raw: RawTable, kinds: Mapping[str, Kind], skipped: Collection[str | None]
) -> tuple[dict[str, Column], dict[str, str]]:
    """Return the columns of use, and the reasons to leave out the others."""
    reader = ColumnReader(file, raw.guessed)
    read: dict[str, Column] = {}
    left_out: dict[str, str] = {}
    for name, arrow_column in raw.columns.items():
        if name in skipped:
            continue
        column = reader.read(name, arrow_column, kinds.get(name))
        if isinstance(column, LeftOut):
            left_out[name] = f"Column {name!r} is left out: {column.reason}"
        else:
            read[name] = column
    return read, left_out


def _row_names(raw: RawTable, id_column: str | None, file: str) -> Names:
    """Return the cells of the id column, which must all be there and differ; else numbers."""
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
        others = np.flatnonzero(texts.codes == texts.codes[row - 1])
        raise SourceError(
            f"Column {id_column!r} of {file} cannot name the rows: "
            f"rows {row} and {int(others[1]) + 1} both have {text!r}."
        )
    return Names(texts.distinct.take(texts.codes).to_pylist())
