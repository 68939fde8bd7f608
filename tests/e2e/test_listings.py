"""Rules pasted from a paper are applied to data, without a table of names."""

import csv
import io
import json
import re

import numpy as np
import pytest
from sklearn.datasets import load_wine
from tests.e2e.commands import Commands
from tests.e2e.test_bad_input import refused
from tests.listings import FAIR, HOTEL, WINE

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.exchange.formats import FORMATS
from owlboost.models.measures import measure
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Degrees

FEW = """
(alcohol some high) SubClassOf kind [0.9]
(hue some low) SubClassOf kind [0]
high  right-shoulder  12  13
low   left-shoulder   1   1.2
"""

STORED = ("few.json", "again.json")
ONTOLOGY = """
@prefix : <http://example.org/hotels#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Accommodation a owl:Class . :Good_Hotel a owl:Class . :Amenity a owl:Class .
:Hotel a owl:Class ; rdfs:subClassOf :Accommodation .
:hasPrice a owl:DatatypeProperty . :hasAmenity a owl:ObjectProperty .
:Hotel_010 a :Hotel, owl:NamedIndividual ; :hasPrice 79.0 ; :hasAmenity :Pool .
:Hotel_011 a :Hotel, owl:NamedIndividual ; :hasPrice 60.0 .
:Pool a :Amenity, owl:NamedIndividual .
"""
GOLDEN = {
    "precision": 0.9714,
    "recall": 0.9577,
    "f1": 0.9645,
    "fuzzy_precision": 0.9991,
    "fuzzy_recall": 0.8085,
    "fuzzy_f1": 0.8938,
    "mse": 0.0510,
}
NOTES = [
    "note: Line 12: a closing parenthesis too many is passed over.",
    "note: Line 2: 'MalidAcid' is taken for the column 'malic_acid'.",
    "note: Line 6: 'NonFlavonoidsPhenols' is taken for the column 'nonflavanoid_phenols'.",
    "note: Line 11: 'Flavonoids' is taken for the column 'flavanoids'.",
]


@pytest.fixture
def wine(owlboost: Commands) -> Commands:
    """Commands in a folder with the wines and the paper's rules for them."""
    data = load_wine(as_frame=True)
    data.data.assign(kind=data.target + 1).to_csv(owlboost.folder / "wine.csv", index=False)
    owlboost.write("wine.txt", WINE)
    return owlboost


@pytest.fixture
def pisa(owlboost: Commands) -> Commands:
    """Commands in a folder with an ontology of two hotels."""
    owlboost.write("pisa.ttl", ONTOLOGY)
    return owlboost


def degrees(printed: str) -> Degrees:
    return np.array([float(row["degree"]) for row in csv.DictReader(io.StringIO(printed))])


def assert_golden(found: Degrees) -> None:
    measures = measure(load_wine().target == 1, found)
    assert {name: getattr(measures, name) for name in GOLDEN} == pytest.approx(GOLDEN, abs=5e-5)
    assert found.sum() == pytest.approx(57.454, abs=5e-4)


def test_the_wine_listing_predicts_the_golden_numbers(wine: Commands) -> None:
    run = wine("predict", "wine.txt", "wine.csv", "--format", "csv")
    assert run.code == 0
    assert run.err.splitlines() == NOTES
    assert_golden(degrees(run.out))


def test_the_imported_wine_listing_predicts_the_golden_numbers(wine: Commands) -> None:
    wine.done("import", "wine.txt", "wine.csv", "-o", "wine.json")
    model = json.loads((wine.folder / "wine.json").read_text("utf-8"))
    assert model["target"] == "urn:owlboost:table#2"
    assert [learner["weight"] for learner in model["learners"]] == [1.199, 0.544, 0.272]
    assert [f"note: {remark}" for remark in model["remarks"]] == NOTES
    run = wine("predict", "wine.json", "wine.csv", "--format", "csv")
    assert run.err == ""
    assert_golden(degrees(run.out))


def test_columns_without_a_header_are_named_on_the_command_line(wine: Commands) -> None:
    table = (wine.folder / "wine.csv").read_text("utf-8").partition("\n")[2]
    wine.write("bare.csv", table)
    names = ",".join([*load_wine().feature_names, "kind"])
    run = wine("predict", "wine.txt", "bare.csv", "--columns", names, "--format", "csv")
    assert_golden(degrees(run.out))
    assert "bare.csv has no column named 'Alcohol'" in refused(
        wine, "predict", "wine.txt", "bare.csv", "--no-header"
    )


def test_a_listing_is_explained_and_exported(wine: Commands) -> None:
    told = wine.done("explain", "wine.txt", "wine.csv", "--individual", "row60")
    assert ", 1.199" in told
    assert "→ “ColorIntensity_VVL” " in told
    run = wine("export", "wine.txt", "wine.csv", "--format", "python", "-o", "wine.py")
    assert (run.code, [line for line in run.err.splitlines() if "no effect" in line]) == (0, [])
    made: dict[str, object] = {}
    exec((wine.folder / "wine.py").read_text("utf-8"), made)
    data = load_wine(as_frame=True).data
    degree = made["degree"]
    assert callable(degree)
    assert_golden(np.array([degree(row) for row in data.to_dict("records")]))


@pytest.mark.parametrize("layout", list(FORMATS))
def test_no_export_of_imported_rules_says_what_they_cover(wine: Commands, layout: str) -> None:
    wine.write("few.txt", FEW)
    wine.done("import", "few.txt", "wine.csv", "-o", "few.json")
    text = wine.done("export", "few.json", "--format", layout)
    assert not re.search(r"cover(s|ed) 0 positive|0 examples?\b|0 counterexamples?\b", text)
    if layout in ("fuzzydl", "manchester", "listing", "fuzzyowl2", "owl", "swrl"):
        assert "nothing was counted" in text.lower()
    if layout in ("fuzzydl", "manchester", "listing", "fuzzyowl2"):
        wine.write("again.txt", text)
        wine.done("import", "again.txt", "wine.csv", "-o", "again.json")
        first, again = (json.loads((wine.folder / name).read_text()) for name in STORED)
        assert first["learners"][0]["axioms"][0] == again["learners"][0]["axioms"][0]


def test_a_rule_that_was_counted_and_covers_nobody_still_says_0() -> None:
    rule = Inclusion(Concept((Atom("urn:x#A"),)), 0.5, confidence=0.0)
    model = TrainedModel("foil", "urn:x#T", RuleSet((rule,)), 0.5)
    for layout in ("fuzzydl", "manchester", "listing"):
        assert "covers 0 positive and 0 negative" in model.export(layout)


def test_what_learn_prints_is_a_listing(hotels: Commands) -> None:
    for algorithm in ("foil", "boost", "gradient"):
        asked = ("--target", "kind=good", "--layout", "paper", "--algorithm", algorithm)
        learn = ("learn", "hotels.csv", *asked)
        hotels.write("printed.txt", hotels.done(*learn, "-o", "model.json"))
        printed, saved = (
            json.loads(hotels.done("predict", file, "hotels.csv", "--format", "json"))
            for file in ("printed.txt", "model.json")
        )
        assert [each["degree"] for each in printed] == pytest.approx(
            [each["degree"] for each in saved], abs=0.01
        )
        assert [each["decision"] for each in printed] == [each["decision"] for each in saved]


def test_an_exported_listing_is_the_model(hotels: Commands) -> None:
    hotels.done("learn", "hotels.csv", "--target", "kind=good", "-o", "model.json")
    hotels.done("export", "model.json", "--format", "listing", "-o", "rules.txt")
    hotels.done("import", "rules.txt", "hotels.csv", "-o", "back.json")
    files = hotels.files()
    assert files["back.json"] == files["model.json"]


def test_the_hotel_of_the_paper_has_its_degree(pisa: Commands) -> None:
    pisa.write("good.txt", f"{HOTEL}\n{FAIR}")
    found = json.loads(pisa.done("predict", "good.txt", "pisa.ttl", "--format", "json"))
    told = {each["individual"].partition("#")[2]: each["degree"] for each in found}
    assert told == pytest.approx({"Hotel_010": 0.28, "Hotel_011": 0.56, "Pool": 0.0})
    model = json.loads(pisa.done("import", "good.txt", "pisa.ttl"))
    assert model["target"] == "http://example.org/hotels#Good_Hotel"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Hotel ⊓ ∃hasPrize.Fair ⊑ GoodHotel",
            "The ontology has no data property named 'hasPrize'. Did you mean hasPrice?",
        ),
        (
            "Hostel ⊑ GoodHotel",
            "The ontology has no class named 'Hostel'. Did you mean Hotel, Good_Hotel?",
        ),
        (
            "∃hasAmenities.Amenity ⊑ GoodHotel",
            "The ontology has no object property named 'hasAmenities'. Did you mean hasAmenity?",
        ),
        (
            "∃hasPrice.Fare ⊑ GoodHotel",
            "there is no fuzzy set 'Fare' in the listing. Did you mean Fair?",
        ),
        (
            "∃hasAmenity.Fair ⊑ GoodHotel",
            "The ontology has no data property named 'hasAmenity'. The choices are 'hasPrice'.",
        ),
    ],
)
def test_a_name_that_the_ontology_lacks_is_told(pisa: Commands, text: str, message: str) -> None:
    pisa.write("good.txt", f"{FAIR}{text}\n")
    message = f"Line 2 of the listing: {message}"
    assert refused(pisa, "predict", "good.txt", "pisa.ttl") == message
    assert refused(pisa, "import", "good.txt", "pisa.ttl", "-o", "model.json") == message


def test_a_listing_needs_the_data(wine: Commands) -> None:
    for command in (("import", "wine.txt"), ("export", "wine.txt", "--format", "sparql")):
        assert refused(wine, *command, "-o", "out") == (
            "wine.txt does not tell what its names stand for: give the data, too."
        )


def test_a_source_that_is_not_needed_is_told(hotels: Commands) -> None:
    hotels.done("learn", "hotels.csv", "--target", "kind=good", "-o", "model.json")
    run = hotels("import", "model.json", "hotels.csv", "-o", "same.json")
    assert "note: SOURCE has no effect here, because model.json tells" in run.err
    assert hotels.files()["same.json"] == hotels.files()["model.json"]
    run = hotels("import", "model.json", "--id", "kind", "-o", "same.json")
    assert run.err.startswith("note: --id has no effect without a SOURCE\n")


EDITED = """
# Rules
Accommodation and (hasPrice some Fair) SubClassOf Good_Hotel [0.5]

# Fuzzy datatypes
Fair  triangular  40  60  98

# Names
Good_Hotel     target  "http://example.org/hotels#Good_Hotel"
Accommodation  class   "http://example.org/hotels#Accommodation"
hasPrice       data    "http://example.org/hotels#hasPrice"
"""


@pytest.mark.parametrize("command", ["import", "predict"])
def test_an_edited_export_may_use_other_names_of_the_data(pisa: Commands, command: str) -> None:
    pisa.write("rules.txt", EDITED.replace("Accommodation and", "(hasAmenity some Amenity) and"))
    rules = "rules.txt"
    if command == "import":
        pisa.done("import", rules, "pisa.ttl", "-o", "rules.json")
        rules = "rules.json"
    printed = pisa.done("predict", rules, "pisa.ttl", "--format", "csv")
    #   Hotel_010 has an amenity and 0.5 · (98 - 79) / 38, Hotel_011 has no amenity
    assert degrees(printed) == pytest.approx([0.25, 0.0, 0.0])


def test_an_edited_export_without_data_names_the_way_out(pisa: Commands) -> None:
    pisa.write("rules.txt", EDITED.replace("Accommodation and", "Hotel and"))
    said = refused(pisa, "import", "rules.txt", "-o", "rules.json")
    assert said.startswith("Line 3 of the rules: The table of names has no class 'Hotel'.")
    assert said.endswith("give the data, too.")
