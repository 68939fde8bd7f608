"""From amenities that are only stated as restrictions, through a file, to degrees and rules."""

from pathlib import Path

import pytest

from owlboost.concepts.concept import Atom, Concept, Edge, FuzzyValue
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.text import manchester
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.sources.ontology_source import LoadedOntology, read_ontology

EX = "http://ex.org/hotels#"
HOTELS = f"""
Prefix(:=<{EX}>) Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<http://ex.org/hotels>
SubClassOf(:Baby_Sitting :Family_Amenity)
SubClassOf(:Family_Amenity :Amenity)
SubClassOf(:Pool :Amenity)
SubObjectPropertyOf(:hasAmenity :offers)
SubClassOf(:Hotel ObjectSomeValuesFrom(:hasPart :Room))
ClassAssertion(ObjectIntersectionOf(
    :Hotel
    ObjectSomeValuesFrom(:hasAmenity :Baby_Sitting)
    DataHasValue(:hasPrice "79"^^xsd:integer)) :Hotel_010)
ClassAssertion(ObjectIntersectionOf(
    :Hotel
    ObjectSomeValuesFrom(:hasAmenity ObjectIntersectionOf(:Pool ObjectSomeValuesFrom(:near :Bar)))
    DataSomeValuesFrom(:hasPrice DataOneOf("120"^^xsd:integer))) :Hotel_011)
ClassAssertion(:Hotel :Hotel_012)
DataPropertyAssertion(:hasPrice :Hotel_012 "60.0"^^xsd:double)
ClassAssertion(ObjectSomeValuesFrom(:hasAmenity :Baby_Sitting) :Hotel_013)
ClassAssertion(:Good_Hotel :Hotel_010)
ClassAssertion(:Good_Hotel :Hotel_013)
)"""


@pytest.fixture
def hotels(tmp_path: Path) -> LoadedOntology:
    file = tmp_path / "hotels.owl"
    file.write_text(HOTELS, encoding="utf-8")
    return read_ontology(file)


def has(role: str, *classes: str, within: Concept | None = None) -> Concept:
    labels = tuple(Atom(EX + name) for name in classes)
    filler = Concept(labels, within.edges if within else ())
    return Concept((), (Edge(EX + role, filler),))


def price(shape: LeftShoulder | Triangular) -> Concept:
    return Concept((FuzzyValue(EX + "hasPrice", FuzzySet("hasPrice_L", shape)),))


def degrees(kb: KnowledgeBase, concept: Concept) -> dict[str, float]:
    found = Extents(kb).degrees(concept)
    return {name.removeprefix(EX): float(found[i]) for i, name in enumerate(kb.individuals)}


@pytest.mark.parametrize(
    ("concept", "covered"),
    [
        (has("hasAmenity", "Baby_Sitting"), {"Hotel_010", "Hotel_013"}),
        (has("hasAmenity", "Family_Amenity"), {"Hotel_010", "Hotel_013"}),
        (has("hasAmenity", "Amenity"), {"Hotel_010", "Hotel_011", "Hotel_013"}),
        (has("hasAmenity"), {"Hotel_010", "Hotel_011", "Hotel_013"}),
        (has("offers", "Amenity"), {"Hotel_010", "Hotel_011", "Hotel_013"}),
        (has("hasAmenity", "Pool", within=has("near", "Bar")), {"Hotel_011"}),
        (has("hasAmenity", "Baby_Sitting", "Pool"), set()),
        (has("hasPart", "Room"), {"Hotel_010", "Hotel_011", "Hotel_012"}),
        (Concept((Atom(EX + "Hotel"),)), {"Hotel_010", "Hotel_011", "Hotel_012"}),
    ],
    ids=lambda value: manchester(value) if isinstance(value, Concept) else "",
)
def test_what_is_only_stated_to_exist_counts(
    concept: Concept, covered: set[str], hotels: LoadedOntology
) -> None:
    found = degrees(hotels.source().knowledge_base(), concept)
    assert {name for name, degree in found.items() if degree == 1.0} == covered
    assert set(found.values()) <= {0.0, 1.0}


def test_witnesses_are_elements_but_no_individuals(hotels: LoadedOntology) -> None:
    kb = hotels.source().knowledge_base()
    assert [name.removeprefix(EX) for name in kb.individuals] == [
        "Hotel_010",
        "Hotel_011",
        "Hotel_012",
        "Hotel_013",
    ]
    #  two for baby sitting, a pool and its bar, and one room for all hotels
    assert kb.n_elements - len(kb.individuals) == 5
    X, _ = hotels.examples("Good_Hotel")
    assert len(X) == 4


def test_a_price_stated_as_a_restriction_has_its_degree(hotels: LoadedOntology) -> None:
    kb = hotels.source().knowledge_base()
    #  ls(60, 98): (98 - 79) / 38 = 1/2;  120 is beyond, 60 is full, and Hotel_013 has no price
    assert degrees(kb, price(LeftShoulder(60, 98))) == {
        "Hotel_010": 0.5,
        "Hotel_011": 0.0,
        "Hotel_012": 1.0,
        "Hotel_013": 0.0,
    }
    #  tri(70, 90, 150): (79 - 70) / 20 and (150 - 120) / 60
    found = degrees(kb, price(Triangular(70, 90, 150)))
    assert found == pytest.approx(
        {"Hotel_010": 0.45, "Hotel_011": 0.5, "Hotel_012": 0.0, "Hotel_013": 0.0}
    )


def learned(found: LoadedOntology) -> TrainedModel:
    X, positive = found.examples("Good_Hotel")
    return train(X.problem(positive), FoilDL())


def test_a_rule_is_learned_from_witnesses(hotels: LoadedOntology) -> None:
    model = learned(hotels)
    bodies = [axiom.body for axiom in model.hypothesis.inclusions]
    assert bodies == [has("hasAmenity", "Baby_Sitting")]
    assert model.training["F1"] == 1.0


def test_a_held_out_hotel_takes_its_witnesses_along(hotels: LoadedOntology) -> None:
    X, positive = hotels.examples("Good_Hotel")
    fold = X[1:].problem(positive[1:]).kb
    found = degrees(fold, has("hasAmenity", "Amenity"))
    assert found == {"Hotel_010": 0.0, "Hotel_011": 1.0, "Hotel_012": 0.0, "Hotel_013": 1.0}
