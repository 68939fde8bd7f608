"""A model in every layout, worked by hand."""

import pytest

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError
from owlboost.models.trained import TrainedModel
from owlboost.report.display import explanation_html, hypothesis_html
from owlboost.report.explanation_text import explanation_lines
from owlboost.report.model_text import model_lines
from owlboost.report.stability import Recurrence
from owlboost.report.views.explanations import waterfall_view
from owlboost.report.views.model import model_view

FAIR = FuzzyValue("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(38.0, 78.0, 167.0)))
SITTER = Concept((Atom("urn:x#Baby_Sitting"), CrispValue("urn:x#open", True)))
GOOD = Concept((FAIR,), (Edge("urn:x#hasAmenity", SITTER),))
TERMS = (
    WeakHypothesis("WL0", (Inclusion(Concept(), 1.0, 0.4, 4, 6),)),
    WeakHypothesis("WL1", (Inclusion(GOOD, 1.0, 0.9, 9, 1),)),
    WeakHypothesis("WL2", (Inclusion(Concept((Atom("urn:x#Motel"),)), 1.0, 0.1, 1, 9),)),
)
MODEL = TrainedModel(
    "gradient",
    "urn:x#GoodHotel",
    BoostedHypothesis(TERMS, (-0.5, 2.25, -0.75)),
    0.5,
    source={"individuals": 10, "positives": 4},
)


def test_sentences_tell_weights_sets_and_how_often_a_rule_is_right() -> None:
    assert list(model_lines(MODEL, "text")) == [
        "What makes a good hotel: 2 rules, learned from 10 examples, 4 of them positive",
        "",
        "-0.50 █▊        Everything starts at -0.50.",
        (
            "+2.25 ████████  A fair price around 78 (38 – 167) and some amenity that is a baby "
            "sitting and has"
        ),
        "                “open” being true speak for it. Right in 9 of 10 (90 %).",
        "-0.75 ██▋       Being a motel speaks against it. Right in 9 of 10 (90 %).",
        "",
        (
            "The degree is the sum of what holds, cut to 0 and 1. The answer is yes from a degree "
            "of 0.5 on."
        ),
    ]


def test_lines_are_no_wider_than_asked_and_bars_may_be_plain() -> None:
    lines = list(model_lines(MODEL, "text", 60, blocks=False))
    assert max(map(len, lines)) <= 60
    assert lines[3] == "-0.50 ==        Everything starts at -0.50."
    assert not set("".join(lines)) & set("█▊▋")


def test_axioms_in_manchester_syntax() -> None:
    assert list(model_lines(MODEL, "manchester")) == [
        (
            "(hasPrice some hasPrice_F) and (hasAmenity some (Baby_Sitting and (open value true))) "
            "SubClassOf GoodHotel  # weight 2.250"
        ),
        "Motel SubClassOf not GoodHotel  # weight 0.750",
        "# Thing: weight -0.500",
        "",
        "# hasPrice: hasPrice_F  triangular  38  78  167",
    ]


def test_axioms_in_symbols_call_things_by_their_labels() -> None:
    named = Lexicon({"urn:x#Motel": "road house", "urn:x#hasPrice": "cost"})
    model = TrainedModel("gradient", MODEL.target, MODEL.hypothesis, 0.5, lexicon=named)
    assert list(model_lines(model, "dl")) == [
        "∃cost.fair ⊓ ∃hasAmenity.(Baby_Sitting ⊓ ∃open.{true}) ⊑ GoodHotel  # weight 2.250",
        "road house ⊑ ¬GoodHotel  # weight 0.750",
        "# ⊤: weight -0.500",
        "",
        "# cost: fair  triangular  38  78  167",
    ]


def test_the_layout_is_that_of_the_algorithm_unless_one_is_named() -> None:
    rules = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(GOOD, 0.8),)), 0.5)
    assert list(model_lines(rules)) == list(model_lines(rules, "paper"))
    assert list(model_lines(MODEL)) == list(model_lines(MODEL, "text"))
    with pytest.raises(ParameterError, match=r"There is no layout 'papre'\. Did you mean paper\?"):
        model_lines(MODEL, "papre")


ALIKE = TrainedModel(
    "boost",
    "urn:x#GoodHotel",
    BoostedHypothesis(
        tuple(
            WeakHypothesis(name, (Inclusion(Concept((Atom(f"urn:x#{body}"),)), 1.0, 0.9, 9, 1),))
            for name, body in (("WL1", "Inn"), ("WL2", "Motel"), ("WL3", "Inn"))
        ),
        (0.5, 0.125, 0.25),
    ),
    0.5,
)


def test_learners_that_are_alike_are_printed_once_unless_the_papers_layout_is_named() -> None:
    assert [line for line in model_lines(ALIKE) if "WL" in line] == [
        "# Weak Learner WL1, weight 0.750 (the sum of 2 that are alike: WL1, WL3)",
        "Inn SubClassOf WL1",
        "# Weak Learner WL2, weight 0.125",
        "Motel SubClassOf WL2",
        "0.750 * WL1 + 0.125 * WL2 SubClassOf GoodHotel",
    ]
    apart = list(model_lines(ALIKE, "paper"))
    assert "# Weak Learner WL3, weight 0.250" in apart
    assert "0.500 * WL1 + 0.125 * WL2 + 0.250 * WL3 SubClassOf GoodHotel" in apart


def test_sentences_and_notebooks_show_learners_that_are_alike_once() -> None:
    title, _, first, second, *_ = model_lines(ALIKE, "text", 140)
    assert title.startswith("What makes a good hotel: 2 rules (of 3 learned, alike ones merged)")
    assert (first[:5], second[:5]) == ("+0.75", "+0.12")
    assert hypothesis_html(ALIKE.hypothesis).count("<code>Inn</code>") == 1


def test_a_page_shows_learners_that_are_alike_once_with_what_is_told_of_the_first() -> None:
    told = [Recurrence(number, number, 9) for number in (1, 2, 3)]
    view = model_view(ALIKE, stability=told)
    assert [(card["learner"], card["weight"]) for card in view["rules"]] == [
        ("WL1", 0.75), ("WL2", 0.125),
    ]  # fmt: skip
    assert [card["stability"] and card["stability"]["same"] for card in view["rules"]] == [1, 2]
    assert [term["weight"] for term in view["terms"]] == [0.75, 0.125]


def test_an_explanation_tells_learners_that_are_alike_once_and_json_keeps_them_apart() -> None:
    kb = KnowledgeBase.from_facts(["h"], types={"urn:x#Inn": ["h"], "urn:x#Motel": []})
    found = ALIKE.explain(kb, "h")
    lines = list(explanation_lines(found))
    assert [line[:8].strip() for line in lines if "being" in line] == ["+0.7500", "0.0000"]
    assert [rule["contribution"] for rule in found.as_json()["rules"]] == [0.5, 0.0, 0.25]
    assert [step["contribution"] for step in waterfall_view(found)["steps"]] == [0.75]
    assert explanation_html(found).count("<code>Inn</code>") == 1


def test_a_table_of_rules_leaves_counts_open_that_nobody_made() -> None:
    inn = Concept((Atom("ex#Inn"),))
    assert "<td>0</td>" not in hypothesis_html(RuleSet((Inclusion(inn, 0.5, 0.5),)))
    assert hypothesis_html(RuleSet((Inclusion(inn, 0.0, 0.0),))).count("<td>0</td>") == 2
