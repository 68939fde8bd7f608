"""Preparation of a problem: canonical order of examples, and shared work.

Rows of a table are ordered by what they say, not by where they stand: shuffled, they give the same
folds, the same sums and so the same rules. Individuals with roles are in the order of their names.
Runs with different parameters on one problem share partitions, label matrices and searches.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b

import numpy as np

from owlboost.concepts.evaluation import Extents, Semantics
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import table_labels
from owlboost.features.partitions import fit_partitions, without_name_clashes
from owlboost.kernels.hashing import Hashes, mixed_numbers
from owlboost.learners.learner import ClimbingLearner
from owlboost.learners.run import Budget, Watch
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, lay_out
from owlboost.runtime.array_types import Floats, Ids, Mask, Offsets, Weights
from owlboost.runtime.sparse_rows import Rows, is_every_row
from owlboost.runtime.threads import SERIAL, ThreadPool

_BATCH = 1 << 16
"""Elements looked at together."""


def in_order_of_content(
    problem: LearningProblem, pool: ThreadPool = SERIAL
) -> tuple[LearningProblem, Ids]:
    """Return a problem in an order that does not depend on the source's, and where examples went.

    Where no element fills a role, elements are numbered anew by what is said of them; of equals,
    those with the lower label, then the lower weight come first. What is the same in all this is
    the same to a learner. A thread pool shares out elements and columns.

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
        numbered = _order(problem, pool)
        place = np.empty(kb.n_elements, dtype=np.int32)
        place[numbered] = np.arange(kb.n_elements)
        problem = replace(
            problem,
            kb=kb.reordered(numbered, pool),
            individuals=place[problem.individuals],
            others=np.sort(place[problem.others]),
        )
    is_taken = np.zeros(problem.kb.n_elements, dtype=np.bool_)
    is_taken[problem.individuals] = True
    places = (np.cumsum(is_taken, dtype=np.int32) - np.int32(1))[problem.individuals]
    order = np.empty(places.size, dtype=np.int64)
    order[places] = np.arange(places.size)
    return problem.part(order), places


def _order(problem: LearningProblem, pool: ThreadPool) -> Ids:
    """Elements by what is said of them, then by label and weight; those without a label first."""
    labels = np.full(problem.kb.n_elements, -1.0)
    labels[problem.others] = -0.5
    labels[problem.individuals] = problem.labels
    weights = np.zeros(problem.kb.n_elements)
    weights[problem.individuals] = problem.counts
    prints = fingerprints(problem.kb, pool)
    order = np.argsort(prints).astype(np.int32)
    ascending = prints[order]
    alike = np.zeros(order.size + 1, dtype=np.bool_)
    alike[1:-1] = ascending[1:] == ascending[:-1]
    tied = np.flatnonzero(alike[1:] | alike[:-1])  # few: only they need a second look
    chosen = order[tied]
    order[tied] = chosen[np.lexsort((chosen, weights[chosen], labels[chosen], prints[chosen]))]
    return order


def fingerprints(kb: KnowledgeBase, pool: ThreadPool = SERIAL) -> Hashes:
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

    pool.each(add, range(0, total.size, _BATCH))
    return total


def _parts(kb: KnowledgeBase) -> Iterator[tuple[Offsets, Callable[[slice], Hashes]]]:
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


def _held(types: Rows, classes: Hashes) -> Callable[[slice], Hashes]:
    """Return the prints of classes, and of how far they hold, if that is told."""
    names, degrees = _looked_up(classes, types.indices), types.degrees
    if degrees is None:
        return names
    return lambda some: mixed_numbers(degrees[some].view(np.uint64) ^ names(some), np.uint64(1))


def _looked_up(prints: Hashes, entries: Ids) -> Callable[[slice], Hashes]:
    return lambda some: prints[entries[some]]


def _of_numbers(values: Floats, salt: int) -> Callable[[slice], Hashes]:
    def prints(some: slice) -> Hashes:
        bits = (values[some] + 0.0).view(np.uint64)  # one zero, not two
        return mixed_numbers(bits, np.uint64(salt))

    return prints


def _print(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _row_sums(indptr: Offsets, entries: Hashes) -> Hashes:
    """Sum the entries of each row, modulo 2⁶⁴."""
    sums = np.zeros(entries.size + 1, dtype=np.uint64)
    np.cumsum(entries, out=sums[1:])
    return sums[indptr[1:]] - sums[indptr[:-1]]


class Memo:
    """Ends of greedy searches over one training set, by weights and uncovered positives.

    Without backtracking the end of a search depends on nothing else, as long as the limits of a
    concept are the same. A search that a time limit cut short is not remembered.

    Attributes
    ----------
    saved
        Seconds that the searches found here took when they were made.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.features.label_matrix import label_matrix
    >>> from owlboost.learners.search.training_set import lay_out, evaluate_concept
    >>> from owlboost.concepts.concept import TOP
    >>> from owlboost.data.examples import LearningProblem
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"])
    >>> data = lay_out(LearningProblem(kb, "Good", [0, 1], [True, False]), label_matrix(kb, ()))
    >>> memo, top = Memo(), evaluate_concept(data, TOP)
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
        """Return where the search ended before, or search now."""
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
"""How many degrees of rules are kept at most (32 MB): grids of few examples have them in common."""


class Shared:
    """Label matrices, searches and extents of one problem, shared by all that learn from it.

    ``ordered`` is the problem with its examples in the order of what is said of them, as learners
    see it. The threads of ``pool`` put them into it, learn, and evaluate rules. Learners that place
    the same fuzzy sets share the label matrix, so data without numbers have one for the whole grid;
    those that also limit concepts alike share searches.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> shared = Shared(problem)
    >>> from owlboost.learners.algorithms import FoilDL
    >>> shared.prepared(FoilDL(n_sets=3))[0] is shared.prepared(FoilDL(n_sets=7))[0]
    True
    """

    def __init__(self, problem: LearningProblem, pool: ThreadPool = SERIAL) -> None:
        self.problem = problem
        self.pool = pool
        self.ordered, self._places = in_order_of_content(problem, pool)
        self._extents: dict[str, Extents] = {}
        self._partitions: dict[tuple[object, ...], tuple[_Partitions, float]] = {}
        self._training_sets: dict[tuple[_Partitions, str], TrainingSet] = {}
        self._memos: dict[tuple[object, ...], Memo] = {}
        self._saved = 0.0

    @property
    def saved(self) -> float:
        """Seconds that sharing has saved so far."""
        return self._saved + sum(memo.saved for memo in self._memos.values())

    def extents(self, semantics: Semantics) -> Extents:
        """Return what evaluates concepts on the knowledge base of the ordered problem."""
        if semantics.name not in self._extents:
            self._extents[semantics.name] = Extents(
                self.ordered.kb, semantics, self.pool, _REMEMBERED
            )
        return self._extents[semantics.name]

    def of_examples(self, of_elements: Floats, problem: LearningProblem) -> Floats:
        """Take what elements have for the examples of a problem, as it came or ordered."""
        found = of_elements[self.ordered.individuals]
        return found if problem is self.ordered else found[self._places]

    def prepared(self, learner: ClimbingLearner) -> tuple[TrainingSet, Memo]:
        """Return the examples over the labels of a learner, and the searches made there."""
        placing = (learner.n_sets, learner.fuzzify, learner.centroid_exponent)
        own = learner.own_sets
        known = (*placing, learner.logic, own)
        if known in self._partitions:
            partitions, seconds = self._partitions[known]
            self._saved += seconds
        else:
            start = time.perf_counter()
            counts = self.ordered.element_counts
            labels = self.ordered.element_labels if learner.places_by_labels else None
            partitions = without_name_clashes(
                fit_partitions(self.ordered.kb, *placing, counts, labels), own
            )
            if (partitions, learner.logic) not in self._training_sets:
                labelling = table_labels(self.ordered.kb, partitions)
                data = lay_out(self.ordered, labelling, learner.semantics)
                self._training_sets[partitions, learner.logic] = data
            self._partitions[known] = partitions, time.perf_counter() - start
        searched = (partitions, learner.logic, Limits.from_learner(learner))
        memo = self._memos.setdefault(searched, Memo())
        return self._training_sets[partitions, learner.logic], memo


def shared_by(watch: Watch, problem: LearningProblem, pool: ThreadPool = SERIAL) -> Shared:
    """Return what the runs on a problem share, as far as this watch knows of others.

    What is made anew is shared out among the threads of a pool.
    """
    known = watch.shared
    is_known = known is not None and (known.problem is problem or known.ordered is problem)
    return known if known is not None and is_known else Shared(problem, pool)
