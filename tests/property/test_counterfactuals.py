"""Counterfactuals turn the decision when applied to the data, and none of one value is nearer."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference import counterfactuals as literal
from tests.strategies import concepts, knowledge_bases, label_lists, numeric_tasks

from owlboost.concepts.evaluation import LUKASIEWICZ, ZADEH, Extents, Semantics
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.conditions import ValueChange
from owlboost.models.counterfactual import MOST_CHANGES, nearest_change
from owlboost.models.local_model import LocalModel

Case = tuple[KnowledgeBase, Hypothesis, int, float]

WEIGHTS = st.sampled_from([-1.5, -1.0, -0.5, -0.25, 0.25, 0.5, 0.75, 1.0, 2.0])
THRESHOLDS = st.sampled_from([0.125, 0.3, 0.5, 0.6, 0.9, 1.0])
LINEAR = st.sampled_from([ZADEH, LUKASIEWICZ])
"""Logics in which degrees are piecewise linear."""

SLACK = 1e-9
"""Where the evidence comes this near to the threshold, rounding may decide."""


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A knowledge base, rules over it, one of its individuals and a threshold.

    In every other one all individuals have numbers, and all conditions are on these.
    """
    if draw(st.booleans()):
        task = draw(numeric_tasks())
        kb, labels = task.problem.kb, task.labels
    else:
        kb = draw(knowledge_bases(4))
        labels = draw(label_lists(kb))
    bodies = concepts(kb, labels)
    rules = st.builds(Inclusion, bodies, st.sampled_from([1.0, 1.0, 0.5, 0.8]))
    terms = draw(st.lists(st.lists(rules, min_size=1, max_size=2), min_size=1, max_size=3))
    element = draw(st.integers(0, len(kb.individuals) - 1))
    hypothesis: Hypothesis = RuleSet(tuple(terms[0]))
    if draw(st.booleans()):
        named = tuple(WeakHypothesis(f"WL{i}", tuple(each)) for i, each in enumerate(terms))
        hypothesis = BoostedHypothesis(named, tuple(draw(WEIGHTS) for _ in named))
    return kb, hypothesis, element, draw(THRESHOLDS)


def as_replaced(change: ValueChange, *, shown: bool = False) -> literal.Replaced:
    return change.kind, change.iri, change.before, change.shown if shown else change.after


@given(cases(), LINEAR)
@settings(max_examples=scaled(150))
def test_changes_turn_the_decision_when_applied_to_the_data(case: Case, logic: Semantics) -> None:
    kb, hypothesis, element, threshold = case
    before = Extents(kb, logic).hypothesis(hypothesis)[element] >= threshold
    found = nearest_change(LocalModel(hypothesis, Extents(kb, logic), element), threshold)
    assert len(found.changes) <= MOST_CHANGES
    if found.exists:
        after = Extents(literal.changed(kb, element, *map(as_replaced, found.changes)), logic)
        assert (after.hypothesis(hypothesis)[element] >= threshold) != before
        assert after.hypothesis(hypothesis)[element] == found.degree
        assert after.evidence(hypothesis)[element] == found.evidence
        assert len({change.place for change in found.changes}) == len(found.changes)
        told = [as_replaced(change, shown=True) for change in found.changes]
        rounded = Extents(literal.changed(kb, element, *told), logic)
        assert (rounded.hypothesis(hypothesis)[element] >= threshold) != before


@given(cases())
@settings(max_examples=scaled(100))
def test_no_change_of_one_value_is_nearer(case: Case) -> None:
    kb, hypothesis, element, threshold = case
    yes = bool(Extents(kb).hypothesis(hypothesis)[element] >= threshold)
    sign = 1.0 if yes else -1.0
    surely, barely = (
        literal.nearest(hypothesis, kb, element, threshold + slack, rising=not yes)
        for slack in (-sign * SLACK, sign * SLACK)
    )
    found = nearest_change(LocalModel(hypothesis, Extents(kb), element), threshold)
    distance = found.distance if len(found.changes) == 1 else math.inf
    assert barely - 1e-6 <= distance
    if math.isfinite(surely):
        assert distance <= surely + 1e-6


@given(cases(), LINEAR)
@settings(max_examples=scaled(100))
def test_of_several_changes_none_can_be_left_out(case: Case, logic: Semantics) -> None:
    kb, hypothesis, element, threshold = case
    before = Extents(kb, logic).hypothesis(hypothesis)[element] >= threshold
    found = nearest_change(LocalModel(hypothesis, Extents(kb, logic), element), threshold)
    for change in found.changes:
        rest = [as_replaced(one) for one in found.changes if one != change]
        without = Extents(literal.changed(kb, element, *rest), logic)
        assert (without.hypothesis(hypothesis)[element] >= threshold) == before
