import numpy as np

from owlboost.concepts.concept import TOP
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.preparation import SearchCache
from owlboost.learners.run import Budget
from owlboost.learners.search.training_set import LearnedConcept, evaluate_concept, training_set_for

ONE = np.ones(1)
EVERYONE = np.array([True])
KB = KnowledgeBase.from_facts(["a", "b"])
PROBLEM = LearningProblem(KB, "T", np.arange(2, dtype=np.int32), np.array([True, False]))
FOUND = evaluate_concept(training_set_for(PROBLEM, label_matrix(KB, ())), TOP)


def unasked() -> LearnedConcept | None:
    raise AssertionError("This search was made before.")


def test_where_nothing_was_found_is_remembered_too() -> None:
    memo = SearchCache()
    assert memo.recall(ONE, EVERYONE, lambda: None, Budget()) is None
    assert memo.recall(ONE, EVERYONE, unasked, Budget()) is None
    assert memo.saved > 0


def test_other_weights_and_other_positives_are_other_searches() -> None:
    memo = SearchCache()
    memo.recall(ONE, EVERYONE, lambda: None, Budget())
    assert memo.recall(2 * ONE, EVERYONE, lambda: FOUND, Budget()) is FOUND
    assert memo.recall(ONE, ~EVERYONE, lambda: FOUND, Budget()) is FOUND


def test_a_search_that_was_cut_short_is_not_remembered() -> None:
    memo, budget = SearchCache(), Budget()

    def cut_short() -> LearnedConcept | None:
        budget.stop()
        return FOUND

    assert memo.recall(ONE, EVERYONE, cut_short, budget) is FOUND
    assert memo.recall(ONE, EVERYONE, lambda: None, Budget()) is None
    assert memo.saved == 0
