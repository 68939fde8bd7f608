"""The order of examples in which folds are dealt and sums are made.

Rows of a table are ordered by what they say, not by where they stand: shuffled, they give the same
folds, the same sums and so the same rules. Individuals with roles are in the order of their names.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b

import numpy as np

from owlboost.kernels.prints import Prints, mixed_numbers
from owlboost.model.examples import LearningProblem
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Floats, Ids, Offsets
from owlboost.runtime.sparse_rows import Rows, is_every_row
from owlboost.runtime.threads import ALONE, Crew

_BATCH = 1 << 16
"""Elements looked at together."""


def in_order_of_content(
    problem: LearningProblem, crew: Crew = ALONE
) -> tuple[LearningProblem, Ids]:
    """Return a problem in an order that does not depend on the source's, and where examples went.

    Where no element fills a role, elements are numbered anew by what is said of them; of equals,
    those with the lower label, then the lower weight come first. What is the same in all this is
    the same to a learner. A crew shares out elements and columns.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"price": [("a", 7), ("b", 5)]})
    >>> other = KnowledgeBase.from_facts(["b", "a"], numbers={"price": [("a", 7), ("b", 5)]})
    >>> one, _ = in_order_of_content(LearningProblem(kb, "Good", [0, 1], [True, False]))
    >>> two, places = in_order_of_content(LearningProblem(other, "Good", [0, 1], [False, True]))
    >>> one.kb.individuals == two.kb.individuals, one.labels.tolist() == two.labels.tolist()
    (True, True)
    >>> two.labels[places]
    array([0., 1.])
    """
    kb = problem.kb
    if kb.is_flat and kb.n_elements == len(kb.individuals):
        numbered = _order(problem, crew)
        place = np.empty(kb.n_elements, dtype=np.int32)
        place[numbered] = np.arange(kb.n_elements)
        problem = replace(
            problem,
            kb=kb.reordered(numbered, crew),
            individuals=place[problem.individuals],
            others=np.sort(place[problem.others]),
        )
    is_taken = np.zeros(problem.kb.n_elements, dtype=np.bool_)
    is_taken[problem.individuals] = True
    places = (np.cumsum(is_taken, dtype=np.int32) - np.int32(1))[problem.individuals]
    order = np.empty(places.size, dtype=np.int64)
    order[places] = np.arange(places.size)
    return problem.part(order), places


def _order(problem: LearningProblem, crew: Crew) -> Ids:
    """Elements by what is said of them, then by label and weight; those without a label first."""
    labels = np.full(problem.kb.n_elements, -1.0)
    labels[problem.others] = -0.5
    labels[problem.individuals] = problem.labels
    weights = np.zeros(problem.kb.n_elements)
    weights[problem.individuals] = problem.counts
    prints = fingerprints(problem.kb, crew)
    order = np.argsort(prints).astype(np.int32)
    ascending = prints[order]
    alike = np.zeros(order.size + 1, dtype=np.bool_)
    alike[1:-1] = ascending[1:] == ascending[:-1]
    tied = np.flatnonzero(alike[1:] | alike[:-1])  # few: only they need a second look
    chosen = order[tied]
    order[tied] = chosen[np.lexsort((chosen, weights[chosen], labels[chosen], prints[chosen]))]
    return order


def fingerprints(kb: KnowledgeBase, crew: Crew = ALONE) -> Prints:
    """For each element a number made of its classes and its values.

    Neither the order of elements nor that of names plays a part.
    """
    total, parts = np.zeros(kb.n_elements, dtype=np.uint64), list(_parts(kb))

    def add(start: int) -> None:
        for indptr, prints in parts:
            rows = indptr[start : start + _BATCH + 1]
            entries = prints(slice(rows[0], rows[-1]))
            sums = entries if is_every_row(rows - rows[0]) else _row_sums(rows - rows[0], entries)
            total[start : start + _BATCH] += sums

    crew.each(add, range(0, total.size, _BATCH))
    return total


def _parts(kb: KnowledgeBase) -> Iterator[tuple[Offsets, Callable[[slice], Prints]]]:
    """For each kind of facts, where those of elements begin, and the prints of some of them."""
    classes = np.array([_print(f"class {name}") for name in kb.vocabulary.classes], dtype=np.uint64)
    yield kb.types.indptr, _held(kb.types, classes)
    names = kb.vocabulary.data_properties
    for number, column in kb.numbers.items():
        yield column.indptr, _of_numbers(column.values, _print(f"number {names[number]}"))
    for number, found in kb.symbols.items():
        texts = (f"{type(value).__name__} {value} of {names[number]}" for value in found.values)
        values = np.array([_print(text) for text in texts], dtype=np.uint64)
        yield found.rows.indptr, _looked_up(values, found.rows.indices)


def _held(types: Rows, classes: Prints) -> Callable[[slice], Prints]:
    """Return the prints of classes, and of how far they hold, if that is told."""
    names, degrees = _looked_up(classes, types.indices), types.degrees
    if degrees is None:
        return names
    return lambda some: mixed_numbers(degrees[some].view(np.uint64) ^ names(some), np.uint64(1))


def _looked_up(prints: Prints, entries: Ids) -> Callable[[slice], Prints]:
    return lambda some: prints[entries[some]]


def _of_numbers(values: Floats, salt: int) -> Callable[[slice], Prints]:
    def prints(some: slice) -> Prints:
        bits = (values[some] + 0.0).view(np.uint64)  # one zero, not two
        return mixed_numbers(bits, np.uint64(salt))

    return prints


def _print(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _row_sums(indptr: Offsets, entries: Prints) -> Prints:
    """Sum the entries of each row, modulo 2⁶⁴."""
    sums = np.zeros(entries.size + 1, dtype=np.uint64)
    np.cumsum(entries, out=sums[1:])
    return sums[indptr[1:]] - sums[indptr[:-1]]
