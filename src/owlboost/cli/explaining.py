"""``owlboost explain``."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli.options import ModelFile, OntologyOptions, SourceFile, TableOptions, spread
from owlboost.cli.rule_files import open_model
from owlboost.cli.sources import chosen_individuals, open_for_model

if TYPE_CHECKING:
    from owlboost.model.explanations import Explanation


@spread
def explain(
    model: ModelFile,
    source: SourceFile,
    *,
    individual: Annotated[
        str, typer.Option(metavar="A", help="Whom to explain.", show_default=False)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Show why a model gives an individual its degree: which rules fired, how strongly.

    Example: owlboost explain setosa.json iris.csv --individual row1
    """
    from owlboost.model.explanations import explain as explained
    from owlboost.model.extents import Extents

    trained = open_model(model)
    kb = open_for_model(trained, source, ontology, table)
    number = chosen_individuals(kb.individuals, [individual], source)[0]
    found = explained(trained.hypothesis, Extents(kb), number)
    if as_json:
        told = {"individual": kb.individuals[number], **found.as_json()}
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(_lines(kb.individuals[number], found, trained.threshold)))


def _lines(name: str, found: "Explanation", threshold: float) -> Iterator[str]:
    verdict = "yes" if found.degree >= threshold else "no"
    yield f"{name}: degree {found.degree:.4f}, decision {verdict} (threshold {threshold:.3f})"
    for one in found.firings:
        yield ""
        mark = "*" if one.decisive else " "
        learner = f"{one.learner}: " if one.learner else ""
        yield f"{mark} {learner}{one.weight:.3f} × {one.degree:.4f}  {one.rule}"
        if len(one.conditions) > 1:
            for part in one.conditions:
                yield f"      {part.degree:.4f}  {part.text}"
