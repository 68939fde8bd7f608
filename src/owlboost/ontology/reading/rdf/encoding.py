r"""Triples to rows of term numbers, a chunk at a time.

A *piece* is a term with what parts it from the next: ``"subject "``, ``"predicate "``,
``"object .\n"``. So terms can be cut out of a text without being copied.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyoxigraph as ox

from owlboost.ontology.reading.drafts import FactRows, no_rows
from owlboost.runtime.array_types import Ids, Mask

_CHUNK = 25_000
_NO_TERM = r"^<[^<][^>]*[\x00-\x20\"{}|^`\\]|^<[^>]*$|^<[^<>]*>.|^[^<_\"]"
"""Finds IRIs with illegal characters, and what a space in an IRI would leave of a line."""

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
    """The pieces of some triples: "subject ", "predicate ", "object", "subject ", ….

    ``parsed`` says whether they come from a parser, or are spelled as it would spell them, or were
    cut from a text as it is.
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
    """Raise an error unless all terms are fit, the numbers given those of unparsed ones."""
    cut = np.zeros(len(terms), dtype=np.bool_)
    for numbers in unparsed:
        cut[numbers] = True
    rest = terms.filter(_mask(~cut))
    if pc.any(pc.match_substring_regex(rest, _NO_TERM)).as_py():
        raise ValueError("a term contains characters that are not allowed")
    found = terms.filter(_mask(cut))
    found.validate(full=True)  # that it is UTF-8
    plain = pc.match_substring_regex(found, _PLAIN_TERM)
    other = pc.ends_with(found, _WRITTEN_OTHERWISE)
    if pc.any(pc.or_(pc.invert(plain), other)).as_py():
        raise UnusualTermError


def pieces_of(triples: Iterable[ox.Triple | ox.Quad]) -> Iterator[Pieces]:
    """Iterate over the pieces of parsed triples, a chunk at a time."""
    rest: Iterator[Any] = iter(triples)
    while text := ox.serialize(itertools.islice(rest, _CHUNK), format=ox.RdfFormat.N_TRIPLES):
        yield Pieces(_split(text), parsed=True)


def _split(text: bytes) -> pa.StringArray:
    """Split canonical N-Triples into pieces. The first two spaces of a line part the terms.

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


def pieces_between(text: bytes, one: Ids, two: Ids, three: Ids) -> pa.StringArray:
    """Return the pieces of a text whose lines are triples; nothing is copied.

    Parameters
    ----------
    text
        Lines, each of which is a triple.
    one, two, three
        Where the subject, the predicate and the line of each triple end.
    """
    offsets = np.zeros(3 * one.size + 1, dtype=np.int32)
    for place, ends in enumerate((one, two, three), start=1):
        offsets[place::3] = ends
    offsets[1:] += 1
    return pieces_from(offsets, text)


def pieces_from(offsets: Ids, text: bytes) -> pa.StringArray:
    """Return the strings that a text falls into; nothing is copied.

    Parameters
    ----------
    offsets
        Where each begins, and where the last one ends.
    text
        What they are cut from.
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
    """Return the strings between some places of a text, which are in order."""
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
