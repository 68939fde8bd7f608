"""``owlboost explain``."""

import json
from typing import Annotated

import typer

from owlboost.cli.justifying import condition_lines, open_explained
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
    why: Annotated[
        bool,
        typer.Option(
            "--why", help="Show from which axioms and assertions it follows what rules ask for."
        ),
    ] = False,
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
    from owlboost.report.explanation_text import explanation_lines

    if why:
        trained, kb, loaded = open_explained(model, source, ontology)
    else:
        trained, kb = open_model(model, source, ontology, table)
    number = chosen_individuals(kb.individuals, [individual], source, kb.lexicon)[0]
    found, name = trained.explain(kb, number), kb.individuals[number]
    if as_json:
        told = found.as_json()
        if trained.properties is not None:
            told["properties"] = trained.properties.to_json()
        if why:
            told["inferred"] = [one.as_json() for one in loaded.why_conditions(trained, name, kb)]
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for line in explanation_lines(found, width()):
        typer.echo(line)
    for line in condition_lines(loaded.why_conditions(trained, name, kb)) if why else ():
        typer.echo(line)
    if trained.properties is not None:
        typer.echo(f"\nThe rules: {trained.properties}")
