"""``--limit``: how much of a file is read."""

import os

from owlboost.errors import ParameterError
from owlboost.runtime.limits import VARIABLE, parsed

_OPTION = "--limit"


def with_limits(arguments: list[str]) -> list[str]:
    """Set the limits that ``--limit`` names, wherever it stands, and return the other arguments.

    They are set in the environment, so that other processes have them, too. A number without a name
    is no bound on reading, but the older form of ``compare --show N``.
    """
    others: list[str] = []
    given = [os.environ.get(VARIABLE, "")]
    waiting = list(arguments)
    while waiting:
        argument = waiting.pop(0)
        name, equals, value = argument.partition("=")
        if name != _OPTION:
            others.append(argument)
        elif (value if equals else "".join(waiting[:1])).isdigit():
            others += [_OPTION, value if equals else waiting.pop(0)]
        elif equals or waiting:
            given.append(value if equals else waiting.pop(0))
        else:
            raise ParameterError(f"{_OPTION} needs NAME=NUMBER, such as bytes=8G.")
    told = ",".join(filter(None, given))
    parsed(told)
    if len(given) > 1:
        os.environ[VARIABLE] = told
    return others
