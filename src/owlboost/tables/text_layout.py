"""The layout of a text file: encoding, delimiter, header, decimal mark."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from owlboost.errors import Message, ParameterError, SourceError
from owlboost.runtime.limits import exceeded, limits
from owlboost.tables.arrow import MISSING, texts
from owlboost.tables.numbers import numerals
from owlboost.tables.read_options import (
    COLUMNS,
    ENCODING,
    MARKS,
    NO_HEADER,
    Mark,
    ReadOptions,
    bare_suffix,
)

UTF_8 = "utf-8"
WESTERN = "cp1252"
"""Windows-1252: Latin-1 with letters in place of control characters."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like UTF-16, so it comes first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LEAST_ZEROS = 0.4
"""Recognise UTF-16 by this share of zeros among every other byte, those of ASCII letters."""


def encoding_of(head: bytes, *, complete: bool) -> str | None:
    """Return the encoding of a text's first bytes; None if no text.

    Parameters
    ----------
    complete
        Whether these are all bytes; if not, the last letter may be incomplete.

    Examples
    --------
    >>> encoding_of("price €".encode(), complete=True)
    'utf-8'
    >>> encoding_of("price €".encode("utf-16"), complete=True)
    'utf-16'
    >>> encoding_of("price €".encode("utf-16-be"), complete=True)
    'utf-16-be'
    >>> encoding_of("price €".encode("cp1252"), complete=True)
    'cp1252'
    >>> encoding_of(bytes(range(256)), complete=True)
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" in head:
        return _without_mark(head)
    for encoding in (UTF_8, WESTERN):
        if decoded(head, encoding, complete=complete) is not None:
            return encoding
    return None


def _without_mark(head: bytes) -> str | None:
    halves = {"utf-16-be": head[0::2], "utf-16-le": head[1::2]}
    encoding, half = max(halves.items(), key=lambda item: item[1].count(0))
    (letters,) = (half for name, half in halves.items() if name != encoding)
    enough = half.count(0) >= _LEAST_ZEROS * len(half) and not letters.count(0)
    return encoding if enough else None


def decoded(head: bytes, encoding: str, *, complete: bool) -> str | None:
    """Return the text of first bytes; None if of another encoding."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head, final=complete)
    except UnicodeError:
        return None


def require_encoding(name: str | None) -> None:
    """Reject the name of an unknown encoding.

    Examples
    --------
    >>> require_encoding("utf8")
    >>> require_encoding("utf9")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: encoding must be one that Python knows, such as utf-8, utf-16, \
cp1252 or latin-1, not 'utf9'.
    """
    try:
        b"?".decode(name or UTF_8, errors="replace")  # without bytes Python would not look it up
    except LookupError:
        raise ParameterError(
            "encoding must be one that Python knows, such as utf-8, utf-16, cp1252 or latin-1, "
            f"not {name!r}."
        ) from None


def taken_for_western(file: str) -> str:
    """Return the remark that a file is read as Windows-1252."""
    claim = f"{file} is not UTF-8 and was read as Windows-1252. If letters look wrong, say the"
    return Message(claim, " encoding with ", ENCODING, ".")


class NotTextError(SourceError):
    """A file that is no text in its encoding."""


def not_text(path: Path, encoding: str | None = None) -> NotTextError:
    """Return the error that a file cannot be decoded."""
    if encoding is not None:
        claim = f"{path} is not text in the encoding {encoding}: leave out "
        return NotTextError(Message(claim, ENCODING, ", or name another one."))
    claim = f"{path} is no text in UTF-8, UTF-16 or Windows-1252: save it as UTF-8, or say its"
    return NotTextError(Message(claim, " encoding with ", ENCODING, "."))


DELIMITERS = ",;\t|"

_SNIFFED_ROWS = 100
_SEPARATOR_LINE = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?\r?\n")
"""First line in which a spreadsheet program names the separator of cells."""


@dataclass(frozen=True, slots=True)
class TextLayout:
    """The layout of a text file."""

    delimiter: str
    names: tuple[str, ...]
    skipped_rows: int
    """Rows before the first row of data: the header and blank lines above it."""
    notes: tuple[str, ...] = ()
    encoding: str = UTF_8
    evident: Mark | None = None
    """The decimal mark that the first rows show."""
    skipped_lines: int = 0
    """Lines that are no rows: 1 if the first names the separator."""


def open_quote(path: Path) -> SourceError:
    """Return the error that a quoted cell has no end."""
    return SourceError(f"{path} has a quotation mark that is never closed: correct that cell.")


def long_row(path: Path, most: int) -> SourceError:
    """Return the error that a row is too long, for either reason."""
    return SourceError(
        f"{path} has a row of more than {most:,} bytes: shorten its cells, or correct a cell with "
        "a quotation mark that is never closed."
    )


def text_layout(path: Path, head: bytes, options: ReadOptions, *, complete: bool) -> TextLayout:
    r"""Find out the layout of a file from its first bytes.

    Examples
    --------
    >>> layout = text_layout(Path("h.csv"), b"price;stars\n79,5;3\n", ReadOptions(), complete=True)
    >>> layout.delimiter, layout.names, layout.evident
    (';', ('price', 'stars'), ',')
    """
    encoding, notes = _encoding(path, head, options, complete)
    text = _decoded(path, head, encoding, complete)
    line = _SEPARATOR_LINE.match(text)
    text = text[line.end() :] if line else text
    if line:
        delimiter = line.group(1)
    elif bare_suffix(path) == ".tsv":
        delimiter = "\t"
    else:
        delimiter = max(DELIMITERS, key=lambda mark: _fitness(text, mark))
    if complete:
        _require_closed_quotes(path, text, delimiter)
    rows = _rows(text, delimiter)
    if not any(rows) or (not complete and "\n" not in text):
        raise SourceError(
            f"The first row of {path} is too long: a cell has more than "
            f"{csv.field_size_limit():,} characters, or all have more than {len(head):,} bytes."
        )
    n_blank = next(number for number, row in enumerate(rows) if row)
    names, skipped, header_notes = _named(path, rows, n_blank, options, complete)
    data = [row for row in rows[skipped:] if len(row) == len(names)]
    return TextLayout(
        delimiter,
        names,
        skipped,
        (*notes, *header_notes),
        encoding,
        evident_mark(data),
        int(line is not None),
    )


def _encoding(
    path: Path, head: bytes, options: ReadOptions, complete: bool
) -> tuple[str, tuple[str, ...]]:
    if options.encoding is not None:
        return options.encoding, ()
    encoding = encoding_of(head, complete=complete)
    if encoding is None and b"\0" in head:
        raise SourceError(f"{path} is not a text file: it contains zero bytes.")
    if encoding is None:
        raise not_text(path)
    return encoding, (taken_for_western(path.name),) if encoding == WESTERN else ()


def _named(
    path: Path, rows: list[list[str]], n_blank: int, options: ReadOptions, complete: bool
) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Return the columns' names, the number of skipped rows, and remarks."""
    first = rows[n_blank]
    require_few(path, first)
    if options.columns is not None:
        return given_names(path, options.columns, len(first)), 0, ()
    if not options.header:
        return tuple(f"column{i + 1}" for i in range(len(first))), 0, ()
    if complete and len(rows) == n_blank + 1:
        raise SourceError(f"{path} has a header but no rows.")
    names, notes = header_names(first)
    require_distinct(path, names)
    return names, n_blank + 1, notes


def _decoded(path: Path, head: bytes, encoding: str, complete: bool) -> str:
    text = decoded(head, encoding, complete=complete)
    if text is None:
        raise not_text(path, encoding)
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise SourceError(f"{path} is not a text file: it contains zero bytes.")
    if not text.strip():
        raise SourceError(f"{path} is empty.")
    return text if complete else text[: text.rfind("\n") + 1] or text


def _require_closed_quotes(path: Path, text: str, delimiter: str) -> None:
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        if "end of data" in str(error):
            raise open_quote(path) from None


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """Return the first rows, up to a malformed one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[list[str]] = []
    try:
        for row in reader:
            rows.append(row)
            if len(rows) > _SNIFFED_ROWS and any(rows):
                break
    except csv.Error:
        pass
    return rows or [[]]


def _fitness(text: str, delimiter: str) -> tuple[bool, bool, int]:
    """Rank a delimiter by how well it splits the rows.

    The rows have equal widths, commas in numbers do not count, and more columns are better.
    """
    widths = [len(row) for row in _rows(text, delimiter)[:_SNIFFED_ROWS] if row] or [0]
    alike = widths[0] > 1 and len(set(widths)) == 1
    return alike, alike and delimiter != ",", widths[0]


def given_names(path: Path, names: Sequence[str], width: int) -> tuple[str, ...]:
    """Return the user's names of columns, one for each."""
    if len(names) != width:
        raise SourceError(f"{path} has {width} columns, but {len(names)} names were given.")
    require_distinct(path, names)
    return tuple(names)


def header_names(cells: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of columns, and remarks on odd ones."""
    names = tuple(cell.strip() or f"column{i + 1}" for i, cell in enumerate(cells))
    unnamed = [name for name, cell in zip(names, cells, strict=True) if not cell.strip()]
    notes: list[str] = [f"A column without a name was named {name!r}." for name in unnamed]
    numbers = [name for name in names if _is_number(name)]
    if 2 * len(numbers) > len(names):
        claim = f"The header contains numbers, such as {numbers[0]!r}"
        notes.append(
            Message(claim, ". If it is a row of data, use ", NO_HEADER, " or ", COLUMNS, ".")
        )
    return names, tuple(notes)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def require_few(path: Path, names: Sequence[str]) -> None:
    """Reject more columns than the limit."""
    if len(names) > limits().columns:
        raise exceeded("columns", path)


def require_distinct(path: Path, names: Sequence[str]) -> None:
    """Reject two columns of one name."""
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        claim = f"{path} has two columns named {repeated[0]!r}: rename one of them"
        way_out = Message("give all names with ", COLUMNS, " if the file has no header")
        raise SourceError(Message(claim, ", or ", way_out, "."))


def evident_mark(rows: Iterable[Sequence[str]]) -> Mark | None:
    """Return the decimal mark that columns show; None if none or both.

    Examples
    --------
    >>> evident_mark([["18,0", "1.234"], ["7,25", "2.500"]])
    ','
    >>> evident_mark([["18,0", "0.5"]]) is None
    True
    """
    shown: set[Mark] = set()
    for cells in zip(*rows, strict=False):
        signs = {mark for mark in MARKS if any(mark in cell for cell in cells)}
        if signs <= shown:  # it can show nothing new
            continue
        present = [cell for text in cells if (cell := text.strip()) not in MISSING]
        marks = numerals(texts(present)).marks() if present else ()
        if len(marks) == 1:
            shown.update(marks)
    return shown.pop() if len(shown) == 1 else None
