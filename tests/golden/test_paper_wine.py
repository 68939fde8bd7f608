"""The paper's Wine example (class 2): its ten rules and thirteen fuzzy sets, as printed."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_wine

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, disjunction
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.boosting import boost_round, signed
from owlboost.learners.training import train
from owlboost.models.measures import measure
from owlboost.models.model_files import model_from_json
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Degrees

WINE = load_wine()
POSITIVE = WINE.target == 1


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    return model_from_json(json.loads(Path(__file__).with_name("paper_wine.json").read_text()))


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    rows = [f"row{number}" for number in range(1, 179)]
    return KnowledgeBase.from_facts(
        rows,
        numbers={
            f"urn:owlboost:table#{name}": zip(rows, column, strict=True)
            for name, column in zip(WINE.feature_names, WINE.data.T, strict=True)
        },
    )


def test_the_printed_rules_give_the_golden_measures(model: TrainedModel, kb: KnowledgeBase) -> None:
    degrees = Extents(kb).hypothesis(model.hypothesis)
    found = measure(POSITIVE, degrees)
    assert (found.precision, found.recall, found.f1) == pytest.approx(
        (0.9714, 0.9577, 0.9645), abs=5e-5
    )
    assert found.fuzzy_precision == pytest.approx(0.9991, abs=5e-5)
    assert found.fuzzy_recall == pytest.approx(0.8085, abs=5e-5)
    assert found.fuzzy_f1 == pytest.approx(0.8938, abs=5e-5)
    assert found.mse == pytest.approx(0.0510, abs=5e-5)
    assert degrees.sum() == pytest.approx(57.454, abs=5e-4)


def test_boosting_the_printed_learners_again_gives_the_golden_leverages(
    model: TrainedModel, kb: KnowledgeBase
) -> None:
    assert isinstance(model.hypothesis, BoostedHypothesis)
    extents = Extents(kb)
    bodies: dict[object, Degrees] = {
        axiom.body: extents.degrees(axiom.body) for axiom in model.hypothesis.inclusions
    }
    weights, labels, leverages = np.full(178, 1 / 178), np.where(POSITIVE, 1.0, -1.0), []
    for term in model.hypothesis.terms:
        result = boost_round(signed(disjunction(term, bodies, 178)), labels, weights)  # type: ignore[arg-type]
        weights = result.weights
        leverages.append(result.leverage)
    assert leverages == pytest.approx([1.1050, 0.3873, 0.2181], abs=5e-5)


def test_learning_with_the_printed_learners_given_gives_the_golden_leverages(
    model: TrainedModel, kb: KnowledgeBase
) -> None:
    problem = LearningProblem(kb, "Good", np.arange(178, dtype=np.int32), POSITIVE)
    found = train(problem, FuzzyOWLBoost(n_rounds=3), given=[model]).hypothesis
    assert isinstance(found, BoostedHypothesis)
    assert isinstance(model.hypothesis, BoostedHypothesis)
    assert [[one.body for one in term.inclusions] for term in found.terms] == [
        [one.body for one in term.inclusions] for term in model.hypothesis.terms
    ]
    assert found.leverages == pytest.approx([1.1050, 0.3873, 0.2181], abs=5e-5)
