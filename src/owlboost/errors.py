"""Errors that a user can correct, each in one sentence.

Every error names the thing, the value and the way out; the command line prints it and exits 1.
"""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hint:
    """A parameter that is the way out, as Python code or otherwise.

    Attributes
    ----------
    key
        Name under which tables of other spellings have it.
    python
        As it is written in a call.
    argument
        The value to give it, if any.

    Examples
    --------
    >>> print(Hint("id_column", "id_column='name'", "name"))
    id_column='name'
    """

    key: str
    python: str
    argument: str = ""

    def __str__(self) -> str:
        return self.python


class Message(str):
    """A text with hints, which other front ends can spell their way.

    Examples
    --------
    >>> message = Message("Use ", Hint("id_column", "id_column='name'", "name"), ".")
    >>> print(message)
    Use id_column='name'.
    >>> message.render(lambda hint: f"--id {hint.argument}")
    'Use --id name.'
    >>> Message("Column 'name' is left out. ", message).render(lambda hint: "--id")
    "Column 'name' is left out. Use --id."
    """

    __slots__ = ("parts",)

    parts: "tuple[str | Hint, ...]"

    def __new__(cls, *parts: "str | Hint") -> "Message":
        """Join texts, hints and other sentences."""
        flat = [
            piece
            for part in parts
            for piece in (part.parts if isinstance(part, Message) else [part])
        ]
        message = super().__new__(cls, "".join(map(str, flat)))
        message.parts = tuple(flat)
        return message

    def __getnewargs__(self) -> "tuple[str | Hint, ...]":  # type: ignore[override]
        return self.parts

    def render(self, write: Callable[[Hint], str]) -> str:
        """Return the text with each hint as ``write`` writes it."""
        return "".join(write(part) if isinstance(part, Hint) else part for part in self.parts)


_LONGEST = 2_000
"""Shorten the text of an error beyond this many characters."""


def _shortened(text: str) -> str:
    """Return a text, or a message part by part, without its middle."""
    if isinstance(text, Message):
        return Message(
            *(
                Hint(part.key, _cut(part.python, 500), _cut(part.argument, 500))
                if isinstance(part, Hint)
                else _cut(part, 500)
                for part in text.parts
            )
        )
    return _cut(text, _LONGEST)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[len(text) - most // 2 + 1 :]}"


class OwlboostError(Exception):
    """Base of all errors that a user can correct.

    Its message is shortened, so that it stays readable whatever is quoted in it.

    Examples
    --------
    >>> len(str(SourceError("x" * 140_000)))
    2000
    """

    def __init__(self, *args: object) -> None:
        if args and isinstance(args[0], str) and len(args[0]) > _LONGEST:
            args = (_shortened(args[0]), *args[1:])
        super().__init__(*args)

    @property
    def message(self) -> str:
        """The message, with its hints if it has any.

        Examples
        --------
        >>> hint = Hint("id_column", "id_column='name'", "name")
        >>> SourceError(Message("Use ", hint, ".")).message.parts[1] == hint
        True
        """
        message = self.args[0] if self.args else None
        return message if isinstance(message, Message) else str(self)


class SourceError(OwlboostError):
    """A data file cannot be read in the format it should have."""


class UnknownNameError(OwlboostError):
    """A name that the source does not have."""


class ExamplesError(OwlboostError, ValueError):
    """The examples do not make a learning problem."""


class ParameterError(OwlboostError):
    """A parameter outside its range; the message begins with the parameter's name."""

    def renamed(self, names: Mapping[str, str]) -> "ParameterError":
        """Return the error with the parameter's name in another spelling.

        Examples
        --------
        >>> print(ParameterError("n_sets must be 3, 5 or 7, not 4.").renamed({"n_sets": "--sets"}))
        --sets must be 3, 5 or 7, not 4.
        """
        name, *remaining = str(self).split(" ", 1)
        return ParameterError(" ".join([names.get(name, name), *remaining]))


class ExtensionError(OwlboostError):
    """An extension, such as a learner, cannot be loaded or is incomplete."""


class InconsistentError(OwlboostError):
    """The axioms and assertions of an ontology contradict each other.

    ``individual`` is the IRI of the one that the contradiction concerns, if it is known.
    """

    def __init__(self, message: str, individual: str | None = None) -> None:
        super().__init__(message)
        self.individual = individual


class ReasonerError(OwlboostError):
    """An external reasoner is missing, failed or took too long."""


class ModelError(OwlboostError):
    """A file that is no model, or a model unfit for data."""


class RunError(OwlboostError):
    """A file is not a run file."""


class ClusterError(OwlboostError):
    """The workers of a cluster cannot continue."""


class DataError(OwlboostError):
    """A data set of the registry is missing."""


class MissingExtraError(OwlboostError):
    """A package is needed that is installed only on request.

    Examples
    --------
    >>> print(MissingExtraError("The engine dask", "dask"))
    The engine dask needs an extra: pip install 'owlboost[dask]'
    """

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an extra: pip install 'owlboost[{extra}]'")


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Suggest the nearest names, as the end of a sentence.

    Examples
    --------
    >>> did_you_mean("GoodHotl", ["Hotel", "GoodHotel", "Price"])
    ' Did you mean GoodHotel, Hotel?'
    >>> did_you_mean("x", ["Hotel"])
    " The choices are 'Hotel'."
    """
    choices = list(dict.fromkeys(names))
    folded = {choice.casefold(): choice for choice in reversed(choices)}
    near = difflib.get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)
    if near:
        return f" Did you mean {', '.join(folded[choice] for choice in near)}?"
    if not choices:
        return ""
    shown = ", ".join(repr(choice) for choice in choices[:10])
    more = f" and {len(choices) - 10} more" if len(choices) > 10 else ""
    return f" The choices are {shown}{more}."
