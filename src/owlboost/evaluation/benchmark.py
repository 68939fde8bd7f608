"""Run several algorithms on a suite of tasks."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from owlboost.data.examples import Examples
from owlboost.errors import DataError, OwlboostError
from owlboost.evaluation.datasets import DataRegistry, LocalTask, Task, local_task
from owlboost.evaluation.evaluate import EvaluationContext, OnFold, evaluate_all
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.grid import grid
from owlboost.evaluation.run import RunResult
from owlboost.learners.learner import LEARNERS, Learner
from owlboost.runtime.array_types import Mask

BASELINES = ("foil", "boost")
"""Names of the two algorithms that the paper compares."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The choice of examples in a suite, and learners' refinement settings.

    Attributes
    ----------
    all_individuals
        Whether all named individuals of an ontology are examples, negative unless they are listed
        as positive; else exactly those that are listed.
    parameters
        What learners are set to, besides the limits of a task.
    """

    all_individuals: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)


SETTINGS: Mapping[str, Setting] = {
    "paper": Setting(all_individuals=True, parameters={"lookahead": 0, "overlapping_sets": True}),
    "lists": Setting(),
}
"""By the name of a protocol: as in the paper (note 36: all are examples), and with lists."""


def protocol_of(suite: str) -> str:
    """Return the name of a suite's default protocol.

    Examples
    --------
    >>> protocol_of("paper"), protocol_of("smlbench")
    ('paper', 'lists')
    """
    return suite if suite in SETTINGS else "lists"


Loader = Callable[[LocalTask], tuple[Examples, Mask]]
"""Opens the files of a task; a parameter, since this package reads no ontologies."""

TaskLoader = Callable[[Task], tuple[Examples, Mask, str]]
"""Finds and opens the files of a task: examples, labels and a digest of the files."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan by which every task of a suite is evaluated.

    Attributes
    ----------
    learners
        What to compare; the first is the baseline.
    protocol
        Folds; by its name the setting, that of lists if it has none.
    fixed
        Parameters that no task may change: those that the user asked for.
    """

    learners: tuple[Learner, ...] = field(
        default_factory=lambda: tuple(LEARNERS[name]() for name in BASELINES)
    )
    grid: str = "paper"
    protocol: Protocol = field(default_factory=Protocol)
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def setting(self) -> Setting:
        """The choice of examples, and refinement settings."""
        return SETTINGS[self.protocol.name or "lists"]

    def configurations(self, task: Task) -> tuple[Learner, ...]:
        """Return all configurations for a task.

        Limits of the task come first, then those of the setting, then what the user asked for.

        Examples
        --------
        >>> from owlboost.evaluation.datasets import registry
        >>> grid = Plan().configurations(registry().tasks["pair50"])
        >>> len(grid), {(learner.max_depth, learner.lookahead_or_depth) for learner in grid}
        (48, {(2, 2)})
        >>> plan = Plan(protocol=Protocol(name="paper"))
        >>> grid = plan.configurations(registry().tasks["pair50"])
        >>> len(grid), {(learner.max_depth, learner.lookahead_or_depth) for learner in grid}
        (48, {(2, 0)})
        """
        parameters = {**self.setting.parameters, **self.fixed}
        return tuple(
            configuration
            for learner in self.learners
            for configuration in grid(self.grid, task.limited(learner).adjusted(**parameters))
        )


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The outcome of one task: a run per algorithm, or an error.

    Attributes
    ----------
    runs
        One for each algorithm of the plan; empty if it could not be run.
    missing
        Its data are not at hand: what to do.
    failed
        What went wrong.
    """

    task: Task
    runs: tuple[RunResult, ...] = ()
    missing: str = ""
    failed: str = ""


OnTask = Callable[[Task], OnFold | None]
"""Called when a task begins; the function it returns is called after each fold."""


def run_suite(
    tasks: Iterable[Task],
    load: TaskLoader,
    plan: Plan,
    running: EvaluationContext,
    on_task: OnTask | None = None,
) -> Iterator[TaskResult]:
    """Evaluate tasks in turn; a failing one does not stop the others.

    Parameters
    ----------
    load
        Gives examples, labels and a digest of the files; see :func:`registry_loader`.
    """
    for task in tasks:
        on_fold = None if on_task is None else on_task(task)
        try:
            X, y, digest = load(task)
            runs = evaluate_all(
                plan.configurations(task),
                X,
                y,
                folds=plan.protocol,
                dataset=task.name,
                running=replace(running, fingerprint=digest, on_fold=on_fold),
            )
            yield TaskResult(task, _with_task_remarks(task, runs, y, plan.setting))
        except DataError as error:
            yield TaskResult(task, missing=error.message)
        except OwlboostError as error:
            yield TaskResult(task, failed=error.message)


def _with_task_remarks(
    task: Task, runs: Sequence[RunResult], y: Mask, setting: Setting
) -> tuple[RunResult, ...]:
    """Append the task's note and deviating example counts to the remarks."""
    remarks = [task.note] if task.note else []
    counts = (int(np.count_nonzero(y)), int(np.count_nonzero(~y)))
    if setting.all_individuals and task.negatives is not None:
        if counts[0] != task.n_positives:
            remarks.append(
                f"The data have {counts[0]} positives, but the registry expects {task.n_positives}."
            )
    elif counts != (task.n_positives, task.n_negatives):
        remarks.append(
            f"The data have {counts[0]} positives and {counts[1]} negatives, but the registry "
            f"expects {task.n_positives} and {task.n_negatives}."
        )
    return tuple(replace(run, remarks=(*run.remarks, *remarks)) for run in runs)


def registry_loader(
    registry: DataRegistry,
    folder: Path | None,
    loader: Loader,
    setting: Setting = SETTINGS["lists"],
) -> TaskLoader:
    """Return a loader that finds, opens and digests the files of tasks."""

    def load(task: Task) -> tuple[Examples, Mask, str]:
        local = local_task(task, registry, folder)
        X, y = loader(replace(local, negatives=None) if setting.all_individuals else local)
        files = registry.datasets[task.dataset].files
        described = [[name, files[name].sha256, files[name].lines_sha256] for name in task.files]
        return X, np.asarray(y, dtype=np.bool_), json.dumps([described, local.remarks, task.hide])

    return load
