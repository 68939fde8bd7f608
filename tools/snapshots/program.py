"""All that snapshots import from inside the package: when modules move, edit this module alone.

Everything else goes through the command line, the studio's addresses, or ``import owlboost``.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import owlboost as ob
from owlboost.cli.bench import open_task
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.benchmark import SETTINGS
from owlboost.evaluation.datasets import local_task, registry
from owlboost.learners.learner import LEARNERS
from owlboost.models.model_files import model_text
from owlboost.ontology.writers.ntriples import write_ontology_triples
from owlboost.runtime.sparse_rows import Rows


def read(path: Path) -> Any:
    """Read an ontology."""
    return ob.read_ontology(path)


def triples(ontology: Any, path: Path) -> bytes:
    """Return all that was read as N-Triples, written to a file on the way."""
    write_ontology_triples(ontology.ontology, path)
    return path.read_bytes()


def remarks(ontology: Any) -> Iterator[str]:
    """Yield what was not understood and where reasoning may miss something, in its order."""
    for remark in ontology.remarks:
        yield f"{remark.code} ({remark.count}): {remark.message}"


def arrays(ontology: Any) -> Iterator[tuple[str, Any]]:
    """Yield the arrays of the knowledge base by name, and its names in order."""
    kb: KnowledgeBase = ontology.source().knowledge_base()
    names = kb.vocabulary
    yield "individuals", [*names.individuals]
    yield "classes", [*names.classes]
    yield "roles", [*names.roles]
    yield "data properties", [*names.data_properties]
    yield "elements", kb.n_elements
    yield "functional", sorted(kb.functional)
    yield "computed", sorted(kb.computed)
    yield "types", _rows(kb.types)
    yield "members", _rows(kb.members)
    for role, rows in zip(names.roles, kb.roles, strict=True):
        yield f"fillers of {role}", _rows(rows)
    for number, values in sorted(kb.numbers.items()):
        name = names.data_properties[number]
        yield f"numbers of {name}", [_array(values.indptr), _array(values.values)]
    for number, symbols in sorted(kb.symbols.items()):
        name = names.data_properties[number]
        yield f"symbols of {name}", [_rows(symbols.rows), [*symbols.values]]
    for name, sets in sorted(kb.authored.items()):
        yield f"sets of {name}", [f"{one.name} {one.shape}" for one in sets]


def taxonomy(ontology: Any) -> Iterator[tuple[str, str]]:
    """Yield all pairs of a class and another above it, in their order."""
    kb: KnowledgeBase = ontology.source().knowledge_base()
    lower, upper = kb.taxonomy.pairs()
    for below, above in zip(lower.tolist(), upper.tolist(), strict=True):
        yield kb.vocabulary.classes[below], kb.vocabulary.classes[above]


def _rows(rows: Rows) -> list[Any]:
    parts = (rows.indptr, rows.indices, rows.degrees)
    return [None if part is None else _array(part) for part in parts]


def _array(array: "np.ndarray[Any, Any]") -> list[Any]:
    return [str(array.dtype), *array.tolist()]


def task_names() -> list[str]:
    """Return the names of all tasks of the bundled registry."""
    return [*registry().tasks]


def task_models(name: str, data: Path) -> Iterator[tuple[str, str]]:
    """Yield the model file of each learner for a task, as ``learn`` would write it."""
    known = registry()
    task = known.tasks[name]
    X, labels = open_task(local_task(task, known, data))
    problem = X.problem(labels)
    for algorithm, learner in LEARNERS.items():
        settings = task.limited(learner()).adjusted(**SETTINGS["lists"].parameters)
        yield algorithm, model_text(ob.train(problem, settings))
