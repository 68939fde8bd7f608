"""A reference to a table's file, for processes that read its rows."""

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


_SAMPLED_BYTES = 1 << 16
"""Number of bytes at each end of a file that go into its fingerprint."""


@dataclass(frozen=True, slots=True)
class TableFileReference:
    """A file, the options to read it, and its hidden columns.

    Attributes
    ----------
    path
        The file, from the root of the file system.
    print
        The fingerprint of its content.
    options
        The options of :func:`~owlboost.tables.reading.read_table`.
    hidden
        The columns that are left out.
    """

    path: Path
    print: str
    options: tuple[tuple[str, Any], ...]
    hidden: frozenset[str] = frozenset()

    @classmethod
    def from_file(cls, path: Path, options: dict[str, Any]) -> "TableFileReference":
        """Return a reference to a file that was read."""
        frozen = tuple((name, _frozen(value)) for name, value in sorted(options.items()))
        return cls(path.resolve(), print_of(path), frozen)

    def without(self, hidden: frozenset[str]) -> "TableFileReference":
        """Return the same file with some columns hidden."""
        return replace(self, hidden=self.hidden | hidden)

    def is_at_hand(self) -> bool:
        """Whether this process can read the file, unchanged."""
        try:
            return print_of(self.path) == self.print
        except OSError:
            return False

    def knows(self, names: Names) -> bool:
        """Whether the rows are named by their numbers."""
        return isinstance(names, NumberedNames)

    def part(self, names: Names) -> KnowledgeBase:
        """State the facts of some rows, in the order given.

        Raises
        ------
        SourceError
            The file is missing or has changed.
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
    """Return a value of an option as a hashable key."""
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
    """Read a table, and cache the last one of this process."""
    from owlboost.tables.reading import read_table

    del print_
    return read_table(path, **{name: _thawed(value) for name, value in options})


def print_of(path: Path) -> str:
    r"""Return a file's fingerprint: its size and a hash of both ends.

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
        digest = blake2b(file.read(_SAMPLED_BYTES), digest_size=16)
        file.seek(max(0, size - _SAMPLED_BYTES), os.SEEK_SET)
        digest.update(file.read(_SAMPLED_BYTES))
    return f"{size} {digest.hexdigest()}"
