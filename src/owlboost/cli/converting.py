"""``owlboost convert``."""

from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli.options import OwlSyntax, TableOptions, spread
from owlboost.cli.sources import open_table
from owlboost.cli.standard_input import STANDARD
from owlboost.runtime.files import temporary_folder

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
            help="The ontology: .owl, .ofn, .owx or .ttl; - for standard output.",
            show_default=False,
        ),
    ],
    syntax: Annotated[
        OwlSyntax | None,
        typer.Option(
            help="Syntax of the file.",
            show_default="by its name; rdfxml on standard output",
        ),
    ] = None,
    reading: TableOptions,
) -> None:
    """Turn a table into an OWL 2 ontology, as the paper's Appendix B does.

    Example: owlboost convert iris.csv --target species -o iris.owl
    """
    from owlboost.exchange.table_ontology import Syntax, write_ontology

    found, column = open_table(table, reading).split(target)
    wanted: Syntax | None = None if syntax is None else syntax.value
    if output == STANDARD:
        with temporary_folder() as folder:
            path = folder / "ontology.owl"
            write_ontology(found, column, path, wanted)
            typer.echo(path.read_text(encoding="utf-8"), nl=False)
        return
    write_ontology(found, column, output, wanted)
    typer.echo(f"Ontology written to {output}", err=True)
