import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, train_test_split

from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import UnknownNameError
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names


class Recorder:
    """A source that remembers what was left out."""

    def __init__(self) -> None:
        self.asked: list[list[int] | None] = []

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        self.asked.append(None if without is None else without.tolist())
        return KnowledgeBase.from_facts([f"ex#a{number}" for number in range(6)])


def examples(source: Recorder) -> Examples:
    everyone = np.arange(6, dtype=np.int32)
    return Examples(source, "T", Names(f"ex#a{n}" for n in range(6)), everyone, everyone)


def test_a_slice_holds_out_the_rest_of_its_universe() -> None:
    source = Recorder()
    part = examples(source)[np.array([0, 2, 5])]
    part.problem([True, False, False])
    assert source.asked == [[1, 3, 4]]


def test_the_whole_holds_out_nothing_and_a_mask_hides_labels_only() -> None:
    source = Recorder()
    examples(source).problem([True, False, False, False, False, False])
    examples(source)[:3].problem([True, False, False], mask=True)
    assert source.asked == [None, None]


def test_scikit_learn_splits_examples() -> None:
    X, y = examples(Recorder()), np.array([1, 0, 1, 0, 1, 0])
    for train, test in StratifiedKFold(3, shuffle=True, random_state=0).split(X, y):
        assert sorted([*X[train].individuals, *X[test].individuals]) == list(range(6))
        assert X[train].held_out.tolist() == sorted(test)
    left, right = train_test_split(X, test_size=2, random_state=0)
    assert len(left) == 4
    assert len(right) == 2


def test_an_individual_is_found_by_its_short_name() -> None:
    assert examples(Recorder())["a3"].individuals.tolist() == [3]
    with pytest.raises(
        UnknownNameError, match=r"The source has no individual named 'b3'. Did you mean a"
    ):
        examples(Recorder())["b3"]
