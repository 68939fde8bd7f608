"""Which encoding the bytes of a text file are in, told by the bytes themselves.

A byte order mark decides; without one, the zero bytes of UTF-16 do. What is then valid UTF-8 is
UTF-8: text in another encoding hardly ever is. The rest is taken for Windows-1252, in which
programs in Western languages write CSV, and remarked.
"""

import codecs
from pathlib import Path

from owlboost.errors import ParameterError, Sentence, SourceError
from owlboost.tables.hints import ENCODING

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
    return Sentence(claim, " encoding with ", ENCODING, ".")


class NotTextError(SourceError):
    """A file is no text in the encoding that it is read in."""


def not_text(path: Path, encoding: str | None = None) -> NotTextError:
    """Say that a file cannot be decoded."""
    if encoding is not None:
        claim = f"{path} is not text in the encoding {encoding}: leave out "
        return NotTextError(Sentence(claim, ENCODING, ", or name another one."))
    claim = f"{path} is no text in UTF-8, UTF-16 or Windows-1252: save it as UTF-8, or say its"
    return NotTextError(Sentence(claim, " encoding with ", ENCODING, "."))
