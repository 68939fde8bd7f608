"""An evaluation run as short HTML, for notebooks."""

from html import escape
from typing import TYPE_CHECKING

from owlboost.evaluation.grids import shown_parameters
from owlboost.model.measures import shown_in
from owlboost.report.cells import figure
from owlboost.report.html import grid_html

if TYPE_CHECKING:
    from owlboost.evaluation.runs import RunResult, Scores

_SHOWN = [*sorted(shown_in("run"), key=lambda one: not one.product_of)]
"""What configurations were chosen by comes first."""

_COLUMNS = (*(one.name for one in _SHOWN), "rules")


def run_html(run: "RunResult") -> str:
    """Show the best configuration, the nested figure and ⊤, each with means over folds."""
    winner = run.winner
    parameters = shown_parameters(run.algorithm, winner.parameters)
    chosen = ", ".join(f"{name} {value}" for name, value in parameters.items())
    rows = [(f"best of {len(run.configurations)}: {escape(chosen)}", *_figures(winner.scores))]
    if run.nested is not None:
        rows.append(("nested", *_figures(run.nested.scores)))
    rows.append(("⊤", *_figures(run.top)))
    name = f"{run.dataset} " if run.dataset else ""
    star = " ★" if run.starred else ""
    title = (
        f"<p><b>{escape(name)}{escape(run.lexicon.name(run.target))}</b>, {escape(run.algorithm)}: "
        f"{run.positives} of {run.examples} positive, {run.protocol.folds} folds{star}</p>"
    )
    return title + grid_html(["", *_COLUMNS], rows)


def _figures(scores: "Scores") -> tuple[str, ...]:
    found = scores.figures
    return tuple(figure(name, found.get(name)) for name in _COLUMNS)
