from tests.hotels import BOOST, FOIL, GRADIENT

from owlboost.exchange.english import english_text
from owlboost.model.hypotheses import BoostedHypothesis, RuleSet
from owlboost.model.trained import TrainedModel


def test_a_sum_is_told_by_what_speaks_for_and_against() -> None:
    text = " ".join(english_text(GRADIENT).split())
    assert "What makes “2”" in text
    assert "Everything starts at 0.31." in text
    assert "Being a hotel and a fair price speak for it strongly (0.80)." in text
    assert "A high price speaks against it strongly (0.90)." in text
    assert "Seen in 3 examples and 1 counterexample (confidence 0.75)." in text
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


def test_rules_say_what_they_give_at_most() -> None:
    text = " ".join(english_text(FOIL).split())
    assert "Being a hotel and a fair price: up to 0.56." in text
    assert "the range “O'Hara # far”" in text


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
