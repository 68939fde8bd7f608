"""RDF text to triples: terms become numbers as they are parsed.

A term is kept in its N-Triples form (``<iri>``, ``_:b7``, ``"5"^^<datatype>``), so its first
character tells what it is.
"""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote
from xml.sax import SAXException

import numpy as np
import pyoxigraph as ox

from owlboost.errors import SourceError
from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.literals import unified_literal
from owlboost.ontology.language.reserved import STRING
from owlboost.ontology.reading.drafts import FactRows, Remarks, no_rows
from owlboost.ontology.reading.rdf.encoding import Triples, encoded, pieces_of
from owlboost.ontology.reading.syntaxes import Syntax
from owlboost.runtime.limits import require_shallow

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
        for mended in (_with_mended_iris, _with_rdflib):
            triples = mended(text, syntax, base, remarks)
            if triples is not None:
                return triples
        raise SourceError(_said(error, syntax, path)) from error


def base_of(path: Path) -> str:
    """Return what relative IRIs of a file are relative to."""
    return f"file:///{quote(path.name.removesuffix('.gz'))}"


def parsed_triples(
    text: str | BinaryIO, syntax: Syntax, base: str
) -> Iterator[ox.Triple | ox.Quad]:
    """Return the triples of a text one by one; SyntaxError where it is not in the syntax."""
    parser = parsed(text, syntax, base)
    if syntax is Syntax.JSON_LD:  # its triples may sit in named graphs
        return (quad.triple for quad in parser)
    return iter(parser)


def parsed(text: str | bytes | BinaryIO, syntax: Syntax, base: str) -> ox.QuadParser:
    """Return a parser, which has met the prefixes of as much as was taken from it."""
    # leniently: illegal characters in IRIs are looked for later, once for each distinct IRI
    return ox.parse(text, format=_FORMATS[syntax], base_iri=base, lenient=True)


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
        read = encoded(pieces_of(triples()))
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
        read = encoded(
            pieces_of(ox.Triple(*(_of_rdflib(term) for term in triple)) for triple in graph)
        )
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
    if term[-1] == '"' and "\\" not in term:
        return Literal(term[1:-1], STRING)
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
