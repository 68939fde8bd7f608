import re
from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Quad, RdfFormat, Store
from tests.hotels import MODELS, hotels
from tests.rdf_store import answers, store_of

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.evaluation import SEMANTICS, Extents
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, make_shape
from owlboost.evaluation.samples import write_iris_table
from owlboost.exchange.sparql import sparql_text
from owlboost.exchange.table_ontology import write_ontology
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.tables.reading import read_table


@pytest.mark.parametrize("logic", SEMANTICS)
@pytest.mark.parametrize("name", MODELS)
def test_the_query_finds_the_covered_hotels(name: str, logic: str) -> None:
    kb, model = hotels(), replace(MODELS[name], semantics=SEMANTICS[logic])
    degrees = Extents(kb, model.semantics).hypothesis(model.hypothesis)
    found = answers(store_of(kb), sparql_text(model))
    covered = {iri: d for iri, d in zip(kb.individuals, degrees, strict=True) if d > 0}
    assert found == pytest.approx(covered)
    assert 0 < len(found) < len(kb.individuals)


@pytest.mark.parametrize("suffix", [".ttl", ".owl"])
def test_the_query_works_on_a_converted_table(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / "iris.csv"
    write_iris_table(path)
    text = path.read_text().replace("petal_length", "2").replace("petal_width", "breite (süß)")
    path.write_text(text, encoding="utf-8")  # RDF/XML cannot write a property named 2
    table = read_table(path)
    problem = table.problem("species=virginica")
    model = train(problem, FuzzyOWLBoost(n_rounds=2, n_sets=3))
    degrees = Extents(table.knowledge_base()).hypothesis(model.hypothesis)
    write_ontology(table, "species", tmp_path / f"iris{suffix}")
    store = Store()
    kind = RdfFormat.TURTLE if suffix == ".ttl" else RdfFormat.RDF_XML
    store.load(path=str(tmp_path / f"iris{suffix}"), format=kind)
    found = answers(store, sparql_text(model))
    assert {iri.rpartition("#")[2] for iri in found} == {
        name for name, degree in zip(table.row_names, degrees, strict=True) if degree > 0
    }


ODD = (
    "A",
    "",
    "not an iri",
    "http://e/\n} DROP ALL #",
    "http://e/\x00",
    "http://e/%zz",
    "http://[",
    "1:2",
    "_:b",
    "http://e/\ue000",
    "http://e:port/",
    "http://e/#a#b",
    'x"y',
    "row\\u000A1",
    "é:x",
    "\x1b",
)


@pytest.mark.parametrize("name", ODD)
def test_a_query_of_odd_names_parses(name: str) -> None:
    triangle = FuzzySet(name, make_shape("triangular", [0, 1, 2]))
    bodies = [
        Concept((Atom(name),)),
        Concept((), (Edge(name, Concept((Atom(name),))),)),
        Concept((CrispValue(name, name), FuzzyValue(name, triangle))),
    ]
    for body in bodies:
        model = TrainedModel("foil", name, RuleSet((Inclusion(body, 0.5),)), 0.5)
        text = sparql_text(model)
        assert answers(Store(), text) == {}
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


def test_what_may_not_stand_in_an_iri_is_percent_encoded() -> None:
    store = Store()
    odd, legal = (NamedNode(f"http://e/{name}") for name in ("a%20b", "x"))
    named = NamedNode("http://www.w3.org/2002/07/owl#NamedIndividual")
    type_ = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    store.add(Quad(legal, type_, odd))
    store.add(Quad(legal, type_, named))
    body = Concept((Atom("http://e/a b"),))
    model = TrainedModel("foil", "http://e/T", RuleSet((Inclusion(body, 0.5),)), 0.5)
    assert answers(store, sparql_text(model)) == {"http://e/x": 0.5}
