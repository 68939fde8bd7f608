"""The commands."""

from typing import Annotated

import typer

import owlboost
from owlboost.cli import (
    benching,
    comparing,
    converting,
    demonstrating,
    evaluating,
    explaining,
    exporting,
    inspecting,
    learning,
    predicting,
    reporting,
    scoring,
    studying,
)
from owlboost.cli.flags import PlainFlags

app = typer.Typer(
    name="owlboost",
    cls=PlainFlags,
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


app.command("inspect")(inspecting.inspect)
app.command("learn")(learning.learn)
app.command("predict")(predicting.predict)
app.command("explain")(explaining.explain)
app.command("score")(scoring.score)
app.command("compare")(comparing.compare)
app.command("evaluate")(evaluating.evaluate)
app.command("report")(reporting.report)
app.command("export")(exporting.export)
app.command("import")(exporting.import_rules)
app.command("bench")(benching.bench)
app.command("convert")(converting.convert)
app.command("studio")(studying.studio)
app.command("demo")(demonstrating.demo)
