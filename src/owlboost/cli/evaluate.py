"""``owlboost evaluate``: its options, and the figures it shows."""

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table as RichTable

from owlboost.cli.command import STANDARD, spread
from owlboost.cli.examples import open_examples, source_record
from owlboost.cli.learner_options import (
    DEFAULT_ALGORITHM,
    PAPER,
    AlgorithmOption,
    EngineOptions,
    Grid,
    GuidanceOptions,
    LearnerOptions,
    ProtocolOptions,
)
from owlboost.cli.messages import say
from owlboost.cli.options import (
    DefinitionFlag,
    ExampleOptions,
    OntologyOptions,
    SourceFile,
    TableOptions,
)
from owlboost.cli.terminal import colours
from owlboost.evaluation.folds import Protocol, distinct_examples
from owlboost.evaluation.grid import grid as configurations_of
from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.run import ConfigurationResult, RunResult, Scores
from owlboost.models.measures import Measure, counts_text, shown_in
from owlboost.report.number_text import ABSENT, figure, number, with_brief_deviation
from owlboost.runtime.files import require_writable
from owlboost.tables.suffixes import is_table_path

if TYPE_CHECKING:
    from owlboost.data.examples import Examples
    from owlboost.evaluation.evaluate import RunContext
    from owlboost.learners.learner import Learner
    from owlboost.runtime.array_types import Answers


@spread
def evaluate(
    source: SourceFile,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="RUN.json",
            help="Where to write the result; - for standard output.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    grid: Annotated[
        Grid,
        typer.Option(
            help="Which configurations to compare: those of a grid, or only the one given."
        ),
    ] = PAPER,
    distinct: Annotated[
        bool,
        typer.Option(
            "--distinct", help="Keep only one of several examples with the same facts and label."
        ),
    ] = False,
    protocol: ProtocolOptions,
    examples: ExampleOptions,
    definition: DefinitionFlag = False,
    algorithm: AlgorithmOption = DEFAULT_ALGORITHM,
    options: LearnerOptions,
    guidance: GuidanceOptions,
    engine: EngineOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Cross-validate a learner: F1, fuzzy F1, MSE and more, for a grid of configurations.

    With -o, finished folds are kept in RUN.json.part until all are done; if the command is
    interrupted, run it again to continue.

    Example: owlboost evaluate iris.csv --target species=setosa --nested -o setosa-run.json
    """
    from owlboost.evaluation.evaluate import RunContext
    from owlboost.evaluation.fold_store import FoldStore

    if output == STANDARD:
        output, as_json = None, True
    if output is not None:
        require_writable(output)
    learner = guidance.guided(options.learner(algorithm, random_state=protocol.seed))
    configurations = configurations_of(grid.value, learner)
    division, started = protocol.protocol(), engine.started()
    if definition:
        examples, division = (
            examples.defining(of_table=is_table_path(source)),
            replace(division, definition=True),
        )
    X, y = open_examples(source, examples, ontology, table)
    if distinct:
        X, y = distinct_examples(X, y)
    store = None if output is None else FoldStore(output.with_name(f"{output.name}.part"))
    running = RunContext(started, store, fold_fingerprint(source, examples, ontology, table))
    with nullcontext() if store is None else store.held():
        run = _run_watched(configurations, X, y, division, source, running)
        say(run.remarks)
        _deliver(run, output, as_json=as_json)
        if store is not None:
            store.remove()


def fold_fingerprint(
    source: Path, examples: ExampleOptions, ontology: OntologyOptions, table: TableOptions
) -> str:
    """Return the key of finished folds on disk, besides the examples.

    Classes and attributes are spelt by constants: renaming one must not change the text, or the
    folds of an interrupted run are not found again.
    """
    record = source_record(source, examples, ontology)
    return json.dumps([record, _examples_text(examples), _table_text(table)])


def _examples_text(wanted: ExampleOptions) -> str:
    return (
        f"ExampleOptions(target={wanted.target!r}, target_range={wanted.target_range!r}, "
        f"graded={wanted.graded!r}, positives={wanted.positives!r}, "
        f"negatives={wanted.negatives!r}, problem={wanted.problem!r}, scope={wanted.scope!r}, "
        f"background={_choice_text('Background', wanted.background)}, unknown={wanted.unknown!r}, "
        f"hide={wanted.hide!r}, sets_from={wanted.sets_from!r})"
    )


def _table_text(table: TableOptions) -> str:
    return (
        f"TableOptions(no_header={table.no_header!r}, columns={table.columns!r}, "
        f"id_column={table.id_column!r}, categorical={table.categorical!r}, "
        f"numeric={table.numeric!r}, drop={table.drop!r}, encoding={table.encoding!r}, "
        f"decimal={_choice_text('Decimal', table.decimal)}, "
        f"dates={_choice_text('DateOrder', table.dates)}, calendar={table.calendar!r}, "
        f"texts={table.texts!r}, sheet={table.sheet!r}, "
        f"out_of_core={_choice_text('OutOfCoreMode', table.out_of_core)})"
    )


def _choice_text(kind: str, choice: StrEnum | None) -> str:
    return "None" if choice is None else f"<{kind}.{choice.name}: {choice.value!r}>"


def _run_watched(
    configurations: "tuple[Learner, ...]",
    X: "Examples",
    y: "Answers",
    division: "Protocol",
    source: Path,
    running: "RunContext",
) -> "RunResult":
    """Evaluate with progress on stderr; Ctrl-C keeps finished folds."""
    from owlboost.cli.progress import folds_shown, kept_folds
    from owlboost.evaluation.evaluate import evaluate as evaluate_examples

    with kept_folds(running.store), folds_shown(source.stem) as on_fold:
        return evaluate_examples(
            configurations,
            X,
            y,
            folds=division,
            dataset=source.name,
            running=replace(running, on_fold=on_fold),
        )


def _deliver(run: "RunResult", output: Path | None, *, as_json: bool) -> None:
    """Print the run, as a table or JSON, and write its file."""
    from owlboost.evaluation.run_file import run_text, save_run

    if output is not None:
        save_run(run, output)
    if as_json:
        typer.echo(run_text(run))
    else:
        print_run(run)
    if output is not None:
        typer.echo(f"Results written to {output}", err=True)


_WIDTH = 110

_CHOICE = ("", "θ", "sets")

_FEW_EXAMPLES = 100
"""Suggest repeats below this number of examples: one division into folds is unreliable."""


def print_run(run: RunResult) -> None:
    """Print the best configurations, the nested figure and the baseline ⊤."""
    console = Console(width=_WIDTH, highlight=False, color_system=colours())
    star = "★ " if run.starred else ""
    protocol = "trained and tested on the same examples" if run.starred else _protocol_text(run)
    console.print(
        f"{star}{run.lexicon.name(run.target)}, {run.algorithm}: {run.examples_text}, "
        f"{_background(run)}{protocol}",
        markup=False,
    )
    titles = [*_CHOICE, *(measure.brief_heading for measure in run.measures), "rules", "seconds"]
    console.print(_grid(titles, list(_cells(run))))
    if run.given_sets is not None:
        console.print(f"Given sets: {run.given_sets.text(run.lexicon)}.", markup=False)
    counts = _counts(run)
    if counts:
        console.print(counts, markup=False)
    rates = _rates(run)
    if rates:
        console.print(rates, markup=False)
    deviations = _spread_text(run)
    if deviations:
        console.print(deviations, markup=False)


def _grid(titles: list[str], rows: list[list[str]]) -> RichTable:
    """Lay out rows in a table, without empty columns."""
    grid = RichTable(box=None, header_style="bold", pad_edge=False)
    filled = [
        any(cell not in ("", ABSENT) for cell in column) for column in zip(*rows, strict=True)
    ]
    for position, title in enumerate(titles):
        if filled[position]:
            figures = position >= len(_CHOICE)
            grid.add_column(title, justify="right" if figures else "left", no_wrap=figures)
    for row in rows:
        grid.add_row(*compress(row, filled))
    return grid


def _cells(run: RunResult) -> Iterator[list[str]]:
    """Yield the rows of the table, each with all its columns."""
    for label, configuration in _rows(run):
        chosen = shown_parameters(run.algorithm, configuration.parameters)
        sets = f"{chosen['sets']} {chosen['fuzzify']}"
        if run.given_sets is not None:
            sets = run.given_sets.beside(sets)
        yield [label, chosen["theta"], sets, *_figures(configuration.scores, run.measures)]
    if run.nested is not None:
        yield ["nested", "", "", *_figures(run.nested.scores, run.measures)]
    yield [run.baseline, "", "", *_figures(run.top, run.measures)]


def _counts(run: RunResult) -> str:
    """Return the counts behind precision and recall over all test examples."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    text = counts_text(scores.figures, len(scores.folds) / run.protocol.repeats)
    return f"Over all test examples: {text}." if text else ""


def _rates(run: RunResult) -> str:
    """Return how answers compare with the source, if some are unknown."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    figures = scores.figures
    rates = [
        f"{measure.heading} {number(figures[measure.name])}"
        for measure in shown_in("rates")
        if measure.name in figures
    ]
    return f"Answers beside what the ontology says: {', '.join(rates)}." if rates else ""


def _spread_text(run: RunResult) -> str:
    """Return how figures vary with the folds, or how to find out."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    varying = [measure for measure in run.measures if _has_deviation(measure)]
    deviations = {measure: scores.repeat_deviation(measure.name) for measure in varying}
    texts = [
        f"{measure.heading} ±{number(deviation)}"
        for measure, deviation in deviations.items()
        if deviation is not None
    ]
    if texts:
        return f"The means vary between repeats with different folds: {', '.join(texts)}."
    if run.starred or run.examples >= _FEW_EXAMPLES:
        return ""
    return (
        f"{run.examples} examples are few. Use --repeats 5 to see how much these figures depend on "
        "chance."
    )


def _background(run: RunResult) -> str:
    return f"{run.background} others weighing in, " if run.background else ""


def _protocol_text(run: RunResult) -> str:
    times = f" × {run.protocol.repeats}" if run.protocol.repeats > 1 else ""
    masked = ", labels masked" if run.protocol.mask else ""
    return f"{run.protocol.folds} folds{times}{masked}, mean ± s.d."


def _rows(run: RunResult) -> Iterator[tuple[str, ConfigurationResult]]:
    yield "best", run.winner
    for position in run.best_by_fuzzify.values():
        if position != run.best:
            yield "next", run.configurations[position]


def _has_deviation(measure: Measure) -> bool:
    """Whether the deviation of a measure is shown."""
    return "repeats" in measure.shown or measure.basis == "grade"


def _figures(scores: Scores, measures: Sequence[Measure]) -> Iterator[str]:
    """Yield the figures of a row, with deviations of some measures."""
    figures, deviations = scores.figures, scores.deviation if len(scores.folds) > 1 else {}
    for measure in measures:
        deviation = deviations.get(measure.name) if _has_deviation(measure) else None
        yield with_brief_deviation(measure.name, figures.get(measure.name), deviation)
    yield from (figure(name, figures.get(name)) for name in ("rules", "seconds"))
