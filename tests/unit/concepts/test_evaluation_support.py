"""Where a hypothesis is above 0, by hand."""

from tests.hypotheses import classes, rules, weighted

from owlboost.concepts import evaluation as module
from owlboost.concepts.concept import TOP
from owlboost.concepts.evaluation import LUKASIEWICZ, PRODUCT_LOGIC, Reach, keeps_support, reach
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, WeakHypothesis

A, B, C, AB = classes("A"), classes("B"), classes("C"), classes("A", "B")


def test_graded_rules_reach_what_any_of_them_reaches() -> None:
    assert reach(rules(A, B, degree=0.01)) == Reach((A, B), (A, B))
    assert reach(rules(A, degree=0.0)) == Reach((), ())


def test_a_sum_of_positive_weights_reaches_what_any_learner_reaches() -> None:
    terms = (
        WeakHypothesis("WL1", (Inclusion(A), Inclusion(B))),
        WeakHypothesis("WL2", (Inclusion(C),)),
    )
    #   the heavier learner first
    assert reach(BoostedHypothesis(terms, (0.3, 0.5))) == Reach((C, A, B), (C, A, B))


def test_a_prior_against_the_target_must_be_outweighed() -> None:
    #   0.4 - 0.5 < 0, 0.4 + 0.4 - 0.5 > 0: both are needed, in full if they are fuzzy
    both = weighted((-0.5, TOP), (0.4, A), (0.4, B))
    assert reach(both) == Reach((AB,), (AB,), full=True)
    #   0.6 is enough alone
    one = weighted((-0.5, TOP), (0.6, A), (0.4, B))
    assert reach(one) == Reach((A,), (A,), full=True)
    #   0.2 + 0.2 never is
    assert reach(weighted((-0.5, TOP), (0.2, A), (0.2, B))).most == ()


def test_a_prior_for_the_target_reaches_everything() -> None:
    assert reach(weighted((0.1, TOP), (0.4, A))).most == (TOP,)


def test_a_sum_that_is_0_reaches_nothing() -> None:
    #   0.1 + 0.2 - 0.3 is 5.6e-17 in floats, and counts as 0
    assert reach(weighted((-0.3, TOP), (0.1, A), (0.2, B))).most == ()


def test_a_rule_against_the_target_may_hold_or_not() -> None:
    #   C takes away 0.5 where it holds: A alone may be reached, A with B surely is
    found = reach(weighted((0.4, A), (0.4, B), (-0.5, C)))
    assert found == Reach((A, B), (AB,), full=True)


def test_very_many_sets_are_bounded_more_widely(monkeypatch: object) -> None:
    monkeypatch.setattr(module, "MOST_SETS", 2)  # type: ignore[attr-defined]
    #   any two of three: AB, AC, BC
    found = reach(weighted((-1.5, TOP), (1.0, A), (1.0, B), (1.0, C)))
    assert found == Reach((A, B, C), (AB, classes("A", "C")), full=True)


def test_a_conjunction_may_lose_little_degrees() -> None:
    assert not keeps_support(LUKASIEWICZ)
    assert reach(rules(A), LUKASIEWICZ) == Reach((A,), (A,), full=True)
    assert keeps_support(PRODUCT_LOGIC)
