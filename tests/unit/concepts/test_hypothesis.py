import numpy as np
import pytest

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    Rule,
    RuleSet,
    WeakHypothesis,
    degrees_of,
    disjunction,
    evidence,
    fuzzy_sets_of,
)
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder
from owlboost.runtime.array_types import Degrees

A, B = Concept((Atom("A"),)), Concept((Atom("B"),))
BODIES = {A: np.array([1.0, 0.5, 0.0, 0.0]), B: np.array([0.0, 0.75, 0.4, 0.0])}
FIRST = WeakHypothesis("WL1", (Inclusion(A), Inclusion(B)))
SECOND = WeakHypothesis("WL2", (Inclusion(B),))


def combine(hypothesis: Hypothesis, bodies: dict[Concept, Degrees], n: int) -> Degrees:
    return degrees_of(hypothesis, evidence(hypothesis, bodies, n))


def test_a_weak_hypothesis_is_the_maximum_of_its_bodies() -> None:
    assert disjunction(FIRST, BODIES, 4).tolist() == [1.0, 0.75, 0.4, 0.0]


def test_bodies_count_as_far_as_their_degrees() -> None:
    graded = WeakHypothesis("N", (Inclusion(A, 0.5), Inclusion(B, 0.8)))
    assert disjunction(graded, BODIES, 4) == pytest.approx([0.5, 0.6, 0.32, 0.0])
    #   max(A, B) − max(½·A, 0.8·B), and what each axiom counts
    both = BoostedHypothesis((FIRST, graded), (1.0, -1.0))
    assert combine(both, BODIES, 4) == pytest.approx([0.5, 0.15, 0.08, 0.0])
    assert [rule.weight for rule in both.rules()] == [1.0, 1.0, -0.5, -0.8]


def test_a_weak_hypothesis_without_axioms_is_nothing() -> None:
    assert disjunction(WeakHypothesis("WL1", ()), {}, 3).tolist() == [0.0, 0.0, 0.0]


def test_a_boosted_hypothesis_is_a_weighted_sum() -> None:
    #   0.5·max(A, B) + 0.4·B
    h = combine(BoostedHypothesis((FIRST, SECOND), (0.5, 0.4)), BODIES, 4)
    assert h == pytest.approx([0.5, 0.375 + 0.3, 0.2 + 0.16, 0.0])


def test_the_sum_is_clipped_at_1() -> None:
    h = combine(BoostedHypothesis((FIRST,), (1.199,)), BODIES, 4)
    assert h == pytest.approx([1.0, 0.89925, 0.4796, 0.0])


def test_a_negative_leverage_argues_against_and_is_clipped_at_0() -> None:
    h = combine(BoostedHypothesis((FIRST, SECOND), (1.0, -2.0)), BODIES, 4)
    #   1 - 0,  0.75 - 1.5,  0.4 - 0.8
    assert h.tolist() == [1.0, 0.0, 0.0, 0.0]


def test_only_the_whole_sum_is_clipped() -> None:
    h = combine(BoostedHypothesis((FIRST, SECOND), (2.0, -2.0)), BODIES, 4)
    #   2·0.75 - 2·0.75 = 0, though 2·0.75 alone exceeds 1
    assert h.tolist() == [1.0, 0.0, 0.0, 0.0]


def test_rules_predict_the_best_product_of_degree_and_body() -> None:
    rules = RuleSet((Inclusion(A, 0.56), Inclusion(B, 0.2)))
    #   Hotel_010 of the paper: 0.56 · 0.5 = 0.28, more than 0.2 · 0.75
    assert combine(rules, BODIES, 4) == pytest.approx([0.56, 0.28, 0.08, 0.0])


@pytest.mark.parametrize("hypothesis", [BoostedHypothesis(), RuleSet()])
def test_a_hypothesis_without_rules_predicts_nothing(
    hypothesis: BoostedHypothesis | RuleSet,
) -> None:
    assert combine(hypothesis, {}, 2).tolist() == [0.0, 0.0]
    assert list(hypothesis.inclusions) == []


def test_inclusions_run_over_all_weak_learners() -> None:
    hypothesis = BoostedHypothesis((FIRST, SECOND), (1.0, 1.0))
    assert [inclusion.body for inclusion in hypothesis.inclusions] == [A, B, B]


def test_rules_carry_the_weight_of_their_learner() -> None:
    empty = WeakHypothesis("WL3", ())
    hypothesis = BoostedHypothesis((FIRST, SECOND, empty), (0.5, -0.4, 0.9))
    assert list(hypothesis.rules()) == [
        Rule("WL1", 0.5, Inclusion(A)),
        Rule("WL1", 0.5, Inclusion(B)),
        Rule("WL2", -0.4, Inclusion(B)),
    ]
    assert list(hypothesis.weighted_terms) == [(FIRST, 0.5), (SECOND, -0.4), (empty, 0.9)]


def test_rules_of_a_set_carry_their_own_degree() -> None:
    rules = RuleSet((Inclusion(A, 0.56), Inclusion(B, 0.2)))
    assert [tuple(rule) for rule in rules.rules()] == [
        ("", 0.56, Inclusion(A, 0.56)),
        ("", 0.2, Inclusion(B, 0.2)),
    ]


def test_top_is_among_the_rules_and_is_not_counted() -> None:
    prior = WeakHypothesis("WL0", (Inclusion(Concept()),))
    hypothesis = BoostedHypothesis((prior, FIRST), (0.3, 1.0))
    assert [rule.inclusion.body.is_top for rule in hypothesis.rules()] == [True, False, False]
    assert hypothesis.n_rules == 2
    assert RuleSet((Inclusion(Concept()), Inclusion(A))).n_rules == 1
    assert BoostedHypothesis().n_rules == RuleSet().n_rules == 0


def test_fuzzy_sets_are_found_at_every_depth_and_sorted_by_name() -> None:
    low, high = FuzzySet("p_L", LeftShoulder(1, 2)), FuzzySet("p_H", RightShoulder(1, 2))
    body = Concept(
        (FuzzyValue("urn:p", low), CrispValue("urn:q", True)),
        (Edge("r", Concept((FuzzyValue("urn:p", high),))),),
    )
    found = fuzzy_sets_of(RuleSet((Inclusion(body), Inclusion(A))))
    assert list(found.items()) == [("p_H", ("urn:p", high)), ("p_L", ("urn:p", low))]
