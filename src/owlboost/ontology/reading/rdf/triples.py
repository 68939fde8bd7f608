"""RDF text to triples: terms become numbers as they are parsed.

A term is kept in its N-Triples form (``<iri>``, ``_:b7``, ``"5"^^<datatype>``), so its first
character tells what it is.
"""

import itertools
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax import SAXException

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyoxigraph as ox

from owlboost._typing import Ids
from owlboost.errors import SourceError
from owlboost.limits import require_shallow
from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.literals import unified_literal
from owlboost.ontology.reading.drafts import FactRows, Remarks, no_rows
from owlboost.ontology.reading.syntaxes import Syntax

_CHUNK = 100_000
_FORMATS = {
    Syntax.RDF_XML: ox.RdfFormat.RDF_XML,
    Syntax.TURTLE: ox.RdfFormat.TURTLE,
    Syntax.N_TRIPLES: ox.RdfFormat.N_TRIPLES,
    Syntax.JSON_LD: ox.RdfFormat.JSON_LD,
}
_NO_TERM = r"^<[^<][^>]*[\x00-\x20\"{}|^`\\]|^<[^>]*$|^<[^<>]*>.|^[^<_\"]"
"""Finds IRIs with illegal characters, and what a space in an IRI would leave of a line."""

_ILLEGAL = re.compile('[\x00-\x20<>"{}|^`\\\\]')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_RDF_ID = re.compile(r"""\brdf:ID\s*=\s*(["'])\s*""")


@dataclass(frozen=True, slots=True)
class Triples:
    """A graph: ``rows`` are (subject, predicate, object) positions in ``terms``."""

    terms: list[str]
    rows: FactRows


def read_triples(text: str, syntax: Syntax, path: Path, remarks: Remarks) -> Triples:
    """Parse RDF text, mending what can be mended without changing its meaning.

    Raises
    ------
    SourceError
        If the text is not in the syntax, or cut short.
    LimitError
        If JSON is nested too deeply.
    """
    base = f"file:///{quote(path.name.removesuffix('.gz'))}"
    if syntax is Syntax.JSON_LD:
        require_shallow(text, f"'{path}'")
    try:
        return _encoded(parsed_triples(text, syntax, base))
    except (SyntaxError, ValueError) as error:
        for mended in (_with_mended_iris, _with_rdflib):
            triples = mended(text, syntax, base, remarks)
            if triples is not None:
                return triples
        raise SourceError(_said(error, syntax, path)) from error


def parsed_triples(text: str, syntax: Syntax, base: str) -> Iterator[ox.Triple | ox.Quad]:
    """Return the triples of a text one by one; SyntaxError where it is not in the syntax."""
    # leniently: illegal characters in IRIs are looked for later, once for each distinct IRI
    parser = ox.parse(text, format=_FORMATS[syntax], base_iri=base, lenient=True)
    if syntax is Syntax.JSON_LD:  # its triples may sit in named graphs
        return (quad.triple for quad in parser)
    return iter(parser)


def _encoded(triples: Iterable[ox.Triple | ox.Quad]) -> Triples:
    """Turn parsed triples into rows of term numbers, a chunk at a time."""
    rest: Iterator[Any] = iter(triples)
    chunks: list[pa.DictionaryArray] = []
    while text := ox.serialize(itertools.islice(rest, _CHUNK), format=ox.RdfFormat.N_TRIPLES):
        chunks.append(_split(text).dictionary_encode())
    if not chunks:
        return Triples([], no_rows(3))
    unified = pa.chunked_array(chunks).unify_dictionaries()
    stripped = _stripped(unified.chunk(0).dictionary).dictionary_encode()
    terms = stripped.dictionary
    if pc.any(pc.match_substring_regex(terms, _NO_TERM)).as_py():
        raise ValueError("a term contains characters that are not allowed")
    pieces = np.concatenate([chunk.indices.to_numpy() for chunk in unified.chunks])
    numbers = stripped.indices.to_numpy().astype(np.int32, copy=False)
    return Triples(terms.to_pylist(), numbers[pieces].reshape(-1, 3))


def _split(text: bytes) -> pa.StringArray:
    r"""Split canonical N-Triples into "subject ", "predicate ", "object .\n", "subject ", ….

    The first two spaces of a line part the terms. Nothing is copied.

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
    offsets = np.zeros(3 * last.size + 1, dtype=np.int32)
    offsets[1:] = np.stack([marks[first], marks[first + 1], marks[last]], axis=1).ravel() + 1
    return _strings(offsets, pa.py_buffer(text))


def _stripped(pieces: pa.StringArray) -> pa.StringArray:
    """Return the terms of pieces that end in a space or in a space, a dot and a line break."""
    _, offset_buffer, text = pieces.buffers()
    offsets = np.frombuffer(offset_buffer, dtype=np.int32)[: len(pieces) + 1]
    starts, ends = offsets[:-1], offsets[1:]
    is_object = np.frombuffer(text, dtype=np.uint8)[ends - 1] == ord("\n")
    cuts = np.stack([starts, ends - np.where(is_object, 3, 1)], axis=1).ravel()
    parts = _strings(np.append(cuts, ends[-1]).astype(np.int32), text)
    return parts.take(pa.array(np.arange(0, len(parts), 2)))


def _strings(offsets: Ids, text: pa.Buffer) -> pa.StringArray:
    return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), text)


def _with_mended_iris(text: str, syntax: Syntax, base: str, remarks: Remarks) -> Triples | None:
    """Read again, escaping characters that IRIs may not hold and taking any rdf:ID as a name."""
    if syntax is Syntax.RDF_XML:
        text = _RDF_ID.sub(r"rdf:about=\1#", text)
    mended = 0

    def escaped(node: ox.NamedNode) -> ox.NamedNode:
        nonlocal mended
        if not _ILLEGAL.search(node.value):
            return node
        mended += 1
        return ox.NamedNode(_ILLEGAL.sub(lambda found: f"%{ord(found[0]):02X}", node.value))

    def mend(term: Any) -> Any:
        return escaped(term) if isinstance(term, ox.NamedNode) else term

    def triples() -> Iterator[ox.Triple]:
        for one in parsed_triples(text, syntax, base):
            yield ox.Triple(mend(one.subject), mend(one.predicate), mend(one.object))

    try:
        read = _encoded(triples())
    except (SyntaxError, ValueError):
        return None
    remarks.add("invalid-iri", "IRIs with illegal characters were percent-encoded", mended)
    return read


def _with_rdflib(text: str, syntax: Syntax, base: str, remarks: Remarks) -> Triples | None:
    """Read RDF/XML with rdflib, which forgives more."""
    if syntax is not Syntax.RDF_XML:  # from JSON-LD rdflib would fetch contexts
        return None
    import rdflib

    logging.getLogger("rdflib").setLevel(logging.ERROR)
    graph = rdflib.Graph()
    try:
        graph.parse(data=text, format="xml", publicID=base)
        read = _encoded(ox.Triple(*(_of_rdflib(term) for term in triple)) for triple in graph)
    except (SAXException, rdflib.exceptions.Error, ValueError, TypeError):
        return None  # TypeError: rdflib 7 trips over its own message about a tag without namespace
    remarks.add("lenient-rdf-xml", "the file breaks the rules of RDF/XML and was read leniently")
    return read


def _of_rdflib(term: Any) -> Any:
    """Return a term of rdflib as one of pyoxigraph; ValueError if it is not legal."""
    import rdflib

    match term:
        case rdflib.URIRef():
            return ox.NamedNode(str(term))
        case rdflib.BNode():
            return ox.BlankNode(str(term))
        case _ if term.language:
            return ox.Literal(str(term), language=term.language)
        case _ if term.datatype:
            return ox.Literal(str(term), datatype=ox.NamedNode(str(term.datatype)))
        case _:
            return ox.Literal(str(term))


def _said(error: Exception, syntax: Syntax, path: Path) -> str:
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
    """The triples of several files over one table of terms; blank nodes are kept apart.

    Blank nodes are renamed in the order they occur: ``_:b1`` in the first file, ``_:1.b1`` in
    the next.
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
    """Return an IRI, a blank node's name or a literal from its N-Triples form.

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
    lexical, _, suffix = term.rpartition('"')
    lexical = lexical[1:]
    if "\\" in lexical:
        lexical = _ESCAPE.sub(_unescaped, lexical)
    if suffix.startswith("^^"):
        return unified_literal(lexical, suffix[3:-1])
    return unified_literal(lexical, language=suffix[1:])


def _unescaped(found: re.Match[str]) -> str:
    short, long, single = found.groups()
    if single:
        return _ESCAPED.get(single, single)
    return chr(int(short or long, 16))
