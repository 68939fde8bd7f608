"""``owlboost compare``."""

import json
from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.opened import OpenedSource
from owlboost.cli.options import LabelOptions, OntologyOptions, SourceFile, TableOptions, spread


@spread
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="A model, or rules.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    source: SourceFile,
    *,
    show: Annotated[int, typer.Option(metavar="N", min=0, help="Show the N largest changes.")] = 20,
    limit: Annotated[int | None, typer.Option(min=0, hidden=True)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    labels: LabelOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Tell what changes from a model A to a model B: for whom, by how much, and why.

    First come the rules that only one of them has, or that have other weights or fuzzy sets in B.
    Then those whose degree or decision changes, with the rules that contribute more or less than
    before: what these add to the evidence. With --target or lists of examples, it is also told
    which changes are for the better.

    Example: owlboost compare setosa.json edited.txt iris.csv --target species=setosa
    """
    from owlboost.models.comparison import compare_known

    opened = OpenedSource(source, ontology, table)
    a, b = opened.model(first), opened.model(second)
    individuals, positive = list(range(len(a[1].individuals))), None
    if labels.given:
        individuals, positive = opened.labels(labels, b[0])
    found = compare_known(
        a, b, individuals, labels=positive, limit=show if limit is None else limit
    )
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
        return
    for line in found.lines():
        typer.echo(line)
