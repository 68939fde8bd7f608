"""Learning from tables of numbers: growth with rows and columns, beside scikit-learn's boosting.

Each size runs in a process of its own, on one thread unless told otherwise, after a warm-up that
loads compiled code. Times are those of the processor, so that other work on the machine matters
little; memory is the peak above what the process held before it learned. One size alone, with
its algorithm, rows, columns and threads: ``python -m benchmarks.tables gradient 10000000 20 1``.
"""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.ensemble import AdaBoostClassifier, HistGradientBoostingClassifier

from benchmarks.memory import held, peak
from benchmarks.synthetic import as_problem
from owlboost.learners.algorithms import FuzzyOWLBoost, GradientConcepts
from owlboost.learners.learner import Learner
from owlboost.learners.training import train
from owlboost.runtime.array_types import Floats, Mask

ROWS = (10_000, 100_000, 1_000_000)
COLUMNS = (20, 200, 2_000)
FEW_ROWS = 2_000
WARM = 3_000

LEARNERS: dict[str, Callable[..., Learner]] = {
    "gradient": GradientConcepts,
    "boost": FuzzyOWLBoost,
}
PEERS: dict[str, Callable[[], Any]] = {
    "gradient": HistGradientBoostingClassifier,
    "boost": lambda: AdaBoostClassifier(n_estimators=50),
}
TITLES = {"gradient": "HistGradientBoosting", "boost": "AdaBoost(50)"}


def drawn(n_rows: int, n_columns: int) -> tuple[Floats, Mask]:
    """Draw normal columns; positive is a soft conjunction of three, about one row in five."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(n_columns, n_rows))
    score = np.minimum(np.minimum(values[0], -values[1]), 0.5 * values[2] + 0.5)
    return values, score + 0.1 * rng.normal(size=n_rows) > 0


def measure(algorithm: str, n_rows: int, n_columns: int, n_jobs: int) -> dict[str, float]:
    """Time and memory of one learner on one table, and the time of its peer."""
    learner = LEARNERS[algorithm](n_jobs=n_jobs)
    train(as_problem(*drawn(WARM, 20)), learner)
    values, positive = drawn(n_rows, n_columns)
    problem = as_problem(values, positive)
    before = held()
    wall, cpu = time.perf_counter(), time.process_time()
    model = train(problem, learner)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    found = {
        "rows": n_rows,
        "columns": n_columns,
        "seconds": cpu,
        "wall": wall,
        "bytes_a_row": (peak() - before) / n_rows,
        "gigabytes": peak() / 2**30,
        "F1": model.training["F1"],
    }
    del problem, model
    gc.collect()
    if n_rows > ROWS[-1]:  # the others would take too long
        return found
    rows = np.ascontiguousarray(values.T)
    start = time.process_time()
    PEERS[algorithm]().fit(rows, positive)
    return found | {"peer": time.process_time() - start}


def measured(algorithm: str, n_rows: int, n_columns: int, n_jobs: int = 1) -> dict[str, float]:
    """Measure in a process of its own."""
    words = (algorithm, n_rows, n_columns, n_jobs)
    command = [sys.executable, "-m", "benchmarks.tables", *map(str, words)]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    found: dict[str, float] = json.loads(output.stdout)
    return found


def run() -> Iterator[str]:
    """Yield the figures, one line each."""
    by_rows = {n_rows: measured("gradient", n_rows, 20) for n_rows in ROWS}
    for one in by_rows.values():
        yield _line("gradient", one)
    yield exponent("rows", [(n_rows, one["seconds"]) for n_rows, one in by_rows.items()])
    by_columns = {n_columns: measured("gradient", FEW_ROWS, n_columns) for n_columns in COLUMNS}
    for one in by_columns.values():
        yield _line("gradient", one)
    yield exponent("columns", [(number, one["seconds"]) for number, one in by_columns.items()])
    yield _line("boost", measured("boost", ROWS[1], 20))
    for n_rows in ROWS[1:]:
        two = measured("gradient", n_rows, 20, n_jobs=2)
        yield (
            f"tables {n_rows:>9,} × 20, gradient on 2 threads: {two['wall']:.1f} s by the clock, "
            f"{by_rows[n_rows]['wall'] / two['wall']:.2f} times as fast as on one"
        )


def _line(algorithm: str, one: dict[str, float]) -> str:
    return (
        f"tables {one['rows']:>9,.0f} × {one['columns']:.0f}, {algorithm}: {one['seconds']:.2f} s "
        f"of the processor, {one['seconds'] / one['peer']:.2f} × {TITLES[algorithm]}; "
        f"{one['bytes_a_row']:.0f} bytes a row above the table; F1 {one['F1']:.3f}"
    )


def exponent(what: str, seconds: list[tuple[int, float]]) -> str:
    """Tell with which power of a size time grows, from the first to the last."""
    (few, first), *_, (many, last) = seconds
    power = np.log(last / first) / np.log(many / few)
    return f"tables growth with {what} from {few:,} to {many:,}: exponent {power:.2f}"


if __name__ == "__main__":
    name, *sizes = sys.argv[1:]
    rows, columns, jobs = map(int, sizes)
    print(json.dumps(measure(name, rows, columns, jobs)))
