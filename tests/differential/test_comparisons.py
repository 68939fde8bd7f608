"""Comparisons and assessments of models against what they mean."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import semantics
from tests.reference.contributions import contributions
from tests.strategies import TARGET, concepts, knowledge_bases, label_lists

from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.concepts.hypothesis import WeakHypothesis as Learner
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.assessment import assess
from owlboost.models.comparison import compare
from owlboost.models.trained import TrainedModel


class Two(NamedTuple):
    """Two models of one knowledge base, and labels."""

    kb: KnowledgeBase
    a: TrainedModel
    b: TrainedModel
    labels: list[bool]


@st.composite
def two_models(draw: st.DrawFn) -> Two:
    kb = draw(knowledge_bases())
    few = draw(st.lists(concepts(kb, draw(label_lists(kb)), 1), min_size=1, max_size=4))
    rules = st.lists(
        st.builds(Inclusion, st.sampled_from(few), st.sampled_from([1.0, 0.5, 0.25])), max_size=3
    ).map(tuple)
    thresholds = st.sampled_from([0.25, 0.5])

    def hypothesis() -> Hypothesis:
        if draw(st.booleans()):
            return RuleSet(draw(rules))
        parts = draw(st.lists(st.tuples(rules, st.sampled_from([0.5, 1.0, -0.5])), max_size=3))
        terms = tuple(Learner(f"WL{number}", part) for number, (part, _) in enumerate(parts))
        return BoostedHypothesis(terms, tuple(weight for _, weight in parts))

    a, b = (TrainedModel("any", TARGET, hypothesis(), draw(thresholds)) for _ in "ab")
    n = len(kb.individuals)
    return Two(kb, a, b, draw(st.lists(st.booleans(), min_size=n, max_size=n)))


@given(two_models())
def test_those_who_change_are_told_the_largest_difference_first(two: Two) -> None:
    kb, a, b, _ = two
    found = compare(a, b, kb, limit=None)
    before, after = a.predict(kb), b.predict(kb)
    expected = {
        old.individual
        for old, new in zip(before, after, strict=True)
        if abs(old.degree - new.degree) > 1e-12 or old.decision != new.decision
    }
    assert {change.individual for change in found.changes} == expected
    assert len(found.changes) == found.tally.changed == len(expected)
    sizes = [abs(change.after.degree - change.before.degree) for change in found.changes]
    assert sizes == sorted(sizes, reverse=True)
    assert found.tally.turned == sum(
        old.decision != new.decision for old, new in zip(before, after, strict=True)
    )


@given(two_models())
def test_differences_of_rules_add_up_to_that_of_the_evidence(two: Two) -> None:
    kb, a, b, _ = two
    found = compare(a, b, kb, limit=None)
    for change in found.changes:
        element = kb.individuals.id(change.individual)
        earlier = contributions(a.hypothesis, kb, element)
        later = contributions(b.hypothesis, kb, element)
        for shift in change.shifts:
            old, new = shift.pair.places
            assert shift.before == pytest.approx(0.0 if old is None else earlier[old])
            assert shift.after == pytest.approx(0.0 if new is None else later[new])
        total = sum(shift.size for shift in change.shifts)
        assert total == pytest.approx(sum(later) - sum(earlier))
        assert total == pytest.approx(change.after.evidence - change.before.evidence)


@given(two_models())
def test_every_rule_has_one_place(two: Two) -> None:
    _, a, b, _ = two
    pairs = compare(a, b, two.kb).rules
    before, after = list(a.hypothesis.rules()), list(b.hypothesis.rules())
    olds = [pair.places[0] for pair in pairs if pair.before is not None]
    news = [pair.places[1] for pair in pairs if pair.after is not None]
    assert sorted(filter(lambda at: at is not None, olds)) == list(range(len(before)))  # type: ignore[type-var]
    assert sorted(filter(lambda at: at is not None, news)) == list(range(len(after)))  # type: ignore[type-var]
    left = [pair.before.inclusion.body for pair in pairs if pair.before and not pair.after]
    new = [pair.after.inclusion.body for pair in pairs if pair.after and not pair.before]
    assert not set(left) & set(new)


@given(two_models())
def test_nothing_changes_from_a_model_to_itself(two: Two) -> None:
    found = compare(two.a, two.a, two.kb, two.labels)
    assert found.changes == ()
    assert (found.tally.changed, found.tally.better, found.tally.worse) == (0, 0, 0)
    assert {pair.fate for pair in found.rules} <= {"same"}


@given(two_models())
def test_decisions_for_the_better_are_errors_that_vanish(two: Two) -> None:
    kb, a, b, labels = two
    found = compare(a, b, kb, labels, limit=None)
    right = [
        [one.decision == label for one, label in zip(model.predict(kb), labels, strict=True)]
        for model in (a, b)
    ]
    better = sum(new and not old for old, new in zip(*right, strict=True))
    worse = sum(old and not new for old, new in zip(*right, strict=True))
    assert (found.tally.better, found.tally.worse) == (better, worse)
    turned = [change.better for change in found.changes if change.turns]
    assert (turned.count(True), turned.count(False)) == (better, worse)


@given(two_models())
def test_rules_are_counted_by_what_they_cover(two: Two) -> None:
    kb, model, _, labels = two
    found = assess(model, kb, labels)
    assert found.measures == model.measure(kb, labels)
    decisions = [one.decision for one in model.predict(kb)]
    pairs = list(zip(decisions, labels, strict=True))
    assert found.decisions == {
        "TP": pairs.count((True, True)),
        "FP": pairs.count((True, False)),
        "TN": pairs.count((False, False)),
        "FN": pairs.count((False, True)),
    }
    for record, rule in zip(found.rules, model.hypothesis.rules(), strict=True):
        degrees = semantics.degrees(rule.inclusion.body, kb, range(len(kb.individuals)))
        covered = [label for degree, label in zip(degrees, labels, strict=True) if degree > 0]
        assert (record.positives, record.negatives) == (covered.count(True), covered.count(False))
        assert record.right == covered.count(rule.weight >= 0)
        assert record.right + record.wrong == len(covered)
        share = np.dot(degrees, labels) / sum(degrees) if any(degrees) else 0.0
        assert record.confidence == pytest.approx(share)
