"""OWL/XML as tools write it: bases, prefixes, typed keys, annotations."""

from pathlib import Path

import pytest
from tests.unit.ontology.reading.snippets import E, codes, facts, integer, read

from owlboost.errors import SourceError
from owlboost.ontology.language.axioms import HasKey, SubClassOf
from owlboost.ontology.language.expressions import Class, DataOnly, DatatypeRestriction, Role
from owlboost.ontology.language.reserved import XSD
from owlboost.ontology.reading.documents import read_ontology_file

OWL = "http://www.w3.org/2002/07/owl#"


def document(body: str, attributes: str = f'ontologyIRI="{E}"') -> str:
    return f'<Ontology xmlns="{OWL}" {attributes}>\n{body}\n</Ontology>'


def sub_class(lower: str, upper: str) -> str:
    return f'<SubClassOf><Class IRI="{lower}"/><Class IRI="{upper}"/></SubClassOf>'


def axiom_of(lower: str, upper: str) -> SubClassOf:
    return SubClassOf(Class(lower), Class(upper))


@pytest.mark.parametrize("base", ["xml:base", "ontologyIRI"])
def test_a_base_that_ends_in_a_hash_is_put_before_names(base: str, tmp_path: Path) -> None:
    attributes = f'{base}="http://x.org/o#"'
    for name in ("Thing", "#Thing"):
        ontology = read(document(sub_class(name, f"{OWL}Thing"), attributes), tmp_path)
        assert ontology.axioms == (axiom_of("http://x.org/o#Thing", f"{OWL}Thing"),)


def test_the_base_of_owl_itself(tmp_path: Path) -> None:
    attributes = f'xml:base="{OWL}" ontologyIRI="http://x.org/o"'
    ontology = read(document(sub_class("http://x.org/o#A", "Thing"), attributes), tmp_path)
    assert ontology.iri == "http://x.org/o"
    assert ontology.axioms == (axiom_of("http://x.org/o#A", f"{OWL}Thing"),)
    assert list(ontology.signature.classes) == ["http://x.org/o#A"]


def test_other_bases_follow_the_rules_of_uris(tmp_path: Path) -> None:
    for base, expected in (
        ("http://x.org/a/o", "http://x.org/a/A"),
        ("http://x.org/a/", "http://x.org/a/A"),
    ):
        ontology = read(document(sub_class("A", "urn:B"), f'xml:base="{base}"'), tmp_path)
        assert ontology.axioms == (axiom_of(expected, "urn:B"),)


def test_a_base_holds_for_the_elements_within(tmp_path: Path) -> None:
    inner = sub_class("#A", "#B").replace("<SubClassOf", '<SubClassOf xml:base="http://y.org/p"')
    body = inner + sub_class("#A", "#B")
    ontology = read(document(body, 'xml:base="http://x.org/o"'), tmp_path)
    assert set(ontology.axioms) == {
        axiom_of("http://y.org/p#A", "http://y.org/p#B"),
        axiom_of("http://x.org/o#A", "http://x.org/o#B"),
    }


def test_prefixes_declared_as_elements_or_namespaces(tmp_path: Path) -> None:
    body = (
        '<Prefix name="" IRI="http://x.org/d#"/><Prefix name="p:" IRI="http://x.org/p#"/>'
        '<SubClassOf><Class abbreviatedIRI=":A"/><Class abbreviatedIRI="p:A"/></SubClassOf>'
        '<SubClassOf><Class abbreviatedIRI="A"/><Class abbreviatedIRI="n:A"/></SubClassOf>'
    )
    ontology = read(document(body, 'xmlns:n="http://x.org/n#"'), tmp_path)
    assert set(ontology.axioms) == {
        axiom_of("http://x.org/d#A", "http://x.org/p#A"),
        axiom_of("http://x.org/d#A", "http://x.org/n#A"),
    }


def test_elements_may_have_a_prefix(tmp_path: Path) -> None:
    text = (
        f'<o:Ontology xmlns:o="{OWL}" ontologyIRI="http://x.org/o"><o:SubClassOf>'
        '<o:Class IRI="#A"/><o:Class IRI="#B"/></o:SubClassOf></o:Ontology>'
    )
    assert read(text, tmp_path).axioms == (axiom_of("http://x.org/o#A", "http://x.org/o#B"),)


def test_keys_tell_object_from_data_properties(tmp_path: Path) -> None:
    body = (
        '<HasKey><Class IRI="#A"/><DataProperty IRI="#d"/><ObjectProperty IRI="#r"/>'
        '<ObjectInverseOf><ObjectProperty IRI="#s"/></ObjectInverseOf></HasKey>'
    )
    ontology = read(document(body), tmp_path)
    roles = (Role(E + "r"), Role(E + "s", inverse=True))
    assert ontology.axioms == (HasKey(Class(E + "A"), roles, (E + "d",)),)


def test_facets_and_texts(tmp_path: Path) -> None:
    body = (
        '<SubClassOf><Class IRI="#A"/><DataAllValuesFrom><DataProperty IRI="#d"/>'
        f'<DatatypeRestriction><Datatype IRI="{XSD}integer"/>'
        f'<FacetRestriction facet="{XSD}minInclusive">'
        f'<Literal datatypeIRI="{XSD}integer">5</Literal></FacetRestriction>'
        "</DatatypeRestriction></DataAllValuesFrom></SubClassOf>"
        '<DataPropertyAssertion><DataProperty IRI="#e"/><NamedIndividual IRI="#a"/>'
        "<Literal>a &lt; b<![CDATA[ & c]]></Literal></DataPropertyAssertion>"
    )
    ontology = read(document(body), tmp_path)
    range_ = DatatypeRestriction(XSD + "integer", ((XSD + "minInclusive", integer(5)),))
    assert ontology.axioms == (SubClassOf(Class(E + "A"), DataOnly(E + "d", range_)),)
    assert facts(ontology) == {("e", "a", "a < b & c")}


def test_annotations_and_rules_are_remarked(tmp_path: Path) -> None:
    note = '<Annotation><AnnotationProperty IRI="#n"/><Literal>x</Literal></Annotation>'
    body = (
        note
        + sub_class("#A", "#B").replace("<SubClassOf>", f"<SubClassOf>{note}")
        + '<AnnotationAssertion><AnnotationProperty IRI="#n"/><IRI>#A</IRI>'
        "<Literal>y</Literal></AnnotationAssertion>"
        '<DLSafeRule><Body><ClassAtom><Class IRI="#A"/><Variable IRI="urn:x"/></ClassAtom></Body>'
        "<Head/></DLSafeRule>"
    )
    ontology = read(document(body), tmp_path)
    assert ontology.axioms == (axiom_of(E + "A", E + "B"),)
    assert codes(ontology) == {"annotation-ignored": 3, "unsupported-axiom:SWRL": 1}


def test_an_import_and_a_version(tmp_path: Path) -> None:
    version = document(sub_class("urn:A", "urn:B"), 'ontologyIRI="urn:o" versionIRI="urn:o:2"')
    (tmp_path / "second.owx").write_text(version)
    (tmp_path / "first.owx").write_text(document("<Import> urn:o:2\n</Import>"))
    ontology = read_ontology_file(tmp_path / "first.owx", strict=True)
    assert ontology.axioms == (axiom_of("urn:A", "urn:B"),)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<SubClassOf><Class/><Class IRI='#B'/></SubClassOf>", "line 2: Class lacks its IRI"),
        ("\n<SubClasOf/>", "line 3: there is no axiom called 'SubClasOf'"),
        ("<Class IRI='#A'/>", "there is no axiom called 'Class'"),
        ("<SubClassOf><Class IRI='#B'/></SubClassOf>", "SubClassOf takes 2 operands, not 1"),
        ("<SubClassOf><Class abbreviatedIRI='x:B'/></SubClassOf>", "prefix 'x:' is not declared"),
        (
            (
                "<SubClassOf><Class IRI='#A'/><ObjectMinCardinality cardinality='x'>"
                "<ObjectProperty IRI='#r'/></ObjectMinCardinality></SubClassOf>"
            ),
            "ObjectMinCardinality lacks a valid number",
        ),
        ("<SubClassOf>", "line 3: mismatched tag"),
    ],
)
def test_what_is_no_owl_xml_is_refused(body: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        read(document(body), tmp_path)
    assert "\n" not in str(caught.value)
