"""Figures draw the numbers of the views that pages are made of."""

from typing import Any

import numpy as np
import pytest

import owlboost as ob
from owlboost.data.examples import Examples
from owlboost.errors import ExamplesError, ModelError, ParameterError
from owlboost.evaluation.samples import hotels
from owlboost.models.trained import TrainedModel
from owlboost.report.views.applied import Labelled
from owlboost.report.views.model import model_view

NotebookRepr = tuple[TrainedModel, Examples, Any, Any]


@pytest.fixture(scope="module")
def shown() -> NotebookRepr:
    """A calibrated model of good hotels, its examples, and what a page shows of it."""
    with hotels() as path:
        X, y = ob.read_ontology(path).examples("Good_Hotel", scope="Accommodation")
    model = ob.train(X.problem(y), ob.GradientConcepts(max_conjuncts=2, n_rules=4))
    data = Labelled(X.source.knowledge_base(), X.individuals, y)
    return model, X, y, model_view(model, data)


def points(line: Any) -> list[list[float]]:
    return [list(map(float, point)) for point in line.get_xydata()]


def test_a_property_is_drawn_with_its_sets_and_values(shown: NotebookRepr) -> None:
    model, X, y, view = shown
    (told,) = (one for one in view["numbers"] if one["name"] == "hasPrice")
    sets, values = ob.plot_property(model, "hasPrice", X, y).axes
    lines = sets.get_lines()
    assert [points(line) for line in lines] == [one["outline"] for one in told["sets"]]
    assert [line.get_label() for line in lines] == [one["name"] for one in told["sets"]]
    assert list(sets.get_xlim()) == told["range"]
    for steps, group in zip(values.patches, told["values"]["groups"], strict=True):
        assert steps.get_data().values.tolist() == group["shares"]
        assert steps.get_data().edges.tolist() == told["values"]["edges"]
        assert sum(group["counts"]) == group["size"] > 0
        assert sum(group["shares"]) == pytest.approx(1)
        assert steps.get_label() == f"{group['name']} ({group['size']})"
    (alone,) = ob.plot_property(model, told["iri"]).axes
    assert len(alone.get_lines()) == len(told["sets"])
    with pytest.raises(ParameterError, match=r"no numeric property 'height'; .*: hasPrice"):
        ob.plot_property(model, "height")


def test_outlines_pass_through_the_degrees_of_the_sets(shown: NotebookRepr) -> None:
    model, _, _, view = shown
    used = {one.prop: one for one in ob.partitions_used(model.hypothesis)}
    from owlboost.data.fuzzy_sets import membership

    for number in view["numbers"]:
        for one, told in zip(used[number["iri"]].sets, number["sets"], strict=True):
            at, degrees = np.array(told["outline"]).T
            low, high = number["range"]
            for value in np.linspace(low, high, 101).tolist():
                expected = membership(one.shape, value)
                assert np.interp(value, at, degrees) == pytest.approx(expected)


def test_curves_are_those_of_the_page(shown: NotebookRepr) -> None:
    model, X, y, view = shown
    told = view["decisions"]
    measures = {one["name"]: one["value"] for one in told["measures"]}
    _, curve, dot = ob.plot_roc(model, X, y).axes[0].get_lines()
    at = told["at_threshold"]
    assert points(curve) == told["roc"]
    assert points(dot) == [[at["fallout"], at["recall"]]]
    figure = ob.plot_precision_recall(model, X, y)
    share, curve, dot = figure.axes[0].get_lines()
    assert points(share) == [[0, told["average"]], [1, told["average"]]]
    assert points(curve) == told["precision_recall"]
    assert points(dot) == [[at["recall"], at["precision"]]]
    assert figure.axes[0].get_title() == f"average precision {measures['AP']:.3f}"
    yes = model.degrees(X) >= model.threshold
    hits = int((yes & y).sum())
    assert at == {
        "fallout": int((yes & ~y).sum()) / int((~y).sum()),
        "recall": hits / int(y.sum()),
        "precision": hits / int(yes.sum()),
    }


def test_calibration_is_drawn_bin_by_bin(shown: NotebookRepr) -> None:
    model, X, y, view = shown
    bins = view["decisions"]["calibration"]
    _, *intervals, shares = ob.plot_calibration(model, X, y).axes[0].get_lines()
    assert points(shares) == [[one["predicted"], one["observed"]["share"]] for one in bins]
    for line, one in zip(intervals, bins, strict=True):
        ends = one["observed"]["low"], one["observed"]["high"]
        assert points(line) == [[one["predicted"], end] for end in ends]


def test_contributions_lead_from_nothing_to_the_evidence(shown: NotebookRepr) -> None:
    model, X, _, _ = shown
    found = model.explain(X, "Hotel_010")
    axes = ob.plot_contributions(found).axes[0]
    degree, evidence, *steps = axes.patches
    assert (degree.get_width(), evidence.get_width()) == (found.degree, found.evidence)
    said = found.as_json()["waterfall"][::-1]
    assert [bar.get_width() for bar in steps] == pytest.approx(
        [one["contribution"] for one in said]
    )
    ends = [bar.get_x() + bar.get_width() for bar in steps]
    assert ends == pytest.approx([one["sum"] for one in said])
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert names[:2] == ["degree", "evidence"]
    assert names[-1] == "Start"


def test_rules_degrees_and_sizes_are_those_of_the_page(shown: NotebookRepr) -> None:
    model, X, y, view = shown
    bars = ob.plot_rules(model).axes[0].patches
    weights = sorted((card["weight"] for card in view["rules"]), key=abs)
    assert [bar.get_width() for bar in bars] == weights
    for side, steps in zip(
        ("positive", "negative"), ob.plot_degrees(y, model.degrees(X)).axes[0].patches, strict=True
    ):
        assert steps.get_data().values.tolist() == view["decisions"]["degrees"][side]
    curve, chosen = ob.plot_curve(model).axes[0].get_lines()
    assert points(curve) == view["curve"]
    assert points(chosen)[0][0] == model.hypothesis.n_rules


def test_what_cannot_be_drawn_is_said(shown: NotebookRepr) -> None:
    model, X, y, _ = shown
    foil = ob.train(X.problem(y), ob.FoilDL(n_sets=3))
    with pytest.raises(ModelError, match="no calibration"):
        ob.plot_calibration(foil, X, y)
    with pytest.raises(ParameterError, match="no validated error"):
        ob.plot_curve(foil)
    with pytest.raises(ExamplesError, match="plot_roc needs positives and negatives"):
        ob.plot_roc(model, X, np.ones(len(y), dtype=bool))
    with pytest.raises(ParameterError, match="needs one label"):
        ob.plot_roc(model, X, y[1:])
    with pytest.raises(ParameterError, match="not a TrainedModel"):
        ob.plot_contributions(model)  # type: ignore[arg-type]
    classifier: Any = ob.FoilDLClassifier(n_sets=3).fit(X, y)
    with pytest.raises(ParameterError, match=r"give plot_roc one of them, such as models_\[0\]"):
        ob.plot_roc(classifier, X, y)
