"""Class expressions as those of the library that writes OWL files."""

from collections.abc import Iterator

import pyhornedowl.model as owl

from owlboost.ontology.language.expressions import (
    And,
    Class,
    ClassExpression,
    DataComplement,
    DataHasValue,
    DataOneOf,
    DataRange,
    DataSome,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
    Or,
    Some,
)
from owlboost.ontology.language.mentions import walk
from owlboost.ontology.language.reserved import OWL, STRING, XSD
from owlboost.ontology.writing.expressions import iri_term

_FACETS = {
    XSD + "minInclusive": owl.Facet.MinInclusive,
    XSD + "maxInclusive": owl.Facet.MaxInclusive,
}


def named(iri: str) -> owl.IRI:
    """Return an IRI; what IRIs may not hold is percent-encoded."""
    found: owl.IRI = owl.IRI.parse(iri_term(iri)[1:-1])
    return found


def class_of(expression: ClassExpression) -> owl.ClassExpression:
    """Return a class expression of those that conditions become."""
    match expression:
        case Class(iri):
            return owl.Class(named(iri))
        case And(parts):
            return owl.ObjectIntersectionOf([class_of(part) for part in parts])
        case Or(parts):
            return owl.ObjectUnionOf([class_of(part) for part in parts])
        case Some(role, filler):
            return owl.ObjectSomeValuesFrom(owl.ObjectProperty(named(role.iri)), class_of(filler))
        case DataSome(prop, range_):
            return owl.DataSomeValuesFrom(owl.DataProperty(named(prop)), range_of(range_))
        case DataHasValue(prop, literal):
            return owl.DataHasValue(owl.DataProperty(named(prop)), literal_of(literal))
        case _:
            raise TypeError(expression)


def range_of(range_: DataRange) -> owl.DataRange:
    """Return a data range of those that conditions become."""
    match range_:
        case DatatypeRestriction(datatype, facets):
            limits = [owl.FacetRestriction(_FACETS[name], literal_of(one)) for name, one in facets]
            return owl.DatatypeRestriction(owl.Datatype(named(datatype)), limits)
        case DataUnion(parts):
            return owl.DataUnionOf([range_of(part) for part in parts])
        case DataOneOf(literals):
            return owl.DataOneOf([literal_of(one) for one in literals])
        case DataComplement(of):
            return owl.DataComplementOf(range_of(of))
        case Datatype(iri):
            return owl.Datatype(named(iri))
        case _:
            raise TypeError(range_)


def literal_of(
    literal: Literal,
) -> owl.SimpleLiteral | owl.LanguageLiteral | owl.DatatypeLiteral:
    """Return a literal."""
    if literal.language:
        return owl.LanguageLiteral(literal.lexical, literal.language)
    if literal.datatype in (STRING, ""):
        return owl.SimpleLiteral(literal.lexical)
    return owl.DatatypeLiteral(literal.lexical, named(literal.datatype))


def declarations(expression: ClassExpression) -> Iterator[owl.Component]:
    """Yield declarations of the names in a class expression."""
    for part in walk(expression):
        match part:
            case Class(iri) if not iri.startswith(OWL):
                yield owl.DeclareClass(owl.Class(named(iri)))
            case Some(role, _):
                yield owl.DeclareObjectProperty(owl.ObjectProperty(named(role.iri)))
            case DataSome(prop, _) | DataHasValue(prop, _):
                yield owl.DeclareDataProperty(owl.DataProperty(named(prop)))
            case _:
                pass
