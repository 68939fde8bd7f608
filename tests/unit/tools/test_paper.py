"""The page of the paper's experiment is made from committed results, and changes are noticed."""

from pathlib import Path

import pytest
from tools.paper.__main__ import IMAGES, PAGE, filled
from tools.paper.data_sets import COUNTED, STATED, read_sizes
from tools.paper.results import MAIN, OTHERS, ROOT, Row, differences, read_rows
from tools.paper.tables import results_of, sections

from owlboost.evaluation.datasets import registry
from owlboost.report.suite_summary import PLACING_COLUMNS

TASKS = [task.name for task in registry().suite("paper")]


@pytest.fixture
def committed() -> list[Row]:
    return read_rows(MAIN[0].path)


def test_every_experiment_is_committed_whole() -> None:
    for results in results_of((*MAIN, *OTHERS)):
        keys = [(row["task"], row["algorithm"], row["fuzzify"]) for row in results.rows]
        assert keys == [
            (task, algorithm, placing)
            for task in TASKS
            for algorithm in ("foil", "boost")
            for placing in ("uniform", "cmeans")
        ]
        assert tuple(results.rows[0]) == PLACING_COLUMNS
        assert len(results.best) == 2 * len(TASKS)
        assert results.experiment.path.stat().st_size < 100_000


def test_the_page_has_the_tables_of_the_committed_results() -> None:
    page = PAGE.read_text("utf-8")
    assert filled(page, sections()) == page, "run: make paper-page"
    for image in IMAGES.values():
        assert f"(images/{image})" in page
        assert (ROOT / "docs" / "images" / image).is_file()


def test_the_table_of_seed_0_has_a_row_for_each_task_and_placing(committed: list[Row]) -> None:
    head, _, *rows = sections()["seed 0"].splitlines()
    assert len(rows) == 38
    cells = dict(
        zip(head.split(" | "), rows[2 * TASKS.index("pyrimidine")].split(" | "), strict=True)
    )
    foil, boost = (
        row for row in committed if (row["task"], row["fuzzify"]) == ("pyrimidine", "uniform")
    )
    for name in ("precision", "recall", "F1", "MSE"):
        assert cells[name] == f"{foil[name]:.3f} → {boost[name]:.3f}".replace("0.", ".")
    assert cells["θ"] == f"{foil['theta']:g} → {boost['theta']:g}"
    ratio = float(boost["fF1F1"] or 0) / float(foil["fF1F1"] or 1)
    assert cells["improvement of fF1F1"] == f"{100 * (ratio - 1):+.1f} %"


def test_a_page_without_one_of_its_tables_is_refused() -> None:
    with pytest.raises(ValueError, match="made were"):
        filled("<!-- generated:a -->\n<!-- /generated:a -->", {"a": "1", "b": "2"})


def test_the_same_results_do_not_differ(committed: list[Row]) -> None:
    assert list(differences(committed, committed)) == []
    slower = [{**row, "seconds": 1e6} for row in committed]
    assert list(differences(committed, slower)) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("F1", 0.5), ("theta", 2.0), ("recall", None), ("best", None), ("negatives", 1.0)],
)
def test_a_changed_cell_is_told(committed: list[Row], name: str, value: float | None) -> None:
    changed = [dict(row) for row in committed]
    changed[5][name] = value
    (told,) = differences(committed, changed)
    assert told.startswith(f"hotel, foil, cmeans: {name} is ")


def test_a_figure_may_move_by_a_thousandth_and_no_further(committed: list[Row]) -> None:
    for moved, n_told in ((0.0009, 0), (0.0011, 1)):
        changed = [dict(row) for row in committed]
        changed[0]["MSE"] = float(changed[0]["MSE"] or 0) + moved
        assert len(list(differences(committed, changed))) == n_told


def test_missing_and_new_rows_and_columns_are_told(committed: list[Row]) -> None:
    assert list(differences(committed, committed[1:])) == [
        "familytree, foil, uniform: the row is missing"
    ]
    assert list(differences(committed[:-1], committed)) == [
        "winequality, boost, cmeans: the row is new"
    ]
    without = [{name: cell for name, cell in row.items() if name != "recall"} for row in committed]
    assert len(list(differences(committed, without))) == len(committed)


def test_every_data_set_of_the_paper_is_counted() -> None:
    stated, counted = read_sizes(STATED), read_sizes(COUNTED)
    assert list(stated) == list(counted) == TASKS
    for task in registry().suite("paper"):
        sizes = counted[task.name]
        assert int(sizes["positives"]) == task.n_positives
        assert int(sizes["negatives"]) == task.n_negatives


def test_results_are_numbers_and_truth_values(tmp_path: Path) -> None:
    path = tmp_path / "placings.csv"
    path.write_text("task,F1,leads,nested_F1\nhotel,0.5,True,\n", encoding="utf-8")
    assert read_rows(path) == [{"task": "hotel", "F1": 0.5, "leads": True, "nested_F1": None}]
