"""Run command lines in this process and record what they print and write."""

import contextlib
import hashlib
import io
import re
import runpy
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tools.snapshots.outputs import Outputs, masked, split_page

_FOLD = re.compile(r"[0-9a-f]{40}\.fold\.json")
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Line:
    """A command line.

    Attributes
    ----------
    text
        As it is written, without what is read from standard input.
    stdin
        The file that standard input is, if any.
    """

    text: str
    stdin: str = ""

    @property
    def name(self) -> str:
        """What its outputs are called."""
        return f"{self.text} < {self.stdin}" if self.stdin else self.text


@dataclass(frozen=True, slots=True)
class Run:
    """What a command printed, and its exit code."""

    code: object
    out: str
    err: str


def sections(text: str) -> dict[str, list[Line]]:
    r"""Return the command lines of each section of a file.

    Examples
    --------
    >>> sections("[one]  # two commands\ninspect {a,b}.csv -o {%}.txt < in.csv")["one"][1]
    Line(text='inspect b.csv -o b.txt', stdin='in.csv')
    """
    found: dict[str, list[Line]] = {}
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("["):
            found[line.strip("[]")] = []
        elif line:
            [*_, lines] = found.values()
            for one in _expanded(line):
                words, _, stdin = one.partition(" < ")
                lines.append(Line(words.strip(), stdin.strip()))
    return found


def _expanded(line: str) -> Iterator[str]:
    """Yield a line with each of the words that its braces hold; ``{%}`` is the last one again."""
    braces = _BRACES.search(line)
    if braces is None:
        yield line
        return
    for word in braces[1].split(","):
        rest = line[braces.end() :]
        if not _BRACES.search(rest):
            rest = rest.replace("{%}", word)
        yield from _expanded(line[: braces.start()] + word + rest)


def record(lines: list[Line], folder: Path, outputs: Outputs, *, apart: bool = False) -> None:
    """Run command lines one after the other, and keep what each prints and writes.

    Apart, each has a process of its own: what it sets does not last.
    """
    seen = _contents(folder)
    numbers: dict[str, Iterator[int]] = {}
    for line in lines:
        again = next(numbers.setdefault(line.name, count(1)))
        name = line.name + (f" ({again})" if again > 1 else "")
        run = run_apart(line, folder) if apart else run_line(line, folder)
        places = {str(folder): "⟨folder⟩"}
        outputs.add(f"{name}/printed", masked(_shown(run), places))
        now = _contents(folder)
        for path, content in _written(now, seen):
            text = content.decode("utf-8", "surrogateescape")
            outputs.add(f"{name}/{path}", masked(text, places).encode("utf-8", "surrogateescape"))
        seen = now


def _shown(run: Run) -> str:
    return f"exit {run.code}\n--- stdout\n{run.out}--- stderr\n{run.err}"


def run_line(line: Line, folder: Path) -> Run:
    """Run ``owlboost`` in a folder and in this process."""
    given = (folder / line.stdin).read_bytes() if line.stdin else b""
    stdin, stdout, stderr = io.BytesIO(given), io.BytesIO(), io.BytesIO()
    before = sys.stdin, sys.stdout, sys.stderr, sys.argv
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(stream, "utf-8", newline="") for stream in (stdin, stdout, stderr)
    )
    sys.argv = ["owlboost", *shlex.split(line.text)]
    code: object = 0
    try:
        with contextlib.chdir(folder):
            runpy.run_module("owlboost", run_name="__main__")
    except SystemExit as ended:
        code = ended.code or 0
    except Exception as error:  # noqa: BLE001  what a traceback would end with
        code = f"{type(error).__name__}: {error}"
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = stdout.getvalue().decode("utf-8"), stderr.getvalue().decode("utf-8")
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before
    return Run(code, out, err)


def run_apart(line: Line, folder: Path) -> Run:
    """Run ``owlboost`` in a folder and a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "owlboost", *shlex.split(line.text)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def stop_clock() -> None:
    """Let the clock stand still that seconds are measured by."""
    time.perf_counter = lambda: 0.0


def _contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _written(now: dict[str, bytes], before: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are new or changed; finished folds by their content.

    Names of finished folds are fingerprints of options by their ``repr``: they are one output of
    their own, so that a new ``repr`` changes that alone.
    """
    fresh = {path: data for path, data in now.items() if before.get(path) != data}
    folds = [path for path in fresh if _FOLD.fullmatch(Path(path).name)]
    for path, data in fresh.items():
        if path.endswith(".html"):
            page, bundle = split_page(data.decode("utf-8"))
            yield path, page.encode("utf-8")
            yield f"scripts and styles of {path}", bundle.encode("utf-8")
        elif path not in folds:
            yield path, data
    if folds:
        yield "names of finished folds", "".join(f"{path}\n" for path in sorted(folds)).encode()
        texts = sorted(masked(fresh[path].decode("utf-8"), {}) for path in folds)
        yield "finished folds", "\n".join(texts).encode()
    for path in sorted(set(before) - set(now)):
        digest = hashlib.sha256(before[path]).hexdigest()
        yield f"{path} is gone", f"{path} {digest}\n".encode()
