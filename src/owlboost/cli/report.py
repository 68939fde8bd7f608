"""``owlboost report``."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import owlboost
from owlboost.cli.command import spread
from owlboost.cli.examples import labels_asked, labels_of, names_examples, problem_of, remarks_of
from owlboost.cli.messages import say, worded
from owlboost.cli.options import Argument, LabelOptions, OntologyOptions, TableOptions, everywhere
from owlboost.cli.source import CommandSource, open_rules
from owlboost.errors import ExamplesError, ParameterError, SourceError, UnknownNameError
from owlboost.models.source import source_from
from owlboost.runtime.files import read_bytes, require_writable

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel
    from owlboost.report.views.applied import Labelled


_SUITE = "owlboost/bench"
_RUN = "owlboost/run"
_MODEL = "owlboost/model"


@dataclass(frozen=True, slots=True)
class _SortedFiles:
    """Files by their content."""

    models: list[Path]
    runs: list[Path]
    suites: list[Path]
    source: Path | None


@spread
def report(
    files: Annotated[
        list[Path],
        Argument(
            "MODEL|RUN.json... [SOURCE]",
            "Models, runs or a bench's summary.json; after models, what to show them on.",
        ),
    ],
    *,
    output: Annotated[
        Path,
        everywhere("--output -o FILE.html", "Where to write the page.", role="output"),
    ],
    most: Annotated[
        int, everywhere("--most N", "How many individuals the page holds at most.", min=0)
    ] = 200_000,
    bootstrap: Annotated[
        int,
        everywhere(
            "--bootstrap N", "Learn N times from samples, to tell how often rules come back.", min=0
        ),
    ] = 0,
    labels: LabelOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Write one page that shows models and evaluations, and opens offline.

    With a SOURCE the page shows whom each rule covers, how far degrees tell positives from
    negatives, and why every individual has its degree; values can be changed to see what follows.
    Who is positive is looked up as it was for learning, unless options say otherwise.

    Example: owlboost report setosa.json iris.csv -o setosa.html
    """
    from owlboost.report import html_report, stability
    from owlboost.report.views.runs import load_suite

    require_writable(output)
    inputs = _sort_files(files)
    source = None if inputs.source is None else CommandSource(inputs.source, ontology, table)
    models = [_open_model(path, source, labels) for path in inputs.models]
    recurring = []
    if bootstrap and source is not None:
        problems = [
            (model, problem_of(source, labels_asked(labels, model), model)) for model, _ in models
        ]
        recurring = [stability.recurrences(*problem, bootstrap) for problem in problems]
    if models and inputs.source is None:
        say(("without a SOURCE the page shows the rules, but no individuals",))
    if bootstrap and inputs.source is None:
        say(("--bootstrap has no effect without a SOURCE",))
    runs = [owlboost.load_run(path) for path in inputs.runs]
    for path, run in zip(inputs.runs, runs, strict=True):
        is_same_problem = [stability.is_of_same_problem(model, run) for model, _ in models]
        say(tuple(_notes_on_run(path, run, is_same_problem)))
    comparison, suite = load_suite(inputs.suites[0]) if inputs.suites else (None, None)
    view = html_report.report_of(
        models, runs, comparison=comparison, suite=suite, most=most, stability=recurring
    )
    html_report.save_page(view, output)
    typer.echo(f"Report written to {output}: open it in a browser", err=True)


def _notes_on_run(
    path: Path, run: "owlboost.RunResult", is_same_problem: list[bool]
) -> Iterator[str]:
    """Yield a note on a run that does not show how stable the rules of models are."""
    if is_same_problem and not any(is_same_problem):
        yield (
            f"{path} evaluates another target, algorithm or set of examples, so it does not "
            "tell how often the rules of the model come back"
        )
    elif is_same_problem and not run.rules:
        yield (
            f"{path} holds no rules of its folds; evaluate again to see how often the rules of "
            "the model come back"
        )


def _sort_files(files: list[Path]) -> _SortedFiles:
    """Sort files by their formats; the source is the last."""
    kinds = [_format(path) for path in files]
    last = len(files) - 1
    source = files[last] if last > 0 and kinds[last] is None else None
    if source is None and kinds[last] is None and source_from(files[last]).kind == "table":
        raise ParameterError(
            f"{files[last]} is a table. Give the model before it, as in: owlboost report "
            f"MODEL.json {files[last].name} -o FILE.html"
        )
    inputs = list(zip(files, kinds, strict=True))[: last if source is not None else None]
    ordered = _SortedFiles(
        [path for path, kind in inputs if kind in (_MODEL, None)],
        [path for path, kind in inputs if kind == _RUN],
        [path for path, kind in inputs if kind == _SUITE],
        source,
    )
    if source is not None and not ordered.models:
        raise ParameterError(
            f"{source} is neither a model nor a run; a SOURCE needs a model before it."
        )
    if len(ordered.suites) > 1 or (ordered.suites and ordered.runs):
        raise ParameterError("A page compares runs, or shows one summary.json, not both.")
    return ordered


def _format(path: Path) -> str | None:
    """Return the format of a JSON file of ours."""
    if path.suffix.lower() != ".json":
        return None
    try:
        data = json.loads(read_bytes(path).decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    kind = data.get("format") if isinstance(data, dict) else None
    return kind if kind in (_MODEL, _RUN, _SUITE) else None


def _open_model(
    path: Path, source: CommandSource | None, wanted: LabelOptions
) -> "tuple[TrainedModel, Labelled | None]":
    """Open a model and the data it is shown on."""
    if source is None:
        return open_rules(path, None, OntologyOptions(), TableOptions()), None
    import numpy as np

    from owlboost.report.views.applied import Labelled

    model, kb = source.model(path)
    try:
        examples, positive = labels_of(source, labels_asked(wanted, model), model)
    except (ExamplesError, ParameterError, SourceError, UnknownNameError) as error:
        if names_examples(wanted):
            raise
        reason = worded(error.message).rstrip(".")
        say((f"the page does not tell who is positive: {reason[:1].lower()}{reason[1:]}",))
        return model, Labelled(kb, remarks=remarks_of(source))
    individuals = np.array(examples, dtype=np.int32)
    return model, Labelled.from_labels(
        kb, individuals, positive, remarks_of(source), model.target_range
    )
