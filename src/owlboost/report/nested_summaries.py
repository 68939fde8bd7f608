"""The honest figures of a suite: what configurations reach that were chosen inside training."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from owlboost.evaluation.benchmarking import TaskResult
from owlboost.evaluation.runs import RunResult
from owlboost.evaluation.statistics import compare
from owlboost.learners.registry import title

AVERAGED = ("F1", "fuzzy_F1", "fF1F1", "MSE", "MCC", "rules", "seconds")


def nested_rows(results: Sequence[TaskResult]) -> tuple[dict[str, Any], ...]:
    """One row for each algorithm of each task that has nested figures of all algorithms."""
    return tuple(
        _row(result.task.name, run)
        for result in results
        if result.runs and all(run.nested is not None for run in result.runs)
        for run in result.runs
    )


def _row(task: str, run: RunResult) -> dict[str, Any]:
    if run.nested is None:
        raise AssertionError("Only runs with nested figures have a row.")
    scores = run.nested.scores
    mean = scores.mean | {"fF1F1": scores.fuzzy_crisp_f1}
    named: dict[str, Any] = {name: mean[name] for name in AVERAGED}
    named["F1_deviation"] = scores.deviation["F1"]
    named["F1_over_repeats"] = scores.repeat_deviation("F1")
    return {"task": task, "algorithm": run.algorithm, **named}


def nested_markdown(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Write the rows, their averages, and each algorithm against the others."""
    yield "## Nested"
    yield ""
    yield "Each fold's configuration was chosen inside its training examples. ±: standard deviation"
    yield "over folds; in brackets that of the means of repeats."
    yield ""
    yield "| task | algorithm | F1 | fuzzy F1 | fF1F1 | MSE | MCC | rules | seconds |"
    yield "|" + "---|" * 9
    for row in rows:
        spread = f"{row['F1']:.3f} ± {row['F1_deviation']:.3f}"
        if row["F1_over_repeats"] is not None:
            spread += f" ({row['F1_over_repeats']:.3f})"
        yield f"| {row['task']} | {title(row['algorithm'])} | {spread} | {_figures(row)} |"
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    for name in names:
        mean = {key: float(np.mean(_column(rows, name, key))) for key in AVERAGED}
        yield f"| **mean** | {title(name)} | {mean['F1']:.3f} | {_figures(mean)} |"
    if len(names) > 1:
        yield ""
        yield from _against(rows, names)


def _figures(row: dict[str, Any]) -> str:
    shares = " | ".join(f"{row[name]:.3f}" for name in ("fuzzy_F1", "fF1F1", "MSE", "MCC"))
    return f"{shares} | {row['rules']:.1f} | {row['seconds']:.2f}"


def _against(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> Iterator[str]:
    yield "| nested | against | measure | ratio of means | wins/ties/losses | Wilcoxon p |"
    yield "|---|---|---|---|---|---|"
    for number, first in enumerate(names):
        for second in names[number + 1 :]:
            for measure in ("fF1F1", "F1"):
                better, other = _column(rows, second, measure), _column(rows, first, measure)
                found = compare(better, other)
                ratio = f"{np.mean(better) / np.mean(other):.3f}" if np.mean(other) > 0 else "–"
                yield (
                    f"| {title(second)} | {title(first)} | {measure} | {ratio} | "
                    f"{found.wins}/{found.ties}/{found.losses} | {found.p_value:.4f} |"
                )


def _column(rows: Sequence[dict[str, Any]], algorithm: str, name: str) -> list[float]:
    return [row[name] for row in rows if row["algorithm"] == algorithm]
