"""The page on unknown examples, followed to the letter; the option on the command line."""

import json
import re
import shlex

import pytest
from tests.e2e.commands import ROOT, Commands
from tests.e2e.test_bad_input import refused

PAGE = ROOT / "docs" / "how-to" / "unknown.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS: list[tuple[str, str]] = FENCE.findall(PAGE.read_text("utf-8"))
LEARN = ("learn", "seaside.omn", "--target", "Good_Hotel", "--algorithm", "foil")
COUNTED = "note: 3 individuals are positive, 3 negative and 4 unknown; unknown ones"
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
    assert ran == 4


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
