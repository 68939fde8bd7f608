"""``owlboost demo``: the main job on data that comes with the package's dependencies."""

from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.learning import deliver, train_watched
from owlboost.cli.sources import TableOptions, open_table


def demo(
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to put the files.")
    ] = Path("owlboost-demo"),
) -> None:
    """Learn from the measures of 150 flowers what an Iris versicolor is.

    Example: owlboost demo -o /tmp/owlboost-demo
    """
    from owlboost.evaluation.samples import write_iris_table
    from owlboost.learners.settings import Settings

    folder.mkdir(parents=True, exist_ok=True)
    table, model = folder / "iris.csv", folder / "versicolor.json"
    write_iris_table(table)
    target = "species=versicolor"
    typer.echo(f"$ owlboost learn {table} --target {target} --sets 3 --rounds 3 -o {model}\n")
    problem = open_table(table, TableOptions()).problem(target)
    trained, _ = train_watched(problem, Settings(n_sets=3, n_rounds=3), table)
    deliver(trained, model)
    typer.echo(f"\nNow try: owlboost predict {model} {table} --individual row1 --individual row60")
