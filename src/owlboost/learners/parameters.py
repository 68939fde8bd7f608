"""The parameters of a learner as data: a field says all that is to be known about it.

From it come the range that is checked, the option of the command line and its help, the note that
an option has no effect, the parameters of the scikit-learn classifier and their documentation.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from owlboost.errors import ParameterError

_KEY = "parameter"


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a parameter of a learner means, and the values it takes.

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
    panel
        Under which heading the command line lists it; by the learners that take it, if empty.
    needs
        Another parameter and the value it must have, for this one to matter.
    changes_result
        Whether the rules depend on it, and not only the time they take.
    """

    help: str
    option: str | None = None
    symbol: str = ""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    choices: tuple[object, ...] | Callable[[], Iterable[object]] = ()
    unit: str = ""
    unset: str = ""
    panel: str = ""
    needs: tuple[str, object] | None = None
    changes_result: bool = True


@dataclass(frozen=True, slots=True)
class Described:
    """A parameter where it stands: the field of a learner.

    Attributes
    ----------
    name
        Name of the field.
    kind
        ``int``, ``float``, ``bool`` or ``str``.
    optional
        Whether it may be None.
    default
        Its default.
    choices
        The values it takes; empty if any of its kind within the range.
    about
        What it means.
    """

    name: str
    kind: type
    optional: bool
    default: Any
    choices: tuple[object, ...]
    about: Parameter

    def check(self, value: object) -> None:
        """Raise ParameterError unless this value may be taken."""
        about = self.about
        if value is None and self.optional:
            return
        if not _fits(value, self.kind):
            raise ParameterError(f"{self.name} must be {_NOUNS[self.kind]}, not {value!r}.")
        if self.choices and value not in self.choices:
            listed = ", ".join(str(choice) for choice in self.choices)
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
}


def _fits(value: object, kind: type) -> bool:
    """Whether a value is of a kind; NumPy's numbers count as Python's."""
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    if kind is int:
        return hasattr(value, "__index__")
    if kind is float:
        return hasattr(value, "__float__") and not isinstance(value, str)
    return isinstance(value, kind)


def _outside(value: Any, about: Parameter) -> str:
    """Say what a number must be, if it is not."""
    unit = f" {about.unit}" if about.unit else ""
    if about.least is not None and about.most is not None:
        if not about.least <= value <= about.most:
            return f"lie between {about.least:g} and {about.most:g}{unit}"
    elif about.least is not None and not value >= about.least:
        return f"be at least {about.least:g}{unit}"
    elif about.above is not None and not value > about.above:
        return f"be above {about.above:g}{unit}"
    return ""


def param(default: Any, help: str, option: str | None = None, **about: Any) -> Any:
    """Make the field of a learner: its default, what it means, its option, and more.

    Parameters
    ----------
    default
        What it is where nobody says otherwise.
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
    >>> [(one.name, one.kind, one.default) for one in described(Guess)]
    [('tries', <class 'int'>, 3)]
    """
    return field(default=default, metadata={_KEY: Parameter(help, option, **about)})


@cache
def described(learner: type) -> tuple[Described, ...]:
    """Return the parameters of a class of learners, in the order of its fields."""
    return tuple(_described(learner))


def _described(learner: type) -> Iterator[Described]:
    hints = get_type_hints(learner)
    for one in fields(learner):
        about = one.metadata.get(_KEY)
        if about is None:
            raise ParameterError(
                f"The field {one.name} of {learner.__name__} must be made by param(…)."
            )
        yield _one(one, hints[one.name], about)


def _one(where: "Field[Any]", hint: Any, about: Parameter) -> Described:
    if where.default is MISSING:
        raise ParameterError(f"The parameter {where.name} needs a default.")
    parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    optional = NoneType in parts
    (kind,) = (part for part in parts if part is not NoneType)
    choices = about.choices() if callable(about.choices) else about.choices
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        kind = type(choices[0])
    return Described(where.name, kind, optional, where.default, tuple(choices), about)
