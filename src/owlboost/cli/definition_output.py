"""A definition on stdout: its rules for and against the target, and its answers."""

import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.cells import cell_len
from rich.text import Text

from owlboost.cli.options import PredictionFormat, RuleLayout
from owlboost.cli.output import print_model
from owlboost.cli.sources import say
from owlboost.cli.terminal import console
from owlboost.data.vocabulary import Lexicon
from owlboost.models.definition import Definition, Told, definition_text, save_definition
from owlboost.report.number_text import harmless

_COLUMNS = ("individual", "answer", "degree", "degree_against")


def deliver_definition(
    definition: Definition,
    output: Path | None,
    *,
    as_json: bool = False,
    layout: RuleLayout | None = None,
) -> None:
    """Print both models, as rules or JSON, and write their file."""
    if output is not None:
        save_definition(definition, output)
    if as_json:
        typer.echo(definition_text(definition))
    else:
        print_model(definition.belongs, layout)
        typer.echo()
        print_model(definition.does_not, layout)
    for model in (definition.belongs, definition.does_not):
        say(model.remarks)
        if not model.hypothesis.n_rules:
            say((f"no rule was found for {model.lexicon.name(model.target)}",))
    if output is not None:
        typer.echo(f"Definition written to {output}", err=True)


def print_answers(told: Sequence[Told], layout: PredictionFormat, lexicon: Lexicon) -> None:
    """Print what a definition says of individuals."""
    match layout:
        case PredictionFormat.JSON:
            records = [one.as_json() for one in told]
            typer.echo(json.dumps(records, indent=1, ensure_ascii=False))
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_COLUMNS)
            writer.writerows(
                (harmless(one.individual), one.answer, one.degree, one.degree_against)
                for one in told
            )
        case PredictionFormat.TABLE:
            titles = [lexicon.title(one.individual) for one in told]
            room = max([len(_COLUMNS[0]), *map(cell_len, titles)])
            head = f"{_COLUMNS[0]:<{room}}  {_COLUMNS[1]:<7}  {_COLUMNS[2]}  {_COLUMNS[3]}"
            console().print(Text(head, style="bold"), soft_wrap=True)
            for title, one in zip(titles, told, strict=True):
                name = title + " " * (room - cell_len(title))
                numbers = f"{one.degree:>6.4f}  {one.degree_against:>14.4f}"
                sys.stdout.write(f"{name}  {one.answer:<7}  {numbers}\n")
