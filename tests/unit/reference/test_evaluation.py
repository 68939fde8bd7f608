"""The literal protocol itself, on cases small enough to follow by hand."""

import pytest
from tests.reference.evaluation import (
    Candidate,
    MoveBatch,
    Task,
    choice,
    divided,
    predicted,
    selection_score,
)

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.knowledge_base import KnowledgeBase


def candidate(theta: float, n_sets: int) -> Candidate:
    return Candidate(lambda *_: (RuleSet(), 0.5, None), theta, n_sets)


GRID = [candidate(0.94, 3), candidate(0.34, 5), candidate(0.34, 3), candidate(0.34, 3)]


def test_the_largest_merit_is_chosen() -> None:
    assert choice(GRID, [0.5, 0.4, 0.4, 0.4]) == 0
    assert choice(GRID, [0.5, 0.4, 0.4, 0.6]) == 3


def test_equals_go_to_the_lowest_theta_then_the_fewest_sets_then_the_first() -> None:
    assert choice(GRID[:2], [0.5, 0.5]) == 1
    assert choice(GRID, [0.5, 0.5, 0.5, 0.5]) == 2
    assert choice(GRID, [0.5, 0.5 + 1e-14, 0.5, 0.5]) == 2


def test_the_merit_is_a_product_of_means() -> None:
    folds = [
        MoveBatch({"F1": 1.0, "fuzzy_F1": 0.5}, 0.5, 1),
        MoveBatch({"F1": 0.5, "fuzzy_F1": 1.0}, 0.5, 1),
    ]
    assert selection_score(folds) == pytest.approx(0.75 * 0.75)


def test_a_part_is_divided_into_its_own_members() -> None:
    positive = [at % 2 == 0 for at in range(12)]
    some = [0, 1, 2, 3, 4, 5]
    parts = divided(some, positive, 5, seed=0)
    assert len(parts) == 3  # no more than there are positives
    assert sorted(at for _, test in parts for at in test) == some
    for train, test in parts:
        assert sorted(train + test) == some
        assert sum(positive[at] for at in test) == 1


def test_all_examples_but_some_are_forgotten() -> None:
    asked = []

    def known(gone: list[int]) -> KnowledgeBase:
        asked.append(gone)
        return KnowledgeBase.from_facts(["a"])

    Task(known, [7, 8, 9], [True, False, False]).known_of([1])
    assert asked == [[7, 9]]


def test_weights_are_added_and_clipped_and_the_best_rule_counts() -> None:
    kb = KnowledgeBase.from_facts(["a", "b"], types={"A": ["a"], "B": ["a", "b"]})
    a, b = Inclusion(Concept((Atom("A"),)), 0.5), Inclusion(Concept((Atom("B"),)), 0.25)
    assert [predicted(RuleSet((b, a)), at, kb) for at in (0, 1)] == [0.5, 0.25]
    summed = BoostedHypothesis(
        (WeakHypothesis("1", (a,)), WeakHypothesis("2", (b, a))), (1.5, 0.75)
    )
    assert [predicted(summed, at, kb) for at in (0, 1)] == [1.0, 0.1875]
    against = BoostedHypothesis((WeakHypothesis("1", (a,)),), (-1.0,))
    assert [predicted(against, at, kb) for at in (0, 1)] == [0.0, 0.0]
