"""``owlboost bench``."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli.command import spread
from owlboost.cli.examples import open_examples
from owlboost.cli.learner_options import (
    PAPER,
    EngineOptions,
    Grid,
    LearnerOptions,
    ProtocolOptions,
    SuiteProtocol,
    named_algorithms,
)
from owlboost.cli.messages import worded
from owlboost.cli.options import ExampleOptions, OntologyOptions, TableOptions
from owlboost.cli.source import open_table
from owlboost.errors import DataError, Message
from owlboost.runtime.files import atomic_path

if TYPE_CHECKING:
    from owlboost.data.examples import Examples
    from owlboost.evaluation.benchmark import Plan, TaskLoader, TaskResult
    from owlboost.evaluation.datasets import LocalTask
    from owlboost.report.suite_summary import Summary
    from owlboost.runtime.array_types import Mask
    from owlboost.runtime.engine import Engine


@spread
def bench(
    *,
    suite: Annotated[
        str, typer.Option(metavar="NAME", help="paper, smlbench, quick, or one task.")
    ] = "quick",
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder with the data sets. Default: $OWLBOOST_DATA, or download them.",
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder for the results; an interrupted run continues from there.",
        ),
    ] = Path("owlboost-bench"),
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="A,B", help="Algorithms, separated by commas; the first is the baseline."
        ),
    ] = "foil,boost,gradient",
    protocol: Annotated[
        SuiteProtocol | None,
        typer.Option(
            help="What is an example: paper, all individuals, refined without lookahead; or "
            "lists, those that are listed.",
            show_default="paper for the suite paper, else lists",
        ),
    ] = None,
    grid: Annotated[Grid, typer.Option(help="Which configurations to compare.")] = PAPER,
    plot: Annotated[
        bool,
        typer.Option(
            "--plot", help="Also draw paired figures, improvements, ranks and fuzzy sets (SVG)."
        ),
    ] = False,
    division: ProtocolOptions,
    options: LearnerOptions,
    engine: EngineOptions,
) -> None:
    """Run a suite of public learning problems and compare algorithms on it.

    Writes summary.md, summary.csv, summary.json, placings.csv with the best of each placing of
    fuzzy sets, and a RUN.json for each task and algorithm. If the command is interrupted, run it
    again to continue.

    Example: owlboost bench --suite paper --data datasets -o results
    """
    from owlboost.evaluation.benchmark import Plan, protocol_of, registry_loader
    from owlboost.evaluation.datasets import data_folder, registry

    name = protocol_of(suite) if protocol is None else protocol.value
    divided = replace(division.protocol(), name=name)
    plan = Plan(
        learners=tuple(
            options.learner(name, random_state=divided.seed) for name in named_algorithms(algorithm)
        ),
        grid=grid.value,
        protocol=divided,
        fixed=options.given,
    )
    load = registry_loader(registry(), data_folder(data), open_task, plan.setting)
    results = _run(suite, plan, engine.started(), load, output)
    _deliver(suite, results, output, load if plot else None)


def _run(
    suite: str, plan: "Plan", engine: "Engine", load: "TaskLoader", output: Path
) -> "list[TaskResult]":
    """Run a suite with progress, writing each run when done."""
    from owlboost.cli.progress import kept_folds, suite_shown
    from owlboost.evaluation.benchmark import run_suite
    from owlboost.evaluation.datasets import registry
    from owlboost.evaluation.evaluate import RunContext
    from owlboost.evaluation.fold_store import FoldStore

    tasks = registry().suite(suite)
    store = FoldStore(output / "folds")
    running = RunContext(engine, store)
    results = []
    with store.held(), kept_folds(store), suite_shown(len(tasks)) as on_task:
        for result in run_suite(tasks, load, plan, running, on_task):
            results.append(result)
            _keep(result, output)
    return results


def open_task(local: "LocalTask") -> "tuple[Examples, Mask]":
    """Open the files of a task."""
    for remark in local.remarks:
        typer.echo(f"note: {remark}", err=True)
    task = local.task
    if task.columns is not None:
        options = TableOptions(columns=",".join(task.columns))
        return open_table(local.source, options).examples(task.target or "")
    wanted = ExampleOptions(
        positives=local.positives, negatives=local.negatives, hide=list(task.hide)
    )
    return open_examples(local.source, wanted, OntologyOptions(), TableOptions(), quiet=True)


def _keep(result: "TaskResult", output: Path) -> None:
    """Write the runs of a task as soon as they are done."""
    from owlboost.evaluation.run_file import save_run

    folder = output / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    for run in result.runs:
        save_run(run, folder / f"{result.task.name}.{run.algorithm}.json")


def _worded(result: "TaskResult") -> "TaskResult":
    """Write the reasons of a task that was not run with options."""
    return replace(result, missing=worded(result.missing), failed=worded(result.failed))


def _nothing_run(results: "list[TaskResult]") -> DataError:
    """Return the error that no task could be run.

    It has the first reason, or how to get the data.
    """
    from owlboost.evaluation.datasets import registry, where_to_get

    if len(results) == 1 or any(result.failed for result in results):
        return DataError(next(result.failed or result.missing for result in results))
    datasets = registry().datasets
    hint = where_to_get(datasets[result.task.dataset] for result in results)
    first = results[0].task.dataset
    return DataError(Message(f"The data are not at hand ({first} and others). ", hint))


def _deliver(
    suite: str, results: "list[TaskResult]", output: Path, load: "TaskLoader | None"
) -> None:
    """Write and print the summary, and draw it.

    Without a loader nothing is drawn. Exit 1 if a task failed.
    """
    from owlboost.report import suite_summary as summaries

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


def _draw(summary: "Summary", output: Path) -> None:
    from owlboost.report.score_plots import improvement_plot, paired_plot, rank_plot

    paired_plot(summary, output / "paired.svg")
    for name in summary.comparisons:
        improvement_plot(summary, output / f"improvement.{name}.svg", name)
    if len(summary.ranks) > 1:
        rank_plot(summary, output / "ranks.svg")


def _draw_sets(results: "list[TaskResult]", load: "TaskLoader", folder: Path) -> None:
    """Draw the fuzzy sets of each placing for each task.

    Each placing has as many sets as in its best run.

    During the run each fold placed them by its own training values.
    """
    from owlboost.features.partitions import fit_partitions
    from owlboost.report.score_plots import sets_plot

    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        runs = [run for run in result.runs if run.best_by_fuzzify]
        if not runs:
            continue
        best = max(runs, key=lambda run: run.winner.scores.fuzzy_crisp_f1 or 0.0)
        kb = load(result.task)[0].source.knowledge_base()
        fitted = {}
        for placing, number in best.best_by_fuzzify.items():
            n_sets = best.configurations[number].parameters["sets"]
            fitted[f"{placing}, {n_sets} sets"] = fit_partitions(kb, n_sets, placing)
        if any(fitted.values()):
            sets_plot(fitted, folder / f"{result.task.name}.svg", best.lexicon)
