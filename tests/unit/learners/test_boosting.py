import math

import numpy as np
import pytest

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.boosting import MAX_MARGIN, boost_round, error, signed, softmax
from owlboost.learners.training import fit

PEOPLE = [f"a{i}" for i in range(8)]


def four_of_eight(**extents: list[int]) -> LearningProblem:
    types = {name: [PEOPLE[i] for i in extent] for name, extent in extents.items()}
    kb = KnowledgeBase.from_facts(PEOPLE, types=types)
    return LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) < 4)


def boosted(problem: LearningProblem, settings: FuzzyOWLBoost) -> BoostedHypothesis:
    hypothesis = fit(problem, settings).hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    return hypothesis


def bodies(hypothesis: BoostedHypothesis) -> list[list[Concept]]:
    return [[axiom.body for axiom in term.inclusions] for term in hypothesis.terms]


def atom(name: str) -> Concept:
    return Concept((Atom(name),))


def test_silence_votes_against() -> None:
    assert signed(np.array([0.0, 0.25, 1.0])).tolist() == [-1.0, 0.25, 1.0]


def test_the_error_weighs_wrong_votes_by_their_strength() -> None:
    votes, labels = np.array([-1.0, 0.4, 0.5, -1.0]), np.array([1.0, 1.0, -1.0, -1.0])
    #   the first misses with 1·0.1, the third with 0.5·0.3
    assert error(votes, labels, np.array([0.1, 0.2, 0.3, 0.4])) == pytest.approx(0.25)


def test_a_round_by_hand() -> None:
    votes, labels = np.array([1.0, -1.0, -1.0, -1.0]), np.array([1.0, 1.0, -1.0, -1.0])
    found = boost_round(votes, labels, np.full(4, 0.25))
    assert found.margin == 0.5  # (1 - 1 + 1 + 1) / 4
    assert found.leverage == pytest.approx(math.log(3) / 2)  # ln(1.5 / 0.5) / 2
    #   ¼·(1 - ½)/¾ where it was right, ¼·(1 + ½)/¾ where it was wrong
    assert found.weights == pytest.approx([1 / 6, 1 / 2, 1 / 6, 1 / 6])


def test_votes_are_scaled_by_the_largest() -> None:
    found = boost_round(np.array([0.5, 0.25]), np.array([1.0, -1.0]), np.array([0.5, 0.5]))
    assert found.margin == 0.25  # (1 - ½) / 2
    assert found.leverage == pytest.approx(math.log(1.25 / 0.75))  # over 2 · ½
    #   ½·(1 - ¼) and ½·(1 + ¼·½), over 1 - 1/16
    assert found.weights == pytest.approx([0.375 / 0.9375, 0.5625 / 0.9375])


def test_a_flawless_learner_has_a_finite_leverage() -> None:
    labels = np.array([1.0, -1.0])
    found = boost_round(labels, labels, np.array([0.5, 0.5]))
    assert found.margin == MAX_MARGIN == 1 - 1e-9
    #   ½·ln((2 - 1e-9) / 1e-9)
    assert found.leverage == pytest.approx(math.log(2e9) / 2, rel=1e-7)
    assert found.weights.tolist() == [0.5, 0.5]


def test_a_flawless_learner_is_kept_and_ends_boosting() -> None:
    hypothesis = boosted(four_of_eight(A=[0, 1, 2, 3], B=[0]), FuzzyOWLBoost(n_rounds=5))
    assert bodies(hypothesis) == [[atom("A")]]
    assert hypothesis.leverages == pytest.approx([math.log(2e9) / 2])


def test_a_second_round_turns_to_what_the_first_missed() -> None:
    settings = FuzzyOWLBoost(n_rounds=2, max_conjuncts=1, weak_learner="axiom")
    problem = four_of_eight(A=[0, 1, 2], B=[3], C=[3, 4])
    found = boosted(problem, settings)
    #   round 1: A has gain 3/8·log₂ 2, more than B's 1/8.  μ = 6/8, so 3 weighs
    #   1/8·(1 + ¾)/(7/16) = ½ and the others 1/14: B gains ½·log₂(1 / (5/7)), A only a third of it
    assert bodies(found) == [[atom("A")], [atom("B")]]


def test_one_axiom_a_round_has_softmax_weights() -> None:
    settings = FuzzyOWLBoost(n_rounds=2, max_conjuncts=1, weak_learner="axiom")
    found = boosted(four_of_eight(A=[0, 1, 2], B=[3]), settings)
    #   μ₁ = 6/8.  Then w = ½ at 3, 1/14 at the others; B is wrong at 0, 1, 2: μ₂ = 1 - 2·3/14
    mu = np.array([6 / 8, 8 / 14])
    alpha = 0.5 * np.log((1 + mu) / (1 - mu))
    assert found.leverages == pytest.approx(np.exp(alpha) / np.exp(alpha).sum())


def test_softmax_by_hand() -> None:
    assert softmax([math.log(1), math.log(3)]) == pytest.approx([0.25, 0.75])
    assert softmax([1000.0, 1000.0]) == [0.5, 0.5]  # e¹⁰⁰⁰ is infinite
    assert softmax([1000.0, 0.0]) == [1.0, 0.0]
    assert softmax([]) == []


def test_a_crisp_learner_is_not_kept_twice_in_a_row() -> None:
    #   right after its own round it has ε = ½ and μ = 0
    assert len(boosted(four_of_eight(A=[0]), FuzzyOWLBoost(n_rounds=5)).terms) == 1


def test_nothing_to_learn_gives_an_empty_hypothesis() -> None:
    found = fit(four_of_eight(A=list(range(8))), FuzzyOWLBoost())
    assert found.hypothesis == BoostedHypothesis()
    assert found.degrees.tolist() == [0.0] * 8
    assert found.threshold == 0.5
