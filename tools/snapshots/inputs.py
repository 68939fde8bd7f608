"""The files that commands read: those beside this module, and some made of them."""

import io
import shutil
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
DATA = "OWLBOOST_DATA"
"""The variable that names the folder of public data sets."""

SUITE = "OWLBOOST_W3C"
"""The variable that names the file of the W3C's tests."""

_HERE = Path(__file__).parent / "files"
_WHEN = (2020, 1, 1, 0, 0, 0)


def lay_out(folder: Path, demo: Path) -> None:
    """Put all input files into a folder.

    Parameters
    ----------
    folder
        Must exist.
    demo
        What ``owlboost demo`` has written.
    """
    for path in sorted(_HERE.iterdir()):
        if path.is_file():
            shutil.copy(path, folder / path.name)
    for name in ("iris.csv", "hotels.ofn"):
        shutil.copy(demo / name, folder / name)
    for path in sorted((GOLDEN / "version-0.1.0").glob("*.json")):
        shutil.copy(path, folder / path.name)
    text = (folder / "hotels.csv").read_text("utf-8")
    (folder / "table.tsv").write_text(text.replace(",", "\t"), "utf-8")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "table.xlsx").write_bytes(_workbook(text))
    (folder / "table.parquet").write_bytes(_parquet(folder / "iris.csv"))
    bare = (folder / "iris.csv").read_text("utf-8").partition("\n")[2]
    _write_clashes(folder)
    _write_numbers(folder / "many.csv", 800)
    data = folder / "data" / "iris"
    data.mkdir(parents=True)
    (data / "iris.csv").write_text(_as_published(bare), "utf-8")


def _write_clashes(folder: Path) -> None:
    """Write the ontology of a town again with axioms that contradict it, a line of them each."""
    town = (folder / "town.ofn").read_text("utf-8").rstrip().removesuffix(")")
    axioms = (folder / "clashes.txt").read_text("utf-8").splitlines()
    for number, line in enumerate(axioms, 1):
        (folder / f"clash{number}.ofn").write_text(f"{town}{line}\n)\n", "utf-8")


def lay_out_large(folder: Path) -> None:
    """Put what long runs read besides into a folder."""
    _write_numbers(folder / "large.csv", 80_000)


def _write_numbers(path: Path, n_rows: int) -> None:
    """Write a table of numbers, missing cells and a class that depends on them, mostly."""
    state, lines = 1, ["x,y,z,colour,kind"]
    for _ in range(n_rows):
        drawn = []
        for _ in range(4):
            state = state * 1103515245 + 12345 & 0x7FFFFFFF  # as C's rand once did
            drawn.append((state >> 8) % 1000 / 100)
        x, y, z, luck = drawn
        colour = ("red", "green", "blue")[int(y) % 3]
        yes = (x > 6.5 and colour != "red") or y + z < 4 + luck / 5
        lines.append(f"{x},{'' if luck > 9.8 else y},{z},{colour},{'yes' if yes else 'no'}")
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _as_published(rows: str) -> str:
    """Name the kinds of iris as the registry does."""
    for kind in ("setosa", "versicolor", "virginica"):
        rows = rows.replace(f",{kind}", f",Iris-{kind}")
    return rows


def _workbook(text: str) -> bytes:
    """Return a workbook with one sheet of texts and numbers."""
    rows = "".join(
        f"<row>{''.join(map(_cell, line.split(',')))}</row>" for line in text.splitlines()
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{package}"><Relationship Id="rId1" '
            f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
            '<sheet name="hotels" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{package}"><Relationship Id="rId1" '
            f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
        ),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
        ),
    }
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content)
    return sink.getvalue()


def _cell(text: str) -> str:
    try:
        return f"<c><v>{float(text):g}</v></c>"
    except ValueError:
        return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def _parquet(table: Path) -> bytes:
    import pyarrow as pa
    import pyarrow.csv as pa_csv
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(pa_csv.read_csv(table), sink)
    return bytes(sink.getvalue())
