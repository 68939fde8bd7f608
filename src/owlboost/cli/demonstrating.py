"""``owlboost demo``: the main job on the bundled ontology of hotels."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.learning import deliver, train_watched
from owlboost.cli.options import ExampleOptions, OntologyOptions, TableOptions
from owlboost.cli.sources import open_examples, source_record


def demo(
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to put the files.")
    ] = Path("owlboost-demo"),
) -> None:
    """Learn from an ontology of 60 hotels what makes a good one.

    Example: owlboost demo -o owlboost-demo
    """
    from owlboost.evaluation.samples import hotels, write_iris_table
    from owlboost.learners.gradient.learner import GradientConcepts

    folder.mkdir(parents=True, exist_ok=True)
    source, model = folder / "hotels.ofn", folder / "good_hotel.json"
    with hotels() as bundled:
        shutil.copyfile(bundled, source)
    table = folder / "iris.csv"
    if not table.exists():
        write_iris_table(table)
    wanted, reading = ExampleOptions(target="Good_Hotel", scope="Accommodation"), OntologyOptions()
    typer.echo(
        f"$ owlboost learn {source} --target Good_Hotel --scope Accommodation "
        f"--monotone --max-conjuncts 2 --rules 5 -o {model}\n"
    )
    X, positive = open_examples(source, wanted, reading, TableOptions())
    learner = GradientConcepts(monotone=True, max_conjuncts=2, n_rules=5)
    trained, _ = train_watched(X.problem(positive), learner, source_record(source, wanted, reading))
    deliver(trained, model)
    typer.echo(f"\nThe same with a table: owlboost learn {table} --target species=versicolor")
    typer.echo(f"Now try: owlboost predict {model} {source} --individual Hotel_010")
