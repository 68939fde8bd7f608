"""Data of the studies: tasks of the registry, and tables that come with Python packages."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from owlboost.cli.bench import open_task
from owlboost.cli.examples import open_examples
from owlboost.cli.options import ExampleOptions, OntologyOptions, Reasoner, TableOptions
from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.datasets import LocalTask, Task, data_folder, local_task, registry
from owlboost.learners.learner import Learner
from owlboost.runtime.array_types import Ids, Mask
from owlboost.tables.columns import NumberColumn, SymbolColumn
from owlboost.tables.reading import read_table

_SECONDS_OF_HERMIT = 300.0


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a Python package, and what is asked of it."""

    package: str
    file: str
    target: str
    leave_out: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return Path(str(files(self.package))) / self.file


_PENGUINS = ("palmerpenguins", "data/penguins-raw.csv")
_WEATHER = ("vega_datasets", "_data/seattle-weather.csv")
_NAMES = ("Individual ID", "Sample Number", "studyName")
_TABLES = {
    "penguins-male": _Table(*_PENGUINS, "Sex=MALE", _NAMES),
    "penguins-chinstrap": _Table(
        *_PENGUINS, "Species=Chinstrap penguin (Pygoscelis antarctica)", _NAMES
    ),
    # the comments say it in words
    "penguins-unfinished": _Table(*_PENGUINS, "Clutch Completion=No", (*_NAMES, "Comments")),
    "weather-rain": _Table(*_WEATHER, "weather=rain"),
    "weather-snow": _Table(*_WEATHER, "weather=snow"),
    "weather-fog": _Table(*_WEATHER, "weather=fog"),
}
_QUALITIES = {"quality-8": "quality=8", "quality-7": "quality>=7", "quality-6": "quality>=6"}

Limited = Callable[[Learner], Learner]


@dataclass(frozen=True, slots=True)
class _WithoutTexts:
    """A source whose data properties have numbers and truth values only."""

    source: object

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        kb: KnowledgeBase = self.source.knowledge_base(without=without)  # type: ignore[attr-defined]
        kept = {
            prop: symbols
            for prop, symbols in kb.symbols.items()
            if not any(isinstance(value, str) for value in symbols.values)
        }
        return replace(kb, symbols=kept)


def opened(name: str, variant: str) -> tuple[Examples, Mask, Limited]:
    """Open a task in a variant; return examples, labels, and what limits a learner to the task.

    Parameters
    ----------
    name
        Of the task.
    variant
        ``structural`` or ``hermit``: who reasons; ``numbers``, ``strings`` or ``dates``: which data
        properties there are, each with those before; ``lists``: only listed individuals are
        examples. Otherwise all of these, and everyone is an example.
    """
    if name in _TABLES:
        return *_opened_table(_TABLES[name], variant), lambda learner: learner
    if name in _QUALITIES:
        task = replace(registry().tasks["winequality"], target=_QUALITIES[name])
        X, y = open_task(_local(task))
    else:
        task = registry().tasks[name]
        X, y = _opened_task(task, variant)
    if variant == "numbers":
        X = replace(X, source=_WithoutTexts(X.source))
    return X, np.asarray(y, dtype=np.bool_), task.limited


def _local(task: Task) -> LocalTask:
    return replace(local_task(task, registry(), data_folder()), negatives=None)


def _opened_task(task: Task, variant: str) -> tuple[Examples, Mask]:
    if variant == "lists":
        return open_task(local_task(task, registry(), data_folder()))
    if variant != "hermit":
        return open_task(_local(task))
    local = _local(task)
    wanted = ExampleOptions(positives=local.positives, hide=list(task.hide))
    reasoned = OntologyOptions(reasoner=Reasoner.HERMIT, reasoner_timeout=_SECONDS_OF_HERMIT)
    return open_examples(local.source, wanted, reasoned, TableOptions(), quiet=True)


def _opened_table(asked: _Table, variant: str) -> tuple[Examples, Mask]:
    whole = read_table(asked.path)
    dropped = set(asked.leave_out)
    for column, cells in whole.columns.items():
        is_date = isinstance(cells, NumberColumn) and cells.is_time
        is_text = isinstance(cells, SymbolColumn) and any(
            isinstance(value, str) for value in cells.values
        )
        if (is_date and variant != "dates") or (is_text and variant == "numbers"):
            dropped.add(column)
    dropped.discard(asked.target.split("=")[0])
    return read_table(asked.path, leave_out=dropped).examples(asked.target)
