"""Options of learning and evaluation, made from the learners' parameters."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

import owlboost
from owlboost.cli.messages import listed
from owlboost.cli.options import (
    EVERYWHERE,
    Idle,
    Option,
    Options,
    Where,
    everywhere,
    option,
    variable,
)
from owlboost.errors import ParameterError
from owlboost.evaluation.grid import grid_names
from owlboost.learners.learner import DEFAULT, LEARNERS, Learner, all_parameters
from owlboost.learners.parameters import LearnerParameter
from owlboost.runtime.engine import DaskEngine, Engine, connected, engine

if TYPE_CHECKING:
    from owlboost.learners.search.aggregator import Cluster


Users = list[tuple[type[Learner], LearnerParameter]]
"""The learners that have a parameter, with their declarations of it."""

OF_COMMANDS = frozenset({"random_state", "n_jobs", "given", "forbidden"})
"""Parameters whose options the commands declare themselves."""


Algorithm = StrEnum("Algorithm", {name.upper(): name for name in LEARNERS})  # type: ignore[misc]
"""The learners by name."""


AlgorithmOption = Annotated[
    Algorithm,
    everywhere("--algorithm", f"{listed([learner.title for learner in LEARNERS.values()], 'or')}."),
]

DEFAULT_ALGORITHM: Any = Algorithm(DEFAULT)


def option_names() -> dict[str, str]:
    """Return the option of each parameter, by its name in errors."""
    return {
        name: users[0][1].about.option
        for name, users in all_parameters()
        if users[0][1].about.option is not None
    }


class LearnerOptions:
    """Values of learners' parameters that the user has given."""

    def __init__(self, **given: Any) -> None:
        self.given: Mapping[str, Any] = given

    @classmethod
    def from_command_line(cls, values: Mapping[str, Any], given: Set[str]) -> Self:
        """Return the options on the command line, by parameter."""
        return cls(
            **{
                name: _parameter_value(values[option])
                for name, option in _variables().items()
                if option in given
            }
        )

    @classmethod
    def option_parameters(cls) -> list[inspect.Parameter]:
        """Return the parameters of a command for these options."""
        parameters = dict(all_parameters())
        return [_option(parameters[name]) for name in _variables()]

    @staticmethod
    def unused(values: Mapping[str, Any], options: Options) -> Iterator[Idle]:
        """Yield the options without effect on the learners of a command.

        Examples
        --------
        >>> from owlboost.cli.options import declared
        >>> parameters = LearnerOptions.option_parameters()
        >>> options = {each.name: declared(each) for each in parameters}
        >>> [idle] = LearnerOptions.unused({"algorithm": "foil"}, options)
        >>> "rounds" in idle.names, "theta" in idle.names, idle.where
        (True, False, 'with --algorithm foil')
        """
        algorithms = [name.strip() for name in str(values["algorithm"]).split(",")]
        learners = [LEARNERS[name] for name in algorithms if name in LEARNERS]
        used = {parameter.name for learner in learners for parameter in learner.parameters()}
        parameters = {name: users[0][1] for name, users in all_parameters()}
        idle = {_variable(each) for name, each in parameters.items() if name not in used}
        names = {name for name in idle & options.keys() if Where.ALGORITHM in options[name].only}
        grid = str(values.get("grid", ""))
        varied = {name for learner in learners for name in learner.grids.get(grid, ())}
        if "grid" in values and grid != "none" and not varied:
            names.add("grid")
        yield Idle(f"with --algorithm {values['algorithm']}", names)
        if varied:
            tried = {_variable(parameters[name]) for name in varied}
            yield Idle(f"with --grid {grid}, which tries its own values", tried)
        for parameter in parameters.values():
            needs = parameter.about.needs
            if needs is None or needs[0] in varied:
                continue
            needed, wanted = parameters[needs[0]], needs[1]
            given = values.get(_variable(needed))
            if given is not None and given != wanted:
                yield Idle(f"with {needed.about.option} {given}", {_variable(parameter)})

    def learner(self, algorithm: str, **values: Any) -> Learner:
        """Check the options and make a learner of them.

        Values are for parameters that it may have.

        An option without effect here must still make sense for a learner that has it.
        """
        learner = LEARNERS[str(algorithm)]
        own = {parameter.name for parameter in learner.parameters()}
        for name, users in all_parameters():
            if name in self.given and name not in own:
                _require_sensible(users, self.given[name])
        chosen = {**values, **self.given}
        return learner(**{name: value for name, value in chosen.items() if name in own})


def _variable(parameter: LearnerParameter) -> str:
    """Return the variable of a parameter's option, if it has one."""
    return variable(parameter.about.option or "")


class _Unset:
    """A stand-in for None, where an option has a word for it."""


def _parameter_value(value: Any) -> Any:
    """Return the value of a parameter by that of its option."""
    return None if isinstance(value, _Unset) else getattr(value, "value", value)


def _parser(parameter: LearnerParameter) -> Callable[[Any], Any]:
    """Return a parser of numbers and the word for None."""

    def parse(text: Any) -> Any:
        if text == parameter.about.word:
            return _Unset()
        try:
            return parameter.kind(text)
        except ValueError:
            noun = "a whole number" if parameter.kind is int else "a number"
            message = f"{text!r} is neither {noun} nor {parameter.about.word!r}."
            raise typer.BadParameter(message) from None

    return parse


def named_algorithms(text: str) -> tuple[str, ...]:
    """Read a list of algorithms, separated by commas."""
    return tuple(LEARNERS[name.strip()].name for name in text.split(","))


def _variables() -> dict[str, str]:
    """Return the variable of each parameter that has an option."""
    return {
        name: variable(option) for name, option in option_names().items() if name not in OF_COMMANDS
    }


def _require_sensible(users: Users, value: object) -> None:
    """Raise the first learner's error, unless a learner takes this value."""
    errors = []
    for _, parameter in users:
        try:
            parameter.check(value)
        except ParameterError as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def _option(users: Users) -> inspect.Parameter:
    """Return the option of a parameter that some learners have."""
    _, parameter = users[0]
    default = _common_default(users)
    flag = parameter.kind is bool
    option = str(parameter.about.option)
    only = Where.ALGORITHM | (Where.ONTOLOGY if parameter.about.of_roles else EVERYWHERE)
    about = Option(
        f"{option}/--no-{option.lstrip('-')}" if flag else f"{option} {_metavar(users) or ''}",
        parameter.about.help,
        only=only,
        parameter=parameter.name,
        panel=parameter.about.panel or _panel(users),
        show_default=_shown_defaults(users) if default is None else not flag,
        parser=_parser(parameter) if parameter.about.word else None,
    )
    return inspect.Parameter(
        variable(option),
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[_kind(users) | None, about],
    )


def _choices(users: Users) -> list[object]:
    """Return all values that learners take; none if one takes any."""
    choices = [parameter.choices for _, parameter in users]
    return list(dict.fromkeys(sum(choices, ()))) if all(choices) else []


def _kind(users: Users) -> Any:
    _, parameter = users[0]
    choices = _choices(users)
    if parameter.kind is str and choices:
        return StrEnum(parameter.name, {str(choice).upper(): str(choice) for choice in choices})
    return parameter.kind


def _metavar(users: Users) -> str | None:
    _, parameter = users[0]
    choices = _choices(users)
    if parameter.kind is not str and choices:
        return f"<{'|'.join(map(str, choices))}>"
    if parameter.about.word:
        return f"<N|{parameter.about.word}>"
    return parameter.about.unit.upper() or None


def _panel(users: Users) -> str | None:
    """Return the names of the learners of a parameter, unless all."""
    if len(users) == len(LEARNERS):
        return None
    return listed(learner.title for learner, _ in users)


def _common_default(users: Users) -> Any:
    """Return the default, if all learners have the same one."""
    _, first = users[0]
    return (
        first.default if all(parameter.default == first.default for _, parameter in users) else None
    )


def _shown_defaults(users: Users) -> str | bool:
    """Return the meaning of None, or each learner's default."""
    shown = {learner.name: _default(parameter) for learner, parameter in users}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values())) or False
    groups: dict[str, list[str]] = {}
    for name, default in shown.items():
        groups.setdefault(default, []).append(name)
    return "; ".join(f"{default} ({listed(names)})" for default, names in groups.items())


def _default(parameter: LearnerParameter) -> str:
    if parameter.default is not None:
        return str(parameter.default)
    return parameter.about.unset.format_map(option_names())


_rule_file = partial(option, panel="Rules", only=Where.ALGORITHM)


@dataclass(frozen=True, slots=True)
class GuidanceOptions:
    """Files of rules that are given and forbidden."""

    given: list[Path] | None = _rule_file(
        "--given FILE",
        "Rules that every model is to have, in any format that import reads, or a line of "
        "conditions for each; repeatable.",
    )
    forbid: list[Path] | None = _rule_file(
        "--forbid FILE", "Rules that no model may have, nor anything stricter; repeatable."
    )

    def with_rules(self, learner: "Learner") -> "Learner":
        """Return a learner that follows these rules."""
        from owlboost.learners.rule_constraints import with_rules

        return with_rules(learner, self.given or (), self.forbid or ())


Grid = StrEnum("Grid", {name.upper(): name for name in grid_names()})  # type: ignore[misc]
"""The configurations to compare: the grids of all learners, and none."""

PAPER: Any = Grid("paper")


class SuiteProtocol(StrEnum):
    """Choices of examples in the tasks of a suite."""

    PAPER = "paper"
    LISTS = "lists"


class EngineName(StrEnum):
    """Engines that run folds."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True, slots=True)
class ProtocolOptions:
    """Division of examples into training and test."""

    folds: int = option("--folds", "Number of stratified folds.", 5, only=Where.FOLDS)
    repeats: int = option(
        "--repeats", "How many times to repeat with new folds.", 1, only=Where.FOLDS
    )
    nested: bool = option(
        "--nested",
        "Also choose the configuration inside each training fold.",
        False,
        only=Where.FOLDS,
    )
    mask: bool = option(
        "--mask",
        "Hide only the labels of test individuals, not their facts.",
        False,
        only=Where.FOLDS,
    )
    train_is_test: bool = option(
        "--train-is-test",
        "Train and test on all examples, to explain these data (★).",
        False,
        only=EVERYWHERE,
    )
    seed: int = option("--seed", "Seed for the folds.", 0, only=EVERYWHERE)

    def protocol(self) -> "owlboost.Protocol":
        """Check the options and make a protocol of them."""
        return owlboost.Protocol(**asdict(self))


_place = partial(option, panel="Where it runs", only=EVERYWHERE)


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The engine that runs folds."""

    jobs: int = _place(
        "--jobs",
        "Number of processes, -1 for all cores; does not affect the result.",
        1,
        parameter="n_jobs",
    )
    engine: EngineName = _place("--engine", "Run on this machine or with Dask.", EngineName.LOCAL)
    scheduler: str | None = _place(
        "--scheduler ADDRESS", "Address of a running Dask scheduler, tcp://…"
    )

    def started(self) -> "Engine":
        """Check the options and start the engine."""
        return engine(self.engine.value, self.jobs, self.scheduler)


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """The place of the examples of one training."""

    engine: EngineName = _place(
        "--engine",
        "Learn in this process or on the workers of Dask; does not affect the result.",
        EngineName.LOCAL,
    )
    scheduler: str | None = _place(
        "--scheduler ADDRESS", "Address of a running Dask scheduler, tcp://…"
    )

    @contextmanager
    def cluster(self, jobs: int) -> Iterator["Cluster | None"]:
        """Check the options and connect to the cluster, if there is one."""
        if self.engine is EngineName.LOCAL and self.scheduler is None and jobs:
            yield None
            return
        started = engine(self.engine.value, jobs, self.scheduler)
        assert isinstance(started, DaskEngine)
        from owlboost.learners.search.dask_cluster import DaskCluster

        with connected(started.scheduler, started.n_workers) as client:
            yield DaskCluster(client)
