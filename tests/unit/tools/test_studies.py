"""The page of studies is made from committed results, and its differences are what it says."""

import os

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from tools.paper.__main__ import filled
from tools.studies.__main__ import PAGE, results_path, sections
from tools.studies.data import opened
from tools.studies.definitions import STUDIES, Setting, Study, cmeans
from tools.studies.running import Row, csv_text, learners_of, read_rows, rows_of
from tools.studies.tables import Difference, common_tasks, table

from owlboost.features.placement import cmeans_peaks

needs_data = pytest.mark.skipif(
    not os.environ.get("OWLBOOST_DATA"), reason="OWLBOOST_DATA names no folder of data sets"
)


def test_the_page_has_the_tables_of_the_committed_results() -> None:
    page = PAGE.read_text("utf-8")
    assert filled(page, sections()) == page, "run: python -m tools.studies"


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_every_study_is_committed_whole(study: Study) -> None:
    rows = read_rows(results_path(study))
    done = [(row["task"], row["algorithm"], row["setting"], row["repeat"]) for row in rows]
    assert len(done) == len(set(done))
    failed = {(row["task"], row["setting"]) for row in rows if row["failed"]}
    expected = {
        (task, setting.algorithm, setting.name, float(repeat))
        for task in study.tasks
        for setting in study.settings
        for repeat in range(1 if (task, setting.name) in failed else study.repeats)
    }
    assert set(done) == expected
    assert len(common_tasks(study, rows)) >= min(8, len(study.tasks))


@given(
    st.lists(st.floats(-50, 50).map(lambda x: round(x, 2)), min_size=4, max_size=40).filter(
        lambda xs: len(set(xs)) > 4
    ),
    st.integers(2, 4),
)
def test_c_means_with_the_products_constants_has_its_peaks(values: list[float], k: int) -> None:
    found = cmeans(2.0, 0.05, 100)(np.array(values), k)
    assert found == pytest.approx(cmeans_peaks(np.array(values), k), abs=1e-9)


def test_a_fuzzifier_near_1_gives_the_means_of_apart_groups() -> None:
    values = np.array([0.0, 1.0, 10.0, 12.0])
    assert cmeans(1.05, 1e-6, 100)(values, 2) == pytest.approx([0.5, 11.0], abs=1e-6)


def test_a_difference_is_noise_within_two_standard_errors() -> None:
    #   gaps .1, .2, .3: mean .2, deviation .1, error .1/√3
    gap = Difference.of([0.6, 0.7, 0.8], [0.5, 0.5, 0.5])
    assert (gap.mean, gap.error) == pytest.approx((0.2, 0.1 / 3**0.5))
    assert (gap.wins, gap.ties, gap.losses, gap.is_noise) == (3, 0, 0, False)
    assert Difference.of([0.6, 0.4], [0.5, 0.5]).is_noise


def made_row(task: str, setting: str, f1: float) -> Row:
    """Return a row as a run of FOIL-DL would have it."""
    return {
        "task": task,
        "algorithm": "foil",
        "setting": setting,
        "repeat": 0,
        "F1": f1,
        "rules": 2.0,
        "seconds": 1.0,
        "wall": 1.0,
        "failed": "",
    }


def test_a_table_compares_the_tasks_that_every_setting_has() -> None:
    settings = (Setting("old", "foil"), Setting("new", "foil"))
    study = Study("x", "X", settings, ("a", "b", "c"), measures=("F1",), repeats=1)
    figures = {"old": {"a": 0.5, "b": 0.5}, "new": {"a": 0.7, "b": 0.9}}
    rows = [
        made_row(task, name, figure)
        for name, by_task in figures.items()
        for task, figure in by_task.items()
    ]
    rows.append({"task": "c", "algorithm": "foil", "setting": "new", "failed": "No Java."})
    *_, old, new, _, footing = table(study, rows)
    assert old == "| FOIL-DL | old | .500 | baseline | 2.0 | 1.00 × |"
    assert new == "| FOIL-DL | new | .800 (**+.300** ± .100) | 2/0/0 | 2.0 | 1.00 × |"
    assert footing == "*2 data sets, one division into 5 folds each. Left out: c: No Java.*"


def test_a_learner_of_a_study_learns_by_the_papers_protocol() -> None:
    setting = Setting("x", "boost", {"n_rounds": 3}, {"n_sets": (3, 5)})
    learners = learners_of(setting, lambda learner: learner)
    assert [(each.n_sets, each.n_rounds) for each in learners] == [(3, 3), (5, 3)]  # type: ignore[attr-defined]
    assert {each.lookahead for each in learners} == {0}  # type: ignore[attr-defined]


@needs_data
def test_a_study_is_run_with_a_row_for_each_division() -> None:
    settings = (Setting("old", "foil", {}, {"n_sets": (3, 5)}), Setting("new", "boost"))
    study = Study("x", "X", settings, ("iris-setosa",), repeats=2)
    rows = list(rows_of(study))
    assert [(row["algorithm"], row["repeat"]) for row in rows] == [
        *(("foil", 0), ("foil", 1)),
        *(("boost", 0), ("boost", 1)),
    ]
    assert all(row["F1"] > 0.9 for row in rows)  # type: ignore[operator]
    assert csv_text(rows).count("\n") == 5


@needs_data
def test_a_study_without_strings_leaves_truth_values() -> None:
    with_strings, without = (
        opened("uba", variant)[0].source.knowledge_base().symbols for variant in ("", "numbers")
    )
    assert len(without) < len(with_strings)
    X, _, _ = opened("ntn", "numbers")
    values = [value for each in X.source.knowledge_base().symbols.values() for value in each.values]
    assert values
    assert all(isinstance(value, bool) for value in values)


def test_tables_of_packages_have_strings_and_dates_where_asked() -> None:
    pytest.importorskip("palmerpenguins", reason="the group studies is not installed")
    named = {
        variant: set(
            opened("penguins-male", variant)[0].source.knowledge_base().vocabulary.data_properties
        )
        for variant in ("numbers", "strings", "dates")
    }
    assert named["dates"] - named["strings"] == {"urn:owlboost:table#Date%20Egg"}
    assert "urn:owlboost:table#Island" in named["strings"] - named["numbers"]
    assert "urn:owlboost:table#Sex" not in named["dates"]
