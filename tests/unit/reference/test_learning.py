"""The literal algorithms themselves, on examples small enough to follow by hand."""

import math
from collections.abc import Iterable

import numpy as np
import pytest
from tests.reference import learning
from tests.reference.learning import Settings, Task
from tests.reference.refinement import all_labels

from owlboost.concepts.concept import TOP, Atom, Concept, Edge
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase

PEOPLE = [f"a{i}" for i in range(8)]


def members(numbers: Iterable[int]) -> list[str]:
    return [PEOPLE[number] for number in numbers]


def task(kb: KnowledgeBase, n_positive: int, n: int, settings: Settings) -> Task:
    positive = np.arange(n) < n_positive
    problem = LearningProblem(kb, "T", np.arange(n, dtype=np.int32), positive)
    return Task(problem, all_labels(kb, 3), settings)


def classes(settings: Settings, **extents: Iterable[int]) -> Task:
    """Four positives and four negatives, and classes given by their members."""
    types = {name: members(extent) for name, extent in extents.items()}
    return task(KnowledgeBase.from_facts(PEOPLE, types=types), 4, 8, settings)


def atom(name: str) -> Concept:
    return Concept((Atom(name),))


UNIFORM = [1 / 8] * 8


def test_gain_of_dropping_one_of_two_negatives() -> None:
    #   p = 1/2,  cf: 1/2 -> 2/3
    expected = 0.5 * (math.log2(2 / 3) - math.log2(1 / 2))
    found = learning.gain([1, 1, 1, 0], [1] * 4, [0.25] * 4, [True, True, False, False])
    assert found == pytest.approx(expected)


def test_covered_positives_stay_in_the_denominator() -> None:
    found = learning.weighted_confidence([1, 1, 0.5], [0.25, 0.25, 0.5], [True, False, False])
    #   0.25 / (0.25 + 0.25 + 0.25)
    assert found == pytest.approx(1 / 3)


def test_the_larger_gain_wins_over_the_larger_confidence() -> None:
    #   A: 4/8·log₂(0.8/0.5) = 0.339;  B: 2/8·log₂(1/0.5) = 0.25
    problem = classes(Settings(max_conjuncts=1), A=range(5), B=[0, 1])
    assert learning.learn_one_axiom(problem, UNIFORM).concept == atom("A")


def test_equal_candidates_are_told_apart_by_name() -> None:
    problem = classes(Settings(max_conjuncts=1), B=range(4), A=range(4))
    assert learning.learn_one_axiom(problem, UNIFORM).concept == atom("A")


def test_a_shorter_concept_wins_over_an_equal_longer_one() -> None:
    kb = KnowledgeBase.from_facts(
        PEOPLE,
        types={"Z": members(range(4)), "A": ["a7"]},
        roles={"r": [(name, "a7" if name in PEOPLE[:4] else "a0") for name in PEOPLE]},
    )
    found = learning.learn_one_axiom(task(kb, 4, 8, Settings()), UNIFORM)
    #   ∃r.A has the same degrees
    assert found.concept == atom("Z")
    assert [step.chosen for step in found.steps] == [atom("Z")]


def test_top_is_never_accepted() -> None:
    assert learning.learn_one_axiom(classes(Settings(), A=range(8)), UNIFORM).concept is None


def test_without_backtracking_a_rejected_concept_ends_the_search() -> None:
    settings = Settings(max_conjuncts=1, max_negative_coverage=0.0)
    problem = classes(settings, A=range(5), B=[0, 1])
    found = learning.learn_one_axiom(problem, UNIFORM)
    assert found.concept is None
    assert [step.chosen for step in found.steps] == [atom("A")]


def test_backtracking_goes_on_from_the_most_confident_alternative() -> None:
    settings = Settings(max_conjuncts=1, max_negative_coverage=0.0, backtrack=1)
    problem = classes(settings, A=range(5), B=[0, 1], C=[2, 3, 4])
    assert learning.learn_one_axiom(problem, UNIFORM).concept == atom("B")


def test_lookahead_crosses_a_plateau() -> None:
    kb = KnowledgeBase.from_facts(
        ["t1", "t2", "t3", "t4", "short", "long"],
        types={"Short": ["short"]},
        roles={"hasCar": [("t1", "short"), ("t2", "short"), ("t3", "long"), ("t4", "long")]},
    )
    exact = Concept((), (Edge("hasCar", atom("Short")),))
    literal, ahead = Settings(lookahead=0), Settings(lookahead=1)
    assert learning.learn_one_axiom(task(kb, 2, 4, literal), [0.25] * 4).concept is None
    assert learning.learn_one_axiom(task(kb, 2, 4, ahead), [0.25] * 4).concept == exact


def test_a_cover_takes_an_axiom_for_each_group_of_positives() -> None:
    problem = classes(Settings(max_conjuncts=1), A=[0, 1, 2], B=[3])
    assert learning.weak_hypothesis(problem, UNIFORM) == [atom("A"), atom("B")]


def test_rules_carry_their_confidence_over_all_positives() -> None:
    problem = classes(Settings(max_conjuncts=1), A=[0, 1, 2, 3, 4])
    assert learning.foil(problem) == [(atom("A"), 0.8)]
    assert learning.predict_rules([(atom("A"), 0.8)], problem) == [0.8] * 5 + [0.0] * 3


def test_covered_positives_leave_the_denominator_of_foil() -> None:
    #   after A, the candidate B = {2, 3, 4}: 1 of 2 uncovered-or-negative members is positive
    #   and cf rises from 1/5 to 1/2; in the cover of note 13 it rises from 1/8 to 1/3
    problem = classes(Settings(max_conjuncts=1), A=[0, 1, 2], B=[2, 3, 4])
    assert learning.foil(problem) == [(atom("A"), 1.0), (atom("B"), 2 / 3)]


def test_a_round_of_boosting_by_hand() -> None:
    votes, positive, weights = [1.0, -1.0, -1.0, -1.0], [True, True, False, False], [0.25] * 4
    mu = learning.edge(votes, positive, weights)
    assert learning.error(votes, positive, weights) == 0.25
    assert mu == 0.5  # (1 - 1 + 1 + 1) / 4
    assert learning.leverage(votes, mu) == pytest.approx(math.log(3) / 2)
    after = learning.reweighted(weights, votes, positive, mu)
    assert after == pytest.approx([1 / 6, 1 / 2, 1 / 6, 1 / 6])


def test_the_leverage_is_scaled_by_the_largest_vote() -> None:
    votes, positive = [0.5, 0.25], [True, False]
    mu = learning.edge(votes, positive, [0.5, 0.5])
    assert mu == 0.25  # (1 - 1/2) / 2
    assert learning.leverage(votes, mu) == pytest.approx(math.log(1.25 / 0.75) / (2 * 0.5))


def test_uncovered_individuals_vote_against() -> None:
    assert learning.signed_votes([0.0, 0.25, 1.0]) == [-1.0, 0.25, 1.0]


def test_a_flawless_learner_is_kept_and_ends_boosting() -> None:
    problem = classes(Settings(max_conjuncts=1), A=range(4))
    rounds = learning.boost(problem, 5)
    assert [kept.axioms for kept in rounds] == [(atom("A"),)]
    assert rounds[0].mu == 1 - 1e-9
    assert learning.predict(rounds, learning.leverages(rounds), problem) == [1.0] * 4 + [0.0] * 4


def test_a_crisp_learner_is_not_kept_twice_in_a_row() -> None:
    #   after its own round a crisp learner has ε = 1/2 and μ = 0
    assert len(learning.boost(classes(Settings(max_conjuncts=1), A=[0, 1]), 5)) == 1


def test_the_earlier_variant_normalises_its_leverages() -> None:
    problem = classes(Settings(max_conjuncts=1), A=[0, 1], B=[2, 3])
    rounds = learning.boost(problem, 2, "axiom")
    assert [kept.axioms for kept in rounds] == [(atom("A"),), (atom("B"),)]
    assert math.fsum(learning.leverages(rounds, "axiom")) == pytest.approx(1.0)
    assert learning.softmax([math.log(1), math.log(3)]) == pytest.approx([0.25, 0.75])


def test_nothing_learned_predicts_nothing() -> None:
    problem = classes(Settings(), A=range(8))
    assert learning.boost(problem, 3) == []
    assert learning.predict([], [], problem) == [0.0] * 8
    assert learning.disjunction([TOP], problem) == [1.0] * 8
