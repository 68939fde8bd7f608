"""Running the command line from tests: in this process, or as a user does in another."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from owlboost.cli.entry import run as run_command

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Commands:
    """Runs ``owlboost`` in a folder of its own."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str) -> Run:
        """Run a command in this process."""
        self.monkeypatch.chdir(self.folder)
        self.monkeypatch.setattr(sys, "argv", ["owlboost", *arguments])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run_command()
        printed = self.capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Run(code, printed.out, printed.err)

    def done(self, *arguments: str) -> str:
        """Run a command that succeeds and return what it printed."""
        run = self(*arguments)
        assert run.code == 0, run.err
        return run.out

    def write(self, name: str, text: str) -> Path:
        """Put a file into the folder."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def files(self) -> dict[str, bytes]:
        """Contents of all files in the folder."""
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}


def environment() -> dict[str, str]:
    """Environment in which another process imports this clone."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path}


def in_another_process(*arguments: str, folder: Path) -> Run:
    """Run ``python …`` as a user does."""
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    return Run(run.returncode, run.stdout, run.stderr)
