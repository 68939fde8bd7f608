"""``owlboost convert``."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.options import TableOptions, spread
from owlboost.cli.sources import open_table
from owlboost.cli.standard_input import STANDARD

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
            help="RDF/XML, or Turtle for .ttl; - for RDF/XML on standard output.",
            show_default=False,
        ),
    ],
    reading: TableOptions,
) -> None:
    """Turn a table into an OWL 2 ontology, as the paper's Appendix B does.

    Example: owlboost convert iris.csv --target species -o iris.owl
    """
    from owlboost.exchange.conversion import write_ontology

    found, column = open_table(table, reading).split(target)
    if output == STANDARD:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ontology.owl"
            write_ontology(found, column, path)
            typer.echo(path.read_text(encoding="utf-8"), nl=False)
        return
    write_ontology(found, column, output)
    typer.echo(f"Ontology written to {output}", err=True)
