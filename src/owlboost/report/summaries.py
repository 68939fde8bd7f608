"""A suite in one table: every task and algorithm, the averages, and the paper's beside them."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from owlboost.evaluation.benchmarking import TaskResult
from owlboost.evaluation.grids import shown_parameters
from owlboost.evaluation.runs import RunResult, Scores
from owlboost.evaluation.statistics import Comparison, average_ranks, compare, critical_difference
from owlboost.learners.registry import title
from owlboost.report.nested_summaries import nested_markdown, nested_rows

PAPER = {
    "fF1F1": {"improvement": 16.69, "wins": 15, "ties": 3, "losses": 1},
    "fuzzy_F1": {"improvement": 15.16, "wins": 15, "ties": 3, "losses": 1},
    "F1": {"improvement": 1.21, "wins": 6, "ties": 6, "losses": 7},
    "MSE": {"boost": 0.036, "foil": 0.045},
}
"""What the paper states of Fuzzy OWL-Boost over FOIL-DL (its section 4.2)."""

COLUMNS = (
    "task",
    "algorithm",
    "starred",
    "fuzzify",
    "sets",
    "theta",
    "F1",
    "F1_deviation",
    "fuzzy_F1",
    "fuzzy_F1_deviation",
    "MSE",
    "fF1F1",
    "nested_fF1F1",
    "nested_F1",
    "threshold_F1",
    "balanced_accuracy",
    "MCC",
    "top_F1",
    "rules",
    "seconds",
)

_COMPARED = ("fF1F1", "fuzzy_F1", "F1")


@dataclass(frozen=True, slots=True)
class Summary:
    """A suite as rows, comparisons with the baseline, and what could not be run.

    Attributes
    ----------
    suite
        Name of the suite.
    rows
        One for each task and algorithm, by :data:`COLUMNS`.
    nested
        The same for configurations that were chosen inside training, if asked for.
    comparisons
        Algorithm → measure → it against the baseline.
    mse
        Algorithm → mean of its MSE.
    ranks, critical_difference
        Average ranks by fF1F1, and how far apart they must lie to differ.
    not_run
        Task → the reason.
    remarks
        Task → what there is to tell.
    """

    suite: str
    rows: tuple[dict[str, Any], ...]
    nested: tuple[dict[str, Any], ...]
    baseline: str
    comparisons: dict[str, dict[str, Comparison]]
    mse: dict[str, float]
    ranks: dict[str, float]
    critical_difference: float | None
    not_run: dict[str, str]
    remarks: dict[str, tuple[str, ...]]


def summarise(suite: str, results: Sequence[TaskResult]) -> Summary:
    """Make the table of a suite; the first algorithm is the baseline."""
    done = [result for result in results if result.runs]
    algorithms = [run.algorithm for run in done[0].runs] if done else []
    rows = tuple(row_of(result.task.name, run) for result in done for run in result.runs)
    by = {name: [row for row in rows if row["algorithm"] == name] for name in algorithms}
    baseline = algorithms[0] if algorithms else ""
    several = len(algorithms) > 1
    figures = np.array([[row["fF1F1"] for row in by[name]] for name in algorithms]).T
    return Summary(
        suite=suite,
        rows=rows,
        nested=nested_rows(done),
        baseline=baseline,
        comparisons={
            name: {
                measure: compare(
                    [row[measure] for row in by[name]], [row[measure] for row in by[baseline]]
                )
                for measure in _COMPARED
            }
            for name in algorithms[1:]
        },
        mse={name: float(np.mean([row["MSE"] for row in by[name]])) for name in algorithms},
        ranks=dict(zip(algorithms, average_ranks(figures).tolist(), strict=True))
        if several
        else {},
        critical_difference=critical_difference(len(algorithms), len(done)) if several else None,
        not_run={r.task.name: r.missing or r.failed for r in results if not r.runs},
        remarks={r.task.name: r.runs[0].remarks for r in done if r.runs[0].remarks},
    )


def row_of(task: str, run: RunResult) -> dict[str, Any]:
    """Return one row of the table: the best configuration of a run."""
    scores: Scores = run.winner.scores
    mean, deviation = scores.mean, scores.deviation
    chosen = run.winner.parameters
    row = {
        "task": task,
        "algorithm": run.algorithm,
        "starred": run.starred,
        "fuzzify": chosen["fuzzify"],
        "sets": chosen["sets"],
        "theta": chosen["theta"],
        "F1_deviation": deviation["F1"],
        "fuzzy_F1_deviation": deviation["fuzzy_F1"],
        "fF1F1": scores.fuzzy_crisp_f1,
        "nested_fF1F1": None if run.nested is None else run.nested.scores.fuzzy_crisp_f1,
        "nested_F1": None if run.nested is None else run.nested.scores.mean["F1"],
        "top_F1": run.top.mean["F1"],
    }
    return {name: row[name] if name in row else mean[name] for name in COLUMNS}


def csv_text(summary: Summary) -> str:
    """Return the rows as CSV, in full precision."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(summary.rows)
    return text.getvalue()


def json_text(summary: Summary) -> str:
    """Return the whole summary as JSON."""
    data = {"format": "owlboost/bench", "version": 1, **asdict(summary)}
    if _is_papers(summary):
        data["paper"] = PAPER
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def markdown_text(summary: Summary) -> str:
    """Return the table, the averages and the remarks as Markdown."""
    return "\n".join(_markdown(summary)) + "\n"


def _markdown(summary: Summary) -> Iterator[str]:
    yield f"# Suite {summary.suite}"
    yield ""
    yield "Best configuration by fF1F1; mean over test folds, ± standard deviation. ★: training and"
    yield "test are the same examples. ⊤: everything is positive. t: threshold fitted in training."
    yield ""
    yield from _table(summary)
    if summary.comparisons:
        yield ""
        yield from _comparisons(summary)
    if summary.nested:
        yield ""
        yield from nested_markdown(summary.nested)
    for heading, notes in (("Not run", summary.not_run), ("Remarks", _joined(summary.remarks))):
        if notes:
            yield from ("", f"## {heading}", "")
            yield from (f"- {task}: {text}" for task, text in notes.items())


def _joined(remarks: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {task: " ".join(told) for task, told in remarks.items()}


def _table(summary: Summary) -> Iterator[str]:
    nested = any(row["nested_fF1F1"] is not None for row in summary.rows)
    titles = ["task", "algorithm", "sets", "θ", "F1", "fuzzy F1", "MSE", "fF1F1"]
    titles += ["nested fF1F1"] if nested else []
    titles += ["F1 at t", "bal. acc.", "MCC", "F1 of ⊤", "rules", "seconds"]
    yield "| " + " | ".join(titles) + " |"
    yield "|" + "---|" * len(titles)
    for row in summary.rows:
        star = " ★" if row["starred"] else ""
        cells = [row["task"] + star, title(row["algorithm"])]
        chosen = shown_parameters(
            row["algorithm"], {name: row[name] for name in ("sets", "fuzzify", "theta")}
        )
        cells += [f"{chosen['sets']} {chosen['fuzzify']}", chosen["theta"]]
        cells += [_spread(row, "F1"), _spread(row, "fuzzy_F1")]
        cells += [f"{row['MSE']:.3f}", f"{row['fF1F1']:.3f}"]
        cells += [f"{row['nested_fF1F1']:.3f}" if row["nested_fF1F1"] is not None else "–"][:nested]
        cells += [f"{row[name]:.3f}" for name in ("threshold_F1", "balanced_accuracy", "MCC")]
        cells += [f"{row['top_F1']:.3f}", f"{row['rules']:.1f}", f"{row['seconds']:.2f}"]
        yield "| " + " | ".join(cells) + " |"


def _spread(row: dict[str, Any], name: str) -> str:
    return f"{row[name]:.3f} ± {row[f'{name}_deviation']:.3f}"


def _comparisons(summary: Summary) -> Iterator[str]:
    yield f"## Against {title(summary.baseline)}"
    yield ""
    paper = _is_papers(summary)
    yield "| algorithm | measure | improvement | wins/ties/losses | Wilcoxon p |" + (
        " the paper |" if paper else ""
    )
    yield "|---|---|---|---|---|" + ("---|" if paper else "")
    for name, measures in summary.comparisons.items():
        for measure, found in measures.items():
            line = (
                f"| {title(name)} | {measure} | {found.improvement:+.2f} % | "
                f"{found.wins}/{found.ties}/{found.losses} | {found.p_value:.4f} |"
            )
            stated = _stated(measure) if name == "boost" else "–"
            yield line + (f" {stated} |" if paper else "")
    left_out = max(
        (found.left_out for group in summary.comparisons.values() for found in group.values()),
        default=0,
    )
    yield ""
    means = ", ".join(f"{title(name)} {mse:.3f}" for name, mse in summary.mse.items())
    yield f"Mean MSE: {means}" + ("; the paper: .036 against .045." if paper else ".")
    ranks = ", ".join(f"{title(name)} {at:.2f}" for name, at in summary.ranks.items())
    yield f"Average ranks by fF1F1: {ranks}; critical difference {summary.critical_difference:.2f}."
    if left_out:
        yield f"An improvement over 0 has no percentage: up to {left_out} tasks are left out of it."


def _stated(measure: str) -> str:
    said = PAPER[measure]
    return f"{said['improvement']:+.2f} %, {said['wins']}/{said['ties']}/{said['losses']}"


def _is_papers(summary: Summary) -> bool:
    return summary.suite == "paper" and summary.baseline == "foil" and "boost" in summary.mse
