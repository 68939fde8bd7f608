"""Commands that are ended leave nothing half-written: a few interruptions, and what is noticed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.commands import ROOT, environment
from tools.faults import __main__ as faults
from tools.faults.commands import Command

from owlboost.model.model_files import load


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


def test_what_is_half_written_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "given").write_text("input")
    script = (
        "from pathlib import Path; Path('model.json').write_text('{'); Path('given').write_text('')"
    )

    def run(_: Command, folder: Path) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen([sys.executable, "-c", script], cwd=folder)
        process.wait()
        return process

    monkeypatch.setattr(faults, "run", run)
    command = Command((), ("model.json",), load)
    found = faults._tried(command, tmp_path, signal.SIGTERM, 0, {})
    assert next(found) == "the input given was changed"
    assert next(found).startswith("model.json is half-written: ModelError")
