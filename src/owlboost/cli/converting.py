"""``owlboost convert``."""

from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.options import TableOptions, spread
from owlboost.cli.sources import open_table

TableFile = Annotated[
    Path,
    typer.Argument(
        metavar="TABLE", help="A table: .csv, .tsv, .parquet, .xlsx, .ods; - for standard input."
    ),
]


@spread
def convert(
    table: TableFile,
    *,
    target: Annotated[
        str,
        typer.Option(
            metavar="COLUMN",
            help="Column whose values become classes; COLUMN>=NUMBER for one and its opposite.",
            show_default=False,
        ),
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
    reading: TableOptions,
) -> None:
    """Turn a table into an OWL 2 ontology, as the paper's Appendix B does.

    Example: owlboost convert iris.csv --target species -o iris.owl
    """
    from owlboost.exchange.conversion import write_ontology

    write_ontology(*open_table(table, reading).split(target), output)
    typer.echo(f"Ontology written to {output}", err=True)
