"""Registries of named things, extensible by entry points."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from owlboost.errors import ExtensionError, ParameterError, did_you_mean

Thing = TypeVar("Thing")


def imported(place: str) -> Any:
    """Import the thing at a place ``module:name``.

    Examples
    --------
    >>> imported("math:sqrt")(9)
    3.0
    """
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


class Registry(Mapping[str, Thing], Generic[Thing]):
    """A mapping from names to things, imported when first used.

    Other packages add to it by an entry point of its group in their ``pyproject.toml``, programs by
    :meth:`register`. No name can be taken twice.

    Parameters
    ----------
    noun
        The name of one of these things in messages.
    group
        The group of entry points to look for.
    own
        The built-in names, and the place of each: ``module:name``.

    Examples
    --------
    >>> roots = Registry("root", "owlboost.example", {"square": "math:sqrt"})
    >>> roots["square"](9)
    3.0
    >>> roots.register("same", lambda number: number)
    >>> list(roots)
    ['square', 'same']
    >>> roots["squre"]
    Traceback (most recent call last):
    owlboost.errors.ParameterError: There is no root 'squre'. Did you mean square?
    """

    def __init__(self, noun: str, group: str, own: Mapping[str, str]) -> None:
        self.noun = noun
        self.group = group
        self._own = dict(own)
        self._loaded: dict[str, Thing] = {}

    @cached_property
    def _added(self) -> dict[str, EntryPoint]:
        """Entry points of other packages, by name; they cannot replace built-in ones."""
        entries = {entry.name: entry for entry in entry_points(group=self.group)}
        return {name: entries[name] for name in sorted(entries) if name not in self._own}

    def register(self, name: str, thing: Thing) -> None:
        """Add a thing under a name that is still free."""
        if name in self:
            raise ParameterError(f"There is already a {self.noun} named {name!r}.")
        self._loaded[name] = thing

    @property
    def registered(self) -> dict[str, Thing]:
        """The things that programs have added by :meth:`register`."""
        importable = {*self._own, *self._added}
        return {name: thing for name, thing in self._loaded.items() if name not in importable}

    def include(self, things: Mapping[str, Thing]) -> None:
        """Add things whose names are free, such as those of another process."""
        for name, thing in things.items():
            if name not in self:
                self._loaded[name] = thing

    def get(self, name: str, default: Any = None) -> Any:
        """Return the thing of a name, or the default."""
        if name not in self:
            return default
        return self[name]

    def __getitem__(self, name: str) -> Thing:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> Thing:
        if name in self._own:
            thing: Thing = imported(self._own[name])
            return thing
        if name in self._added:
            return self._load_added(self._added[name])
        raise ParameterError(f"There is no {self.noun} {name!r}.{did_you_mean(name, self)}")

    def _load_added(self, entry: EntryPoint) -> Thing:
        try:
            loaded: Thing = entry.load()
        except Exception as error:  # other people's code may raise anything
            package = entry.dist.name if entry.dist is not None else entry.module
            raise ExtensionError(
                f"The {self.noun} {entry.name!r} of the package {package} cannot be loaded: "
                f"{type(error).__name__}: {error}. Repair or uninstall {package}."
            ) from error
        return loaded

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._loaded or name in self._added

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._own, *self._added, *self._loaded]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


VIEWS: Registry[Callable[[object], str]] = Registry(
    "view",
    "owlboost.views",
    {
        "notebook": "owlboost.report.display:html",
        "text": "owlboost.report.display:text",
    },
)


class NotebookRepr:
    """A value that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return VIEWS["notebook"](self)
