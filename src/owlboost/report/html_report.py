"""Reports as JSON, and as one HTML file that needs no network."""

import os
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

import owlboost
from owlboost.data.vocabulary import SHORT_NAMES
from owlboost.errors import ParameterError
from owlboost.evaluation.run import RunResult
from owlboost.models.trained import TrainedModel
from owlboost.report.stability import Recurrence, fold_recurrences
from owlboost.report.views import schema
from owlboost.report.views.applied import MOST_INDIVIDUALS, Labelled, labelled
from owlboost.report.views.model import model_view, target_name, words_of
from owlboost.report.views.runs import comparison_of_runs, run_view
from owlboost.runtime.files import atomic_path
from owlboost.runtime.limits import Json, page_json


def write_report(
    results: object,
    path: str | os.PathLike[str],
    *,
    source: object = None,
    labels: object = None,
    most: int = MOST_INDIVIDUALS,
) -> None:
    """Write models and evaluations as one HTML file that works offline.

    The file is written whole or not at all.

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
    for result in listed:
        if not isinstance(result, TrainedModel | RunResult):
            kind = type(result).__name__
            raise ParameterError(f"A report shows trained models and runs, not a {kind}.")
    models = [result for result in listed if isinstance(result, TrainedModel)]
    pairs = [(model, labelled(model, source, labels)) for model in models]
    runs = [result for result in listed if isinstance(result, RunResult)]
    save_page(report_of(pairs, runs, most=most), path)


def report_of(
    models: Sequence[tuple[TrainedModel, Labelled | None]],
    runs: Sequence[RunResult] = (),
    *,
    comparison: schema.ComparisonJson | None = None,
    suite: schema.SuiteJson | None = None,
    most: int = MOST_INDIVIDUALS,
    stability: Sequence[tuple[Recurrence, ...]] = (),
) -> schema.ReportJson:
    """Return the report of models, with their data, and of evaluations."""
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
    suite: schema.SuiteJson | None,
) -> str:
    if suite is not None:
        return f"The suite {suite['name']}"
    names = [target_name(model, words_of(model, data)) for model, data in models]
    names += [_run_title(run) for run in runs]
    return ", ".join(dict.fromkeys(names))


def _run_title(run: RunResult) -> str:
    """Return the target's name, or the data set's if it has none."""
    name = SHORT_NAMES.name(run.target)
    return run.dataset if name == "Target" and run.dataset else name


def save_page(view: schema.ReportJson, path: str | os.PathLike[str]) -> None:
    """Write the page of a report, whole or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_text(page_html(view), encoding="utf-8")


REPORT_FORMAT = "owlboost/report"
REPORT_VERSION = 1


def report_view(
    title: str,
    models: Sequence[schema.ModelView] = (),
    runs: Sequence[schema.RunView] = (),
    comparison: schema.ComparisonJson | None = None,
    suite: schema.SuiteJson | None = None,
) -> schema.ReportJson:
    """Return the content of a report.

    Examples
    --------
    >>> report_view("Nothing")["format"]
    'owlboost/report'
    """
    return {
        "format": REPORT_FORMAT,
        "version": REPORT_VERSION,
        "made_by": f"owlboost {owlboost.__version__}",
        "title": title,
        "models": list(models),
        "runs": list(runs),
        "comparison": comparison,
        "suite": suite,
    }


_UNSAFE = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""Escapes for characters that end a script or begin a comment in one."""


def page_html(view: schema.ReportJson) -> str:
    """Return the page that shows a report.

    Examples
    --------
    >>> from owlboost.report.html_report import report_view
    >>> text = page_html(report_view("</script><b>"))
    >>> text.count("</script>"), "<b>" in text
    (3, False)
    """
    first, bulk = _split_bulk(view)
    script, style = _part("app.js"), _part("app.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="{escape(str(view["made_by"]))}">
<title>{escape(str(view["title"]))}</title>
<style>{style}</style>
</head>
<body>
<div id="app"><noscript><p>This report needs JavaScript, which is part of this file. It loads
nothing from anywhere else.</p></noscript></div>
<script type="application/json" id="report">{json_in_html(first)}</script>
<script>{script}</script>
<script type="application/json" id="bulk">{json_in_html(bulk)}</script>
</body>
</html>
"""


def _split_bulk(view: schema.ReportJson) -> tuple[Json, list[Json]]:
    """Split off the long parts of a report, last in the page.

    So the page is painted before they are read.
    """
    first: list[Json] = []
    bulk: list[Json] = []
    for model in view["models"]:
        individuals, counterfactuals = model["individuals"], model["counterfactuals"]
        bulk.append(
            {
                "individuals": individuals,
                "facts": model["facts"],
                "counterfactuals": counterfactuals,
            }
        )
        head = None if individuals is None else _head(individuals)
        settings = None if counterfactuals is None else {**counterfactuals, "found": None}
        first.append({**model, "individuals": head, "facts": None, "counterfactuals": settings})
    return {**view, "models": first}, bulk


def _head(individuals: schema.IndividualsJson) -> Json:
    """Return the head of the individuals, shown before the long parts are read."""
    return {name: individuals[name] for name in ("count", "total", "sampled")}


def json_in_html(value: object) -> str:
    r"""Write JSON that is safe in a script element.

    Examples
    --------
    >>> json_in_html({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    return page_json(value).translate(_UNSAFE)


def _part(name: str) -> str:
    """Return a file of the front end, which ``make front`` has built."""
    return files("owlboost.report").joinpath("page", name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}"
