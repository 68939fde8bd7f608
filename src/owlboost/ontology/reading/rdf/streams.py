"""Triples of large files, read block by block: no file is ever in memory as a whole.

Lines of N-Triples that are written as a parser would write them are cut at their spaces, as are
plain statements of Turtle, and only distinct terms are looked at. All others are parsed.
"""

import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pyoxigraph as ox

from owlboost.ontology.reading.rdf.encoding import (
    Pieces,
    Triples,
    UnusualTermError,
    encoded,
    pieces_between,
    pieces_of,
)
from owlboost.ontology.reading.rdf.triples import base_of, parsed, parsed_triples
from owlboost.ontology.reading.rdf.turtle import cut_turtle
from owlboost.ontology.reading.syntaxes import Syntax
from owlboost.runtime.files import LimitedStream

_BLOCK = 1 << 22
_STATEMENTS = 1 << 20
"""Bytes of statements that are read at once: they are parsed together if one has to be."""
_LONGEST = 1 << 26
_BUFFER = 1 << 20
_STREAMED = (Syntax.N_TRIPLES, Syntax.TURTLE)
_SPACE, _LINE, _DOT = b" \n."
_NAMESPACE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\\x7f-\x9f]*")
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
        else:
            with suppress(UnusualTermError, SyntaxError):  # a block may end within a long text
                return _by_statements(path)
        return _parsed(path, syntax)
    except (SyntaxError, ValueError, OSError, EOFError, zlib.error):
        return None


def _by_lines(path: Path) -> Triples:
    with _opened(path) as stream:
        blocks = _blocks(stream, _BLOCK, b"\n")
        return encoded(pieces for block in blocks for pieces in _of_lines(block))


def _by_statements(path: Path) -> Triples:
    with _opened(path) as stream:
        return encoded(_of_statements(_blocks(stream, _STATEMENTS, b".\n"), base_of(path)))


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


def _blocks(stream: LimitedStream, size: int, end: bytes) -> Iterator[bytes]:
    """Iterate over blocks that end with an end; the last one may lack it but for a line break.

    Raises
    ------
    UnusualTermError
        If there is none for too long.
    """
    buffer, filled = bytearray(size), 0
    while count := stream.readinto(memoryview(buffer)[filled:]):
        filled += count
        until = buffer.rfind(end, 0, filled) + len(end)
        if until >= len(end):
            yield bytes(memoryview(buffer)[:until])
            buffer[: filled - until] = buffer[until:filled]
            filled -= until
        elif filled >= _LONGEST:
            raise UnusualTermError
        elif filled == len(buffer):  # a line or a statement is longer than a block
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


def _of_statements(blocks: Iterable[bytes], base: str) -> Iterator[Pieces]:
    """Iterate over the pieces of statements of Turtle, noting what their prefixes stand for.

    Raises
    ------
    SyntaxError
        If a block is not Turtle, or does not end where a statement does.
    UnusualTermError
        If a prefix stands for something unusual.
    """
    prefixes: dict[str, str] = {}
    for block in blocks:
        cut = cut_turtle(block, prefixes)
        if cut is not None:
            yield cut
            continue
        if b"\0" in block:
            raise ValueError("binary data")
        header = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in prefixes.items())
        parser = parsed(header.encode() + block, Syntax.TURTLE, base)
        yield from pieces_of(parser)
        prefixes, base = parser.prefixes, parser.base_iri or base
        if not all(_NAMESPACE.fullmatch(iri) for iri in prefixes.values()):
            raise UnusualTermError


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
