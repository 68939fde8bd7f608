"""Restrictions and data ranges that have an IRI of their own define it, in every RDF syntax."""

from pathlib import Path

import pyoxigraph as ox
import pytest
from tests.ontologies import types_of
from tests.unit.ontology.readers.snippets import TURTLE, XSD, E, codes, integer, read, turtle

from owlboost.ontology.axioms import DatatypeDefinition, EquivalentClasses, SubClassOf
from owlboost.ontology.expressions import (
    Cardinality,
    Class,
    ClassExpression,
    DataCardinality,
    DataComplement,
    DataOneOf,
    DataRange,
    DataSome,
    Datatype,
    DatatypeRestriction,
    HasSelf,
    HasValue,
    Only,
    Role,
    Some,
)
from owlboost.ontology.vocabulary import RDFS_LITERAL
from owlboost.sources.ontology_knowledge import saturate

N, B, r = Class(E + "N"), Class(E + "B"), Role(E + "r")
D = E + "d"
DECLARED = ":r a owl:ObjectProperty . :d a owl:DatatypeProperty . :B a owl:Class . "
RESTRICTIONS: dict[str, ClassExpression] = {
    ":r; owl:someValuesFrom :B": Some(r, B),
    ":r; owl:allValuesFrom :B": Only(r, B),
    ":r; owl:hasValue :a": HasValue(r, E + "a"),
    ":r; owl:hasSelf true": HasSelf(r),
    ":r; owl:maxQualifiedCardinality 2; owl:onClass :B": Cardinality("max", 2, r, B),
    ":d; owl:someValuesFrom xsd:integer": DataSome(D, Datatype(XSD + "integer")),
    ":d; owl:minCardinality 1": DataCardinality("min", 1, D, Datatype(RDFS_LITERAL)),
}
RANGES: dict[str, DataRange] = {
    "owl:oneOf (1 2)": DataOneOf((integer(1), integer(2))),
    "owl:onDatatype xsd:integer; owl:withRestrictions ([xsd:minInclusive 5])": DatatypeRestriction(
        XSD + "integer", ((XSD + "minInclusive", integer(5)),)
    ),
    "owl:datatypeComplementOf xsd:integer": DataComplement(Datatype(XSD + "integer")),
}


@pytest.mark.parametrize(("body", "expected"), RESTRICTIONS.items())
def test_a_restriction_with_a_name_defines_it(
    body: str, expected: ClassExpression, tmp_path: Path
) -> None:
    text = f"{DECLARED} :N a owl:Restriction; owl:onProperty {body} . :A rdfs:subClassOf :N ."
    ontology = turtle(text, tmp_path)
    assert set(ontology.axioms) == {
        EquivalentClasses((N, expected)),
        SubClassOf(Class(E + "A"), N),
    }
    assert codes(ontology) == {}


@pytest.mark.parametrize(
    "format_", [ox.RdfFormat.RDF_XML, ox.RdfFormat.N_TRIPLES, ox.RdfFormat.JSON_LD], ids=str
)
def test_a_restriction_with_a_name_in_the_other_syntaxes(
    format_: ox.RdfFormat, tmp_path: Path
) -> None:
    text = f"{TURTLE}{DECLARED} :N a owl:Restriction; owl:onProperty :r; owl:someValuesFrom :B ."
    triples = ox.parse(text, format=ox.RdfFormat.TURTLE)
    if format_ is ox.RdfFormat.JSON_LD:
        data = ox.serialize((ox.Quad(*one) for one in triples), format=format_)
    else:
        data = ox.serialize(triples, format=format_)
    assert data is not None
    assert read(data, tmp_path).axioms == (EquivalentClasses((N, Some(r, B))),)


@pytest.mark.parametrize(("body", "expected"), RANGES.items())
def test_a_data_range_with_a_name_defines_it(
    body: str, expected: DataRange, tmp_path: Path
) -> None:
    ontology = turtle(f"{DECLARED} :N a rdfs:Datatype; {body} . :d rdfs:range :N .", tmp_path)
    assert DatatypeDefinition(E + "N", expected) in ontology.axioms
    assert E + "N" not in ontology.signature.classes
    assert codes(ontology) == {}


def test_members_of_a_restriction_with_a_name_are_inferred(tmp_path: Path) -> None:
    text = ":N a owl:Restriction; owl:onProperty :r; owl:someValuesFrom :B . :a :r :b . :b a :B ."
    kb = saturate(turtle(DECLARED + text, tmp_path)).kb
    assert types_of(kb, E + "a") == {E + "N"}


def test_a_restriction_on_several_properties_is_told(tmp_path: Path) -> None:
    text = ":N a owl:Restriction; owl:onProperties (:d :d); owl:someValuesFrom xsd:integer ."
    assert codes(turtle(DECLARED + text, tmp_path)) == {"unsupported-expression:n-ary-data": 1}


def test_a_restriction_without_a_requirement_is_told(tmp_path: Path) -> None:
    ontology = turtle(f"{DECLARED} :N a owl:Restriction; owl:onProperty :r .", tmp_path)
    assert codes(ontology) == {"malformed-expression": 1}
