"""``owlboost export`` and ``owlboost import``."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from owlboost.cli import options as opt
from owlboost.cli.options import OntologyOptions, TableOptions, spread
from owlboost.cli.sources import chosen_individuals, open_model, open_rules, say
from owlboost.cli.streams import STANDARD
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
    form = FORMATS[layout]
    given = {"syntax": syntax.value, "imports": imports}
    options = {name: value for name, value in given.items() if name in form.options}
    kb = chosen = None
    if form.takes_data and source is not None:
        wanted = (individual or []) if with_data or individual else None
        trained, kb = open_model(model, source, ontology, table)
        chosen = None if wanted is None else chosen_individuals(kb.individuals, wanted, source)
    else:
        trained = open_rules(model, source, ontology, table)
        if form.takes_data and (with_data or individual):
            raise ParameterError(
                "--with-data and --individual need a SOURCE to take the data from."
            )
    _write(trained.export(layout, source=kb, individuals=chosen, **options), output)


@spread
def import_rules(
    model: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Rules: .fdl, .owl, Manchester text, or a listing."),
    ],
    source: Annotated[
        Path | None,
        typer.Argument(metavar="SOURCE", help="The data, to look up the names of a listing in."),
    ] = None,
    *,
    output: OutputFile = None,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Read rules, exported or as a paper prints them, into a model file.

    A listing, such as those of papers, has short names only: give the data that has them.

    Example: owlboost import wine.txt wine.csv -o wine.json
    """
    from owlboost.exchange.rule_files import is_listing
    from owlboost.model.model_files import model_text

    trained = open_rules(model, source, ontology, table)
    if source is not None and not is_listing(model):
        say((f"SOURCE has no effect here, because {model.name} tells what its names stand for",))
    _write(f"{model_text(trained)}\n", output)


def _write(text: str, output: Path | None) -> None:
    if output is None or output == STANDARD:
        typer.echo(text, nl=False)
        return
    with atomic_path(output) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"Written to {output}", err=True)
