"""What a user can get wrong: exit 1, one sentence on stderr, no traceback, no file left behind."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import Commands, Run, in_another_process
from tests.e2e.conftest import HOTELS
from typer.testing import CliRunner

from owlboost.cli.entry import app

BOOST = ("--algorithm", "boost")
LEARN = ("learn", "hotels.csv", "--target", "kind=good", "-o", "model.json", "--trace", "t.jsonl")
PREDICT = ("predict", "model.json", "hotels.csv")


def refused(owlboost: Commands, *arguments: str) -> str:
    """Run a command that must fail, and return the sentence it says."""
    before = owlboost.files()
    run = owlboost(*arguments)
    assert_refused(run)
    assert owlboost.files() == before
    return run.err.removeprefix("owlboost: ").rstrip("\n")


def assert_refused(run: Run) -> None:
    assert run.code == 1, run
    assert run.out == ""
    assert "Traceback" not in run.err
    (line,) = run.err.splitlines()
    assert line.startswith("owlboost: ")
    assert line[-1] in ".?"


def test_of_an_unknown_command_the_nearest_is_named(owlboost: Commands) -> None:
    run = owlboost("lern", "hotels.csv")
    assert run.code == 2
    assert "No such command 'lern'. Did you mean 'learn'?" in run.err


def test_an_error_is_one_sentence_as_installed(hotels: Commands) -> None:
    run = in_another_process(
        "-m", "owlboost", "learn", "hotel.csv", "--target", "kind=good", folder=hotels.folder
    )
    assert_refused(run)
    assert run.err == "owlboost: There is no file hotel.csv.\n"


# Tables


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.csv is empty."),
        (" \n\n", "t.csv is empty."),
        ("x,k\n", "t.csv has a header but no rows."),
        ("x,x,k\n1,2,a\n", "two columns named 'x'"),
        ("x,k\n1,a\n2\n", "t.csv has 2 columns, but row 2 has 1 cell"),
        ('x,k\n"1,a\n', "a quotation mark that is never closed"),
        ("x,k\n1,a\ninf,b\n", "'x' of t.csv has an infinite number in row 2"),
        ("x,k\n1,a\n1e999,b\n", "'x' of t.csv has an infinite number in row 2"),
        ("x\0,k\n1,a\n", "zero bytes"),
        ("x,k\n1,a\n2,a\n", "All rows have 'a' in column 'k'"),
    ],
)
def test_a_table_that_cannot_be_learned_from(owlboost: Commands, text: str, message: str) -> None:
    owlboost.write("t.csv", text)
    assert message in refused(owlboost, "learn", "t.csv", "--target", "k=a", "-o", "model.json")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", b"x,k\n\x81\x8d,a\n", "t.csv is no text in UTF-8, UTF-16 or Windows-1252: save"),
        ("t.xlsx", b"x,k\n1,a\n", "t.xlsx cannot be read as a workbook"),
        ("t.parquet", b"x,k\n1,a\n", "t.parquet is not a Parquet file"),
        ("t.parquet", b"PAR1", "t.parquet cannot be read as a table"),
        ("t.csv.gz", b"\x1f\x8b\x08\x00", "t.csv.gz cannot be read as a table"),
        ("t.doc", b"x,k\n1,a\n", "'t.doc' is in none of the syntaxes RDF/XML"),
    ],
)
def test_a_file_that_is_no_table(
    owlboost: Commands, name: str, content: bytes, message: str
) -> None:
    (owlboost.folder / name).write_bytes(content)
    assert message in refused(owlboost, "learn", name, "--target", "k=a", "-o", "model.json")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("knid=good", "hotels.csv has no column named 'knid'. Did you mean kind?"),
        ("kind=god", "Column 'kind' of hotels.csv has no value 'god'. Did you mean good?"),
        ("kind=no", "has no value 'no'. The choices are 'bad', 'good'."),
        ("kind", "is only a column; say which value to learn: one of kind=bad, kind=good."),
        ("good", "The target 'good' is not of the form COLUMN=VALUE. Write kind=good."),
        ("pool=maybe", "Column 'pool' of hotels.csv has no value 'maybe'."),
    ],
)
def test_a_target_that_is_not_there(hotels: Commands, target: str, message: str) -> None:
    assert message in refused(hotels, "learn", "hotels.csv", "--target", target)


def test_a_truth_value_that_never_occurs_is_no_target(owlboost: Commands) -> None:
    owlboost.write("t.csv", "x,k\n1,false\n2,false\n")
    said = refused(owlboost, "learn", "t.csv", "--target", "k=true")
    assert said == "Column 'k' of t.csv is never true."


def test_a_target_column_without_a_value_is_told(owlboost: Commands) -> None:
    owlboost.write("t.csv", "x,k\n1,?\n2,\n")
    run = owlboost("learn", "t.csv", "--target", "k=a")
    assert (run.code, run.out) == (1, "")
    assert run.err.splitlines()[-1] == "owlboost: Column 'k' is left out: it is empty."


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([*BOOST, "--theta", "1.5"], "--theta (θ) must lie between 0 and 1, not 1.5."),
        ([*BOOST, "--theta", "-0.1"], "--theta (θ) must lie between 0 and 1, not -0.1."),
        ([*BOOST, "--theta", "nan"], "--theta (θ) must lie between 0 and 1, not nan."),
        ([*BOOST, "--eta", "2"], "--eta (η) must lie between 0 and 1, not 2.0."),
        (["--sets", "1"], "--sets must be one of 2, 3, 4, 5, 6, 7, 8, 9, not 1."),
        ([*BOOST, "--rounds", "0"], "--rounds must be at least 1, not 0."),
        (["--rules", "0"], "--rules must lie between 1 and 60, not 0."),
        (["--rules", "61"], "--rules must lie between 1 and 60, not 61."),
        (["--max-conjuncts", "0"], "--max-conjuncts must be at least 1, not 0."),
        ([*BOOST, "--backtrack", "-1"], "--backtrack must be at least 0, not -1."),
        (["--jobs", "0"], "--jobs must be at least 1, not 0."),
        (["--time-limit", "0"], "--time-limit must be above 0 seconds, not 0.0."),
        (["--centroid-exponent", "0"], "--centroid-exponent must be above 0, not 0.0."),
        (["--numeric", "sea view"], "should contain numbers, but row 1 has 'yes'"),
        (["--numeric", "prise"], "has no column named 'prise'. Did you mean price"),
        (["--categorical", "prise"], "has no column named 'prise'. Did you mean price"),
        (["--hide", "prise"], "has no column named 'prise'. Did you mean price"),
        (["--id", "kind"], "cannot name the rows: rows 1 and 2 both have 'good'."),
        (["--id", "price"], "cannot name the rows: it has no value in row 4."),
        (["--columns", "a,b"], "has 5 columns, but 2 names were given."),
        (["--output", "nowhere/model.json"], "does not exist; create it first."),
        (["--output", "hotels.csv/model.json"], "does not exist; create it first."),
        (["--output", "."], ". is a folder; give a file to write to."),
        (["--trace", "nowhere/t.jsonl"], "does not exist; create it first."),
    ],
)
def test_an_option_out_of_range(hotels: Commands, options: list[str], message: str) -> None:
    assert message in refused(hotels, *LEARN, *options)


@pytest.mark.parametrize("option", ["--max-depth", "--lookahead"])
def test_an_option_without_effect_is_checked_all_the_same(hotels: Commands, option: str) -> None:
    run = hotels(*LEARN, option, "-1")
    assert run.code == 1
    assert run.err.splitlines() == [
        f"note: {option} has no effect on a table",
        f"owlboost: {option} must be at least 0, not -1.",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--folds", "1"], "--folds must be at least 2, not 1."),
        (["--repeats", "0"], "--repeats must be at least 1, not 0."),
        (["--seed", "-1"], "--seed must be at least 0, not -1."),
        (["-o", "."], ". is a folder; give a file to write to."),
        (["-o", "nowhere/run.json"], "does not exist; create it first."),
        (["--jobs", "0"], "--jobs must be a positive number, or -1 for all cores, not 0."),
    ],
)
def test_a_protocol_that_cannot_be(hotels: Commands, options: list[str], message: str) -> None:
    assert message in refused(hotels, "evaluate", *LEARN[1:4], *options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told(hotels: Commands) -> None:
    said = refused(hotels, "learn", "hotels.csv", "--target", "kind=good", "-o", "/dev/full")
    assert said == "No space left on device."


def test_a_folder_is_no_source(hotels: Commands) -> None:
    assert refused(hotels, "learn", ".", "--target", "kind=good") == (
        "'.' is a directory; name one of the files in it."
    )


def test_the_demo_needs_a_folder(hotels: Commands) -> None:
    assert refused(hotels, "demo", "-o", "hotels.csv") == "hotels.csv: File exists."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--target", "knid", "-o", "h.owl"], "has no column named 'knid'. Did you mean kind?"),
        (["--target", "kind", "-o", "h.docx"], "h.docx"),
        (["--target", "kind", "-o", "nowhere/h.owl"], "does not exist; create it first."),
    ],
)
def test_a_conversion_that_cannot_be(hotels: Commands, options: list[str], message: str) -> None:
    assert message in refused(hotels, "convert", "hotels.csv", *options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["learn", "hotels.csv", "--targt", "kind=good"],
        ["learn", "hotels.csv"],
        ["learn", "hotels.csv", "--target", "kind=good", "--algorithm", "bost"],
        ["learn", "hotels.csv", "--target", "kind=good", "--theta", "much"],
        ["learn", "hotels.csv", "--target", "kind=good", "--seed", "-1"],
        ["lern", "hotels.csv"],
        ["predict", "model.json"],
    ],
)
def test_a_command_written_wrongly_exits_2(hotels: Commands, arguments: list[str]) -> None:
    run = hotels(*arguments)
    assert run.code == 2
    assert run.out == ""
    assert "Traceback" not in run.err
    assert "Error" in run.err


def test_debug_shows_the_traceback(hotels: Commands) -> None:
    run = in_another_process(
        "-m", "owlboost", "learn", "no.csv", "--target", "k=a", "--debug", folder=hotels.folder
    )
    assert run.code == 1
    assert run.err.startswith("Traceback")
    assert run.err.splitlines()[-1] == "owlboost.errors.SourceError: There is no file no.csv."


# Models


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model of the hotels, learned once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("learned"))
        Path("hotels.csv").write_text(HOTELS, encoding="utf-8")
        learn = ["learn", "hotels.csv", "--target", "kind=good", "--sets", "3", "-o", "model.json"]
        assert CliRunner().invoke(app, learn).exit_code == 0
        return Path("model.json").read_text(encoding="utf-8")


@pytest.fixture
def model(hotels: Commands, learned: str) -> dict[str, Any]:
    hotels.write("model.json", learned)
    found: dict[str, Any] = json.loads(learned)
    return found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HOTELS, "model.json is not an owlboost model: it is not valid JSON (line 1)."),
        ("", "model.json is not an owlboost model: it is not valid JSON (line 1)."),
        ("{}", 'This is not an owlboost model: it lacks "format": "owlboost/model".'),
        ("[1, 2]", "This is not an owlboost model"),
        ('{"format": "owlboost/run", "version": 1}', "This is not an owlboost model"),
        ("[" * 100_000, "model.json is nested more than 600 deep"),
    ],
)
def test_what_is_not_a_model(hotels: Commands, text: str, message: str) -> None:
    hotels.write("model.json", text)
    assert message in refused(hotels, *PREDICT)


@pytest.mark.usefixtures("model")
def test_model_and_data_in_the_wrong_order(hotels: Commands) -> None:
    hotels.write("hotels.ofn", "Ontology(ClassAssertion(<urn:x:A> <urn:x:a>))")
    for data in ("hotels.csv", "hotels.ofn"):
        said = refused(hotels, "predict", data, "model.json")
        assert said.startswith(f"{data} contains no owlboost rules. If it is the data, give it")


def test_a_model_must_be_a_file_of_text(hotels: Commands) -> None:
    assert refused(hotels, *PREDICT) == "There is no file model.json."
    (hotels.folder / "model.json").write_bytes(b"\xff\xfe\x00")
    assert "model.json is not an owlboost model: it is not UTF-8 text" in refused(hotels, *PREDICT)
    assert ". cannot be read: Is a directory." in refused(hotels, "predict", ".", "hotels.csv")


def test_a_model_cut_short(hotels: Commands, model: dict[str, Any]) -> None:
    hotels.write("model.json", json.dumps(model)[:-100])
    assert "it is not valid JSON" in refused(hotels, *PREDICT)


def without(key: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        del data[key]

    return change


def axiom(**changes: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["learners"][0]["axioms"][0].update(changes)

    return change


def learner(**changes: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["learners"][0].update(changes)

    return change


def datatype(**changes: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["datatypes"][0].update(changes)

    return change


def top(**changes: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data.update(changes)

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (top(version=2), "The model has format version 2, but this owlboost reads version 1"),
        (top(version=None), "The model has format version None"),
        (without("learners"), "The model file is damaged: KeyError 'learners'."),
        (without("threshold"), "The model file is damaged: KeyError 'threshold'."),
        (top(threshold=None), "The model file is damaged"),
        (top(threshold=float("nan")), "The model file is damaged"),
        (top(learners=3), "The model file is damaged"),
        (top(learners=["x"]), "The model file is damaged"),
        (top(datatypes=[]), "uses the datatype"),
        (top(datatypes={"x": 1}), "The model file is damaged"),
        (learner(weight="much"), "The model file is damaged"),
        (learner(weight=float("inf")), "The model file is damaged"),
        (learner(axioms=None), "The model file is damaged"),
        (axiom(concept=None), "The model has a concept that cannot be read: None."),
        (axiom(concept={"type": "or"}), "The model has a concept that cannot be read"),
        (axiom(concept={"type": "and", "parts": [7]}), "a concept that cannot be read: 7."),
        (axiom(confidence="high"), "The model file is damaged"),
        (axiom(covered_positives=[]), "The model file is damaged"),
        (datatype(shape="bell"), "There is no fuzzy set shape 'bell'"),
        (datatype(points=[3, 2, 1]), "The model file is damaged"),
        (datatype(points=["a", "b", "c"]), "The model file is damaged"),
        (datatype(points=None), "The model file is damaged"),
        (
            axiom(concept={"type": "class", "iri": "urn:x#Hotel"}),
            "The model was learned from an ontology and cannot be applied to a table.",
        ),
        (
            axiom(concept={"type": "some", "property": "urn:x#r", "filler": {"type": "top"}}),
            "The model was learned from an ontology and cannot be applied to a table.",
        ),
    ],
)
def test_a_damaged_model(
    hotels: Commands,
    model: dict[str, Any],
    change: Callable[[dict[str, Any]], None],
    message: str,
) -> None:
    change(model)
    hotels.write("model.json", json.dumps(model))
    assert message in refused(hotels, *PREDICT)


@pytest.mark.usefixtures("model")
def test_a_table_without_a_column_that_the_model_needs(hotels: Commands) -> None:
    hotels.write("other.csv", "prices,stars\n79,3\n")
    said = refused(hotels, "predict", "model.json", "other.csv")
    assert said.startswith("The model cannot be applied: other.csv has no column named ")


@pytest.mark.usefixtures("model")
def test_a_table_with_texts_where_the_model_needs_numbers(hotels: Commands) -> None:
    hotels.write("hotels.csv", HOTELS.replace("55.5", "cheap"))
    said = refused(hotels, *PREDICT)
    assert "should contain numbers, but row 2 has 'cheap'" in said
    assert said.endswith("correct the cell, or write ? if the value is missing.")


@pytest.mark.usefixtures("model")
def test_an_individual_that_is_not_there(hotels: Commands) -> None:
    said = refused(hotels, *PREDICT, "--individual", "row1", "--individual", "row99")
    assert said.startswith("hotels.csv has no individual named 'row99'. Did you mean row9")


UNLEARNED = {
    "not": "not cheap SubClassOf T",
    "not in a filler": "(near some not Beach) and C SubClassOf T",
    "a negative head": "A SubClassOf not T",
    "Nothing": "A and Nothing SubClassOf T",
    "owl:Nothing": "owl:Nothing and A SubClassOf T",
    "disjoint": "A SubClassOf Nothing",
    "¬": "A ⊓ ¬B ⊑ T",
    "∃ ¬": "A ⊓ ∃p.¬B ⊑ T",
    "⊥": "A ⊓ ∃p.⊥ ⊑ T",
    "⊑ ⊥": "A ⊑ ⊥",
    "LaTeX neg": r"A \sqcap \neg B \sqsubseteq T",
    "LaTeX lnot": r"A \sqcap \lnot B \sqsubseteq T",
    "LaTeX bot": r"A \sqcap \bot \sqsubseteq T",
    "the paper's macros": r"A \andc \notc B \impc T",
    "Manchester not": "# Rules\nA and not B SubClassOf T [0.5]",
    "Manchester Nothing": "# Rules\nA and Nothing SubClassOf T [0.5]",
    "Manchester ¬": "# Rules\n¬A SubClassOf T [0.5]",
}
NAMES = '\n\n# Names\nT target "urn:T"\nA class "urn:A"\nB class "urn:B"\n'


@pytest.mark.parametrize("name", UNLEARNED)
def test_negation_and_bottom_are_known_but_not_supported_yet(hotels: Commands, name: str) -> None:
    rule = UNLEARNED[name]
    hotels.write("rules.txt", "\n" + rule + (NAMES if "Manchester" in name else "\n"))
    line = 3 if "Manchester" in name else 2
    learn = ("learn", "hotels.csv", "--target", "kind=good")
    for command in (
        ("import", "rules.txt", "hotels.csv"),
        (*learn, "--given", "rules.txt"),
        (*learn, "--forbid", "rules.txt"),
    ):
        said = refused(hotels, *command)
        assert said.startswith(f"rules.txt, line {line}: ")
        assert "is known, but not supported yet: rules with negation (¬, not) or ⊥" in said


@pytest.mark.parametrize("rule", ["not price is low", "price is low and not pool", "¬pool", "⊥"])
def test_conditions_with_negation_are_known_but_not_supported_yet(
    hotels: Commands, rule: str
) -> None:
    hotels.write("rules.txt", f"\n{rule}\n")
    learn = ("learn", "hotels.csv", "--target", "kind=good")
    for option in ("--given", "--forbid"):
        said = refused(hotels, *learn, option, "rules.txt")
        assert said.startswith("rules.txt, line 2: ")
        assert "is known, but not supported yet" in said


def test_a_class_may_be_called_nothing_in_quotes(hotels: Commands) -> None:
    names = NAMES.replace("B class", "'Nothing' class")
    hotels.write("rules.txt", f"# Rules\nA and 'Nothing' SubClassOf T [0.5]{names}")
    assert "urn:B" in hotels.done("import", "rules.txt")
