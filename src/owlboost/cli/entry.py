"""Where the command line begins, and what happens when it fails: one sentence, or 130 on Ctrl-C."""

import os
import sys

import typer

from owlboost.cli.plugins import with_plugins
from owlboost.cli.wording import worded
from owlboost.errors import OwlboostError

_INTERRUPTED = "owlboost: interrupted, nothing was written."


def main() -> None:
    """Run the command line; ``--debug`` and ``--plugin`` may stand anywhere in it."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    try:
        arguments = with_plugins(arguments)
        _style_help()
        from owlboost.cli.app import app  # its options are those of all learners, plugins' too

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
        typer.echo("owlboost: Not enough memory; try a smaller table.", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo(_INTERRUPTED, err=True)
        sys.exit(130)
    except SystemExit as ended:
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            typer.echo(_INTERRUPTED, err=True)  # typer makes a silent exit of Ctrl-C
        raise


def _style_help() -> None:
    """Let typer write help and errors of usage without any style where NO_COLOR is set."""
    if os.environ.get("NO_COLOR"):
        from typer import rich_utils

        rich_utils.COLOR_SYSTEM = None
