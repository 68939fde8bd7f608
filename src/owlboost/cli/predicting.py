"""``owlboost predict``."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli.options import (
    Format,
    ModelFile,
    OntologyOptions,
    SourceFile,
    TableOptions,
    spread,
)
from owlboost.cli.rule_files import open_model
from owlboost.cli.sources import chosen_individuals, open_for_model

if TYPE_CHECKING:
    from owlboost._typing import Degrees
    from owlboost.cli.output import Prediction
    from owlboost.model.hypotheses import TrainedModel
    from owlboost.model.vocabulary import Names


@spread
def predict(
    model: ModelFile,
    source: SourceFile,
    *,
    layout: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.TABLE,
    individual: Annotated[
        list[str] | None, typer.Option(metavar="A", help="Only this one; repeatable.")
    ] = None,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Apply a model: the degree of every individual.

    Example: owlboost predict setosa.json iris.csv --format csv
    """
    from owlboost.cli.output import print_predictions
    from owlboost.model.extents import Extents

    trained = open_model(model)
    kb = open_for_model(trained, source, ontology, table)
    degrees = Extents(kb).hypothesis(trained.hypothesis)
    chosen = chosen_individuals(kb.individuals, individual or [], source)
    print_predictions(_predictions(trained, kb.individuals, degrees, chosen), layout)


def _predictions(
    model: "TrainedModel", names: "Names", degrees: "Degrees", chosen: list[int]
) -> "Iterator[Prediction]":
    from owlboost.cli.output import Prediction
    from owlboost.model.hypotheses import COVERED

    for number in chosen:
        degree = float(degrees[number])
        yield Prediction(names[number], degree, degree > COVERED, degree >= model.threshold)
