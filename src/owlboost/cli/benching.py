"""``owlboost bench``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli import learner_options as lo
from owlboost.cli import options as opt
from owlboost.cli import protocol_options as po
from owlboost.cli.sources import TableOptions, open_table
from owlboost.errors import DataError, SourceError

if TYPE_CHECKING:
    from owlboost._typing import Mask
    from owlboost.evaluation.benchmarking import TaskResult
    from owlboost.evaluation.registry import LocalTask
    from owlboost.model.examples import Examples


def bench(
    *,
    suite: Annotated[
        str, typer.Option(metavar="NAME", help="paper, smlbench, quick, or one task.")
    ] = "quick",
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder of data sets; else $OWLBOOST_DATA, else they are downloaded.",
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="Where results go, and go on from."),
    ] = Path("owlboost-bench"),
    algorithm: Annotated[
        list[opt.Algorithm] | None,
        typer.Option(help="Repeatable; the first is the baseline.", show_default="foil, boost"),
    ] = None,
    grid: Annotated[po.Grid, typer.Option(help="Configurations to compare.")] = po.Grid.PAPER,
    folds: po.Folds = 5,
    repeats: po.Repeats = 1,
    nested: po.Nested = False,
    mask: po.Masked = False,
    seed: po.Seed = 0,
    rounds: lo.Rounds = 10,
    time_limit: lo.TimeLimit = None,
    plot: Annotated[
        bool, typer.Option("--plot", help="Also draw paired figures and ranks (SVG).")
    ] = False,
    jobs: po.Jobs = -1,
    engine: po.EngineChoice = po.EngineName.LOCAL,
    scheduler: po.Scheduler = None,
) -> None:
    """Run a suite of public learning problems and compare algorithms on it.

    Writes summary.md, summary.csv, summary.json and a RUN.json for each task and algorithm. The
    same command goes on where a killed one stopped.

    Example: owlboost bench --suite paper --data datasets -o results
    """
    from owlboost.cli.evaluation_output import suite_shown
    from owlboost.evaluation import benchmarking as bm
    from owlboost.evaluation import datasets, engines
    from owlboost.evaluation.evaluating import Running
    from owlboost.evaluation.folds import Protocol
    from owlboost.evaluation.registry import registry
    from owlboost.evaluation.stores import FoldStore
    from owlboost.learners.settings import Settings

    plan = bm.Plan(
        algorithms=tuple(
            one.value for one in algorithm or (opt.Algorithm.FOIL, opt.Algorithm.BOOST)
        ),
        base=Settings(n_rounds=rounds, time_limit=time_limit),
        grid=grid.value,
        protocol=Protocol(folds=folds, repeats=repeats, seed=seed, mask=mask, nested=nested),
    )
    tasks = registry().suite(suite)
    load = bm.registry_loader(registry(), datasets.data_folder(data), open_task)
    running = Running(engines.engine(engine.value, jobs, scheduler), FoldStore(output / "folds"))
    results = []
    with suite_shown(len(tasks)) as on_task:
        for result in bm.run_suite(tasks, load, plan, running, on_task):
            results.append(result)
            _keep(result, output)
    _deliver(suite, results, output, plot=plot)


def open_task(local: "LocalTask") -> "tuple[Examples, Mask]":
    """Open the files of a task."""
    for remark in local.remarks:
        typer.echo(f"note: {remark}", err=True)
    task = local.task
    if task.target is None or task.columns is None:
        raise SourceError(f"{local.source.name} is an ontology, and only tables can be read.")
    return open_table(local.source, TableOptions(columns=",".join(task.columns))).examples(
        task.target
    )


def _keep(result: "TaskResult", output: Path) -> None:
    """Write the runs of a task as soon as they are done."""
    from owlboost.evaluation.runs import save_run

    folder = output / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    for run in result.runs:
        save_run(run, folder / f"{result.task.name}.{run.algorithm}.json")


def _deliver(suite: str, results: "list[TaskResult]", output: Path, *, plot: bool) -> None:
    """Write and print the summary; exit 1 if a task failed."""
    from owlboost.evaluation import summaries

    if not any(result.runs for result in results):
        raise DataError(next(result.missing or result.failed for result in results))
    summary = summaries.summarise(suite, results)
    text = summaries.markdown_text(summary)
    for name, content in (
        ("summary.md", text),
        ("summary.csv", summaries.csv_text(summary)),
        ("summary.json", summaries.json_text(summary)),
    ):
        (output / name).write_text(content, encoding="utf-8")
    typer.echo(text, nl=False)
    if plot:
        from owlboost.evaluation.plots import paired_plot, rank_plot

        paired_plot(summary, output / "paired.svg")
        if len(summary.ranks) > 1:
            rank_plot(summary, output / "ranks.svg")
    typer.echo(f"The results are in {output}", err=True)
    if any(result.failed for result in results):
        raise typer.Exit(1)
