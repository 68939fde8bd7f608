"""Labels are read from every syntax: for entities, with their languages, whatever is around."""

from pathlib import Path

import pytest
from tests import opaque

from owlboost.ontology.ontology import Ontology, TaggedLabel
from owlboost.ontology.readers.ontology_file import read_ontology_file

RDF = ["rdf", "ttl", "nt", "jsonld"]
SYNTAXES = [*RDF, "ofn", "owx", "omn"]
PROPERTIES = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
skos:prefLabel a owl:AnnotationProperty . obo:IAO_0000111 a owl:AnnotationProperty .
rdfs:comment a owl:AnnotationProperty . skos:altLabel a owl:AnnotationProperty .
:A a owl:Class ; rdfs:label "a"@en, "  two\\n lines ", "" ; skos:prefLabel "preferred"@en-GB ;
   obo:IAO_0000111 "edited"@en ; rdfs:comment "a comment" ; skos:altLabel "another" .
"""


def read(folder: Path, text: str, name: str = "file.owl") -> Ontology:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_ontology_file(path)


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_labels_are_read_with_their_languages(tmp_path: Path, syntax: str) -> None:
    found = read(tmp_path, opaque.in_syntax(syntax)).labels
    assert found == {
        iri: tuple(sorted([TaggedLabel(english, "en", 1), TaggedLabel(german, "de", 1)]))
        for iri, (english, german) in opaque.labels().items()
    }


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_three_properties_give_labels_and_others_do_not(tmp_path: Path, syntax: str) -> None:
    text = f"{opaque.PREFIXES}<{opaque.NS}> a owl:Ontology .{PROPERTIES}"
    assert read(tmp_path, opaque.in_syntax(syntax, text)).labels == {
        f"{opaque.NS}A": (
            TaggedLabel("a", "en", 1),
            TaggedLabel("edited", "en", 2),
            TaggedLabel("preferred", "en-gb", 0),
            TaggedLabel("two lines", "", 1),
        )
    }


def test_names_of_obo_are_labels(tmp_path: Path) -> None:
    text = """format-version: 1.2
ontology: ex

[Term]
id: EX:0000001
name: at risk\\, patient ! a comment
synonym: "endangered" EXACT []

[Typedef]
id: takes
name: takes drug

[Instance]
id: EX:1000001
name: Anna
instance_of: EX:0000001
"""
    obo = "http://purl.obolibrary.org/obo/"
    assert read(tmp_path, text).labels == {
        f"{obo}EX_0000001": (TaggedLabel("at risk, patient", "", 1),),
        f"{obo}ex#takes": (TaggedLabel("takes drug", "", 1),),
        f"{obo}EX_1000001": (TaggedLabel("Anna", "", 1),),
    }


def test_property_values_of_obo_are_labels_if_their_property_gives_some(tmp_path: Path) -> None:
    text = """format-version: 1.4
ontology: ex

[Term]
id: EX:0000001
property_value: IAO:0000111 "edited \\"name\\" {not a qualifier}" xsd:string {source="x"}
property_value: skos:prefLabel "preferred" xsd:string
property_value: http://www.w3.org/2000/01/rdf-schema#label "plain" xsd:string ! a comment
property_value: EX:comment "a comment" xsd:string
property_value: IAO:0000111 EX:0000002
"""
    read_in = read(tmp_path, text)
    (labels,) = read_in.labels.values()
    assert labels == (
        TaggedLabel('edited "name" {not a qualifier}', "", 2),
        TaggedLabel("plain", "", 1),
        TaggedLabel("preferred", "", 0),
    )
    assert {remark.code for remark in read_in.remarks} == {"annotation-ignored"}


def test_what_is_no_entity_has_no_label(tmp_path: Path) -> None:
    text = opaque.PREFIXES + (
        f'<{opaque.NS}> a owl:Ontology ; rdfs:label "the ontology" . :A a owl:Class .'
        ':note a owl:AnnotationProperty ; rdfs:label "a note" . [] a :A ; rdfs:label "nobody" .'
    )
    assert read(tmp_path, text, "file.ttl").labels == {}


def test_labels_of_axioms_are_not_those_of_entities(tmp_path: Path) -> None:
    text = """Prefix: : <http://ex.org#>
Ontology: <http://ex.org>
Class: A
    Annotations: Annotations: rdfs:label "of a label" rdfs:label "of A"
    SubClassOf: Annotations: rdfs:label "of an axiom" B
Class: B
"""
    assert read(tmp_path, text, "file.omn").labels == {
        "http://ex.org#A": (TaggedLabel("of A", "", 1),)
    }


FUNCTIONAL = """Prefix(:=<http://ex.org#>)
Ontology(<http://ex.org>
Declaration(Class(:A))
AnnotationAssertion(Annotation(rdfs:comment "why") rdfs:label :A "of A"@en)
AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label>
    <http://ex.org#A> "say \\"A\\""^^xsd:string)
AnnotationAssertion(rdfs:label :A :B)
AnnotationAssertion(unknown:label :A "nobody declares this prefix")
AnnotationAssertion(rdfs:comment :A "a comment")
)"""


def test_functional_syntax_may_write_labels_in_any_way(tmp_path: Path) -> None:
    assert read(tmp_path, FUNCTIONAL, "file.ofn").labels == {
        "http://ex.org#A": (TaggedLabel("of A", "en", 1), TaggedLabel('say "A"', "", 1))
    }


def test_owl_xml_may_abbreviate_iris(tmp_path: Path) -> None:
    text = """<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://ex.org">
<Prefix name="ex" IRI="http://ex.org#"/>
<Declaration><Class IRI="#A"/></Declaration><Declaration><Class IRI="#B"/></Declaration>
<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/>
  <AbbreviatedIRI>ex:A</AbbreviatedIRI><Literal xml:lang="de">eins</Literal></AnnotationAssertion>
<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/>
  <IRI>#B</IRI><Literal>zwei</Literal></AnnotationAssertion>
<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/>
  <AbbreviatedIRI>unknown:C</AbbreviatedIRI><Literal>drei</Literal></AnnotationAssertion>
</Ontology>"""
    assert read(tmp_path, text, "file.owx").labels == {
        "http://ex.org#A": (TaggedLabel("eins", "de", 1),),
        "http://ex.org#B": (TaggedLabel("zwei", "", 1),),
    }


def test_imported_files_have_labels(tmp_path: Path) -> None:
    (tmp_path / "b.ofn").write_text(FUNCTIONAL.replace("http://ex.org>\n", "http://ex.org/b>\n"))
    text = opaque.PREFIXES.replace(opaque.NS, "http://ex.org#")
    text += '<http://ex.org/a> a owl:Ontology ; owl:imports <http://ex.org/b> . :A rdfs:label "A" .'
    found = read(tmp_path, text, "a.ttl").labels["http://ex.org#A"]
    assert [one.text for one in found] == ["A", "of A", 'say "A"']


def test_a_label_declared_as_data_is_data(tmp_path: Path) -> None:
    text = opaque.PREFIXES + (
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . skos:prefLabel a"
        ' owl:DatatypeProperty . :A a owl:Class . :a a :A ; skos:prefLabel "Anna" .'
    )
    ontology = read(tmp_path, text, "file.ttl")
    assert ontology.labels == {}
    assert [one.lexical for one in ontology.facts.literals] == ["Anna"]
