"""Ranges of graded targets, and what measures and files make of them."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.concepts.concept import TOP
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.example_labels import TargetRange, parsed_range
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ModelError
from owlboost.evaluation.folds import Protocol, inner_folds, outer_folds
from owlboost.models.measures import measure
from owlboost.models.model_files import model_from_json, model_to_json
from owlboost.models.trained import TrainedModel

HALF = RuleSet((Inclusion(TOP, 0.5),))
STARS = TargetRange(1, 5)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(0, 1))
def test_values_and_labels_are_each_other_turned_round(
    low: float, width: float, degree: float
) -> None:
    known = TargetRange(low, low + width)
    assert known.labels([known.low, known.high]).tolist() == [0.0, 1.0]
    value = np.clip(known.values(np.array([degree])), known.low, known.high)
    assert known.labels(value)[0] == pytest.approx(degree, abs=1e-9 * (1 + abs(low) / width))
    assert known.value(degree) == known.values(np.array([degree]))[0]


@pytest.mark.parametrize(("low", "high"), [(1, 1), (5, 1), (0, np.inf), (np.nan, 1)])
def test_an_empty_or_endless_range_is_none(low: float, high: float) -> None:
    with pytest.raises(ExamplesError, match="A target range needs two numbers, the lower first"):
        TargetRange(low, high)


@pytest.mark.parametrize("text", ["", "5", "1,2,3", "a,b", "1;5"])
def test_a_range_is_written_with_a_comma(text: str) -> None:
    with pytest.raises(ExamplesError, match="is written LOW,HIGH, such as 0,5, not"):
        parsed_range(text)


@pytest.mark.parametrize("value", [0.5, 5.5, np.nan])
def test_a_label_must_lie_in_the_range(value: float) -> None:
    with pytest.raises(ExamplesError, match="A label must lie between 1 and 5, not be"):
        STARS.labels([3.0, value])


def test_a_model_file_keeps_the_range_and_only_that_of_graded_models() -> None:
    model = TrainedModel("foil", "urn:x#rating", HALF, 0.5, target_range=STARS)
    data = json.loads(json.dumps(model_to_json(model)))
    assert data["target_range"] == [1.0, 5.0]
    assert model_from_json(data) == model
    assert "target_range" not in model_to_json(TrainedModel("foil", "urn:x#rating", HALF, 0.5))
    for damaged in ([5, 1], [1], "x", [1, None]):
        with pytest.raises(ModelError, match="The model file is damaged"):
            model_from_json(data | {"target_range": damaged})


def test_a_graded_model_tells_values_and_decides_nothing_in_explanations() -> None:
    kb = KnowledgeBase.from_facts(["a", "b"])
    terms = (WeakHypothesis("WL0", (Inclusion(TOP),)),)
    summed = BoostedHypothesis(terms, (0.75,))
    model = TrainedModel("gradient", "urn:x#rating", summed, 0.5, target_range=STARS)
    assert model.values(kb).tolist() == [4.0, 4.0]
    assert [one.value for one in model.predict(kb)] == [4.0, 4.0]
    found = model.explain(kb, "a")
    assert (found.value, found.decision, found.counterfactual) == (4.0, None, None)
    assert repr(found) == "<Explanation a: 0.75, 4>"
    assert found.as_json()["value"] == 4.0
    with pytest.raises(ModelError, match="learned from crisp labels"):
        TrainedModel("foil", "urn:x#rating", HALF, 0.5).values(kb)


def test_graded_measures_by_hand() -> None:
    y, h = np.array([0.0, 0.5, 1.0, 0.5]), np.array([0.5, 0.5, 0.75, 0.0])
    found = measure(y, h, graded=True)
    #   Σ min = 0 + .5 + .75 + 0 = 1.25, Σ h = 1.75, Σ y = 2
    assert found.fuzzy_precision == pytest.approx(1.25 / 1.75)
    assert found.fuzzy_recall == pytest.approx(1.25 / 2)
    assert found.fuzzy_f1 == pytest.approx(2.5 / 3.75)
    #   errors ½, 0, ¼, ½; Σ (y − ½)² = ½
    assert found.mse == pytest.approx((0.25 + 0.0625 + 0.25) / 4)
    assert found.mae == pytest.approx(1.25 / 4)
    assert found.r2 == pytest.approx(1 - 0.5625 / 0.5)
    with pytest.raises(AttributeError, match="There is no F1 here: labels are graded"):
        found.f1  # noqa: B018
    with pytest.raises(AttributeError, match="There is no MAE here: labels are crisp"):
        measure(np.array([1, 0]), h[:2]).mae  # noqa: B018
    with pytest.raises(ExamplesError, match=r"between 0 and 1, not 1\.5"):
        measure(np.array([1.5, 0.0]), h[:2], graded=True)


def test_outer_and_inner_folds_of_grades_are_stratified_by_rank() -> None:
    labels = np.linspace(0, 1, 40)
    protocol = Protocol(folds=4)
    outer = outer_folds(protocol, labels)
    for fold in outer:
        assert labels[fold.test].mean() == pytest.approx(0.5, abs=0.03)
        assert not np.intersect1d(fold.train, fold.test).size
    inner = inner_folds(protocol, labels, outer[0])
    assert sorted(np.concatenate([one.test for one in inner]).tolist()) == outer[0].train.tolist()
    assert protocol.starred(labels[:7])
    assert not protocol.starred(labels[:8])
    with pytest.raises(ExamplesError, match="All examples have the same label"):
        outer_folds(protocol, np.full(9, 0.5))
