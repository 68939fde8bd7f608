"""Gradient-boosted concepts against their literal definition."""

import itertools
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.differential.test_learning import ground_of, settings_of
from tests.examples import scaled
from tests.reference import gradient as literal
from tests.reference.learning import Settings, Task
from tests.reference.partitions import partition
from tests.strategies import problems, settings_dicts, tasks

from owlboost.concepts.concept import TOP, Atom, Concept, FuzzyValue, Label
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import Inclusion
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.features.partitions import fit_granularities
from owlboost.learners.gradient import postprocess as tuning
from owlboost.learners.gradient.growth import AdditiveModel, Growth, WeightFitter
from owlboost.learners.gradient.learn import folded
from owlboost.learners.gradient.losses import LOGISTIC, LOSSES, Penalty
from owlboost.learners.gradient.scale import Scale
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import TrainingSet, training_set_for

options = st.builds(
    literal.Options,
    loss=st.sampled_from(["squared", "logistic"]),
    ridge=st.sampled_from([0.5, 1.0, 2.0]),
    min_cover=st.sampled_from([0.0, 1.0, 2.0]),
    monotone=st.booleans(),
    balance=st.booleans(),
)


def grown(
    task: Task, ground: TrainingSet, wanted: literal.Options, n_rules: int
) -> list[AdditiveModel]:
    limits = Limits.from_learner(settings_of(task))
    return list(Growth(fitter_of(ground, wanted), limits).stages(n_rules))


def fitter_of(ground: TrainingSet, wanted: literal.Options) -> WeightFitter:
    sign = -1 if wanted.monotone else 0
    penalty = Penalty(wanted.ridge, wanted.min_cover, sign, wanted.balance)
    return WeightFitter(ground, LOSSES[wanted.loss], penalty)


def fast_stages(task: Task, wanted: literal.Options, n_rules: int) -> list[AdditiveModel]:
    return grown(task, ground_of(task), wanted, n_rules)


def assert_same(
    found: list[AdditiveModel], expected: list[literal.Grown], ground: TrainingSet
) -> None:
    assert [learned.body for learned in found[-1].learned] == list(expected[-1].bodies)
    for stage, one in zip(found, expected, strict=True):
        assert stage.alpha == pytest.approx(np.array(one.alpha), abs=1e-6)
        scores = ground.in_problem_order(stage.scores)
        assert scores == pytest.approx(np.array(one.scores), abs=1e-6)


@settings(max_examples=scaled(100))
@given(tasks(), options)
def test_growth_and_refit_are_as_defined(task: Task, wanted: literal.Options) -> None:
    ground = ground_of(task)
    expected = literal.stages(task, wanted, 3)
    assert_same(grown(task, ground, wanted, 3), expected, ground)


GRANULARITIES = (2, 3)
"""A property that has few values has few sets of its own in the finer partition."""


@st.composite
def tasks_of_two_partitions(draw: st.DrawFn) -> tuple[Task, tuple[frozenset[FuzzyValue], ...]]:
    """Every numeric property in two sets and, beside them, in three."""
    problem = draw(problems())
    kb = problem.kb
    coarse: set[tuple[str, tuple[float, ...]]] = set()
    partitions: list[frozenset[FuzzyValue]] = []
    for n_sets, (number, prop) in itertools.product(
        GRANULARITIES, enumerate(kb.vocabulary.data_properties)
    ):
        if number not in kb.numbers:
            continue
        values = [float(value) for value in kb.numbers[number].values]
        sets = [
            FuzzySet(f"{one.name}{n_sets}", one.shape)
            for one in partition(prop, values, n_sets, "uniform")
            if (prop, one.shape.corners) not in coarse
        ]
        coarse |= {(prop, one.shape.corners) for one in sets}
        partitions.append(frozenset(FuzzyValue(prop, one) for one in sets))
    crisp: list[Label] = [Atom(iri) for iri in kb.vocabulary.classes]
    labels = [*crisp, *itertools.chain.from_iterable(partitions)]
    return Task(problem, labels, Settings(**draw(settings_dicts()))), tuple(partitions)


def ground_of_two_partitions(task: Task) -> TrainingSet:
    kb = replace(task.problem.kb, symbols={})
    partitions = fit_granularities(kb, GRANULARITIES, "uniform")
    return training_set_for(replace(task.problem, kb=kb), label_matrix(kb, partitions))


@settings(max_examples=scaled(100))
@given(tasks_of_two_partitions(), options)
def test_a_model_speaks_of_a_property_in_one_partition(
    drawn: tuple[Task, tuple[frozenset[FuzzyValue], ...]], wanted: literal.Options
) -> None:
    task, partitions = drawn
    task = replace(task, problem=replace(task.problem, kb=replace(task.problem.kb, symbols={})))
    ground = ground_of_two_partitions(task)
    expected = literal.stages(task, replace(wanted, partitions=partitions), 3)
    assert_same(grown(task, ground, wanted, 3), expected, ground)


@settings(max_examples=scaled(100))
@given(tasks(), options, st.sampled_from([0.02, 0.3, 2.0]))
def test_sets_are_tuned_as_defined(task: Task, wanted: literal.Options, fall: float) -> None:
    ground = ground_of(task)
    *_, grown_last = grown(task, ground, wanted, 2)
    *_, expected_last = literal.stages(task, wanted, 2)
    expected = literal.tuned(expected_last, task, wanted, tuning.STEPS, fall)
    with patch.object(tuning, "FALL", fall):
        found = tuning.tuned(grown_last, fitter_of(ground, wanted))
    assert_same([found], [expected], ground)


@settings(max_examples=scaled(80))
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


@settings(max_examples=scaled(60))
@given(tasks(), options, st.floats(-1, 1), st.sampled_from([0.1, 0.5, 2.0]))
def test_folded_weights_give_the_same_degrees(
    task: Task, wanted: literal.Options, zero: float, width: float
) -> None:
    ground, stage = ground_of(task), fast_stages(task, wanted, 3)[-1]
    hypothesis = folded(stage, Scale(zero, zero + width), Inclusion(TOP, 1.0, 0.5, 1, 1))
    scores = ground.in_problem_order(stage.scores)
    expected = np.clip((scores - zero) / width, 0.0, 1.0)
    found = Extents(task.problem.kb).hypothesis(hypothesis)[task.problem.individuals]
    assert found == pytest.approx(expected, abs=1e-9)


@settings(max_examples=scaled(60))
@given(tasks(), options)
def test_a_monotone_model_grows_only_concepts_that_argue_for(
    task: Task, wanted: literal.Options
) -> None:
    monotone = replace(wanted, monotone=True)
    for stage in fast_stages(task, monotone, 4):
        assert (stage.alpha[1:] >= 0).all()


@settings(max_examples=scaled(60))
@given(tasks(), options)
def test_no_weight_leaves_the_side_of_its_concept(task: Task, wanted: literal.Options) -> None:
    for stage in fast_stages(task, wanted, 4):
        for learned, weight in zip(stage.learned, stage.alpha[1:], strict=True):
            degrees = task.degrees(learned.body)
            assert weight * literal.side(degrees, task) >= 0
            assert literal.agrees(degrees, task)


def test_a_concept_of_the_model_gives_way_to_another() -> None:
    """The ridge leaves much of the residual to the best concept, which is not taken twice."""
    names = [f"a{number:02d}" for number in range(20)]
    kb = KnowledgeBase.from_facts(
        names, types={"Good": names[:10], "Same": names[:10], "Other": names[5:12]}
    )
    problem = LearningProblem(kb, "T", np.arange(20, dtype=np.int32), np.arange(20) < 10)
    ground = training_set_for(problem, label_matrix(kb, ()))
    growth = Growth(WeightFitter(ground, LOGISTIC, Penalty(ridge=100.0)), Limits(1, 1, 1))
    bodies = [learned.body for learned in list(growth.stages(5))[-1].learned]
    assert bodies == [Concept((Atom("Good"),)), Concept((Atom("Other"),))]
