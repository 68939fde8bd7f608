"""Copies of the repository in which mutants are tried, so that the original is never touched."""

import compileall
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode

from tools.mutants.durations import FILE as DURATIONS
from tools.mutants.sample import PACKAGES

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "owlboost-*", "*.egg-info")
MOST_MEMORY = 6_000_000_000
"""Bytes a mutant may use before it counts as one that never ends."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: its status, or None if it had to be ended; and what it said."""

    status: int | None
    output: str
    seconds: float


def digest(root: Path, tests: Sequence[str]) -> str:
    """Digest of everything that decides what becomes of a mutant."""
    whole = hashlib.sha256((root / "pyproject.toml").read_bytes())
    whole.update("\0".join(tests).encode())
    for folder in ("src", "tests"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                whole.update(path.relative_to(root).as_posix().encode() + b"\0")
                whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]


def copied(source: Path, target: Path) -> Path:
    """Copy a repository; modules are compiled so that a changed one is noticed by its content."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=LEFT_OUT)
    compileall.compile_dir(
        target / "src", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH
    )
    return target


def cloned(tree: Path, target: Path) -> Path:
    """Copy a copy, with the kernels that were compiled in it."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(tree, target)
    return target


def map_tests(
    tree: Path, coverage: Path, durations: Path, *, processes: int, tests: Sequence[str]
) -> Ended:
    """Run all tests, or some, and note which lines each of them runs and how long it takes."""
    measured = [f"--cov={package}" for package in PACKAGES]
    options = ["--cov-context=test", "--cov-report=", "-p", "tools.mutants.durations"]
    return _pytest(
        tree,
        ["-n", str(processes), *options, *measured, *tests],
        {DURATIONS: str(durations), "COVERAGE_FILE": str(coverage)},
        limit=None,
    )


def run_tests(tree: Path, tests: Sequence[str], limit: float) -> Ended:
    """Run some tests, until one of them fails."""
    arguments = tree / "tests.txt"
    arguments.write_text("\n".join(tests), encoding="utf-8")
    return _pytest(tree, ["-x", "-p", "no:xdist", f"@{arguments}"], {}, limit)


def _pytest(
    tree: Path, arguments: Sequence[str], environment: dict[str, str], limit: float | None
) -> Ended:
    path = os.pathsep.join([str(tree / "src"), str(tree)])
    given = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "HYPOTHESIS_PROFILE": "mutants"}
    started = time.monotonic()
    log = tree / "pytest.log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=tree,
            env={**os.environ, **given, **environment},
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            status = _waited(process, limit)
        finally:
            _end(process)
    text = log.read_text(encoding="utf-8", errors="replace")
    return Ended(status, text, time.monotonic() - started)


def _waited(process: "subprocess.Popen[bytes]", limit: float | None) -> int | None:
    """Status of a process, or None if it takes too long or too much memory."""
    deadline = None if limit is None else time.monotonic() + limit
    while True:
        try:
            return process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            late = deadline is not None and time.monotonic() > deadline
            if late or (limit is not None and _memory(process.pid) > MOST_MEMORY):
                return None


def _memory(number: int) -> int:
    """Bytes a process has in memory; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
