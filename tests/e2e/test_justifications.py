"""``owlboost inspect --why`` and ``--clash``."""

import json
import os
from pathlib import Path

import pytest
from tests.e2e.commands import Commands

from owlboost.concepts.concept import Atom, Concept, Edge
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.models.trained import TrainedModel

DATA = os.environ.get("OWLBOOST_DATA", "")
CATS = """Prefix: : <http://ex.org#>
Ontology: <http://ex.org>
Class: Cat SubClassOf: Pet
Class: Dog DisjointWith: Cat
Class: Pet
Individual: tom Types: Cat
Individual: rex Types: Dog
"""
HINT = "To see why: owlboost inspect SOURCE --clash\n"


@pytest.fixture
def commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    found = Commands(tmp_path, monkeypatch, capsys)
    found.write("cats.omn", CATS)
    found.write("both.omn", CATS.replace("Types: Cat", "Types: Cat, Dog"))
    found.write("cats.csv", "name,age\ntom,3\n")
    return found


def test_a_membership_is_told_by_its_statements(commands: Commands) -> None:
    out = commands.done("inspect", "cats.omn", "--why", "tom", "Pet")
    assert out == "tom belongs to Pet, because\n  tom Type Cat\n  Cat SubClassOf Pet\n"


def test_what_does_not_follow_is_one_sentence(commands: Commands) -> None:
    out = commands.done("inspect", "cats.omn", "--why", "rex", "Pet")
    assert out == "That rex belongs to Pet does not follow by the built-in reasoner.\n"


def test_a_membership_as_json(commands: Commands) -> None:
    told = json.loads(commands.done("inspect", "cats.omn", "--why", "tom", "Pet", "--json"))
    assert told == {
        "individual": "http://ex.org#tom",
        "class": "http://ex.org#Pet",
        "follows": True,
        "justifications": [{"statements": ["tom Type Cat", "Cat SubClassOf Pet"]}],
    }


def test_a_contradiction_is_told_by_its_statements(commands: Commands) -> None:
    out = commands.done("inspect", "both.omn", "--clash")
    head, *lines = out.splitlines()
    assert head == "The ontology is inconsistent, because"
    assert lines == ["  tom Type Cat", "  tom Type Dog", "  Dog DisjointWith Cat"]
    found = commands.done("inspect", "cats.omn", "--clash")
    assert found == "The built-in reasoner finds no contradiction.\n"


FAMILY = """Prefix: : <http://ex.org#>
Ontology: <http://ex.org>
ObjectProperty: owns
ObjectProperty: keeps SubPropertyOf: owns
Class: Cat SubClassOf: Pet
Class: Pet
Class: Owner EquivalentTo: owns some Pet
Class: Kind SubClassOf: Owner
Individual: tom Types: Cat
Individual: ann Types: Kind Facts: keeps tom
Individual: bob Types: Pet
"""


def model_of(commands: Commands, *rules: Inclusion) -> None:
    TrainedModel("foil", "http://ex.org#Kind", RuleSet(rules), 0.5).save(
        commands.folder / "model.json"
    )


def named(iri: str, *edges: Edge) -> Concept:
    return Concept((Atom(f"http://ex.org#{iri}"),), edges)


def test_what_a_rule_asks_for_is_told_by_its_statements(commands: Commands) -> None:
    commands.write("family.omn", FAMILY)
    owns = Concept((), (Edge("http://ex.org#owns", named("Pet")),))
    model_of(commands, Inclusion(owns, 0.9), Inclusion(named("Cat"), 0.8))
    asked = ("explain", "model.json", "family.omn", "--individual", "ann", "--why")
    out = commands.done(*asked)
    assert out.endswith(
        "\nann owns tom, because\n  ann keeps tom\n  keeps SubPropertyOf owns\n"
        "tom Type Pet, because\n  tom Type Cat\n  Cat SubClassOf Pet\n"
    )
    assert json.loads(commands.done(*asked, "--json"))["inferred"] == [
        {"fact": "ann owns tom", "statements": ["ann keeps tom", "keeps SubPropertyOf owns"]},
        {"fact": "tom Type Pet", "statements": ["tom Type Cat", "Cat SubClassOf Pet"]},
    ]


def test_the_target_is_no_reason_for_what_a_rule_asks_for(commands: Commands) -> None:
    commands.write("family.omn", FAMILY)
    model_of(commands, Inclusion(named("Owner"), 0.9))
    out = commands.done("explain", "model.json", "family.omn", "--individual", "ann", "--why")
    assert out.endswith(
        "\nann Type Owner, because\n  tom Type Cat\n  ann keeps tom\n"
        "  Cat SubClassOf Pet\n  keeps SubPropertyOf owns\n  Owner EquivalentTo owns some Pet\n"
    )


def test_what_is_stated_has_no_reason(commands: Commands) -> None:
    commands.write("family.omn", FAMILY)
    model_of(commands, Inclusion(named("Pet"), 0.9))
    out = commands.done("explain", "model.json", "family.omn", "--individual", "bob", "--why")
    assert out.endswith("\nAll classes and fillers that the rules which fire ask for are stated.\n")


def test_a_filler_without_a_name_is_told_of_its_owner(commands: Commands) -> None:
    commands.write(
        "family.omn", FAMILY.replace("Individual: bob Types: Pet", "Individual: bob Types: Owner")
    )
    owns = Concept((), (Edge("http://ex.org#owns", named("Pet")),))
    model_of(commands, Inclusion(owns, 0.9))
    out = commands.done("explain", "model.json", "family.omn", "--individual", "bob", "--why")
    assert out.endswith(
        "\nbob Type owns some Pet, because\n  bob Type Owner\n  Owner EquivalentTo owns some Pet\n"
    )


def test_a_table_has_nothing_to_infer(commands: Commands) -> None:
    model_of(commands, Inclusion(named("Pet"), 0.9))
    run = commands("explain", "model.json", "cats.csv", "--individual", "tom", "--why")
    assert (run.code, run.out) == (1, "")
    assert "--why is for ontologies" in run.err


@pytest.mark.parametrize("options", [(), ("--why", "tom", "Pet")])
def test_an_inconsistent_ontology_names_the_option(
    options: tuple[str, ...], commands: Commands
) -> None:
    run = commands("inspect", "both.omn", *options)
    assert (run.code, run.out) == (1, "")
    assert run.err.endswith(HINT)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cats.omn", "--why", "tom", "Pat"), "no class named 'Pat'. Did you mean Pet"),
        (("cats.omn", "--why", "tim", "Pet"), "no individual named 'tim'. Did you mean tom"),
        (("cats.csv", "--why", "tom", "Pet"), "--why is for ontologies"),
        (("cats.csv", "--clash"), "--clash is for ontologies"),
    ],
)
def test_a_question_that_cannot_be_asked_is_one_sentence(
    arguments: tuple[str, ...], words: str, commands: Commands
) -> None:
    run = commands("inspect", *arguments)
    assert (run.code, run.out) == (1, "")
    assert words in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "asked", "statements"),
    [
        (
            "carcinogenesis/carcinogenesis.owl.gz",
            ("d46_13", "Nitrogen"),
            ["d46_13 Type Nitrogen-34", "Nitrogen-34 SubClassOf Nitrogen"],
        ),
        (
            "familytree/roberts-family-full-D.owl.xml",
            ("daisy_harriet_heath_1889", "Woman"),
            [
                "florelle_nenuphar_heath_1880 hasSister daisy_harriet_heath_1889",
                "sisterOf InverseOf hasSister",
                "sisterOf Domain Woman",
            ],
        ),
    ],
)
@pytest.mark.skipif(not DATA, reason="OWLBOOST_DATA names no directory of data sets")
def test_reasons_in_large_ontologies_are_few(
    source: str, asked: tuple[str, str], statements: list[str], commands: Commands
) -> None:
    told = json.loads(commands.done("inspect", str(Path(DATA) / source), "--why", *asked, "--json"))
    assert told["justifications"] == [{"statements": statements}]
