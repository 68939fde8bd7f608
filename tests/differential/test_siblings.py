"""The learners after PN-OWL and pFOIL-DL against their literal definitions in tests/reference."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tests.differential.test_learning import EXACT, ground_of
from tests.examples import scaled
from tests.reference import learning, siblings
from tests.strategies import concepts, role_rich_tasks, tasks

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion
from owlboost.learners.algorithms import PNOWL, PFoilDL
from owlboost.learners.covering import AxiomSearch
from owlboost.learners.pfoil_dl import EnsembleScore, Estimate, learn_ensemble
from owlboost.learners.pn_owl import learn_why_and_why_not

close = pytest.approx

OBJECTIONS = st.builds(
    siblings.Against,
    st.sampled_from([0.0, 0.34, 0.5, 1.0]),
    st.sampled_from([1.0, 0.5, 0.0]),
    st.sampled_from([0.0, 0.5, 0.8, 1.0]),
)


def pn_of(task: learning.Task, against: siblings.Against) -> PNOWL:
    wanted = task.settings
    return PNOWL(
        max_depth=wanted.max_depth,
        max_conjuncts=wanted.max_conjuncts,
        lookahead=wanted.lookahead,
        overlapping_sets=wanted.overlapping_sets,
        min_confidence=wanted.min_confidence,
        max_negative_coverage=wanted.max_negative_coverage,
        backtrack=wanted.backtrack,
        min_confidence_against=against.min_confidence,
        max_positive_coverage=against.max_positive_coverage,
        min_recall=against.min_recall,
    )


def same_rules(found: tuple[Inclusion, ...], expected: siblings.Graded) -> None:
    assert [axiom.body for axiom in found] == [body for body, _ in expected]
    degrees = [degree for _, degree in expected]
    assert [axiom.degree for axiom in found] == close(degrees, abs=EXACT)


@settings(max_examples=scaled(200))
@given(
    tasks(max_individuals=12) | role_rich_tasks(),
    st.sampled_from([None, 0.0, 0.34]),
    OBJECTIONS,
)
def test_why_and_why_not_are_learned_as_defined(
    task: learning.Task, theta: float | None, against: siblings.Against
) -> None:
    if theta is not None:  # loose, so that there is something to object to
        loose = replace(task.settings, min_confidence=theta, max_negative_coverage=1.0)
        task = replace(task, settings=loose)
    assert_why_and_why_not(task, against)


def assert_why_and_why_not(task: learning.Task, against: siblings.Against) -> None:
    """Compare both stages with their definition."""
    learner = pn_of(task, against)
    found = learn_why_and_why_not(AxiomSearch(ground_of(task), learner), learner)
    expected = siblings.pn(task, against)
    event(f"{len(expected.why_not)} N-rules")
    if isinstance(found, BoostedHypothesis):
        why, why_not = found.terms
        assert found.leverages == (1.0, -1.0)
        assert why_not.inclusions
        same_rules(why.inclusions, expected.why)
        same_rules(why_not.inclusions, expected.why_not)
    else:
        same_rules(found.inclusions, expected.why)
        assert not expected.why_not
    degrees = Extents(task.problem.kb).hypothesis(found)[task.problem.individuals]
    assert degrees == close(np.array(expected.degrees(task)), abs=EXACT)


ENSEMBLES = st.builds(
    siblings.Ensemble,
    st.sampled_from([0.5, 1.0, 2.0]),
    st.sampled_from([0.0, 1.0, 2.0]),
    st.sampled_from([0.0, 0.001, 0.1]),
)


def pfoil_of(task: learning.Task, options: siblings.Ensemble) -> PFoilDL:
    wanted = task.settings
    return PFoilDL(
        max_depth=wanted.max_depth,
        max_conjuncts=wanted.max_conjuncts,
        lookahead=wanted.lookahead,
        overlapping_sets=wanted.overlapping_sets,
        max_negative_coverage=wanted.max_negative_coverage,
        backtrack=wanted.backtrack,
        beta=options.beta,
        prior_examples=options.prior_examples,
        min_gain=options.min_gain,
    )


@settings(max_examples=scaled(200))
@given(tasks(max_individuals=12) | role_rich_tasks(), ENSEMBLES)
def test_an_ensemble_is_learned_as_defined(task: learning.Task, options: siblings.Ensemble) -> None:
    found = learn_ensemble(ground_of(task), pfoil_of(task, options))
    expected = siblings.pfoil(task, options)
    event(f"{len(expected)} rules")
    same_rules(found.inclusions, expected)
    degrees = Extents(task.problem.kb).hypothesis(found)[task.problem.individuals]
    assert degrees == close(np.array(learning.predict_rules(expected, task)), abs=EXACT)


CARDINALITIES = st.tuples(*[st.floats(0, 5)] * 5)


@given(CARDINALITIES, st.floats(0.1, 5), st.floats(0, 5), st.floats(0, 1), st.floats(0, 1))
def test_no_concept_that_adds_so_much_scores_above_the_bound(
    drawn: tuple[float, ...], beta: float, m: float, share: float, wrong_share: float
) -> None:
    true, false, most, rest, others = drawn
    positives = true + most + rest + 0.1
    estimate = Estimate(positives, positives + false + others, beta, m)
    bound = estimate.best_score(true + most, true + false + most)
    added = share * most
    wrong = wrong_share * others
    found = float(estimate.score(true + added, true + false + added + wrong))
    assert found <= bound * (1 + 1e-9)


@given(tasks(), ENSEMBLES, st.data())
def test_an_ensemble_scores_as_defined(
    task: learning.Task, options: siblings.Ensemble, data: st.DataObject
) -> None:
    ground = ground_of(task)
    usable = [label for label in task.labels if label in ground.space.label_ids]
    rules = data.draw(st.lists(concepts(task.problem.kb, usable), max_size=3))
    joined = data.draw(concepts(task.problem.kb, usable))
    score = EnsembleScore(ground, options.beta, options.prior_examples)
    held = np.array(learning.disjunction(rules, task))[ground.order]
    score.join(held)
    assert score.current == close(siblings.ensemble_score(rules, task, options), abs=EXACT)
    above = np.maximum(np.array(task.degrees(joined))[ground.order] - held, 0.0)
    sums = float(above @ score.weights.positive_weights), float(above @ score.weights.total_weights)
    expected = siblings.ensemble_score([*rules, joined], task, options)
    assert score.with_added(sums) == close(expected, abs=EXACT)
