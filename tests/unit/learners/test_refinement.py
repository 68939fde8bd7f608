import numpy as np
import pytest

from owlboost.errors import ExamplesError
from owlboost.features.labelling import label_matrix
from owlboost.learners.search.focus import Space
from owlboost.learners.search.places import Place
from owlboost.learners.search.refinement import Scored, best_refinement
from owlboost.model.concepts import TOP
from owlboost.model.knowledge_base import KnowledgeBase


def test_scores_that_are_no_numbers_are_refused_in_a_sentence() -> None:
    kb = KnowledgeBase.from_facts(["a", "b"], types={"Hotel": ["a"]})
    nothing = np.array([np.nan])
    move = Scored((Place((), ()),), 0, nothing, nothing, nothing, nothing, 1)
    with pytest.raises(ExamplesError, match=r"^Refinements cannot be compared: .*\.$"):
        best_refinement(TOP, [move], Space(kb, label_matrix(kb, [])))
