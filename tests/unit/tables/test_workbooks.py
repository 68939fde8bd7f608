"""Workbooks that are larger than they seem are refused before they take all memory."""

import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.spreadsheets import write_ods, write_xlsx

from owlboost.errors import SourceError
from owlboost.runtime.limits import LimitError
from owlboost.tables.reading import read_table
from owlboost.tables.workbooks import require_small_workbook

SHEET = "xl/worksheets/sheet1.xml"
ROWS: list[list[float | str | None]] = [["x", "k"], [1.0, "a"], [2.0, "b"]]


def changed(path: Path, part: str, change: Callable[[bytes], bytes]) -> Path:
    """Change a part of a workbook, and compress all."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, change(data) if name == part else data)
    return path


def with_rows(folder: Path, rows: str) -> Path:
    path = write_xlsx(folder / "t.xlsx", {"one": ROWS})
    end = b"</sheetData>"
    return changed(path, SHEET, lambda data: data.replace(end, rows.encode() + end))


def with_office_rows(folder: Path, rows: str) -> Path:
    path = write_ods(folder / "t.ods", {"one": ROWS})
    end = b"</table:table>"
    return changed(path, "content.xml", lambda data: data.replace(end, rows.encode() + end))


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        '<row><c r="XFD9"><v>1</v></c></row><row r="1048576"><c><v>1</v></c></row>',
        "<x:row><x:c s='1' r='XFD1048576' ><x:v>1</x:v></x:c></x:row>",
    ],
)
def test_a_cell_far_away_is_told(tmp_path: Path, rows: str) -> None:
    with pytest.raises(LimitError, match=r"^The area of cells in .*t\.xlsx has more than"):
        require_small_workbook(with_rows(tmp_path, rows))


def test_cells_that_are_repeated_are_told(tmp_path: Path) -> None:
    cell = (
        '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" '
        'office:value="1"/>'
    )
    rows = f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>'
    with pytest.raises(LimitError, match=r"^The area of cells in .*t\.ods has more than"):
        require_small_workbook(with_office_rows(tmp_path, rows))


def test_empty_cells_far_away_are_none(tmp_path: Path) -> None:
    for path in (
        with_rows(tmp_path, '<row r="1048576"><c r="XFD1048576" s="1"/></row>'),
        with_office_rows(
            tmp_path,
            '<table:table-row table:number-rows-repeated="1048573">'
            '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        ),
    ):
        assert read_table(path).n_rows == 2


def test_a_part_that_becomes_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = with_rows(tmp_path, "<row>" + " " * 3_000_000 + "</row>")
    assert path.stat().st_size < 20_000
    assert read_table(path).n_rows == 2
    monkeypatch.setenv("OWLBOOST_LIMITS", "bytes=1M")
    with pytest.raises(LimitError, match=r"t\.xlsx has more than 1,048,576 bytes"):
        read_table(path)


def test_a_part_that_lies_about_its_size_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The archive says 1 byte, with the checksum of it; a library may inflate all the same."""
    path = with_rows(tmp_path, "<row>" + " " * 3_000_000 + "</row>")
    with zipfile.ZipFile(path) as archive:
        part = archive.getinfo(SHEET)
        first = archive.read(SHEET)[:1]
    honest = struct.pack("<LLL", part.CRC, part.compress_size, part.file_size)
    lie = struct.pack("<LLL", zlib.crc32(first), part.compress_size, 1)
    data = path.read_bytes()
    assert data.count(honest) == 2
    path.write_bytes(data.replace(honest, lie))
    monkeypatch.setenv("OWLBOOST_LIMITS", "bytes=1M")
    with pytest.raises(LimitError, match=r"t\.xlsx has more than 1,048,576 bytes"):
        read_table(path)


def test_a_damaged_archive_is_told(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "t.xlsx", {"one": ROWS})
    data = path.read_bytes()
    end = data.rindex(b"PK\x05\x06")
    path.write_bytes(data[: end + 16] + b"\xff\xff\xff\x7f" + data[end + 20 :])
    with pytest.raises(SourceError) as told:
        read_table(path)
    assert str(told.value) == f"{path} cannot be read as a workbook: it is damaged."
