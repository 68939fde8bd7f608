"""Sheets of workbooks as Arrow columns: .xlsx, .xls and .ods."""

import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa

from owlboost.errors import Message, MissingExtraError, SourceError, UnknownNameError, did_you_mean
from owlboost.runtime.limits import exceeded, limits
from owlboost.tables.arrow import from_objects
from owlboost.tables.columns import value_text
from owlboost.tables.read_options import SHEET, ReadOptions
from owlboost.tables.text_layout import given_names, header_names, require_distinct


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A sheet as Arrow columns."""

    columns: dict[str, Any]
    n_rows: int
    notes: tuple[str, ...]


def sheet_names(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """Return the names of a sheet's columns."""
    rows, _ = _rows(path, options.sheet)
    return _named(path, rows, options)[0]


def read_sheet(path: Path, options: ReadOptions) -> Sheet:
    """Read a sheet: the named one, or the first with a remark.

    Raises
    ------
    MissingExtraError
        The library that reads workbooks is not installed.
    SourceError
        It is no workbook, or the sheet has no rows.
    UnknownNameError
        It has no sheet of this name.
    """
    rows, notes = _rows(path, options.sheet)
    names, skipped, header_notes = _named(path, rows, options)
    data = rows[skipped:]
    if not data:
        raise SourceError(f"{path} has a header but no rows.")
    cells = np.empty((len(data), len(names)), dtype=object)
    for number, row in enumerate(data):
        cells[number, :] = [None if cell == "" else cell for cell in row]
    columns = {
        name: pa.chunked_array([from_objects(cells[:, position])])
        for position, name in enumerate(names)
    }
    return Sheet(columns, len(data), (*notes, *header_notes))


def _named(
    path: Path, rows: list[list[Any]], options: ReadOptions
) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    first = [_text(cell) for cell in rows[0]]
    if options.columns is not None:
        return given_names(path, options.columns, len(first)), 0, ()
    if not options.header:
        return tuple(f"column{i + 1}" for i in range(len(first))), 0, ()
    names, notes = header_names(first)
    require_distinct(path, names)
    return names, 1, notes


def _text(cell: Any) -> str:
    return value_text(cell) if isinstance(cell, bool | int | float) else str(cell)


def _rows(path: Path, sheet: str | None) -> tuple[list[list[Any]], tuple[str, ...]]:
    """Return the non-empty rows of a sheet, and remarks."""
    try:
        import python_calamine as calamine
    except ImportError:
        raise MissingExtraError(f"Reading {path.name}", "excel") from None
    require_small_workbook(path)
    try:
        with calamine.CalamineWorkbook.from_path(os.fspath(path)) as workbook:
            chosen, notes = _chosen(path, workbook.sheet_names, sheet)
            cells = workbook.get_sheet_by_name(chosen).to_python(skip_empty_area=True)
    except (calamine.CalamineError, OSError) as error:
        reason = str(error).partition("\n")[0].rstrip(".")[:200]
        raise SourceError(f"{path} cannot be read as a workbook: {reason}.") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # it is derived from no other error
            raise
        raise damaged_workbook(path) from None
    rows = [row for row in cells if any(cell != "" for cell in row)]
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
        return sheets[0], (Message(claim, SHEET, "."),)
    if wanted not in sheets:
        raise UnknownNameError(
            f"{path.name} has no sheet named {wanted!r}.{did_you_mean(wanted, sheets)}"
        )
    return wanted, ()


_CELL = 32
"""Bytes of a cell, also of an empty one between others."""

_CHUNK = 1 << 20
_HEADER = 30  # bytes before the name of a part

_TAG = re.compile(
    rb"<(?:[\w.-]+:)?(row|c)(?=[\s/>])([^<>]*)>"
    rb"|<table:(table-row|(?:covered-)?table-cell|table)(?=[\s/>])([^<>]*)>"
)
_PLACE = re.compile(rb"""(?<!\S)r\s*=\s*["']([A-Za-z]{0,4})([0-9]{1,9})["']""")
_REPEATED = re.compile(rb"""table:number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,12})["']""")


def require_small_workbook(path: Path) -> None:
    """Reject a workbook that is larger than the limits once unpacked.

    Its parts may be compressed, and a sheet has all cells between the first and the last.
    Older workbooks (``.xls``) are neither compressed nor large.

    Raises
    ------
    LimitError
        Its parts, or the cells of a sheet, take more bytes than the limit.
    SourceError
        The workbook is damaged.
    """
    if not zipfile.is_zipfile(path):
        return
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as file:
            left = limits().bytes
            for part in archive.infolist():
                area = _Area()
                for data in _decompressed(file, part):
                    left -= len(data)
                    if left < 0:
                        raise exceeded("bytes", path)
                    area.add(data)
                    if area.cells * _CELL > limits().bytes:
                        raise exceeded("bytes", f"The area of cells in {path}")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, ValueError, OSError):
        raise damaged_workbook(path) from None


def damaged_workbook(path: Path) -> SourceError:
    """Return the error that a workbook is damaged."""
    return SourceError(f"{path} cannot be read as a workbook: it is damaged.")


def _decompressed(file: IO[bytes], part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the decompressed bytes of an archive's part, whatever its stated size."""
    file.seek(part.header_offset)
    head = file.read(_HEADER)
    file.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), 1)
    left = part.compress_size
    deflated = zlib.decompressobj(-zlib.MAX_WBITS)
    while left > 0 and (data := file.read(min(left, _CHUNK))):
        left -= len(data)
        if part.compress_type != zipfile.ZIP_DEFLATED:
            yield data
            continue
        while data:
            yield deflated.decompress(data, _CHUNK)
            data = deflated.unconsumed_tail


class _Area:
    """The area of a sheet's cells, from the first to the last."""

    def __init__(self) -> None:
        self._text = b""
        self._row = self._column = 0
        self._rows = self._columns = 0

    @property
    def cells(self) -> int:
        """The number of cells in the part read so far."""
        return self._rows * self._columns

    def add(self, data: bytes) -> None:
        """Read more of the sheet."""
        self._text += data
        end = self._text.rfind(b">") + 1 or len(self._text)
        for tag in _TAG.finditer(self._text, 0, end):
            if tag[1]:
                self._excel(tag[1], tag[2])
            else:
                self._office(tag[3], tag[4])
        self._text = self._text[end:]

    def _excel(self, name: bytes, attributes: bytes) -> None:
        place = _PLACE.search(attributes)
        if name == b"row":
            self._row = int(place[2]) if place and not place[1] else self._row + 1
            self._column = 0
            return
        self._column += 1
        if place and place[1]:
            self._row, self._column = int(place[2]), _number(place[1])
        if not attributes.endswith(b"/"):
            self._rows = max(self._rows, self._row)
            self._columns = max(self._columns, self._column)

    def _office(self, name: bytes, attributes: bytes) -> None:
        repetition = _REPEATED.search(attributes)
        times = int(repetition[1]) if repetition else 1
        if name == b"table":
            self._rows = self._columns = self._row = self._column = 0
        elif name == b"table-row":
            self._row, self._column = self._row + times, 0
        else:
            self._column += times
            if not attributes.endswith(b"/") or b"office:value-type" in attributes:
                self._rows = max(self._rows, self._row)
                self._columns = max(self._columns, self._column)


def _number(letters: bytes) -> int:
    """Return the number of a column by its letters.

    Examples
    --------
    >>> _number(b"A"), _number(b"AA"), _number(b"XFD")
    (1, 27, 16384)
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - 64
    return number
