"""What a training knowledge base still knows about the individuals it holds out."""

import numpy as np

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Ids
from owlboost.runtime.sparse_rows import Rows


def leaks(kb: KnowledgeBase, held_out: Ids) -> list[str]:
    """Tell what a knowledge base still says about individuals that were left out of it.

    What holds for everybody (a class that contains all individuals, a reflexive role) tells
    nothing. Anything else is a sentence in the result.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["b"]})
    >>> leaks(kb, np.array([0])), leaks(kb, np.array([1]))
    ([], ["The training data still show that 'b' belongs to 'Cheap'."])
    """
    if not held_out.size:
        return []
    out = np.zeros(kb.n_elements, dtype=np.bool_)
    out[held_out] = True
    return [*_classes(kb, out), *_roles(kb, out), *_values(kb, out)]


def _classes(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    found = []
    n = len(kb.individuals)
    for number, iri in enumerate(kb.vocabulary.classes):
        members = kb.members[number]
        told = members[out[members]]
        if told.size and np.count_nonzero(members < n) < n:
            found.append(_sentence(kb, int(told[0]), f"belongs to '{kb.lexicon.name(iri)}'"))
    return found


def _roles(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    found = []
    for number, iri in enumerate(kb.vocabulary.roles):
        left, right = _pairs(kb.roles[number])
        told = (out[left] | out[right]) & (left != right)
        if told.any():
            at = int(np.argmax(told))
            end = int(left[at]) if out[left[at]] else int(right[at])
            found.append(_sentence(kb, end, f"is related to something by '{kb.lexicon.name(iri)}'"))
    return found


def _values(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    found = []
    indptrs = [(number, values.indptr) for number, values in kb.numbers.items()]
    indptrs += [(number, symbols.rows.indptr) for number, symbols in kb.symbols.items()]
    for number, indptr in indptrs:
        told = np.flatnonzero(out & (np.diff(indptr) > 0))
        if told.size:
            name = kb.lexicon.name(kb.vocabulary.data_properties[number])
            found.append(_sentence(kb, int(told[0]), f"has a value for '{name}'"))
    return found


def _pairs(rows: Rows) -> tuple[Ids, Ids]:
    left = np.repeat(np.arange(len(rows), dtype=np.int32), np.diff(rows.indptr))
    return left, rows.indices


def _sentence(kb: KnowledgeBase, element: int, fact: str) -> str:
    return f"The training data still show that '{kb.lexicon.name(kb.individuals[element])}' {fact}."
