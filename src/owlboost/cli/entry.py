"""The program: its options, its commands, its exit codes."""

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import owlboost
from owlboost.cli.messages import one_line, worded
from owlboost.cli.options import everywhere
from owlboost.errors import OwlboostError, ParameterError
from owlboost.runtime import signals as interruptions
from owlboost.runtime.limits import VARIABLE, parse_limits

_THREADS_OF_BLAS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
"""Variables that set the number of threads of OpenBLAS, by precedence."""

_COLLECTION_THRESHOLD = 20_000
"""Collect garbage after this many new objects; libraries make many that stay."""


def run() -> None:
    """Run the command line; ``--debug``, ``--limit`` and ``--plugin`` may stand anywhere."""
    _spare_collections()
    _spare_threads()
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    try:
        arguments = with_plugins(with_limits(arguments))
        _style_help()

        interruptions.check_interrupt()
        try:
            app(args=arguments, prog_name="owlboost")
        except SystemExit as ended:
            if not ended.code:
                interruptions.check_interrupt()  # an interruption must show in the exit code
            raise
    except (OwlboostError, OSError, MemoryError, RecursionError) as error:
        if debug:
            raise
        typer.echo(f"owlboost: {one_line(_error_text(error))}", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo(interruptions.interruption_message(), err=True)
        sys.exit(130)
    except SystemExit as ended:
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            # typer makes a silent exit of Ctrl-C
            typer.echo(interruptions.interruption_message(), err=True)
        raise


def _spare_collections() -> None:
    """Collect garbage less often, and not at the end of the process."""
    gc.set_threshold(_COLLECTION_THRESHOLD, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)


def _spare_threads() -> None:
    """Let NumPy's linear algebra start no threads.

    Learners solve only small systems with it, and have threads of their own. A number of threads
    set by the user stays.
    """
    if not any(name in os.environ for name in _THREADS_OF_BLAS):
        os.environ[_THREADS_OF_BLAS[0]] = "1"


def _style_help() -> None:
    """Remove style from help and errors of usage under NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        from typer import rich_utils

        rich_utils.COLOR_SYSTEM = None


def _error_text(error: Exception) -> str:
    """Return the message of an error, in one sentence."""
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


class Commands(TyperGroup):
    """The commands of the program; help shows a flag without a value."""

    def get_params(self, ctx: Any) -> Any:
        """Return the options of the program itself."""
        return _flags_by_name(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(_FUNCTIONS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or None if there is none of that name."""
        if cmd_name in _FUNCTIONS and cmd_name not in self.commands:
            self.commands[cmd_name] = _imported(cmd_name)
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _flags_by_name(command.get_params(ctx))
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command by its name, or suggest the nearest names."""
        if args[0] not in _FUNCTIONS:
            for name in _FUNCTIONS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


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
def _own_options(
    version: Annotated[
        bool, everywhere("--version", "Show the version.", callback=_print_version, is_eager=True)
    ] = False,
    plugin: Annotated[
        list[str] | None,
        everywhere(
            "--plugin FILE.py", "A Python file or module that adds learners or formats; repeatable."
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        everywhere(
            "--limit NAME=NUMBER",
            "The most that is read of a file: bytes, depth, digits, entity or columns; "
            "repeatable. Default: bytes=2G, depth=150, digits=4000, entity=100000, columns=100000.",
        ),
    ] = None,
    debug: Annotated[bool, everywhere("--debug", "Show the traceback of an error.")] = False,
) -> None:
    """Learn readable fuzzy rules from OWL ontologies and tables."""
    del version, plugin, limit, debug  # ``run`` has handled the last three


_FUNCTIONS = {
    "inspect": "inspect.inspect",
    "learn": "learn.learn",
    "predict": "apply.predict",
    "explain": "apply.explain",
    "score": "apply.score",
    "compare": "apply.compare",
    "evaluate": "evaluate.evaluate",
    "report": "report.report",
    "export": "export.export",
    "import": "export.import_rules",
    "bench": "bench.bench",
    "convert": "export.convert",
    "studio": "studio.studio",
    "demo": "learn.demo",
}
"""Modules and functions of the commands, in the order of help."""


def _imported(name: str) -> Any:
    """Import a command and make its options."""
    module, function = _FUNCTIONS[name].split(".")
    program = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    program.command(name)(getattr(import_module(f"owlboost.cli.{module}"), function))
    return typer.main.get_command(program)


def _flags_by_name(parameters: Any) -> Any:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


_PLUGIN_OPTION = "--plugin"


def with_plugins(arguments: list[str]) -> list[str]:
    """Load the files and modules of ``--plugin``; return the other arguments."""
    remaining: list[str] = []
    for argument, value in _values_of(_PLUGIN_OPTION, arguments, "the name of a file or module"):
        if value is None:
            remaining.append(argument)
        else:
            load_plugin(value)
    return remaining


def _values_of(option: str, arguments: list[str], needed: str) -> Iterator[tuple[str, str | None]]:
    """Yield arguments, an option with its value and others with None."""
    pending = iter(arguments)
    for argument in pending:
        name, equals, value = argument.partition("=")
        if name != option:
            yield argument, None
        elif equals:
            yield option, value
        else:
            try:
                yield option, next(pending)
            except StopIteration:
                raise ParameterError(f"{option} needs {needed}.") from None


def load_plugin(name: str) -> None:
    """Import a Python file, or a module by its name.

    Folders of files are searched from then on, so that other processes find the module, too.
    """
    path = Path(name)
    is_file = path.suffix == ".py"
    if is_file and not path.is_file():
        raise ParameterError(f"{_PLUGIN_OPTION}: there is no file {name}.")
    if is_file:
        sys.path.append(str(path.resolve().parent))
    try:
        module = import_module(path.stem if is_file else name)
    except OwlboostError:
        raise
    except Exception as error:  # the user's code may raise anything
        raise ParameterError(
            f"{_PLUGIN_OPTION}: {name} cannot be loaded: {type(error).__name__}: {error}."
        ) from error
    if is_file and Path(module.__file__ or "").resolve() != path.resolve():
        raise ParameterError(
            f"{_PLUGIN_OPTION}: there is another module {path.stem}; give the file {name} "
            "another name."
        )


_LIMIT_OPTION = "--limit"


def with_limits(arguments: list[str]) -> list[str]:
    """Set the limits of ``--limit``; return the other arguments.

    They are set in the environment, so that other processes have them, too. A number without a name
    is no bound on reading, but the older form of ``compare --show N``.
    """
    remaining: list[str] = []
    given = [os.environ.get(VARIABLE, "")]
    for argument, value in _values_of(_LIMIT_OPTION, arguments, "NAME=NUMBER, such as bytes=8G"):
        if value is None:
            remaining.append(argument)
        elif value.isdigit():
            remaining += [argument, value]
        else:
            given.append(value)
    text = ",".join(filter(None, given))
    parse_limits(text)
    if len(given) > 1:
        os.environ[VARIABLE] = text
    return remaining
