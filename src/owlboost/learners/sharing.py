"""What runs with different parameters on one problem have in common, made once."""

import time

from owlboost.features.labelling import label_matrix
from owlboost.features.partitions import fit_partitions
from owlboost.learners.covering.axiom_search import Search
from owlboost.learners.covering.learner import CoveringLearner
from owlboost.learners.covering.memo import Memo
from owlboost.learners.search.ground import Ground, lay_out
from owlboost.learners.watch import Watch
from owlboost.model.examples import LearningProblem
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import Partition

_Partitions = tuple[Partition, ...]


class Shared:
    """Label matrices, searches and extents of one problem, shared by all that learn from it.

    Learners that place the same fuzzy sets share the label matrix, so data without numbers have
    one for the whole grid; those that also limit concepts alike share searches.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> shared = Shared(problem)
    >>> from owlboost.learners.covering.learner import FoilDL
    >>> shared.prepared(FoilDL(n_sets=3))[0] is shared.prepared(FoilDL(n_sets=7))[0]
    True
    """

    def __init__(self, problem: LearningProblem) -> None:
        self.problem = problem
        self.extents = Extents(problem.kb)
        self._partitions: dict[tuple[object, ...], tuple[_Partitions, float]] = {}
        self._grounds: dict[_Partitions, Ground] = {}
        self._memos: dict[tuple[object, ...], Memo] = {}
        self._saved = 0.0

    @property
    def saved(self) -> float:
        """Seconds that sharing has saved so far."""
        return self._saved + sum(memo.saved for memo in self._memos.values())

    def prepared(self, learner: CoveringLearner) -> tuple[Ground, Memo]:
        """Return the examples over the labels of a learner, and the searches made there."""
        placing = (learner.n_sets, learner.fuzzify, learner.centroid_exponent)
        if placing in self._partitions:
            partitions, seconds = self._partitions[placing]
            self._saved += seconds
        else:
            start = time.perf_counter()
            counts = self.problem.element_counts
            partitions = fit_partitions(self.problem.kb, *placing, counts)
            if partitions not in self._grounds:
                labelling = label_matrix(self.problem.kb, partitions)
                self._grounds[partitions] = lay_out(self.problem, labelling)
            self._partitions[placing] = partitions, time.perf_counter() - start
        limits = (learner.max_depth, learner.max_conjuncts, learner.lookahead_or_depth)
        memo = self._memos.setdefault((partitions, *limits), Memo())
        return self._grounds[partitions], memo


def shared_by(watch: Watch, problem: LearningProblem) -> Shared:
    """Return what the runs on a problem share, as far as this watch knows of others."""
    known = watch.shared
    return known if known is not None and known.problem is problem else Shared(problem)


def searches(learner: CoveringLearner, problem: LearningProblem, watch: Watch) -> Search:
    """Return the search for rules of a problem, over what other runs have prepared."""
    ground, memo = shared_by(watch, problem).prepared(learner)
    return Search(ground, learner, watch, memo)
