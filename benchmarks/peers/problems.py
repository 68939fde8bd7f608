"""The problems: two suites of the registry, and three tables that are in no suite."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from owlboost.cli.bench import open_task
from owlboost.data.examples import Examples
from owlboost.errors import DataError
from owlboost.evaluation.datasets import Task, data_folder, local_task, registry
from owlboost.runtime.array_types import Floats, Mask
from owlboost.tables.columns import NumberColumn, SymbolColumn
from owlboost.tables.table import Table, numbered_rows

SUITES = ("paper", "smlbench")
TABLES = "tables"
"""What the other tables are called where a suite is named."""

GOOD_WINE = 8
"""Quality from which on a white wine is good."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem by name.

    Attributes
    ----------
    name
        Its name, in files too.
    suite
        The suite it belongs to.
    task
        Its task in the registry; None for another table.
    """

    name: str
    suite: str
    task: Task | None = None

    @property
    def max_depth(self) -> int:
        """Longest chain of roles that learners may look along."""
        return 1 if self.task is None else self.task.max_depth

    def opened(self) -> tuple[Examples, Mask]:
        """Read its examples, and which of them are positive.

        Raises
        ------
        DataError
            Its data are not at hand.
        """
        if self.task is None:
            return _as_table(*_READERS[self.name]()).examples("positive=true")
        return open_task(local_task(self.task, registry(), data_folder()))


def all_problems() -> tuple[Problem, ...]:
    """Return all problems, suite by suite."""
    of_suites = [
        Problem(task.name, suite, task) for suite in SUITES for task in registry().suite(suite)
    ]
    return (*of_suites, *(Problem(name, TABLES) for name in _READERS))


def _breast_cancer() -> tuple[list[str], Floats, Mask]:
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    return list(data.feature_names), data.data, data.target == 0


def _digits() -> tuple[list[str], Floats, Mask]:
    from sklearn.datasets import load_digits

    data = load_digits()
    return list(data.feature_names), data.data, data.target == 8


def _white_wines() -> tuple[list[str], Floats, Mask]:
    folder = data_folder()
    path = (folder or Path()) / "winequality" / "winequality-white.csv"
    if folder is None or not path.is_file():
        raise DataError("The white wines (winequality/winequality-white.csv) are not at hand.")
    with path.open(encoding="utf-8") as file:
        rows = np.array([[float(cell) for cell in row] for row in csv.reader(file)])
    named = registry().tasks["winequality"].columns or ()
    return list(named[:-1]), rows[:, :-1], rows[:, -1] >= GOOD_WINE


_READERS: dict[str, Callable[[], tuple[list[str], Floats, Mask]]] = {
    "breast-cancer": _breast_cancer,
    "digits-8": _digits,
    "white-wine": _white_wines,
}


def _as_table(names: list[str], values: Floats, positive: Mask) -> Table:
    columns: dict[str, NumberColumn | SymbolColumn] = {
        name: NumberColumn(np.ascontiguousarray(values[:, at], dtype=np.float64))
        for at, name in enumerate(names)
    }
    columns["positive"] = SymbolColumn(positive.astype(np.int32), (False, True))
    return Table(Path("table"), numbered_rows(len(values)), columns)
