"""Triples of large files, read block by block: no file is ever in memory as a whole.

Lines of N-Triples that are written as a parser would write them are cut at their spaces, and only
distinct terms are looked at. All others are parsed.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pyoxigraph as ox

from owlboost.files import LimitedStream
from owlboost.ontology.reading.rdf.encoding import (
    Pieces,
    Triples,
    UnusualTermError,
    encoded,
    pieces_between,
    pieces_of,
)
from owlboost.ontology.reading.rdf.triples import base_of, parsed_triples
from owlboost.ontology.reading.syntaxes import Syntax

_BLOCK = 1 << 22
_BUFFER = 1 << 20
_STREAMED = (Syntax.N_TRIPLES, Syntax.TURTLE)
_SPACE, _LINE, _DOT = b" \n."
_OPENING, _CLOSING, _BLANK, _QUOTE = b'<>_"'


def stream_triples(path: Path, syntax: Syntax) -> Triples | None:
    """Return the triples of a file in N-Triples or Turtle, in UTF-8, plain or gzipped.

    None means that there is something wrong with the file, which is left to others to tell, or to
    mend.

    Raises
    ------
    LimitError
        It has more bytes than the limit.
    """
    if syntax not in _STREAMED:
        return None
    try:
        if syntax is Syntax.N_TRIPLES:
            with suppress(UnusualTermError):
                return _by_lines(path)
        return _parsed(path, syntax)
    except (SyntaxError, ValueError, OSError, EOFError, zlib.error):
        return None


def _by_lines(path: Path) -> Triples:
    with _opened(path) as stream:
        return encoded(pieces for block in _lines(stream) for pieces in _of_lines(block))


def _parsed(path: Path, syntax: Syntax) -> Triples:
    with _opened(path) as stream, io.BufferedReader(_Text(stream), _BUFFER) as text:
        return encoded(pieces_of(parsed_triples(text, syntax, base_of(path))))


def _opened(path: Path) -> LimitedStream:
    with path.open("rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    if zipped:
        return LimitedStream(gzip.GzipFile(path), f"'{path}'")
    return LimitedStream(path.open("rb"), path)


class _Text(io.RawIOBase):
    """The bytes of another stream, which are no text if there is a NUL among them."""

    def __init__(self, stream: LimitedStream) -> None:
        super().__init__()
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        count = self._stream.readinto(buffer)
        if b"\0" in bytes(buffer[:count]):
            raise ValueError("binary data")
        return count


def _lines(stream: LimitedStream) -> Iterator[bytes]:
    """Iterate over blocks of whole lines; the last one may end without a line break."""
    buffer, filled = bytearray(_BLOCK), 0
    while count := stream.readinto(memoryview(buffer)[filled:]):
        filled += count
        end = buffer.rfind(b"\n", 0, filled) + 1
        if end:
            yield bytes(memoryview(buffer)[:end])
            buffer[: filled - end] = buffer[end:filled]
            filled -= end
        elif filled == len(buffer):  # a line is longer than a block
            buffer.extend(bytes(len(buffer)))
    if filled:
        yield bytes(memoryview(buffer)[:filled]) + b"\n"


def _of_lines(block: bytes) -> Iterator[Pieces]:
    """Iterate over the pieces of lines of N-Triples."""
    cut = None if b"\\" in block else _cut(block)
    if cut is not None:
        yield cut
        return
    if b"\0" in block:
        raise ValueError("binary data")
    yield from pieces_of(ox.parse(block, format=ox.RdfFormat.N_TRIPLES, lenient=True))


def _cut(block: bytes) -> Pieces | None:
    """Cut lines at their spaces; None if that does not give three terms and a dot for each."""
    characters = np.frombuffer(block, dtype=np.uint8)
    marks = np.flatnonzero(characters <= _SPACE).astype(np.int32)
    kinds = characters[marks]
    last = np.flatnonzero(kinds == _LINE)
    first = np.append(0, last[:-1] + 1)
    n_spaces = last - first
    if np.count_nonzero(kinds == _SPACE) + last.size != marks.size or (n_spaces < 3).any():
        return None
    line_end, object_end = marks[last], marks[last - 1]
    subject_end, predicate_end = marks[first], marks[first + 1]
    subject = characters[np.append(0, line_end[:-1] + 1)]
    predicate, object_ = characters[subject_end + 1], characters[predicate_end + 1]
    fits = (subject == _OPENING) | (subject == _BLANK)
    fits &= (subject == _BLANK) | (characters[subject_end - 1] == _CLOSING)
    fits &= (predicate == _OPENING) & (characters[predicate_end - 1] == _CLOSING)
    fits &= (object_ == _QUOTE) | (n_spaces == 3)
    fits &= (line_end == object_end + 2) & (characters[line_end - 1] == _DOT)
    if not fits.all():
        return None
    return Pieces(pieces_between(block, subject_end, predicate_end, line_end), parsed=False)
