from dataclasses import replace

from tests.hotels import BOOST, FOIL, GRADIENT, PN

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.exchange.english.text import english_text
from owlboost.models.calibration import Isotonic
from owlboost.models.trained import TrainedModel


def test_a_sum_is_told_by_what_speaks_for_and_against() -> None:
    text = " ".join(english_text(GRADIENT).split())
    assert "What makes “2”" in text
    assert "Everything starts at 0.31." in text
    assert "Being a hotel and a fair price speak for it strongly (0.80)." in text
    assert "A high price speaks against it strongly (0.90)." in text
    assert "Seen in 3 examples and 1 counterexample: 75 %, as on average." in text
    assert "Some amenity that is a baby sitting speaks for it clearly (0.40)." in text
    assert "Fair price: fully at 60, fading to not at all at 40 and at 98." in text


def test_the_strongest_reasons_come_first() -> None:
    text = english_text(GRADIENT)
    assert text.index("(0.80)") < text.index("(0.40)") < text.index("(0.25)") < text.index("(0.90)")


def test_a_learner_of_several_rules_lists_them() -> None:
    text = " ".join(english_text(BOOST).split())
    assert (
        "The best of these speaks for it strongly (0.70): being a hotel and a fair price; or"
        in text
    )


def test_rules_of_a_learner_that_count_differently_say_what_each_counts() -> None:
    text = " ".join(english_text(PN).split())
    assert (
        "What counts most of these speaks for it: being a hotel and a fair price (0.56); or" in text
    )
    assert "What counts most of these speaks against it: a high price (0.70); or the" in text
    (rule,) = PN.hypothesis.terms[1].inclusions[:1]  # type: ignore[union-attr]
    alone = BoostedHypothesis((WeakHypothesis("N", (rule,)),), (-1.0,))
    text = english_text(replace(PN, hypothesis=alone))
    assert "- A high price speaks against it strongly (0.70)." in text


def test_learners_of_the_same_bodies_but_other_degrees_are_two() -> None:
    body = Concept((Atom("urn:x#Cheap"),))
    terms = tuple(
        WeakHypothesis(f"WL{number}", (Inclusion(body, degree),))
        for number, degree in enumerate((1.0, 1.0, 0.5))
    )
    model = TrainedModel("boost", "urn:T", BoostedHypothesis(terms, (0.5, 0.25, 0.5)), 0.5)
    told = english_text(model)
    assert "speaks for it strongly (0.75)" in told
    assert "speaks for it clearly (0.25)" in told


def test_rules_say_what_they_give_at_most() -> None:
    text = " ".join(english_text(FOIL).split())
    assert "Being a hotel and a fair price: up to 0.56." in text
    assert "the range “O'Hara # far”" in text


def test_a_share_of_degrees_is_not_that_of_the_counts() -> None:
    rule = Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.9, 0.9, 30, 1000)
    model = TrainedModel("foil", "urn:T", RuleSet((rule,)), 0.5)
    told = " ".join(english_text(model).split())
    assert "Seen in 30 examples and 1 000 counterexamples (confidence 0.90)." in told
    counted = replace(model, source={"individuals": 9000, "positives": 90})
    told = " ".join(english_text(counted).split())
    #   30/1030 is 2.9 %, but where the rule holds fully 90 % are examples
    assert "counterexamples, weighed by degree 90 % instead of 1 % on average." in told


def test_a_reason_that_alone_would_argue_the_other_way_needs_the_others() -> None:
    everything = WeakHypothesis("WL0", (Inclusion(Concept(), 1.0, 0.5, 50, 50),))
    rule = WeakHypothesis("WL1", (Inclusion(Concept((Atom("urn:x#Cheap"),)), 1.0, 0.25, 1, 3),))
    for weight, told in ((0.5, "It speaks for it only beside the other reasons."), (-0.5, None)):
        hypothesis = BoostedHypothesis((everything, rule), (0.4, weight))
        text = " ".join(english_text(TrainedModel("gradient", "urn:T", hypothesis, 0.5)).split())
        assert "Seen in 1 example and 3 counterexamples: 25 % instead of 50 % on average." in text
        assert ("only beside the other reasons" in text) == (told is not None)
        assert told is None or told in text


def test_a_probability_is_told_where_there_is_a_calibration() -> None:
    for model in (GRADIENT, FOIL):
        told = " ".join(english_text(model).split())
        assert "It is not a probability." in told
        #   straight from 0.1 at 0 to 0.9 at 1
        calibrated = replace(model, calibration=Isotonic((0.0, 1.0), (0.1, 0.9)))
        told = " ".join(english_text(calibrated).split())
        assert "is the evidence. How often things with such evidence belong was measured" in told
        assert "an evidence of 0 means a probability of 0.10, 0.5 of 0.50, 1 of 0.90." in told


def test_nothing_is_said_to_be_nothing() -> None:
    for hypothesis in (RuleSet(), BoostedHypothesis()):
        assert "No rule was found." in english_text(TrainedModel("foil", "urn:T", hypothesis, 0.5))


def test_lines_stay_short() -> None:
    assert all(len(line) <= 90 for line in english_text(BOOST).splitlines())


def test_learners_of_the_same_rules_are_told_once() -> None:
    assert isinstance(GRADIENT.hypothesis, BoostedHypothesis)
    term = GRADIENT.hypothesis.terms[1]
    twice = TrainedModel("boost", "urn:T", BoostedHypothesis((term, term), (0.3, 0.25)), 0.5)
    assert english_text(twice).count("speak for it strongly (0.55)") == 1
