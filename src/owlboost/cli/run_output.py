"""Runs of an evaluation or a suite: with progress, printed, written."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from owlboost.cli.messages import colours, worded
from owlboost.errors import DataError, Message
from owlboost.evaluation.benchmark import Plan, TaskLoader, TaskResult, run_suite
from owlboost.evaluation.datasets import registry, where_to_get
from owlboost.evaluation.evaluate import EvaluationContext, evaluate
from owlboost.evaluation.fold_store import FoldStore
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.run import ConfigurationResult, RunResult, Scores
from owlboost.evaluation.run_file import run_text, save_run
from owlboost.features.partitions import fit_partitions
from owlboost.models.measures import Measure, counts_text, shown_in
from owlboost.report import suite_summary as summaries
from owlboost.report.number_text import ABSENT, figure, number, with_brief_deviation
from owlboost.report.score_plots import improvement_plot, paired_plot, rank_plot, sets_plot
from owlboost.report.suite_summary import Summary
from owlboost.runtime.engine import Engine
from owlboost.runtime.files import atomic_path
from owlboost.runtime.signals import explained

if TYPE_CHECKING:
    from owlboost.data.examples import Examples
    from owlboost.evaluation.datasets import Task
    from owlboost.learners.learner import Learner
    from owlboost.runtime.array_types import Answers


@contextmanager
def folds_shown(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show on stderr the number of finished folds and the time left."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("folds, time left"),
        TimeRemainingColumn(),
        console=Console(stderr=True, color_system=colours()),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with nullcontext() if progress.disable else progress:  # disabled, it may print an empty line
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def kept_folds(store: "FoldStore | None") -> Iterator[None]:
    """On Ctrl-C, print the place of finished folds, and exit 130."""
    if store is None:
        yield
        return
    sentence = (
        f"owlboost: interrupted. Finished folds are kept in {store.folder}; run the same command "
        "again to continue."
    )
    try:
        with explained(sentence):
            yield
    except KeyboardInterrupt:
        typer.echo(sentence, err=True)
        raise typer.Exit(130) from None


@contextmanager
def suite_shown(n_tasks: int) -> "Iterator[Callable[[Task], Callable[[int, int], None]]]":
    """Show on stderr the current task and its progress."""
    started = 0
    with folds_shown("") as on_fold:

        def on_task(task: "Task") -> Callable[[int, int], None]:
            nonlocal started
            started += 1
            if not sys.stderr.isatty():
                typer.echo(f"{started}/{n_tasks} {task.name}", err=True)
            on_fold(0, 1)
            return on_fold

        yield on_task


@contextmanager
def watched_run(
    configurations: "tuple[Learner, ...]",
    examples: "tuple[Examples, Answers]",
    division: Protocol,
    source: Path,
    engine: Engine,
    output: Path | None,
    key: str,
) -> Iterator[RunResult]:
    """Evaluate with progress on stderr; finished folds are kept on the way.

    They lie in a folder beside the output, by their key, until the block ends without an error.
    """
    store = None if output is None else FoldStore(output.with_name(f"{output.name}.part"))
    with nullcontext() if store is None else store.held():
        with kept_folds(store), folds_shown(source.stem) as on_fold:
            run = evaluate(
                configurations,
                *examples,
                folds=division,
                dataset=source.name,
                running=EvaluationContext(engine, store, key, on_fold),
            )
        yield run
        if store is not None:
            store.remove()


def deliver_run(run: RunResult, output: Path | None, *, as_json: bool) -> None:
    """Print the run, as a table or JSON, and write its file."""
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


def watched_suite(
    suite: str, plan: Plan, engine: Engine, load: TaskLoader, output: Path
) -> list[TaskResult]:
    """Run a suite with progress, writing each run when done."""
    tasks = registry().suite(suite)
    store = FoldStore(output / "folds")
    running = EvaluationContext(engine, store)
    results = []
    with store.held(), kept_folds(store), suite_shown(len(tasks)) as on_task:
        for result in run_suite(tasks, load, plan, running, on_task):
            results.append(result)
            _keep(result, output)
    return results


def _keep(result: TaskResult, output: Path) -> None:
    """Write the runs of a task as soon as they are done."""
    folder = output / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    for run in result.runs:
        save_run(run, folder / f"{result.task.name}.{run.algorithm}.json")


def _worded(result: TaskResult) -> TaskResult:
    """Write the reasons of a task that was not run with options."""
    return replace(result, missing=worded(result.missing), failed=worded(result.failed))


def _nothing_run(results: list[TaskResult]) -> DataError:
    """Return the error that no task could be run.

    It has the first reason, or how to get the data.
    """
    if len(results) == 1 or any(result.failed for result in results):
        return DataError(next(result.failed or result.missing for result in results))
    datasets = registry().datasets
    hint = where_to_get(datasets[result.task.dataset] for result in results)
    first = results[0].task.dataset
    return DataError(Message(f"The data are not at hand ({first} and others). ", hint))


def deliver_suite(
    suite: str, results: list[TaskResult], output: Path, load: TaskLoader | None
) -> None:
    """Write and print the summary, and draw it.

    Without a loader nothing is drawn. Exit 1 if a task failed.
    """
    if not any(result.runs for result in results):
        raise _nothing_run(results)
    summary = summaries.summarise(suite, [_worded(result) for result in results])
    text = summaries.markdown_text(summary)
    for name, content in (
        ("summary.md", text),
        ("summary.csv", summaries.csv_text(summary)),
        ("placings.csv", summaries.placings_csv_text(summary)),
        ("summary.json", summaries.json_text(summary)),
    ):
        with atomic_path(output / name) as temporary:
            temporary.write_text(content, encoding="utf-8")
    typer.echo(text, nl=False)
    if load is not None:
        _draw(summary, output)
        _draw_sets(results, load, output / "sets")
    typer.echo(f"Results written to {output}", err=True)
    if any(result.failed for result in results):
        raise typer.Exit(1)


def _draw(summary: Summary, output: Path) -> None:
    paired_plot(summary, output / "paired.svg")
    for name in summary.comparisons:
        improvement_plot(summary, output / f"improvement.{name}.svg", name)
    if len(summary.ranks) > 1:
        rank_plot(summary, output / "ranks.svg")


def _draw_sets(results: list[TaskResult], load: TaskLoader, folder: Path) -> None:
    """Draw the fuzzy sets of each placing for each task.

    Each placing has as many sets as in its best run.

    During the run each fold placed them by its own training values.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        runs = [run for run in result.runs if run.best_by_fuzzify]
        if not runs:
            continue
        best = max(runs, key=lambda run: run.winner.scores.fuzzy_crisp_f1 or 0.0)
        kb = load(result.task)[0].source.knowledge_base()
        fitted = {}
        for placing, position in best.best_by_fuzzify.items():
            n_sets = best.configurations[position].parameters["sets"]
            if isinstance(n_sets, int):  # several granularities are no one placing
                fitted[f"{placing}, {n_sets} sets"] = fit_partitions(kb, n_sets, placing)
        if any(fitted.values()):
            sets_plot(fitted, folder / f"{result.task.name}.svg", best.lexicon)
