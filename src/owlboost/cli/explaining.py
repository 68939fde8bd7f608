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
    """Show why a model gives an individual its degree: which rules fired, how strongly.

    What the rules marked with * contribute adds up to the evidence. The degree is the evidence
    clipped to [0, 1], and the probability says how often things with such evidence belong.

    Example: owlboost explain setosa.json iris.csv --individual row1
    """
    trained, kb = open_model(model, source, ontology, table)
    number = chosen_individuals(kb.individuals, [individual], source, kb.lexicon)[0]
    found, name = trained.explain(kb, number), kb.individuals[number]
    if as_json:
        told = {"individual": name, **found.as_json()}
        if trained.properties is not None:
            told["properties"] = trained.properties.to_json()
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    verdict = "yes" if found.degree >= trained.threshold else "no"
    decision = f"decision {verdict} (threshold {trained.threshold:.3f})"
    typer.echo(f"{kb.lexicon.title(name)}: {found.headline}, {decision}")
    for line in found.rule_lines():
        typer.echo(line)
    if trained.properties is not None:
        typer.echo(f"# The rules: {trained.properties}")
