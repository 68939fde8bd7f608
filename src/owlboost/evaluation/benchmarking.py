"""A suite of tasks, several algorithms side by side."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from owlboost._typing import Mask
from owlboost.errors import DataError, OwlboostError
from owlboost.evaluation.datasets import local_task
from owlboost.evaluation.evaluating import OnFold, Running, evaluate_all
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.grids import grid
from owlboost.evaluation.registry import DataRegistry, LocalTask, Task
from owlboost.evaluation.runs import RunResult
from owlboost.learners.learner import Learner
from owlboost.learners.registry import LEARNERS
from owlboost.model.examples import Examples

BASELINES = ("foil", "boost")
"""What the paper compares."""

Loader = Callable[[LocalTask], tuple[Examples, Mask]]
"""Opens the files of a task: handed in, since this room reads no ontologies."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How every task of a suite is evaluated.

    Attributes
    ----------
    learners
        What to compare; the first is the baseline.
    grid
        Name of the grid.
    protocol
        Folds.
    fixed
        Parameters that no task may change: those that the user asked for.
    """

    learners: tuple[Learner, ...] = field(
        default_factory=lambda: tuple(LEARNERS[name]() for name in BASELINES)
    )
    grid: str = "paper"
    protocol: Protocol = field(default_factory=Protocol)
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def configurations(self, task: Task) -> tuple[Learner, ...]:
        """Return all configurations for a task.

        Examples
        --------
        >>> from owlboost.evaluation.registry import registry
        >>> found = Plan().configurations(registry().tasks["pair50"])
        >>> len(found), {one.max_depth for one in found}
        (48, {2})
        """
        return tuple(
            configuration
            for learner in self.learners
            for configuration in grid(self.grid, task.limited(learner).adjusted(**self.fixed))
        )


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What came of one task: a run for each algorithm, or the reason why there is none.

    Attributes
    ----------
    task
        The task.
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
"""Told when a task begins; what it returns is told of its folds."""


def run_suite(
    tasks: Iterable[Task],
    load: Callable[[Task], tuple[Examples, Mask, str]],
    plan: Plan,
    running: Running,
    on_task: OnTask | None = None,
) -> Iterator[TaskResult]:
    """Evaluate tasks one after the other; one that cannot be run does not stop the others.

    Parameters
    ----------
    tasks
        What to run.
    load
        Gives examples, labels and a digest of the files; see :func:`registry_loader`.
    plan
        Algorithms, grid, folds.
    running
        Engine and store of finished folds.
    on_task
        Told when a task begins.
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
            yield TaskResult(task, _told(task, runs, y))
        except DataError as error:
            yield TaskResult(task, missing=error.said)
        except OwlboostError as error:
            yield TaskResult(task, failed=error.said)


def _told(task: Task, runs: Sequence[RunResult], y: Mask) -> tuple[RunResult, ...]:
    """Add the task's own note to the remarks, and say if the examples are not as many as told."""
    remarks = [task.note] if task.note else []
    found = (int(np.count_nonzero(y)), int(np.count_nonzero(~y)))
    if found != (task.n_positives, task.n_negatives):
        remarks.append(
            f"The data have {found[0]} positives and {found[1]} negatives, but the registry "
            f"expects {task.n_positives} and {task.n_negatives}."
        )
    return tuple(replace(run, remarks=(*run.remarks, *remarks)) for run in runs)


def registry_loader(
    registry: DataRegistry, folder: Path | None, loader: Loader
) -> Callable[[Task], tuple[Examples, Mask, str]]:
    """Return what finds the files of a task, opens them, and digests what they are.

    Parameters
    ----------
    registry
        Where files are described.
    folder
        The user's data sets, if any.
    loader
        Opens the files of a task.
    """

    def load(task: Task) -> tuple[Examples, Mask, str]:
        local = local_task(task, registry, folder)
        X, y = loader(local)
        files = registry.datasets[task.dataset].files
        described = [[name, files[name].sha256, files[name].lines_sha256] for name in task.files]
        return X, np.asarray(y, dtype=np.bool_), json.dumps([described, local.remarks, task.hide])

    return load
