"""Parameters of a learner as data: type, range, option, help.

They define the checks, the command-line options with their help, the note that an option has no
effect, and the parameters of the scikit-learn classifier with their documentation.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from owlboost.errors import ExtensionError, ParameterError

_KEY = "parameter"

Choices = tuple[object, ...] | Callable[[], Iterable[object]]
"""Values to choose from, or a function that returns the current ones."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """The meaning of a learner's parameter, and its allowed values.

    Attributes
    ----------
    help
        One line for people.
    option
        What the command line calls it; None if it has no option.
    symbol
        Its letter in the paper.
    least, most, above
        The numbers it takes: from, to, larger than.
    choices
        The values it takes, or a function that lists them.
    unit
        What a number counts, for messages.
    unset
        What None stands for; parameters in braces, as in ``"as {max_depth}"``, are spelt as the
        reader knows them.
    word
        What the command line calls None, if it can be asked for there.
    panel
        Under which heading the command line lists it; by the learners that take it, if empty.
    needs
        Another parameter and the value it must have, for this one to matter.
    of_roles
        Whether it is about roles, which tables do not have.
    changes_result
        Whether the rules depend on it, and not only the time they take.
    """

    help: str
    option: str | None = None
    symbol: str = ""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    choices: Choices = ()
    unit: str = ""
    unset: str = ""
    word: str = ""
    panel: str = ""
    needs: tuple[str, object] | None = None
    of_roles: bool = False
    changes_result: bool = True


@dataclass(frozen=True, slots=True)
class LearnerParameter:
    """A parameter as the field of a learner.

    Attributes
    ----------
    kind
        ``int``, ``float``, ``bool``, ``str``, or ``tuple`` of rules.
    among
        The values it takes, or a function that lists them.
    """

    name: str
    kind: type
    optional: bool
    default: Any
    among: Choices
    about: Parameter

    @property
    def choices(self) -> tuple[object, ...]:
        """The currently allowed values; empty if only a range limits them."""
        return tuple(self.among() if callable(self.among) else self.among)

    def plain(self, value: Any) -> Any:
        """Return a value as Python's own type, from one of NumPy's."""
        if self.kind is tuple:
            return (Path(value),) if isinstance(value, str | PathLike) else tuple(value)
        if value is None or isinstance(value, int | float | str):
            return value
        return self.kind(value)

    def check(self, value: object) -> None:
        """Raise ParameterError unless a value is allowed."""
        about = self.about
        if value is None and self.optional:
            return
        if not _fits(value, self.kind):
            raise ParameterError(f"{self.name} must be {_NOUNS[self.kind]}, not {value!r}.")
        choices = self.choices
        if choices and value not in choices:
            listed = ", ".join(str(choice) for choice in choices)
            raise ParameterError(f"{self.name} must be one of {listed}, not {value}.")
        problem = _outside(value, about)
        if problem:
            called = f"{self.name} ({about.symbol})" if about.symbol else self.name
            raise ParameterError(f"{called} must {problem}, not {value}.")


_NOUNS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    tuple: "a list of rules or the path of a file",
}


_ABSTRACT: dict[type, type] = {int: Integral, float: Real}


def _fits(value: object, kind: type) -> bool:
    """Whether a value is of a kind; NumPy's numbers count as Python's."""
    truth = isinstance(value, bool) or type(value).__name__ in {"bool", "bool_"}
    if kind is bool or truth:
        return kind is bool and truth
    if kind is tuple:
        return isinstance(value, list | tuple | str | PathLike)
    return isinstance(value, _ABSTRACT.get(kind, kind))


def _outside(value: Any, about: Parameter) -> str:
    """Describe the allowed numbers, if a number is not allowed."""
    least, above, most = about.least, about.above, about.most
    if (
        (least is None or value >= least)
        and (above is None or value > above)
        and (most is None or value <= most)
    ):
        return ""
    unit = f" {about.unit}" if about.unit else ""
    if least is not None and most is not None:
        return f"lie between {least:g} and {most:g}{unit}"
    limits = (("at least", least), ("above", above), ("at most", most))
    parts = " and ".join(f"{words} {limit:g}" for words, limit in limits if limit is not None)
    return f"be {parts}{unit}"


def param(default: Any, help: str, option: str | None = None, **about: Any) -> Any:
    """Make the field of a learner: default, help, option and more.

    Parameters
    ----------
    default
        Default value.
    help
        One line for people.
    option
        What the command line calls it, such as ``--rules``; None for no option.
    **about
        Further attributes of :class:`Parameter`.

    Examples
    --------
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Guess:
    ...     tries: int = param(3, "How often to guess.", "--tries", least=1)
    >>> [(each.name, each.kind, each.default) for each in described(Guess)]
    [('tries', <class 'int'>, 3)]
    """
    return field(default=default, metadata={_KEY: Parameter(help, option, **about)})


@cache
def described(learner: type) -> tuple[LearnerParameter, ...]:
    """Return the parameters of a class of learners, in field order."""
    return tuple(_described(learner))


def _described(learner: type) -> Iterator[LearnerParameter]:
    hints = get_type_hints(learner)
    for each in fields(learner):
        about = each.metadata.get(_KEY)
        if about is None:
            raise ExtensionError(
                f"The field {each.name} of {learner.__name__} must be made by param(…)."
            )
        yield _field_parameter(each, hints[each.name], about)


def _field_parameter(source: "Field[Any]", hint: Any, about: Parameter) -> LearnerParameter:
    if source.default is MISSING:
        raise ExtensionError(f"The parameter {source.name} needs a default.")
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    optional = NoneType in parts
    kinds = [part for part in parts if part is not NoneType]
    kind, choices = kinds[0], about.choices
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        kind = type(get_args(kind)[0])
    elif get_origin(kind) is Sequence:
        kind = tuple
    if len(kinds) > 1 or kind not in _NOUNS:
        raise ExtensionError(
            f"The parameter {source.name} must be of int, float, bool, str or a Literal, with or "
            f"without None, not {hint}."
        )
    return LearnerParameter(source.name, kind, optional, source.default, choices, about)
