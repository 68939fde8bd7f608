"""Figures of suites: tasks as lines, algorithms by average rank (extra ``report``)."""

from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.errors import ParameterError
from owlboost.learners.registry import title
from owlboost.report.drawing import COLOURS, canvas

if TYPE_CHECKING:
    from owlboost.report.summaries import Summary


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
