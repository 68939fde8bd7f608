"""Pages of graded models: labels beside predictions, and the measures of grades."""

from pathlib import Path

import numpy as np
import pytest

import owlboost as ob
from owlboost.concepts.concept import TOP
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.example_labels import TargetRange
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.samples import write_hotel_ratings
from owlboost.models.trained import TrainedModel
from owlboost.report.views.applied import Applied, Labelled
from owlboost.report.views.decisions import MOST_POINTS, grades_view
from owlboost.report.views.model import model_view

STARS = TargetRange(1, 5)


def applied(labels: list[float], degree: float) -> Applied:
    kb = KnowledgeBase.from_facts([f"h{number}" for number in range(len(labels))])
    rules = RuleSet((Inclusion(TOP, degree),))
    model = TrainedModel("foil", "urn:x#stars", rules, 0.5, target_range=STARS)
    everyone = np.arange(len(labels), dtype=np.int32)
    return Applied.from_model(
        model, Labelled.from_labels(kb, everyone, np.array(labels), target_range=STARS)
    )


def test_labels_and_predictions_are_on_the_scale_of_the_labels() -> None:
    view = grades_view(applied([1.0, 0.0, 0.5], 0.5))
    assert view is not None
    assert view["range"] == [1, 5]
    assert view["points"] == [[1.0, 3.0], [3.0, 3.0], [5.0, 3.0]]
    found = {one["name"]: one["value"] for one in view["measures"]}
    assert found["MSE"] == pytest.approx((0.25 + 0.25 + 0.0) / 3)
    assert found["MAE"] == pytest.approx(1 / 3)
    assert found["R2"] == pytest.approx(0.0)
    assert "AUC" not in found


def test_very_many_examples_are_drawn_in_part() -> None:
    view = grades_view(applied(np.linspace(0, 1, 5001).tolist(), 0.5))
    assert view is not None
    assert (view["examples"], len(view["points"])) == (5001, MOST_POINTS)
    assert (view["points"][0][0], view["points"][-1][0]) == (1.0, 5.0)


def test_crisp_models_have_no_grades() -> None:
    kb = KnowledgeBase.from_facts(["a", "b"])
    model = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(TOP, 0.3),)), 0.5)
    data = Labelled(kb, np.array([0, 1]), np.array([True, False]))
    assert model_view(model, data)["grades"] is None
    assert model_view(model)["grades"] is None


def test_a_hotel_table_with_ratings_learns_graded_rules(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    write_hotel_ratings(path)
    table = ob.read_table(path, id_column="hotel")
    X, y = table.examples("rating")
    model = ob.train(X.problem(y))
    assert model.target_range == TargetRange(1, 5)
    assert model.training["R2"] > 0.8
    kb = table.knowledge_base({"rating"})
    data = Labelled.from_labels(kb, X.individuals, y, target_range=STARS)
    view = grades_view(Applied.from_model(model, data))
    assert view is not None
    labels, predictions = np.array(view["points"]).T
    assert np.corrcoef(labels, predictions)[0, 1] > 0.9
