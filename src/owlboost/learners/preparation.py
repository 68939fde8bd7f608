"""Preparation of a problem: canonical order of examples, and shared work.

Rows of a table are ordered by content, so that a shuffled table gives the same folds, the same sums
and hence the same rules. Individuals with roles are in the order of their names. Runs with
different parameters on one problem share partitions, label matrices and searches.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from owlboost.concepts.evaluation import Extents, Semantics
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import table_labels
from owlboost.features.partitions import fit_partitions, without_name_clashes
from owlboost.learners.learner import ClimbingLearner
from owlboost.learners.run import Budget, RunContext
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, training_set_for
from owlboost.runtime.array_types import Floats, Ids, Mask, Offsets, Weights
from owlboost.runtime.sparse_rows import Rows, is_every_row
from owlboost.runtime.threads import SERIAL, ThreadPool

Hashes = npt.NDArray[np.uint64]
"""64-bit hashes of the facts of elements."""

_BATCH = 1 << 16
"""Number of elements hashed at a time."""


def canonical_order(
    problem: LearningProblem, pool: ThreadPool = SERIAL
) -> tuple[LearningProblem, Ids]:
    """Return a problem in canonical order, and the new positions of its examples.

    If no element fills a role, elements are renumbered by the hash of their facts, then by label
    and weight; a learner cannot distinguish elements equal in all of these. The work is split over
    the threads of a pool.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"price": [("a", 7), ("b", 5)]})
    >>> other = KnowledgeBase.from_facts(["b", "a"], numbers={"price": [("a", 7), ("b", 5)]})
    >>> first, _ = canonical_order(LearningProblem(kb, "Good", [0, 1], [True, False]))
    >>> turned = LearningProblem(other, "Good", [0, 1], [False, True])
    >>> second, positions = canonical_order(turned)
    >>> first.kb.individuals == second.kb.individuals
    True
    >>> first.labels, second.labels
    (array([0., 1.]), array([0., 1.]))
    >>> second.labels[positions]
    array([0., 1.])
    """
    kb = problem.kb
    if kb.is_flat and kb.n_elements == len(kb.individuals):
        new_order = _order(problem, pool)
        new_number = np.empty(kb.n_elements, dtype=np.int32)
        new_number[new_order] = np.arange(kb.n_elements)
        problem = replace(
            problem,
            kb=kb.reordered(new_order, pool),
            individuals=new_number[problem.individuals],
            others=np.sort(new_number[problem.others]),
        )
    is_taken = np.zeros(problem.kb.n_elements, dtype=np.bool_)
    is_taken[problem.individuals] = True
    positions = (np.cumsum(is_taken, dtype=np.int32) - np.int32(1))[problem.individuals]
    order = np.empty(positions.size, dtype=np.int64)
    order[positions] = np.arange(positions.size)
    return problem.part(order), positions


def _order(problem: LearningProblem, pool: ThreadPool) -> Ids:
    """Order elements by content, then by label and weight; unlabelled ones first."""
    labels = np.full(problem.kb.n_elements, -1.0)
    labels[problem.others] = -0.5
    labels[problem.individuals] = problem.labels
    weights = np.zeros(problem.kb.n_elements)
    weights[problem.individuals] = problem.counts
    hashes = content_hashes(problem.kb, pool)
    order = np.argsort(hashes).astype(np.int32)
    ascending = hashes[order]
    alike = np.zeros(order.size + 1, dtype=np.bool_)
    alike[1:-1] = ascending[1:] == ascending[:-1]
    tied = np.flatnonzero(alike[1:] | alike[:-1])  # few: only they need a second look
    chosen = order[tied]
    order[tied] = chosen[np.lexsort((chosen, weights[chosen], labels[chosen], hashes[chosen]))]
    return order


def _mixed(bits: Hashes) -> Hashes:
    """Mix the bits of each number (SplitMix64)."""
    mixed = bits + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def mixed_numbers(bits: Hashes, salt: np.uint64) -> Hashes:
    """Mix the bits of each number, then again with a salt."""
    return _mixed(_mixed(bits) ^ salt)


def content_hashes(kb: KnowledgeBase, pool: ThreadPool = SERIAL) -> Hashes:
    """Hash the classes and values of each element.

    Hashes do not depend on the order of elements or names.
    """
    total, parts = np.zeros(kb.n_elements, dtype=np.uint64), list(_parts(kb))

    def add(start: int) -> None:
        for indptr, hashes_at in parts:
            rows = indptr[start : start + _BATCH + 1]
            entries = hashes_at(slice(rows[0], rows[-1]))
            sums = entries if is_every_row(rows - rows[0]) else _row_sums(rows - rows[0], entries)
            total[start : start + _BATCH] += sums

    pool.each(add, range(0, total.size, _BATCH))
    return total


def _parts(kb: KnowledgeBase) -> Iterator[tuple[Offsets, Callable[[slice], Hashes]]]:
    """Yield each kind of facts: offsets of elements, and hashes of entries."""
    classes = np.array([_hash(f"class {name}") for name in kb.vocabulary.classes], dtype=np.uint64)
    yield kb.types.indptr, _hashes_of_classes(kb.types, classes)
    names = kb.vocabulary.data_properties
    for number, column in kb.numbers.items():
        yield column.indptr, _hashes_of_numbers(column.values, _hash(f"number {names[number]}"))
    for number, symbols in kb.symbols.items():
        texts = (f"{type(value).__name__} {value} of {names[number]}" for value in symbols.values)
        values = np.array([_hash(text) for text in texts], dtype=np.uint64)
        yield symbols.rows.indptr, _hashes_by_id(values, symbols.rows.indices)


def _hashes_of_classes(types: Rows, classes: Hashes) -> Callable[[slice], Hashes]:
    """Return the hashes of classes, with their degrees if graded."""
    hashes, degrees = _hashes_by_id(classes, types.indices), types.degrees
    if degrees is None:
        return hashes
    return lambda part: mixed_numbers(degrees[part].view(np.uint64) ^ hashes(part), np.uint64(1))


def _hashes_by_id(hashes: Hashes, entries: Ids) -> Callable[[slice], Hashes]:
    return lambda part: hashes[entries[part]]


def _hashes_of_numbers(values: Floats, salt: int) -> Callable[[slice], Hashes]:
    def hashes(part: slice) -> Hashes:
        bits = (values[part] + 0.0).view(np.uint64)  # one zero, not two
        return mixed_numbers(bits, np.uint64(salt))

    return hashes


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _row_sums(indptr: Offsets, entries: Hashes) -> Hashes:
    """Sum the entries of each row, modulo 2⁶⁴."""
    sums = np.zeros(entries.size + 1, dtype=np.uint64)
    np.cumsum(entries, out=sums[1:])
    return sums[indptr[1:]] - sums[indptr[:-1]]


class SearchCache:
    """A cache of greedy searches over one training set.

    Its keys are weights and uncovered positives: without backtracking, and with the same limits of
    a concept, the result depends on nothing else. Searches cut short by a time limit are not
    cached.

    Attributes
    ----------
    saved
        Seconds that cached searches saved.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.features.label_matrix import label_matrix
    >>> from owlboost.learners.search.training_set import training_set_for, evaluate_concept
    >>> from owlboost.concepts.concept import TOP
    >>> from owlboost.data.examples import LearningProblem
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"])
    >>> problem = LearningProblem(kb, "Good", [0, 1], [True, False])
    >>> data = training_set_for(problem, label_matrix(kb, ()))
    >>> memo, top = SearchCache(), evaluate_concept(data, TOP)
    >>> memo.recall(np.ones(1), np.array([True]), lambda: top, Budget()) is top
    True
    >>> memo.recall(np.ones(1), np.array([True]), lambda: None, Budget()) is top
    True
    """

    def __init__(self) -> None:
        self.saved = 0.0
        self._ends: dict[bytes, tuple[LearnedConcept | None, float]] = {}

    def recall(
        self,
        weights: Weights,
        uncovered: Mask,
        search: Callable[[], LearnedConcept | None],
        budget: Budget,
    ) -> LearnedConcept | None:
        """Return the cached result of a search, or else search."""
        key = hashlib.sha256(weights.tobytes() + uncovered.tobytes()).digest()
        if key in self._ends:
            end, seconds = self._ends[key]
            self.saved += seconds
            return end
        start = time.perf_counter()
        end = search()
        if not budget.spent:
            self._ends[key] = end, time.perf_counter() - start
        return end


_Partitions = tuple[Partition, ...]

_REMEMBERED = 4_000_000
"""Number of degrees of rules that are cached (32 MB), for grids over few examples."""


class ProblemCache:
    """Label matrices, searches and extents shared by runs on a problem.

    ``ordered`` is the problem with its examples in canonical order, as learners see it. Learners
    that place the same fuzzy sets share the label matrix, so data without numbers have one for the
    whole grid; those with the same limits on concepts share searches, too.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> shared = ProblemCache(problem)
    >>> from owlboost.learners.algorithms import FoilDL
    >>> shared.prepared(FoilDL(n_sets=3))[0] is shared.prepared(FoilDL(n_sets=7))[0]
    True
    """

    def __init__(self, problem: LearningProblem, pool: ThreadPool = SERIAL) -> None:
        self.problem = problem
        self.pool = pool
        self.ordered, self._positions = canonical_order(problem, pool)
        self._extents: dict[str, Extents] = {}
        self._partitions: dict[tuple[object, ...], tuple[_Partitions, float]] = {}
        self._training_sets: dict[tuple[_Partitions, str], TrainingSet] = {}
        self._memos: dict[tuple[object, ...], SearchCache] = {}
        self._saved = 0.0

    @property
    def saved(self) -> float:
        """Seconds that sharing has saved so far."""
        return self._saved + sum(memo.saved for memo in self._memos.values())

    def extents(self, semantics: Semantics) -> Extents:
        """Return the evaluator of concepts over the ordered knowledge base."""
        if semantics.name not in self._extents:
            self._extents[semantics.name] = Extents(
                self.ordered.kb, semantics, self.pool, _REMEMBERED
            )
        return self._extents[semantics.name]

    def of_examples(self, of_elements: Floats, problem: LearningProblem) -> Floats:
        """Pick the values of a problem's examples, in canonical order or in its own."""
        values = of_elements[self.ordered.individuals]
        return values if problem is self.ordered else values[self._positions]

    def prepared(self, learner: ClimbingLearner) -> tuple[TrainingSet, SearchCache]:
        """Return a learner's training set, and the searches made over it."""
        placing = (learner.n_sets, learner.fuzzify, learner.centroid_exponent)
        own_sets = learner.own_sets
        key = (*placing, learner.logic, own_sets)
        if key in self._partitions:
            partitions, seconds = self._partitions[key]
            self._saved += seconds
        else:
            start = time.perf_counter()
            counts = self.ordered.element_counts
            labels = self.ordered.element_labels if learner.places_by_labels else None
            partitions = without_name_clashes(
                fit_partitions(self.ordered.kb, *placing, counts, labels), own_sets
            )
            if (partitions, learner.logic) not in self._training_sets:
                matrix = table_labels(self.ordered.kb, partitions)
                data = training_set_for(self.ordered, matrix, learner.semantics)
                self._training_sets[partitions, learner.logic] = data
            self._partitions[key] = partitions, time.perf_counter() - start
        searched = (partitions, learner.logic, Limits.from_learner(learner))
        memo = self._memos.setdefault(searched, SearchCache())
        return self._training_sets[partitions, learner.logic], memo


def cache_for(
    context: RunContext, problem: LearningProblem, pool: ThreadPool = SERIAL
) -> ProblemCache:
    """Return the cache that runs on a problem share, a new one if there is none.

    New work is split over the threads of a pool.
    """
    shared = context.shared
    is_known = shared is not None and (shared.problem is problem or shared.ordered is problem)
    return shared if shared is not None and is_known else ProblemCache(problem, pool)
