"""``owlboost score``."""

import json
from typing import Annotated

import typer

from owlboost.cli.opened import OpenedSource
from owlboost.cli.options import (
    LabelOptions,
    ModelFile,
    OntologyOptions,
    SourceFile,
    TableOptions,
    spread,
)


@spread
def score(
    model: ModelFile,
    source: SourceFile,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    labels: LabelOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Measure a model, saved or edited, on labelled data.

    Prints the measures of evaluate, and how many examples each rule gets right and wrong: a rule
    with a weight below 0 is right about negatives. For an ontology, the target is that of the
    model unless you say otherwise.

    Example: owlboost score setosa.json iris.csv --target species=setosa
    """
    from owlboost.models.assessment import assess

    opened = OpenedSource(source, ontology, table)
    trained, kb = opened.model(model)
    individuals, positive = opened.labels(labels, trained)
    found = assess(trained, kb, positive, individuals)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
        return
    for line in found.lines():
        typer.echo(line)
