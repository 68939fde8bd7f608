"""Files and modules of the user's that add learners or formats before a command runs."""

import sys
from importlib import import_module
from pathlib import Path

from owlboost.errors import OwlboostError, ParameterError

_OPTION = "--plugin"


def with_plugins(arguments: list[str]) -> list[str]:
    """Load what ``--plugin`` names, wherever it stands, and return the other arguments."""
    others: list[str] = []
    waiting = list(arguments)
    while waiting:
        argument = waiting.pop(0)
        name, equals, value = argument.partition("=")
        if name != _OPTION:
            others.append(argument)
        elif equals or waiting:
            load_plugin(value if equals else waiting.pop(0))
        else:
            raise ParameterError(f"{_OPTION} needs the name of a file or module.")
    return others


def load_plugin(name: str) -> None:
    """Import a Python file, or a module by its name.

    Folders of files are searched from then on, so that other processes find the module, too.
    """
    path = Path(name)
    is_file = path.suffix == ".py"
    if is_file and not path.is_file():
        raise ParameterError(f"{_OPTION}: there is no file {name}.")
    if is_file:
        sys.path.append(str(path.resolve().parent))
    try:
        module = import_module(path.stem if is_file else name)
    except OwlboostError:
        raise
    except Exception as error:  # the user's code may raise anything
        raise ParameterError(
            f"{_OPTION}: {name} cannot be loaded: {type(error).__name__}: {error}."
        ) from error
    if is_file and Path(module.__file__ or "").resolve() != path.resolve():
        raise ParameterError(
            f"{_OPTION}: there is another module {path.stem}; give the file {name} another name."
        )
