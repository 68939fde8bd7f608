"""Gradient-boosted concepts against their literal definition."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.differential.test_learning import ground_of
from tests.reference import gradient as literal
from tests.reference.learning import Task
from tests.strategies import tasks

from owlboost.features.labelling import label_matrix
from owlboost.learners.gradient.growth import Growth, Stage
from owlboost.learners.gradient.losses import LOGISTIC, LOSSES
from owlboost.learners.gradient.race import Choice
from owlboost.learners.gradient.residual import Penalty
from owlboost.learners.gradient.result import folded
from owlboost.learners.gradient.workshop import Configuration
from owlboost.learners.search.ground import lay_out
from owlboost.learners.search.refinement import Limits
from owlboost.model.concepts import Atom, Concept
from owlboost.model.examples import LearningProblem
from owlboost.model.extents import Extents
from owlboost.model.knowledge_base import KnowledgeBase

options = st.builds(
    literal.Options,
    loss=st.sampled_from(["squared", "logistic"]),
    ridge=st.sampled_from([0.5, 1.0, 2.0]),
    min_cover=st.sampled_from([0.0, 1.0, 2.0]),
    monotone=st.booleans(),
)


def fast_stages(task: Task, wanted: literal.Options, n_rules: int) -> list[Stage]:
    limits = Limits(task.settings.max_depth, task.settings.max_conjuncts, task.settings.lookahead)
    penalty = Penalty(wanted.ridge, wanted.min_cover, -1 if wanted.monotone else 0)
    learner = Growth(ground_of(task), limits, LOSSES[wanted.loss], penalty)
    return list(learner.stages(n_rules))


@settings(max_examples=80)
@given(tasks(), options)
def test_growth_and_refit_are_as_defined(task: Task, wanted: literal.Options) -> None:
    ground = ground_of(task)
    expected = literal.stages(task, wanted, 3)
    found = fast_stages(task, wanted, 3)
    assert [learned.body for learned in found[-1].learned] == list(expected[-1].bodies)
    for stage, grown in zip(found, expected, strict=True):
        assert stage.alpha == pytest.approx(np.array(grown.alpha), abs=1e-6)
        assert ground.in_problem_order(stage.scores) == pytest.approx(
            np.array(grown.scores), abs=1e-6
        )


@settings(max_examples=80)
@given(tasks(), options)
def test_the_penalised_loss_never_rises(task: Task, wanted: literal.Options) -> None:
    ground = ground_of(task)
    values = [
        literal.objective(
            literal.Grown(
                tuple(learned.body for learned in stage.learned),
                tuple(stage.alpha),
                tuple(ground.in_problem_order(stage.scores)),
            ),
            task,
            wanted,
        )
        for stage in fast_stages(task, wanted, 4)
    ]
    for before, after in itertools.pairwise(values):
        assert after <= before + 1e-7 * (1 + abs(before))


@settings(max_examples=60)
@given(tasks(), options, st.sampled_from([0.5, 1.0, 4.0]))
def test_folded_weights_give_the_same_degrees(
    task: Task, wanted: literal.Options, sharpness: float
) -> None:
    ground, stage = ground_of(task), fast_stages(task, wanted, 3)[-1]
    choice = Choice(Configuration(LOSSES[wanted.loss], 1.0, 3, (3,)), 3, sharpness)
    positives = sum(task.positive)
    hypothesis = folded(stage, choice, len(task.positive), positives)
    scores = ground.in_problem_order(stage.scores)
    expected = choice.configuration.loss.degrees(scores, sharpness)
    found = Extents(task.problem.kb).hypothesis(hypothesis)[task.problem.individuals]
    assert found == pytest.approx(expected, abs=1e-9)


@settings(max_examples=60)
@given(tasks(), options)
def test_a_monotone_model_grows_only_concepts_that_argue_for(
    task: Task, wanted: literal.Options
) -> None:
    monotone = replace(wanted, monotone=True)
    for stage in fast_stages(task, monotone, 4):
        assert (stage.alpha[1:] >= 0).all()


def test_a_concept_of_the_model_gives_way_to_another() -> None:
    """The ridge leaves much of the residual to the best concept, which is not taken twice."""
    names = [f"a{number:02d}" for number in range(20)]
    kb = KnowledgeBase.from_facts(
        names, types={"Good": names[:10], "Same": names[:10], "Other": names[5:12]}
    )
    problem = LearningProblem(kb, "T", np.arange(20, dtype=np.int32), np.arange(20) < 10)
    ground = lay_out(problem, label_matrix(kb, ()))
    learner = Growth(ground, Limits(1, 1, 1), LOGISTIC, Penalty(ridge=100.0))
    bodies = [learned.body for learned in list(learner.stages(5))[-1].learned]
    assert bodies == [Concept((Atom("Good"),)), Concept((Atom("Other"),))]
