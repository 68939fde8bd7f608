"""Figures for notebooks and papers: of fuzzy sets, rules, degrees and suites (extra ``report``)."""

from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from owlboost.errors import MissingExtraError, ParameterError
from owlboost.learners.registry import title
from owlboost.model.examples import as_mask
from owlboost.model.fuzzysets import Partition, membership, shape_points
from owlboost.model.lexicon import SHORT_NAMES, Lexicon
from owlboost.model.measures import require_same_shape
from owlboost.model.text import manchester, people
from owlboost.model.trained import TrainedModel

if TYPE_CHECKING:
    from owlboost.report.summaries import Summary

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#999999",
    "#000000",
)
"""Okabe and Ito's colours: told apart by all readers."""


def plot_partition(partition: Partition, lexicon: Lexicon = SHORT_NAMES) -> Any:
    """Draw the fuzzy sets of a property.

    Parameters
    ----------
    partition
        From ``fit_partitions``, or one of ``partitions_used(hypothesis)``.
    lexicon
        What people call properties, such as the ``lexicon`` of a model.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from owlboost.model.fuzzysets import FuzzySet, LeftShoulder
    >>> low = FuzzySet("price_L", LeftShoulder(40, 60))
    >>> plot_partition(Partition("ex#price", (low,))).axes[0].get_xlabel()
    'price'
    """
    figure, axes = _canvas().new_axes(6.5, 2.6)
    points = sorted({point for one in partition.sets for point in shape_points(one.shape)})
    margin = 0.15 * ((points[-1] - points[0]) or 1.0)
    at = np.array([points[0] - margin, *points, points[-1] + margin])
    for number, one in enumerate(partition.sets):
        degrees = [membership(one.shape, value) for value in at.tolist()]
        axes.plot(
            at, degrees, color=COLOURS[number % len(COLOURS)], label=lexicon.set_name(one.name)
        )
    axes.set_xlabel(lexicon.name(partition.prop))
    axes.set_ylabel("degree")
    axes.set_ylim(0, 1.05)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4, frameon=False)
    return figure


def plot_rules(model: TrainedModel, most: int = 20) -> Any:
    """Draw the rules of a model as bars of their weights, those against the target in red.

    Parameters
    ----------
    model
        Such as one of a classifier's ``models_``.
    most
        Rules of the smallest weights are left out beyond this number.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from owlboost.model.concepts import Atom, Concept
    >>> from owlboost.model.hypotheses import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("ex#Cheap"),)), 0.8),))
    >>> figure = plot_rules(TrainedModel("foil", "ex#Good", rules, 0.5))
    >>> [text.get_text() for text in figure.axes[0].get_yticklabels()]
    ['Cheap']
    """
    if hasattr(model, "models_"):
        raise ParameterError(
            "A classifier has one model per class; give plot_rules one of them, such as models_[0]."
        )
    rules = sorted(_weights(model), key=lambda rule: -abs(rule[1]))[:most][::-1]
    figure, axes = _canvas().new_axes(6.5, 1 + 0.3 * max(len(rules), 1))
    values = [weight for _, weight in rules]
    colours = [COLOURS[1] if weight < 0 else COLOURS[0] for weight in values]
    axes.barh(range(len(rules)), values, color=colours)
    axes.set_yticks(range(len(rules)), [_cut(text) for text, _ in rules])
    axes.axvline(0, color="0.2", linewidth=1)
    axes.set_xlabel(f"weight for {model.lexicon.name(model.target)}")
    return figure


def plot_degrees(
    positive: npt.ArrayLike, degrees: npt.ArrayLike, threshold: float | None = None
) -> Any:
    """Draw how the degrees of positives and of negatives are spread.

    Parameters
    ----------
    positive
        Which examples are positive.
    degrees
        Their degrees, such as ``model.degrees(X)``.
    threshold
        Where to draw a line.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> plot_degrees([True, False], [0.9, 0.1], 0.5).axes[0].get_xlabel()
    'degree'
    """
    labels, found = as_mask(positive), np.asarray(degrees, dtype=np.float64)
    require_same_shape(labels, found)
    figure, axes = _canvas().new_axes(6.5, 2.6)
    edges = np.linspace(0, 1, 21)
    for wanted, colour, name in ((True, COLOURS[0], "positive"), (False, COLOURS[1], "negative")):
        chosen = found[labels == wanted]
        axes.hist(chosen, edges, color=colour, alpha=0.6, label=f"{name} ({chosen.size})")
    if threshold is not None:
        axes.axvline(threshold, color="0.2", linestyle="--", label=f"threshold {threshold:.2f}")
    axes.set_xlabel("degree")
    axes.set_ylabel("examples")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    return figure


def paired_plot(summary: "Summary", path: Path, measure: str = "fF1F1") -> None:
    """Draw each task as one line with a dot for each algorithm (SVG, PNG or PDF by the suffix).

    A task that lacks the figure of an algorithm is left out.

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
    figure, axes = _canvas().new_axes(6.5, 1 + 0.28 * len(tasks))
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
    _canvas().save_figure(figure, path)


def rank_plot(summary: "Summary", path: Path) -> None:
    """Draw average ranks and the critical difference (Demšar's diagram)."""
    _require_rows(summary)
    if summary.critical_difference is None:
        raise ParameterError("A plot of ranks needs at least two algorithms.")
    figure, axes = _canvas().new_axes(6.5, 1.8)
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
    _canvas().save_figure(figure, path)


def _require_rows(summary: "Summary") -> None:
    if not summary.rows:
        raise ParameterError("There is nothing to plot: no task of the suite was run.")


def _canvas() -> Any:
    """Return the module that draws."""
    try:
        from owlboost.report import canvas
    except ImportError as error:
        raise MissingExtraError("A plot", "report") from error
    return canvas


def _weights(model: TrainedModel) -> list[tuple[str, float]]:
    layout = people(model.lexicon)
    rules = model.hypothesis.rules()
    return [(manchester(one.inclusion.body, layout), one.weight) for one in rules]


def _cut(text: str) -> str:
    return text if len(text) <= 70 else f"{text[:69]}…"
