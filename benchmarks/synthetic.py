"""One boosting round on a synthetic table of 20 numeric columns, from 10⁴ to 10⁶ rows.

Each size runs in a process of its own, so that its peak memory is its own.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from owlboost._typing import Floats, Mask
from owlboost.features.labelling import label_matrix
from owlboost.features.partitions import fit_partitions
from owlboost.learners.boosting import boost
from owlboost.learners.ground import lay_out
from owlboost.learners.search import Search
from owlboost.learners.settings import Settings
from owlboost.model.examples import LearningProblem
from owlboost.ontology.columns import NumberColumn, SymbolColumn
from owlboost.ontology.tabular import Table, numbered_rows

N_COLUMNS = 20
SIZES = (10_000, 100_000, 1_000_000)
MEGABYTE = 1024


def make_table(n_rows: int) -> tuple[Floats, Mask]:
    """Draw normal columns; positive is a soft conjunction of three, about one row in five."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(N_COLUMNS, n_rows))
    score = np.minimum(np.minimum(values[0], -values[1]), 0.5 * values[2] + 0.5)
    return values, score + 0.1 * rng.normal(size=n_rows) > 0


def as_problem(values: Floats, positive: Mask) -> LearningProblem:
    """Make the table a learning problem."""
    columns: dict[str, NumberColumn | SymbolColumn] = {
        f"x{number}": NumberColumn(column) for number, column in enumerate(values)
    }
    columns["y"] = SymbolColumn(positive.astype(np.int32), (False, True))
    return Table(Path("synthetic"), numbered_rows(positive.size), columns).problem("y=true")


def peak_memory() -> float:
    """Largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


def measure(n_rows: int, n_jobs: int) -> dict[str, float]:
    """Time and memory of one round at one size."""
    settings = Settings(n_rounds=1, n_jobs=n_jobs)
    warm = as_problem(*make_table(1000))
    _round(warm, settings)
    problem = as_problem(*make_table(n_rows))
    before = peak_memory()
    start = time.perf_counter()
    partitions = fit_partitions(problem.kb, settings.n_sets_or_5, settings.fuzzify)
    fitted = time.perf_counter()
    matrix = label_matrix(problem.kb, partitions)
    labelled = time.perf_counter()
    ground = lay_out(problem, matrix)
    hypothesis = boost(Search(ground, settings), ground, settings)
    done = time.perf_counter()
    memory = peak_memory() - before
    weights = np.repeat(np.full(n_rows, 1 / n_rows), np.diff(matrix.indptr))
    plain = time.perf_counter()
    np.bincount(matrix.indices, weights * matrix.degrees, len(matrix.labels))
    return {
        "rows": n_rows,
        "partitions": fitted - start,
        "labels": labelled - fitted,
        "round": done - labelled,
        "numpy_pass": time.perf_counter() - plain,
        "memory_mb": memory,
        "axioms": sum(1 for _ in hypothesis.inclusions),
    }


def _round(problem: LearningProblem, settings: Settings) -> None:
    partitions = fit_partitions(problem.kb, settings.n_sets_or_5, settings.fuzzify)
    ground = lay_out(problem, label_matrix(problem.kb, partitions))
    boost(Search(ground, settings), ground, settings)


def run() -> list[str]:
    """Return the figures, one line each."""
    lines, found = [], []
    for n_rows in SIZES:
        for n_jobs in (1, 2):
            command = [sys.executable, "-m", "benchmarks.synthetic", str(n_rows), str(n_jobs)]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            one = json.loads(output)
            lines.append(
                f"synthetic {n_rows:>9,} × {N_COLUMNS}, {n_jobs} thread(s): "
                f"round {one['round']:.3f} s ({one['axioms']:.0f} axioms) = "
                f"{one['round'] / one['numpy_pass']:.1f} NumPy passes over the same degrees; "
                f"fuzzy sets {one['partitions']:.2f} s, degrees {one['labels']:.2f} s, "
                f"{one['memory_mb']:.0f} MB above the table"
            )
            if n_jobs == 1:
                found.append(one)
    for stage in ("round", "labels", "partitions"):
        exponent = np.log(found[-1][stage] / found[0][stage]) / np.log(SIZES[-1] / SIZES[0])
        lines.append(f"synthetic growth of {stage} from 10⁴ to 10⁶ rows: exponent {exponent:.2f}")
    return lines


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]))))
