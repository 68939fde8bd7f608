import numpy as np
import pytest

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError

KB = KnowledgeBase.from_facts(["a", "b", "c"])


def problem(individuals: list[int], positive: list[bool]) -> LearningProblem:
    return LearningProblem(KB, "urn:T", np.array(individuals, dtype=np.int32), np.array(positive))


def test_examples_are_kept_in_their_order() -> None:
    found = problem([2, 0], [True, False])
    assert found.individuals.tolist() == [2, 0]
    assert found.positive.tolist() == [True, False]
    assert len(found) == 2


def test_examples_cannot_be_changed() -> None:
    found = problem([0, 1], [True, False])
    with pytest.raises(ValueError, match="read-only"):
        found.labels[0] = 0.0


@pytest.mark.parametrize(
    ("individuals", "positive", "message"),
    [
        ([0, 1], [True], "needs one label"),
        ([0, 0], [True, False], "listed twice"),
        ([0, 1], [False, False], "urn:T has no positive examples"),
        ([0, 1], [True, True], "urn:T has no negative examples"),
    ],
)
def test_what_is_no_learning_problem_is_refused(
    individuals: list[int], positive: list[bool], message: str
) -> None:
    with pytest.raises(ExamplesError, match=message):
        problem(individuals, positive)
