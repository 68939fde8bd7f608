"""Standard input as a file: ``-`` in the place of a SOURCE, told by content to be what it is."""

import os
import re
import shutil
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from owlboost.errors import OwlboostError, Sentence, SourceError
from owlboost.runtime.files import LimitedStream, temporary_folder

STANDARD = Path("-")
"""How standard input and standard output are written on the command line."""

_SOURCES = ("source", "table")
_STEM = "standard-input"
_SAMPLE = 1 << 16
_HEADER_WITH_COLON = re.compile(r"[\w.-]*:[^\s,;|]*[,;\t|]")


@contextmanager
def standard_input(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a command was called with, standard input being a file for as long as it runs."""
    asked = [name for name in _SOURCES if values.get(name) == STANDARD]
    if not asked:
        yield dict(values)
        return
    with temporary_folder() as folder:
        path = _spooled(folder)
        try:
            yield {**values, **dict.fromkeys(asked, path)}
        except OwlboostError as error:
            error.args = (_without(error.said, f"{path.parent}{os.sep}"), *error.args[1:])
            raise


def is_standard_input(path: Path) -> bool:
    """Whether a file stands for standard input."""
    return path.stem == _STEM and path.parent.name.startswith("owlboost-")


def shown(path: Path) -> str:
    """Return what people call a file."""
    return "Standard input" if is_standard_input(path) else str(path)


def _spooled(folder: Path) -> Path:
    """Write standard input to a file whose name says what it is."""
    path = folder / _STEM
    standard: Any = sys.stdin.buffer
    with path.open("wb") as file:
        shutil.copyfileobj(LimitedStream(standard, "Standard input"), file)
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
    if not head:
        raise SourceError("Standard input is empty.")
    return path.rename(folder / f"{_STEM}{_suffix(path, head)}")


def _suffix(path: Path, head: bytes) -> str:
    from owlboost.tables.sheets import is_workbook

    if head.startswith(b"\x1f\x8b"):
        inflated = zlib.decompressobj(wbits=31).decompress(head, _SAMPLE)
        return f"{_suffix_of_content(inflated, complete=False)}.gz"
    if is_workbook(head):
        return _workbook_suffix(path)
    return _suffix_of_content(head, complete=len(head) < _SAMPLE)


def _workbook_suffix(path: Path) -> str:
    if not zipfile.is_zipfile(path):
        return ".xls"
    with zipfile.ZipFile(path) as archive:
        return ".ods" if "mimetype" in archive.namelist() else ".xlsx"


def _suffix_of_content(head: bytes, *, complete: bool) -> str:
    """Tell tables and ontologies apart; what begins like no ontology is a table."""
    from owlboost.ontology.readers.text import syntax_of
    from owlboost.tables.encodings import decoded, encoding_of

    if head.startswith(b"PAR1"):
        return ".parquet"
    encoding = encoding_of(head, complete=complete) or "latin-1"
    text = decoded(head, encoding, complete=complete) or ""
    if _HEADER_WITH_COLON.match(text):
        return ".csv"
    try:
        syntax_of(text, STANDARD)
    except SourceError:
        is_xml = text.lstrip("\ufeff \t\r\n").startswith("<")
        return ".owl" if is_xml else ".csv"  # whoever reads it says what is wrong with the XML
    return ".owl"


def _without(said: str, folder: str) -> str:
    if isinstance(said, Sentence):
        parts = (part.replace(folder, "") if isinstance(part, str) else part for part in said.parts)
        return Sentence(*parts)
    return said.replace(folder, "")
