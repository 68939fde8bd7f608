from dataclasses import replace
from typing import Any

import numpy as np
from tests.sources import FactSource, examples

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.evaluate import evaluate
from owlboost.evaluation.folds import distinct_examples
from owlboost.learners.algorithms import FuzzyOWLBoost

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


def kept(**facts: Any) -> str:
    """Which of six examples with one label are kept."""
    kb = KnowledgeBase.from_facts(NAMES, **facts)

    class Constant:
        def knowledge_base(self, without: object = None) -> KnowledgeBase:  # noqa: ARG002
            return kb

    X = replace(examples(FactSource(NAMES), 6), source=Constant())
    found, _ = distinct_examples(X, np.ones(6, dtype=bool))
    return "".join(X.names[number] for number in found.individuals)


def test_one_of_those_of_whom_nothing_is_known_is_kept() -> None:
    assert kept() == "a"


def test_another_class_number_or_category_makes_another_example() -> None:
    assert kept(types={"Cheap": ["b", "d"]}) == "ab"
    assert kept(numbers={"price": [("b", 1.0), ("d", 1.0), ("e", 2.0)]}) == "abe"
    assert kept(symbols={"kind": [("b", "inn"), ("d", "inn"), ("e", "bar")]}) == "abe"


def test_the_same_number_of_another_property_makes_another_example() -> None:
    assert kept(numbers={"price": [("a", 1.0)], "stars": [("b", 1.0)]}) == "abc"
    assert kept(numbers={"price": [("a", 1.0), ("a", 2.0)], "stars": []}) == "ab"


def test_both_ends_of_a_relation_are_no_copies() -> None:
    assert kept(roles={"knows": [("c", "e")]}) == "ace"


def test_left_out_copies_reach_neither_training_nor_test() -> None:
    prices = dict(zip(NAMES, [1.0, 1.0, 2.0, 7.0, 8.0, 9.0], strict=True))
    X, y = distinct_examples(
        examples(FactSource(NAMES, prices=prices), 6),
        np.array([True, True, True, False, False, False]),
    )
    assert X.held_out.tolist() == [1]
    assert evaluate(FuzzyOWLBoost(), X, y, folds=2).examples == 5
