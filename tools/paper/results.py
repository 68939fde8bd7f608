"""Results of the paper's experiment: running them, and comparing two runs cell by cell."""

import csv
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "results" / "paper"
"""Where results are committed: ``placings.csv`` of each run, under its name."""

BUILD = ROOT / "build" / "paper"
TOLERANCE = 0.001
"""How far a figure may lie from the committed one."""

Cell = str | float | bool | None
Row = dict[str, Cell]

_KEYS = ("task", "algorithm", "fuzzify")
_NOT_COMPARED = ("seconds",)


@dataclass(frozen=True, slots=True)
class Experiment:
    """A run of the suite.

    Attributes
    ----------
    name
        Of its file of results.
    seed
        Of the division into folds.
    protocol
        Name of the protocol.
    options
        What else is asked for.
    """

    name: str
    seed: int
    protocol: str = "paper"
    options: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The committed results."""
        return FOLDER / f"{self.name}.csv"

    def command(self, output: Path, suite: str = "paper") -> tuple[str, ...]:
        """Return the words of the command that runs it."""
        return (
            *("owlboost", "bench", "--suite", suite, "--protocol", self.protocol, *self.options),
            *("--algorithm", "foil,boost", "--jobs", "1", "--seed", str(self.seed)),
            *("-o", str(output)),
        )


SEEDS = (0, 7, 2026)
MAIN = tuple(Experiment(f"seed-{seed}", seed) for seed in SEEDS)
"""The paper's protocol; the first is what a release is compared with."""

OTHERS = (
    Experiment("apart-0", 0, options=("--no-overlapping-sets",)),
    Experiment("centroids-1-0", 0, options=("--centroid-exponent", "1")),
    *(Experiment(f"lists-{seed}", seed, "lists") for seed in SEEDS),
    Experiment("lists-lookahead-0", 0, "lists", ("--lookahead", "0")),
)
"""What else the page tells of."""


def run(experiment: Experiment, output: Path, suite: str = "paper", *, plot: bool = False) -> None:
    """Run an experiment from the beginning: folds of another version of the code are removed.

    Raises
    ------
    subprocess.CalledProcessError
        A task failed.
    """
    shutil.rmtree(output, ignore_errors=True)
    words = [*experiment.command(output, suite), *(["--plot"] if plot else [])]
    print("$", *words, flush=True)
    subprocess.run([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, check=True)


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a ``placings.csv``, with numbers and truth values as such."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: cell if name in _KEYS else _value(cell) for name, cell in row.items()}
            for row in csv.DictReader(file)
        ]


def _value(cell: str) -> Cell:
    """Return what a cell holds.

    Examples
    --------
    >>> [_value(cell) for cell in ("", "True", "0.5", "7")]
    [None, True, 0.5, 7.0]
    """
    return {"": None, "True": True, "False": False}[cell] if cell in _WORDS else float(cell)


_WORDS = ("", "True", "False")


def differences(committed: Sequence[Row], found: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each row that is missing or new, and for each cell that differs."""
    before, now = _by_key(committed), _by_key(found)
    for key in before.keys() | now.keys():
        if key not in now:
            yield f"{_named(key)}: the row is missing"
        elif key not in before:
            yield f"{_named(key)}: the row is new"
    for key in before.keys() & now.keys():
        for name in dict.fromkeys((*before[key], *now[key])):
            if name not in _NOT_COMPARED:
                first, second = (rows[key].get(name, "no such column") for rows in (before, now))
                if not _same(first, second):
                    yield f"{_named(key)}: {name} is {_shown(second)}, committed {_shown(first)}"


def _by_key(rows: Sequence[Row]) -> Mapping[tuple[Cell, ...], Row]:
    return {tuple(row[name] for name in _KEYS): row for row in rows}


def _named(key: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, key))


def _same(first: Cell, second: Cell) -> bool:
    """Whether two cells agree: numbers within the tolerance, all else exactly.

    Examples
    --------
    >>> _same(0.5, 0.5009), _same(0.5, 0.5011), _same(True, 1.0), _same(None, 0.0)
    (True, False, False, False)
    """
    if isinstance(first, float) and isinstance(second, float):
        return abs(first - second) <= TOLERANCE
    return first is second or (isinstance(first, str) and first == second)


def _shown(cell: Cell) -> str:
    """Write a cell for people.

    Examples
    --------
    >>> _shown(0.123456), _shown(None), _shown(True)
    ('0.12346', 'empty', 'True')
    """
    if cell is None:
        return "empty"
    return f"{cell:.5g}" if isinstance(cell, float) else str(cell)


def checked(output: Path = BUILD, tasks: Sequence[str] = ()) -> list[str]:
    """Run the first experiment anew and return how it differs from the committed results.

    Parameters
    ----------
    output
        Folder for the run; what is there is removed.
    tasks
        Only these; the whole suite if there are none.
    """
    experiment = MAIN[0]
    committed = read_rows(experiment.path)
    found: list[Row] = []
    for suite in tasks or ("paper",):
        folder = output / suite
        run(experiment, folder, suite)
        found += read_rows(folder / "placings.csv")
    wanted = [row for row in committed if not tasks or row["task"] in tasks]
    return sorted(differences(wanted, found))
