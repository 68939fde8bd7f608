"""``--given`` and ``--forbid``: what commands take, refuse, write and repeat."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.e2e.commands import Commands

import owlboost as ob
from owlboost.tables.read_options import OutOfCore

TARGET = ("hotels.csv", "--target", "kind=good")
RULES = ("--given", "given.txt", "--forbid", "never.txt")

ALGORITHMS = ("gradient", "boost", "foil", "pn", "pfoil")


@pytest.fixture
def ruled(hotels: Commands) -> Commands:
    """Hotels, a rule that is given, and one that is forbidden."""
    hotels.write("given.txt", "# as we know\nsea view is yes and pool\n")
    hotels.write("never.txt", "price is low\n")
    return hotels


def rules_of(model: dict[str, Any]) -> list[str]:
    return [axiom["manchester"] for learner in model["learners"] for axiom in learner["axioms"]]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_learns_with_a_given_part(ruled: Commands, algorithm: str) -> None:
    command = ("learn", *TARGET, "--algorithm", algorithm, *RULES, "-o", "model.json")
    ruled.done(*command)
    model = json.loads((ruled.folder / "model.json").read_text("utf-8"))
    found = rules_of(model)
    assert "(pool value true) and ('sea view' value \"yes\")" in found
    assert not any("price_L" in rule for rule in found)
    assert model["parameters"]["given"][0]["argues"] is None
    assert model["parameters"]["forbidden"][0]["rule"] == "(price some price_L)"
    assert ruled.done("predict", "model.json", "hotels.csv")
    before = (ruled.folder / "model.json").read_bytes()
    ruled.done(*command)
    assert (ruled.folder / "model.json").read_bytes() == before


def test_with_everything_given_only_weights_are_fitted(ruled: Commands) -> None:
    ruled.done("learn", *TARGET, "-o", "first.json")
    first = json.loads((ruled.folder / "first.json").read_text("utf-8"))
    number = str(len(rules_of(first)) - 1)  # ⊤ is no rule
    given = ("--given", "first.json", "--rules", number)
    again = json.loads(ruled.done("learn", *TARGET, *given, "--json"))
    assert rules_of(again) == rules_of(first)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sea view is yes\nprize is low\n", "given.txt, line 2: The data has no column named"),
        ("price is cheap\n", "given.txt, line 1: 'price' has no fuzzy set called 'cheap'"),
        ("", "given.txt: there are no rules."),
        ("price is low and sea view is yes\n", "--given has"),
        ("\x00\n", "given.txt"),
    ],
)
def test_a_bad_rule_is_told_in_one_sentence(ruled: Commands, text: str, message: str) -> None:
    ruled.write("given.txt", text)
    before = ruled.files()
    for command in ("learn", "evaluate"):
        run = ruled(command, *TARGET, *RULES, "-o", "model.json")
        assert run.code == 1
        assert run.out == ""
        assert message in run.err
        said = [line for line in run.err.splitlines() if line.startswith("owlboost: ")]
        assert len(said) == 1
        assert ruled.files() == before


def test_more_rules_than_asked_for_are_refused(ruled: Commands) -> None:
    ruled.write("given.txt", "pool\nsea view is yes\n")
    run = ruled("learn", *TARGET, *RULES, "--rules", "1")
    assert run.code == 1
    assert "--rules must be at least 2, the number of given rules, not 1." in run.err


def test_a_file_of_rules_is_not_overwritten(ruled: Commands) -> None:
    run = ruled("learn", *TARGET, *RULES, "-o", "given.txt")
    assert run.code == 1
    assert (ruled.folder / "given.txt").read_text("utf-8").startswith("# as we know")


def test_several_files_may_be_given(ruled: Commands) -> None:
    ruled.write("more.txt", "stars is high\n")
    found = json.loads(ruled.done("learn", *TARGET, *RULES, "--given", "more.txt", "--json"))
    assert len(found["parameters"]["given"]) == 2


@pytest.mark.parametrize("algorithm", ["gradient", "foil"])
def test_every_fold_learns_with_a_given_part(ruled: Commands, algorithm: str) -> None:
    options = ("--algorithm", algorithm, "--folds", "3", "--grid", "none", "--json")
    run = json.loads(ruled.done("evaluate", *TARGET, *RULES, *options))
    rules = {rule["manchester"]: rule["weights"] for rule in run["rules"]}
    assert len(rules["(pool value true) and ('sea view' value \"yes\")"]) == 3
    assert not any("price_L" in rule for rule in rules)


def test_the_complement_is_learned_without_the_rules_given_for_the_target(
    ruled: Commands,
) -> None:
    found = ruled.done("learn", *TARGET, *RULES, "--definition", "--algorithm", "foil")
    assert found.count("(pool value true) and ('sea view' value") == 1


RARE = """Prefix(:=<urn:rare#>)
Ontology(
Declaration(Class(:Good)) Declaration(Class(:Rare)) Declaration(Class(:Nice))
{assertions}
ClassAssertion(:Rare :a0)
)
"""


def test_a_class_that_only_the_test_has_is_given(owlboost: Commands) -> None:
    assertions = "\n".join(
        f"ClassAssertion({kind} :a{number})"
        for number in range(12)
        for kind in ((":Good", ":Nice") if number < 6 else ("owl:Thing",))
    )
    owlboost.write("rare.ofn", RARE.format(assertions=assertions))
    owlboost.write("given.txt", "Rare\n")
    for algorithm in ALGORITHMS:
        options = ("--target", "Good", "--given", "given.txt", "--folds", "3", "--grid", "none")
        assert owlboost.done("evaluate", "rare.ofn", *options, "--algorithm", algorithm)


def test_out_of_core_learns_the_same(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(3, 700)).round(3)
    lines = [f"{a},{b},{c},{'yes' if a + b > 0 else 'no'}" for a, b, c in x.T]
    path = tmp_path / "points.csv"
    path.write_text("\n".join(["a,b,c,good", *lines]), "utf-8")

    def learned(out_of_core: OutOfCore) -> Any:
        problem = ob.read_table(path, out_of_core=out_of_core).problem("good=yes")
        learner = ob.GradientConcepts(
            n_rules=4, given=["c is high and a is low"], forbidden=["b is high"]
        )
        model = ob.train(problem, learner)
        return model.hypothesis, model.parameters

    assert learned("on") == learned("off")
