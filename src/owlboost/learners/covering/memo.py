"""Searches that configurations share: θ and η only filter finished concepts (mathematics §15)."""

import hashlib
import time
from collections.abc import Callable

from owlboost.learners.budget import Budget
from owlboost.learners.search.ground import Learned
from owlboost.runtime.array_types import Mask, Weights


class Memo:
    """Remembers where greedy searches over one ground ended, by weights and uncovered positives.

    Without backtracking the end of a search depends on nothing else, as long as the limits of a
    concept are the same. A search that a time limit cut short is not remembered.

    Attributes
    ----------
    saved
        Seconds that the searches found here took when they were made.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.features.labelling import label_matrix
    >>> from owlboost.learners.search.ground import lay_out, learned_of
    >>> from owlboost.model.concepts import TOP
    >>> from owlboost.model.examples import LearningProblem
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"])
    >>> ground = lay_out(LearningProblem(kb, "Good", [0, 1], [True, False]), label_matrix(kb, ()))
    >>> memo, top = Memo(), learned_of(ground, TOP)
    >>> memo.recall(np.ones(1), np.array([True]), lambda: top, Budget()) is top
    True
    >>> memo.recall(np.ones(1), np.array([True]), lambda: None, Budget()) is top
    True
    """

    def __init__(self) -> None:
        self.saved = 0.0
        self._ends: dict[bytes, tuple[Learned | None, float]] = {}

    def recall(
        self,
        weights: Weights,
        uncovered: Mask,
        search: Callable[[], Learned | None],
        budget: Budget,
    ) -> Learned | None:
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
