"""Reading and saturating a million triples, and learning from carcinogenesis, beside bare parsing.

Each ontology has a process of its own, so that its peak memory is its own. Times are wall times
and, in brackets, times of the processor: on a busy machine only these tell something.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyoxigraph as ox
import rdflib

from benchmarks.campus import write_n_triples, write_turtle
from benchmarks.memory import peak_megabytes
from owlboost.evaluation.samples import hotels
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.sources.example_files import ExampleLists, read_names
from owlboost.sources.ontology_source import read_ontology

N_UNIVERSITIES = 17
"""As many as make about a million triples."""

FORMATS = {".nt": ox.RdfFormat.N_TRIPLES, ".ttl": ox.RdfFormat.TURTLE}
REPEATS = 3

Seconds = tuple[float, float]
"""Wall time and processor time."""


def timed(work: Callable[[], object]) -> Seconds:
    """Run something once."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def shortest(runs: list[Seconds]) -> Seconds:
    """Return the shortest wall time and the shortest processor time."""
    walls, processors = zip(*runs, strict=True)
    return min(walls), min(processors)


def measure_campus(path: Path) -> dict[str, object]:
    """Parse a file with nothing else, and read and saturate it, in turns."""
    parsing, reading = [], []
    before = peak_megabytes()
    for _ in range(REPEATS):
        parsing.append(
            timed(lambda: deque(ox.parse(path=path, format=FORMATS[path.suffix]), maxlen=0))
        )
        reading.append(timed(lambda: read_ontology(path).source().knowledge_base()))
    return {
        "parse": shortest(parsing),
        "read": shortest(reading),
        "memory_mb": peak_megabytes() - before,
    }


def measure_carcinogenesis(folder: Path) -> dict[str, object]:
    """Parse with rdflib, and read, saturate and learn; compilation excluded."""
    source = folder / "carcinogenesis.owl.gz"
    settings = FuzzyOWLBoost(n_rounds=10, max_depth=2)
    with hotels() as sample:
        X, positive = read_ontology(sample).examples("Good_Hotel", scope="Accommodation")
        train(X.problem(positive), settings)  # compiles
    models: list[TrainedModel] = []
    before = peak_megabytes()
    learning = timed(lambda: models.append(_learned(source, settings)))
    memory = peak_megabytes() - before
    fold = _fold(source)
    text = gzip.decompress(source.read_bytes())
    parsing = timed(lambda: rdflib.Graph().parse(data=text, format="xml"))
    return {
        "learn": learning,
        "fold": fold,
        "parse": parsing,
        "memory_mb": memory,
        "rules": sum(1 for _ in models[0].hypothesis.inclusions),
        "examples": models[0].source["individuals"],
    }


def _learned(source: Path, settings: FuzzyOWLBoost) -> TrainedModel:
    lists = ExampleLists(*(read_names(source.parent / name) for name in ("pos.txt", "neg.txt")))
    X, positive = read_ontology(source).examples(lists=lists)
    return train(X.problem(positive), settings)


def _fold(source: Path) -> Seconds:
    """Saturate again without every fifth individual, as the folds of an evaluation do."""
    plain = read_ontology(source).source()
    held_out = np.arange(0, len(plain.knowledge_base().individuals), 5, dtype=np.int32)
    return shortest([timed(lambda: plain.knowledge_base(held_out)) for _ in range(REPEATS)])


def _own_process(name: str, path: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "benchmarks.ontologies", name, str(path)]
    found: dict[str, object] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return found


def _shown(seconds: object) -> str:
    assert isinstance(seconds, list)
    return f"{seconds[0]:.2f} s [{seconds[1]:.2f} s]"


def _ratio(above: object, below: object) -> str:
    assert isinstance(above, list)
    assert isinstance(below, list)
    return f"{above[0] / below[0]:.2f} [{above[1] / below[1]:.2f}]"


def _campus_lines() -> list[str]:
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        triples, turtle = Path(folder) / "campus.nt", Path(folder) / "campus.ttl"
        count = write_n_triples(triples, N_UNIVERSITIES)
        write_turtle(turtle, N_UNIVERSITIES)
        for path in (triples, turtle):
            one = _own_process("campus", path)
            lines.append(
                f"campus{path.suffix}, {count:,} triples: read and saturate {_shown(one['read'])}, "
                f"pyoxigraph's bare parse {_shown(one['parse'])}, "
                f"ratio {_ratio(one['read'], one['parse'])} (goal: at most 4), "
                f"{one['memory_mb']:.0f} MB above the start"
            )
    return lines


def _carcinogenesis_line() -> str:
    data = os.environ.get("OWLBOOST_DATA")
    folder = Path(data or "") / "carcinogenesis"
    if data is None or not folder.is_dir():
        return "carcinogenesis: skipped, OWLBOOST_DATA names no folder with the data"
    one = _own_process("carcinogenesis", folder)
    return (
        f"carcinogenesis, {one['examples']} examples: load and learn 10 rounds at depth 2 with "
        f"lookahead ({one['rules']} rules) {_shown(one['learn'])}, "
        f"rdflib's bare parse {_shown(one['parse'])}, "
        f"ratio {_ratio(one['learn'], one['parse'])}; "
        f"saturate without a fifth of the individuals {_shown(one['fold'])}; "
        f"{one['memory_mb']:.0f} MB above the start"
    )


def run() -> list[str]:
    """Return the figures, one line each."""
    return [*_campus_lines(), _carcinogenesis_line()]


if __name__ == "__main__":
    measure = {"campus": measure_campus, "carcinogenesis": measure_carcinogenesis}[sys.argv[1]]
    print(json.dumps(measure(Path(sys.argv[2]))))
