"""A table four times larger than the memory that a process may still take is learned anyway."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.e2e.commands import environment

N_ROWS, N_COLUMNS = 50_000, 400
N_BYTES = 8 * N_ROWS * N_COLUMNS

CHILD = """
import json, resource, sys
from pathlib import Path
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.training import train
from owlboost.models.model_files import model_text
from owlboost.tables.reading import read_table

path, small, more, out_of_core = sys.argv[1:]
learner = GradientConcepts(n_rules=2, n_sets=3, loss="squared", ridge=1.0, balance="on")

def learned(path, out_of_core):
    table = read_table(path, out_of_core=out_of_core)
    return model_text(train(table.problem("good=true"), learner))

models = [learned(small, where) for where in ("on", "off")]  # compiles and loads what is needed
if more != "0":
    status = Path("/proc/self/status").read_text()
    taken = int(status.split("VmData:")[1].split()[0]) << 10
    resource.setrlimit(resource.RLIMIT_DATA, (taken + int(more), taken + int(more)))
try:
    models.append(learned(path, out_of_core))
except MemoryError:
    models.append("MemoryError")
print(json.dumps(models))
"""


def write_table(path: Path, n_rows: int, n_columns: int) -> None:
    generator = np.random.default_rng(0)
    x = generator.normal(size=(n_columns, n_rows))
    columns = {f"x{number}": column for number, column in enumerate(x)}
    pq.write_table(pa.table({**columns, "good": x[0] + x[1] * x[2] > 0.5}), path)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is told by Linux alone")
def test_a_table_four_times_larger_than_what_may_be_taken(tmp_path: Path) -> None:
    large, small = tmp_path / "large.parquet", tmp_path / "small.parquet"
    write_table(large, N_ROWS, N_COLUMNS)
    write_table(small, 21_000, 3)

    def models(out_of_core: str) -> list[str]:
        given = (str(large), str(small), str(N_BYTES // 4), out_of_core)
        pool = {"ARROW_DEFAULT_MEMORY_POOL": "system"}  # others take more than they use
        ended = subprocess.run(
            [sys.executable, "-c", CHILD, *given],
            env={**environment(), **pool},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr[-2000:]
        found: list[str] = json.loads(ended.stdout)
        return found

    on_disk, in_memory, learned = models("auto")
    assert on_disk == in_memory
    assert json.loads(learned)["source"]["individuals"] == N_ROWS
    assert models("off")[-1] == "MemoryError"
