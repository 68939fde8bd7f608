"""``owlboost report``: what it takes, what it writes, and what it refuses."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import Commands

import owlboost as ob
from owlboost.errors import ParameterError


def report_in(path: Path) -> dict[str, Any]:
    """Return what a page holds, its long lists put back."""
    text = path.read_text(encoding="utf-8")
    parts = [
        json.loads(re.search(rf'id="{name}">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
        for name in ("report", "bulk")
    ]
    found: dict[str, Any] = parts[0]
    for model, bulk in zip(found["models"], parts[1], strict=True):
        model.update(bulk)
    return found


@pytest.fixture
def learned(hotels: Commands) -> Commands:
    """A folder with hotels.csv and a model of good ones."""
    hotels.done(
        "learn", "hotels.csv", "--target", "kind=good", "--algorithm", "foil", "-o", "model.json"
    )
    return hotels


def test_a_model_is_shown_on_its_source(learned: Commands) -> None:
    run = learned("report", "model.json", "hotels.csv", "-o", "page.html")
    assert run.code == 0
    assert "Report written to page.html" in run.err
    view = report_in(learned.folder / "page.html")
    [model] = view["models"]
    assert (view["format"], view["version"]) == ("owlboost/report", 1)
    assert model["target"]["name"] == "kind=good"
    assert (model["decisions"]["examples"], model["decisions"]["positives"]) == (12, 6)
    predicted = json.loads(learned.done("predict", "model.json", "hotels.csv", "--format", "json"))
    measured = {one["name"]: one["value"] for one in model["decisions"]["measures"]}
    hits = sum(one["positive"] for one in predicted[:6])
    assert measured["recall"] == hits / 6


def test_the_command_of_the_page_learns_the_same_model(learned: Commands) -> None:
    learned.done("report", "model.json", "hotels.csv", "-o", "page.html")
    [model] = report_in(learned.folder / "page.html")["models"]
    words = model["provenance"]["command"].split()
    assert words[:2] == ["owlboost", "learn"]
    learned.done(*words[1:], "-o", "again.json")
    files = learned.files()
    assert files["again.json"] == files["model.json"]


def test_without_a_source_there_are_only_rules(learned: Commands) -> None:
    run = learned("report", "model.json", "-o", "page.html")
    assert run.code == 0
    assert "without a SOURCE" in run.err
    [model] = report_in(learned.folder / "page.html")["models"]
    assert model["rules"]
    assert model["individuals"] is None


def test_who_is_positive_can_be_told_otherwise(learned: Commands) -> None:
    learned.done("report", "model.json", "hotels.csv", "--target", "pool=true", "-o", "page.html")
    [model] = report_in(learned.folder / "page.html")["models"]
    assert model["decisions"]["positives"] == 5


def test_nobody_need_be_positive(learned: Commands) -> None:
    learned.write("others.csv", "price,pool,sea view,stars\n50,true,yes,3\n,,no,2\n")
    run = learned("report", "model.json", "others.csv", "-o", "page.html")
    assert run.code == 0
    assert "note: the page does not tell who is positive" in run.err
    [model] = report_in(learned.folder / "page.html")["models"]
    assert model["decisions"] is None
    assert model["individuals"]["count"] == 2


def test_a_page_holds_at_most_so_many(learned: Commands) -> None:
    learned.done("report", "model.json", "hotels.csv", "--most", "5", "-o", "page.html")
    [model] = report_in(learned.folder / "page.html")["models"]
    assert (model["individuals"]["count"], model["individuals"]["total"]) == (5, 12)
    assert model["individuals"]["sampled"]
    assert model["decisions"]["examples"] == 12


def test_rules_that_come_back_are_counted(learned: Commands) -> None:
    learned.done("report", "model.json", "hotels.csv", "--bootstrap", "4", "-o", "page.html")
    [model] = report_in(learned.folder / "page.html")["models"]
    for rule in model["rules"]:
        found = rule["stability"]
        assert 0 <= found["same"] <= found["alike"] <= found["of"] == 4
    assert max(rule["stability"]["same"] for rule in model["rules"]) > 0


def test_models_and_runs_on_one_page(learned: Commands) -> None:
    learned.done(
        "evaluate", "hotels.csv", "--target", "kind=good", "--algorithm", "foil", "--grid", "none",
        "--folds", "2", "-o", "run.json",
    )  # fmt: skip
    learned.done("report", "model.json", "run.json", "hotels.csv", "-o", "page.html")
    view = report_in(learned.folder / "page.html")
    assert (len(view["models"]), len(view["runs"])) == (1, 1)
    run = json.loads((learned.folder / "run.json").read_text("utf-8"))
    best = run["configurations"][run["best"]]
    shown = view["runs"][0]["configurations"][view["runs"][0]["best"]]["scores"]
    assert shown["mean"]["F1"] == best["mean"]["F1"]


def test_the_same_report_is_the_same_file(learned: Commands) -> None:
    for name in ("one.html", "two.html"):
        learned.done("report", "model.json", "hotels.csv", "-o", name)
    files = learned.files()
    assert files["one.html"] == files["two.html"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (("hotels.csv",), "hotels.csv is a table. Give the model before it"),
        (("no-such.json",), "There is no file no-such.json."),
        (("broken.json",), "is not an owlboost model"),
        (("model.json", "no-such.csv"), "no-such.csv"),
        (("suite.json",), "suite.json is a damaged summary of a suite"),
        (("suite.json", "suite.json"), "shows one summary.json, not both"),
        (("run.json",), "damaged"),
    ],
)
def test_bad_input_is_one_sentence(learned: Commands, files: tuple[str, ...], said: str) -> None:
    learned.write("broken.json", "{")
    learned.write("suite.json", '{"format": "owlboost/bench", "rows": 3}')
    learned.write("run.json", '{"format": "owlboost/run", "version": 1}')
    run = learned("report", *files, "-o", "page.html")
    assert run.code == 1
    assert said in run.err
    assert "Traceback" not in run.err
    assert not (learned.folder / "page.html").exists()


def test_no_input_is_overwritten(learned: Commands) -> None:
    before = learned.files()
    run = learned("report", "model.json", "hotels.csv", "-o", "model.json")
    assert run.code == 1
    assert learned.files() == before


def test_reports_from_python(learned: Commands) -> None:
    table = ob.read_table(learned.folder / "hotels.csv")
    X, positive = table.examples("kind=good")
    model = ob.load(learned.folder / "model.json")
    ob.write_report(model, learned.folder / "page.html", source=X, labels=positive)
    [view] = report_in(learned.folder / "page.html")["models"]
    assert view["decisions"]["positives"] == 6
    with pytest.raises(ParameterError, match="not a str"):
        ob.write_report("model", learned.folder / "page.html")


GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "report.md"


def test_the_commands_of_the_guide_run(owlboost: Commands) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    for line in "".join(blocks).splitlines():
        words = line.split()
        assert words[0] == "owlboost"
        owlboost.done(*words[1:])
    pages = {name for name in owlboost.files() if name.endswith(".html")}
    assert pages == {"good_hotel.html", "iris.html", "runs.html", "virginica.html"}


def test_the_pictures_of_the_guide_are_small() -> None:
    pictures = [
        GUIDE.parent / link for link in re.findall(r"!\[.*?\]\((.*?)\)", GUIDE.read_text("utf-8"))
    ]
    assert len(pictures) == 4
    assert all(0 < picture.stat().st_size < 200_000 for picture in pictures)
