"""Writing reports: models and evaluations as one page."""

import os
from collections.abc import Sequence

from owlboost.data.vocabulary import SHORT_NAMES
from owlboost.errors import ParameterError
from owlboost.evaluation.runs import RunResult
from owlboost.models.trained import TrainedModel
from owlboost.report.pages import page_html
from owlboost.report.stability import Recurrence, fold_recurrences
from owlboost.report.views.individuals import MOST
from owlboost.report.views.labelled import Labelled, labelled
from owlboost.report.views.models import model_view, target_name, words_of
from owlboost.report.views.reports import report_view
from owlboost.report.views.runs import comparison_of_runs, run_view
from owlboost.runtime.files import atomic_path
from owlboost.runtime.limits import Json


def write_report(
    results: object,
    path: str | os.PathLike[str],
    *,
    source: object = None,
    labels: object = None,
    most: int = MOST,
) -> None:
    """Write models and evaluations as one HTML file that opens offline, whole or not at all.

    Parameters
    ----------
    results
        A model, a run, or several of them.
    path
        The file to write.
    source
        What models are shown on: examples, a knowledge base, an ontology or a table, in memory or
        as the path of a file.
    labels
        Which of the examples are positive, as truth values; without them the page shows degrees,
        but no errors.
    most
        How many individuals the page holds at most.

    Raises
    ------
    ParameterError
        There is nothing to show, or it is nothing that a report shows.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> file = Path(tempfile.mkdtemp()) / "model.html"
    >>> write_report(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), file)
    >>> file.read_text("utf-8").startswith("<!doctype html>")
    True
    """
    listed = list(results) if isinstance(results, list | tuple) else [results]
    for one in listed:
        if not isinstance(one, TrainedModel | RunResult):
            kind = type(one).__name__
            raise ParameterError(f"A report shows trained models and runs, not a {kind}.")
    models = [one for one in listed if isinstance(one, TrainedModel)]
    pairs = [(model, labelled(model, source, labels)) for model in models]
    runs = [one for one in listed if isinstance(one, RunResult)]
    save_page(report_of(pairs, runs, most=most), path)


def report_of(
    models: Sequence[tuple[TrainedModel, Labelled | None]],
    runs: Sequence[RunResult] = (),
    *,
    comparison: Json | None = None,
    suite: Json | None = None,
    most: int = MOST,
    stability: Sequence[tuple[Recurrence, ...]] = (),
) -> Json:
    """Return the report of models, each with what it is shown on, and of evaluations."""
    if not models and not runs and comparison is None:
        raise ParameterError("There is nothing to report: give a model or a run.")
    return report_view(
        _title(models, runs, suite),
        [
            model_view(
                model,
                data,
                most=most,
                stability=stability[number] if stability else (),
                folds=fold_recurrences(model, runs),
            )
            for number, (model, data) in enumerate(models)
        ],
        [run_view(run, run.lexicon) for run in runs],
        comparison_of_runs(runs) if comparison is None else comparison,
        suite,
    )


def _title(
    models: Sequence[tuple[TrainedModel, Labelled | None]],
    runs: Sequence[RunResult],
    suite: Json | None,
) -> str:
    if suite is not None:
        return f"The suite {suite['name']}"
    names = [target_name(model, words_of(model, data)) for model, data in models]
    names += [_title_of_run(run) for run in runs]
    return ", ".join(dict.fromkeys(names))


def _title_of_run(run: RunResult) -> str:
    """Return what is learned; the data set, if that has no name, as with lists of examples."""
    name = SHORT_NAMES.name(run.target)
    return run.dataset if name == "Target" and run.dataset else name


def save_page(view: Json, path: str | os.PathLike[str]) -> None:
    """Write the page of a report, whole or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_text(page_html(view), encoding="utf-8")
