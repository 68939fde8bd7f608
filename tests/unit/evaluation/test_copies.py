import numpy as np
from tests.sources import FactSource, examples

from owlboost.evaluation.copies import distinct_examples
from owlboost.evaluation.evaluating import evaluate
from owlboost.learners.boosting.learner import FuzzyOWLBoost

NAMES = tuple("abcdef")


def test_copies_with_another_label_or_with_relations_stay() -> None:
    source = FactSource(
        NAMES,
        types={"Cheap": {"a", "b", "c"}},
        knows=frozenset({("e", "f")}),
        prices=dict.fromkeys("abc", 3.0),
    )
    X, y = distinct_examples(
        examples(source, 6), np.array([True, True, False, False, False, False])
    )
    assert [X.names[number] for number in X.individuals] == ["a", "c", "d", "e", "f"]
    assert y.tolist() == [True, False, False, False, False]


def test_left_out_copies_reach_neither_training_nor_test() -> None:
    prices = dict(zip(NAMES, [1.0, 1.0, 2.0, 7.0, 8.0, 9.0], strict=True))
    X, y = distinct_examples(
        examples(FactSource(NAMES, prices=prices), 6),
        np.array([True, True, True, False, False, False]),
    )
    assert X.held_out.tolist() == [1]
    assert evaluate(FuzzyOWLBoost(), X, y, folds=2).examples == 5
