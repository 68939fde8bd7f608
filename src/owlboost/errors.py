"""What can go wrong with a user's input, each said in one sentence.

Every error names the thing, the value and the way out; the command line prints it and exits 1.
"""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hint:
    """A parameter that is the way out, as Python writes it; others may write it otherwise.

    Attributes
    ----------
    key
        What tables of other spellings know it by.
    python
        As it is written in a call.
    argument
        What it is given, if anything.

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
    """A text with hints in it, which can be told in other words to people who use no Python.

    Examples
    --------
    >>> said = Message("Use ", Hint("id_column", "id_column='name'", "name"), ".")
    >>> print(said)
    Use id_column='name'.
    >>> said.worded(lambda hint: f"--id {hint.argument}")
    'Use --id name.'
    >>> Message("Column 'name' is left out. ", said).worded(lambda hint: "--id")
    "Column 'name' is left out. Use --id."
    """

    __slots__ = ("parts",)

    parts: "tuple[str | Hint, ...]"

    def __new__(cls, *parts: "str | Hint") -> "Message":
        """Join texts, hints and other sentences."""
        flat = [
            one for part in parts for one in (part.parts if isinstance(part, Message) else [part])
        ]
        said = super().__new__(cls, "".join(map(str, flat)))
        said.parts = tuple(flat)
        return said

    def __getnewargs__(self) -> "tuple[str | Hint, ...]":  # type: ignore[override]
        return self.parts

    def worded(self, write: Callable[[Hint], str]) -> str:
        """Return the text with each hint as ``write`` writes it."""
        return "".join(write(part) if isinstance(part, Hint) else part for part in self.parts)


_LONGEST = 2_000


def _shortened(said: str) -> str:
    """Return a text without its middle, or a sentence of such parts."""
    if isinstance(said, Message):
        return Message(
            *(
                Hint(one.key, _cut(one.python, 500), _cut(one.argument, 500))
                if isinstance(one, Hint)
                else _cut(one, 500)
                for one in said.parts
            )
        )
    return _cut(said, _LONGEST)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[len(text) - most // 2 + 1 :]}"


class OwlboostError(Exception):
    """Base of all errors that a user can correct.

    What it says stays readable, whatever is quoted in it.

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
    def said(self) -> str:
        """What it says, as a sentence with hints if it has any.

        Examples
        --------
        >>> hint = Hint("id_column", "id_column='name'", "name")
        >>> SourceError(Message("Use ", hint, ".")).said.parts[1] == hint
        True
        """
        said = self.args[0] if self.args else None
        return said if isinstance(said, Message) else str(self)


class SourceError(OwlboostError):
    """A file of data cannot be read as what it should be."""


class UnknownNameError(OwlboostError):
    """A name was given that the source does not have."""


class ExamplesError(OwlboostError, ValueError):
    """The examples do not make a learning problem."""


class ParameterError(OwlboostError):
    """A parameter has a value outside its range; the message begins with its name."""

    def renamed(self, names: Mapping[str, str]) -> "ParameterError":
        """Return the error for people who know parameters by other names.

        Examples
        --------
        >>> print(ParameterError("n_sets must be 3, 5 or 7, not 4.").renamed({"n_sets": "--sets"}))
        --sets must be 3, 5 or 7, not 4.
        """
        name, *rest = str(self).split(" ", 1)
        return ParameterError(" ".join([names.get(name, name), *rest]))


class ExtensionError(OwlboostError):
    """Something that others add, such as a learner, cannot be loaded or is not whole."""


class InconsistentError(OwlboostError):
    """The axioms and assertions of an ontology contradict each other.

    Attributes
    ----------
    individual
        Of whom the contradiction was found, by IRI; None if it is not known.
    """

    def __init__(self, said: str, individual: str | None = None) -> None:
        super().__init__(said)
        self.individual = individual


class ReasonerError(OwlboostError):
    """A reasoner outside this library is missing, failed or took too long."""


class ModelError(OwlboostError):
    """A model file is not one, or does not fit the data it is applied to."""


class RunError(OwlboostError):
    """A RUN.json file is not one."""


class ClusterError(OwlboostError):
    """The workers of a cluster cannot go on."""


class DataError(OwlboostError):
    """A data set of the registry is missing."""


class MissingExtraError(OwlboostError):
    """Something needs a package that is installed on request only.

    Examples
    --------
    >>> print(MissingExtraError("The engine dask", "dask"))
    The engine dask needs an extra: pip install 'owlboost[dask]'
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra: pip install 'owlboost[{extra}]'")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Suggest the nearest known names, as the end of a sentence.

    Examples
    --------
    >>> did_you_mean("GoodHotl", ["Hotel", "GoodHotel", "Price"])
    ' Did you mean GoodHotel, Hotel?'
    >>> did_you_mean("x", ["Hotel"])
    " The choices are 'Hotel'."
    """
    choices = list(dict.fromkeys(known))
    folded = {choice.casefold(): choice for choice in reversed(choices)}
    near = difflib.get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)
    if near:
        return f" Did you mean {', '.join(folded[choice] for choice in near)}?"
    if not choices:
        return ""
    shown = ", ".join(repr(choice) for choice in choices[:10])
    more = f" and {len(choices) - 10} more" if len(choices) > 10 else ""
    return f" The choices are {shown}{more}."
