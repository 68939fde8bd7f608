"""Terms of RDF triples: as text, in rows of numbers, and parsed.

A term is kept in its N-Triples form (``<iri>``, ``_:b7``, ``"5"^^<datatype>``), so its first
character tells what it is. A *piece* is a term with what parts it from the next: a space, or
space, point and line break. So terms can be cut out of a text without being copied.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyoxigraph as ox

from owlboost.errors import SourceError
from owlboost.ontology.datatypes.literals import unified_literal
from owlboost.ontology.expressions import Literal
from owlboost.ontology.readers.builder import FactRows, Remarks, no_rows
from owlboost.ontology.readers.text import Syntax
from owlboost.ontology.vocabulary import STRING
from owlboost.runtime.array_types import Ids, Mask
from owlboost.runtime.limits import require_shallow

_CHUNK = 25_000
_NO_TERM = r"^<[^<][^>]*[\x00-\x20\"{}|^`\\]|^<[^>]*$|^<[^<>]*>.|^[^<_\"]"
"""Finds IRIs with illegal characters, and the remains of a line with a space in an IRI."""

IRI = r"<[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\\x7f-\x9f]*>"
TEXT = r"\"[^\x00-\x1f\"\\\x7f-\x9f\x{fff0}-\x{ffff}]*\""
LANGUAGE = r"@[a-z]+(?:-[a-z0-9]+)*"
_PLAIN_TERM = rf"^(?:{IRI}|_:[A-Za-z0-9]+|{TEXT}(?:{LANGUAGE}|\^\^{IRI})?)$"
"""Matches terms that are written as the parser would write them."""

_WRITTEN_OTHERWISE = '"^^<http://www.w3.org/2001/XMLSchema#string>'


class UnusualTermError(ValueError):
    """A term has to be parsed."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of some triples: subject, predicate, object, subject, ….

    They are written ``"subject "``, ``"predicate "``, ``"object"``. ``parsed`` says whether they
    come from a parser, or are spelled as it would spell them, or were cut from a text as it is.
    """

    strings: pa.StringArray | pa.DictionaryArray
    parsed: bool


@dataclass(frozen=True, slots=True)
class Triples:
    """A graph: ``rows`` are (subject, predicate, object) positions in ``terms``."""

    terms: list[str]
    rows: FactRows


def encoded(chunks: Iterable[Pieces]) -> Triples:
    """Turn the pieces of triples into rows of term numbers.

    Raises
    ------
    ValueError
        If a term contains characters that are not allowed.
    UnusualTermError
        If a term is cut from a text where it is not written as the parser would write it.
    """
    encoded_chunks, parsed = [], []
    for chunk in chunks:
        encoded_chunks.append(chunk.strings.dictionary_encode())
        parsed.append(chunk.parsed)
    if not encoded_chunks:
        return Triples([], no_rows(3))
    unified = pa.chunked_array(encoded_chunks).unify_dictionaries()
    del encoded_chunks
    stripped = _stripped(unified.chunk(0).dictionary).dictionary_encode()
    numbers = numbers_of(stripped.indices)
    terms = stripped.dictionary
    rows = [numbers[numbers_of(chunk.indices)] for chunk in unified.chunks]
    del unified, stripped, numbers
    _check(terms, [row for row, safe in zip(rows, parsed, strict=True) if not safe])
    return Triples(terms.to_pylist(), np.concatenate(rows).reshape(-1, 3))


def _check(terms: pa.StringArray, unparsed: Iterable[Ids]) -> None:
    """Raise an error unless all terms are legal and canonically written.

    ``unparsed`` are the numbers of the terms that no parser has seen.
    """
    is_cut = np.zeros(len(terms), dtype=np.bool_)
    for numbers in unparsed:
        is_cut[numbers] = True
    parsed = terms.filter(_mask(~is_cut))
    if pc.any(pc.match_substring_regex(parsed, _NO_TERM)).as_py():
        raise ValueError("a term contains characters that are not allowed")
    unparsed_terms = terms.filter(_mask(is_cut))
    unparsed_terms.validate(full=True)  # that it is UTF-8
    is_plain = pc.match_substring_regex(unparsed_terms, _PLAIN_TERM)
    written_otherwise = pc.ends_with(unparsed_terms, _WRITTEN_OTHERWISE)
    if pc.any(pc.or_(pc.invert(is_plain), written_otherwise)).as_py():
        raise UnusualTermError


def pieces_of(triples: Iterable[ox.Triple | ox.Quad]) -> Iterator[Pieces]:
    """Iterate over the pieces of parsed triples, a chunk at a time."""
    remaining: Iterator[Any] = iter(triples)
    while text := ox.serialize(itertools.islice(remaining, _CHUNK), format=ox.RdfFormat.N_TRIPLES):
        yield Pieces(_split(text), parsed=True)


def _split(text: bytes) -> pa.StringArray:
    """Split canonical N-Triples into pieces.

    The first two spaces of a line separate the terms.

    Raises
    ------
    ValueError
        If an IRI holds a line break, so that lines are no triples.
    """
    characters = np.frombuffer(text, dtype=np.uint8)
    marks = np.flatnonzero((characters == ord(" ")) | (characters == ord("\n"))).astype(np.int32)
    last = np.flatnonzero(characters[marks] == ord("\n"))
    first = np.append(0, last[:-1] + 1)
    if not (first + 2 < last).all():
        raise ValueError("a line break in an IRI")
    return pieces_between(text, marks[first], marks[first + 1], marks[last])


def pieces_between(
    text: bytes, subject_ends: Ids, predicate_ends: Ids, line_ends: Ids
) -> pa.StringArray:
    """Return the pieces of lines of triples, without a copy.

    The positions are those where the subject, the predicate and the line of each triple end.
    """
    offsets = np.zeros(3 * subject_ends.size + 1, dtype=np.int32)
    for place, ends in enumerate((subject_ends, predicate_ends, line_ends), start=1):
        offsets[place::3] = ends
    offsets[1:] += 1
    return pieces_from(offsets, text)


def pieces_from(offsets: Ids, text: bytes) -> pa.StringArray:
    """Return the strings that a text is divided into, without a copy.

    The offsets are where each begins, and where the last one ends.
    """
    return _strings(offsets, pa.py_buffer(text))


def _stripped(pieces: pa.StringArray) -> pa.StringArray:
    """Return the terms of pieces."""
    _, offset_buffer, text = pieces.buffers()
    offsets = np.frombuffer(offset_buffer, dtype=np.int32)[: len(pieces) + 1]
    starts, ends = offsets[:-1], offsets[1:]
    is_object = np.frombuffer(text, dtype=np.uint8)[ends - 1] == ord("\n")
    return strings_between(text, starts, ends - np.where(is_object, 3, 1))


def strings_between(text: bytes | pa.Buffer, starts: Ids, ends: Ids) -> pa.StringArray:
    """Return the strings between positions of a text in order."""
    cuts = np.stack([starts, ends], axis=1).ravel().astype(np.int32)
    parts = _strings(np.append(cuts, cuts[-1:]), pa.py_buffer(text))
    return parts.filter(_mask(np.arange(len(parts)) % 2 == 0))


# Made of buffers, since pyarrow's own ways from and to NumPy import pandas


def numbers_of(array: pa.Int32Array) -> Ids:
    """Return the numbers of an array without a copy."""
    return np.frombuffer(array.buffers()[1], np.int32, len(array), 4 * array.offset)


def told_by(numbers: Ids, strings: pa.StringArray) -> pa.DictionaryArray:
    """Return the strings that numbers stand for."""
    buffer = pa.py_buffer(numbers.astype(np.int32))
    indices = pa.Array.from_buffers(pa.int32(), numbers.size, [None, buffer])
    return pa.DictionaryArray.from_arrays(indices, strings)


def _mask(mask: Mask) -> pa.BooleanArray:
    bits = pa.py_buffer(np.packbits(mask, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), mask.size, [None, bits])


def _strings(offsets: Ids, text: pa.Buffer) -> pa.StringArray:
    return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), text)


_FORMATS = {
    Syntax.RDF_XML: ox.RdfFormat.RDF_XML,
    Syntax.TURTLE: ox.RdfFormat.TURTLE,
    Syntax.N_TRIPLES: ox.RdfFormat.N_TRIPLES,
    Syntax.JSON_LD: ox.RdfFormat.JSON_LD,
}
_ILLEGAL = re.compile('[\x00-\x20<>"{}|^`\\\\]')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_RDF_ID = re.compile(r"""\brdf:ID\s*=\s*(["'])\s*""")


def read_triples(text: str, syntax: Syntax, path: Path, remarks: Remarks) -> Triples:
    """Parse RDF text, mending what can be mended without changing its meaning.

    Raises
    ------
    SourceError
        If the text is not in the syntax, or cut short.
    LimitError
        If JSON is nested too deeply.
    """
    base = base_of(path)
    if syntax is Syntax.JSON_LD:
        require_shallow(text, f"'{path}'")
    try:
        return encoded(pieces_of(parsed_triples(text, syntax, base)))
    except (SyntaxError, ValueError) as error:
        mended = _with_mended_iris(text, syntax, base, remarks)
        if mended is not None:
            return mended
        raise SourceError(_syntax_message(error, syntax, path)) from error


def base_of(path: Path) -> str:
    """Return the base of the relative IRIs of a file."""
    return f"file:///{quote(path.name.removesuffix('.gz'))}"


def parsed_triples(
    text: str | BinaryIO, syntax: Syntax, base: str
) -> Iterator[ox.Triple | ox.Quad]:
    """Return the triples of a text one by one."""
    parser = parsed(text, syntax, base)
    if syntax is Syntax.JSON_LD:  # its triples may sit in named graphs
        return (quad.triple for quad in parser)
    return iter(parser)


def parsed(text: str | bytes | BinaryIO, syntax: Syntax, base: str) -> ox.QuadParser:
    """Return a parser, which knows the prefixes read so far."""
    # leniently: illegal characters in IRIs are looked for later, once for each distinct IRI
    return ox.parse(text, format=_FORMATS[syntax], base_iri=base, lenient=True)


def _with_mended_iris(text: str, syntax: Syntax, base: str, remarks: Remarks) -> Triples | None:
    """Read again, escaping illegal characters and taking rdf:ID as names."""
    if syntax is Syntax.RDF_XML:
        text = _RDF_ID.sub(r"rdf:about=\1#", text)
    mended = 0

    def escaped(node: ox.NamedNode) -> ox.NamedNode:
        nonlocal mended
        if not _ILLEGAL.search(node.value):
            return node
        mended += 1
        return ox.NamedNode(_ILLEGAL.sub(lambda match: f"%{ord(match[0]):02X}", node.value))

    def mend(term: Any) -> Any:
        return escaped(term) if isinstance(term, ox.NamedNode) else term

    def triples() -> Iterator[ox.Triple]:
        for triple in parsed_triples(text, syntax, base):
            yield ox.Triple(mend(triple.subject), mend(triple.predicate), mend(triple.object))

    try:
        read = encoded(pieces_of(triples()))
    except (SyntaxError, ValueError):
        return None
    remarks.add("invalid-iri", "IRIs with illegal characters were percent-encoded", mended)
    return read


def _syntax_message(error: Exception, syntax: Syntax, path: Path) -> str:
    reason = re.sub(r"^Parser error at |\s*\(line \d+\)$", "", " ".join(str(error).split()))
    if "LoadDocumentCallback" in reason:
        return (
            f"'{path}' refers to a remote JSON-LD context, which is never fetched; "
            "write the context into the file."
        )
    if "end of file" in reason or "followed by a dot" in reason:
        reason += " (was the file cut short?)"
    return f"'{path}' is not valid {syntax.value}: {reason}; repair the file or export it again."


class TermTable:
    """The triples of several files over one table of terms.

    Blank nodes are kept apart: they are renamed in the order they occur, ``_:b1`` in the first
    file, ``_:1.b1`` in the next.
    """

    def __init__(self) -> None:
        self.terms: list[str] = []
        self.rows: FactRows = no_rows(3)
        self._numbers: dict[str, int] = {}

    def add(self, triples: Triples, file: int) -> None:
        """Add the triples of a file."""
        prefix = f"_:{file}.b" if file else "_:b"
        names = triples.terms.copy()
        blank = [number for number, term in enumerate(names) if term[0] == "_"]
        for count, number in enumerate(blank, start=1):
            names[number] = f"{prefix}{count}"
        if not self.terms:
            self.terms, self.rows = names, triples.rows
            self._numbers = {}
            return
        if not self._numbers:
            self._numbers = {term: number for number, term in enumerate(self.terms)}
        numbers = self._numbers
        places = np.array([numbers.setdefault(name, len(numbers)) for name in names], np.int32)
        self.terms = list(numbers)
        self.rows = np.concatenate([self.rows, places[triples.rows]])


def node_of(term: str) -> str | Literal:
    """Return the IRI, blank node or literal of an N-Triples term.

    Examples
    --------
    >>> node_of("<http://example.org/a>"), node_of("_:b1"), node_of('"hi"@en').language
    ('http://example.org/a', '_:b1', 'en')
    """
    if term.startswith("<"):
        return term[1:-1]
    if term.startswith("_"):
        return term
    return literal_of(term)


def literal_of(term: str) -> Literal:
    """Return a literal from its N-Triples form."""
    if term[-1] == '"' and "\\" not in term:
        return Literal(term[1:-1], STRING)
    lexical, _, suffix = term.rpartition('"')
    lexical = lexical[1:]
    if "\\" in lexical:
        lexical = _ESCAPE.sub(_unescaped, lexical)
    if suffix.startswith("^^"):
        return unified_literal(lexical, suffix[3:-1])
    return unified_literal(lexical, language=suffix[1:])


def _unescaped(match: re.Match[str]) -> str:
    short, long, single = match.groups()
    if single:
        return _ESCAPED.get(single, single)
    return chr(int(short or long, 16))
