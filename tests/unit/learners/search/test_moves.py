import numpy as np
import pytest

from owlboost.concepts.concept import TOP
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.search.moves import Position
from owlboost.learners.search.objective import MoveBatch, best_refinement
from owlboost.learners.search.space import SearchSpace


def test_scores_that_are_no_numbers_are_refused_in_a_sentence() -> None:
    kb = KnowledgeBase.from_facts(["a", "b"], types={"Hotel": ["a"]})
    nothing = np.array([np.nan])
    move = MoveBatch((Position((), ()),), 0, nothing, nothing, nothing, nothing, 1)
    with pytest.raises(ExamplesError, match=r"^Refinements cannot be compared: .*\.$"):
        best_refinement(TOP, [move], SearchSpace(kb, label_matrix(kb, [])))
