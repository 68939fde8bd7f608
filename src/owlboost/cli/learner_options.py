"""The options of learners, made from the parameters that the learners themselves declare."""

import inspect
from collections.abc import Callable, Mapping, Set
from enum import StrEnum
from typing import Annotated, Any, Self

import typer

from owlboost.cli.wording import listed
from owlboost.errors import ParameterError
from owlboost.learners.learner import DEFAULT, LEARNERS, Learner, all_parameters
from owlboost.learners.parameters import Described

Users = list[tuple[type[Learner], Described]]
"""The learners that have a parameter, and what each says of it."""

OF_COMMANDS = frozenset({"random_state", "n_jobs", "given", "forbidden"})
"""Parameters that commands have options of their own for."""


Algorithm = StrEnum("Algorithm", {name.upper(): name for name in LEARNERS})  # type: ignore[misc]
"""The learners by name."""


AlgorithmOption = Annotated[
    Algorithm,
    typer.Option(help=f"{listed([one.title for one in LEARNERS.values()], 'or')}."),
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
    """How to learn: values of parameters that the user has asked for."""

    def __init__(self, **given: Any) -> None:
        self._given = given

    @classmethod
    def of_options(cls, values: Mapping[str, Any], given: Set[str]) -> Self:
        """Take what stands on the command line, by the names of options."""
        return cls(
            **{
                name: _meant(values[option])
                for name, option in _variables().items()
                if option in given
            }
        )

    @classmethod
    def option_parameters(cls) -> list[inspect.Parameter]:
        """Return what a command takes for these options."""
        parameters = dict(all_parameters())
        return [_option(parameters[name]) for name in _variables()]

    @property
    def given(self) -> Mapping[str, Any]:
        """Parameters that stand on the command line."""
        return self._given

    def learner(self, algorithm: str, **values: Any) -> Learner:
        """Check the options and make a learner of them; values are for parameters it may have.

        An option without effect here must still make sense for a learner that has it.
        """
        learner = LEARNERS[str(algorithm)]
        own = {one.name for one in learner.parameters()}
        for name, users in all_parameters():
            if name in self._given and name not in own:
                _require_sensible(users, self._given[name])
        chosen = {**values, **self._given}
        return learner(**{name: value for name, value in chosen.items() if name in own})


class _Unset:
    """Stands for None where it is asked for by a word."""


def _meant(value: Any) -> Any:
    """Return what a value of the command line means for a parameter."""
    return None if isinstance(value, _Unset) else getattr(value, "value", value)


def _parser(one: Described) -> Callable[[Any], Any]:
    """Return what reads a number, or the word for None."""

    def parsed(text: Any) -> Any:
        if text == one.about.word:
            return _Unset()
        try:
            return one.kind(text)
        except ValueError:
            noun = "a whole number" if one.kind is int else "a number"
            message = f"{text!r} is neither {noun} nor {one.about.word!r}."
            raise typer.BadParameter(message) from None

    return parsed


def named_algorithms(text: str) -> tuple[str, ...]:
    """Read a list of algorithms, separated by commas."""
    return tuple(LEARNERS[name.strip()].name for name in text.split(","))


def variable(option: str) -> str:
    """Return the name of an option as commands and Python know it: ``--max-depth``, max_depth."""
    return option.lstrip("-").replace("-", "_")


def _variables() -> dict[str, str]:
    """Return the option of each parameter that has one of its own, as commands know it."""
    return {
        name: variable(option) for name, option in option_names().items() if name not in OF_COMMANDS
    }


def _require_sensible(users: Users, value: object) -> None:
    """Raise what the first learner says, unless a learner takes this value."""
    errors = []
    for _, one in users:
        try:
            one.check(value)
        except ParameterError as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def _option(users: Users) -> inspect.Parameter:
    """Make an option of a parameter that some learners have."""
    _, one = users[0]
    default = _common_default(users)
    flag = one.kind is bool
    option = str(one.about.option)
    about = typer.Option(
        f"{option}/--no-{option.lstrip('-')}" if flag else option,
        help=one.about.help,
        rich_help_panel=one.about.panel or _panel(users),
        metavar=_metavar(users),
        show_default=_shown_defaults(users) if default is None else not flag,
        parser=_parser(one) if one.about.word else None,
    )
    return inspect.Parameter(
        variable(option),
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[_kind(users) | None, about],
    )


def _choices(users: Users) -> list[object]:
    """All values that some learner takes; none if one of them takes any."""
    listed = [one.choices for _, one in users]
    return list(dict.fromkeys(sum(listed, ()))) if all(listed) else []


def _kind(users: Users) -> Any:
    _, one = users[0]
    choices = _choices(users)
    if one.kind is str and choices:
        return StrEnum(one.name, {str(choice).upper(): str(choice) for choice in choices})
    return one.kind


def _metavar(users: Users) -> str | None:
    _, one = users[0]
    choices = _choices(users)
    if one.kind is not str and choices:
        return f"<{'|'.join(map(str, choices))}>"
    if one.about.word:
        return f"<N|{one.about.word}>"
    return one.about.unit.upper() or None


def _panel(users: Users) -> str | None:
    """Name the learners that have a parameter, unless all do."""
    if len(users) == len(LEARNERS):
        return None
    return listed(learner.title for learner, _ in users)


def _common_default(users: Users) -> Any:
    """Return the default, if all learners have the same one."""
    _, first = users[0]
    return first.default if all(one.default == first.default for _, one in users) else None


def _shown_defaults(users: Users) -> str | bool:
    """Tell what None stands for; where learners have different defaults, the one of each."""
    shown = {learner.name: _default(one) for learner, one in users}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values())) or False
    groups: dict[str, list[str]] = {}
    for name, default in shown.items():
        groups.setdefault(default, []).append(name)
    return "; ".join(f"{default} ({listed(names)})" for default, names in groups.items())


def _default(one: Described) -> str:
    if one.default is not None:
        return str(one.default)
    return one.about.unset.format_map(option_names())
