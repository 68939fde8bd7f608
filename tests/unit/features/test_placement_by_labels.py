"""Placing fuzzy sets where the labels of training examples change, and nobody else's."""

from typing import Any

import numpy as np
import pytest

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.partitions import fit_partitions
from owlboost.learners.algorithms import FoilDL, GradientConcepts
from owlboost.learners.gradient.losses import SQUARED
from owlboost.learners.gradient.trainer import Configuration, Trainer
from owlboost.learners.training import train


def problem(n: int = 40, turn: int = 9) -> LearningProblem:
    """Good up to some price."""
    names = [f"a{number:03d}" for number in range(n)]
    numbers = {"urn:x#price": [(name, float(at)) for at, name in enumerate(names)]}
    kb = KnowledgeBase.from_facts(names, numbers=numbers)
    return LearningProblem(kb, "urn:x#Good", np.arange(n, dtype=np.int32), np.arange(n) < turn)


@pytest.mark.parametrize("learner", [FoilDL, GradientConcepts])
def test_sets_meet_where_the_labels_change(learner: type) -> None:
    model = train(problem(), learner(fuzzify="entropy", n_sets=2))
    sets = {one.fuzzy_set.name: one.fuzzy_set.shape for one in _labels(model.hypothesis)}
    #   the one cut is at 8½, and gives way over a quarter of the shorter part, 0 … 8½
    assert sets["price_L"].a == pytest.approx(8.5 - 8.5 / 4)
    assert sets["price_L"].b == pytest.approx(8.5 + 8.5 / 4)
    assert model.training["F1"] > 0.8


def _labels(hypothesis: Any) -> list[Any]:
    return [label for one in hypothesis.inclusions for label in one.body.labels]


def test_inner_folds_place_sets_without_the_labels_held_out() -> None:
    #   the last ten are held out, and only they say that prices from 30 on are good again
    whole = problem()
    labels = np.arange(40) < 9
    labels[30:] = True
    whole = LearningProblem(whole.kb, whole.target, whole.individuals, labels)
    workshop = Trainer(whole, GradientConcepts(fuzzify="entropy", n_sets=3))
    configuration = Configuration(SQUARED, 1.0, 1, (3,))
    everyone = workshop.training_set(configuration).space.matrix.labels
    part = workshop.training_set(configuration, np.arange(30)).space.matrix.labels
    assert len(everyone) == 3
    assert len(part) == 2


def test_without_labels_there_are_no_such_sets() -> None:
    assert fit_partitions(problem().kb, 3, "entropy") == ()


@pytest.mark.parametrize("n_sets", [2, 8, 9])
def test_there_may_be_two_to_nine_sets(n_sets: int) -> None:
    (found,) = fit_partitions(problem().kb, n_sets, "uniform")
    assert len(found.sets) == n_sets
    assert len({one.name for one in found.sets}) == n_sets
