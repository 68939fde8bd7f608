"""An evaluation run as short HTML, for notebooks."""

from html import escape
from typing import TYPE_CHECKING

from owlboost.evaluation.grids import shown_parameters
from owlboost.model.vocabulary import short_name
from owlboost.report.html import grid_html

if TYPE_CHECKING:
    from owlboost.evaluation.runs import RunResult, Scores

_SHOWN = ("F1", "fuzzy_F1", "threshold_F1", "MSE", "balanced_accuracy", "MCC")


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
        f"<p><b>{escape(name)}{escape(short_name(run.target))}</b>, {escape(run.algorithm)}: "
        f"{run.positives} of {run.examples} positive, {run.protocol.folds} folds{star}</p>"
    )
    return title + grid_html(["", "fF1F1", *_SHOWN, "rules"], rows)


def _figures(scores: "Scores") -> tuple[str, ...]:
    mean = scores.mean
    shown = [f"{mean[name]:.3f}" for name in _SHOWN]
    return f"{scores.fuzzy_crisp_f1:.3f}", *shown, f"{mean['rules']:.1f}"
