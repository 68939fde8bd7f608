"""OWL files written with pyhornedowl: names, classes, literals, syntaxes."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal as OneOf
from xml.sax.saxutils import unescape

import pyhornedowl
import pyhornedowl.model as owl

from owlboost.errors import ParameterError
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import walk
from owlboost.ontology.vocabulary import OWL, RDFS, STRING, XSD
from owlboost.ontology.writers.rdf_expressions import NOT_IN_XML, iri_term

Serialisation = OneOf["ofn", "rdf", "owx"]

_FACETS = {
    XSD + "minInclusive": owl.Facet.MinInclusive,
    XSD + "maxInclusive": owl.Facet.MaxInclusive,
}


_XML = {"rdf": "rdfxml", "owx": "owlxml"}
"""Serialisations in XML, by the names of their syntaxes."""


def serialized(ontology: pyhornedowl.PyIndexedOntology, serialisation: Serialisation) -> str:
    """Write an ontology."""
    text = str(ontology.save_to_string(serialisation))
    forbidden = NOT_IN_XML.search(text) if serialisation in _XML else None
    if forbidden is None:
        return text
    before, after = re.split('[<>"]', text[: forbidden.end()])[-1], text[forbidden.end() :]
    shown = unescape(before + re.split('[<>"]', after, maxsplit=1)[0])
    raise ParameterError(
        f"syntax {_XML[serialisation]} cannot hold {shown[:80]!r}, which contains a control "
        "character; choose functional."
    )


def owl_iri(iri: str) -> owl.IRI:
    """Return an IRI, with characters percent-encoded that it may not hold."""
    parsed: owl.IRI = owl.IRI.parse(iri_term(iri)[1:-1])
    return parsed


def class_of(expression: ex.ClassExpression) -> owl.ClassExpression:
    """Return a class expression for the OWL library."""
    match expression:
        case ex.Class(iri):
            return owl.Class(owl_iri(iri))
        case ex.And(parts):
            return owl.ObjectIntersectionOf([class_of(part) for part in parts])
        case ex.Or(parts):
            return owl.ObjectUnionOf([class_of(part) for part in parts])
        case ex.Some(role, filler):
            return owl.ObjectSomeValuesFrom(owl.ObjectProperty(owl_iri(role.iri)), class_of(filler))
        case ex.DataSome(prop, range_):
            return owl.DataSomeValuesFrom(owl.DataProperty(owl_iri(prop)), range_of(range_))
        case ex.DataHasValue(prop, literal):
            return owl.DataHasValue(owl.DataProperty(owl_iri(prop)), literal_of(literal))
        case _:
            raise TypeError(expression)


def range_of(range_: ex.DataRange) -> owl.DataRange:
    """Return a data range for the OWL library."""
    match range_:
        case ex.DatatypeRestriction(datatype, facets):
            limits = [
                owl.FacetRestriction(_FACETS[name], literal_of(literal)) for name, literal in facets
            ]
            return owl.DatatypeRestriction(owl.Datatype(owl_iri(datatype)), limits)
        case ex.DataUnion(parts):
            return owl.DataUnionOf([range_of(part) for part in parts])
        case ex.DataOneOf(literals):
            return owl.DataOneOf([literal_of(literal) for literal in literals])
        case ex.DataComplement(negated):
            return owl.DataComplementOf(range_of(negated))
        case ex.Datatype(iri):
            return owl.Datatype(owl_iri(iri))
        case _:
            raise TypeError(range_)


def literal_of(
    literal: ex.Literal,
) -> owl.SimpleLiteral | owl.LanguageLiteral | owl.DatatypeLiteral:
    """Return a literal for the OWL library."""
    if literal.language:
        return owl.LanguageLiteral(literal.lexical, literal.language)
    if literal.datatype in (STRING, ""):
        return owl.SimpleLiteral(literal.lexical)
    return owl.DatatypeLiteral(literal.lexical, owl_iri(literal.datatype))


def declarations(expression: ex.ClassExpression) -> Iterator[owl.Component]:
    """Yield declarations of the names in a class expression."""
    for part in walk(expression):
        match part:
            case ex.Class(iri) if not iri.startswith(OWL):
                yield owl.DeclareClass(owl.Class(owl_iri(iri)))
            case ex.Some(role, _):
                yield owl.DeclareObjectProperty(owl.ObjectProperty(owl_iri(role.iri)))
            case ex.DataSome(prop, _) | ex.DataHasValue(prop, _):
                yield owl.DeclareDataProperty(owl.DataProperty(owl_iri(prop)))
            case _:
                pass


MEASURES = "urn:owlboost:measures#"
"""Namespace of the annotations of axioms."""

SERIALISATIONS: Mapping[str, Serialisation] = MappingProxyType(
    {"functional": "ofn", "rdfxml": "rdf", "owlxml": "owx", "turtle": "rdf"}
)
PREFIXES = {
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": RDFS,
    "xsd": XSD,
    "measures": MEASURES,
}


def require_syntax(syntax: str) -> None:
    """Refuse a syntax that axioms cannot be written in."""
    if syntax == "manchester":
        raise ParameterError(
            "Manchester syntax has no place for axioms about nameless classes: write a file that "
            "ends in .ofn, .owx, .owl or .ttl."
        )
    if syntax not in SERIALISATIONS:
        raise ParameterError(f"syntax must be {' or '.join(SERIALISATIONS)}, not {syntax}.")


def turtle_text(text: str) -> str:
    """Return RDF/XML as Turtle; nameless nodes are numbered as they come.

    Raises
    ------
    ParameterError
        A name is no absolute IRI, or a text has a character that RDF has not.
    """
    import pyoxigraph as ox
    from rdflib import BNode, Graph, URIRef
    from rdflib import Literal as Value

    places: dict[str, BNode] = {}

    def node(term: ox.NamedNode | ox.BlankNode | ox.Literal) -> URIRef | BNode | Value:
        if isinstance(term, ox.BlankNode):
            return places.setdefault(term.value, BNode(f"n{len(places):06}"))
        if isinstance(term, ox.NamedNode):
            return URIRef(term.value)
        if term.language:
            return Value(term.value, lang=term.language)
        datatype = None if term.datatype.value == STRING else URIRef(term.datatype.value)
        return Value(term.value, datatype=datatype, normalize=False)

    graph = Graph()
    for prefix, iri in PREFIXES.items():
        graph.bind(prefix, iri)
    try:
        for quad in ox.parse(text, format=ox.RdfFormat.RDF_XML):
            graph.add((node(quad.subject), node(quad.predicate), node(quad.object)))
    except SyntaxError as error:
        raise ParameterError(
            f"syntax turtle cannot hold a name or a text of the rules ({error.msg}); choose "
            "functional."
        ) from error
    return str(graph.serialize(format="turtle"))
