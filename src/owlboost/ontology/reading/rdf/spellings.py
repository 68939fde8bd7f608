"""Terms of plain Turtle in their N-Triples form: ``:a`` is spelled ``<http://e/a>``."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.ontology.language.reserved import LANG_STRING, RDF, STRING, TYPE, XSD
from owlboost.ontology.reading.rdf.encoding import (
    IRI,
    LANGUAGE,
    TEXT,
    numbers_of,
    strings_between,
    told_by,
)
from owlboost.runtime.array_types import Ids, Offsets

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
_OF_TAGGED_TEXTS = (f"<{LANG_STRING}>", f"<{RDF}dirLangString>")
_NUMBER_STARTS = np.zeros(256, bool)
_NUMBER_STARTS[[*b"+-.0123456789"]] = True

NAME, BLANK, LITERAL, VERB = range(4)
"""What a term is; a verb is the word ``a``."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """Terms in their N-Triples form, a space after each, and what they are."""

    strings: pa.StringArray
    kinds: npt.NDArray[np.int8]


def spelled(text: bytes, starts: Ids, ends: Ids, prefixes: dict[str, str]) -> Spelled | None:
    """Spell the terms between some places of a text, which are in order.

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
    """Return what stands for a prefix, or a word; KeyError if that is not known."""
    if head in _WORDS or not head:
        return _WORDS.get(head, "")
    return f"<{prefixes[head[:-1]]}"


def _tail(tail: str, prefixes: dict[str, str]) -> str:
    """Return what follows a text: nothing, its language or its datatype; and a space."""
    if tail.startswith("^^"):
        prefix, _, name = tail[2:].partition(":")
        datatype = tail[2:] if tail[2] == "<" else f"<{prefixes[prefix]}{name}>"
        if datatype in _OF_TAGGED_TEXTS:
            raise KeyError(datatype)
        tail = "" if datatype == f"<{STRING}>" else f"^^{datatype}"
    return f"{tail} "


def _places(text: bytes, mark: str, starts: Ids, skipped: int = 0) -> Offsets:
    """Return where a mark is next, at each of some places or after it; the length if nowhere."""
    marks = np.append(np.flatnonzero(np.frombuffer(text, np.uint8) == ord(mark)), len(text))
    return marks[np.minimum(np.searchsorted(marks, starts) + skipped, marks.size - 1)]


def _number_kinds(text: bytes, starts: Ids, ends: Ids) -> Offsets:
    """Return of each number whether it is an integer (0), a decimal (1) or a double (2)."""
    double = np.minimum(_places(text, "e", starts), _places(text, "E", starts)) < ends
    return np.where(double, 2, _places(text, ".", starts) < ends)
