"""Summaries of suites: comparisons of learners, as tables and as Markdown."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from owlboost.evaluation.benchmark import TaskResult
from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.run import RunResult
from owlboost.evaluation.statistics import (
    SAME,
    Comparison,
    average_ranks,
    compare,
    critical_difference,
)
from owlboost.learners.learner import title
from owlboost.models.measures import Measures, shown_in
from owlboost.report.number_text import (
    ABSENT,
    figure,
    harmless,
    markdown_head,
    markdown_row,
    number,
    with_deviation,
)

Row = dict[str, Any]

PAPER: dict[str, dict[str, float]] = {
    "fF1F1": {"improvement": 16.69, "wins": 15, "ties": 3, "losses": 1},
    "fuzzy_F1": {"improvement": 15.16, "wins": 15, "ties": 3, "losses": 1},
    "F1": {"improvement": 1.21, "wins": 6, "ties": 6, "losses": 7},
    "MSE": {"boost": 0.036, "foil": 0.045},
    "c-means against uniform": {"wins": 14, "losses": 9},
}
"""Published figures of Fuzzy OWL-Boost over FOIL-DL, and of c-means (the paper's section 4.2)."""

MERIT = Measures.fuzzy_crisp_f1
"""The measure that configurations are chosen and algorithms are ranked by."""

CHOSEN = ("fuzzify", "sets", "theta")
NESTED = (MERIT.name, Measures.f1.name)
"""Nested figures that stand in the main table."""


def _columns() -> Iterator[str]:
    yield from ("task", "algorithm", "starred", *CHOSEN)
    for measure in shown_in("summary"):
        yield measure.name
        if has_deviation(measure.name):
            yield f"{measure.name}_deviation"
        if measure is MERIT:
            yield from (f"nested_{name}" for name in NESTED)
    yield from ("top_F1", "rules", "seconds")


def has_deviation(name: str) -> bool:
    """Whether the table shows the deviation of a measure."""
    return name in MERIT.product_of


COLUMNS = tuple(_columns())
PLACING_COLUMNS = (
    *COLUMNS,
    *(measure.name for measure in (Measures.precision, Measures.recall)),
    "positives",
    "negatives",
    "leads",
    "best",
)
"""Columns of placings.csv: also the examples, and which rows are better than which."""

NESTED_COLUMNS = (*(measure.name for measure in shown_in("nested")), "rules", "seconds")


@dataclass(frozen=True, slots=True)
class Summary:
    """A suite as rows, comparisons with the baseline, and failures.

    Attributes
    ----------
    suite, protocol
        Name of the suite, and of its protocol.
    rows
        One for each task and algorithm, by :data:`COLUMNS`; None for what a run lacks.
    placings
        The same by :data:`PLACING_COLUMNS` for each placing of fuzzy sets: the best configuration
        among those that have it. One row if a run has one placing.
    nested
        The same for configurations that were chosen inside training, if asked for.
    comparisons
        Algorithm → measure → it against the baseline, over the tasks that have both figures.
    by_placing
        C-means against uniform by fF1F1, over tasks and algorithms; None if a run lacks one of
        them.
    mse, median_mse
        Algorithm → mean of its MSE, and median.
    ranks, critical_difference
        Average ranks by fF1F1, and how far apart they must lie to differ.
    not_run
        Task → the reason.
    remarks
        Task → remarks on its runs.
    """

    suite: str
    protocol: str
    rows: tuple[Row, ...]
    placings: tuple[Row, ...]
    nested: tuple[Row, ...]
    baseline: str
    comparisons: dict[str, dict[str, Comparison]]
    by_placing: Comparison | None
    mse: dict[str, float | None]
    median_mse: dict[str, float | None]
    ranks: dict[str, float]
    critical_difference: float | None
    not_run: dict[str, str]
    remarks: dict[str, tuple[str, ...]]

    @property
    def is_of_the_paper(self) -> bool:
        """Whether the paper reports figures for the same tasks and algorithms."""
        return self.suite == "paper" and self.baseline == "foil" and "boost" in self.mse


def summarise(suite: str, results: Sequence[TaskResult]) -> Summary:
    """Summarise a suite; the first algorithm is the baseline."""
    done = [result for result in results if result.runs]
    algorithms = [run.algorithm for run in done[0].runs] if done else []
    baseline = algorithms[0] if algorithms else ""
    rows = tuple(row_of(result.task.name, run) for result in done for run in result.runs)
    placings = placing_rows(done)
    ranked = np.array(common(rows, algorithms, MERIT.name)).T
    several = len(algorithms) > 1 and ranked.size > 0
    return Summary(
        suite=suite,
        protocol=done[0].runs[0].protocol.name if done else "",
        rows=rows,
        placings=placings,
        nested=nested_rows(done),
        baseline=baseline,
        comparisons={
            name: {
                measure.name: compare(*common(rows, (name, baseline), measure.name))
                for measure in shown_in("compared")
            }
            for name in algorithms[1:]
        },
        by_placing=compare_placings(placings),
        mse={name: mean_of(rows, name, Measures.mse.name) for name in algorithms},
        median_mse={name: median_of(rows, name, Measures.mse.name) for name in algorithms},
        ranks=dict(zip(algorithms, average_ranks(ranked).tolist(), strict=True)) if several else {},
        critical_difference=critical_difference(len(algorithms), len(ranked)) if several else None,
        not_run={r.task.name: r.missing or r.failed for r in results if not r.runs},
        remarks={r.task.name: r.runs[0].remarks for r in done if r.runs[0].remarks},
    )


def row_of(task: str, run: RunResult) -> Row:
    """Return one row of the table: the best configuration of a run."""
    nested = {} if run.nested is None else run.nested.scores.figures
    row = _configuration_row(task, run, run.best)
    return row | {f"nested_{name}": nested.get(name) for name in NESTED}


def _configuration_row(task: str, run: RunResult, at: int) -> Row:
    """Return the row of a configuration, without nested figures."""
    configuration = run.configurations[at]
    row: Row = {"task": task, "algorithm": run.algorithm, "starred": run.starred}
    row |= {name: configuration.parameters[name] for name in CHOSEN}
    row |= {f"{name}_deviation": value for name, value in configuration.scores.deviation.items()}
    row |= {"top_F1": run.top.mean.get(Measures.f1.name)}
    row |= configuration.scores.figures
    return {name: row.get(name) for name in COLUMNS}


def placing_rows(results: Sequence[TaskResult]) -> tuple[Row, ...]:
    """Return one row per placing of each run, as in the paper.

    ``leads``: it is better than the other placings of the run; ``best``: it is the best
    configuration of the run.
    """
    return tuple(
        _placing_row(result.task.name, run, at)
        for result in results
        for run in result.runs
        for at in run.best_by_fuzzify.values() or (run.best,)
    )


def _placing_row(task: str, run: RunResult, at: int) -> Row:
    means = run.configurations[at].scores.mean
    accuracy = {name: means.get(name) for name in PLACING_COLUMNS if name not in COLUMNS}
    counted = {"positives": run.positives, "negatives": run.examples - run.positives}
    chosen = {"leads": _is_best_placing(run, at), "best": at == run.best}
    return _configuration_row(task, run, at) | accuracy | counted | chosen


def _is_best_placing(run: RunResult, at: int) -> bool:
    """Whether a placing's best configuration beats those of all others."""
    mine = run.configurations[at].scores.fuzzy_crisp_f1
    rivals = [
        run.configurations[rival].scores.fuzzy_crisp_f1
        for rival in run.best_by_fuzzify.values()
        if rival != at
    ]
    return bool(rivals) and all(
        mine is not None and (score is None or mine > score + SAME) for score in rivals
    )


def compare_placings(rows: Sequence[Row]) -> Comparison | None:
    """Compare c-means with uniform, run by run."""
    merits: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        by_placing = merits.setdefault((row["task"], row["algorithm"]), {})
        by_placing[row["fuzzify"]] = row[MERIT.name]
    pairs = [
        (by_placing.get("cmeans"), by_placing.get("uniform")) for by_placing in merits.values()
    ]
    complete = [(first, second) for first, second in pairs if None not in (first, second)]
    return (
        compare(*zip(*complete, strict=True)) if complete and len(complete) == len(pairs) else None
    )


def nested_rows(results: Sequence[TaskResult]) -> tuple[Row, ...]:
    """Return one row per algorithm of the tasks with nested figures."""
    return tuple(
        {"task": result.task.name, "algorithm": run.algorithm, **_nested_figures(run)}
        for result in results
        if all(run.nested is not None for run in result.runs)
        for run in result.runs
    )


def _nested_figures(run: RunResult) -> Row:
    if run.nested is None:
        raise AssertionError("Only runs with nested figures have a row.")
    scores, f1 = run.nested.scores, Measures.f1.name
    figures = scores.figures
    row: Row = {name: figures.get(name) for name in NESTED_COLUMNS}
    row[f"{f1}_deviation"] = scores.deviation.get(f1)
    row[f"{f1}_over_repeats"] = scores.repeat_deviation(f1)
    return row


def common(rows: Sequence[Row], algorithms: Sequence[str], name: str) -> list[list[float]]:
    """Return figures by algorithm for the tasks where all have one.

    Examples
    --------
    >>> figures = [("a", 1.0), ("b", 2.0), ("a", None), ("b", 3.0)]
    >>> rows = [{"algorithm": name, "F1": f1} for name, f1 in figures]
    >>> common(rows, ["b", "a"], "F1")
    [[2.0], [1.0]]
    """
    columns = [
        [row[name] for row in rows if row["algorithm"] == algorithm] for algorithm in algorithms
    ]
    whole = [task for task in zip(*columns, strict=True) if None not in task]
    return [[task[at] for task in whole] for at in range(len(algorithms))]


def mean_of(rows: Sequence[Row], algorithm: str, name: str) -> float | None:
    """Mean of a figure over the tasks where an algorithm has it."""
    (column,) = common(rows, [algorithm], name)
    return float(np.mean(column)) if column else None


def median_of(rows: Sequence[Row], algorithm: str, name: str) -> float | None:
    """Median of a figure over the tasks where an algorithm has it."""
    (column,) = common(rows, [algorithm], name)
    return float(np.median(column)) if column else None


def csv_text(summary: Summary) -> str:
    """Return the rows as CSV, in full precision."""
    return _csv(summary.rows, COLUMNS)


def placings_csv_text(summary: Summary) -> str:
    """Return the rows of all placings as CSV, in full precision."""
    return _csv(summary.placings, PLACING_COLUMNS)


def _csv(rows: Sequence[Row], columns: Sequence[str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {name: harmless(cell) if isinstance(cell, str) else cell for name, cell in row.items()}
        for row in rows
    )
    return text.getvalue()


def json_text(summary: Summary) -> str:
    """Return the whole summary as JSON."""
    data = {"format": "owlboost/bench", "version": 1, **asdict(summary)}
    if summary.is_of_the_paper:
        data["paper"] = PAPER
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


PLACING_LETTERS = {"uniform": "u", "cmeans": "c"}
"""Abbreviations of placings of fuzzy sets in the paper's table."""


def markdown_text(summary: Summary) -> str:
    """Return the table, the averages and the remarks as Markdown."""
    return "\n".join(_markdown(summary)) + "\n"


def _markdown(summary: Summary) -> Iterator[str]:
    yield f"# Suite {summary.suite}"
    yield ""
    yield "Best configuration by fF1F1; mean over test folds, ± standard deviation. ★: training and"
    yield "test are the same examples. ⊤: everything is positive. t: threshold fitted in training."
    if summary.protocol == "paper":
        yield "Protocol of the paper: all individuals are examples, and lookahead is 0 unless asked"
        yield "for. A row is the best of uniform (u) or of c-means sets (c), the better in bold."
    yield ""
    yield from _paper_table(summary) if summary.protocol == "paper" else _table(summary)
    if summary.comparisons:
        yield ""
        yield from _comparisons(summary)
    if summary.nested:
        yield ""
        yield from _nested(summary.nested)
    for heading, notes in (("Not run", summary.not_run), ("Remarks", _joined(summary.remarks))):
        if notes:
            yield from ("", f"## {heading}", "")
            yield from (f"- {task}: {text}" for task, text in notes.items())


def _joined(remarks: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {task: " ".join(sentences) for task, sentences in remarks.items()}


def _table(summary: Summary) -> Iterator[str]:
    nested = any(row[f"nested_{MERIT.name}"] is not None for row in summary.rows)
    titles = ["task", "algorithm", "sets", "θ"]
    for measure in shown_in("summary"):
        titles.append(measure.heading)
        if measure is MERIT and nested:
            titles.append(f"nested {measure.heading}")
    yield markdown_head([*titles, "F1 of ⊤", "rules", "seconds"])
    for row in summary.rows:
        yield markdown_row(list(_cells(row, nested=nested)))


def _cells(row: Row, *, nested: bool) -> Iterator[str]:
    """One row of the table of tasks."""
    chosen = shown_parameters(row["algorithm"], {name: row[name] for name in CHOSEN})
    yield row["task"] + (" ★" if row["starred"] else "")
    yield title(row["algorithm"])
    yield f"{chosen['sets']} {chosen['fuzzify']}"
    yield chosen["theta"]
    yield from _row_figures(row, nested=nested)


def _paper_table(summary: Summary) -> Iterator[str]:
    """Write a row for each task, algorithm and placing of fuzzy sets."""
    headings = [measure.heading for measure in shown_in("summary")]
    titles = ["task", "algorithm", "placing", "sets", "θ", *headings]
    yield markdown_head([*titles, "F1 of ⊤", "rules", "seconds"])
    for row in summary.placings:
        yield markdown_row(list(_placing_cells(row)))


def _placing_cells(row: Row) -> Iterator[str]:
    chosen = shown_parameters(row["algorithm"], {name: row[name] for name in CHOSEN})
    letter = PLACING_LETTERS.get(row["fuzzify"], chosen["fuzzify"])
    yield row["task"] + (" ★" if row["starred"] else "")
    yield title(row["algorithm"])
    yield f"**{letter}**" if row["leads"] else letter
    yield from (chosen["sets"], chosen["theta"])
    yield from _row_figures(row, nested=False)


def _row_figures(row: Row, *, nested: bool) -> Iterator[str]:
    for measure in shown_in("summary"):
        deviation = row[f"{measure.name}_deviation"] if has_deviation(measure.name) else None
        yield with_deviation(measure.name, row[measure.name], deviation)
        if measure is MERIT and nested:
            yield figure(measure.name, row[f"nested_{measure.name}"])
    yield figure("F1", row["top_F1"])
    yield from (figure(name, row[name]) for name in ("rules", "seconds"))


def _comparisons(summary: Summary) -> Iterator[str]:
    paper = summary.is_of_the_paper
    titles = ["algorithm", "measure", "mean improvement", "without the largest", "median"]
    titles += ["wins/ties/losses", "Wilcoxon p"]
    yield f"## Against {title(summary.baseline)}"
    yield ""
    yield markdown_head([*titles, "the paper"] if paper else titles)
    for name, measures in summary.comparisons.items():
        for measure, comparison in measures.items():
            cells = [title(name), measure, f"{comparison.improvement:+.2f} %"]
            cells += [_without_largest(comparison), f"{comparison.median:+.2f} %"]
            cells += [
                f"{comparison.wins}/{comparison.ties}/{comparison.losses}",
                number(comparison.p_value, 4),
            ]
            cells += [_published(measure) if name == "boost" else ABSENT][:paper]
            yield markdown_row(cells)
    yield ""
    stated = f"; the paper: {_errors(PAPER['MSE'], list(summary.mse))}" if paper else ""
    yield f"Mean MSE: {_errors(summary.mse, list(summary.mse))}{stated}."
    yield f"Median MSE: {_errors(summary.median_mse, list(summary.mse))}."
    if summary.ranks:
        ranks = ", ".join(f"{title(name)} {number(at, 2)}" for name, at in summary.ranks.items())
        far = number(summary.critical_difference, 2)
        yield f"Average ranks by fF1F1: {ranks}; critical difference {far}."
    if summary.by_placing is not None:
        published = PAPER["c-means against uniform"]
        stated = (
            f"; the paper: {published['wins']} wins, {published['losses']} losses" if paper else ""
        )
        by_placing = summary.by_placing
        counted = f"{by_placing.wins} wins, {by_placing.ties} ties, {by_placing.losses} losses"
        yield f"C-means against uniform sets by fF1F1: {counted}{stated}."
    left_out = max(
        comparison.left_out
        for group in summary.comparisons.values()
        for comparison in group.values()
    )
    if left_out:
        yield (
            f"An improvement over 0 cannot be given in percent, so up to {left_out} tasks are left "
            "out."
        )


def _without_largest(comparison: Comparison) -> str:
    """Write the mean without the largest improvement, and the largest."""
    if comparison.without_largest is None:
        return ABSENT
    return f"{comparison.without_largest:+.2f} % ({comparison.largest:+.2f} % left out)"


def _errors(mse: "dict[str, float] | dict[str, float | None]", algorithms: Sequence[str]) -> str:
    """Write the errors of the algorithms that have one, in order."""
    named = [name for name in algorithms if name in mse]
    return ", ".join(f"{title(name)} {figure('MSE', mse[name])}" for name in named)


def _published(measure: str) -> str:
    row = PAPER[measure]
    return f"{row['improvement']:+.2f} %, {row['wins']}/{row['ties']}/{row['losses']}"


def _nested(rows: Sequence[Row]) -> Iterator[str]:
    """Write the rows, their averages, and each algorithm against the others."""
    yield "## Nested"
    yield ""
    yield "Each fold's configuration was chosen inside its training examples. ±: standard deviation"
    yield "over folds; in brackets that of the means of repeats."
    yield ""
    headings = [measure.heading for measure in shown_in("nested")]
    yield markdown_head(["task", "algorithm", *headings, "rules", "seconds"])
    for row in rows:
        yield markdown_row([row["task"], title(row["algorithm"]), *_nested_cells(row)])
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    for name in names:
        means = [figure(key, mean_of(rows, name, key)) for key in NESTED_COLUMNS]
        yield markdown_row(["**mean**", title(name), *means])
    for name in names:
        medians = [figure(key, median_of(rows, name, key)) for key in NESTED_COLUMNS]
        yield markdown_row(["**median**", title(name), *medians])
    if len(names) > 1:
        yield ""
        yield from _against(rows, names)


def _nested_cells(row: Row) -> Iterator[str]:
    for name in NESTED_COLUMNS:
        shown = with_deviation(name, row[name], row.get(f"{name}_deviation"))
        over_repeats = row.get(f"{name}_over_repeats")
        yield shown if over_repeats is None else f"{shown} ({figure(name, over_repeats)})"


def _against(rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    yield markdown_head(
        ["nested", "against", "measure", "ratio of means", "wins/ties/losses", "Wilcoxon p"]
    )
    for at, first in enumerate(names):
        for second in names[at + 1 :]:
            for measure in shown_in("nested_compared"):
                better, worse = common(rows, (second, first), measure.name)
                comparison = compare(better, worse)
                ratio = float(np.mean(better) / np.mean(worse)) if sum(worse) > 0 else None
                cells = [title(second), title(first), measure.name, number(ratio)]
                cells += [
                    f"{comparison.wins}/{comparison.ties}/{comparison.losses}",
                    number(comparison.p_value, 4),
                ]
                yield markdown_row(cells)
