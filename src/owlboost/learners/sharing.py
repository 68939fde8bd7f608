"""What runs with different parameters on one problem have in common, made once."""

import time

from owlboost.features.labelling import table_labels
from owlboost.features.own_sets import beside
from owlboost.features.partitions import fit_partitions
from owlboost.learners.covering.axiom_search import Search
from owlboost.learners.covering.learner import CoveringLearner
from owlboost.learners.covering.memo import Memo
from owlboost.learners.learner import ClimbingLearner
from owlboost.learners.ordering import in_order_of_content
from owlboost.learners.search.ground import Ground, lay_out
from owlboost.learners.search.refinement import Limits
from owlboost.learners.watch import Watch
from owlboost.model.examples import LearningProblem
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import Partition
from owlboost.model.semantics import Semantics
from owlboost.runtime.array_types import Floats
from owlboost.runtime.threads import ALONE, Crew

_Partitions = tuple[Partition, ...]

_REMEMBERED = 4_000_000
"""How many degrees of rules are kept at most (32 MB): grids of few examples have them in common."""


class Shared:
    """Label matrices, searches and extents of one problem, shared by all that learn from it.

    ``ordered`` is the problem with its examples in the order of what is said of them, as learners
    see it. The threads of ``crew`` put them into it, learn, and evaluate rules. Learners that place
    the same fuzzy sets share the label matrix, so data without numbers have one for the whole grid;
    those that also limit concepts alike share searches.

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

    def __init__(self, problem: LearningProblem, crew: Crew = ALONE) -> None:
        self.problem = problem
        self.crew = crew
        self.ordered, self._places = in_order_of_content(problem, crew)
        self._extents: dict[str, Extents] = {}
        self._partitions: dict[tuple[object, ...], tuple[_Partitions, float]] = {}
        self._grounds: dict[tuple[_Partitions, str], Ground] = {}
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
                self.ordered.kb, semantics, self.crew, _REMEMBERED
            )
        return self._extents[semantics.name]

    def of_examples(self, of_elements: Floats, problem: LearningProblem) -> Floats:
        """Take what elements have for the examples of a problem, as it came or ordered."""
        found = of_elements[self.ordered.individuals]
        return found if problem is self.ordered else found[self._places]

    def prepared(self, learner: ClimbingLearner) -> tuple[Ground, Memo]:
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
            partitions = beside(fit_partitions(self.ordered.kb, *placing, counts, labels), own)
            if (partitions, learner.logic) not in self._grounds:
                labelling = table_labels(self.ordered.kb, partitions)
                ground = lay_out(self.ordered, labelling, learner.semantics)
                self._grounds[partitions, learner.logic] = ground
            self._partitions[known] = partitions, time.perf_counter() - start
        searched = (partitions, learner.logic, Limits.of(learner))
        memo = self._memos.setdefault(searched, Memo())
        return self._grounds[partitions, learner.logic], memo


def shared_by(watch: Watch, problem: LearningProblem, crew: Crew = ALONE) -> Shared:
    """Return what the runs on a problem share, as far as this watch knows of others.

    What is made anew is shared out among a crew.
    """
    known = watch.shared
    is_known = known is not None and (known.problem is problem or known.ordered is problem)
    return known if known is not None and is_known else Shared(problem, crew)


def searches(learner: CoveringLearner, problem: LearningProblem, watch: Watch) -> Search:
    """Return the search for rules of a problem, over what other runs have prepared."""
    ground, memo = shared_by(watch, problem).prepared(learner)
    return Search(ground, learner, watch, memo)
