"""``owlboost predict``."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli import options as opt
from owlboost.cli.sources import column_list
from owlboost.errors import UnknownNameError, did_you_mean

if TYPE_CHECKING:
    from owlboost._typing import Degrees
    from owlboost.cli.output import Prediction
    from owlboost.model.hypotheses import TrainedModel
    from owlboost.model.vocabulary import Names


def predict(
    model: opt.ModelFile,
    source: opt.SourceFile,
    *,
    layout: Annotated[
        opt.Format, typer.Option("--format", help="How to print.")
    ] = opt.Format.TABLE,
    individual: Annotated[
        list[str] | None, typer.Option(metavar="A", help="Only this one; repeatable.")
    ] = None,
    no_header: opt.NoHeader = False,
    columns: opt.Columns = None,
    id_column: opt.IdColumn = None,
) -> None:
    """Apply a model: the degree of every individual.

    Example: owlboost predict setosa.json iris.csv --format csv
    """
    from owlboost.cli.output import print_predictions
    from owlboost.model.extents import Extents
    from owlboost.model.model_files import load
    from owlboost.ontology.applying import read_table_for

    trained = load(model)
    names = column_list(columns)
    table = read_table_for(
        trained.hypothesis,
        source,
        header=not no_header and names is None,
        columns=names,
        id_column=id_column,
    )
    kb = table.knowledge_base()
    degrees = Extents(kb).hypothesis(trained.hypothesis)
    chosen = _chosen(kb.individuals, individual or [], source)
    print_predictions(_predictions(trained, kb.individuals, degrees, chosen), layout)


def _chosen(names: "Names", wanted: list[str], source: Path) -> list[int]:
    for name in wanted:
        if name not in names:
            raise UnknownNameError(
                f"{source.name} has no individual {name!r}.{did_you_mean(name, names)}"
            )
    return [names.id(name) for name in wanted] if wanted else list(range(len(names)))


def _predictions(
    model: "TrainedModel", names: "Names", degrees: "Degrees", chosen: list[int]
) -> "Iterator[Prediction]":
    from owlboost.cli.output import Prediction

    for number in chosen:
        degree = float(degrees[number])
        yield Prediction(names[number], degree, degree > 0, degree >= model.threshold)
