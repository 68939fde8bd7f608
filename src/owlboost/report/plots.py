"""Plots of a suite for papers: paired figures, and average ranks with the critical difference."""

from itertools import cycle
from pathlib import Path
from typing import Any

from owlboost.errors import MissingExtraError, ParameterError
from owlboost.learners.registry import title
from owlboost.report.summaries import Summary


def paired_plot(summary: Summary, path: Path, measure: str = "fF1F1") -> None:
    """Draw each task as one line with a dot for each algorithm (SVG, PNG or PDF by the suffix).

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
    tasks = list(dict.fromkeys(row["task"] for row in summary.rows))
    algorithms = list(dict.fromkeys(row["algorithm"] for row in summary.rows))
    figures = {(row["task"], row["algorithm"]): row[measure] for row in summary.rows}
    figure, axes = new_axes(6.5, 1 + 0.28 * len(tasks))
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
    _save(figure, path)


def rank_plot(summary: Summary, path: Path) -> None:
    """Draw average ranks and the critical difference (Demšar's diagram)."""
    _require_rows(summary)
    if summary.critical_difference is None:
        raise ParameterError("A plot of ranks needs two algorithms at least.")
    figure, axes = new_axes(6.5, 1.8)
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
    _save(figure, path)


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


def _require_rows(summary: Summary) -> None:
    if not summary.rows:
        raise ParameterError("There is nothing to plot: no task of the suite was run.")


def new_axes(width: float, height: float) -> tuple[Any, Any]:
    """Return a figure and its axes, without depending on a display."""
    try:
        from owlboost.report.shown_figure import ShownFigure
    except ImportError as error:
        raise MissingExtraError("A plot", "report") from error
    figure = ShownFigure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Any, path: Path) -> None:
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "owlboost", "svg.fonttype": "none"}):
        dated = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, metadata=dated)
