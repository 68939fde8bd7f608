import math

import numpy as np
import pytest

from owlboost.model.calibration import Platt
from owlboost.model.concepts import TOP, Atom, Concept, Edge, SomeData
from owlboost.model.explanations import Condition, explain, fired
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import FuzzySet, Triangular
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.model.knowledge_base import KnowledgeBase

FAIR = SomeData("hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
SITTER = Edge("hasAmenity", Concept((Atom("Baby_Sitting"),)))
EXTENTS = Extents(
    KnowledgeBase.from_facts(
        ["Hotel_010", "Hotel_011"],
        types={"Baby_Sitting": ["w"]},
        roles={"hasAmenity": [("Hotel_010", "w")]},
        numbers={"hasPrice": [("Hotel_010", 79), ("Hotel_011", 60)]},
        witnesses=["w"],
    )
)


def test_a_rule_is_as_strong_as_its_weakest_condition() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,), (SITTER,)), 0.56),))
    found = explain(rules, EXTENTS, 0)
    #   price 79 is fair to (98 - 79)/(98 - 60) = ½;  0.56 · ½
    assert found.degree == pytest.approx(0.28)
    assert [part.degree for part in found.firings[0].conditions] == [0.5, 1.0]
    assert found.firings[0].decisive


def test_only_the_best_rule_of_a_learner_is_decisive_and_silent_ones_are_not() -> None:
    term = WeakHypothesis("WL1", (Inclusion(Concept((FAIR,))), Inclusion(Concept((), (SITTER,)))))
    against = WeakHypothesis("WL2", (Inclusion(Concept((Atom("Baby_Sitting"),))),))
    hypothesis = BoostedHypothesis((term, against), (0.5, -1.0))
    found = explain(hypothesis, EXTENTS, 0)
    assert [one.decisive for one in found.firings] == [False, True, False]
    assert [one.degree for one in found.firings] == [0.5, 1.0, 0.0]
    assert found.degree == 0.5


def test_top_has_no_conditions() -> None:
    hypothesis = BoostedHypothesis((WeakHypothesis("WL0", (Inclusion(TOP),)),), (0.25,))
    (one,) = explain(hypothesis, EXTENTS, 1).firings
    assert (one.rule, one.conditions, one.degree) == ("Thing", (), 1.0)
    assert explain(hypothesis, EXTENTS, 1).as_json()["degree"] == 0.25


def test_contributions_add_up_to_the_evidence() -> None:
    given = WeakHypothesis("WL0", (Inclusion(TOP),))
    term = WeakHypothesis("WL1", (Inclusion(Concept((FAIR,))), Inclusion(Concept((), (SITTER,)))))
    against = WeakHypothesis("WL2", (Inclusion(Concept((FAIR,))),))
    hypothesis = BoostedHypothesis((given, term, against), (0.75, 2.0, -0.5))
    found = explain(hypothesis, EXTENTS, 0, calibration=Platt(2.0, -4.0))
    #   0.75 · 1  +  2 · max(½, 1)  −  0.5 · ½  =  2.5;   σ(2 · 2.5 − 4) = σ(1)
    assert [one.contribution for one in found.firings] == [0.75, 0.0, 2.0, -0.25]
    assert (found.degree, found.evidence) == (1.0, 2.5)
    assert found.probability == pytest.approx(1 / (1 + math.exp(-1)))
    head, *_, blank, total = str(found).splitlines()
    assert head == "degree 1.0000, evidence 2.5000, probability 0.7311"
    assert (blank, total) == ("", "  evidence: 0.7500 + 2.0000 - 0.2500 = 2.5000")
    assert "* WL2: -0.500 × 0.5000 = -0.2500  (hasPrice some hasPrice_F)" in str(found)
    assert "  WL1: 2.000 × 0.5000  (hasPrice some hasPrice_F)" in str(found)


def test_of_equal_rules_the_first_counts() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,)), 0.8), Inclusion(Concept((), (SITTER,)), 0.4)))
    found = explain(rules, EXTENTS, 0)
    #   0.8 · ½ and 0.4 · 1
    assert [one.contribution for one in found.firings] == [0.4, 0.0]
    assert found.evidence == 0.4


def test_json_has_evidence_probability_and_contributions() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,)), 0.5),))
    told = explain(rules, EXTENTS, 0).as_json()
    assert (told["degree"], told["evidence"], told["probability"]) == (0.25, 0.25, None)
    assert told["rules"][0]["contribution"] == 0.25


def test_several_individuals_are_told_one_by_one() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,)), 0.5), Inclusion(Concept((), (SITTER,)), 0.4)))
    one, other = fired(rules, EXTENTS, np.array([1, 0]), "urn:x#Good")
    #   Hotel_011: 0.5 · 1 and 0.4 · 0;  Hotel_010: 0.5 · ½ and 0.4 · 1
    assert [(rule.degree, rule.decisive) for rule in one] == [(1.0, True), (0.0, False)]
    assert [(rule.degree, rule.decisive) for rule in other] == [(0.5, False), (1.0, True)]
    assert one[0].conditions == (Condition("(hasPrice some hasPrice_F)", 1.0),)
    assert str(other[1]) == "(hasAmenity some Baby_Sitting) SubClassOf Good: 1.000 × 0.400"


def test_an_explanation_shows_conditions_where_there_are_several() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,), (SITTER,)), 0.56),))
    assert str(explain(rules, EXTENTS, 0)).splitlines() == [
        "degree 0.2800, evidence 0.2800",
        "",
        "* 0.560 × 0.5000 = 0.2800  (hasPrice some hasPrice_F) and (hasAmenity some Baby_Sitting)",
        "      0.5000  (hasPrice some hasPrice_F)",
        "      1.0000  (hasAmenity some Baby_Sitting)",
    ]
