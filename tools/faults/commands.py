"""Commands to be ended, and what must hold of their files afterwards."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from owlboost.evaluation.runs import load_run
from owlboost.evaluation.samples import hotels, write_iris_table
from owlboost.model.model_files import load

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
    resumes
        Whether it goes on where an earlier one was ended.
    """

    arguments: tuple[str, ...]
    outputs: tuple[str, ...]
    check: Callable[[Path], object]
    resumes: bool = False


def _lines(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        json.loads(line)


def _model_or_trace(path: Path) -> None:
    if path.suffix == ".jsonl":
        _lines(path)
    else:
        load(path)


COMMANDS = {
    "learn": Command(
        ("learn", *_TABLE, "--rules", "3", "-o", "model.json", "--trace", "trace.jsonl"),
        ("model.json", "trace.jsonl"),
        _model_or_trace,
    ),
    "evaluate": Command(
        ("evaluate", *_TABLE, "--folds", "3", "--rules", "2", "--sets", "3", "-o", "run.json"),
        ("run.json",),
        load_run,
        resumes=True,
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


def run(command: Command, folder: Path) -> "subprocess.Popen[bytes]":
    """Start a command."""
    return subprocess.Popen(
        [sys.executable, "-m", "owlboost", *command.arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def prepare(folder: Path) -> None:
    """Put the inputs of all commands into a folder."""
    write_iris_table(folder / "iris.csv")
    with hotels() as path:
        shutil.copyfile(path, folder / "hotels.ofn")
    learning = ("learn", *_TABLE, "--rules", "2", "-o", "given.json")
    done = run(Command(learning, (), load), folder).wait()
    if done:
        raise RuntimeError(f"A model cannot be learned: exit code {done}.")


def content(path: Path) -> Any:
    """Return what a file says, times and paths aside."""
    text = path.read_text("utf-8")
    return _timeless(json.loads(text)) if path.suffix == ".json" else text


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(part) for name, part in value.items() if name != "seconds"}
    return [_timeless(part) for part in value] if isinstance(value, list) else value
