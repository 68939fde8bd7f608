"""Turtle that is written plainly, cut at its spaces; only distinct terms are looked at.

Plain are statements one after the other, of names, texts and numbers with spaces between them: no
brackets, no escapes, no directives, no comments but whole lines. What is not plain is parsed.
"""

import re
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from owlboost.ontology.reading.drafts import FactRows
from owlboost.ontology.reading.rdf.encoding import Pieces, numbers_of, pieces_from, told_by
from owlboost.ontology.reading.rdf.spellings import BLANK, NAME, VERB, spelled
from owlboost.runtime.array_types import Ids

_COMMENT = re.compile(rb"^#[^\n]*\n", re.MULTILINE)
_COMMA, _SEMICOLON, _DOT, _QUOTE = b',;."'
_MARKS = np.zeros(256, bool)
_MARKS[[*b' \t\r\n"']] = True
_N_TERMS = np.zeros(256, np.int32)
"""How many terms there are between a stop and the next."""
_N_TERMS[[_DOT, _SEMICOLON, _COMMA]] = 3, 2, 1


def cut_turtle(block: bytes, prefixes: dict[str, str]) -> Pieces | None:
    """Cut statements at their spaces; None if they have to be parsed.

    Parameters
    ----------
    block
        Whole statements, and a line break at the end.
    prefixes
        What prefixes, without their colons, stand for.

    Raises
    ------
    ValueError
        If it is not UTF-8.
    """
    if b"\\" in block:
        return None
    if b"#" in block:
        block = _COMMENT.sub(b"", block)
    tokens = _Tokens.of(block)
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
    """Where terms start and end in a text, and which of them make triples."""

    starts: Ids
    ends: Ids
    rows: FactRows

    @classmethod
    def of(cls, block: bytes) -> Self | None:
        """Find terms and triples; None if stops are not where they should be."""
        characters = np.frombuffer(block, dtype=np.uint8)
        marks = np.flatnonzero(_MARKS[characters]).astype(np.int32)
        quotes = characters[marks] == _QUOTE
        spaces = marks[~quotes & (np.cumsum(quotes, dtype=np.int32) % 2 == 0)]
        if not spaces.size or spaces[-1] != characters.size - 1:
            return None
        starts, ends = np.append(np.int32(0), spaces[:-1] + 1), spaces
        some = starts < ends
        starts, ends = starts[some], ends[some]
        last = characters[ends - 1]
        stops = (last == _DOT) | (last == _SEMICOLON) | (last == _COMMA)
        ends = ends - stops
        terms = starts < ends
        rows = _rows(np.cumsum(terms, dtype=np.int32)[stops], last[stops])
        if rows is None or not stops[-1]:
            return None
        return cls(starts[terms], ends[terms], rows)


def _rows(counts: Ids, stops: npt.NDArray[np.uint8]) -> FactRows | None:
    """Return the triples that end at stops; None if there are too few or too many terms.

    Parameters
    ----------
    counts
        How many terms there are before each stop.
    stops
        The stops: dots, semicolons and commas.
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
