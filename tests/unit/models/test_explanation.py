import math

import numpy as np
import pytest

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.calibration import Platt
from owlboost.models.conditions import Condition, Filler
from owlboost.models.explanation import explain, fired

FAIR = FuzzyValue("hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
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
    assert [(step.rule, step.total) for step in found.steps] == [(0, 0.75), (2, 2.75), (3, 2.5)]
    assert found.base == 0.75
    assert str(found).splitlines() == [
        "degree 1.0000, evidence 2.5000, probability 0.7311",
        "",
        " +0.7500 Everything starts here.",
        " +2.0000 Some amenity that is a baby sitting speaks for it, 2.000:",
        "           amenity without a name (being baby sitting → 1) → 1",
        " -0.2500 A fair price speaks against it, 0.500 × 0.5: price 79 → fair 0.50",
        "  0.0000 A fair price speaks for it, 2.000 × 0.5 (others count): price 79 → fair 0.50",
        "--------",
        " +2.5000 in all",
    ]


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
    assert one[0].conditions == (Condition(FAIR, 1.0, (60.0,), 60.0),)
    assert one[0].conditions[0].text() == "(hasPrice some hasPrice_F)"
    assert str(other[1]) == "(hasAmenity some Baby_Sitting) SubClassOf Good: 1.000 × 0.400"


def test_an_explanation_shows_conditions_where_there_are_several() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,), (SITTER,)), 0.56),))
    found = explain(rules, EXTENTS, 0, "urn:x#GoodHotel", threshold=0.5)
    assert repr(found) == "<Explanation Hotel_010: 0.28, no>"
    #   0.56 · (98 − x)/38 = 0.5 for x = 64.07…; all prices are whole numbers
    assert str(found).splitlines() == [
        "Is Hotel_010 a good hotel? No: degree 0.2800 (yes from 0.500 on), evidence 0.2800",
        "",
        " +0.2800 A fair price and some amenity that is a baby sitting speak for it, 0.560 × 0.5:",
        "           price 79 → fair 0.50",
        "           amenity without a name (being baby sitting → 1) → 1",
        "",
        "The answer would be yes if the price were 64 instead of 79.",
    ]


def test_the_successor_that_satisfies_an_existential_is_told_with_its_values() -> None:
    seats = FuzzyValue("seats", FuzzySet("seats_H", RightShoulder(2, 22)))
    big = Edge("hasBar", Concept((Atom("Bar"), seats)))
    extents = Extents(
        KnowledgeBase.from_facts(
            ["h", "small", "large"],
            types={"Bar": ["small", "large"]},
            roles={"hasBar": [("h", "small"), ("h", "large")]},
            numbers={"seats": [("small", 4), ("large", 7), ("large", 17)]},
        )
    )
    rules = RuleSet((Inclusion(Concept((), (big,)), 0.5),))
    (one,) = explain(rules, extents, 0).firings
    #   (17 − 2)/20
    assert one.conditions[0].filler == Filler(
        "large",
        0.75,
        (Condition(Atom("Bar"), 1.0), Condition(seats, 0.75, (7.0, 17.0), 17.0)),
    )
    assert (one.conditions[0].degree, one.conditions[0].n_fillers) == (0.75, 2)
    (nobody,) = explain(rules, extents, 1).firings[0].conditions
    assert (nobody.filler, nobody.degree, nobody.n_fillers) == (None, 0.0, 0)
    told = explain(rules, extents, 0).as_json()["rules"][0]["conditions"][0]
    assert (told["kind"], told["fillers"], told["filler"]["individual"]) == ("role", 2, "large")
    assert told["filler"]["conditions"][1]["value"] == 17.0
    assert told["filler"]["conditions"][1]["asked"]["points"] == [2, 22]
    assert "hasBar" not in str(explain(rules, extents, 0))
    assert "bar large (being bar → 1; seats 17 → high 0.75) → 0.75" in str(
        explain(rules, extents, 0)
    )


def test_values_that_are_not_known_and_crisp_ones_are_told() -> None:
    red, yes = CrispValue("colour", "red"), CrispValue("isOpen", True)
    extents = Extents(
        KnowledgeBase.from_facts(
            ["h", "i"], symbols={"colour": [("h", "blue"), ("i", "red")], "isOpen": [("i", True)]}
        )
    )
    rules = RuleSet((Inclusion(Concept((red, yes))),))
    told = str(explain(rules, extents, 0, "Good", threshold=0.5))
    assert "colour “blue” → “red” 0\n" in told
    assert "is open unknown → true 0\n" in told
    #   what is unknown cannot be changed, so no change of its own values is enough
    assert "No change of up to three of its own values that the rules use was found" in told
    told = str(explain(rules, extents, 1, "Good", threshold=0.5))
    assert told.splitlines()[-1] == "The answer would be no if “is open” were false."


def test_json_tells_the_decision_the_steps_and_what_would_turn_it() -> None:
    rules = RuleSet((Inclusion(Concept((FAIR,)), 1.0),))
    told = explain(rules, EXTENTS, 0, "urn:x#Good", threshold=0.75).as_json()
    assert (told["format"], told["version"]) == ("owlboost/explanation", 1)
    assert (told["individual"], told["class"], told["decision"]) == ("Hotel_010", "Good", False)
    assert told["waterfall"] == [{"rule": 0, "contribution": 0.5, "sum": 0.5}]
    #   (98 − 69.5)/38 = 0.75;  prices go from 60 to 79
    assert told["counterfactual"] == {
        "found": True,
        "most_changes": 3,
        "distance": 0.5,
        "evidence": 0.75,
        "degree": 0.75,
        "changes": [
            {
                "kind": "number",
                "iri": "hasPrice",
                "name": "hasPrice",
                "before": 79.0,
                "after": 69.5,
                "shown": 69.0,
                "distance": 0.5,
            }
        ],
    }
    assert explain(rules, EXTENTS, 0).as_json()["counterfactual"] is None
