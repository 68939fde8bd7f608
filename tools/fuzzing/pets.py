"""A small ontology of pets, in each syntax."""

from typing import Any

import pyoxigraph

_FUNCTIONAL = b"""Prefix(:=<http://e/pets#>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<http://e/pets> <http://e/pets/1>
Annotation(<http://www.w3.org/2000/01/rdf-schema#label> "pets"@en)
Declaration(Class(:Pet)) Declaration(ObjectProperty(:likes)) Declaration(DataProperty(:age))
SubClassOf(:Cat :Pet)
SubClassOf(:Cat ObjectSomeValuesFrom(:likes ObjectUnionOf(:Cat ObjectComplementOf(:Dog))))
EquivalentClasses(:Old DataSomeValuesFrom(:age DatatypeRestriction(xsd:integer
  xsd:minInclusive "9"^^xsd:integer)))
SubClassOf(:Dog ObjectMinCardinality(2 :likes :Pet))
DisjointClasses(:Cat :Dog)
TransitiveObjectProperty(:likes)
ObjectPropertyDomain(:likes :Pet)
ClassAssertion(:Cat :tom) ObjectPropertyAssertion(:likes :tom :rex)
DataPropertyAssertion(:age :tom "11"^^xsd:integer)
DataPropertyAssertion(:name :rex "Rex")
)
"""
_MANCHESTER = b"""Prefix: : <http://e/pets#>
Prefix: xsd: <http://www.w3.org/2001/XMLSchema#>
Ontology: <http://e/pets>
ObjectProperty: :likes
    Characteristics: Transitive
    Domain: :Pet
DataProperty: :age
Class: :Pet
Class: :Cat
    SubClassOf: :Pet, :likes some (:Cat or not :Dog)
    DisjointWith: :Dog
Class: :Old
    EquivalentTo: :age some xsd:integer[>= 9]
Class: :Dog
    SubClassOf: :likes min 2 :Pet
Individual: :tom
    Annotations: rdfs:label "Tom"@en
    Types: :Cat
    Facts: :likes :rex, :age 11
Individual: :rex
"""
_OWL_XML = b"""<?xml version="1.0"?>
<!DOCTYPE Ontology [<!ENTITY e "http://e/pets#">]>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://e/pets"
    ontologyIRI="http://e/pets">
<Prefix name="" IRI="http://e/pets#"/>
<Declaration><Class IRI="#Pet"/></Declaration>
<SubClassOf><Class IRI="#Cat"/><Class abbreviatedIRI=":Pet"/></SubClassOf>
<SubClassOf><Class IRI="#Cat"/><ObjectSomeValuesFrom><ObjectProperty IRI="#likes"/>
<ObjectUnionOf><Class IRI="&e;Cat"/><ObjectComplementOf><Class IRI="#Dog"/></ObjectComplementOf>
</ObjectUnionOf></ObjectSomeValuesFrom></SubClassOf>
<SubClassOf><Class IRI="#Dog"/><ObjectMinCardinality cardinality="2"><ObjectProperty IRI="#likes"/>
</ObjectMinCardinality></SubClassOf>
<ClassAssertion><Class IRI="#Cat"/><NamedIndividual IRI="#tom"/></ClassAssertion>
<DataPropertyAssertion><DataProperty IRI="#age"/><NamedIndividual IRI="#tom"/>
<Literal datatypeIRI="http://www.w3.org/2001/XMLSchema#integer">11</Literal>
</DataPropertyAssertion>
</Ontology>
"""
_TURTLE = b"""@prefix : <http://e/pets#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://e/pets> a owl:Ontology .
:Pet a owl:Class . :Cat a owl:Class ; rdfs:subClassOf :Pet , [ a owl:Restriction ;
  owl:onProperty :likes ; owl:someValuesFrom [ a owl:Class ; owl:unionOf ( :Cat :Dog ) ] ] .
:Dog a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :likes ;
  owl:minCardinality 2 ] ; owl:disjointWith :Cat .
:likes a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:domain :Pet .
:age a owl:DatatypeProperty .
:tom a owl:NamedIndividual , :Cat ; :likes :rex ; :age 11 ; rdfs:label "Tom"@en .
:rex a owl:NamedIndividual .
"""


def _written(form: pyoxigraph.RdfFormat) -> bytes:
    """Write the pets in another syntax, with the same names of blank nodes in every run."""
    names: dict[object, pyoxigraph.BlankNode] = {}

    def named(term: Any) -> Any:
        if not isinstance(term, pyoxigraph.BlankNode):
            return term
        return names.setdefault(term, pyoxigraph.BlankNode(f"b{len(names)}"))

    triples = (
        pyoxigraph.Triple(named(one.subject), one.predicate, named(one.object))
        for one in pyoxigraph.parse(_TURTLE, format=pyoxigraph.RdfFormat.TURTLE)
    )
    return pyoxigraph.serialize(triples, format=form) or b""


PETS = {
    "ofn": _FUNCTIONAL,
    "omn": _MANCHESTER,
    "owx": _OWL_XML,
    "ttl": _TURTLE,
    "rdf": _written(pyoxigraph.RdfFormat.RDF_XML),
    "nt": _written(pyoxigraph.RdfFormat.N_TRIPLES),
    "jsonld": b'{"@context": {"@vocab": "http://e/pets#", "owl": "http://www.w3.org/2002/07/owl#", '
    b'"sub": {"@id": "http://www.w3.org/2000/01/rdf-schema#subClassOf", "@type": "@id"}}, '
    b'"@graph": [{"@id": "http://e/pets", "@type": "owl:Ontology"}, '
    b'{"@id": "http://e/pets#Cat", "@type": "owl:Class", "sub": "http://e/pets#Pet"}, '
    b'{"@id": "http://e/pets#likes", "@type": "owl:ObjectProperty"}, '
    b'{"@id": "http://e/pets#tom", "@type": ["owl:NamedIndividual", "http://e/pets#Cat"], '
    b'"likes": {"@id": "http://e/pets#rex"}, "age": [11, 1.5, true, {"@value": "x"}]}]}',
}
