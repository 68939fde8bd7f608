"""Where the command line begins, and what happens when it fails: one sentence, or 130 on Ctrl-C."""

import atexit
import gc
import os
import sys

import typer

from owlboost.cli.limiting import with_limits
from owlboost.cli.plugins import with_plugins
from owlboost.cli.streams import one_line
from owlboost.cli.wording import worded
from owlboost.errors import OwlboostError
from owlboost.runtime import signals as interruptions

_THREADS_OF_BLAS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
"""What says how many threads OpenBLAS starts, the first first."""

_COLLECTED_AT_ONCE = 20_000
"""Objects that are made before garbage is looked for among them; libraries make many that stay."""


def run() -> None:
    """Run the command line; ``--debug``, ``--limit`` and ``--plugin`` may stand anywhere."""
    _spare_collections()
    _spare_threads()
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    try:
        arguments = with_plugins(with_limits(arguments))
        _style_help()
        from owlboost.cli.app import app  # its options are those of all learners, plugins' too

        interruptions.check()
        try:
            app(args=arguments, prog_name="owlboost")
        except SystemExit as ended:
            if not ended.code:
                interruptions.check()  # whoever asked for an end is not to think that all went on
            raise
    except (OwlboostError, OSError, MemoryError, RecursionError) as error:
        if debug:
            raise
        typer.echo(f"owlboost: {one_line(_said(error))}", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo(interruptions.said(), err=True)
        sys.exit(130)
    except SystemExit as ended:
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            typer.echo(interruptions.said(), err=True)  # typer makes a silent exit of Ctrl-C
        raise


def _spare_collections() -> None:
    """Look for garbage less often, and not in what the end of the process gives back anyway."""
    gc.set_threshold(_COLLECTED_AT_ONCE, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)


def _spare_threads() -> None:
    """Let NumPy's linear algebra start no threads: learners ask it for small systems only.

    They have threads of their own. Whoever has set a number of threads keeps it, such as who has a
    package of their own with larger systems.
    """
    if not any(name in os.environ for name in _THREADS_OF_BLAS):
        os.environ[_THREADS_OF_BLAS[0]] = "1"


def _style_help() -> None:
    """Let typer write help and errors of usage without any style where NO_COLOR is set."""
    if os.environ.get("NO_COLOR"):
        from typer import rich_utils

        rich_utils.COLOR_SYSTEM = None


def _said(error: Exception) -> str:
    """Say in one sentence what went wrong."""
    match error:
        case OwlboostError():
            return worded(error)
        case OSError():
            file = f"{error.filename}: " if error.filename else ""
            return f"{file}{error.strerror or error}."
        case MemoryError():
            return "Not enough memory; try --out-of-core on, or a smaller table."
        case _:
            return "Something is nested too deeply; write it with fewer parts inside of parts."
