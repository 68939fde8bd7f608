"""Ten million triples beside a bare parse, and how time grows with individuals and with classes.

Takes some minutes and 2 GB of disk, so it runs only where it is named. Each ontology has a process
of its own. Times are those of the processor.
"""

import json
import math
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pyoxigraph as ox

from benchmarks.campus import write_n_triples, write_turtle
from benchmarks.memory import peak_megabytes
from benchmarks.ontologies import FORMATS, timed
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.sources.ontology_knowledge import Saturated, saturate

GROWING = (1, 10, 160)
"""Universities that have about 10⁴, 10⁵ and 2 · 10⁶ individuals; the last make 10⁷ triples."""

CLASSES = (50, 500, 5_000)
N_MEMBERS = 20_000

_OWL = "http://www.w3.org/2002/07/owl#"
_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
_BELOW = "<http://www.w3.org/2000/01/rdf-schema#subClassOf>"


@dataclass(frozen=True, slots=True)
class Large:
    """Processor seconds of each stage, the peak of memory in MB, and how much there is."""

    parse: float
    read: float
    saturate: float
    megabytes: float
    individuals: int
    types: int

    @property
    def seconds(self) -> float:
        """Of reading and saturating."""
        return self.read + self.saturate


def measure(path: Path) -> Large:
    """Parse a file with nothing else, then read and saturate it."""
    read: list[Ontology] = []
    saturated: list[Saturated] = []
    parse = timed(lambda: deque(ox.parse(path=path, format=FORMATS[path.suffix]), maxlen=0))
    before = peak_megabytes()
    reading = timed(lambda: read.append(read_ontology_file(path)))
    saturating = timed(lambda: saturated.append(saturate(read[0])))
    kb = saturated[0].kb
    sizes = len(kb.individuals), kb.types.indices.size
    return Large(parse[1], reading[1], saturating[1], peak_megabytes() - before, *sizes)


def write_classes(path: Path, n_classes: int, n_members: int = N_MEMBERS) -> None:
    """Write a tree of classes, every fifth with a restriction, and members related at random."""
    rng = np.random.default_rng(3)
    with path.open("w", encoding="utf-8") as file:
        for number in range(n_classes):
            one, node = f"<urn:x#C{number}>", f"_:b{number}"
            file.write(f"{one} {_TYPE} <{_OWL}Class> .\n")
            if number:
                file.write(f"{one} {_BELOW} <urn:x#C{(number - 1) // 4}> .\n")
            if number % 5 == 0:
                file.write(f"{one} {_BELOW} {node} .\n{node} {_TYPE} <{_OWL}Restriction> .\n")
                file.write(f"{node} <{_OWL}onProperty> <urn:x#r{number % 3}> .\n")
                file.write(f"{node} <{_OWL}someValuesFrom> <urn:x#C{rng.integers(n_classes)}> .\n")
        for number in range(n_members):
            one = f"<urn:x#i{number}>"
            file.write(f"{one} {_TYPE} <urn:x#C{rng.integers(n_classes)}> .\n")
            for other in rng.integers(n_members, size=3).tolist():
                file.write(f"{one} <urn:x#r{other % 3}> <urn:x#i{other}> .\n")


def exponent(first: float, last: float, growth: float) -> float:
    """Return with which power of the size something grows."""
    return math.log(last / first) / math.log(growth)


def _own_process(path: Path) -> Large:
    command = [sys.executable, "-m", "benchmarks.large", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Large(**json.loads(done.stdout))


def _campus(folder: Path) -> Iterator[str]:
    """Yield the figures of N-Triples, how they grow, and those of Turtle."""
    path, turtle = folder / "campus.nt", folder / "campus.ttl"
    found, count = [], 0
    for number in GROWING:
        count = write_n_triples(path, number)
        found.append(_own_process(path))
    path.unlink()
    first, last = found[0], found[-1]
    yield _line(path.name, count, last)
    power = exponent(first.seconds, last.seconds, last.individuals / first.individuals)
    shown = ", ".join(f"{one.individuals:,} in {one.seconds:.2f} s" for one in found)
    yield f"individuals: {shown}; exponent {power:.2f} (goal: at most 1)"
    write_turtle(turtle, GROWING[-1])
    yield _line(turtle.name, count, _own_process(turtle))


def _line(name: str, count: int, one: Large) -> str:
    return (
        f"{name}, {count:,} triples, {one.individuals:,} individuals: pyoxigraph's bare parse "
        f"{one.parse:.1f} s, read {one.read:.1f} s, saturate {one.saturate:.1f} s, "
        f"ratio {one.seconds / one.parse:.2f} (goal: at most 2.5), {one.megabytes:,.0f} MB"
    )


def _branching(folder: Path) -> Iterator[str]:
    found = []
    for number in CLASSES:
        path = folder / "classes.nt"
        write_classes(path, number)
        found.append(_own_process(path))
    power = exponent(found[0].seconds, found[-1].seconds, CLASSES[-1] / CLASSES[0])
    pairs = zip(CLASSES, found, strict=True)
    shown = ", ".join(f"{number:,} in {one.seconds:.2f} s" for number, one in pairs)
    yield f"classes of {N_MEMBERS:,} individuals: {shown}; exponent {power:.2f} (goal: at most 1)"


def run() -> Iterator[str]:
    """Yield the figures, one line for each question."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _branching(Path(folder))
        yield from _campus(Path(folder))


if __name__ == "__main__":
    print(json.dumps(asdict(measure(Path(sys.argv[1])))))
