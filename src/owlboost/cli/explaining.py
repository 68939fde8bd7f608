"""``owlboost explain``."""

import json
from typing import Annotated

import typer

from owlboost.cli.options import ModelFile, OntologyOptions, SourceFile, TableOptions, spread
from owlboost.cli.sources import chosen_individuals, open_model


@spread
def explain(
    model: ModelFile,
    source: SourceFile,
    *,
    individual: Annotated[
        str, typer.Option(metavar="A", help="Individual to explain.", show_default=False)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Show why a model gives an individual its degree, by which values, and what would turn it.

    What the rules contribute adds up to the evidence. The degree is the evidence clipped to [0, 1],
    and the probability says how often things with such evidence belong. The last sentence names
    the nearest change of its own values that would turn the answer.

    Example: owlboost explain setosa.json iris.csv --individual row1
    """
    from owlboost.cli.terminal import width
    from owlboost.report.printing.explained import explanation_lines

    trained, kb = open_model(model, source, ontology, table)
    number = chosen_individuals(kb.individuals, [individual], source)[0]
    found = trained.explain(kb, number)
    if as_json:
        told = found.as_json()
        if trained.properties is not None:
            told["properties"] = trained.properties.to_json()
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for line in explanation_lines(found, width()):
        typer.echo(line)
    if trained.properties is not None:
        typer.echo(f"# The rules: {trained.properties}")
