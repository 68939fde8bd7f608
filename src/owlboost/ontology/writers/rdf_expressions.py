"""Entities, literals and expressions as N-Triples, after the OWL 2 mapping."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TextIO
from urllib.parse import quote

from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Signature
from owlboost.ontology.vocabulary import (
    FIRST,
    LANG_STRING,
    NIL,
    OWL,
    RDFS,
    RDFS_LITERAL,
    REST,
    STRING,
    TYPE,
    XSD,
)

NOT_IN_XML = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]")
"""Characters that XML cannot carry unchanged, not even escaped."""

_UNSAFE_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\\ufffe\uffff]')
_UNSAFE_TEXT = re.compile(r'[\x00-\x1f"\\\x7f\u2028\u2029]')
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t", '"': r"\"", "\\": r"\\"}
_PLAIN_COUNTS = {"min": "minCardinality", "max": "maxCardinality", "exact": "cardinality"}
_COUNTS = {
    "min": "minQualifiedCardinality",
    "max": "maxQualifiedCardinality",
    "exact": "qualifiedCardinality",
}

Term = str
"""A node in its N-Triples form: ``<iri>``, ``_:label`` or a literal."""


def iri_term(iri: str) -> Term:
    """Return an IRI in N-Triples form, percent-encoded where necessary.

    Examples
    --------
    >>> iri_term("http://example.org/a b")
    '<http://example.org/a%20b>'
    """
    return f"<{_UNSAFE_IRI.sub(lambda match: quote(match[0], safe=''), iri)}>"


def literal_term(literal: ex.Literal) -> Term:
    r"""Return a literal in N-Triples form.

    Examples
    --------
    >>> literal_term(ex.Literal('say "hi"', "http://www.w3.org/2001/XMLSchema#string"))
    '"say \\"hi\\""'
    """
    text = _UNSAFE_TEXT.sub(_escaped, literal.lexical)
    if literal.datatype == LANG_STRING and literal.language:
        return f'"{text}"@{literal.language}'
    if literal.datatype in (STRING, ""):
        return f'"{text}"'
    return f'"{text}"^^{iri_term(literal.datatype)}'


def _escaped(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04X}"


def owl(name: str) -> Term:
    """Return a name of OWL."""
    return f"<{OWL}{name}>"


def rdfs(name: str) -> Term:
    """Return a name of RDF Schema."""
    return f"<{RDFS}{name}>"


IS_A = f"<{TYPE}>"
_TRUE = f'"true"^^<{XSD}boolean>'


def _number(number: int) -> Term:
    return f'"{number}"^^<{XSD}nonNegativeInteger>'


@dataclass(frozen=True, slots=True)
class EntityTerms:
    """The terms of a signature's entities, in its order."""

    classes: Sequence[Term]
    roles: Sequence[Term]
    data_properties: Sequence[Term]
    individuals: Sequence[Term]


class ExpressionWriter:
    """Writer of expressions as blank nodes, each before its use."""

    def __init__(self, file: TextIO, signature: Signature, terms: EntityTerms) -> None:
        self._write = file.write
        self._blank = count()
        self._classes = dict(zip(signature.classes, terms.classes, strict=True))
        self._roles = dict(zip(signature.roles, terms.roles, strict=True))
        self._properties = dict(zip(signature.data_properties, terms.data_properties, strict=True))
        self._people = dict(zip(signature.individuals, terms.individuals, strict=True))

    # Triples

    def add(self, subject: Term, predicate: Term, object_: Term) -> None:
        """Write a triple."""
        self._write(f"{subject} {predicate} {object_} .\n")

    def node(self, type_: Term, *pairs: tuple[Term, Term]) -> Term:
        """Write a blank node with its type, if not empty, and properties."""
        node = f"_:n{next(self._blank)}"
        if type_:
            self.add(node, IS_A, type_)
        for predicate, value in pairs:
            self.add(node, predicate, value)
        return node

    def list(self, items: Iterable[Term]) -> Term:
        """Write an RDF list."""
        head = f"<{NIL}>"
        for item in reversed([*items]):
            head = self.node("", (f"<{FIRST}>", item), (f"<{REST}>", head))
        return head

    # Entities and expressions

    def named(self, iri: str) -> Term:
        """Return a named class."""
        return self._classes.get(iri) or iri_term(iri)

    def role(self, role: ex.Role) -> Term:
        """Return a named object property, or write the inverse of one."""
        name = self._roles.get(role.iri) or iri_term(role.iri)
        return self.node("", (owl("inverseOf"), name)) if role.inverse else name

    def property(self, iri: str) -> Term:
        """Return a data property."""
        return self._properties.get(iri) or iri_term(iri)

    def individual(self, name: str) -> Term:
        """Return an individual."""
        return self._people[name]

    def class_(self, expression: ex.ClassExpression) -> Term:
        """Return a named class, or write a class expression."""
        match expression:
            case ex.Class(iri):
                return self.named(iri)
            case ex.And() | ex.Or():
                return self._connected(expression)
            case ex.Not(inner):
                return self._boolean("complementOf", self.class_(inner))
            case ex.OneOf(names):
                return self._enumeration(names)
            case ex.DataSome() | ex.DataOnly() | ex.DataHasValue() | ex.DataCardinality():
                return self._data_restriction(expression)
            case _:
                return self._role_restriction(expression)

    def _connected(self, expression: ex.And | ex.Or) -> Term:
        both = isinstance(expression, ex.And)
        match expression.parts:
            case ():
                return self.named(ex.THING if both else ex.NOTHING)
            case (part,):
                return self.class_(part)
            case parts:
                items = self.list(map(self.class_, parts))
                return self._boolean("intersectionOf" if both else "unionOf", items)

    def _enumeration(self, names: tuple[str, ...]) -> Term:
        if not names:
            return self.named(ex.NOTHING)
        return self._boolean("oneOf", self.list(map(self.individual, names)))

    def _boolean(self, predicate: str, value: Term) -> Term:
        return self.node(owl("Class"), (owl(predicate), value))

    def _restriction(self, on: Term, *pairs: tuple[str, Term]) -> Term:
        properties = [(owl(predicate), value) for predicate, value in pairs]
        return self.node(owl("Restriction"), (owl("onProperty"), on), *properties)

    def _role_restriction(self, expression: ex.RoleRestriction) -> Term:
        on = self.role(expression.role)
        match expression:
            case ex.Some(_, filler):
                return self._restriction(on, ("someValuesFrom", self.class_(filler)))
            case ex.Only(_, filler):
                return self._restriction(on, ("allValuesFrom", self.class_(filler)))
            case ex.HasValue(_, individual):
                return self._restriction(on, ("hasValue", self.individual(individual)))
            case ex.HasSelf():
                return self._restriction(on, ("hasSelf", _TRUE))
            case ex.Cardinality(kind, number, _, ex.Class(iri)) if iri == ex.THING:
                return self._restriction(on, (_PLAIN_COUNTS[kind], _number(number)))
            case ex.Cardinality(kind, number, _, filler):
                counted = (_COUNTS[kind], _number(number))
                return self._restriction(on, counted, ("onClass", self.class_(filler)))

    def _data_restriction(self, expression: ex.DataRestriction) -> Term:
        on = self.property(expression.property)
        match expression:
            case ex.DataSome(_, range_):
                return self._restriction(on, ("someValuesFrom", self.range(range_)))
            case ex.DataOnly(_, range_):
                return self._restriction(on, ("allValuesFrom", self.range(range_)))
            case ex.DataHasValue(_, literal):
                return self._restriction(on, ("hasValue", literal_term(literal)))
            case ex.DataCardinality(kind, number, _, ex.Datatype(iri)) if iri == RDFS_LITERAL:
                return self._restriction(on, (_PLAIN_COUNTS[kind], _number(number)))
            case ex.DataCardinality(kind, number, _, range_):
                counted = (_COUNTS[kind], _number(number))
                return self._restriction(on, counted, ("onDataRange", self.range(range_)))

    def range(self, range_: ex.DataRange) -> Term:
        """Return a named datatype, or write a data range."""
        datatype = rdfs("Datatype")
        match range_:
            case ex.Datatype(iri):
                return iri_term(iri)
            case ex.DataOneOf(literals):
                items = self.list(map(literal_term, literals))
                return self.node(datatype, (owl("oneOf"), items))
            case ex.DatatypeRestriction(iri, facets):
                nodes = [
                    self.node("", (iri_term(facet), literal_term(value))) for facet, value in facets
                ]
                limits = (owl("withRestrictions"), self.list(nodes))
                return self.node(datatype, (owl("onDatatype"), iri_term(iri)), limits)
            case ex.DataIntersection(parts):
                items = self.list(map(self.range, parts))
                return self.node(datatype, (owl("intersectionOf"), items))
            case ex.DataUnion(parts):
                items = self.list(map(self.range, parts))
                return self.node(datatype, (owl("unionOf"), items))
            case ex.DataComplement(inner):
                return self.node(datatype, (owl("datatypeComplementOf"), self.range(inner)))
