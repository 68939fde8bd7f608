"""``--logic`` from learning to predicting, explaining and exporting."""

import csv
import io
import json

import pytest
from tests.e2e.commands import Commands

from owlboost.evaluation.samples import write_iris_table

LEARN = ("learn", "iris.csv", "--target", "species=versicolor", "--seed", "0")


@pytest.fixture
def learn(owlboost: Commands) -> Commands:
    """Commands in a folder with iris.csv."""
    write_iris_table(owlboost.folder / "iris.csv")
    return owlboost


@pytest.mark.parametrize("logic", ["product", "lukasiewicz"])
@pytest.mark.parametrize("algorithm", ["gradient", "foil", "boost", "pn", "pfoil"])
def test_degrees_are_those_of_the_logic(learn: Commands, algorithm: str, logic: str) -> None:
    options = ("--algorithm", algorithm, "--logic", logic, "--max-conjuncts", "2", "-o", "m.json")
    assert learn(*LEARN, *options).code == 0
    data = json.loads((learn.folder / "m.json").read_text())
    assert data["logic"] == logic
    assert learn("export", "m.json", "--format", "python", "-o", "rules.py").code == 0
    module: dict[str, object] = {}
    exec((learn.folder / "rules.py").read_text(), module)
    done = learn("predict", "m.json", "iris.csv", "--format", "csv")
    predicted = list(csv.DictReader(io.StringIO(done.out)))
    flowers = list(csv.DictReader((learn.folder / "iris.csv").read_text().splitlines()))
    assert len(predicted) == len(flowers)
    degree = module["degree"]
    for row, flower in zip(predicted, flowers, strict=True):
        assert float(row["degree"]) == pytest.approx(degree(flower), abs=1e-6)  # type: ignore[operator]


@pytest.mark.parametrize("logic", ["product", "lukasiewicz"])
def test_an_explanation_adds_up_and_its_change_turns_the_decision(
    learn: Commands, logic: str
) -> None:
    assert learn(*LEARN, "--logic", logic, "--max-conjuncts", "2", "-o", "m.json").code == 0
    done = learn("explain", "m.json", "iris.csv", "--individual", "row60", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    contributions = [rule["contribution"] for rule in found["rules"]]
    assert sum(contributions) == pytest.approx(found["evidence"])
    #   products of degrees are not piecewise linear: no change is sought rather than a wrong one
    assert (found.get("counterfactual") is None) == (logic == "product")


def test_an_unknown_logic_is_told_in_a_sentence(learn: Commands) -> None:
    done = learn(*LEARN, "--logic", "goedel", "-o", "m.json")
    assert done.code != 0
    assert "goedel" in done.err
    assert "Traceback" not in done.err
    assert not (learn.folder / "m.json").exists()


def test_formats_that_cannot_say_it_are_refused(learn: Commands) -> None:
    assert learn(*LEARN, "--logic", "product", "-o", "m.json").code == 0
    for name in ("fuzzydl", "fuzzyowl2", "owl", "swrl"):
        done = learn("export", "m.json", "--format", name, "-o", "rules.out")
        assert done.code == 1
        assert "cannot express product logic" in done.err
        assert not (learn.folder / "rules.out").exists()
