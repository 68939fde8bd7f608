"""Sheets of workbooks to Arrow columns: Excel's ``.xlsx`` and ``.xls``, and ``.ods``."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from owlboost.errors import MissingExtraError, Sentence, SourceError, UnknownNameError, did_you_mean
from owlboost.tables.columns import value_text
from owlboost.tables.hints import SHEET
from owlboost.tables.layout import TextManner, given_names, header_names, require_distinct
from owlboost.tables.workbooks import damaged_workbook, require_small_workbook

_MAGICS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""How archives begin, which newer workbooks are, and older workbooks."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A sheet as Arrow columns."""

    columns: dict[str, Any]
    n_rows: int
    notes: tuple[str, ...]


def is_workbook(head: bytes) -> bool:
    r"""Whether a file begins like a workbook.

    Examples
    --------
    >>> is_workbook(b"PK\x03\x04..."), is_workbook(b"price,stars")
    (True, False)
    """
    return head.startswith(_MAGICS)


def sheet_names(path: Path, told: TextManner, sheet: str | None) -> tuple[str, ...]:
    """Return what the columns of a sheet are called."""
    rows, _ = _rows(path, sheet)
    return _named(path, rows, told)[0]


def read_sheet(path: Path, told: TextManner, sheet: str | None) -> Sheet:
    """Read a sheet: the only one, or the first with a remark, or the one that is named.

    Raises
    ------
    MissingExtraError
        The library that reads workbooks is not installed.
    SourceError
        It is no workbook, or the sheet has no rows.
    UnknownNameError
        It has no sheet of this name.
    """
    from owlboost.tables.frames import of_objects

    rows, notes = _rows(path, sheet)
    names, skipped, odd = _named(path, rows, told)
    data = rows[skipped:]
    if not data:
        raise SourceError(f"{path} has a header but no rows.")
    cells = np.empty((len(data), len(names)), dtype=object)
    for number, row in enumerate(data):
        cells[number, :] = [None if cell == "" else cell for cell in row]
    columns = {name: pa.chunked_array([of_objects(cells[:, at])]) for at, name in enumerate(names)}
    return Sheet(columns, len(data), (*notes, *odd))


def _named(
    path: Path, rows: list[list[Any]], told: TextManner
) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    first = [_text(cell) for cell in rows[0]]
    if told.names is not None:
        return given_names(path, told.names, len(first)), 0, ()
    if not told.header:
        return tuple(f"column{i + 1}" for i in range(len(first))), 0, ()
    found, notes = header_names(first)
    require_distinct(path, found)
    return found, 1, notes


def _text(cell: Any) -> str:
    return value_text(cell) if isinstance(cell, bool | int | float) else str(cell)


def _rows(path: Path, sheet: str | None) -> tuple[list[list[Any]], tuple[str, ...]]:
    """Return the rows of a sheet that are not empty, and which sheet was chosen."""
    try:
        import python_calamine as calamine
    except ImportError:
        raise MissingExtraError(f"Reading {path.name}", "excel") from None
    require_small_workbook(path)
    try:
        with calamine.CalamineWorkbook.from_path(os.fspath(path)) as workbook:
            chosen, notes = _chosen(path, workbook.sheet_names, sheet)
            found = workbook.get_sheet_by_name(chosen).to_python(skip_empty_area=True)
    except (calamine.CalamineError, OSError) as error:
        reason = str(error).partition("\n")[0].rstrip(".")[:200]
        raise SourceError(f"{path} cannot be read as a workbook: {reason}.") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # it is derived from no other error
            raise
        raise damaged_workbook(path) from None
    rows = [row for row in found if any(cell != "" for cell in row)]
    if not rows:
        raise SourceError(f"The sheet {chosen!r} of {path} is empty.")
    return rows, notes


def _chosen(path: Path, sheets: Sequence[str], wanted: str | None) -> tuple[str, tuple[str, ...]]:
    if not sheets:
        raise SourceError(f"{path} has no sheet.")
    if wanted is None:
        if len(sheets) == 1:
            return sheets[0], ()
        claim = f"{path.name} has {len(sheets)} sheets; {sheets[0]!r} was read. For another, use "
        return sheets[0], (Sentence(claim, SHEET, "."),)
    if wanted not in sheets:
        raise UnknownNameError(
            f"{path.name} has no sheet named {wanted!r}.{did_you_mean(wanted, sheets)}"
        )
    return wanted, ()
