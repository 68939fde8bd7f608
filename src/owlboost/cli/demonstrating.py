"""``owlboost demo``: the main job on the bundled ontology of hotels."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli.learning import deliver, train_watched
from owlboost.cli.options import ExampleOptions, OntologyOptions, TableOptions
from owlboost.cli.sources import open_examples, source_record
from owlboost.errors import SourceError
from owlboost.runtime.files import atomic_path

if TYPE_CHECKING:
    from owlboost.data.examples import Examples
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.array_types import Mask


def demo(
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to put the files.")
    ] = Path("owlboost-demo"),
) -> None:
    """Learn from an ontology of 60 hotels what makes a good one.

    Example: owlboost demo -o owlboost-demo
    """
    from owlboost.evaluation.samples import hotels, write_iris_table
    from owlboost.learners.algorithms import GradientConcepts

    folder.mkdir(parents=True, exist_ok=True)
    source, model = folder / "hotels.ofn", folder / "good_hotel.json"
    with hotels() as bundled:
        _copy(bundled, source)
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
    page = _report(trained, X, positive, folder / "good_hotel.html")
    typer.echo(f"\nTo look at the rules and at every hotel, open this page in a browser: {page}")
    typer.echo(f"The same with a table: owlboost learn {table} --target species=versicolor")
    typer.echo(f"Now try: owlboost predict {model} {source} --individual Hotel_010")


def _report(model: "TrainedModel", X: "Examples", positive: "Mask", path: Path) -> Path:
    """Write the page that shows a model on its examples."""
    from owlboost.report.html_report import report_of, save_page
    from owlboost.report.views.applied import Labelled

    shown = Labelled(X.source.knowledge_base(), X.individuals, positive)
    save_page(report_of([(model, shown)]), path)
    return path


def _copy(bundled: Path, source: Path) -> None:
    """Write the bundled ontology, unless it is there; a file of the user's stays."""
    content = bundled.read_bytes()
    if source.exists():
        if not source.is_file() or source.read_bytes() != content:
            raise SourceError(
                f"{source} is not the ontology of this demonstration; remove it, or choose another "
                "folder with -o."
            )
        return
    with atomic_path(source) as temporary:
        temporary.write_bytes(content)
