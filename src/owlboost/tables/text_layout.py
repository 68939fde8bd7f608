"""How a text file is laid out: encoding, delimiter, header, decimal mark."""

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
from owlboost.tables.numbers import MARKS, Mark, numerals
from owlboost.tables.read_options import COLUMNS, ENCODING, NO_HEADER, TextManner
from owlboost.tables.suffixes import bare_suffix

UTF_8 = "utf-8"
WESTERN = "cp1252"
"""Windows-1252: Latin-1 with letters where that has controls."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like UTF-16 and must be asked first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LEAST_ZEROS = 0.4
"""Share of zeros among every other byte of UTF-16: those of the letters of ASCII."""


def encoding_of(head: bytes, *, complete: bool) -> str | None:
    """Tell the encoding of a text from its first bytes; None if it is no text.

    Parameters
    ----------
    head
        The first bytes.
    complete
        Whether they are all; if not, a letter may be cut at the end.

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
    found, half = max(halves.items(), key=lambda item: item[1].count(0))
    (other,) = (half for name, half in halves.items() if name != found)
    enough = half.count(0) >= _LEAST_ZEROS * len(half) and not other.count(0)
    return found if enough else None


def decoded(head: bytes, encoding: str, *, complete: bool) -> str | None:
    """Return the text of some first bytes; None if they are not in this encoding."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head, final=complete)
    except UnicodeError:
        return None


def require_encoding(name: str | None) -> None:
    """Refuse the name of an encoding that nobody knows.

    Examples
    --------
    >>> require_encoding("utf8")
    >>> require_encoding("utf9")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: encoding must be one that Python knows, such as utf-8, utf-16, \
cp1252 or latin-1, not 'utf9'.
    """
    try:
        b"?".decode(name or UTF_8, errors="replace")  # nothing would be looked up for no bytes
    except LookupError:
        raise ParameterError(
            "encoding must be one that Python knows, such as utf-8, utf-16, cp1252 or latin-1, "
            f"not {name!r}."
        ) from None


def taken_for_western(file: str) -> str:
    """Remark that a file is neither UTF-8 nor UTF-16."""
    claim = f"{file} is not UTF-8 and was read as Windows-1252. If letters look wrong, say the"
    return Message(claim, " encoding with ", ENCODING, ".")


class NotTextError(SourceError):
    """A file is no text in the encoding that it is read in."""


def not_text(path: Path, encoding: str | None = None) -> NotTextError:
    """Say that a file cannot be decoded."""
    if encoding is not None:
        claim = f"{path} is not text in the encoding {encoding}: leave out "
        return NotTextError(Message(claim, ENCODING, ", or name another one."))
    claim = f"{path} is no text in UTF-8, UTF-16 or Windows-1252: save it as UTF-8, or say its"
    return NotTextError(Message(claim, " encoding with ", ENCODING, "."))


DELIMITERS = ",;\t|"

_SNIFFED_ROWS = 100
_SEPARATOR_LINE = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?\r?\n")
"""How a spreadsheet program says in the first line what separates cells."""


@dataclass(frozen=True, slots=True)
class TextLayout:
    """How the text of a file is laid out."""

    delimiter: str
    names: tuple[str, ...]
    skipped_rows: int
    """Rows before the first row of data: the header and blank lines above it."""
    notes: tuple[str, ...] = ()
    encoding: str = UTF_8
    evident: Mark | None = None
    """The decimal mark that the first rows show."""
    skipped_lines: int = 0
    """Lines that are no rows: one that names the separator."""


def open_quote(path: Path) -> SourceError:
    """Say that a quoted cell has no end."""
    return SourceError(f"{path} has a quotation mark that is never closed: correct that cell.")


def long_row(path: Path, most: int) -> SourceError:
    """Say that a row is too long, for one of two reasons."""
    return SourceError(
        f"{path} has a row of more than {most:,} bytes: shorten its cells, or correct a cell with "
        "a quotation mark that is never closed."
    )


def text_layout(path: Path, head: bytes, told: TextManner, *, complete: bool) -> TextLayout:
    r"""Find out from the first bytes of a file how it is laid out.

    Examples
    --------
    >>> layout = text_layout(Path("h.csv"), b"price;stars\n79,5;3\n", TextManner(), complete=True)
    >>> layout.delimiter, layout.names, layout.evident
    (';', ('price', 'stars'), ',')
    """
    encoding, notes = _encoding(path, head, told, complete)
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
    blank = next(number for number, row in enumerate(rows) if row)
    names, skipped, odd = _named(path, rows, blank, told, complete)
    data = [row for row in rows[skipped:] if len(row) == len(names)]
    return TextLayout(
        delimiter,
        names,
        skipped,
        (*notes, *odd),
        encoding,
        evident_mark(data),
        int(line is not None),
    )


def _encoding(
    path: Path, head: bytes, told: TextManner, complete: bool
) -> tuple[str, tuple[str, ...]]:
    if told.encoding is not None:
        return told.encoding, ()
    found = encoding_of(head, complete=complete)
    if found is None and b"\0" in head:
        raise SourceError(f"{path} is not a text file: it contains zero bytes.")
    if found is None:
        raise not_text(path)
    return found, (taken_for_western(path.name),) if found == WESTERN else ()


def _named(
    path: Path, rows: list[list[str]], blank: int, told: TextManner, complete: bool
) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Return the names of the columns, how many rows come before the data, and remarks."""
    first = rows[blank]
    require_few(path, first)
    if told.names is not None:
        return given_names(path, told.names, len(first)), 0, ()
    if not told.header:
        return tuple(f"column{i + 1}" for i in range(len(first))), 0, ()
    if complete and len(rows) == blank + 1:
        raise SourceError(f"{path} has a header but no rows.")
    found, notes = header_names(first)
    require_distinct(path, found)
    return found, blank + 1, notes


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
    """Return the first rows; a row of the wrong form ends them."""
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
    """Rank a delimiter: it splits all rows alike, is no comma in numbers, makes many columns."""
    widths = [len(row) for row in _rows(text, delimiter)[:_SNIFFED_ROWS] if row] or [0]
    alike = widths[0] > 1 and len(set(widths)) == 1
    return alike, alike and delimiter != ",", widths[0]


def given_names(path: Path, names: Sequence[str], width: int) -> tuple[str, ...]:
    """Return the names that the user gives to columns; there must be one for each."""
    if len(names) != width:
        raise SourceError(f"{path} has {width} columns, but {len(names)} names were given.")
    require_distinct(path, names)
    return tuple(names)


def header_names(cells: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the columns, and remarks on odd ones."""
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
    """Refuse more columns than may be read."""
    if len(names) > limits().columns:
        raise exceeded("columns", path)


def require_distinct(path: Path, names: Sequence[str]) -> None:
    """Refuse two columns of one name."""
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        claim = f"{path} has two columns named {repeated[0]!r}: rename one of them"
        way_out = Message("give all names with ", COLUMNS, " if the file has no header")
        raise SourceError(Message(claim, ", or ", way_out, "."))


def evident_mark(rows: Iterable[Sequence[str]]) -> Mark | None:
    """Return the decimal mark that the columns of some rows show; None if none or both do.

    Examples
    --------
    >>> evident_mark([["18,0", "1.234"], ["7,25", "2.500"]])
    ','
    >>> evident_mark([["18,0", "0.5"]]) is None
    True
    """
    found: set[Mark] = set()
    for cells in zip(*rows, strict=False):
        signs = {mark for mark in MARKS if any(mark in cell for cell in cells)}
        if signs <= found:  # it can show nothing new
            continue
        known = [cell for text in cells if (cell := text.strip()) not in MISSING]
        marks = numerals(texts(known)).marks() if known else ()
        if len(marks) == 1:
            found.update(marks)
    return found.pop() if len(found) == 1 else None
