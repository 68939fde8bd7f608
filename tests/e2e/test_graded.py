"""The page on grades, followed to the letter; graded tables and lists on the command line."""

import csv
import io
import json
import re
import shlex

import pytest
from tests.e2e.commands import ROOT, Commands
from tests.e2e.test_bad_input import refused

from owlboost.evaluation.samples import hotels as bundled
from owlboost.evaluation.samples import write_hotel_ratings

PAGE = ROOT / "docs" / "how-to" / "graded.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS: list[tuple[str, str]] = FENCE.findall(PAGE.read_text("utf-8"))


@pytest.fixture
def rated(owlboost: Commands) -> Commands:
    """Commands in a folder with the table of ratings and the ontology of hotels."""
    write_hotel_ratings(owlboost.folder / "ratings.csv")
    with bundled() as path:
        owlboost.write("hotels.ofn", path.read_text("utf-8"))
    return owlboost


@pytest.fixture
def learned(rated: Commands) -> Commands:
    """The same with a model of the ratings."""
    run = rated("learn", "ratings.csv", "--id", "hotel", "--target", "rating", "-o", "rating.json")
    assert run.code == 0
    assert (
        "note: Rows are graded by 'rating', from 1 (degree 0) to 5 (degree 1), where its values "
        "end. Use --target-range for another range, or name a class, such as rating>=3.\n"
    ) in run.err
    assert "graded from 1 to 5, 3.25 on average" in run.out
    assert "A degree of 0 stands for 1, one of 1 for 5." in run.out
    return rated


def test_the_page_is_followed(rated: Commands) -> None:
    names: dict[str, object] = {}
    rated.monkeypatch.chdir(rated.folder)
    for language, block in BLOCKS:
        if language.startswith("text file="):
            rated.write(language.removeprefix("text file="), block)
        elif language == "python":
            exec(compile(block, PAGE.name, "exec"), names)
        elif language == "sh":
            for line in block.splitlines():
                rated.done(*shlex.split(line)[1:])
    assert str(names["model"].target_range_) == "1 and 5"  # type: ignore[attr-defined]


def test_a_model_file_remembers_the_range(learned: Commands) -> None:
    model = json.loads((learned.folder / "rating.json").read_text("utf-8"))
    assert model["target_range"] == [1.0, 5.0]
    assert (model["threshold"], model["calibration"]) == (0.5, None)
    assert {"MSE", "MAE", "R2", "Spearman", "fuzzy_F1"} <= set(model["training"])
    assert "F1" not in model["training"]
    assert model["training"]["R2"] > 0.8


def test_predictions_tell_values(learned: Commands) -> None:
    where = ("rating.json", "ratings.csv", "--id", "hotel")
    rows = list(csv.DictReader(io.StringIO(learned.done("predict", *where, "--format", "csv"))))
    assert list(rows[0]) == ["individual", "value", "degree", "evidence"]
    for row in rows:
        assert float(row["value"]) == pytest.approx(1 + 4 * float(row["degree"]))
    records = json.loads(learned.done("predict", *where, "--format", "json"))
    assert records[0]["value"] == float(rows[0]["value"])
    assert records[0]["decision"] == (records[0]["degree"] >= 0.5)
    table = learned.done("predict", *where).splitlines()
    assert table[0].split() == ["individual", "value", "degree", "evidence"]
    assert table[1].split()[:2] == ["hotel1", f"{float(rows[0]['value']):.6g}"]
    one = learned.done("predict", *where, "--individual", "hotel1", "--format", "csv")
    assert list(csv.DictReader(io.StringIO(one))) == rows[:1]


def test_an_explanation_tells_a_value_and_turns_nothing(learned: Commands) -> None:
    where = ("rating.json", "ratings.csv", "--id", "hotel", "--individual", "hotel7")
    printed = learned.done("explain", *where)
    found = json.loads(learned.done("explain", *where, "--json"))
    assert printed.startswith(f"rating of hotel7: {found['value']:.6g}, degree ")
    assert found["value"] == pytest.approx(1 + 4 * found["degree"])
    assert (found["decision"], found["counterfactual"]) == (None, None)


def test_scores_are_graded_over_the_range_of_the_model(learned: Commands) -> None:
    lines = learned.done("score", "rating.json", "ratings.csv", "--id", "hotel").splitlines()
    assert lines[0] == "rating: 120 examples, graded from 1 to 5"
    assert "covers    mean   weight  rule" in lines
    found = json.loads(
        learned.done("score", "rating.json", "ratings.csv", "--id", "hotel", "--json")
    )
    model = json.loads((learned.folder / "rating.json").read_text("utf-8"))
    for name in ("MSE", "MAE", "R2", "Spearman", "fuzzy_F1"):
        assert found["measures"][name] == pytest.approx(model["training"][name])
    assert (found["decisions"], found["target_range"]) == (None, [1.0, 5.0])
    top = found["rules"][0]
    assert top["rule"] == "Thing"
    assert 1 + 4 * top["confidence"] == pytest.approx(3.25)
    # the best 30 hotels alone: still from 1 to 5, not from 4 to 5
    rows = (learned.folder / "ratings.csv").read_text("utf-8").splitlines()
    learned.write("best.csv", "\n".join([rows[0], *(row for row in rows if row[-1] in "45")]))
    best = learned.done("score", "rating.json", "best.csv", "--id", "hotel").splitlines()[0]
    assert best.endswith("graded from 1 to 5")


def test_models_are_compared_by_their_errors(learned: Commands) -> None:
    learned.done(
        *("learn", "ratings.csv", "--id", "hotel", "--target", "rating"),
        *("--rules", "1", "-o", "one.json"),
    )
    printed = learned.done(
        "compare", "one.json", "rating.json", "ratings.csv", "--id", "hotel", "--target", "rating"
    )
    before, after = re.search(r"R2 (\S+) → (\S+)", printed).groups()  # type: ignore[union-attr]
    assert float(before) < float(after)


def test_an_evaluation_has_graded_figures(rated: Commands) -> None:
    run = rated(
        *("evaluate", "ratings.csv", "--id", "hotel", "--target", "rating", "--rules", "3"),
        *("--sets", "3", "-o", "run.json"),
    )
    assert run.code == 0
    first, *table = run.out.splitlines()
    assert first == "rating, gradient: 120 examples, graded from 1 to 5, 5 folds, mean ± s.d."
    assert [name in table[0] for name in ("MSE", "MAE", "R²", "Spearman")] == [True] * 4
    assert table[-1].startswith("mean") or any(line.startswith("mean") for line in table)
    found = json.loads((rated.folder / "run.json").read_text("utf-8"))
    assert found["target_range"] == [1.0, 5.0]
    mean = found["configurations"][0]["mean"]
    assert mean["R2"] > 0.3 > found["baselines"]["top"]["mean"]["R2"]
    rated.done("report", "run.json", "-o", "run.html")


def test_reports_and_exports_of_a_graded_model(learned: Commands) -> None:
    learned.done("report", "rating.json", "ratings.csv", "--id", "hotel", "-o", "page.html")
    learned.done(
        *("report", "rating.json", "ratings.csv", "--id", "hotel"),
        *("--bootstrap", "1", "-o", "sampled.html"),
    )
    page = (learned.folder / "page.html").read_text("utf-8")
    assert "Examples with a label of at least 3 count as positive here." in page
    learned.done("export", "rating.json", "--format", "python", "-o", "rating.py")
    names: dict[str, object] = {}
    exec((learned.folder / "rating.py").read_text("utf-8"), names)
    thing = {"price": 154, "distance": 2.0, "pool": False, "meals": "all"}
    value, degree = names["value"], names["degree"]
    assert value(thing) == pytest.approx(1 + 4 * degree(thing))  # type: ignore[operator]
    assert "decision" not in names
    learned.done("export", "rating.json", "--format", "text", "-o", "rating.txt")
    assert "A degree of 0 stands for 1" in (learned.folder / "rating.txt").read_text("utf-8")
    learned.done("export", "rating.json", "--format", "manchester", "-o", "rating.omn")
    learned.done("import", "rating.omn", "-o", "again.json")
    again = json.loads((learned.folder / "again.json").read_text("utf-8"))
    assert again["target_range"] == [1.0, 5.0]


@pytest.mark.parametrize("algorithm", ["foil", "boost", "pfoil"])
def test_other_algorithms_learn_grades(rated: Commands, algorithm: str) -> None:
    printed = rated.done(
        *("learn", "ratings.csv", "--id", "hotel", "--target", "rating", "--target-range", "0,5"),
        *("--algorithm", algorithm, "--sets", "3"),
        *(("--rounds", "2") if algorithm == "boost" else ()),
    )
    assert "graded from 0 to 5" in printed
    assert "Spearman" in printed


BAD_TABLES = [
    (
        ("--target", "rating", "--target-range", "2,5"),
        (
            "Column 'rating' of ratings.csv has the value 1, which does not lie between 2 and 5; "
            "give a --target-range that has all values."
        ),
    ),
    (
        ("--target", "rating", "--target-range", "5,1"),
        "A target range needs two numbers, the lower first, not 5 and 1.",
    ),
    (
        ("--target", "rating", "--target-range", "3,3"),
        "A target range needs two numbers, the lower first, not 3 and 3.",
    ),
    (
        ("--target", "rating", "--target-range", "low"),
        "A target range is written LOW,HIGH, such as 0,5, not 'low'.",
    ),
    (
        ("--target", "meals", "--target-range", "0,5"),
        (
            "Column 'meals' of ratings.csv does not contain numbers, so it cannot be graded; say "
            "which value to learn: one of meals=all, meals=breakfast, meals=none."
        ),
    ),
    (
        ("--target", "rating>=4", "--target-range", "0,5"),
        "--target-range is for a column of numbers as a whole, not for 'rating>=4'.",
    ),
    (
        ("--target", "rating", "--examples", "ratings.csv"),
        "--examples is for ontologies; for a table use --target COLUMN=VALUE.",
    ),
]


@pytest.mark.parametrize(("options", "message"), BAD_TABLES, ids=lambda one: str(one)[:30])
def test_what_is_wrong_with_a_graded_table(
    rated: Commands, options: tuple[str, ...], message: str
) -> None:
    run = rated("learn", "ratings.csv", "--id", "hotel", *options, "-o", "model.json")
    assert run.code == 1
    assert run.err.strip().splitlines()[-1] == f"owlboost: {message}"
    assert not (rated.folder / "model.json").exists()


def test_a_column_of_one_or_two_numbers_is_no_grade(owlboost: Commands) -> None:
    owlboost.write("t.csv", "a,flag,same\n" + "".join(f"{n},{n % 2},7\n" for n in range(12)))
    said = refused(owlboost, "learn", "t.csv", "--target", "flag")
    assert said.startswith("The target 'flag' is only a column; say which value to learn")
    said = refused(owlboost, "learn", "t.csv", "--target", "same")
    assert said == "Column 'same' of t.csv has only the value 7, so there is nothing to learn."
    run = owlboost("learn", "t.csv", "--target", "flag", "--target-range", "0,1")
    assert run.code == 0
    assert "note: Rows are graded by 'flag', from 0 (degree 0) to 1 (degree 1).\n" in run.err


BAD_LISTS = [
    ("Hotel_001, 0.9\nHotel_002, 1.5\n", "Hotel_002 has the label 1.5, which does not lie between"),
    ("Hotel_001, good\n", "Line 1 of grades.csv is not a name and a number with a tab or a comma"),
    ("Hotel_001\n", "Line 1 of grades.csv is not a name and a number with a tab or a comma"),
    ("Hotel_001, nan\n", "Line 1 of grades.csv is not a name and a number with a tab or a comma"),
    ("Hotel_001, 0.9\nHotel_001, 0.1\n", "grades.csv lists 'Hotel_001' twice (again in line 2)."),
    ("# none\n\n", "grades.csv has no examples; write a name and a number per line."),
    ("Hotel_001, 0.5\nHotel_002, 0.5\n", "All examples have the same label, 0.5, so there is"),
    ("Hotel_777, 0.5\nHotel_002, 0.1\n", "The ontology has no individual named 'Hotel_777'"),
]


@pytest.mark.parametrize(("listed", "message"), BAD_LISTS, ids=lambda one: one[:20])
def test_what_is_wrong_with_a_list_of_grades(rated: Commands, listed: str, message: str) -> None:
    rated.write("grades.csv", listed)
    run = rated("learn", "hotels.ofn", "--target", "Good_Hotel", "--examples", "grades.csv")
    assert run.code == 1
    assert message in run.err


def test_lists_and_grades_do_not_go_together(rated: Commands) -> None:
    rated.write("grades.csv", "Hotel_001, 0.9\n")
    rated.write("pos.txt", "Hotel_001\n")
    run = rated("learn", "hotels.ofn", "--examples", "grades.csv", "--positives", "pos.txt")
    assert (run.code, "leave out --positives and --problem" in run.err) == (1, True)
    alone = rated("learn", "hotels.ofn", "--target", "Good_Hotel", "--target-range", "0,5")
    assert (alone.code, "--target-range needs graded examples." in alone.err) == (1, True)


def test_graded_individuals_are_learned_and_scored(rated: Commands) -> None:
    text = (rated.folder / "hotels.ofn").read_text("utf-8")
    names = re.findall(r"ClassAssertion\(:Hotel :(\w+)\)", text)
    listed = "".join(f"{name}\t{1 + number % 5}\n" for number, name in enumerate(names))
    rated.write("grades.tsv", listed)
    grades = ("--examples", "grades.tsv", "--target-range", "1,5")
    printed = rated.done(
        *("learn", "hotels.ofn", "--target", "Good_Hotel", *grades, "--algorithm", "foil"),
        *("-o", "good.json"),
    )
    assert f"learned from {len(names)} examples, graded from 1 to 5" in printed
    scored = rated.done("score", "good.json", "hotels.ofn", "--examples", "grades.tsv")
    assert scored.splitlines()[0].endswith(f"{len(names)} examples, graded from 1 to 5")
