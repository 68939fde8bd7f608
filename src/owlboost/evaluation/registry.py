"""The public data sets that suites are made of: files with their digests, and learning tasks."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from owlboost.errors import ParameterError, did_you_mean
from owlboost.learners.learner import Learner

Side = Literal["positives", "negatives"]


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set.

    Attributes
    ----------
    name
        Path within the folder of the data set.
    sha256
        Digest of the content, uncompressed.
    lines_sha256
        Instead, for a list of examples: digest of its sorted lines.
    url
        Where it is published, at a fixed commit; None if it is not.
    member
        The file within the archive at the address.
    side
        The address has a DL-Learner configuration; the file lists one side of its examples.
    made
        How it is made, if it is published nowhere.
    """

    name: str
    sha256: str | None = None
    lines_sha256: str | None = None
    url: str | None = None
    member: str | None = None
    side: Side | None = None
    made: str | None = None


@dataclass(frozen=True, slots=True)
class DataSet:
    """Files that belong together, under one licence.

    Attributes
    ----------
    name
        Also of its folder.
    licence
        As far as it is stated.
    project
        Who publishes it: a project on GitHub.
    files
        By their names.
    """

    name: str
    licence: str
    project: str
    files: Mapping[str, DataFile]


@dataclass(frozen=True, slots=True)
class Task:
    """A learning problem of the registry.

    Attributes
    ----------
    name, title
        Short name, and the name in tables.
    dataset
        The data set it belongs to.
    source
        The ontology or table.
    columns, target
        For a table without header: its column names, and ``COLUMN=VALUE``.
    positives, negatives
        Otherwise: the files that list the examples.
    beside
        Other files that the source imports.
    hide
        IRIs of classes that give the answer away.
    max_depth, max_conjuncts, eta
        The paper's dth/cj/η.
    n_positives, n_negatives
        How many examples there are.
    note
        Where the data differ from the paper's.
    """

    name: str
    title: str
    dataset: str
    source: str
    n_positives: int
    n_negatives: int
    max_depth: int
    max_conjuncts: int
    eta: float
    columns: tuple[str, ...] | None = None
    target: str | None = None
    positives: str | None = None
    negatives: str | None = None
    beside: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    note: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files it needs."""
        named = (self.source, self.positives, self.negatives, *self.beside)
        return tuple(name for name in named if name is not None)

    def limited(self, learner: Learner) -> Learner:
        """Return a learner with the limits of this task."""
        return learner.adjusted(
            max_depth=self.max_depth,
            max_conjuncts=self.max_conjuncts,
            max_negative_coverage=self.eta,
        )


@dataclass(frozen=True, slots=True)
class LocalTask:
    """A task with its files at hand.

    Attributes
    ----------
    task
        The task.
    source, positives, negatives
        Paths of its files.
    remarks
        What there is to tell about them.
    """

    task: Task
    source: Path
    positives: Path | None = None
    negatives: Path | None = None
    remarks: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class DataRegistry:
    """All data sets, tasks and suites."""

    datasets: Mapping[str, DataSet]
    tasks: Mapping[str, Task]
    suites: Mapping[str, tuple[str, ...]]

    def suite(self, name: str) -> tuple[Task, ...]:
        """Return the tasks of a suite, or a single task by its name.

        Examples
        --------
        >>> [task.name for task in registry().suite("pair50")]
        ['pair50']
        >>> len(registry().suite("paper"))
        19
        """
        if name in self.suites:
            return tuple(self.tasks[task] for task in self.suites[name])
        if name in self.tasks:
            return (self.tasks[name],)
        known = [*self.suites, *self.tasks]
        raise ParameterError(f"There is no suite or task {name!r}.{did_you_mean(name, known)}")


@lru_cache(maxsize=1)
def registry() -> DataRegistry:
    """Return the registry that comes with the package.

    Examples
    --------
    >>> registry().datasets["pair50"].files["pair50.owl"].url.rpartition("/")[2]
    'pair50.owl'
    """
    text = (files("owlboost.evaluation") / "registry.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return DataRegistry(
        datasets={name: _dataset(name, found) for name, found in data["datasets"].items()},
        tasks={found["name"]: _task(found) for found in data["tasks"]},
        suites={name: tuple(tasks) for name, tasks in data["suites"].items()},
    )


def _dataset(name: str, data: Mapping[str, Any]) -> DataSet:
    listed = {path: DataFile(path, **found) for path, found in data["files"].items()}
    return DataSet(name, data["licence"], data["project"], listed)


def _task(data: Mapping[str, Any]) -> Task:
    lists = {key: tuple(data[key]) for key in ("columns", "beside", "hide") if key in data}
    return Task(**{**data, **lists})
