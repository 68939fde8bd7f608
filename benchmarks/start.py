"""What a command costs before it does anything: imports and compilation; and streaming predictions.

Every command runs in a process of its own. Times are those of the processor, the least of some
runs; they stand beside what cannot be done without: importing NumPy, pyarrow, SciPy and Numba, or
reading the same file with pyarrow.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from owlboost.evaluation.samples import write_iris_table

N_ROWS = 1_000_000
N_COLUMNS = 20
REPEATS = 3

_LIBRARIES = "import numpy, pyarrow.compute, pyarrow.csv, scipy.linalg, numba"
_MODULES = """
import owlboost.cli.entry, owlboost.learners.gradient.learn
from owlboost.kernels.relations import max_over_successors
max_over_successors.machine_code()  # which nothing here needs, but all of Numba
"""
"""What an installation has compiled before the first command."""

_TELL_PEAK = """
import atexit
def tell():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    open("peak", "w").write(status["VmHWM"].split()[0])
atexit.register(tell)
"""
"""The system's own account of a child begins with the memory of its parent."""

_TARGET = ("--target", "species=versicolor")


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    seconds: float
    """Of the processor, on all threads."""
    memory: float
    """Its peak, in megabytes."""

    def beside(self, other: "Cost") -> str:
        """Tell it with its ratio to another."""
        return f"{self.seconds:.2f} s [{self.seconds / other.seconds:.1f}], {self.memory:.0f} MB"


def run() -> Iterator[str]:
    """Yield what was measured, line by line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _iris(folder)
        yield from _predictions(folder)


def _iris(folder: Path) -> Iterator[str]:
    write_iris_table(folder / "iris.csv")
    learn = ("learn", "iris.csv", *_TARGET)
    _command(folder, "inspect", "iris.csv")
    _python(folder, _MODULES)
    first = _command(folder, *learn)
    libraries = _least([_python(folder, _LIBRARIES) for _ in range(REPEATS)])
    yield f"start: the libraries alone {libraries.seconds:.2f} s, {libraries.memory:.0f} MB"
    commands = {
        "--help": ("--help",),
        "inspect iris": ("inspect", "iris.csv"),
        "learn iris": learn,
        "predict iris": ("predict", "iris.json", "iris.csv"),
    }
    _command(folder, *learn, "-o", "iris.json")
    for title, arguments in commands.items():
        cost = _least([_command(folder, *arguments) for _ in range(REPEATS)])
        yield f"start: {title} {cost.beside(libraries)}"
        if title == "learn iris":
            more = first.seconds - cost.seconds
            yield f"start: the first one compiles for {more:.1f} s (goal: at most 6)"


def _predictions(folder: Path) -> Iterator[str]:
    rng = np.random.default_rng(0)
    columns = {f"x{at}": rng.normal(size=N_ROWS).round(4) for at in range(N_COLUMNS)}
    positive = columns["x0"] + columns["x1"] ** 2 - columns["x2"] > 0.5
    table = pa.table({**columns, "y": np.where(positive, "yes", "no")})
    pa_csv.write_csv(table, folder / "many.csv")
    pq.write_table(table, folder / "many.parquet")
    pa_csv.write_csv(table.slice(0, 2_000), folder / "few.csv")
    _command(folder, "learn", "few.csv", "--target", "y=yes", "-o", "many.json")
    read = _python(folder, "import pyarrow.csv as c; c.read_csv('many.csv')")
    yield f"predict: pyarrow reads {N_ROWS} rows in {read.seconds:.2f} s, {read.memory:.0f} MB"
    for source in ("many.csv", "many.parquet"):
        for layout in ("table", "csv", "json"):
            cost = _command(folder, "predict", "many.json", source, "--format", layout)
            each = cost.seconds / N_ROWS * 1e6
            yield f"predict: {source} as {layout} {cost.beside(read)}, {each:.1f} µs a row"


def _command(folder: Path, *arguments: str) -> Cost:
    code = f"import sys; sys.argv[1:] = {arguments!r}; from owlboost.cli import main; main()"
    return _python(folder, code)


def _python(folder: Path, code: str) -> Cost:
    """Run Python with compiled code of its own, and wait for it; its end tells its memory.

    Modules are compiled once, as an installation compiles them.
    """
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(folder / "compiled"),
        "PYTHONPYCACHEPREFIX": str(folder / "modules"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with (folder / "out").open("wb") as out, (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", f"{_TELL_PEAK}\n{code}"],
            cwd=folder,
            env=environment,
            stdout=out,
            stderr=said,
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError((folder / "said").read_text(errors="replace"))
    peak = float((folder / "peak").read_text())
    return Cost(used.ru_utime + used.ru_stime, peak / 1024)


def _least(costs: Sequence[Cost]) -> Cost:
    return min(costs, key=lambda cost: cost.seconds)
