"""Annotations of Fuzzy OWL 2 mean the same in every syntax, and what is wrong is said."""

import re
from pathlib import Path
from typing import Literal

import pyhornedowl
import pyoxigraph as ox
import pytest
from tests.fuzzy_hotels import FACTS, HOTELS, PRICES, functional, held, sets

from owlboost.errors import SourceError
from owlboost.ontology.axioms import ClassAssertion
from owlboost.ontology.expressions import Class, Role, Some
from owlboost.ontology.fuzzy import FuzzyDatatype
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers.ontology_file import read_ontology_file

TEXT = functional(FACTS, PRICES)


def read(text: str | bytes, folder: Path) -> Ontology:
    path = folder / "fuzzy.owl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_ontology_file(path)


def named(*names: str) -> tuple[str, ...]:
    return tuple(HOTELS + name for name in names)


def test_degrees_and_sets_are_read(tmp_path: Path) -> None:
    found = read(TEXT, tmp_path).fuzziness
    assert found.types == {
        named("h1", "Quiet"): 0.7,
        named("h1", "Calm"): 0.4,
        named("h1", "Central"): 0.9,
        named("h2", "Calm"): 0.2,
        named("p1", "Park"): 0.6,
    }
    assert found.roles == {
        named("beside", "h2", "p1"): 0.8,
        named("near", "h2", "p2"): 0.3,
        named("near", "h4", "p2"): 0.5,
    }
    assert found.sets == {
        HOTELS + "Cheap": FuzzyDatatype("left-shoulder", (60, 100)),
        HOTELS + "Dear": FuzzyDatatype("right-shoulder", (80, 120)),
    }
    assert found.ties == {HOTELS + "price": named("Cheap", "Dear")}
    assert found.degrees == (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)


def rdf_xml() -> str:
    return str(pyhornedowl.open_ontology_from_string(TEXT, "ofn").save_to_string("rdf"))


@pytest.mark.parametrize(
    "format_", [ox.RdfFormat.TURTLE, ox.RdfFormat.N_TRIPLES, ox.RdfFormat.JSON_LD]
)
def test_syntaxes_of_rdf_say_the_same(tmp_path: Path, format_: ox.RdfFormat) -> None:
    triples = list(ox.parse(rdf_xml(), format=ox.RdfFormat.RDF_XML))
    text = ox.serialize(triples, format=format_)
    assert isinstance(text, bytes)
    assert read(text, tmp_path).fuzziness == read(TEXT, tmp_path).fuzziness


def test_rdf_xml_says_the_same(tmp_path: Path) -> None:
    assert read(rdf_xml(), tmp_path).fuzziness == read(TEXT, tmp_path).fuzziness


def test_owl_xml_says_the_same(tmp_path: Path) -> None:
    full = re.sub(r"(?<=[( ]):(\w+)", rf"<{HOTELS}\1>", TEXT)
    full = full.replace(f"Prefix(:=<{HOTELS}>)", "")
    text = pyhornedowl.open_ontology_from_string(full, "ofn").save_to_string("owx")
    assert read(text, tmp_path).fuzziness == read(TEXT, tmp_path).fuzziness


def test_manchester_syntax_says_the_same(tmp_path: Path) -> None:
    def note(kind: str, content: str) -> str:
        return f"Annotations: fuzzyLabel \"<fuzzyOwl2 fuzzyType='{kind}'>{content}</fuzzyOwl2>\""

    def far(degree: float) -> str:
        return note("axiom", f"<Degree value='{degree}'/>")

    text = f"""
Prefix: : <{HOTELS}>
Ontology: <{HOTELS[:-1]}> {note("ontology", "<FuzzyLogic logic='zadeh'/>")}
AnnotationProperty: fuzzyLabel
DataProperty: price
ObjectProperty: near
ObjectProperty: beside SubPropertyOf: near
Datatype: Cheap {note("datatype", "<Datatype type='leftshoulder' a='60' b='100'/>")}
Datatype: Dear {note("datatype", "<Datatype type='rightshoulder' a='80' b='120'/>")}
Class: Hotel
Class: Bargain EquivalentTo: Hotel and (price some Cheap)
Class: Luxury SuperClassOf: price some Dear
Class: Quiet
Class: Calm SubClassOf: Quiet
Class: Central
Class: Park
Individual: h1 Types: {far(0.7)} Quiet, {far(0.4)} Calm, Hotel, {far(0.9)} Central
Individual: h2 Types: {far(0.2)} Calm, Central Facts: {far(0.8)} beside p1, {far(0.3)} near p2
Individual: h3 Facts: near p1, price 50.0
Individual: h4 Facts: {far(0.5)} near p2
Individual: p1 Types: {far(0.6)} Park
Individual: p2 Types: Park
"""
    assert read(text, tmp_path).fuzziness == read(TEXT, tmp_path).fuzziness


def ignored_annotations(text: str, folder: Path) -> int:
    found = read(text, folder).remarks
    return sum(one.count for one in found if one.code == "annotation-ignored")


@pytest.mark.parametrize("syntax", ["ofn", "owx", "rdf"])
def test_what_is_used_is_not_said_to_be_ignored(
    syntax: Literal["ofn", "owx", "rdf"], tmp_path: Path
) -> None:
    full = re.sub(r"(?<=[( ]):(\w+)", rf"<{HOTELS}\1>", TEXT).replace(f"Prefix(:=<{HOTELS}>)", "")
    comment = (
        f'AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#comment> <{HOTELS}h1> "x")'
    )
    commented = full.rstrip().removesuffix(")") + comment + "\n)"
    for text, ignored in ((full, 0), (commented, 1)):
        written = pyhornedowl.open_ontology_from_string(text, "ofn").save_to_string(syntax)
        assert ignored_annotations(written, tmp_path) == ignored


def test_manchester_syntax_ignores_other_annotations_alone(tmp_path: Path) -> None:
    text = """Prefix: : <http://example.org/hotels#>
Prefix: rdfs: <http://www.w3.org/2000/01/rdf-schema#>
Ontology: <http://example.org/hotels>
AnnotationProperty: fuzzyLabel
Class: Quiet
Individual: h1
    Annotations: rdfs:comment "x"
    Types: Annotations: fuzzyLabel
        "<fuzzyOwl2 fuzzyType='axiom'><Degree value='0.4'/></fuzzyOwl2>" Quiet
"""
    assert ignored_annotations(text, tmp_path) == 1


def test_a_degree_of_a_compound_class_is_kept(tmp_path: Path) -> None:
    some = "ObjectSomeValuesFrom(:near :Park)"
    found = read(functional(f"ClassAssertion({held(0.3)} {some} :h1)"), tmp_path)
    axiom = ClassAssertion(HOTELS + "h1", Some(Role(HOTELS + "near"), Class(HOTELS + "Park")))
    assert found.fuzziness.axioms == {axiom: 0.3}
    rdf = pyhornedowl.open_ontology_from_string(
        functional(f"ClassAssertion({held(0.3)} {some} :h1)"), "ofn"
    ).save_to_string("rdf")
    assert read(rdf, tmp_path).fuzziness.axioms == {axiom: 0.3}


def test_of_several_degrees_the_largest_counts(tmp_path: Path) -> None:
    twice = f"ClassAssertion({held(0.3)} :Park :p1) ClassAssertion({held(0.6)} :Park :p1)"
    assert read(functional(twice), tmp_path).fuzziness.types == {named("p1", "Park"): 0.6}
    full = f"ClassAssertion({held(1.0)} :Park :p1)"
    assert not read(functional(full), tmp_path).fuzziness.is_graded


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            f"ClassAssertion({held('much')} :Park :p1)",
            "The degree 'much' of p1 : Park is no number from 0 to 1; correct its fuzzyLabel.",
        ),
        (
            f"ObjectPropertyAssertion({held(1.5)} :near :h1 :p1)",
            "The degree '1.5' of h1 near p1 is no number from 0 to 1; correct its fuzzyLabel.",
        ),
        (
            'ClassAssertion(Annotation(:fuzzyLabel "0.7") :Park :p1)',
            (
                "The annotation fuzzyLabel of p1 : Park cannot be read ('0.7'); it must be such as "
                '<fuzzyOwl2 fuzzyType="axiom"><Degree value="0.7"/></fuzzyOwl2>.'
            ),
        ),
        (
            sets(Cheap="type='triangular' a='3' b='2' c='4'"),
            (
                "The fuzzy datatype Cheap cannot be used: The points of a triangular must be "
                "finite and ascending, not (3.0, 2.0, 4.0)."
            ),
        ),
        (
            sets(Cheap="type='leftshoulder' a='low' b='2'"),
            "The fuzzy datatype Cheap cannot be used: A point is no number.",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(statement: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read(functional(statement), tmp_path)
    assert str(caught.value) == said


def remarks(text: str, folder: Path) -> dict[str, int]:
    return {
        one.message: one.count
        for one in read(text, folder).remarks
        if "fuzzy" in one.code or "graded" in one.code
    }


def test_what_is_not_used_is_remarked_on(tmp_path: Path) -> None:
    text = functional(
        f"DisjointClasses({held(0.8)} :Calm :Quiet)",
        f'DataPropertyAssertion({held(0.5)} :price :h1 "90"^^xsd:double)',
        f"ClassAssertion({held(0.5)} ObjectComplementOf(:Quiet) :h1)",
        "AnnotationAssertion(:fuzzyLabel :Great \"<fuzzyOwl2 fuzzyType='concept'>"
        "<Concept type='choquet'/></fuzzyOwl2>\")",
        'AnnotationAssertion(:fuzzyLabel :Odd "something else")',
    )
    ontology = read(text, tmp_path)
    assert remarks(text, tmp_path) == {
        "an axiom DisjointClasses on Calm, Quiet holds only to the degree 0.8 and is not used": 1,
        "an axiom ClassAssertion on Quiet holds only to the degree 0.5 and is not used": 1,
        "values that hold only to a degree are not used": 1,
        "the fuzzy concept choquet of Great is not used": 1,
        "the annotation fuzzyLabel of Odd is not understood": 1,
    }
    assert ontology.axioms == ()
    assert not ontology.facts.value_subjects.size


def test_another_logic_is_remarked_on(tmp_path: Path) -> None:
    (said,) = remarks(functional(FACTS).replace("zadeh", "lukasiewicz"), tmp_path)
    assert said.startswith("the ontology is meant in lukasiewicz logic; the degrees of what follow")


def test_fuzzy_datatypes_are_not_reasoned_with_as_if_they_were_crisp(tmp_path: Path) -> None:
    ontology = read(TEXT, tmp_path)
    said = [str(axiom) for axiom in ontology.axioms]
    assert not [one for one in said if "price" in one]
    assert [one for one in said if "Bargain" in one and "Hotel" in one]
    assert not remarks(TEXT, tmp_path)
    other = "SubClassOf(:Bargain DataSomeValuesFrom(:price :Cheap))"
    assert remarks(functional(PRICES, other), tmp_path) == {
        "what an axiom SubClassOf on Bargain says with fuzzy datatypes is not reasoned with": 1
    }


def test_a_linear_datatype_that_rises_evenly_is_a_shoulder(tmp_path: Path) -> None:
    def text(degree: str) -> str:
        ends = 'xsd:minInclusive "0"^^xsd:double xsd:maxInclusive "10"^^xsd:double'
        return functional(
            sets(Dear=f"type='linear' a='5' b='{degree}'"),
            f"DatatypeDefinition(:Dear DatatypeRestriction(xsd:double {ends})) ",
        )

    even = FuzzyDatatype("right-shoulder", (0, 10))
    assert read(text("0.5"), tmp_path).fuzziness.sets == {HOTELS + "Dear": even}
    assert read(text("0.2"), tmp_path).fuzziness.sets == {}
    assert list(remarks(text("0.2"), tmp_path)) == ["the fuzzy datatype linear of Dear is not used"]
