"""Deep structure: long chains of classes, deep transitive roles, circles of roles.

Each is read and saturated in a process of its own, and compared with what NumPy takes to sort
as many numbers as are kept: the work should grow with what is kept, not with depth. Of a chain of
classes its steps are kept, of a transitive role all pairs.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.memory import peak_megabytes
from benchmarks.ontologies import timed
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.sources.ontology_knowledge import Saturated, saturate


def chain_of_classes(n: int) -> Iterator[str]:
    """State that each of n classes is below the next."""
    yield from (f"SubClassOf(:C{number} :C{number + 1})" for number in range(n - 1))
    yield "ClassAssertion(:C0 :a)"


def transitive_chain(n: int) -> Iterator[str]:
    """State that each of n individuals has the next one for a filler of a transitive role."""
    yield "TransitiveObjectProperty(:p)"
    yield from (f"ObjectPropertyAssertion(:p :i{at} :i{at + 1})" for at in range(n - 1))


def circle_of_roles(n: int) -> Iterator[str]:
    """State that each of n roles is below the next, and the last one below the first."""
    yield from (f"SubObjectPropertyOf(:p{at} :p{(at + 1) % n})" for at in range(n))
    yield "ObjectPropertyAssertion(:p0 :a :b)"


SHAPES: dict[str, Callable[[int], Iterator[str]]] = {
    "chain of classes": chain_of_classes,
    "transitive chain": transitive_chain,
    "circle of roles": circle_of_roles,
}
SIZES = (
    ("chain of classes", 2_000),
    ("chain of classes", 10_000),
    ("chain of classes", 100_000),
    ("transitive chain", 3_000),
    ("transitive chain", 10_000),
    ("circle of roles", 2_000),
)


def kept_by(found: Saturated) -> int:
    """Return how many steps between classes, types and fillers are kept."""
    kb = found.kb
    return kb.taxonomy.indices.size + kb.types.indices.size + sum(r.indices.size for r in kb.roles)


def following(shape: str, n: int) -> int:
    """Return how many classes above others, types and fillers follow."""
    pairs = n * (n - 1) // 2
    return {"chain of classes": pairs + n, "transitive chain": pairs, "circle of roles": n}[shape]


def measure(shape: str, n: int) -> dict[str, float]:
    """Read and saturate an ontology of one shape."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deep.ofn"
        path.write_text("Prefix(:=<urn:x#>)\nOntology(\n" + "\n".join(SHAPES[shape](n)) + "\n)")
        found: list[Saturated] = []
        before = peak_megabytes()
        seconds = timed(lambda: found.append(saturate(read_ontology_file(path))))
        memory = peak_megabytes() - before
    kept = kept_by(found[0])
    numbers = np.random.default_rng(0).integers(2**40, size=kept)
    bare = timed(numbers.sort)
    return {"seconds": seconds[1], "kept": kept, "bare": bare[1], "megabytes": memory}


def _own_process(shape: str, n: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.deep", shape, str(n)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def run() -> Iterator[str]:
    """Yield the figures, one line for each shape and size."""
    for shape, n in SIZES:
        one = _own_process(shape, n)
        yield (
            f"{shape}, {n:,}: read and saturated in {one['seconds']:.2f} s of the processor and "
            f"{one['megabytes']:,.0f} MB; {following(shape, n):,} pairs follow, {one['kept']:,.0f} "
            f"are kept; NumPy sorts as many numbers in {one['bare']:.2f} s"
        )


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
