"""Run a study: every setting on the same folds of every task, a row for each division."""

import csv
import io
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, product
from pathlib import Path
from statistics import fmean

from tools.studies.data import Limited, opened
from tools.studies.definitions import SEED, Setting, Study

from owlboost.data.examples import Examples
from owlboost.errors import OwlboostError
from owlboost.evaluation.benchmark import SETTINGS
from owlboost.evaluation.evaluate import EvaluationContext, evaluate_all
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.scores import Score, figures
from owlboost.learners.learner import LEARNERS, Learner
from owlboost.runtime.array_types import Mask
from owlboost.runtime.engine import LocalEngine

Row = dict[str, str | int | float | None]

MEASURES = ("F1", "fuzzy_F1", "fF1F1", "MSE", "MCC", "threshold_F1", "AUC", "AP")
COLUMNS = (
    "task",
    "algorithm",
    "setting",
    "repeat",
    *MEASURES,
    "rules",
    "seconds",
    "wall",
    "failed",
)


def rows_of(study: Study) -> Iterator[Row]:
    """Yield a row for each task, setting and division; settings of the same data share folds."""
    for task in study.tasks:
        by_data = groupby(sorted(study.settings, key=_data_of), key=_data_of)
        for _, group in by_data:
            yield from _rows_of_task(task, tuple(group), study.repeats)


def _data_of(setting: Setting) -> tuple[str, int]:
    return setting.data, setting.jobs


def _rows_of_task(task: str, settings: Sequence[Setting], repeats: int) -> Iterator[Row]:
    data, jobs = _data_of(settings[0])
    start = time.perf_counter()
    try:
        X, y, limited = opened(task, data)
        scored = _scored(X, y, settings, limited, Protocol(repeats=repeats, seed=SEED), jobs)
    except OwlboostError as error:
        for setting in settings:
            yield _key(task, setting, 0) | {"failed": error.message}
        return
    wall = time.perf_counter() - start
    for setting, of_setting in zip(settings, scored, strict=True):
        for repeat in range(repeats):
            each = [figures(scores) for scores in (by[repeat] for by in of_setting)]
            averaged = {name: _mean(figure.get(name) for figure in each) for name in _FIGURES}
            yield _key(task, setting, repeat) | averaged | {"wall": wall}


_FIGURES = (*MEASURES, "rules", "seconds")


def _key(task: str, setting: Setting, repeat: int) -> Row:
    names = {"task": task, "algorithm": setting.algorithm, "setting": setting.name}
    return {**names, "repeat": repeat}


def _mean(values: Iterator[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _scored(
    X: Examples,
    y: Mask,
    settings: Sequence[Setting],
    limited: Limited,
    protocol: Protocol,
    jobs: int,
) -> list[list[list[list[Score]]]]:
    """Return scores by setting, by averaged value, by repeat and by fold."""
    groups = [learners_of(setting, limited) for setting in settings]
    running = EvaluationContext(LocalEngine(jobs)) if jobs > 1 else None
    runs = evaluate_all(
        [learner for group in groups for learner in group], X, y, folds=protocol, running=running
    )
    results = {run.algorithm: iter(run.configurations) for run in runs}
    scored = []
    for setting, group in zip(settings, groups, strict=True):
        here = [next(results[setting.algorithm]).scores for _ in group]
        scored.append(
            [
                [
                    [score for (at, _), score in zip(one.places, one.folds, strict=True) if at == r]
                    for r in range(protocol.repeats)
                ]
                for one in here
            ]
        )
    return scored


def learners_of(setting: Setting, limited: Limited) -> list[Learner]:
    """Return the learners of a setting: one for each averaged value.

    They learn by the paper's protocol or by that of lists, except for what the setting says.
    """
    protocol = SETTINGS.get(setting.data, SETTINGS["paper"])
    base = limited(LEARNERS[setting.algorithm]()).adjusted(**protocol.parameters)
    base = replace(base, **setting.parameters)
    return [
        replace(base, **dict(zip(setting.averaged, values, strict=True)))
        for values in product(*setting.averaged.values())
    ]


def csv_text(rows: Sequence[Row]) -> str:
    """Return rows as CSV, in six significant digits."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(
        {name: f"{cell:.6g}" if isinstance(cell, float) else cell for name, cell in row.items()}
        for row in rows
    )
    return text.getvalue()


def read_rows(path: Path) -> list[Row]:
    """Read the rows of a study; an empty cell is None."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: _cell(name, cell) for name, cell in row.items()} for row in csv.DictReader(file)
        ]


def _cell(name: str, cell: str) -> str | float | None:
    if name in ("task", "algorithm", "setting", "failed"):
        return cell
    return float(cell) if cell else None
