"""Workbooks written by hand: the parts of ``.xlsx`` and ``.ods`` that a table needs."""

import datetime as dt
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

Cell = float | bool | str | dt.date | None
Sheets = Mapping[str, Sequence[Sequence[Cell]]]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_ODS = "urn:oasis:names:tc:opendocument:xmlns"
_EPOCH = dt.date(1899, 12, 30)


def write_xlsx(path: Path, sheets: Sheets) -> Path:
    """Write a workbook of Excel."""
    numbers = range(1, len(sheets) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPES}.worksheet+xml"/>'
        for n in numbers
    )
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="rId{n}"/>'
        for n, name in zip(numbers, sheets, strict=True)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>'
        f"{overrides}</Types>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}'
        f'<Relationship Id="rId99" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    }
    for number, rows in zip(numbers, sheets.values(), strict=True):
        body = "".join(f"<row>{''.join(map(_xlsx_cell, row))}</row>" for row in rows)
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData></worksheet>'
        )
    return _zipped(path, parts)


def _xlsx_cell(cell: Cell) -> str:
    match cell:
        case None:
            return "<c/>"
        case bool():
            return f'<c t="b"><v>{int(cell)}</v></c>'
        case str():
            return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
        case dt.date():
            return f'<c s="1"><v>{(cell - _EPOCH).days}</v></c>'
        case _:
            return f"<c><v>{cell!r}</v></c>"


def write_ods(path: Path, sheets: Sheets) -> Path:
    """Write a workbook of LibreOffice."""
    body = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    spaces = " ".join(f'xmlns:{name}="{_ODS}:{name}:1.0"' for name in ("office", "table", "text"))
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_ODS}:manifest:1.0"/>',
        "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>{body}"
        "</office:spreadsheet></office:body></office:document-content>",
    }
    return _zipped(path, parts)


def _ods_cell(cell: Cell) -> str:
    match cell:
        case None:
            return "<table:table-cell/>"
        case bool():
            value = f'office:value-type="boolean" office:boolean-value="{str(cell).lower()}"'
        case str():
            value = 'office:value-type="string"'
        case dt.date():
            value = f'office:value-type="date" office:date-value="{cell.isoformat()}"'
        case _:
            value = f'office:value-type="float" office:value="{cell!r}"'
    return f"<table:table-cell {value}><text:p>{escape(str(cell))}</text:p></table:table-cell>"


def _zipped(path: Path, parts: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path
