"""Learning from ontologies: public data sets, and how time grows with what there is to learn from.

Times are those of the processor, after a first run that compiles; reading and reasoning are left
out.
"""

import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Vocabulary
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.training import fit
from owlboost.runtime.hierarchy import Taxonomy
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows, Values
from owlboost.sources.example_files import ExampleLists, read_names
from owlboost.sources.ontology_source import read_ontology

EXAMPLES = 1000


@dataclass(frozen=True)
class Ontology:
    """A public ontology with lists of examples, and how deep rules go."""

    name: str
    file: str
    lists: str
    depth: int


ONTOLOGIES = (
    Ontology("carcinogenesis", "carcinogenesis/carcinogenesis.owl.gz", "carcinogenesis", 2),
    Ontology("mutagenesis", "mutagenesis/mutagenesis.owl.gz", "mutagenesis/lp/188", 2),
    Ontology(
        "uncle", "family-benchmark/family-benchmark_rich_background.owl", "family-benchmark", 3
    ),
)


@dataclass(frozen=True)
class Sizes:
    """How much there is of everything in an invented ontology."""

    individuals: int = 10_000
    classes: int = 50
    roles: int = 5
    fillers: int = 2
    depth: int = 1


GROWTH: dict[str, tuple[tuple[int, Sizes], ...]] = {
    "individuals": tuple((n, Sizes(individuals=n)) for n in (10_000, 100_000, 1_000_000)),
    "classes": tuple((n, Sizes(classes=n)) for n in (50, 500, 5_000)),
    "roles": tuple((n, Sizes(roles=n)) for n in (5, 50)),
    "levels of depth": tuple((n, Sizes(depth=n)) for n in (1, 2, 3)),
}


def invented(sizes: Sizes) -> LearningProblem:
    """Make an ontology in which what is near a member of the first class is mostly good."""
    rng = np.random.default_rng(0)
    n = sizes.individuals
    scale = min(1.0, 50 / sizes.classes)  # an individual has as many classes, however many are
    shares = rng.uniform(0.01, 0.3, sizes.classes) * scale
    members = [rng.choice(n, max(2, int(n * share)), replace=False) for share in shares]
    numbers = np.arange(sizes.classes, dtype=np.int32)
    classes = np.repeat(numbers, [found.size for found in members])
    elements = np.concatenate(members).astype(np.int32)
    pairs = [rng.integers(0, n, (2, n * sizes.fillers)) for _ in range(sizes.roles)]
    roles = [Rows.from_pairs(a.astype(np.int32), b.astype(np.int32), n) for a, b in pairs]
    good = np.zeros(n, dtype=np.bool_)
    good[members[0]] = True
    near = np.zeros(n, dtype=np.bool_)
    np.logical_or.at(
        near, np.repeat(np.arange(n), np.diff(roles[0].indptr)), good[roles[0].indices]
    )
    nothing = np.empty(0, dtype=np.int32)
    kb = KnowledgeBase(
        Vocabulary(
            Names(f"C{number:04}" for number in range(sizes.classes)),
            Names(f"r{number:03}" for number in range(sizes.roles)),
            Names(["d0", "d1", "d2"]),
            Names(f"i{number:08}" for number in range(n)),
        ),
        n,
        Rows.from_pairs(elements, classes, n),
        Rows.from_pairs(classes, elements, sizes.classes),
        Taxonomy.from_pairs(nothing, nothing, sizes.classes),
        tuple(roles),
        {number: Values.from_column(rng.normal(size=n)) for number in range(3)},
    )
    chosen = np.arange(min(EXAMPLES, n), dtype=np.int32)
    labels = near ^ (rng.random(n) < 0.02)
    return LearningProblem(kb, "Good", chosen, labels[chosen])


def seconds(problem: LearningProblem, depth: int) -> float:
    """Learn with the defaults and return the time of the processor."""
    start = time.process_time()
    fit(problem, GradientConcepts(max_depth=depth))
    return time.process_time() - start


def exponent(sizes: list[int], times: list[float]) -> float:
    """Return e where time grows as size to the power of e, from the first to the last."""
    return math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])


def _public(data: str | None) -> Iterator[str]:
    for one in ONTOLOGIES:
        path = Path(data or "") / one.file
        if data is None or not path.is_file():
            yield f"{one.name}: skipped, OWLBOOST_DATA names no folder with the data"
            continue
        lists = Path(data) / one.lists
        names = ExampleLists(read_names(lists / "pos.txt"), read_names(lists / "neg.txt"))
        X, positive = read_ontology(path).examples(lists=names)
        problem = X.problem(positive)
        took = min(seconds(problem, one.depth) for _ in range(2))
        yield f"{one.name}, {len(problem)} examples, depth {one.depth}: learned in {took:.2f} s"


def run() -> Iterator[str]:
    """Yield the figures, one line each."""
    seconds(invented(Sizes(individuals=500)), 2)  # compiles
    yield from _public(os.environ.get("OWLBOOST_DATA"))
    for what, steps in GROWTH.items():
        times = [seconds(invented(sizes), sizes.depth) for _, sizes in steps]
        numbers = [number for number, _ in steps]
        shown = ", ".join(f"{n:,}: {took:.1f} s" for n, took in zip(numbers, times, strict=True))
        yield f"{what}, {EXAMPLES} examples: {shown}; exponent {exponent(numbers, times):.2f}"
