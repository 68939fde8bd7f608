"""Which learner runs on which problem, and what is kept of it."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.peers.classifiers import PEERS
from benchmarks.peers.features import Features, named_columns, propositional
from benchmarks.peers.problems import Problem
from benchmarks.peers.results import Result, finished, save
from benchmarks.peers.scoring import Figures
from benchmarks.peers.trials import Setting, Tables, TooSlowError, own_fold, peer_fold
from owlboost.data.example_labels import as_mask
from owlboost.errors import DataError
from owlboost.evaluation.folds import Fold, Protocol, outer_folds
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.learner import Learner

_PACKAGES = ("owlboost", "numpy", "scikit-learn", "imodels", "interpret-core")


@dataclass(frozen=True, slots=True)
class Own:
    """Our learner, as it is run here.

    Attributes
    ----------
    label
        Its name in files and tables.
    parameters
        Parameters that are the same for all problems; the others are the problem's or defaults.
    """

    label: str
    parameters: dict[str, Any]

    def learner(self, problem: Problem, seed: int) -> Learner:
        """Return it with the limits of a problem."""
        plain = GradientConcepts(max_depth=problem.max_depth, random_state=seed)
        limited = plain if problem.task is None else problem.task.limited(plain)
        return limited.adjusted(**self.parameters)


@dataclass(frozen=True, slots=True)
class Job:
    """One learner on one problem.

    Attributes
    ----------
    problem
        The problem.
    learner
        A peer by its name, or ours.
    protocol
        How examples are divided.
    from_training
        Whether a peer's training table knows as little of the test individuals as our learner.
    """

    problem: Problem
    learner: str | Own
    protocol: Protocol
    from_training: bool = False

    @property
    def name(self) -> str:
        """Name of the learner in files."""
        return self.learner if isinstance(self.learner, str) else self.learner.label

    @property
    def settings(self) -> dict[str, Any]:
        """All that the figures depend on but the code."""
        protocol = self.protocol
        told = {"folds": protocol.folds, "repeats": protocol.repeats, "seed": protocol.seed}
        if isinstance(self.learner, Own):
            return told | self.learner.parameters
        return told | {"features": "training"} if self.from_training else told


def run(job: Job, folder: Path) -> None:
    """Run a job and keep its result, unless that is there already."""
    from threadpoolctl import threadpool_limits

    if finished(folder, job.problem.name, job.name, job.settings):
        return
    with threadpool_limits(1):
        result = _result(job)
    save(result, folder)
    told = result.skipped or "  ".join(
        f"{name} {result.mean(name):.3f}" for name in ("AUC", "Brier", "F1", "MCC", "seconds")
    )
    print(f"{job.problem.name}, {result.title}: {told}", file=sys.stderr, flush=True)


def _result(job: Job) -> Result:
    told: dict[str, Any] = {
        "problem": job.problem.name,
        "suite": job.problem.suite,
        "learner": job.name,
        "title": PEERS[job.learner].title if isinstance(job.learner, str) else job.name,
        "own": isinstance(job.learner, Own),
        "settings": job.settings,
        "versions": _versions(),
    }
    try:
        setting = opened(job.problem, job.protocol)
    except DataError as error:
        return Result(**told, skipped=str(error))
    told |= {
        "examples": len(setting.positive),
        "positives": int(setting.positive.sum()),
        "division": setting.division,
    }
    if job.protocol.starred(setting.positive):
        return Result(**told, skipped="it has too few examples for folds")
    if isinstance(job.learner, str):
        told["columns"] = len(table_of(job.problem, job.protocol).names)
    try:
        return Result(**told, folds=tuple(map(_on_fold(job, setting), setting.folds)))
    except TooSlowError as error:
        return Result(**told, skipped=str(error))


def _on_fold(job: Job, setting: Setting) -> Callable[[Fold], Figures]:
    seed = job.protocol.seed
    if isinstance(job.learner, Own):
        learner = job.learner.learner(job.problem, seed)
        return lambda fold: own_fold(setting, fold, learner)
    peer, tables = PEERS[job.learner], _tables_of(job, setting)
    return lambda fold: peer_fold(setting, fold, peer, tables(fold), seed)


def _tables_of(job: Job, setting: Setting) -> Callable[[Fold], Tables]:
    """Return what a learner of tables is given in a fold."""
    if job.from_training:
        return lambda fold: fold_tables(setting, fold, job.problem.max_depth)
    values = table_of(job.problem, job.protocol).values
    return lambda fold: (values[fold.train], values[fold.test])


def fold_tables(setting: Setting, fold: Fold, max_depth: int) -> Tables:
    """Make the training table from knowledge that is silent about the test individuals."""
    learned, test = setting.examples[fold.train], setting.examples[fold.test]
    silent = learned.source.knowledge_base(without=learned.held_out)
    found = propositional(silent, learned.individuals, max_depth)
    return found.values, named_columns(setting.kb, test.individuals, max_depth, found.names)


@lru_cache(maxsize=2)
def opened(problem: Problem, protocol: Protocol) -> Setting:
    """Read a problem and divide its examples."""
    X, y = problem.opened()
    positive = as_mask(y)
    folds = tuple(outer_folds(protocol, positive))
    return Setting(X, positive, X.source.knowledge_base(), folds)


@lru_cache(maxsize=2)
def table_of(problem: Problem, protocol: Protocol) -> Features:
    """Return what learners of tables are given of a problem."""
    setting = opened(problem, protocol)
    return propositional(setting.kb, setting.examples.individuals, problem.max_depth)


def _versions() -> dict[str, str]:
    return dict(_installed())


def _installed() -> Iterator[tuple[str, str]]:
    for package in _PACKAGES:
        try:
            yield package, version(package)
        except PackageNotFoundError:
            continue
