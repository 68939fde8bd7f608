"""``owlboost export`` and ``owlboost import``."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from owlboost.cli import options as opt
from owlboost.cli.options import OntologyOptions, TableOptions, spread
from owlboost.cli.rule_files import open_model
from owlboost.cli.sources import chosen_individuals, open_for_model
from owlboost.errors import ParameterError
from owlboost.files import atomic_path

if TYPE_CHECKING:
    from owlboost.exchange.flat.rules import FlatFacts, FlatRules
    from owlboost.model.hypotheses import TrainedModel
    from owlboost.model.knowledge_base import KnowledgeBase

_REASONERS = "For reasoners"

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
        typer.Argument(metavar="SOURCE", help="Data: for ranges, and for what --with-data writes."),
    ] = None,
    *,
    layout: Annotated[
        opt.ExportFormat, typer.Option("--format", help="What to write.", show_default=False)
    ],
    output: OutputFile = None,
    with_data: Annotated[
        bool,
        typer.Option(
            "--with-data",
            help="Write the facts about all individuals, too.",
            rich_help_panel=_REASONERS,
        ),
    ] = False,
    individual: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A",
            help="Write the facts about this one; repeatable.",
            rich_help_panel=_REASONERS,
        ),
    ] = None,
    syntax: Annotated[
        opt.OwlSyntax, typer.Option(help="Syntax of fuzzyowl2.", rich_help_panel=_REASONERS)
    ] = opt.OwlSyntax.RDFXML,
    imports: Annotated[
        str | None,
        typer.Option(
            metavar="IRI", help="Ontology that fuzzyowl2 imports.", rich_help_panel=_REASONERS
        ),
    ] = None,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Write a model for people, for fuzzy reasoners, or as a program.

    Example: owlboost export hotel.json hotels.csv --format fuzzydl --individual row1 -o row1.fdl
    """
    trained = open_model(model)
    simple = _WRITERS.get(layout)
    if simple is not None:
        _write(simple(trained), output)
        return
    with_facts, wanted = with_data or bool(individual), individual or []
    if with_facts and source is None:
        raise ParameterError("--with-data and --individual need a SOURCE to take the data from.")
    kb = chosen = None
    if source is not None:
        kb = open_for_model(trained, source, ontology, table)
        chosen = chosen_individuals(kb.individuals, wanted, source) if with_facts else None
    rules, facts = _flattened(trained, kb, chosen)
    if layout is opt.ExportFormat.FUZZYDL:
        from owlboost.exchange.fuzzydl.writing import fuzzydl_text

        _write(fuzzydl_text(rules, facts, data_known=kb is not None), output)
    else:
        from owlboost.exchange.fuzzyowl.writing import fuzzyowl_text

        _write(fuzzyowl_text(rules, facts, syntax=syntax.value, imports=imports), output)


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
    from owlboost.model.model_files import model_text

    _write(f"{model_text(open_model(rules))}\n", output)


def _flattened(
    model: "TrainedModel", kb: "KnowledgeBase | None", chosen: list[int] | None
) -> "tuple[FlatRules, FlatFacts | None]":
    from owlboost.exchange.flat.encoding import encode
    from owlboost.exchange.flat.facts import facts_of

    rules, names = encode(model, kb)
    if kb is None or chosen is None:
        return rules, None
    return rules, facts_of(model, rules, names, kb, chosen)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        typer.echo(text, nl=False)
        return
    with atomic_path(output) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"Written to {output}", err=True)


def _manchester(model: "TrainedModel") -> str:
    from owlboost.exchange.manchester.writing import manchester_text

    return manchester_text(model)


def _english(model: "TrainedModel") -> str:
    from owlboost.exchange.english import english_text

    return english_text(model)


def _sparql(model: "TrainedModel") -> str:
    from owlboost.exchange.sparql import sparql_text

    return sparql_text(model)


def _python(model: "TrainedModel") -> str:
    from owlboost.exchange.python import python_text

    return python_text(model)


_WRITERS: "dict[opt.ExportFormat, Callable[[TrainedModel], str]]" = {
    opt.ExportFormat.MANCHESTER: _manchester,
    opt.ExportFormat.TEXT: _english,
    opt.ExportFormat.SPARQL: _sparql,
    opt.ExportFormat.PYTHON: _python,
}
