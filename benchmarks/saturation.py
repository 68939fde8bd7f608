"""Reading, saturating, writing what follows and telling why, as ratios to a bare parse.

There are two ontologies: the campus with its million triples, and a terminology of compound
classes (:mod:`benchmarks.syntaxes`). Each has a process of its own. The bare parse is that of
pyoxigraph, of the same triples in the same process.
"""

import json
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pyoxigraph as ox

from benchmarks.campus import NAMESPACE, write_n_triples
from benchmarks.ontologies import N_UNIVERSITIES, Seconds, timed
from benchmarks.syntaxes import write
from owlboost.ontology.explain.justifications import Justifier
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.writers.ntriples import write_inferences
from owlboost.sources.ontology_knowledge import Saturated, saturate

N_CLASSES = 3_000
"""Of the terminology."""

ASKED = f"{NAMESPACE}Person"
"""A class of the campus with members that nobody states."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Wall and processor seconds of each stage, and how much there is."""

    parse: Seconds
    read: Seconds
    saturate: Seconds
    write: Seconds
    why: Seconds | None
    types: int
    above: int
    lines: int


def measure(path: Path) -> Stages:
    """Take an ontology in N-Triples through all stages, once."""
    read: list[Ontology] = []
    saturated: list[Saturated] = []
    lines: list[int] = []
    parse = timed(lambda: deque(ox.parse(path=path, format=ox.RdfFormat.N_TRIPLES), maxlen=0))
    reading = timed(lambda: read.append(read_ontology_file(path)))
    saturating = timed(lambda: saturated.append(saturate(read[0])))
    kb = saturated[0].kb
    out = path.with_name("inferred.nt")
    writing = timed(lambda: lines.append(write_inferences(kb, out)))
    why = None
    if ASKED in kb.vocabulary.classes:
        member = kb.individuals[int(kb.members[kb.vocabulary.classes.id(ASKED)][0])]
        why = timed(lambda: Justifier(read[0]).member(member, ASKED))
    sizes = kb.types.indices.size, kb.taxonomy.pairs()[0].size
    return Stages(parse, reading, saturating, writing, why, *sizes, lines[0])


def _own_process(path: Path) -> Stages:
    command = [sys.executable, "-m", "benchmarks.saturation", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Stages(**json.loads(done.stdout))


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    campus = folder / "campus.nt"
    yield campus, write_n_triples(campus, N_UNIVERSITIES)
    paths, count = write("terminology", folder, N_CLASSES)
    yield paths[0], count


def _line(path: Path, count: int, one: Stages) -> str:
    told = [f"{path.name}, {count:,} triples: pyoxigraph's bare parse {_shown(one.parse)}"]
    stages = {
        "read": one.read,
        f"saturate to {one.types:,} types and {one.above:,} classes above others": one.saturate,
        f"write {one.lines:,} lines": one.write if one.lines else None,
        "saturate again and tell why one follows": one.why,
    }
    for name, seconds in stages.items():
        if seconds is not None:
            ratio = seconds[1] / one.parse[1]
            told.append(f"{name} {_shown(seconds)}, {ratio:.2f} times the processor's time")
    return "; ".join(told)


def _shown(seconds: Seconds) -> str:
    return f"{seconds[0]:.2f} s [{seconds[1]:.2f} s]"


def run() -> list[str]:
    """Return the figures, one line for each ontology."""
    with tempfile.TemporaryDirectory() as folder:
        return [_line(path, count, _own_process(path)) for path, count in _files(Path(folder))]


if __name__ == "__main__":
    print(json.dumps(asdict(measure(Path(sys.argv[1])))))
