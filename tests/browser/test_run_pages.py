"""Evaluations in Chromium: suites and runs of commands, with the numbers of their files.

The data are the flowers and wines that scikit-learn bundles.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.browser.visits import violations, visit
from tests.e2e.commands import Commands

from owlboost.evaluation import datasets

ALGORITHMS = ("foil", "boost", "pn", "pfoil")
TASKS = ("iris-setosa", "iris-versicolor", "iris-virginica", "wine-1", "wine-2", "wine-3")


def write_table(path: Path, rows: Sequence[Sequence[float]], kinds: Sequence[str]) -> None:
    """Write a table without a header, the class last."""
    path.parent.mkdir(parents=True)
    lines = [",".join([*map(repr, row), kind]) for row, kind in zip(rows, kinds, strict=True)]
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``bench`` writes for six of the tasks of the paper, with four algorithms."""
    from sklearn.datasets import load_iris, load_wine

    folder = tmp_path_factory.mktemp("suite")
    iris, wine = load_iris(), load_wine()
    names = [f"Iris-{iris.target_names[kind]}" for kind in iris.target.tolist()]
    write_table(folder / "data" / "iris" / "iris.csv", iris.data.tolist(), names)
    kinds = [str(kind + 1) for kind in wine.target.tolist()]
    write_table(folder / "data" / "wine" / "wine.csv", wine.data.tolist(), kinds)
    with pytest.MonkeyPatch.context() as patch:
        whole = datasets.registry()
        patch.setattr(datasets, "registry", lambda: replace(whole, suites={"paper": TASKS}))
        patch.setattr("sys.argv", [
            "owlboost", "bench", "--suite", "paper", "--data", str(folder / "data"),
            "-o", str(folder / "out"), "--algorithm", ",".join(ALGORITHMS), "--grid", "none",
            "--rounds", "3", "--max-conjuncts", "3", "--folds", "3", "--jobs", "1",
        ])  # fmt: skip
        from owlboost.cli.entry import run

        with pytest.raises(SystemExit) as ended:
            run()
    assert ended.value.code == 0
    return folder / "out"


@pytest.fixture
def owlboost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    """Run commands in a temporary folder."""
    return Commands(tmp_path, monkeypatch, capsys)


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_the_page_of_a_suite_shows_the_figures_of_its_summary(
    chromium: Any, owlboost: Commands, suite: Path
) -> None:
    summary = read(suite / "summary.json")
    owlboost.done("report", str(suite / "summary.json"), "-o", "suite.html")
    assert [(row["task"], row["algorithm"]) for row in summary["rows"]] == [
        (task, name) for task in TASKS for name in ALGORITHMS
    ]
    with visit(chromium, owlboost.folder / "suite.html") as found:
        assert found.page.locator("tr[data-task]").count() == len(TASKS)
        for measure, decimals in (("fF1F1", 3), ("F1", 3), ("MSE", 3), ("AUC", 3)):
            found.page.locator("#comparison select").select_option(measure)
            for task in TASKS:
                rows = [row for row in summary["rows"] if row["task"] == task]
                cells = found.texts(f"tr[data-task='{task}'] td")
                shown = [float(cell) for cell in cells]
                expected = [row[measure] for row in rows]
                assert shown == pytest.approx(expected, abs=0.51 * 10.0**-decimals)


def test_the_diagram_of_a_suite_shows_its_ranks_and_the_critical_difference(
    chromium: Any, owlboost: Commands, suite: Path
) -> None:
    summary = read(suite / "summary.json")
    owlboost.done("report", str(suite / "summary.json"), "-o", "suite.html")
    #   Nemenyi: q = 2.569 for four algorithms, times √(4 · 5 / (6 · 6))
    assert summary["critical_difference"] == pytest.approx(2.569 * (20 / 36) ** 0.5, abs=1e-3)
    with visit(chromium, owlboost.folder / "suite.html") as found:
        diagram = found.page.locator("svg.ranks")
        assert f"Ranks further apart than {summary['critical_difference']:.2f}" in (
            diagram.get_attribute("aria-label")
        )
        shown = diagram.locator("text.rankname").all_text_contents()
        assert sorted(name.rpartition("(")[2] for name in shown) == sorted(
            f"{rank:.2f})" for rank in summary["ranks"].values()
        )
        boxes = [one.bounding_box() for one in diagram.locator("text.rankname").all()]
        for at, box in enumerate(boxes):
            assert not any(overlaps(box, other) for other in boxes[:at])


def overlaps(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share some area."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def test_runs_show_their_folds_and_the_rules_that_came_back(
    chromium: Any, owlboost: Commands, suite: Path
) -> None:
    paths = [suite / "runs" / f"{task}.foil.json" for task in TASKS[1:3]]
    owlboost.done("report", *map(str, paths), "-o", "runs.html")
    with visit(chromium, owlboost.folder / "runs.html") as found:
        for number, run in enumerate(map(read, paths)):
            found.page.locator("#runs select").select_option(str(number))
            best = run["configurations"][run["best"]]
            assert float(found.text("#runs [data-figure=F1]")) == round(best["mean"]["F1"], 3)
            assert found.page.locator("#runs tr", has_text="MCC").locator("i.dot").count() == 3
            for more in found.page.locator("#runs .panel > button").all():
                more.click()
            rules = [rule for rule in run["rules"] if rule["concept"] != {"type": "top"}]
            shown = found.texts(".recurring td[data-same]")
            expected = [sum(one is not None for one in rule["weights"]) for rule in rules]
            assert shown == [f"{same} of 3" for same in expected]
            assert found.page.locator(".recurring .folddots .for").count() == sum(expected)


def test_a_model_tells_on_how_many_folds_of_its_evaluation_rules_came_back(
    chromium: Any, owlboost: Commands, suite: Path
) -> None:
    data = suite.parent / "data" / "iris" / "iris.csv"
    columns = ("--columns", "sepal_length,sepal_width,petal_length,petal_width,class")
    told = ("--target", "class=Iris-versicolor", "--algorithm", "foil", "--max-conjuncts", "3")
    owlboost.done("learn", str(data), *told, *columns, "-o", "model.json")
    run = suite / "runs" / "iris-versicolor.foil.json"
    owlboost.done("report", "model.json", str(run), str(data), *columns, "-o", "page.html")
    weights = {rule["manchester"]: rule["weights"] for rule in read(run)["rules"]}
    model = read(owlboost.folder / "model.json")
    axioms = [axiom for learner in model["learners"] for axiom in learner["axioms"]]
    counts = []
    with visit(chromium, owlboost.folder / "page.html") as found:
        for number, axiom in enumerate(axioms):
            folds = weights.get(axiom["manchester"], [None] * 3)
            counts.append(sum(one is not None for one in folds))
            card = f".card[data-rule='{number}'] [data-stability=folds]"
            assert found.text(f"{card} .number") == f"{counts[-1]} of 3"
    assert max(counts) > 0


def test_an_evaluation_of_something_else_is_noted(owlboost: Commands, suite: Path) -> None:
    data = suite.parent / "data" / "wine" / "wine.csv"
    told = ("--no-header", "--target", "column14=1", "--algorithm", "foil")
    owlboost.done("learn", str(data), *told, "-o", "model.json")
    run = str(suite / "runs" / "iris-setosa.boost.json")
    found = owlboost("report", "model.json", run, "-o", "page.html")
    assert found.code == 0
    assert "iris-setosa.boost.json evaluates another target, algorithm or set" in found.err


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_runs(
    chromium: Any, owlboost: Commands, suite: Path, scheme: Any
) -> None:
    runs = [str(suite / "runs" / f"wine-1.{name}.json") for name in ALGORITHMS]
    runs += [str(suite / "runs" / f"wine-2.{name}.json") for name in ALGORITHMS]
    owlboost.done("report", *runs, "-o", "runs.html")
    with visit(chromium, owlboost.folder / "runs.html", color_scheme=scheme) as found:
        found.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        assert violations(found.page) == set()
