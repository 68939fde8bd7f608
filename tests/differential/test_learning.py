"""The fast learners against their literal definitions in tests/reference."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.events import Recorder
from tests.examples import scaled
from tests.reference import learning as literal
from tests.reference import semantics
from tests.reference.refinement import restricts_twice
from tests.strategies import (
    concepts,
    numeric_tasks,
    role_rich_tasks,
    tasks,
    tasks_among_others,
    weights,
)

from owlboost.concepts.concept import Concept, FuzzyValue, Label, nodes, normal_form
from owlboost.concepts.evaluation import Extents
from owlboost.data.fuzzy_sets import FuzzySet, Partition
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import FuzzyOWLBoost, WeakLearner
from owlboost.learners.boosting import boost
from owlboost.learners.covering import AxiomSearch, Gain, foil, weak_hypothesis
from owlboost.learners.search.aggregator import LocalAggregator
from owlboost.learners.search.greedy import GreedySearch, SearchNode
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.objective import improving_refinements
from owlboost.learners.search.training_set import TrainingSet, training_set_for

close = pytest.approx
EXACT = 1e-12


def partitions_of(labels: Sequence[Label]) -> list[Partition]:
    sets: dict[str, list[FuzzySet]] = defaultdict(list)
    for label in labels:
        if isinstance(label, FuzzyValue):
            sets[label.prop].append(label.fuzzy_set)
    return [Partition(prop, tuple(found)) for prop, found in sets.items()]


def ground_of(task: literal.Task) -> TrainingSet:
    return training_set_for(task.problem, label_matrix(task.problem.kb, partitions_of(task.labels)))


def settings_of(task: literal.Task) -> FuzzyOWLBoost:
    wanted = task.settings
    return FuzzyOWLBoost(
        max_depth=wanted.max_depth,
        max_conjuncts=wanted.max_conjuncts,
        lookahead=wanted.lookahead,
        min_confidence=wanted.min_confidence,
        max_negative_coverage=wanted.max_negative_coverage,
        backtrack=wanted.backtrack,
        overlapping_sets=wanted.overlapping_sets,
        logic=wanted.logic,
    )


def arranged(values: Sequence[float], ground: TrainingSet) -> np.ndarray:
    """Values over I, examples before others, in the order of the training set."""
    return np.array(values)[ground.order]


@given(st.data())
def test_concept_degrees_are_those_of_the_definition(data: st.DataObject) -> None:
    task = data.draw(tasks())
    kb = task.problem.kb
    concept = data.draw(concepts(kb, task.labels))
    expected = semantics.degrees(concept, kb, range(kb.n_elements))
    assert Extents(kb).degrees(concept).tolist() == expected


@given(st.data())
def test_sparse_degrees_are_those_of_the_definition(data: st.DataObject) -> None:
    task = data.draw(tasks())
    kb, space = task.problem.kb, ground_of(task).space
    concept = data.draw(concepts(kb, list(space.label_ids)))
    assume(len(space.roles) == len(kb.roles))
    elements = np.array(data.draw(st.lists(st.integers(0, kb.n_elements - 1))), dtype=np.int32)
    assert space.degrees(concept, elements).tolist() == semantics.degrees(concept, kb, elements)


def node_at(concept: Concept, search: GreedySearch, gain: Gain, task: literal.Task) -> SearchNode:
    """Any concept in the search, as if a greedy path had led to it."""
    ground, start = search.data, search.start()
    degrees = arranged(task.degrees(concept), ground)
    sums = (
        float(degrees @ gain.weights.positive_weights),
        float(degrees @ gain.weights.total_weights),
    )
    return SearchNode((*start.lineage, concept), sums)


@given(st.data())
def test_every_refinement_is_scored_as_defined(data: st.DataObject) -> None:
    task = data.draw(tasks_among_others())
    kb, ground = task.problem.kb, ground_of(task)
    usable = [label for label in task.labels if label in ground.space.label_ids]
    concept = normal_form(data.draw(concepts(kb, usable, task.settings.max_depth)), kb.implies)
    w = data.draw(weights(len(task.positive)))
    gain = Gain(ground)
    limits = Limits.from_learner(settings_of(task))
    aggregator = LocalAggregator(ground, gain.row_groups)
    search = GreedySearch(ground, limits, gain, aggregator, backtrack=task.settings.backtrack)
    uncovered = [p and data.draw(st.booleans()) for p in task.positive]
    gain.set_weights(arranged(w, ground), arranged(uncovered, ground)[: gain.n_positives])
    assume(max(task.degrees(concept)) > 0)
    assume(all(node.n_conjuncts <= limits.max_conjuncts for _, node in nodes(concept)))
    assume(limits.overlapping_sets or not any(restricts_twice(n, kb) for _, n in nodes(concept)))
    outcome = search.expand(node_at(concept, search, gain, task))
    found = improving_refinements(concept, outcome.moves, ground.space)
    expected = {c.concept: c for c in literal.improvements(concept, task, w, uncovered)}
    if task.settings.backtrack:  # nothing is pruned
        assert set(found) == set(expected)
    for refined, refinement in found.items():
        assert refinement.gain == close(expected[refined].gain, rel=1e-9, abs=EXACT)
        assert refinement.sums[0] / refinement.sums[1] == close(expected[refined].cf, abs=EXACT)
    best = literal.best(list(expected.values())).concept if expected else None
    assert (outcome.best.concept if outcome.best else None) == best


@given(st.data())
def test_each_greedy_choice_is_the_best(data: st.DataObject) -> None:
    task = data.draw(tasks_among_others())
    ground = ground_of(task)
    w = data.draw(weights(len(task.positive)))
    uncovered = [p and data.draw(st.booleans()) for p in task.positive]
    recorder = Recorder()
    search = AxiomSearch(ground, settings_of(task), recorder.context())
    learned = search.learn_one_axiom(
        arranged(w, ground), arranged(uncovered, ground)[: search.all_positives.size]
    )
    expected, steps = literal.learn_one_axiom(task, w, uncovered), recorder.steps
    assert [(s.concept, s.chosen) for s in steps] == [(s.before, s.chosen) for s in expected.steps]
    for step, wanted in zip(steps, expected.steps, strict=True):
        assert step.gain == close(wanted.gain, abs=EXACT)
        assert step.confidence == close(wanted.cf, abs=EXACT)
    assert (learned.body if learned else None) == expected.concept
    if learned:
        degrees = np.zeros(ground.n_rows)
        degrees[learned.rows] = learned.degrees
        assert degrees.tolist() == arranged(task.degrees(learned.body), ground).tolist()


@given(tasks_among_others())
def test_a_weak_hypothesis_covers_as_defined(task: literal.Task) -> None:
    ground = ground_of(task)
    w = [1 / len(task.positive)] * len(task.positive)
    learned = weak_hypothesis(AxiomSearch(ground, settings_of(task)), arranged(w, ground))
    assert [axiom.body for axiom in learned] == literal.weak_hypothesis(task, w)


@given(tasks_among_others())
def test_foil_learns_as_defined(task: literal.Task) -> None:
    ground = ground_of(task)
    rules = foil(AxiomSearch(ground, settings_of(task)))
    expected = literal.foil(task)
    assert [axiom.body for axiom in rules.inclusions] == [body for body, _ in expected]
    assert [axiom.degree for axiom in rules.inclusions] == close(
        [degree for _, degree in expected], abs=EXACT
    )
    degrees = Extents(task.problem.kb).hypothesis(rules)[task.everyone]
    assert degrees == close(np.array(literal.predict_rules(expected, task)), abs=EXACT)


@settings(max_examples=scaled(60))
@given(tasks_among_others(), st.sampled_from(["rules", "axiom"]))
def test_each_boosting_round_is_as_defined(task: literal.Task, weak_learner: WeakLearner) -> None:
    ground = ground_of(task)
    recorder, options = Recorder(), settings_of(task)
    hypothesis = boost(AxiomSearch(ground, options), 5, weak_learner, recorder.context())
    after = [ended.weights for ended in recorder.rounds]
    rounds = literal.boost(task, 5, weak_learner)
    assert [tuple(a.body for a in term.inclusions) for term in hypothesis.terms] == [
        kept.axioms for kept in rounds
    ]
    alphas = literal.leverages(rounds, weak_learner)
    # α and w' have 1 − μ² below the line: each round magnifies rounding by its inverse
    slack = EXACT * np.cumprod([1 / (1 - kept.mu**2) for kept in rounds])
    for found, alpha, allowed in zip(hypothesis.leverages, alphas, slack, strict=True):
        assert found == close(alpha, abs=allowed if weak_learner == "rules" else slack.max())
    for weights_after, later, allowed in zip(after, rounds[1:], slack, strict=False):
        assert weights_after == close(arranged(later.weights, ground), abs=allowed)
    degrees = Extents(task.problem.kb).hypothesis(hypothesis)[task.everyone]
    expected = np.array(literal.predict(rounds, alphas, task))
    assert degrees == close(expected, abs=slack.sum() if rounds else EXACT)


@settings(max_examples=scaled(60))
@given(role_rich_tasks())
def test_boosting_where_roles_decide_is_as_defined(task: literal.Task) -> None:
    """What was summed up at ⊤ in one round is no good in the next: the weights have changed."""
    ground, recorder = ground_of(task), Recorder()
    hypothesis = boost(AxiomSearch(ground, settings_of(task)), 5, "rules", recorder.context())
    rounds = literal.boost(task, 5, "rules")
    assert [tuple(a.body for a in term.inclusions) for term in hypothesis.terms] == [
        kept.axioms for kept in rounds
    ]
    assert hypothesis.leverages == close(literal.leverages(rounds, "rules"), rel=1e-6)


@settings(max_examples=scaled(60))
@given(numeric_tasks())
def test_learning_where_sets_may_overlap_is_as_defined(task: literal.Task) -> None:
    ground, wanted = ground_of(task), settings_of(task)
    rules, expected = foil(AxiomSearch(ground, wanted)), literal.foil(task)
    assert [axiom.body for axiom in rules.inclusions] == [body for body, _ in expected]
    assert [axiom.degree for axiom in rules.inclusions] == close(
        [degree for _, degree in expected], abs=EXACT
    )
    hypothesis = boost(AxiomSearch(ground, wanted), 3, "rules")
    rounds = literal.boost(task, 3, "rules")
    assert [tuple(a.body for a in term.inclusions) for term in hypothesis.terms] == [
        kept.axioms for kept in rounds
    ]
    assert hypothesis.leverages == close(literal.leverages(rounds, "rules"), rel=1e-6)
