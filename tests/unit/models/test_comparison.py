from html import unescape

import pytest
from tests.hypotheses import classes, numeric, rules, weighted

from owlboost.data.fuzzy_sets import LeftShoulder, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ParameterError
from owlboost.models.assessment import assess
from owlboost.models.comparison import compare
from owlboost.models.differences import rule_pairs
from owlboost.models.trained import TrainedModel

KB = KnowledgeBase.from_facts(
    ["a", "b", "c", "d"],
    types={"Cheap": ["a", "b"], "Near": ["b", "c"], "Noisy": ["d"]},
    numbers={"price": [("a", 40.0), ("b", 50.0), ("c", 90.0)]},
)
LABELS = [True, True, True, False]
BEFORE = TrainedModel(
    "boost", "Good", weighted((0.6, classes("Cheap")), (-0.5, classes("Noisy"))), 0.5
)
AFTER = TrainedModel(
    "boost", "Good", weighted((0.3, classes("Cheap")), (0.4, classes("Near"))), 0.4
)


def test_who_changes_and_why() -> None:
    found = compare(BEFORE, AFTER, KB, LABELS)
    #   a: 0.6 -> 0.3, b: 0.6 -> 0.7, c: 0 -> 0.4, d: 0 (evidence -0.5) -> 0 (evidence 0)
    told = [
        (one.individual, one.before.degree, round(one.after.degree, 12), one.turns, one.better)
        for one in found.changes
    ]
    assert told == [
        ("c", 0.0, 0.4, True, True),
        ("a", 0.6, 0.3, True, False),
        ("b", 0.6, 0.7, False, True),
    ]
    assert str(found.tally) == (
        "3 of 4 individuals change, 2 of them in their decision: 1 right now, 1 wrong now"
    )
    (near, cheap) = found.changes[2].shifts
    assert (near.pair.text(), near.size, near.pair.fate) == ("Near", 0.4, "only in B")
    assert (cheap.pair.text(), cheap.size, cheap.pair.fate) == ("Cheap", -0.3, "weight")
    assert found.measures == (BEFORE.measure(KB, LABELS), AFTER.measure(KB, LABELS))


def test_what_people_read() -> None:
    assert str(compare(BEFORE, AFTER, KB, LABELS, limit=1)).splitlines() == [
        "Rules: 0 the same, 3 changed, added or left out",
        "  weight           +0.600 → +0.300  Cheap",
        "  only in A        -0.500  Noisy",
        "  only in B        +0.400  Near",
        "The threshold changes from 0.500 to 0.400.",
        "",
        "3 of 4 individuals change, 2 of them in their decision: 1 right now, 1 wrong now.",
        #   before: a, b are right and c is missed; after: c and b are right, a stays above 0
        "F1 0.800 → 1.000  fuzzy F1 0.571 → 0.636  MCC 0.577 → 1.000  F1 at t 0.800 → 0.800",
        "",
        "c: degree 0.0000 → 0.4000, no → yes, for the better",
        "   +0.4000  Near  (only in B)",
        "",
        "2 smaller changes are not shown.",
    ]


def test_what_programs_read() -> None:
    told = compare(BEFORE, AFTER, KB, limit=1).to_json()
    assert told["changed"] == 3
    assert told["better_decisions"] is None
    [change] = told["changes"]
    assert change["individual"] == "c"
    assert change["decisions"] == [False, True]
    assert change["better"] is None
    assert change["rules"] == [{"rule": "Near", "fate": "only in B", "contributions": [0.0, 0.4]}]
    assert told["rules"][1] == {
        "rule": "Noisy",
        "fate": "only in A",
        "weights": [-0.5, None],
        "sets": [],
    }


def test_a_set_that_was_moved() -> None:
    low, lower = (numeric("price", LeftShoulder(40.0, top)) for top in (60.0, 80.0))
    a, b = (TrainedModel("foil", "Good", rules(body), 0.5) for body in (low, lower))
    found = compare(a, b, KB)
    [pair] = found.rules
    assert pair.fate == "sets"
    [(_, old, new)] = pair.moved_sets()
    assert (old.shape, new.shape) == (LeftShoulder(40.0, 60.0), LeftShoulder(40.0, 80.0))
    #   b: price 50 is low to (60 - 50) / 20, then to (80 - 50) / 40
    [change] = found.changes
    assert (change.individual, change.before.degree, change.after.degree) == ("b", 0.5, 0.75)
    assert pair.to_json()["sets"] == [
        {
            "name": "price_set",
            "before": {"shape": "left-shoulder", "points": [40.0, 60.0]},
            "after": {"shape": "left-shoulder", "points": [40.0, 80.0]},
        }
    ]


def test_equal_rules_are_paired_in_their_order() -> None:
    one = weighted((0.5, classes("Cheap")), (0.25, classes("Cheap")))
    other = weighted((0.5, classes("Cheap")))
    assert [pair.fate for pair in rule_pairs(one, other)] == ["same", "only in A"]
    assert [pair.fate for pair in rule_pairs(other, one)] == ["same", "only in B"]


def test_a_rule_of_the_same_sets_goes_before_one_of_other_sets() -> None:
    low, lower, high = (
        numeric("price", shape)
        for shape in (LeftShoulder(40, 60), LeftShoulder(40, 80), RightShoulder(40, 60))
    )
    pairs = rule_pairs(weighted((1.0, low), (1.0, high)), weighted((1.0, lower), (2.0, low)))
    assert [(pair.fate, pair.places) for pair in pairs] == [
        ("weight", (0, 1)),
        ("sets", (1, 0)),
    ]


def test_labels_must_fit() -> None:
    for function in (
        lambda: compare(BEFORE, AFTER, KB, [True]),
        lambda: assess(BEFORE, KB, [True]),
    ):
        with pytest.raises(ExamplesError, match="There are 1 labels for 4 examples"):
            function()


def test_a_limit_below_0_is_refused() -> None:
    with pytest.raises(ParameterError, match="limit must be at least 0, not -1"):
        compare(BEFORE, AFTER, KB, limit=-1)


def test_an_assessment_of_some_individuals() -> None:
    found = assess(BEFORE, KB, [True, False], ["b", "d"])
    assert (found.examples, found.positives) == (2, 1)
    assert found.decisions == {"TP": 1, "FP": 0, "TN": 1, "FN": 0}
    cheap, noisy = found.rules
    assert (cheap.right, cheap.wrong, noisy.right, noisy.wrong) == (1, 0, 1, 0)
    assert str(found).splitlines()[-3:] == [
        " right  wrong   weight  rule",
        "     1      0   +0.600  Cheap",
        "     1      0   -0.500  Noisy",
    ]


def test_a_notebook_shows_what_is_printed() -> None:
    comparison, assessment = compare(BEFORE, AFTER, KB, LABELS), assess(BEFORE, KB, LABELS)
    for value in (comparison, assessment):
        assert unescape(value._repr_html_()) == f"<pre>{value}</pre>"
