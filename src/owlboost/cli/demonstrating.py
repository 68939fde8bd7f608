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
    """Learn what makes a wine of the second cultivar, from 178 chemical analyses.

    Example: owlboost demo -o /tmp/owlboost-demo
    """
    from owlboost.evaluation.samples import write_wine_table
    from owlboost.learners.settings import Settings

    folder.mkdir(parents=True, exist_ok=True)
    table, model = folder / "wine.csv", folder / "wine2.json"
    write_wine_table(table)
    target = "cultivar=2"
    typer.echo(f"$ owlboost learn {table} --target {target} --sets 3 -o {model}\n")
    problem = open_table(table, TableOptions()).problem(target)
    trained, _ = train_watched(problem, Settings(n_sets=3), table)
    deliver(trained, model)
    typer.echo(f"\nNow try: owlboost predict {model} {table} --individual row60 --individual row1")
