"""The page on unknown examples, followed to the letter; the option on the command line."""

import json
import os
import re
import shlex
import shutil
from importlib.util import find_spec

import pytest
from tests.e2e.commands import ROOT, Commands
from tests.e2e.test_bad_input import refused

PAGE = ROOT / "docs" / "how-to" / "unknown.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS: list[tuple[str, str]] = FENCE.findall(PAGE.read_text("utf-8"))
LEARN = ("learn", "seaside.omn", "--target", "Good_Hotel", "--algorithm", "foil")
COUNTED = "note: examples: 3 positive, 3 negative, 4 unknown; unknown ones"
MUST_BE = "--unknown must be ignore, negative, or a number above 0 and at most 1, not"


@pytest.fixture
def seaside(owlboost: Commands) -> Commands:
    """Commands in a folder with the ontology of the page."""
    (text,) = [block for language, block in BLOCKS if language == "text file=seaside.omn"]
    owlboost.write("seaside.omn", text)
    return owlboost


def test_the_page_is_followed(seaside: Commands) -> None:
    names: dict[str, object] = {}
    seaside.monkeypatch.chdir(seaside.folder)
    ran = 0
    for language, block in BLOCKS:
        if language == "python":
            exec(compile(block, PAGE.name, "exec"), names)
            printed = seaside.capsys.readouterr().out
        elif language == "sh":
            for line in block.splitlines():
                seaside.done(*shlex.split(line)[1:])
                ran += 1
        elif not language:
            assert printed == block
    assert ran == 7


@pytest.mark.parametrize(
    ("unknown", "done", "rules"),
    [
        ("ignore", "are ignored", ["By_The_Sea SubClassOf Good_Hotel [1.000]"]),
        ("negative", "count as negatives", None),
        ("0.1", "count as negatives of weight 0.1", None),
    ],
)
def test_a_sentence_tells_what_is_done(
    seaside: Commands, unknown: str, done: str, rules: list[str] | None
) -> None:
    run = seaside(*LEARN, "--unknown", unknown)
    assert run.code == 0
    assert f"{COUNTED} {done}\n" in run.err
    if rules is not None:
        found = [line for line in run.out.splitlines() if "SubClassOf" in line]
        assert found == rules


def test_negative_is_what_is_done_without_the_option(seaside: Commands) -> None:
    plain, told = seaside(*LEARN), seaside(*LEARN, "--unknown", "negative")
    assert plain.out == told.out
    assert "unknown" not in plain.err


def test_a_share_lies_between_ignoring_and_counting(seaside: Commands) -> None:
    # The rule of hotels by the sea: 3 good ones, and 3 unknown ones of weight 0.1 against it.
    model = json.loads(seaside.done(*LEARN, "--unknown", "0.1", "--json"))
    found = {rule["manchester"]: rule["confidence"] for rule in model["learners"][0]["axioms"]}
    assert found["By_The_Sea"] == pytest.approx(3 / 3.3)
    assert model["source"]["unknown"] == "0.1"


def test_a_score_leaves_out_whom_the_model_ignored(seaside: Commands) -> None:
    seaside.done(*LEARN, "--unknown", "ignore", "-o", "good.json")
    assert (
        seaside.done("score", "good.json", "seaside.omn")
        .splitlines()[0]
        .startswith("Good_Hotel: 6 examples, 3 of them positive")
    )


def test_an_evaluation_tells_the_rates(seaside: Commands) -> None:
    arguments = ("evaluate", *LEARN[1:], "--grid", "none", "--train-is-test", "--unknown")
    lines = seaside.done(*arguments, "ignore").splitlines()
    assert "6 examples, 3 of them positive, 4 others unknown" in lines[0]
    # All six that are known are told right, and something is said of the four others.
    assert (
        "Answers beside what the ontology says: match 0.600, commission 0.000, omission 0.000, "
        "induction 0.400."
    ) in lines
    run = json.loads(seaside.done(*arguments, "0.5", "--json"))
    assert run["unknown"] == {"individuals": 4, "share": 0.5}
    assert run["configurations"][0]["mean"]["induction"] == 0.4


def test_without_the_option_there_are_no_rates(seaside: Commands) -> None:
    arguments = ("evaluate", *LEARN[1:], "--grid", "none", "--train-is-test")
    assert "Answers beside" not in seaside.done(*arguments)
    run = json.loads(seaside.done(*arguments, "--json"))
    assert "unknown" not in run
    assert "match" not in run["configurations"][0]["mean"]


@pytest.mark.parametrize(
    ("unknown", "said"),
    [
        (["some"], f"{MUST_BE} some."),
        (["0"], f"{MUST_BE} 0."),
        (["1.01"], f"{MUST_BE} 1.01."),
        (["-0.5"], f"{MUST_BE} -0.5."),
        (["nan"], f"{MUST_BE} nan."),
        (
            ["0.5", "--background", "all"],
            "--unknown and background both say what others count for; give one of them.",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    seaside: Commands, unknown: list[str], said: str
) -> None:
    for command in ("learn", "evaluate"):
        run = seaside(command, *LEARN[1:], "-o", "out.json", "--unknown", *unknown)
        assert (run.code, run.out, run.err) == (1, "", f"owlboost: {said}\n")
        assert not (seaside.folder / "out.json").exists()


def test_rows_are_never_unknown(owlboost: Commands) -> None:
    owlboost.write("t.csv", "size,kind\n1,a\n2,b\n")
    said = refused(owlboost, "learn", "t.csv", "--target", "kind=a", "--unknown", "ignore")
    assert said == (
        "--unknown is for ontologies; rows of a table without a value in the target's column are "
        "not used."
    )


DEFINE = (*LEARN, "--definition", "-o", "definition.json")


def test_a_definition_answers_as_the_page_says(seaside: Commands) -> None:
    run = seaside(*DEFINE)
    assert run.code == 0
    assert [line for line in run.out.splitlines() if "SubClassOf" in line] == [
        "By_The_Sea SubClassOf Good_Hotel [1.000]",
        "Loud and Old SubClassOf 'not Good_Hotel' [1.000]",
        "Loud SubClassOf 'not Good_Hotel' [0.750]",
    ]
    (answers,) = [block for language, block in BLOCKS if language == "text answers"]
    assert seaside.done("predict", "definition.json", "seaside.omn", "--format", "csv") == answers
    told = json.loads(seaside.done("predict", "definition.json", "seaside.omn", "--format", "json"))
    rows = [",".join(str(cell) for cell in one.values()) for one in told]
    assert rows == answers.splitlines()[1:]
    lines = seaside.done(
        "predict", "definition.json", "seaside.omn", "--individual", "Carlton"
    ).splitlines()
    assert [line.split() for line in lines] == [
        ["individual", "answer", "degree", "degree_against"],
        ["http://example.org/hotels#Carlton", "unknown", "1.0000", "0.7500"],
    ]


def test_an_evaluation_of_a_definition_tells_its_rates(seaside: Commands) -> None:
    arguments = ("evaluate", *LEARN[1:], "--grid", "none", "--train-is-test", "--definition")
    # Of ten, Carlton is an omission, and Grand and Imperial are inductions.
    assert (
        "Answers beside what the ontology says: match 0.700, commission 0.000, omission 0.100, "
        "induction 0.200."
    ) in seaside.done(*arguments)
    run = json.loads(seaside.done(*arguments, "--json"))
    assert run["protocol"]["definition"] is True


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "definition.json", "seaside.omn", "--individual", "Grand"),
        ("score", "definition.json", "seaside.omn"),
    ],
)
def test_other_commands_say_that_they_take_no_definition(
    seaside: Commands, command: tuple[str, ...]
) -> None:
    seaside.done(*DEFINE)
    assert refused(seaside, *command) == (
        "This file holds a definition, a model of its target and one of the complement; only "
        "predict and export take it."
    )


def test_a_damaged_definition_is_refused(seaside: Commands) -> None:
    seaside.done(*DEFINE)
    data = json.loads((seaside.folder / "definition.json").read_text("utf-8"))
    seaside.write("later.json", json.dumps(data | {"version": 2}))
    assert refused(seaside, "predict", "later.json", "seaside.omn") == (
        "The definition has format version 2, but this owlboost reads version 1; learn it again or "
        "install a matching owlboost."
    )
    seaside.write("half.json", json.dumps(data | {"does_not": None}))
    assert "This is not an owlboost model" in refused(
        seaside, "predict", "half.json", "seaside.omn"
    )


def test_a_definition_of_rows(owlboost: Commands) -> None:
    owlboost.write("t.csv", "colour,kind\nred,a\nred,a\nblue,b\nblue,b\ngreen,a\ngreen,b\n")
    arguments = ("--target", "kind=a", "--algorithm", "foil", "--theta", "0.6", "--definition")
    owlboost.done("learn", "t.csv", *arguments, "-o", "d.json")
    owlboost.write("new.csv", "colour\nred\nblue\ngreen\n")
    printed = owlboost.done("predict", "d.json", "new.csv", "--format", "csv")
    answers = [line.split(",")[1] for line in printed.splitlines()[1:]]
    assert answers == ["yes", "no", "unknown"]


def test_a_definition_ignores_unknown_ones(seaside: Commands) -> None:
    assert refused(seaside, *LEARN, "--definition", "--unknown", "0.5") == (
        "--definition ignores unknown individuals; leave out --unknown 0.5."
    )
    seaside.write("grades.csv", "Astor, 0.9\nDune, 0.1\n")
    assert refused(seaside, *LEARN, "--definition", "--examples", "grades.csv") == (
        "--definition does not go with --examples, which grades them."
    )


@pytest.mark.skipif(
    not (os.environ.get("JAVA_HOME") or shutil.which("java")), reason="HermiT needs Java"
)
@pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2")
def test_hermit_finds_negatives_that_the_structural_reasoner_misses(owlboost: Commands) -> None:
    owlboost.write(
        "parks.omn",
        "Prefix: : <http://example.org/hotels#>\nObjectProperty: near\n"
        "Class: Park DisjointWith: Lonely\nClass: Lonely\nClass: Sea\n"
        "Class: Good SubClassOf: near some Park\n"
        "Individual: a Types: Good, Sea\nIndividual: b Types: near only Lonely\n"
        "Individual: c Types: Sea\n",
    )
    arguments = ("learn", "parks.omn", "--target", "Good", "--algorithm", "foil", "--unknown")
    assert refused(owlboost, *arguments, "ignore") == (
        "The ontology implies of nobody that it does not belong to the target, so there are no "
        "negative examples if unknown ones are ignored; list negatives, use --reasoner hermit to "
        "derive more, or give another --unknown."
    )
    run = owlboost(*arguments, "ignore", "--reasoner", "hermit")
    assert run.code == 0
    assert (
        "note: examples: 1 positive, 1 negative, 1 unknown; unknown ones are ignored\n" in run.err
    )


def test_a_learned_definition_is_exported_where_its_rules_do_not_clash(seaside: Commands) -> None:
    seaside.done(*DEFINE)
    export = ("export", "definition.json", "seaside.omn", "--format", "owl", "-o", "d.ofn")
    said = refused(seaside, *export)
    #   Carlton and Harbour: degree 1 for, 0.75 against
    assert said.startswith(
        "The rules for and against cover 2 of the individuals together, such as Carlton, at a "
        "degree of 0.5, so that the axioms would be inconsistent: choose a higher cut"
    )
    seaside.done(*export, "--cut", "0.9")
    assert "ObjectComplementOf(:Good_Hotel)" in (seaside.folder / "d.ofn").read_text()
