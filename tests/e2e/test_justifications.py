"""``owlboost inspect --why`` and ``--clash``."""

import json
from pathlib import Path

import pytest
from tests.e2e.commands import Commands

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
