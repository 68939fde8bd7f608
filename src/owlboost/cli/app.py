"""The program, and its own options."""

from typing import Annotated

import typer

import owlboost
from owlboost.cli.commands import Commands

app = typer.Typer(
    name="owlboost",
    cls=Commands,
    help="Learn readable fuzzy rules from OWL ontologies and tables.",
    epilog="Start with: owlboost demo",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"owlboost {owlboost.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE.py",
            help="A Python file or module that adds learners or formats; repeatable.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            help="The most that is read of a file: bytes, depth, digits, entity or columns; "
            "repeatable. Default: bytes=2G, depth=150, digits=4000, entity=100000, columns=100000.",
        ),
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Learn readable fuzzy rules from OWL ontologies and tables."""
    del version, plugin, limit, debug  # the entry has seen to the last three
