"""A table four times larger than the memory that may be used, learned out of core.

``python -m benchmarks out_of_core`` writes a Parquet file of 2.4 GB and learns from it in a process
that may not allocate more than 610 MB (``ulimit -d``); then from a smaller one, in memory and out
of core.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.cluster import write_numbers

LARGE = (400_000, 800)
SMALL = (30_000, 50)
LIMIT = 8 * LARGE[0] * LARGE[1] // 4

_CHILD = """
import resource, sys
path, limit, out_of_core = sys.argv[1], int(sys.argv[2]), sys.argv[3]
if limit:
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.training import train
from owlboost.models.model_files import model_text
from owlboost.tables.reading import read_table
learner = GradientConcepts(n_rules=3, n_sets=5, loss="squared", ridge=1.0, balance="on")
model = train(read_table(path, out_of_core=out_of_core).problem("good=true"), learner)
print(model_text(model))
"""


def run() -> Iterator[str]:
    """Learn within the limit and without, and yield lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.parquet"
        write_numbers(path, *LARGE)
        n_bytes = 8 * LARGE[0] * LARGE[1]
        yield f"out of core: {LARGE[0]:,} rows, {LARGE[1]} columns, {n_bytes / 2**30:.1f} GB"
        for out_of_core in ("auto", "off"):
            start = time.perf_counter()
            found = _learned(path, LIMIT, out_of_core)
            said = "learned" if found else "not enough memory"
            seconds = time.perf_counter() - start
            yield f"within {LIMIT >> 20} MB, out of core {out_of_core}: {said}, {seconds:.0f} s"
        path.unlink()
        write_numbers(path, *SMALL)
        same = _learned(path, 0, "on") == _learned(path, 0, "off")
        said = "the same" if same else "ANOTHER"
        yield f"{SMALL[0]:,} rows in memory and out of core: {said} model"


def _learned(path: Path, limit: int, out_of_core: str) -> str:
    """Return the model that another process learns; nothing if it fails."""
    command = [sys.executable, "-c", _CHILD, str(path), str(limit), out_of_core]
    environment = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}  # it reserves nothing
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return ended.stdout
