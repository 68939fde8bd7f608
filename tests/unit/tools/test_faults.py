"""Commands that are ended leave nothing half-written: a few interruptions, and what is noticed."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.e2e.commands import ROOT, environment
from tools.faults.__main__ import Moment, Trial
from tools.faults.commands import Command, content
from tools.faults.processes import CopiedProcess, new_process

from owlboost.models.model_files import load


def test_commands_that_are_ended_lose_nothing() -> None:
    words = "--interruptions 2 --command learn --command convert"
    done = subprocess.run(
        [sys.executable, "-m", "tools.faults", *words.split()],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 interruptions, 0 wrong" in done.stdout


class Ended:
    """A process that did its work at once."""

    def __init__(self, work: Callable[[Path], object], folder: Path) -> None:
        work(folder)

    def poll(self) -> int | None:
        return 0

    def wait(self, timeout: float | None = None) -> int:
        del timeout
        return 0

    def send_signal(self, number: int) -> None:
        del number

    def said(self) -> str:
        return ""


def found(folder: Path, work: Callable[[Path], object], number: signal.Signals) -> list[str]:
    """Return what is noticed of a command which shall write a model, and keeps folds."""
    (folder / "given").write_text("input")
    command = Command((), ("model.json",), load, interim="interim")
    trial = Trial(command, folder, lambda _, where: Ended(work, where))
    return list(trial.faults(number, Moment(0, writing=False), {"model.json": {}}))


def test_what_is_half_written_is_noticed(tmp_path: Path) -> None:
    def work(folder: Path) -> None:
        (folder / "model.json").write_text("{")
        (folder / "given").write_text("")

    with pytest.raises(json.JSONDecodeError):  # the next run leaves it so
        found(tmp_path, work, signal.SIGTERM)
    (tmp_path / "given").write_text("input")
    trial = Trial(Command((), ("model.json",), load), tmp_path, lambda _, to: Ended(work, to))
    noticed = trial.faults(signal.SIGTERM, Moment(0, writing=False), {})
    assert next(noticed) == "the input given was changed"
    assert next(noticed).startswith("model.json is half-written: ModelError")


def test_what_is_lost_is_noticed(tmp_path: Path) -> None:
    def work(folder: Path) -> None:
        (folder / "model.json").unlink(missing_ok=True)

    trial = Trial(Command((), ("model.json",), load), tmp_path, lambda _, to: Ended(work, to))
    noticed = trial.faults(signal.SIGKILL, Moment(0, writing=False), {})
    assert next(noticed) == "model.json is lost"


def test_what_stays_behind_is_noticed(tmp_path: Path) -> None:
    def work(folder: Path) -> None:
        (folder / "model.json").write_text("{}")
        (folder / "interim").mkdir(exist_ok=True)
        for name in (".model.json.part", "interim/a.fold.json", "interim/.lock"):
            (folder / name).touch()

    after = " after the next run"
    assert found(tmp_path, work, signal.SIGTERM)[1:] == [
        ".model.json.part stays behind",
        ".lock stays behind",
        f".model.json.part stays behind{after}",
        f".lock stays behind{after}",
        f"a.fold.json stays behind{after}",
    ]
    for path in sorted(tmp_path.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert len(found(tmp_path, work, signal.SIGKILL)[1:]) == 3  # a killed one may leave something


def test_a_result_that_differs_is_noticed(tmp_path: Path) -> None:
    def work(folder: Path) -> None:
        (folder / "model.json").write_text('{"seconds": 1, "a": 1}')

    assert found(tmp_path, work, signal.SIGTERM)[-1] == (
        "model.json is not what an undisturbed run writes"
    )
    assert content(tmp_path / "model.json") == {"a": 1}


def test_times_of_tables_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("task,f1,seconds\na,0.5,0.1\n")
    assert content(tmp_path / "t.csv") == [{"task": "a", "f1": "0.5"}]
    (tmp_path / "t.md").write_text("# Title\n| task | f1 | s |\n| a | 0.5 | 0.1 |\n")
    assert content(tmp_path / "t.md") == ["# Title", "| task | f1 ", "| a | 0.5 "]


def test_a_copied_process_ends_as_a_new_one_does(tmp_path: Path) -> None:
    for arguments, code in ((["--version"], 0), (["inspect", "no.csv"], 1), (["unknown"], 2)):
        assert CopiedProcess(arguments, tmp_path).wait() == code
        assert new_process(arguments, tmp_path).wait() == code
