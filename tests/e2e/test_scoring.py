"""``score`` and ``compare``: a saved or edited model on labelled data."""

import json

import pytest
from tests.e2e.commands import Commands
from tests.e2e.test_bad_input import refused
from tests.e2e.test_listings import ONTOLOGY

from owlboost.evaluation.samples import hotels as bundled

RULES = """
# Rules
(price some price_L) SubClassOf good [0.8]
(pool value true) SubClassOf good [0.5]

# Fuzzy datatypes
price_L  left-shoulder  60  100
"""


@pytest.fixture
def rated(hotels: Commands) -> Commands:
    """Commands in a folder with a table of hotels and two versions of rules for it."""
    hotels.write("rules.txt", RULES)
    hotels.write("edited.txt", RULES.replace("[0.5]", "[0.4]"))
    return hotels


def test_rules_are_scored_on_a_table(rated: Commands) -> None:
    run = rated("score", "rules.txt", "hotels.csv", "--target", "kind=good", "--json")
    assert run.code == 0
    found = json.loads(run.out)
    assert found["format"] == "owlboost/score"
    assert (found["examples"], found["positives"], found["threshold"]) == (12, 6, 0.5)
    #   cheap: 40, 55.5, 62, 71, 79 are good, 85 and 98.25 bad; a pool: 4 good ones, 150 is bad
    assert [(rule["right"], rule["wrong"]) for rule in found["rules"]] == [(5, 2), (4, 1)]
    #   at least 0.5: 40, 55.5, 62 (.76), 71 (.58), and by their pool 79, 150 and the one without a
    #   price; 85 (.3) and 98.25 (.035) stay below
    assert found["decisions"] == {"TP": 6, "FP": 1, "TN": 5, "FN": 0}
    assert found["measures"]["TP"] == 6.0
    assert found["measures"]["FP"] == 3.0
    assert found["measures"]["threshold_F1"] == pytest.approx(12 / 13)


def test_what_people_read_of_a_score(rated: Commands) -> None:
    printed = rated.done("score", "rules.txt", "hotels.csv", "--target", "kind=good").splitlines()
    assert printed[0] == "good: 12 examples, 6 of them positive"
    assert printed[-2:] == [
        "     5      2   +0.800  (price some price_L)",
        "     4      1   +0.500  (pool value true)",
    ]
    assert any(line.startswith("degree ≥ 0.500   F1 0.923") for line in printed)


def test_a_score_on_the_training_data_is_that_of_training(owlboost: Commands) -> None:
    with bundled() as path:
        owlboost.write("hotels.ofn", path.read_text("utf-8"))
    scope = ("--scope", "Accommodation")
    options = ("--algorithm", "foil", "--sets", "3")
    owlboost.done(
        "learn", "hotels.ofn", "--target", "Good_Hotel", *scope, *options, "-o", "model.json"
    )
    trained = json.loads((owlboost.folder / "model.json").read_text("utf-8"))
    found = json.loads(owlboost.done("score", "model.json", "hotels.ofn", *scope, "--json"))
    assert found["measures"] == trained["training"]
    axioms = trained["learners"][0]["axioms"]
    assert [(rule["right"], rule["wrong"]) for rule in found["rules"]] == [
        (axiom["covered_positives"], axiom["covered_negatives"]) for axiom in axioms
    ]


def test_lists_tell_who_is_positive(owlboost: Commands) -> None:
    owlboost.write("pisa.ttl", ONTOLOGY)
    owlboost.write("rule.txt", "Hotel SubClassOf Fine [0.9]")
    owlboost.write("good.txt", "Hotel_010\n")
    owlboost.write("bad.txt", "Pool\nHotel_011\n")
    lists = ("--positives", "good.txt", "--negatives", "bad.txt")
    found = json.loads(owlboost.done("score", "rule.txt", "pisa.ttl", *lists, "--json"))
    assert found["decisions"] == {"TP": 1, "FP": 1, "TN": 1, "FN": 0}
    assert "--target" in refused(owlboost, "score", "rule.txt", "pisa.ttl")


def test_a_table_needs_a_target(rated: Commands) -> None:
    assert "--target COLUMN=VALUE" in refused(rated, "score", "rules.txt", "hotels.csv")
    said = refused(rated, "score", "rules.txt", "hotels.csv", "--positives", "hotels.csv")
    assert said.startswith("--positives is for ontologies")


def test_two_versions_of_rules_are_compared(rated: Commands) -> None:
    command = ("compare", "rules.txt", "edited.txt", "hotels.csv", "--target", "kind=good")
    found = json.loads(rated.done(*command, "--json"))
    assert [(rule["fate"], rule["weights"]) for rule in found["rules"]] == [
        ("same", [0.8, 0.8]),
        ("weight", [0.5, 0.4]),
    ]
    #   by their pool: the one without a price, 79 (price .42) and 150
    changes = {one["individual"]: one for one in found["changes"]}
    assert set(changes) == {"row4", "row6", "row10"}
    assert changes["row4"]["degrees"] == [0.5, 0.4]
    near = pytest.approx(0.42)
    assert changes["row6"]["degrees"] == [0.5, near]
    assert [changes[row]["better"] for row in ("row4", "row6", "row10")] == [False, False, True]
    assert (found["better_decisions"], found["worse_decisions"]) == (1, 2)
    assert changes["row6"]["rules"] == [
        {"rule": "(pool value true)", "fate": "weight", "contributions": [0.5, 0.0]},
        {"rule": "(price some price_L)", "fate": "same", "contributions": [0.0, near]},
    ]


def test_what_people_read_of_a_comparison(rated: Commands) -> None:
    command = ("compare", "rules.txt", "edited.txt", "hotels.csv", "--show", "1")
    assert rated.done(*command).splitlines() == [
        "Rules: 1 the same, 1 changed, added or left out",
        "  weight           +0.500 → +0.400  (pool value true)",
        "",
        "3 of 12 individuals change, 3 of them in their decision.",
        "",
        "row4: degree 0.5000 → 0.4000, yes → no",
        "   -0.1000  (pool value true)  (weight)",
        "",
        "2 smaller changes are not shown.",
    ]


@pytest.mark.parametrize("limit", [["--limit=0"], ["--limit", "0"]], ids=["equals", "blank"])
def test_compare_still_takes_limit_for_show(rated: Commands, limit: list[str]) -> None:
    command = ("compare", "rules.txt", "edited.txt", "hotels.csv", *limit, "--limit", "columns=9")
    assert rated.done(*command).splitlines()[-1].startswith("3 of 12 individuals change")
    assert "no limit named 'rows'" in refused(rated, *command, "--limit", "rows=2")


def test_a_model_and_its_edited_export_of_an_ontology(owlboost: Commands) -> None:
    owlboost.write("pisa.ttl", ONTOLOGY)
    owlboost.write("a.txt", "Hotel SubClassOf Good_Hotel [0.9]")
    owlboost.write("b.txt", "(hasAmenity some Amenity) SubClassOf Good_Hotel [0.9]")
    printed = owlboost.done("compare", "a.txt", "b.txt", "pisa.ttl").splitlines()
    assert printed[1:3] == [
        "  only in A        +0.900  Hotel",
        "  only in B        +0.900  (hasAmenity some Amenity)",
    ]
    assert "1 of 3 individuals change, 1 of them in their decision." in printed
    assert "Hotel_011: degree 0.9000 → 0.0000, yes → no" in printed
