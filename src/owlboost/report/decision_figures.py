"""Figures of how degrees tell positives from negatives, as pages show it (extra ``report``)."""

from typing import Any

from owlboost.errors import ExamplesError, ModelError
from owlboost.models.trained import TrainedModel
from owlboost.report.drawing import AGAINST, FOR, canvas
from owlboost.report.figures import require_model
from owlboost.report.views.decisions import decisions_view
from owlboost.report.views.labelled import Applied, labelled


def plot_roc(model: TrainedModel, source: object, labels: object) -> Any:
    """Draw the ROC curve of a model; the dot is its threshold.

    Parameters
    ----------
    model
        The model.
    source, labels
        What to apply it to, and which of the examples are positive.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ExamplesError
        There are not both positives and negatives.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> figure = plot_roc(TrainedModel("foil", "Good", rules, 0.5), kb, [True, False])
    >>> figure.axes[0].get_title()
    'area 1.000'
    """
    view = _decisions(model, source, labels, "plot_roc")
    figure, axes = _square("false alarms among negatives", "found among positives")
    axes.plot([0, 1], [0, 1], color="0.7", linestyle="--", linewidth=1)
    axes.plot(*zip(*view["roc"], strict=True), color=FOR)
    point = view["at_threshold"]
    axes.plot(point["fallout"], point["recall"], "o", color=AGAINST)
    axes.set_title(f"area {_measure(view, 'AUC'):.3f}", fontsize="medium")
    return figure


def plot_precision_recall(model: TrainedModel, source: object, labels: object) -> Any:
    """Draw precision over recall; the dot is the threshold, the line the share of positives.

    Parameters and errors as for :func:`plot_roc`.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> model = TrainedModel("foil", "Good", rules, 0.5)
    >>> plot_precision_recall(model, kb, [True, False]).axes[0].get_title()
    'average precision 1.000'
    """
    view = _decisions(model, source, labels, "plot_precision_recall")
    figure, axes = _square("recall", "precision")
    axes.plot([0, 1], [view["average"]] * 2, color="0.7", linestyle="--", linewidth=1)
    axes.plot(*zip(*view["precision_recall"], strict=True), color=FOR)
    point = view["at_threshold"]
    axes.plot(point["recall"], point["precision"], "o", color=AGAINST)
    axes.set_title(f"average precision {_measure(view, 'AP'):.3f}", fontsize="medium")
    return figure


def plot_calibration(model: TrainedModel, source: object, labels: object) -> Any:
    """Draw observed shares over predicted probabilities, with intervals of 95 %.

    Parameters as for :func:`plot_roc`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ModelError
        The model is not calibrated.
    ExamplesError
        There are not both positives and negatives.

    Examples
    --------
    >>> from owlboost.models.calibration import Platt
    >>> from owlboost.concepts.concept import TOP
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> rules = RuleSet((Inclusion(TOP, 0.5),))
    >>> model = TrainedModel("foil", "Good", rules, 0.5, calibration=Platt(2.0, -1.0))
    >>> figure = plot_calibration(model, KnowledgeBase.from_facts(["a", "b"]), [True, False])
    >>> figure.axes[0].get_xlabel()
    'predicted probability'
    """
    require_model(model, "plot_calibration")
    if model.calibration is None:
        raise ModelError("This model has no calibration, so there are no probabilities to draw.")
    view = _decisions(model, source, labels, "plot_calibration")
    figure, axes = _square("predicted probability", "observed share")
    axes.plot([0, 1], [0, 1], color="0.7", linestyle="--", linewidth=1)
    for one in view["calibration"]:
        observed = one["observed"]
        axes.plot([one["predicted"]] * 2, [observed["low"], observed["high"]], color="0.6")
    predicted = [one["predicted"] for one in view["calibration"]]
    shares = [one["observed"]["share"] for one in view["calibration"]]
    axes.plot(predicted, shares, color=FOR, marker="o")
    return figure


def _decisions(model: TrainedModel, source: object, labels: object, wanted: str) -> dict[str, Any]:
    require_model(model, wanted)
    data = labelled(model, source, labels)
    view = None if data is None else decisions_view(Applied.of(model, data))
    if view is None:
        raise ExamplesError(f"{wanted} needs positives and negatives: give a source and labels.")
    return view


def _measure(view: dict[str, Any], name: str) -> float:
    return float(next(one["value"] for one in view["measures"] if one["name"] == name))


def _square(x: str, y: str) -> Any:
    figure, axes = canvas().new_axes(4.2, 3.8)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.04)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return figure, axes
