"""The file of a table, from which other processes read rows."""

import os
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import SourceError
from owlboost.runtime.names import Names, NumberedNames
from owlboost.tables.facts import cut, stated_facts

if TYPE_CHECKING:
    from owlboost.tables.table import Table


_LOOKED_AT = 1 << 16
"""Bytes at the beginning and at the end of a file by which it is known again."""


@dataclass(frozen=True, slots=True)
class TableFileReference:
    """A file, how to read it, and which columns are not told.

    Attributes
    ----------
    path
        The file, from the root of the file system.
    print
        What tells it from others of that name.
    options
        How :func:`~owlboost.tables.reading.read_table` is told to read it.
    hidden
        The columns that are not told.
    """

    path: Path
    print: str
    options: tuple[tuple[str, Any], ...]
    hidden: frozenset[str] = frozenset()

    @classmethod
    def of(cls, path: Path, options: dict[str, Any]) -> "TableFileReference":
        """Remember a file that was read."""
        frozen = tuple((name, _frozen(value)) for name, value in sorted(options.items()))
        return cls(path.resolve(), print_of(path), frozen)

    def without(self, hidden: frozenset[str]) -> "TableFileReference":
        """Return the same file with some columns hidden."""
        return replace(self, hidden=self.hidden | hidden)

    def is_at_hand(self) -> bool:
        """Whether this process can read the file, and it is the same."""
        try:
            return print_of(self.path) == self.print
        except OSError:
            return False

    def knows(self, names: Names) -> bool:
        """Whether rows are called by their numbers."""
        return isinstance(names, NumberedNames)

    def part(self, names: Names) -> KnowledgeBase:
        """State what the file says in some rows, in the order given.

        Raises
        ------
        SourceError
            The file is not there any more, or another one is.
        """
        if not isinstance(names, NumberedNames) or not self.is_at_hand():
            raise SourceError(
                f"{self.path} is not the file that is learned from: leave it as it is while "
                "workers read it."
            )
        table = _table(self.path, self.print, self.options)
        shown = {name: column for name, column in table.columns.items() if name not in self.hidden}
        return stated_facts(cut(shown, names.numbers - 1), names)


def _frozen(value: Any) -> Any:
    """Make a value of an option that can be a key."""
    if isinstance(value, dict):
        return ("dict", tuple(sorted(value.items())))
    if isinstance(value, (list, tuple, set, frozenset)):
        return ("list", tuple(value) if isinstance(value, (list, tuple)) else tuple(sorted(value)))
    return value


def _thawed(value: Any) -> Any:
    match value:
        case ("dict", items):
            return dict(items)
        case ("list", items):
            return list(items)
        case _:
            return value


@lru_cache(maxsize=1)
def _table(path: Path, print_: str, options: tuple[tuple[str, Any], ...]) -> "Table":
    """Read a table once for all that a process is asked about it."""
    from owlboost.tables.reading import read_table

    del print_
    return read_table(path, **{name: _thawed(value) for name, value in options})


def print_of(path: Path) -> str:
    r"""Return what tells a file from others: its size, its beginning and its end.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price\n79\n")
    >>> print_of(file).startswith("9 ")
    True
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        digest = blake2b(file.read(_LOOKED_AT), digest_size=16)
        file.seek(max(0, size - _LOOKED_AT), os.SEEK_SET)
        digest.update(file.read(_LOOKED_AT))
    return f"{size} {digest.hexdigest()}"
