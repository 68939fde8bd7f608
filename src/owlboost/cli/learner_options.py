"""The options of learners, made from the parameters that the learners themselves declare."""

import inspect
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any

import typer

from owlboost.errors import ParameterError
from owlboost.learners.learner import Learner
from owlboost.learners.parameters import Described
from owlboost.learners.registry import DEFAULT, LEARNERS, all_parameters

Users = list[tuple[type[Learner], Described]]
"""The learners that have a parameter, and what each says of it."""

OF_COMMANDS = frozenset({"random_state", "n_jobs"})
"""Parameters that commands have options of their own for."""

Algorithm = StrEnum("Algorithm", {name.upper(): name for name in LEARNERS})  # type: ignore[misc]
"""The learners by name."""


def _listed(names: Iterable[str], word: str = "and") -> str:
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


AlgorithmOption = Annotated[
    Algorithm,
    typer.Option(help=_listed((LEARNERS[name].title for name in LEARNERS), "or") + "."),
]

DEFAULT_ALGORITHM: Any = Algorithm(DEFAULT)


def option_names() -> dict[str, str]:
    """Return the option for each parameter, by the name that errors call it."""
    return {
        name: users[0][1].about.option
        for name, users in all_parameters()
        if users[0][1].about.option is not None
    }


class LearnerOptions:
    """How to learn: an option for each parameter of any learner; None where it was not given."""

    def __init__(self, **values: Any) -> None:
        self._given = {
            _parameter(name): value.value if isinstance(value, StrEnum) else value
            for name, value in values.items()
            if _is_given(value)
        }

    @classmethod
    def option_parameters(cls) -> list[inspect.Parameter]:
        """Return what a command takes for these options."""
        return [
            _option(users)
            for name, users in all_parameters()
            if name not in OF_COMMANDS and users[0][1].about.option is not None
        ]

    @property
    def given(self) -> Mapping[str, Any]:
        """Parameters that stand on the command line."""
        return self._given

    def learner(self, algorithm: str, **values: Any) -> Learner:
        """Check the options and make a learner of them; values are for parameters it may have."""
        learner = LEARNERS[str(algorithm)]
        own = {one.name for one in learner.parameters()}
        chosen = {**values, **self._given}
        return learner(**{name: value for name, value in chosen.items() if name in own})


def named_algorithms(text: str) -> tuple[str, ...]:
    """Read a list of algorithms, separated by commas."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in LEARNERS:
            LEARNERS[name]  # says what there is
    return names


def variable(option: str) -> str:
    """Return the name of an option as commands and Python know it: ``--max-depth``, max_depth."""
    return option.lstrip("-").replace("-", "_")


def _parameter(name: str) -> str:
    for parameter, users in all_parameters():
        option = users[0][1].about.option
        if option is not None and variable(option) == name:
            return parameter
    raise ParameterError(f"No learner has an option for {name}.")


def _is_given(value: object) -> bool:
    return value is not None and value is not False


def _option(users: Users) -> inspect.Parameter:
    """Make an option of a parameter that some learners have."""
    _, one = users[0]
    flag = one.kind is bool
    about = typer.Option(
        one.about.option,
        help=one.about.help,
        rich_help_panel=one.about.panel or _panel(users),
        metavar=one.about.unit.upper() or None,
        show_default=False if flag else _shown_default(users),
    )
    kind: Any = bool if flag else _kind(one) | None
    return inspect.Parameter(
        variable(str(one.about.option)),
        inspect.Parameter.KEYWORD_ONLY,
        default=False if flag else None,
        annotation=Annotated[kind, about],
    )


def _kind(one: Described) -> Any:
    if one.kind is str and one.choices:
        return StrEnum(one.name, {str(choice).upper(): str(choice) for choice in one.choices})
    return one.kind


def _panel(users: Users) -> str | None:
    """Name the learners that have a parameter, unless all do."""
    if len(users) == len(LEARNERS):
        return None
    return _listed(learner.title for learner, _ in users)


def _shown_default(users: Users) -> str | bool:
    """Tell the default; where learners have different ones, the default of each."""
    shown = {learner.name: _default(one) for learner, one in users}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values())) or False
    groups: dict[str, list[str]] = {}
    for name, default in shown.items():
        groups.setdefault(default, []).append(name)
    return "; ".join(f"{default} ({_listed(names)})" for default, names in groups.items())


def _default(one: Described) -> str:
    if one.default is not None:
        return str(one.default)
    return one.about.unset.format_map(option_names())
