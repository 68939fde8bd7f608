"""One training on a Dask cluster: the same model file from any number of workers, and the cost.

``python -m benchmarks cluster`` learns from a table of 10⁶ rows and 20 columns in this process, on
one worker, on two, and on two of which one is killed half-way; ``ROWS=100000`` in the environment
takes fewer.
"""

import os
import pickle
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.run import RunContext, Step
from owlboost.learners.search.dask_cluster import DaskCluster
from owlboost.learners.training import train
from owlboost.models.model_files import model_text
from owlboost.runtime.engine import connected
from owlboost.tables.reading import read_table

ROWS = int(os.environ.get("ROWS", "1000000"))
COLUMNS = 20
LEARNER = GradientConcepts(n_rules=5, n_sets=5, loss="squared", ridge=1.0, balance="on")


def write_numbers(path: Path, n_rows: int, n_columns: int, rows_at_a_time: int = 20_000) -> None:
    """Write a table of normal numbers, some of which tell a class, batch by batch."""
    generator = np.random.default_rng(0)
    names = [f"x{number}" for number in range(n_columns)]
    schema = pa.schema([*((name, pa.float64()) for name in names), ("good", pa.bool_())])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, n_rows, rows_at_a_time):
            x = generator.normal(size=(n_columns, min(rows_at_a_time, n_rows - start)))
            noise = 0.3 * generator.normal(size=x.shape[1])
            good = x[0] + x[1] * x[2] + noise > 0.5
            writer.write_table(pa.table([*map(pa.array, x), pa.array(good)], schema=schema))


class Counted:
    """A client that counts what comes back, and how long that takes."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.seconds: list[float] = []
        self.sizes: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def gather(self, asked: Any) -> Any:
        """Wait for answers; those of steps are counted."""
        start = time.perf_counter()
        told = self._client.gather(asked)
        if not any(isinstance(one, tuple) for part in told for one in part):
            self.seconds.append(time.perf_counter() - start)
            self.sizes += [len(pickle.dumps(one)) for part in told for one in part]
        return told


def run() -> Iterator[str]:
    """Learn everywhere and yield lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "numbers.parquet"
        write_numbers(path, ROWS, COLUMNS)
        here, seconds = _learned(path, RunContext())
        yield f"cluster: {ROWS:,} rows, {COLUMNS} columns; this process {seconds:.1f} s"
        for n_workers, killed in ((1, False), (2, False), (2, True)):
            with connected(n_workers=n_workers) as client:
                counted = Counted(client)
                context = RunContext(
                    _killing(client) if killed else None, cluster=DaskCluster(counted)
                )
                there, seconds = _learned(path, context)
            yield (
                f"{n_workers} workers{', one killed' if killed else ''}: {seconds:.1f} s, "
                f"{len(counted.seconds)} steps of {1000 * np.median(counted.seconds):.0f} ms "
                f"(median), answers of {np.mean(counted.sizes) / 1000:.1f} kB, "
                f"{'the same' if there == here else 'ANOTHER'} model file"
            )
        yield f"an empty step: {_empty_step():.0f} ms"


def _learned(path: Path, context: RunContext) -> tuple[str, float]:
    start = time.perf_counter()
    model = train(read_table(path).problem("good=true"), LEARNER, context=context)
    return model_text(model), time.perf_counter() - start


def _killing(client: Any) -> Callable[[object], None]:
    """Kill a worker at the fourth step."""
    steps: list[object] = []

    def on_event(event: object) -> None:
        if isinstance(event, Step):
            steps.append(event)
            if len(steps) == 4:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    return on_event


def _empty_step() -> float:
    """Milliseconds of four tasks that do nothing, on two workers."""
    with connected(n_workers=2) as client:
        seconds = []
        for _ in range(50):
            start = time.perf_counter()
            client.gather([client.submit(int, number, pure=False) for number in range(4)])
            seconds.append(time.perf_counter() - start)
    return float(1000 * np.median(seconds))
