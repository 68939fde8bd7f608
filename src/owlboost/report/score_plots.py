"""Plots of scores: ROC, precision and recall, calibration, suites."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from owlboost.data.fuzzy_sets import Partition
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import ExamplesError, ModelError, ParameterError
from owlboost.learners.learner import title
from owlboost.models.trained import TrainedModel
from owlboost.report.plots import AGAINST, COLOURS, FOR, canvas, require_model
from owlboost.report.views.applied import Applied, labelled
from owlboost.report.views.decisions import decisions_view
from owlboost.report.views.rules import property_view
from owlboost.report.views.schema import DecisionsJson, PropertyJson

if TYPE_CHECKING:
    from owlboost.report.suite_summary import Summary


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
    """Draw precision over recall; the dot is the threshold.

    The line is the share of positives. Parameters and errors as for :func:`plot_roc`.

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
    bins = view["calibration"] or []
    for bin_view in bins:
        observed = bin_view["observed"]
        axes.plot([bin_view["predicted"]] * 2, [observed["low"], observed["high"]], color="0.6")
    predicted = [bin_view["predicted"] for bin_view in bins]
    shares = [bin_view["observed"]["share"] for bin_view in bins]
    axes.plot(predicted, shares, color=FOR, marker="o")
    return figure


def _decisions(model: TrainedModel, source: object, labels: object, wanted: str) -> DecisionsJson:
    require_model(model, wanted)
    data = labelled(model, source, labels)
    view = None if data is None else decisions_view(Applied.from_model(model, data))
    if view is None:
        raise ExamplesError(f"{wanted} needs positives and negatives: give a source and labels.")
    return view


def _measure(view: DecisionsJson, name: str) -> float:
    return float(next(measure["value"] for measure in view["measures"] if measure["name"] == name))


def _square(x: str, y: str) -> Any:
    figure, axes = canvas().new_axes(4.2, 3.8)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.04)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return figure, axes


def paired_plot(summary: "Summary", path: Path, measure: str = "fF1F1") -> None:
    """Draw each task as a line with a dot per algorithm.

    A task that lacks the figure of an algorithm is left out. The file is SVG, PNG or PDF by its
    suffix.

    Parameters
    ----------
    summary
        The suite.
    path
        The file to write.
    measure
        A column of the table.
    """
    _require_rows(summary)
    algorithms = list(dict.fromkeys(row["algorithm"] for row in summary.rows))
    absent = {row["task"] for row in summary.rows if row[measure] is None}
    rows = [row for row in summary.rows if row["task"] not in absent]
    tasks = list(dict.fromkeys(row["task"] for row in rows))
    figures = {(row["task"], row["algorithm"]): row[measure] for row in rows}
    figure, axes = canvas().new_axes(6.5, 1 + 0.28 * len(tasks))
    for height, task in enumerate(reversed(tasks)):
        ends = [figures[task, name] for name in algorithms]
        axes.plot([min(ends), max(ends)], [height, height], color="0.8", linewidth=1.5, zorder=1)
    looks = zip(algorithms, cycle("osD^vP*Xd<"), cycle(COLOURS), strict=False)
    for name, marker, colour in looks:
        values = [figures[task, name] for task in reversed(tasks)]
        label = title(name)
        heights = range(len(tasks))
        axes.scatter(values, heights, 36, colour, marker=marker, label=label, zorder=2)
    axes.set_yticks(range(len(tasks)), list(reversed(tasks)))
    axes.set_xlabel(measure)
    axes.set_xlim(-0.02, 1.02)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    canvas().save_figure(figure, path)


WIDEST_BAR = 100.0
"""Longest bar of an improvement, in percent; larger ones are cut, with their number beside."""


def improvement_plot(
    summary: "Summary", path: Path, algorithm: str, measure: str = "fF1F1"
) -> None:
    """Draw an algorithm's improvement on the baseline in percent, by task.

    Tasks where the baseline has 0, or where a figure is missing, are left out.

    Parameters
    ----------
    summary
        The suite.
    path
        The file to write: SVG, PNG or PDF by the suffix.
    algorithm
        Which one, other than the baseline.
    measure
        A column of the table, larger is better.
    """
    _require_rows(summary)
    figures = {(row["task"], row["algorithm"]): row[measure] for row in summary.rows}
    names = reversed(list(dict.fromkeys(row["task"] for row in summary.rows)))
    pairs = {
        task: (figures.get((task, algorithm)), figures[task, summary.baseline]) for task in names
    }
    gains = {
        task: 100 * (improved / baseline - 1)
        for task, (improved, baseline) in pairs.items()
        if improved is not None and baseline
    }
    figure, axes = canvas().new_axes(6.5, 1 + 0.25 * len(gains))
    lengths = [max(-WIDEST_BAR, min(gain, WIDEST_BAR)) for gain in gains.values()]
    for height, (gain, length) in enumerate(zip(gains.values(), lengths, strict=True)):
        axes.barh(height, length, color=AGAINST if gain < 0 else FOR)
        side, gap = ("right", -1.0) if gain < 0 else ("left", 1.0)
        axes.text(length + gap, height, f"{gain:+.1f} %", ha=side, va="center", fontsize=8)
    axes.set_yticks(range(len(gains)), list(gains))
    axes.axvline(0, color="0.2", linewidth=1)
    low, high = min([0.0, *lengths]), max([0.0, *lengths])
    room = 0.15 * max(high - low, 10.0)
    axes.set_xlim(low - room, high + room)
    against = f"{title(algorithm)} over {title(summary.baseline)}"
    axes.set_xlabel(f"improvement of {measure} in percent, {against}")
    canvas().save_figure(figure, path)


def sets_plot(
    fitted: Mapping[str, Sequence[Partition]], path: Path, lexicon: Lexicon = SHORT_NAMES
) -> None:
    """Draw fuzzy sets: a row per property, a column per placing.

    Parameters
    ----------
    fitted
        The heading of a column → the sets of every property, the same properties in each.
    path
        The file to write: SVG, PNG or PDF by the suffix.
    lexicon
        Names of properties.
    """
    rows = list(zip(*fitted.values(), strict=True))
    if not rows:
        raise ParameterError("There is nothing to plot: no property has fuzzy sets.")
    figure = canvas().ShownFigure(figsize=(7.5, 0.4 + 1.7 * len(rows)), layout="constrained")
    grid = figure.subplots(len(rows), len(fitted), squeeze=False, sharey=True)
    for places, partitions in zip(grid, rows, strict=True):
        for axes, partition in zip(places, partitions, strict=True):
            _draw_sets(axes, property_view(partition, lexicon))
    for axes, heading in zip(grid[0], fitted, strict=True):
        axes.set_title(heading, fontsize=10, pad=16)
    canvas().save_figure(figure, path)


def _draw_sets(axes: Any, view: PropertyJson) -> None:
    """Draw a property's sets, the end of each name above its peak."""
    axes.spines[["top", "right"]].set_visible(False)
    for number, fuzzy_set in enumerate(view["sets"]):
        points, degrees = zip(*fuzzy_set["outline"], strict=True)
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(points, degrees, color=colour)
        peak = np.mean([place for place, degree in fuzzy_set["outline"] if degree == 1])
        label = fuzzy_set["name"].rpartition("_")[2]
        axes.text(peak, 1.04, label, color=colour, ha="center", fontsize=8)
    axes.set_xlim(*view["range"])
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(view["name"])


def rank_plot(summary: "Summary", path: Path) -> None:
    """Draw average ranks and the critical difference (Demšar's diagram)."""
    _require_rows(summary)
    if summary.critical_difference is None:
        raise ParameterError("A plot of ranks needs at least two algorithms.")
    figure, axes = canvas().new_axes(6.5, 1.8)
    n = len(summary.ranks)
    best = min(summary.ranks.values())
    axes.plot([best, best + summary.critical_difference], [0.35, 0.35], "k", linewidth=2)
    axes.text(best, 0.42, f"CD = {summary.critical_difference:.2f}")
    colours = dict(zip(summary.ranks, cycle(COLOURS), strict=False))
    for number, (name, rank) in enumerate(sorted(summary.ranks.items(), key=lambda at: at[1])):
        axes.plot([rank, rank], [0, -0.25 - 0.2 * number], color="0.4", linewidth=1)
        axes.plot([rank], [0], "o", color=colours[name])
        axes.text(rank, -0.4 - 0.2 * number, f"{title(name)} ({rank:.2f})", ha="center")
    axes.axhline(0, color="0.2", linewidth=1)
    axes.set_xlim(0.8, max(n, best + summary.critical_difference) + 0.2)
    axes.set_ylim(-0.6 - 0.2 * n, 0.7)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("average rank by fF1F1 (1 is best)")
    canvas().save_figure(figure, path)


def _require_rows(summary: "Summary") -> None:
    if not summary.rows:
        raise ParameterError("There is nothing to plot: no task of the suite was run.")
