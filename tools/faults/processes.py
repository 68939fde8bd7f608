"""Processes that run a command of owlboost: new ones, and copies of this one."""

import importlib
import os
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import owlboost


class RunningCommand(Protocol):
    """A command that runs in a process of its own."""

    def poll(self) -> int | None:
        """Return its exit code, None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, or that long, and return its exit code."""

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it runs."""

    def said(self) -> str:
        """Return what it wrote to standard error."""


Start = Callable[[Sequence[str], Path], RunningCommand]
"""Starts a command with these arguments in a folder."""


class _NewProcess(subprocess.Popen[bytes]):
    """A command in a new process, and what it says."""

    def __init__(self, arguments: Sequence[str], folder: Path, **variables: str) -> None:
        self._words = _words(folder)
        with self._words.open("wb") as words:
            super().__init__(
                [sys.executable, "-m", "owlboost", *arguments],
                cwd=folder,
                env=os.environ | variables,
                stdout=subprocess.DEVNULL,
                stderr=words,
            )

    def said(self) -> str:
        """Return what it wrote to standard error."""
        return self._words.read_text("utf-8")


def _words(folder: Path) -> Path:
    """Return where to keep what a command in a folder says."""
    return folder.with_name(f"{folder.name}.said")


def new_process(arguments: Sequence[str], folder: Path) -> RunningCommand:
    """Start a command as a shell does."""
    return _NewProcess(arguments, folder)


def cold_process(arguments: Sequence[str], folder: Path) -> RunningCommand:
    """Start a command for which nothing was compiled before, but by itself in this folder."""
    return _NewProcess(arguments, folder, NUMBA_CACHE_DIR=f"{folder}.compiled")


class CopiedProcess:
    """A command in a copy of this process, which has imported everything already.

    What is left of the time of a command is its work, so that most interruptions hit it.
    """

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        self._code: int | None = None
        self._words = _words(folder)
        self._pid = os.fork()
        if not self._pid:
            code = 70
            try:
                code = _worked(arguments, folder, self._words)
            finally:
                os._exit(code)  # whatever happens, the copy does nothing else

    def poll(self) -> int | None:
        """Return its exit code, None while it runs."""
        if self._code is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, or that long, and return its exit code."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() >= end:
                raise subprocess.TimeoutExpired("owlboost", timeout or 0)
            time.sleep(0.0005)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it runs."""
        if self.poll() is None:
            os.kill(self._pid, number)

    def said(self) -> str:
        """Return what it wrote to standard error."""
        return self._words.read_text("utf-8") if self._words.exists() else ""


def import_everything() -> None:
    """Import all modules of owlboost, and so what they need."""
    for module in pkgutil.walk_packages(owlboost.__path__, "owlboost."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def _worked(arguments: Sequence[str], folder: Path, words: Path) -> int:
    """Run a command here, and return its exit code."""
    from owlboost.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(2):
        os.dup2(nothing, stream)
    os.dup2(os.open(words, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    sys.argv = ["owlboost", *arguments]
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0
