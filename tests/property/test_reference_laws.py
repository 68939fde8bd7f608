"""Laws of the values and of the literal algorithms, which the fast code must obey as well."""

import json
import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import strategies
from tests.reference import learning, measures, partitions
from tests.reference.learning import Task
from tests.reference.refinement import all_labels, refinements, restricts_twice
from tests.reference.semantics import degrees

from owlboost.concepts.concept import (
    TOP,
    Concept,
    FuzzyValue,
    by_taxonomy,
    depth,
    nodes,
    normal_form,
)
from owlboost.concepts.concept_json import concept_from_json, concept_to_json
from owlboost.data.fuzzy_sets import membership
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.model_files import model_from_json, model_to_json
from owlboost.models.trained import TrainedModel

METHODS = ("uniform", "cmeans")
NUMBERS = st.sampled_from(strategies.GRID) | st.decimals(-100, 100, places=2).map(float)
VALUES = st.lists(NUMBERS, min_size=1, max_size=12)


def everywhere(concept: Concept, kb: KnowledgeBase) -> list[float]:
    return degrees(concept, kb, range(kb.n_elements))


@st.composite
def concepts_in_context(draw: st.DrawFn) -> tuple[Concept, KnowledgeBase]:
    kb = draw(strategies.knowledge_bases())
    return draw(strategies.concepts(kb, draw(strategies.label_lists(kb)))), kb


@st.composite
def refined_concepts(draw: st.DrawFn) -> tuple[Concept, dict[Concept, Concept], Task]:
    """A concept that moves lead to, and what one more move makes of it."""
    task = draw(strategies.tasks())
    concept, moves = TOP, moves_from(TOP, task)
    for _ in range(draw(st.integers(0, 2))):
        if moves:
            concept = draw(st.sampled_from(list(moves)))
            moves = moves_from(concept, task)
    return concept, moves, task


def moves_from(concept: Concept, task: Task) -> dict[Concept, Concept]:
    return refinements(
        concept,
        task.labels,
        task.problem.kb,
        max_depth=task.settings.max_depth,
        max_conjuncts=task.settings.max_conjuncts,
        lookahead=task.settings.lookahead,
        overlapping_sets=task.settings.overlapping_sets,
    )


# Concepts


@given(concepts_in_context())
def test_degrees_lie_between_0_and_1(context: tuple[Concept, KnowledgeBase]) -> None:
    assert all(0.0 <= degree <= 1.0 for degree in everywhere(*context))


@given(concepts_in_context())
def test_the_normal_form_is_its_own_normal_form(context: tuple[Concept, KnowledgeBase]) -> None:
    concept, kb = context
    once = normal_form(concept, kb.implies)
    assert normal_form(once, kb.implies) == once


@given(concepts_in_context())
def test_the_normal_form_keeps_all_degrees(context: tuple[Concept, KnowledgeBase]) -> None:
    concept, kb = context
    assert everywhere(normal_form(concept, kb.implies), kb) == everywhere(concept, kb)


@given(concepts_in_context())
def test_a_concept_and_its_normal_form_subsume_each_other(
    context: tuple[Concept, KnowledgeBase],
) -> None:
    concept, kb = context
    short = normal_form(concept, kb.implies)
    assert short.subsumes(concept, by_taxonomy(kb.implies))
    assert concept.subsumes(short, by_taxonomy(kb.implies))


@given(st.data())
def test_what_subsumes_has_no_smaller_degree(data: st.DataObject) -> None:
    kb = data.draw(strategies.knowledge_bases())
    some = strategies.concepts(kb, all_labels(kb, 3), max_depth=1)
    upper, lower = data.draw(some), data.draw(some)
    if upper.subsumes(lower, by_taxonomy(kb.implies)):
        pairs = zip(everywhere(lower, kb), everywhere(upper, kb), strict=True)
        assert all(low <= high for low, high in pairs)


@given(concepts_in_context())
def test_a_concept_survives_json(context: tuple[Concept, KnowledgeBase]) -> None:
    concept, _ = context
    sets = {
        label.fuzzy_set.name: label.fuzzy_set
        for _, node in nodes(concept)
        for label in node.labels
        if isinstance(label, FuzzyValue)
    }
    assert concept_from_json(json.loads(json.dumps(concept_to_json(concept))), sets) == concept


@given(strategies.models())
def test_a_model_survives_json(model: TrainedModel) -> None:
    assert model_from_json(json.loads(json.dumps(model_to_json(model)))) == model


# Refinement


@given(refined_concepts())
def test_a_refinement_never_exceeds_its_parent(
    moves: tuple[Concept, dict[Concept, Concept], Task],
) -> None:
    parent, found, task = moves
    above = everywhere(parent, task.problem.kb)
    for concept in found:
        below = everywhere(concept, task.problem.kb)
        assert all(low <= high for low, high in zip(below, above, strict=True))


@given(refined_concepts())
def test_refinements_are_other_concepts_in_normal_form(
    moves: tuple[Concept, dict[Concept, Concept], Task],
) -> None:
    parent, found, task = moves
    implies = task.problem.kb.implies
    assert parent not in found
    assert all(normal_form(concept, implies) == concept for concept in found)
    assert all(parent.subsumes(concept, by_taxonomy(implies)) for concept in found)


@given(refined_concepts())
def test_refinements_keep_the_limits(
    moves: tuple[Concept, dict[Concept, Concept], Task],
) -> None:
    _, found, task = moves
    for concept in found:
        assert depth(concept) <= task.settings.max_depth
        for _, node in nodes(concept):
            assert node.n_conjuncts <= task.settings.max_conjuncts
            twice = restricts_twice(node, task.problem.kb)
            assert task.settings.overlapping_sets or not twice


@given(refined_concepts())
def test_overlapping_sets_only_add_moves(
    moves: tuple[Concept, dict[Concept, Concept], Task],
) -> None:
    parent, found, task = moves
    kb = task.problem.kb
    apart, overlapping = (
        moves_from(parent, replace(task, settings=replace(task.settings, overlapping_sets=may)))
        for may in (False, True)
    )
    assert apart.items() <= overlapping.items()
    assert all(
        any(restricts_twice(node, kb) for _, node in nodes(concept))
        for concept in overlapping.keys() - apart.keys()
    )
    assert found in (apart, overlapping)


@given(refined_concepts())
def test_lookahead_only_adds_moves(
    moves: tuple[Concept, dict[Concept, Concept], Task],
) -> None:
    parent, found, task = moves
    literal = replace(task, settings=replace(task.settings, lookahead=0))
    assert moves_from(parent, literal).keys() <= found.keys()


# Partitions


@given(VALUES, st.integers(2, 7), st.sampled_from(METHODS), st.sampled_from([1, 2]))
def test_peaks_ascend_within_the_range(
    values: list[float], k: int, method: str, exponent: int
) -> None:
    tops = partitions.peaks(values, k, method, centroid_exponent=exponent)
    slack = 1e-9 * (max(values) - min(values))
    assert len(tops) <= k
    assert all(low < high for low, high in pairwise(tops))
    assert all(min(values) - slack <= top <= max(values) + slack for top in tops)


@given(VALUES, st.integers(2, 7), st.sampled_from(METHODS), st.floats(0, 1))
def test_degrees_of_a_partition_sum_to_1_and_at_most_two_are_positive(
    values: list[float], k: int, method: str, share: float
) -> None:
    sets = partitions.partition("urn:test#price", values, k, method)
    inside = min(values) + share * (max(values) - min(values))
    for value in (*values, inside):
        found = [membership(fuzzy_set.shape, value) for fuzzy_set in sets]
        assert not found or math.fsum(found) == pytest.approx(1.0)
        assert sum(degree > 0 for degree in found) <= 2


@given(VALUES, st.integers(2, 7), st.sampled_from(METHODS))
def test_a_partition_does_not_depend_on_the_order_of_values(
    values: list[float], k: int, method: str
) -> None:
    there = partitions.peaks(values, k, method)
    back = partitions.peaks(values[::-1], k, method)
    assert there == pytest.approx(back)


# Learning


@given(st.data())
def test_each_step_of_the_search_gains_confidence(data: st.DataObject) -> None:
    task = data.draw(strategies.tasks())
    weights = data.draw(strategies.weights(len(task.positive)))
    for step in learning.learn_one_axiom(task, weights).steps:
        assert step.gain > 0
        before = learning.weighted_confidence(task.degrees(step.before), weights, task.positive)
        assert step.cf > before


@given(st.data())
def test_an_axiom_is_never_top_and_passes_both_tests(data: st.DataObject) -> None:
    task = data.draw(strategies.tasks())
    weights = data.draw(strategies.weights(len(task.positive)))
    concept = learning.learn_one_axiom(task, weights).concept
    if concept is not None:
        found = task.degrees(concept)
        assert not concept.is_top
        confidence = learning.confidence(found, task.positive, task.counts)
        assert confidence >= task.settings.min_confidence - 1e-12
        negative = learning.negative_coverage(found, task.opposed, task.counts)
        assert negative <= task.settings.max_negative_coverage + 1e-12


@given(st.data())
def test_backtracking_only_acts_on_rejection(data: st.DataObject) -> None:
    task = data.draw(strategies.tasks())
    weights = data.draw(strategies.weights(len(task.positive)))
    alone = replace(task, settings=replace(task.settings, backtrack=0))
    greedy = learning.learn_one_axiom(alone, weights)
    if greedy.concept is not None:
        assert learning.learn_one_axiom(task, weights) == greedy


@given(strategies.tasks())
def test_axioms_of_a_weak_hypothesis_each_cover_a_new_positive(task: Task) -> None:
    n = len(task.positive)
    uncovered = task.positive
    for axiom in learning.weak_hypothesis(task, [1 / n] * n):
        remaining = learning.foil_weights(uncovered, task.degrees(axiom))
        assert sum(remaining) < sum(uncovered)
        uncovered = remaining


@given(strategies.tasks())
def test_rules_predict_no_more_than_their_confidence(task: Task) -> None:
    rules = learning.foil(task)
    ceiling = max((degree for _, degree in rules), default=0.0)
    assert all(0 <= degree <= 1 for _, degree in rules)
    assert all(0 <= h <= ceiling for h in learning.predict_rules(rules, task))


# Boosting


@given(strategies.tasks(10), st.sampled_from(["rules", "axiom"]))
def test_weights_stay_a_distribution(task: Task, weak_learner: str) -> None:
    for kept in learning.boost(task, 3, weak_learner):
        assert math.fsum(kept.weights) == pytest.approx(1.0)
        assert all(weight >= 0 for weight in kept.weights)
        if kept.mu < learning.MAX_MARGIN:
            after = learning.reweighted(kept.weights, kept.votes, task.positive, kept.mu)
            assert math.fsum(after) == pytest.approx(1.0)
            assert all(weight >= 0 for weight in after)


@given(strategies.tasks(10), st.sampled_from(["rules", "axiom"]))
def test_the_exponential_loss_is_bounded_after_every_round(task: Task, weak_learner: str) -> None:
    margins = [0.0] * len(task.positive)
    bound = 1.0
    for kept in learning.boost(task, 3, weak_learner):
        bound *= math.sqrt(1 - kept.mu**2)
        for i, sign in enumerate(learning.signs(task.positive)):
            margins[i] += sign * kept.alpha * kept.votes[i]
        parts = zip(task.shares, margins, strict=True)
        loss = math.fsum(share * math.exp(-margin) for share, margin in parts)
        assert loss <= bound * (1 + 1e-6) + 1e-12


@given(strategies.tasks(10))
def test_every_kept_learner_is_better_than_chance(task: Task) -> None:
    for kept in learning.boost(task, 3):
        assert kept.axioms
        assert kept.error < 0.5
        assert 0 < kept.mu < 1
        assert kept.alpha > 0


@given(strategies.tasks(10), st.sampled_from(["rules", "axiom"]))
def test_predictions_lie_between_0_and_1(task: Task, weak_learner: str) -> None:
    rounds = learning.boost(task, 3, weak_learner)
    alphas = learning.leverages(rounds, weak_learner)
    assert all(0 <= h <= 1 for h in learning.predict(rounds, alphas, task))
    assert weak_learner == "rules" or not alphas or math.fsum(alphas) == pytest.approx(1.0)


# Measures


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 1.0]), st.booleans()), min_size=1))
def test_no_threshold_between_degrees_beats_the_fitted_one(pairs: list[tuple[float, bool]]) -> None:
    found, positive = [h for h, _ in pairs], [y for _, y in pairs]
    threshold = measures.decision_threshold(found, positive)
    best = measures.f1_of_counts(found, positive, threshold)
    for other in (0.1, 0.35, 0.75):
        if min(found) < other <= max(found):
            assert measures.f1_of_counts(found, positive, other) <= best


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_measures_lie_between_0_and_1(pairs: list[tuple[float, bool]]) -> None:
    found, positive = [h for h, _ in pairs], [y for _, y in pairs]
    for scores in (
        measures.fuzzy_scores(found, positive),
        measures.crisp_scores(found, positive),
    ):
        assert all(0 <= x <= 1 + 1e-12 for x in (scores.precision, scores.recall, scores.f1))
    assert 0 <= measures.mean_squared_error(found, positive) <= 1
