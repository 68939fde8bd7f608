from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Store
from tests.hotels import MODELS, hotels
from tests.rdf_store import answers, store_of

from owlboost.evaluation.samples import write_iris_table
from owlboost.exchange.conversion import write_ontology
from owlboost.exchange.sparql import sparql_text
from owlboost.learners.boosting.learner import FuzzyOWLBoost
from owlboost.learners.training import train
from owlboost.model.extents import Extents
from owlboost.tables.reading import read_table


@pytest.mark.parametrize("name", MODELS)
def test_the_query_finds_the_covered_hotels(name: str) -> None:
    kb = hotels()
    degrees = Extents(kb).hypothesis(MODELS[name].hypothesis)
    found = answers(store_of(kb), sparql_text(MODELS[name]))
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
