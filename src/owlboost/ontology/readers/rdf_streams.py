"""Triples of large files, read block by block: no file is ever in memory as a whole.

Lines of N-Triples that are written as a parser would write them are cut at their spaces, as are
plain statements of Turtle, and only distinct terms are looked at. All others are parsed. Plain are
statements one after the other, of names, texts and numbers with spaces between them: no brackets,
no escapes, no directives, no comments but whole lines.
"""

import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyoxigraph as ox

from owlboost.ontology.readers.builder import FactRows
from owlboost.ontology.readers.rdf_terms import (
    IRI,
    LANGUAGE,
    TEXT,
    Pieces,
    Triples,
    UnusualTermError,
    base_of,
    encoded,
    numbers_of,
    parsed,
    parsed_triples,
    pieces_between,
    pieces_from,
    pieces_of,
    strings_between,
    told_by,
)
from owlboost.ontology.readers.text import Syntax
from owlboost.ontology.vocabulary import LANG_STRING, RDF, STRING, TYPE, XSD
from owlboost.runtime.array_types import Ids, Offsets
from owlboost.runtime.files import LimitedStream

_LETTER = r"A-Za-z\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{2ff}"
_PREFIXED = (
    rf"(?:[{_LETTER}](?:[{_LETTER}0-9_.-]*[{_LETTER}0-9_-])?)?:"
    rf"(?:[{_LETTER}0-9_:](?:[{_LETTER}0-9_:.-]*[{_LETTER}0-9_:-])?)?"
)
_DECIMAL = r"[+-]?[0-9]*\.[0-9]+"
_DOUBLE = r"[+-]?(?:[0-9]+\.[0-9]*|\.?[0-9]+)[eE][+-]?[0-9]+"
_PLAIN = (
    rf"^(?:{_PREFIXED}|{IRI}|_:[A-Za-z0-9]+|a|true|false|[+-]?[0-9]+|{_DECIMAL}|{_DOUBLE}|"
    rf"{TEXT}(?:{LANGUAGE}|\^\^{IRI}|\^\^{_PREFIXED})?)$"
)
"""Matches terms that can be spelled without a parser."""

_WORDS = {"a": f"<{TYPE}", "true": f'"true"^^<{XSD}boolean', "false": f'"false"^^<{XSD}boolean'}
_NUMBER_TAILS = [f'"^^<{XSD}{kind}> ' for kind in ("integer", "decimal", "double")]
_TAGGED_DATATYPES = (f"<{LANG_STRING}>", f"<{RDF}dirLangString>")
_NUMBER_STARTS = np.zeros(256, bool)
_NUMBER_STARTS[[*b"+-.0123456789"]] = True

NAME, BLANK, LITERAL, VERB = range(4)
"""Kinds of terms; a verb is the word ``a``."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """Terms in their N-Triples form, each with a space, and kinds."""

    strings: pa.StringArray
    kinds: npt.NDArray[np.int8]


def spelled(text: bytes, starts: Ids, ends: Ids, prefixes: dict[str, str]) -> Spelled | None:
    """Spell the terms between positions of a text in order.

    A term is made of a head, a body and a tail: ``"<http://e/"``, ``"a"``, ``"> "``. Heads and
    tails are few. None means that a term has to be parsed.
    """
    terms = strings_between(text, starts, ends)
    terms.validate(full=True)  # that it is UTF-8
    if not pc.all(pc.match_substring_regex(terms, _PLAIN)).as_py():
        return None
    first = np.frombuffer(text, np.uint8)[starts]
    literal, blank, number = first == ord('"'), first == ord("_"), _NUMBER_STARTS[first]
    word = ~(literal | blank | number | (first == ord("<")))
    body, tail = starts.copy(), ends.copy()
    body[word] = np.minimum(_places(text, ":", starts[word]) + 1, ends[word])
    tail[literal] = _places(text, '"', starts[literal], 1) + 1
    heads = strings_between(text, starts, body).dictionary_encode()
    tails = strings_between(text, tail, ends).dictionary_encode()
    names = heads.dictionary.to_pylist()
    try:
        spelled_heads = [_head(name, prefixes) for name in names]
        spelled_tails = [_tail(name, prefixes) for name in tails.dictionary.to_pylist()]
    except KeyError:  # a prefix that nobody has declared
        return None
    n_heads, n_tails = len(spelled_heads), len(spelled_tails)
    head_numbers = np.where(number, n_heads, numbers_of(heads.indices))
    tail_numbers = np.where(word, n_tails, numbers_of(tails.indices))
    tail_numbers[number] = n_tails + 1 + _number_kinds(text, starts[number], ends[number])
    strings = pc.binary_join_element_wise(
        told_by(head_numbers, pa.array([*spelled_heads, '"'])).dictionary_decode(),
        strings_between(text, body, tail),
        told_by(tail_numbers, pa.array([*spelled_tails, "> ", *_NUMBER_TAILS])).dictionary_decode(),
        "",
    )
    kinds_of_heads = np.array([_WORD_KINDS.get(name, NAME) for name in [*names, ""]], np.int8)
    kinds = kinds_of_heads[head_numbers]
    kinds[blank], kinds[literal | number] = BLANK, LITERAL
    return Spelled(strings, kinds)


_WORD_KINDS = {"a": VERB, "true": LITERAL, "false": LITERAL}


def _head(head: str, prefixes: dict[str, str]) -> str:
    """Return the N-Triples head of a prefix or a word."""
    if head in _WORDS or not head:
        return _WORDS.get(head, "")
    return f"<{prefixes[head[:-1]]}"


def _tail(tail: str, prefixes: dict[str, str]) -> str:
    """Return a text's suffix, its language or datatype, and a space."""
    if tail.startswith("^^"):
        prefix, _, name = tail[2:].partition(":")
        datatype = tail[2:] if tail[2] == "<" else f"<{prefixes[prefix]}{name}>"
        if datatype in _TAGGED_DATATYPES:
            raise KeyError(datatype)
        tail = "" if datatype == f"<{STRING}>" else f"^^{datatype}"
    return f"{tail} "


def _places(text: bytes, mark: str, starts: Ids, skipped: int = 0) -> Offsets:
    """Return the next position of a mark from each start on, or the text's length."""
    marks = np.append(np.flatnonzero(np.frombuffer(text, np.uint8) == ord(mark)), len(text))
    return marks[np.minimum(np.searchsorted(marks, starts) + skipped, marks.size - 1)]


def _number_kinds(text: bytes, starts: Ids, ends: Ids) -> Offsets:
    """Return 0, 1 or 2 for integers, decimals and doubles."""
    double = np.minimum(_places(text, "e", starts), _places(text, "E", starts)) < ends
    return np.where(double, 2, _places(text, ".", starts) < ends)


_COMMENT = re.compile(rb"^#[^\n]*\n", re.MULTILINE)
_COMMA, _SEMICOLON, _DOT, _QUOTE = b',;."'
_MARKS = np.zeros(256, bool)
_MARKS[[*b' \t\r\n"']] = True
_N_TERMS = np.zeros(256, np.int32)
"""Number of terms between a stop and the next."""
_N_TERMS[[_DOT, _SEMICOLON, _COMMA]] = 3, 2, 1


def cut_turtle(block: bytes, prefixes: dict[str, str]) -> Pieces | None:
    """Cut statements at their spaces; None if they have to be parsed.

    The block holds whole statements and a line break at the end; prefixes are without their colons.

    Raises
    ------
    ValueError
        If it is not UTF-8.
    """
    if b"\\" in block:
        return None
    if b"#" in block:
        block = _COMMENT.sub(b"", block)
    tokens = _Tokens.locate(block)
    if tokens is None:
        return None
    offsets = np.append(tokens.starts, np.int32(len(block)))
    pieces = pieces_from(offsets, block).dictionary_encode()
    numbers = numbers_of(pieces.indices)
    first = np.empty(len(pieces.dictionary), np.int64)
    first[numbers[::-1]] = np.arange(numbers.size)[::-1]
    terms = spelled(block, tokens.starts[first], tokens.ends[first], prefixes)
    if terms is None:
        return None
    rows = numbers[tokens.rows]
    subjects, predicates, objects = terms.kinds[rows].T
    fits = (subjects == NAME) | (subjects == BLANK)
    fits &= (predicates == NAME) | (predicates == VERB)
    fits &= objects != VERB
    if not fits.all():
        return None
    return Pieces(told_by(rows.ravel(), terms.strings), parsed=True)


@dataclass(frozen=True, slots=True)
class _Tokens:
    """Positions of terms in a text, and the triples they make."""

    starts: Ids
    ends: Ids
    rows: FactRows

    @classmethod
    def locate(cls, block: bytes) -> Self | None:
        """Locate terms and triples; None if stops are misplaced."""
        characters = np.frombuffer(block, dtype=np.uint8)
        marks = np.flatnonzero(_MARKS[characters]).astype(np.int32)
        quotes = characters[marks] == _QUOTE
        spaces = marks[~quotes & (np.cumsum(quotes, dtype=np.int32) % 2 == 0)]
        if not spaces.size or spaces[-1] != characters.size - 1:
            return None
        starts, ends = np.append(np.int32(0), spaces[:-1] + 1), spaces
        is_filled = starts < ends
        starts, ends = starts[is_filled], ends[is_filled]
        last = characters[ends - 1]
        stops = (last == _DOT) | (last == _SEMICOLON) | (last == _COMMA)
        ends = ends - stops
        is_term = starts < ends
        rows = _rows(np.cumsum(is_term, dtype=np.int32)[stops], last[stops])
        if rows is None or not stops[-1]:
            return None
        return cls(starts[is_term], ends[is_term], rows)


def _rows(counts: Ids, stops: npt.NDArray[np.uint8]) -> FactRows | None:
    """Return the triples that end at stops, given the number of terms before each.

    None if there are too few or too many terms.
    """
    if not stops.size:
        return None
    needless = (stops[:-1] == _SEMICOLON) & (np.diff(counts) == 0) & (stops[1:] != _COMMA)
    needed = np.append(~needless, True)
    counts, stops = counts[needed], stops[needed]
    before = np.append(np.uint8(_DOT), stops[:-1])
    if stops[-1] != _DOT or (np.diff(counts, prepend=0) != _N_TERMS[before]).any():
        return None
    subjects = np.where(before == _DOT, counts - 3, 0)
    predicates = np.where(before == _COMMA, 0, counts - 2)
    columns = np.maximum.accumulate(subjects), np.maximum.accumulate(predicates), counts - 1
    return np.stack(columns, axis=1)


_BLOCK = 1 << 22
_STATEMENTS = 1 << 20
"""Bytes of statements that are read at once: all are parsed if one has to be."""
_LONGEST = 1 << 26
_BUFFER = 1 << 20
STREAMED = (Syntax.N_TRIPLES, Syntax.TURTLE)
_SPACE, _LINE = b" \n"
_NAMESPACE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\\x7f-\x9f]*")
_OPENING, _CLOSING, _BLANK = b"<>_"


def stream_triples(path: Path, syntax: Syntax) -> Triples | None:
    """Return the triples of an N-Triples or Turtle file in UTF-8.

    It may be gzipped. None means that there is something wrong with the file, which other readers
    report or mend.
    """
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
        return encoded(pieces for block in blocks for pieces in _line_pieces(block))


def _by_statements(path: Path) -> Triples:
    with _opened(path) as stream:
        return encoded(_statement_pieces(_blocks(stream, _STATEMENTS, b".\n"), base_of(path)))


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
    """The bytes of another stream; a NUL raises an error."""

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
    """Iterate over blocks that stop at an end of lines or statements, but for the last.

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


def _line_pieces(block: bytes) -> Iterator[Pieces]:
    """Iterate over the pieces of lines of N-Triples."""
    cut = None if b"\\" in block else _cut(block)
    if cut is not None:
        yield cut
        return
    if b"\0" in block:
        raise ValueError("binary data")
    yield from pieces_of(ox.parse(block, format=ox.RdfFormat.N_TRIPLES, lenient=True))


def _statement_pieces(blocks: Iterable[bytes], base: str) -> Iterator[Pieces]:
    """Iterate over the pieces of Turtle statements, noting their prefixes.

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
    """Cut lines of triples at their spaces; None unless each has three terms and a dot."""
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
