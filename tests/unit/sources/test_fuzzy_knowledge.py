"""Fuzzy ontologies as sources: graded examples, held-out facts, what cannot be said."""

from pathlib import Path

import numpy as np
import pytest
from tests.fuzzy_hotels import DEGREES, FACTS, HOTELS, PRICES, functional, held

from owlboost.data.example_labels import TargetRange
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.training import train
from owlboost.ontology.writers.ntriples import write_inferences
from owlboost.sources.fuzzy_knowledge import combining_axioms
from owlboost.sources.ontology_source import LoadedOntology, read_ontology
from owlboost.sources.ontology_summary import summarise


@pytest.fixture
def hotels(tmp_path: Path) -> LoadedOntology:
    path = tmp_path / "hotels.ofn"
    path.write_text(functional(FACTS, PRICES))
    return read_ontology(path)


def degrees(kb: KnowledgeBase) -> dict[tuple[str, str], float]:
    """All degrees of named individuals in classes, by short names."""
    return {
        (kb.individuals[x].removeprefix(HOTELS), name.removeprefix(HOTELS)): float(degree)
        for number, name in enumerate(kb.vocabulary.classes)
        for x, degree in zip(kb.members[number], kb.members.degrees_of(number), strict=True)
    }


def test_a_fact_follows_as_far_as_the_weakest_that_it_needs(hotels: LoadedOntology) -> None:
    found = degrees(hotels.source().knowledge_base())
    assert {key: found[key] for key in DEGREES} == DEGREES


def test_a_target_with_degrees_grades_its_examples(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Pleasant", scope="Hotel")
    assert [X.names[number].removeprefix(HOTELS) for number in X.individuals] == [
        "h1", "h2", "h3", "h4"
    ]  # fmt: skip
    assert y.tolist() == [0.7, 0.6, 0.6, 0.5]
    assert X.target_range == TargetRange(0, 1)
    everyone, labels = hotels.examples("Calm")
    assert len(everyone) == 6
    assert labels.tolist() == [0.4, 0.2, 0, 0, 0, 0]


def test_a_target_without_degrees_is_crisp(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Hotel")
    assert y.dtype == np.bool_
    assert X.target_range is None


def test_degrees_of_the_target_are_hidden(hotels: LoadedOntology) -> None:
    X, _ = hotels.examples("Quiet", scope="Hotel")
    kb = X.source.knowledge_base()
    assert {HOTELS + "Quiet", HOTELS + "Calm"}.isdisjoint(kb.vocabulary.classes)
    found = degrees(kb)
    assert found["h2", "Pleasant"] == 0.6  # by its park
    assert ("h1", "Pleasant") not in found  # that was by being quiet


def test_what_is_held_out_is_not_known(hotels: LoadedOntology) -> None:
    X, _ = hotels.examples("Favourite", scope="Hotel")
    park = hotels.names.id(HOTELS + "p1")
    found = degrees(X.source.knowledge_base(np.array([park], dtype=np.int32)))
    assert found["h2", "Pleasant"] == 0.3  # by p2, which is near to 0.3
    assert ("h3", "Pleasant") not in found
    assert found["h1", "Pleasant"] == 0.7


def test_graded_examples_are_not_unknown(hotels: LoadedOntology) -> None:
    with pytest.raises(ParameterError, match="unknown does not go with graded examples"):
        hotels.examples("Pleasant", unknown="ignore")


def test_what_rules_mean_for_a_fuzzy_ontology_is_not_judged(hotels: LoadedOntology) -> None:
    X, y = hotels.examples("Pleasant", scope="Hotel")
    model = train(X.problem(y), FoilDL(n_sets=3))
    assert model.source["graded_facts"] is True
    assert model.properties is not None
    assert model.properties.consistent.holds is None
    assert "hold to a degree" in " ".join(model.properties.notes())


def test_axioms_with_several_graded_premises_are_told(hotels: LoadedOntology) -> None:
    found = [str(axiom) for axiom in combining_axioms(hotels.ontology)]
    assert len(found) == 2
    assert "Favourite" in found[0] + found[1]
    (told,) = [one for one in hotels.remarks if one.code == "graded-premises"]
    assert told.count == 2


def test_one_graded_premise_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "one.ofn"
    path.write_text(
        functional(
            "SubClassOf(ObjectIntersectionOf(:Quiet :Hotel) :Pleasant)"
            "SubClassOf(ObjectSomeValuesFrom(:near :Park) :Green)"
            "ClassAssertion(:Hotel :h1) ClassAssertion(:Park :p1)"
            f"ClassAssertion({held(0.3)} :Quiet :h1)"
            f"ObjectPropertyAssertion({held(0.3)} :near :h1 :p1)"
        )
    )
    assert combining_axioms(read_ontology(path).ontology) == ()


def test_an_inspection_counts_what_holds_to_a_degree(hotels: LoadedOntology) -> None:
    assert summarise(hotels).graded_assertions == 8


def test_inferences_are_written_with_their_degrees(hotels: LoadedOntology, tmp_path: Path) -> None:
    kb = hotels.source().knowledge_base()
    write_inferences(kb, tmp_path / "inferred.nt")
    again = read_ontology(tmp_path / "inferred.nt").source().knowledge_base()
    assert degrees(again) == degrees(kb)
    near = again.vocabulary.roles.id(HOTELS + "near")
    rows, others = again.roles[near], kb.roles[kb.vocabulary.roles.id(HOTELS + "near")]
    assert rows.degrees is not None
    assert others.degrees is not None
    assert rows.degrees.tolist() == others.degrees.tolist()


def test_values_that_follow_to_a_degree_are_not_used(tmp_path: Path) -> None:
    path = tmp_path / "values.ofn"
    path.write_text(
        functional(
            "Declaration(DataProperty(:price))"
            'SubClassOf(:Luxury DataHasValue(:price "300"^^xsd:double))'
            f"ClassAssertion({held(0.4)} :Luxury :h1)"
            "ClassAssertion(:Luxury :h2)"
        )
    )
    loaded = read_ontology(path)
    kb = loaded.source().knowledge_base()
    assert kb.numbers[0].indptr.tolist() == [0, 0, 1]
    (told,) = [one for one in loaded.remarks if one.code == "graded-value"]
    assert told.message == "values that follow only to a degree are not used"
