"""The commands, and what happens when one fails: one sentence and exit 1, or 130 on Ctrl-C."""

import sys
from typing import Annotated

import typer

import owlboost
from owlboost.cli import (
    benching,
    converting,
    demonstrating,
    evaluating,
    explaining,
    exporting,
    inspecting,
    learning,
    predicting,
)
from owlboost.cli.wording import worded
from owlboost.errors import OwlboostError

_INTERRUPTED = "owlboost: interrupted, nothing was written."

app = typer.Typer(
    name="owlboost",
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
) -> None:
    """Learn readable fuzzy rules from OWL ontologies and tables."""
    del version


app.command("inspect")(inspecting.inspect)
app.command("learn")(learning.learn)
app.command("predict")(predicting.predict)
app.command("explain")(explaining.explain)
app.command("evaluate")(evaluating.evaluate)
app.command("export")(exporting.export)
app.command("import")(exporting.import_rules)
app.command("bench")(benching.bench)
app.command("convert")(converting.convert)
app.command("demo")(demonstrating.demo)


def main() -> None:
    """Run the command line; ``--debug`` anywhere shows the traceback of an error."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    try:
        app(args=arguments, prog_name="owlboost")
    except OwlboostError as error:
        if debug:
            raise
        typer.echo(f"owlboost: {worded(error)}", err=True)
        sys.exit(1)
    except OSError as error:
        if debug:
            raise
        file = f"{error.filename}: " if error.filename else ""
        typer.echo(f"owlboost: {file}{error.strerror or error}.", err=True)
        sys.exit(1)
    except MemoryError:
        if debug:
            raise
        typer.echo("owlboost: There is not enough memory for this; try a smaller table.", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo(_INTERRUPTED, err=True)
        sys.exit(130)
    except SystemExit as ended:
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            typer.echo(_INTERRUPTED, err=True)  # typer makes a silent exit of Ctrl-C
        raise
