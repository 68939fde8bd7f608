"""Commands to be ended, and what must hold of their files afterwards."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.faults.processes import new_process

from owlboost.evaluation.run_file import load_run
from owlboost.evaluation.samples import hotels, write_iris_table
from owlboost.models.model_files import load

_TABLE = ("iris.csv", "--target", "species=versicolor")


@dataclass(frozen=True, slots=True)
class Command:
    """A command of owlboost.

    Attributes
    ----------
    arguments
        What it is called with.
    outputs
        The files that it writes.
    check
        Raises an error if an output is not whole.
    interim
        Folder with what is done so far, for the next run to go on from; empty if there is none.
    stays
        Whether that folder stays when all is done.
    """

    arguments: tuple[str, ...]
    outputs: tuple[str, ...]
    check: Callable[[Path], object]
    interim: str = ""
    stays: bool = False


def _lines(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        json.loads(line)


def _model_or_trace(path: Path) -> None:
    if path.suffix == ".jsonl":
        _lines(path)
    else:
        load(path)


def _summary(path: Path) -> None:
    """Check a file of a bench; tables end with the end of a line."""
    if path.parent.name == "runs":
        load_run(path)
    elif path.suffix == ".json":
        json.loads(path.read_text("utf-8"))
    elif not path.read_text("utf-8").endswith("\n"):
        raise ValueError("its last line has no end")


COMMANDS = {
    "learn": Command(
        ("learn", *_TABLE, "--rules", "3", "-o", "model.json", "--trace", "trace.jsonl"),
        ("model.json", "trace.jsonl"),
        _model_or_trace,
    ),
    "foil": Command(
        ("learn", *_TABLE, "--algorithm", "foil", "-o", "model.json"), ("model.json",), load
    ),
    "evaluate": Command(
        ("evaluate", *_TABLE, "--folds", "3", "--rules", "2", "--sets", "3", "-o", "run.json"),
        ("run.json",),
        load_run,
        interim="run.json.part",
    ),
    "bench": Command(
        (
            *("bench", "--suite", "iris-setosa", "--data", "data", "--algorithm", "foil,boost"),
            *("--grid", "none", "--folds", "3", "--rounds", "2", "--sets", "3", "-o", "bench"),
        ),
        (
            *("bench/summary.md", "bench/summary.csv", "bench/summary.json", "bench/placings.csv"),
            *("bench/runs/iris-setosa.foil.json", "bench/runs/iris-setosa.boost.json"),
        ),
        _summary,
        interim="bench/folds",
        stays=True,
    ),
    "report": Command(
        ("report", "given.json", "iris.csv", "-o", "page.html"),
        ("page.html",),
        lambda path: path.read_text("utf-8").rindex("</html>"),
    ),
    "export": Command(
        ("export", "given.json", "iris.csv", "--format", "fuzzydl", "--with-data", "-o", "it.fdl"),
        ("it.fdl",),
        lambda path: path.read_text("utf-8").rindex(")"),
    ),
    "convert": Command(
        ("convert", "iris.csv", "--target", "species", "-o", "iris.ttl"),
        ("iris.ttl",),
        lambda path: path.read_text("utf-8").rindex("."),
    ),
    "inspect": Command(
        ("inspect", "hotels.ofn", "--materialise", "inferred.nt"),
        ("inferred.nt",),
        lambda path: path.read_text("utf-8").rindex("."),
    ),
}


def prepare(folder: Path) -> None:
    """Put the inputs of all commands into a folder."""
    write_iris_table(folder / "iris.csv")
    (folder / "data" / "iris").mkdir(parents=True)
    rows = (folder / "iris.csv").read_text("utf-8").splitlines(keepends=True)[1:]
    named = "".join(",Iris-".join(row.rsplit(",", 1)) for row in rows)
    (folder / "data" / "iris" / "iris.csv").write_text(named, encoding="utf-8")
    with hotels() as path:
        shutil.copyfile(path, folder / "hotels.ofn")
    learning = ("learn", *_TABLE, "--rules", "2", "-o", "given.json")
    if done := new_process(learning, folder).wait():
        raise RuntimeError(f"A model cannot be learned: exit code {done}.")


def content(path: Path) -> Any:
    """Return what a file says, times aside."""
    text = path.read_text("utf-8")
    match path.suffix:
        case ".json":
            return _timeless(json.loads(text))
        case ".csv":
            return [_timeless(row) for row in csv.DictReader(io.StringIO(text))]
        case ".md":
            return [line.rsplit("|", 2)[0] for line in text.splitlines()]  # the last column
        case _:
            return text


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(part) for name, part in value.items() if name != "seconds"}
    return [_timeless(part) for part in value] if isinstance(value, list) else value
