from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.sources import shop

from owlboost.cli.learner_options import SuiteProtocol
from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Partition, RightShoulder
from owlboost.errors import DataError, ParameterError, SourceError
from owlboost.evaluation.benchmark import SETTINGS, Plan, TaskResult, run_suite
from owlboost.evaluation.datasets import Task, registry
from owlboost.evaluation.evaluate import EvaluationContext
from owlboost.evaluation.fold_store import FoldStore
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.run import Scores
from owlboost.evaluation.run_file import run_from_json, run_to_json
from owlboost.evaluation.scores import MEASURES, Score
from owlboost.evaluation.statistics import (
    average_ranks,
    compare,
    critical_difference,
    signed_rank,
)
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost
from owlboost.report.suite_summary import (
    COLUMNS,
    PLACING_COLUMNS,
    csv_text,
    json_text,
    markdown_text,
    placings_csv_text,
    summarise,
)
from owlboost.runtime.array_types import Mask


def test_signed_ranks_by_hand() -> None:
    #   ranks of |d|: .1 → 1, .2 → 2, .3 → 3, .4 → 4;  negative: .1 → W = 1, p = 2·2/16
    assert signed_rank(np.array([-0.1, 0.2, 0.3, 0.4])) == (1.0, 0.25)
    assert signed_rank(np.array([0.0, -0.1, 0.2, 0.3, 0.4])) == (1.0, 0.25)


def test_signed_ranks_with_ties_are_exact() -> None:
    #   ranks 2, 2, 2, 4: W = 2; of 16 choices of signs, ∅ and three times {2} come to ≤ 2
    assert signed_rank(np.array([0.1, 0.1, -0.1, 0.2])) == (2.0, 2 * 4 / 16)
    assert signed_rank(np.array([-0.1, -0.1, 0.1, -0.2])) == (2.0, 2 * 4 / 16)


def test_improvement_over_nothing_is_left_out() -> None:
    found = compare([0.5, 0.3], [0.0, 0.2])
    assert found.improvement == pytest.approx(50)
    assert (found.wins, found.left_out) == (2, 1)


def test_one_large_ratio_makes_the_mean_but_not_the_median() -> None:
    #   +300 %, +10 %, 0 %, −5 %: mean 305/4, without the largest 5/3, median (0 + 10)/2
    found = compare([0.04, 0.55, 0.5, 0.38], [0.01, 0.5, 0.5, 0.4])
    assert found.improvement == pytest.approx(305 / 4)
    assert found.largest == pytest.approx(300)
    assert found.without_largest == pytest.approx(5 / 3)
    assert found.median == pytest.approx(5)


def test_of_one_pair_nothing_is_left_without_the_largest() -> None:
    found = compare([0.5, 0.5], [0.4, 0.0])
    assert (found.largest, found.without_largest) == (None, None)
    assert found.median == pytest.approx(25)
    assert compare([], []).median == 0


def test_equal_figures_tie() -> None:
    found = compare([1.0, 1.0], [1.0, 1.0])
    assert (found.wins, found.ties, found.losses, found.p_value) == (0, 2, 0, 1.0)
    assert found.improvement == 0


def test_figures_apart_by_rounding_tie() -> None:
    found = compare([0.3, 0.5], [0.1 + 0.2, 0.5 - 1e-10])
    assert (found.wins, found.ties, found.losses, found.p_value) == (0, 2, 0, 1.0)


def test_differences_apart_by_rounding_share_their_rank() -> None:
    #   0.3 - 0.2 and 0.4 - 0.3 are two roundings of 0.1: ranks 1.5 and 1.5
    assert signed_rank(np.array([0.3 - 0.2, -(0.4 - 0.3)]))[0] == 1.5


def test_an_improvement_is_relative_to_the_other() -> None:
    #   0.5 over 0.4 is 25 %, 0.3 over 0.6 is -50 %
    assert compare([0.5, 0.3], [0.4, 0.6]).improvement == pytest.approx(-12.5)


def test_ranks_share_ties_and_the_critical_difference_shrinks_with_tasks() -> None:
    ranks = average_ranks(np.array([[0.2, 0.9, 0.9], [0.5, 0.4, 0.1]]))
    assert ranks.tolist() == [2.0, 1.75, 2.25]
    #   2.343 · sqrt(3·4 / (6·8))
    assert critical_difference(3, 8) == pytest.approx(2.343 * 0.5)


@pytest.mark.parametrize("k", range(2, 11))
def test_critical_values_are_those_of_the_studentized_range(k: int) -> None:
    #   CD = q/√2 · √(k(k + 1) / 6N), with N = k(k + 1)/6 the root is 1
    from scipy.stats import studentized_range

    expected = studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2)
    found = critical_difference(k, 6) * np.sqrt(36 / (k * (k + 1)))
    assert found == pytest.approx(expected, abs=0.0011)


def test_a_critical_difference_needs_two_algorithms() -> None:
    with pytest.raises(ParameterError, match="2 to 10"):
        critical_difference(1, 10)


TASKS = registry().suite("quick")


def load(task: Task) -> tuple[Examples, Mask, str]:
    if task.name == "pair50":
        raise DataError("pair50.owl is not at hand.")
    if task.name == "pyrimidine":
        raise SourceError("pyrimidine.owl cannot be read.")
    X, y = shop(seed=len(task.name))
    return X, y, task.name


@pytest.fixture(scope="module")
def results() -> list[TaskResult]:
    plan = Plan(
        learners=(FoilDL(), FuzzyOWLBoost(n_rounds=2)),
        grid="none",
        protocol=Protocol(folds=3, nested=True),
    )
    return list(run_suite(TASKS, load, plan, EvaluationContext()))


def test_a_task_that_cannot_be_run_does_not_stop_the_others(results: list[TaskResult]) -> None:
    assert [result.task.name for result in results if result.runs] == [
        "iris-versicolor",
        "iris-virginica",
        "wine-2",
        "lymphography",
    ]
    assert results[3].missing == "pair50.owl is not at hand."
    assert results[4].failed == "pyrimidine.owl cannot be read."
    assert "the registry expects 50 and 100" in results[0].runs[0].remarks[-1]


def test_negatives_that_are_not_as_many_as_told_are_remarked() -> None:
    task = replace(TASKS[0], n_positives=14, n_negatives=25)
    plan = Plan(learners=(FoilDL(),), grid="none", protocol=Protocol(folds=3))
    (result,) = run_suite([task], load, plan, EvaluationContext())
    told = "The data have 14 positives and 26 negatives, but the registry expects 14 and 25."
    assert result.runs[0].remarks[-1] == told
    (right,) = run_suite([replace(task, n_negatives=26)], load, plan, EvaluationContext())
    assert told not in right.runs[0].remarks


def test_folds_of_a_file_that_has_changed_are_run_again(tmp_path: Path) -> None:
    plan = Plan(learners=(FoilDL(),), grid="none", protocol=Protocol(folds=3))
    running = EvaluationContext(store=FoldStore(tmp_path))
    begun: list[int] = []

    def counted(done: int, _: int) -> None:
        if not begun or done < begun[-1]:
            begun.append(done)

    def run(digest: str) -> None:
        def opened(_: Task) -> tuple[Examples, Mask, str]:
            return (*shop(), digest)

        begun.clear()
        list(run_suite(TASKS[:1], opened, plan, running, lambda _: counted))

    run("as it was")
    assert begun == [0]
    run("as it was")
    assert begun == [3]
    run("changed")
    assert begun == [0]


def test_a_figure_that_a_run_lacks_is_left_out_of_comparisons(results: list[TaskResult]) -> None:
    def without(result: TaskResult, name: str) -> TaskResult:
        data = [run_to_json(run) for run in result.runs]
        for run in data[:1]:
            for fold in [*run["configurations"][0]["folds"], *run["nested"]["folds"]]:
                del fold[name]
        return replace(result, runs=tuple(map(run_from_json, data)))

    done = [result for result in results if result.runs]
    summary = summarise("quick", [without(done[0], "F1"), *done[1:]])
    whole = summarise("quick", done[1:])
    assert summary.rows[0]["F1"] is None
    assert summary.rows[0]["fF1F1"] is None
    assert summary.comparisons["boost"]["F1"] == whole.comparisons["boost"]["F1"]
    assert summary.comparisons["boost"]["fF1F1"] == whole.comparisons["boost"]["fF1F1"]
    assert (summary.ranks, summary.critical_difference) == (whole.ranks, whole.critical_difference)
    first = markdown_text(summary).splitlines()[7].split(" | ")
    assert (first[4], first[7]) == ("–", "–")
    errors = summarise("quick", [without(result, "MSE") for result in done])
    assert errors.mse["foil"] is None
    assert "Mean MSE: FOIL-DL –, Fuzzy OWL-Boost 0." in markdown_text(errors)
    nothing = summarise("quick", [without(result, "F1") for result in done])
    assert (nothing.ranks, nothing.critical_difference) == ({}, None)
    assert "Average ranks" not in markdown_text(nothing)


def test_a_summary_has_a_row_for_each_task_and_algorithm(results: list[TaskResult]) -> None:
    summary = summarise("quick", results)
    assert len(summary.rows) == 8
    assert all(tuple(row) == COLUMNS for row in summary.rows)
    assert summary.baseline == "foil"
    row = summary.rows[1]
    run = results[0].runs[1]
    assert row["algorithm"] == "boost"
    assert row["fF1F1"] == run.winner.scores.fuzzy_crisp_f1
    assert row["F1"] == run.winner.scores.mean["F1"]
    assert row["nested_fF1F1"] == run.nested.scores.fuzzy_crisp_f1  # type: ignore[union-attr]
    foil = [row["fF1F1"] for row in summary.rows[::2]]
    boost = [row["fF1F1"] for row in summary.rows[1::2]]
    assert summary.comparisons["boost"]["fF1F1"] == compare(boost, foil)
    assert summary.not_run.keys() == {"pair50", "pyrimidine"}


def test_nested_figures_have_rows_averages_and_comparisons(results: list[TaskResult]) -> None:
    summary = summarise("quick", results)
    assert [row["algorithm"] for row in summary.nested] == ["foil", "boost"] * 4
    nested = results[0].runs[0].nested
    assert nested is not None
    assert summary.nested[0]["F1"] == nested.scores.mean["F1"]
    assert summary.nested[0]["F1_over_repeats"] is None
    text = markdown_text(summary)
    mean = np.mean([row["MCC"] for row in summary.nested[1::2]])
    (line,) = [line for line in text.splitlines() if line.startswith("| **mean** | Fuzzy OWL")]
    assert line.split(" | ")[6] == f"{mean:.3f}"
    middle = sorted(row["MCC"] for row in summary.nested[1::2])[1:3]
    (line,) = [line for line in text.splitlines() if line.startswith("| **median** | Fuzzy OWL")]
    assert line.split(" | ")[6] == f"{sum(middle) / 2:.3f}"
    assert "| Fuzzy OWL-Boost | FOIL-DL | fF1F1 | " in text


def test_without_nested_figures_there_is_no_table_of_them(results: list[TaskResult]) -> None:
    plain = [
        replace(result, runs=tuple(replace(run, nested=None) for run in result.runs))
        for result in results
    ]
    summary = summarise("quick", plain)
    assert summary.nested == ()
    assert "## Nested" not in markdown_text(summary)


def test_repeats_have_a_deviation_of_their_means() -> None:
    figures = [0.2, 0.4, 0.8, 1.0]
    folds = tuple(Score(dict.fromkeys(MEASURES, figure), 0.5, 1, 1.0) for figure in figures)
    two = Scores(folds, ((0, 0), (0, 1), (1, 0), (1, 1)))
    assert two.repeat_deviation("F1") == pytest.approx(0.6 / 2**0.5)
    assert Scores(folds[:2], ((0, 0), (0, 1))).repeat_deviation("F1") is None


def test_a_summary_is_written_three_ways(results: list[TaskResult]) -> None:
    summary = summarise("paper", results)
    lines = csv_text(summary).splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert len(lines) == 9
    formula = replace(summary, rows=({**summary.rows[0], "task": "=1+1"},))
    assert csv_text(formula).splitlines()[1].startswith("'=1+1,")
    text = markdown_text(summary)
    assert "| +16.69 %, 15/3/1 |" in text.replace("  ", " ")
    assert "; the paper: FOIL-DL 0.045, Fuzzy OWL-Boost 0.036." in text
    assert "- pair50: pair50.owl is not at hand." in text
    assert '"improvement": 16.69' in json_text(summary)
    assert "paper" not in markdown_text(summarise("quick", results))


@pytest.fixture(scope="module")
def both_placings() -> list[TaskResult]:
    plan = Plan(
        learners=(FoilDL(), FuzzyOWLBoost(n_rounds=2)), protocol=Protocol(folds=3, name="paper")
    )
    return list(run_suite(TASKS[:3], load, plan, EvaluationContext()))


def test_under_the_papers_protocol_each_placing_has_a_row(both_placings: list[TaskResult]) -> None:
    summary = summarise("paper", both_placings)
    assert summary.protocol == "paper"
    told = [(row["task"], row["algorithm"], row["fuzzify"]) for row in summary.placings]
    assert told == [
        (task.name, algorithm, placing)
        for task in TASKS[:3]
        for algorithm in ("foil", "boost")
        for placing in ("uniform", "cmeans")
    ]
    run = both_placings[0].runs[0]
    for row, placing in zip(summary.placings, ("uniform", "cmeans"), strict=False):
        merits = [
            one.scores.fuzzy_crisp_f1 or 0.0
            for one in run.configurations
            if one.parameters["fuzzify"] == placing
        ]
        assert len(merits) == 12
        assert row["fF1F1"] == max(merits)
    pairs = list(zip(summary.placings[::2], summary.placings[1::2], strict=True))
    assert any(first["fF1F1"] != second["fF1F1"] for first, second in pairs)
    for pair, best in zip(pairs, summary.rows, strict=True):
        merits = [row["fF1F1"] for row in pair]
        assert best["fF1F1"] == max(merits)
        assert [row["leads"] for row in pair] == [merits[0] > merits[1], merits[1] > merits[0]]
    by_placing = summary.by_placing
    assert by_placing is not None
    assert by_placing.wins == sum(second["leads"] for _, second in pairs)
    assert by_placing.losses == sum(first["leads"] for first, _ in pairs)
    assert csv_text(summary).count("\n") == 1 + 6
    assert placings_csv_text(summary).splitlines()[0] == ",".join(PLACING_COLUMNS)
    assert placings_csv_text(summary).count("\n") == 1 + 12


def test_placings_tell_precision_recall_examples_and_the_best(
    both_placings: list[TaskResult],
) -> None:
    summary = summarise("paper", both_placings)
    runs = [run for result in both_placings for run in result.runs for _ in range(2)]
    for row, run in zip(summary.placings, runs, strict=True):
        found = run.configurations[run.best_by_fuzzify[row["fuzzify"]]].scores
        for name in ("precision", "recall"):
            folds = [fold.measures[name] for fold in found.folds]
            assert row[name] == pytest.approx(sum(folds) / 3)
        assert (row["positives"], row["negatives"]) == (run.positives, run.examples - run.positives)
        assert row["best"] == (run.best_by_fuzzify[row["fuzzify"]] == run.best)
    best = [row for row in summary.placings if row["best"]]
    assert [{name: row[name] for name in COLUMNS} for row in best] == list(summary.rows)


def test_the_papers_table_tells_u_and_c(both_placings: list[TaskResult]) -> None:
    summary = summarise("paper", both_placings)
    text = markdown_text(summary)
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| iris-versi")]
    assert [row[1] for row in rows] == ["FOIL-DL"] * 2 + ["Fuzzy OWL-Boost"] * 2
    assert [row[2].strip("*") for row in rows] == ["u", "c", "u", "c"]
    for cells, row in zip(rows, summary.placings, strict=False):
        assert cells[2].startswith("**") == row["leads"]
        assert cells[3:5] == [str(row["sets"]), f"{row['theta']:g}"]
    assert "losses; the paper: 14 wins, 9 losses." in text
    lists = [
        replace(one, runs=tuple(replace(run, protocol=Protocol(folds=3)) for run in one.runs))
        for one in both_placings
    ]
    other = markdown_text(summarise("paper", lists))
    assert len([line for line in other.splitlines() if line.startswith("| iris-versi")]) == 2


def test_means_have_medians_beside_them(both_placings: list[TaskResult]) -> None:
    summary = summarise("paper", both_placings)
    boost = [row["MSE"] for row in summary.rows if row["algorithm"] == "boost"]
    assert summary.mse["boost"] == pytest.approx(sum(boost) / 3)
    assert summary.median_mse["boost"] == sorted(boost)[1]
    found = summary.comparisons["boost"]["fF1F1"]
    cells = f"| {found.improvement:+.2f} % | {found.without_largest:+.2f} % ({found.largest:+.2f} %"
    text = markdown_text(summary)
    assert f"{cells} left out) | {found.median:+.2f} % |" in text
    assert f"Median MSE: FOIL-DL {summary.median_mse['foil']:.3f}, Fuzzy OWL-Boost" in text


def test_one_placing_alone_is_compared_with_none(results: list[TaskResult]) -> None:
    summary = summarise("quick", results)
    assert len(summary.placings) == len(summary.rows)
    assert not any(row["leads"] for row in summary.placings)
    assert summary.by_placing is None
    assert "C-means against" not in markdown_text(summary)


def test_a_protocol_sets_moves_and_the_user_overrules_it() -> None:
    task = registry().tasks["pair50"]

    def moves(name: str, **fixed: int) -> set[tuple[int, int, bool]]:
        plan = Plan(protocol=Protocol(name=name), fixed=fixed)
        return {
            (one.max_depth, one.lookahead_or_depth, one.overlapping_sets)  # type: ignore[attr-defined]
            for one in plan.configurations(task)
        }

    assert moves("paper") == {(2, 0, True)}
    assert moves("lists") == moves("") == {(2, 2, False)}
    assert moves("paper", lookahead=1) == {(2, 1, True)}
    assert moves("paper", max_depth=3, overlapping_sets=False) == {(3, 0, False)}
    assert moves("lists", max_depth=3) == {(3, 3, False)}


def test_the_command_line_knows_all_protocols_of_suites() -> None:
    assert {one.value for one in SuiteProtocol} == set(SETTINGS)


def test_where_all_are_examples_only_positives_are_counted() -> None:
    task = replace(registry().tasks["lymphography"], n_positives=13)
    plan = Plan(learners=(FoilDL(),), grid="none", protocol=Protocol(folds=3, name="paper"))
    (result,) = run_suite([task], load, plan, EvaluationContext())
    told = "The data have 14 positives, but the registry expects 13."
    assert result.runs[0].remarks[-1] == told
    (right,) = run_suite([replace(task, n_positives=14)], load, plan, EvaluationContext())
    assert right.runs[0].remarks == ()


def test_plots_are_written(results: list[TaskResult], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from owlboost.report.score_plots import paired_plot, rank_plot

    summary = summarise("quick", results)
    paired_plot(summary, tmp_path / "paired.svg")
    rank_plot(summary, tmp_path / "ranks.svg")
    paired_plot(summary, tmp_path / "paired.png")
    assert "Fuzzy OWL-Boost" in (tmp_path / "paired.svg").read_text(encoding="utf-8")
    assert "CD = " in (tmp_path / "ranks.svg").read_text(encoding="utf-8")
    assert (tmp_path / "paired.png").read_bytes().startswith(b"\x89PNG")


def test_improvements_are_drawn_with_their_numbers(
    results: list[TaskResult], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    from owlboost.report.score_plots import improvement_plot

    summary = summarise("quick", results)
    low, high = ({**row, "fF1F1": 0.1} for row in summary.rows[:2])
    other = ({**low, "task": "b"}, {**high, "task": "b"})
    empty = ({**low, "task": "empty", "fF1F1": 0.0}, {**high, "task": "empty"})
    rows = (low, {**high, "fF1F1": 0.75}, *other, *empty)
    improvement_plot(replace(summary, rows=rows), tmp_path / "all.svg", rows[1]["algorithm"])
    text = (tmp_path / "all.svg").read_text(encoding="utf-8")
    assert "+650.0 %" in text  # 0.75 / 0.1 - 1
    assert "+0.0 %" in text
    assert "empty" not in text


def test_fuzzy_sets_are_drawn_property_by_property(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from owlboost.report.score_plots import sets_plot

    low, high = (
        FuzzySet("price_L", LeftShoulder(40, 60)),
        FuzzySet("price_H", RightShoulder(40, 60)),
    )
    sets_plot({"uniform, 2 sets": [Partition("ex#price", (low, high))]}, tmp_path / "sets.svg")
    text = (tmp_path / "sets.svg").read_text(encoding="utf-8")
    for label in ("uniform, 2 sets", ">price<", ">L<", ">H<"):
        assert label in text
    with pytest.raises(ParameterError, match="no property has fuzzy sets"):
        sets_plot({"uniform, 2 sets": []}, tmp_path / "none.svg")


def test_an_empty_suite_has_an_empty_table() -> None:
    summary = summarise("quick", [TaskResult(TASKS[0], missing="not at hand")])
    assert summary.rows == ()
    assert "not at hand" in markdown_text(summary)
