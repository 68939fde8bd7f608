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
from owlboost.cli.options import ExampleOptions, OntologyOptions, TableOptions, everywhere
from owlboost.cli.source import open_table

if TYPE_CHECKING:
    from owlboost.data.examples import Examples
    from owlboost.evaluation.datasets import LocalTask
    from owlboost.runtime.array_types import Mask


@spread
def bench(
    *,
    suite: Annotated[
        str, everywhere("--suite NAME", "paper, smlbench, quick, or one task.")
    ] = "quick",
    data: Annotated[
        Path | None,
        everywhere(
            "--data DIR",
            "Folder with the data sets. Default: $OWLBOOST_DATA, or download them.",
            parameter="folder",
        ),
    ] = None,
    output: Annotated[
        Path,
        everywhere(
            "--output -o DIR",
            "Folder for the results; an interrupted run continues from there.",
            role="output",
        ),
    ] = Path("owlboost-bench"),
    algorithm: Annotated[
        str,
        everywhere(
            "--algorithm A,B", "Algorithms, separated by commas; the first is the baseline."
        ),
    ] = "foil,boost,gradient",
    protocol: Annotated[
        SuiteProtocol | None,
        everywhere(
            "--protocol",
            "What is an example: paper, all individuals, refined without lookahead; or "
            "lists, those that are listed.",
            show_default="paper for the suite paper, else lists",
        ),
    ] = None,
    grid: Annotated[Grid, everywhere("--grid", "Which configurations to compare.")] = PAPER,
    plot: Annotated[
        bool,
        everywhere("--plot", "Also draw paired figures, improvements, ranks and fuzzy sets (SVG)."),
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
    from owlboost.cli.run_output import deliver_suite, watched_suite
    from owlboost.evaluation import benchmark, datasets

    name = benchmark.protocol_of(suite) if protocol is None else protocol.value
    divided = replace(division.protocol(), name=name)
    plan = benchmark.Plan(
        learners=tuple(
            options.learner(name, random_state=divided.seed) for name in named_algorithms(algorithm)
        ),
        grid=grid.value,
        protocol=divided,
        fixed=options.given,
    )
    load = benchmark.registry_loader(
        datasets.registry(), datasets.data_folder(data), open_task, plan.setting
    )
    results = watched_suite(suite, plan, engine.started(), load, output)
    deliver_suite(suite, results, output, load if plot else None)


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
