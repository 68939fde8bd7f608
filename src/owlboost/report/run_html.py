"""An evaluation run as short HTML, for notebooks."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from owlboost.evaluation.grids import shown_parameters
from owlboost.report.cells import figure
from owlboost.report.html import grid_html

if TYPE_CHECKING:
    from owlboost.evaluation.runs import RunResult, Scores


def run_html(run: "RunResult") -> str:
    """Show the best configuration, the nested figure and ⊤, each with means over folds."""
    winner, columns = run.winner, _columns(run)
    parameters = shown_parameters(run.algorithm, winner.parameters)
    chosen = ", ".join(f"{name} {value}" for name, value in parameters.items())
    rows = [
        (f"best of {len(run.configurations)}: {escape(chosen)}", *_figures(winner.scores, columns))
    ]
    if run.nested is not None:
        rows.append(("nested", *_figures(run.nested.scores, columns)))
    rows.append((run.baseline, *_figures(run.top, columns)))
    name = f"{run.dataset} " if run.dataset else ""
    star = " ★" if run.starred else ""
    title = (
        f"<p><b>{escape(name)}{escape(run.lexicon.name(run.target))}</b>, {escape(run.algorithm)}: "
        f"{_examples(run)}, {run.protocol.folds} folds{star}</p>"
    )
    return title + grid_html(["", *columns], rows) + _given(run)


def _given(run: "RunResult") -> str:
    if run.given_sets is None:
        return ""
    return f"<p>Given sets: {escape(run.given_sets.told(run.lexicon))}</p>"


def _columns(run: "RunResult") -> tuple[str, ...]:
    """Return the names of the columns; what configurations were chosen by comes first."""
    shown = sorted(run.measures, key=lambda one: not one.product_of)
    return (*(one.name for one in shown), "rules")


def _figures(scores: "Scores", columns: Sequence[str]) -> tuple[str, ...]:
    found = scores.figures
    return tuple(figure(name, found.get(name)) for name in columns)


def _examples(run: "RunResult") -> str:
    if run.target_range is not None:
        return run.told_examples
    return f"{run.positives} of {run.examples} positive"
