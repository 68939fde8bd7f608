"""``owlboost export`` and ``owlboost import``."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli import options as opt
from owlboost.cli.options import OntologyOptions, TableOptions, spread
from owlboost.cli.sources import chosen_individuals, open_for_model
from owlboost.errors import ParameterError
from owlboost.exchange.formats import FORMATS
from owlboost.files import atomic_path

_REASONERS = "For reasoners"

ExportFormat = StrEnum("ExportFormat", {name: name for name in FORMATS})  # type: ignore[misc]
"""What a model is exported as: a format of the registry."""

OutputFile = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where to write.", show_default="standard output"
    ),
]


@spread
def export(
    model: opt.ModelFile,
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="SOURCE",
            help="The data, to take value ranges from and to include with --with-data.",
        ),
    ] = None,
    *,
    layout: Annotated[
        ExportFormat, typer.Option("--format", help="What to write.", show_default=False)
    ],
    output: OutputFile = None,
    with_data: Annotated[
        bool,
        typer.Option(
            "--with-data",
            help="Also write the facts about all individuals.",
            rich_help_panel=_REASONERS,
        ),
    ] = False,
    individual: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A",
            help="Also write the facts about this individual; repeatable.",
            rich_help_panel=_REASONERS,
        ),
    ] = None,
    syntax: Annotated[
        opt.OwlSyntax,
        typer.Option(help="Syntax of the fuzzyowl2 file.", rich_help_panel=_REASONERS),
    ] = opt.OwlSyntax.RDFXML,
    imports: Annotated[
        str | None,
        typer.Option(
            metavar="IRI",
            help="IRI of an ontology that the fuzzyowl2 file imports.",
            rich_help_panel=_REASONERS,
        ),
    ] = None,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Write a model for people, for fuzzy reasoners, or as a program.

    Example: owlboost export hotel.json hotels.csv --format fuzzydl --individual row1 -o row1.fdl
    """
    from owlboost.exchange.rule_files import read_model

    trained, form = read_model(model), FORMATS[layout]
    given = {"syntax": syntax.value, "imports": imports}
    options = {name: value for name, value in given.items() if name in form.options}
    kb = chosen = None
    if form.takes_data:
        wanted = (individual or []) if with_data or individual else None
        if source is not None:
            kb = open_for_model(trained, source, ontology, table)
            chosen = None if wanted is None else chosen_individuals(kb.individuals, wanted, source)
        elif wanted is not None:
            raise ParameterError(
                "--with-data and --individual need a SOURCE to take the data from."
            )
    _write(trained.export(layout, source=kb, individuals=chosen, **options), output)


def import_rules(
    rules: Annotated[
        Path, typer.Argument(metavar="FILE", help="Rules: .fdl, .owl or Manchester text.")
    ],
    *,
    output: OutputFile = None,
) -> None:
    """Read exported rules, perhaps edited by hand, back into a model file.

    Example: owlboost import hotel.fdl -o hotel.json
    """
    from owlboost.exchange.rule_files import read_model
    from owlboost.model.model_files import model_text

    _write(f"{model_text(read_model(rules))}\n", output)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        typer.echo(text, nl=False)
        return
    with atomic_path(output) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"Written to {output}", err=True)
