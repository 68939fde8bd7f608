import io
import re
from collections.abc import Callable

import pyhornedowl
import pytest
import rdflib
from tests.hotels import GRADIENT, MODELS, PAPER_RULE, hotels, iri

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.errors import ModelError
from owlboost.exchange.flat.encoding import encode
from owlboost.exchange.flat.facts import collect_facts
from owlboost.exchange.flat.rules import decode
from owlboost.exchange.fuzzyowl import Syntax, fuzzyowl_text
from owlboost.exchange.fuzzyowl_reader import NAMESPACE, rules_from_fuzzyowl
from owlboost.models.trained import TrainedModel

SYNTAXES: tuple[Syntax, ...] = ("rdfxml", "owlxml", "functional")


def text_of(model: TrainedModel, syntax: Syntax = "rdfxml", *, with_data: bool = False) -> str:
    kb = hotels()
    rules, names = encode(model, kb)
    facts = collect_facts(model, rules, names, kb, [0, 1, 2]) if with_data else None
    return fuzzyowl_text(rules, facts, syntax=syntax)


@pytest.mark.parametrize("syntax", SYNTAXES)
@pytest.mark.parametrize("with_data", [True, False])
@pytest.mark.parametrize("name", MODELS)
def test_ontologies_read_back(name: str, with_data: bool, syntax: Syntax) -> None:
    model = MODELS[name]
    back = decode(rules_from_fuzzyowl(text_of(model, syntax, with_data=with_data)))
    assert back == decode(encode(model)[0])
    assert [each.body for each in back.hypothesis.inclusions] == [
        each.body for each in model.hypothesis.inclusions
    ]


def test_turtle_reads_back_too() -> None:
    graph = rdflib.Graph().parse(io.StringIO(text_of(GRADIENT)), format="xml")
    back = decode(rules_from_fuzzyowl(graph.serialize(format="turtle")))
    assert back == decode(encode(GRADIENT)[0])


def test_sources_entities_keep_their_iris_where_tools_take_them() -> None:
    text = text_of(GRADIENT, "functional")
    assert f"Declaration(Class(<{iri('Hotel')}>))" in text
    assert "Declaration(Class(:n2))" in text
    assert f"EquivalentClasses(:n2 <{iri('2')}>)" in text


def test_rules_may_import_their_source() -> None:
    text = fuzzyowl_text(encode(PAPER_RULE)[0], syntax="functional", imports="urn:x")
    assert "Import(<urn:x>)" in text


def test_every_name_is_declared() -> None:
    ontology = pyhornedowl.open_ontology_from_string(text_of(GRADIENT, "functional"), "ofn")
    assert f"{NAMESPACE}WL3" in ontology.get_classes()
    assert f"{NAMESPACE}Body1" in ontology.get_classes()


def test_a_class_that_an_editor_added_stands_for_itself() -> None:
    text = text_of(GRADIENT, "functional").replace(
        "    SubClassOf(:Body1 :WL0)",
        "    SubClassOf(:Body1 :WL0)\n"
        "    SubClassOf(ObjectIntersectionOf(<urn:y#Spa> ObjectSomeValuesFrom(<urn:y#has> "
        '<urn:y#Pool>) DataHasValue(<urn:y#open> "true"^^<http://www.w3.org/2001/XMLSchema#boolean>'
        ")) :WL1)",
    )
    hypothesis = decode(rules_from_fuzzyowl(text)).hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    bodies = [each.body for each in hypothesis.terms[1].inclusions]
    added = next(body for body in bodies if Atom("urn:y#Spa") in body.labels)
    assert added.edges[0].filler == Concept((Atom("urn:y#Pool"),))


def _cut(text: str) -> str:
    return text[:300]


def _unnumbered(text: str) -> str:
    return text.replace('value=\\"', 'value=\\"x')


def _unordered(text: str) -> str:
    return text.replace('a=\\"60.0\\"', 'a=\\"600.0\\"')


def _universal(text: str) -> str:
    return text.replace("SubClassOf(ObjectSomeValuesFrom(", "SubClassOf(ObjectAllValuesFrom(")


def _listed(text: str) -> str:
    return re.sub(r'"\{.*\}"', '"[]"', text)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_cut, "cannot be read as an ontology"),
        (_unnumbered, "annotation of the ontology is damaged"),
        (_unordered, "fuzzy datatype .* is damaged"),
        (_listed, r"annotation of the ontology is damaged: \[\] is not a JSON object"),
        (_universal, "a body that cannot be read"),
    ],
)
def test_a_broken_edit_is_named(damage: Callable[[str], str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        rules_from_fuzzyowl(damage(text_of(GRADIENT, "functional")))


PANIC = """<rdf:RDF xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="urn:x#t"><owl:propertyChainAxiom rdf:parseType="Resource">
    <rdf:first/>
    <rdf:rest rdf:parseType="Resource">
      <rdf:first rdf:nodeID="gone"/>
      <rdf:rest rdf:resource="http://www.w3.org/1999/02/22-rdf-syntax-ns#nil"/>
    </rdf:rest></owl:propertyChainAxiom>
  </rdf:Description>
</rdf:RDF>"""


@pytest.mark.parametrize(
    "text",
    [
        text_of(GRADIENT, "owlxml").partition("</Literal>")[0],  # the parser once waited for more
        text_of(GRADIENT, "owlxml").replace("<Class ", "<Klass ", 1),
        text_of(GRADIENT, "rdfxml")[:2000],
        PANIC,
        "Ontology(SubClassOf(",
        "@prefix : <urn:x#> . :a :b",
        "<urn:x#a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#about> <urn:x#b> .",
        "just a sentence",
    ],
)
def test_what_is_no_ontology_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(ModelError, match="cannot be read as an ontology"):
        rules_from_fuzzyowl(text)


def test_names_in_owl_xml_are_whole_iris() -> None:
    text = GRADIENT.export("fuzzyowl2", syntax="owlxml")
    assert 'IRI="urn:owlboost:rules#header"' in text
    assert 'IRI=":' not in text
