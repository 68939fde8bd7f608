"""What things are called, where several sources of names meet."""

import pickle
from dataclasses import replace

import pytest
from tests.hypotheses import classes, numeric, weighted

from owlboost.data.fuzzy_sets import LeftShoulder, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon, Resolver, lexicon_from_json
from owlboost.errors import UnknownNameError
from owlboost.exchange.english.text import english_text
from owlboost.models.trained import TrainedModel
from owlboost.report.display import explanation_html, model_html
from owlboost.runtime.names import Names, as_line

EX = "http://ex.org#"
LABELS = Lexicon(
    {f"{EX}E1": "at risk", f"{EX}E2": "old <b>", f"{EX}E9": "blood pressure", f"{EX}p": "Anna"},
    {f"{EX}E1": ("at risk", "gefährdet"), f"{EX}E2": ("old <b>", "ALT"), f"{EX}E3": ("alt",)},
)


def model() -> TrainedModel:
    high = numeric(f"{EX}E9", RightShoulder(120, 140))
    return TrainedModel("boost", f"{EX}E1", weighted((0.7, classes(f"{EX}E2")), (0.5, high)), 0.5)


def kb() -> KnowledgeBase:
    facts = KnowledgeBase.from_facts(
        [f"{EX}p", f"{EX}q"], types={f"{EX}E2": [f"{EX}p"]}, numbers={f"{EX}E9": [(f"{EX}p", 140)]}
    )
    return replace(facts, lexicon=LABELS)


def test_a_lexicon_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(LABELS)) == LABELS
    assert pickle.loads(pickle.dumps(kb())).lexicon == LABELS


def test_labels_of_the_source_fill_the_gaps_of_a_model() -> None:
    mine = replace(model(), lexicon=Lexicon({f"{EX}E1": "endangered"}))
    called = mine.called_in(LABELS)
    assert called.lexicon.labels == {
        f"{EX}E1": "endangered",
        f"{EX}E2": "old <b>",
        f"{EX}E9": "blood pressure",
    }
    assert mine.called_in(LABELS, first=True).lexicon.name(f"{EX}E1") == "at risk"
    assert called == mine  # what things are called is not what a model says


def test_iris_hide_labels_but_do_not_lose_them() -> None:
    shown = model().called_in(replace(LABELS, iris=True))
    assert f"<{EX}E2> SubClassOf WL0" in str(shown)
    assert shown.lexicon.labels[f"{EX}E2"] == "old <b>"
    assert not shown.lexicon.has(f"{EX}E2")
    assert shown.lexicon.title(f"{EX}p") == f"{EX}p"
    assert shown.lexicon.set_name("E9_set") == "E9_set"


def test_an_explanation_calls_things_as_the_source_does() -> None:
    found = model().explain(kb(), "Anna")
    assert [one.rule for one in found.firings] == [
        "'old <b>'",
        f"('blood pressure' some '{EX}E9_set')",
    ]
    assert str(found.firings[0]).startswith("'old <b>' SubClassOf at risk: ")


def test_a_page_escapes_labels() -> None:
    called = model().called_in(LABELS)
    for text in (model_html(called), explanation_html(called.explain(kb(), "Anna"))):
        assert "old &lt;b&gt;" in text
        assert "<b>old" not in text
        assert "old <b>" not in text


def test_a_set_whose_property_is_unclear_keeps_its_name() -> None:
    twice = Lexicon({"http://a#E9": "one", "http://b#E9": "two"})
    assert twice.set_name("E9_H") == "E9_H"
    assert LABELS.set_name("E9_H") == "blood pressure_H"
    assert LABELS.set_name("XE9_H") == "XE9_H"
    assert LABELS.set_name("E9") == "E9"
    assert Lexicon({"http://a#sea%20view": "Meerblick"}).set_name("sea view_L") == "Meerblick_L"


def test_sentences_split_short_names_and_no_labels() -> None:
    low = numeric(f"{EX}hasPrice", LeftShoulder(1, 2))
    rules = weighted((0.7, classes(f"{EX}SeaView")), (0.6, classes(f"{EX}E2")), (0.5, low))
    text = english_text(
        TrainedModel("boost", f"{EX}E1", rules, 0.5, lexicon=Lexicon({f"{EX}E2": "pH_value X"}))
    )
    assert "Being a sea view speaks" in text
    assert "Being a pH_value X speaks" in text
    assert "Price in the range" in text.replace("A price", "Price")


def test_a_label_resolves_after_iris_and_short_names() -> None:
    names = Names([f"{EX}E1", f"{EX}E2", f"{EX}E3", f"{EX}ALT"])
    found = Resolver(names, "class", lexicon=LABELS)
    assert found.iri("gefährdet") == found.iri("  GEFÄHRDET ") == f"{EX}E1"
    assert found.iri("ALT") == f"{EX}ALT"
    assert found.iri("alt") == f"{EX}E3"
    with pytest.raises(UnknownNameError, match=r"Alt.*E2, http://ex\.org#E3\. Give the full IRI"):
        found.iri("Alt")
    with pytest.raises(UnknownNameError, match="Did you mean at risk"):
        found.iri("at risky")


def test_a_name_of_very_many_things_lists_some() -> None:
    names = Names(f"{EX}{number}" for number in range(30))
    same = Resolver(names, "class", lexicon=Lexicon({}, dict.fromkeys(names, ("same",))))
    with pytest.raises(UnknownNameError, match="or 20 more"):
        same.iri("same")


@pytest.mark.parametrize("damaged", [{"urn:a": "two\nlines"}, {"urn:a": 5}, {"urn:a": ""}, ["x"]])
def test_damaged_labels_are_refused(damaged: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        lexicon_from_json({"labels": damaged})


@pytest.mark.parametrize(
    ("text", "line"),
    [("plain", "plain"), (" a  b\t", "a b"), ("a\u202eb", "a b"), ("\x1b[1m", "[1m"), ("\n", "")],
)
def test_a_label_becomes_a_line(text: str, line: str) -> None:
    assert as_line(text) == line
