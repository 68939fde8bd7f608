"""``owlboost convert``."""

from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli import options as opt
from owlboost.cli.sources import TableOptions, open_table


def convert(
    table: opt.SourceFile,
    *,
    target: Annotated[
        str, typer.Option(metavar="COLUMN", help="Its values become classes.", show_default=False)
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.owl",
            help="RDF/XML, or Turtle for .ttl.",
            show_default=False,
        ),
    ],
    no_header: opt.NoHeader = False,
    columns: opt.Columns = None,
    id_column: opt.IdColumn = None,
    categorical: opt.Categorical = None,
    numeric: opt.Numeric = None,
) -> None:
    """Turn a table into an OWL 2 ontology, as the paper's Appendix B does.

    Example: owlboost convert iris.csv --target species -o iris.owl
    """
    from owlboost.ontology.conversion import write_ontology

    reading = TableOptions(
        no_header, columns, id_column, tuple(categorical or ()), tuple(numeric or ())
    )
    write_ontology(open_table(table, reading), target, output)
    typer.echo(f"The ontology is in {output}", err=True)
