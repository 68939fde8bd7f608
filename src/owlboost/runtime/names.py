"""Names of entities: short, on one line, quoted, and by number."""

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from operator import eq
from typing import Any, overload
from urllib.parse import unquote

import numpy as np
import numpy.typing as npt

_BEGINNERS = string.ascii_letters + "_"
_FOLLOWERS = string.digits + ".-"
_HALF_ESCAPE = re.compile(r"%[0-9A-F]?$")
_NUMERAL = re.compile(r"0|[1-9][0-9]{0,17}")
_WRITTEN = 1 << 16
"""Write names in chunks of this size."""


def short_name(iri: str) -> str:
    """Return the readable part of an IRI.

    Examples
    --------
    >>> short_name("http://example.org/hotels#Good_Hotel")
    'Good_Hotel'
    >>> short_name("urn:owlboost:table#sepal%20length")
    'sepal length'
    """
    head, hash_, fragment = iri.rpartition("#")
    local = fragment if hash_ and fragment else (head or iri).rstrip("/").rpartition("/")[2]
    if local == iri and iri.startswith("urn:"):
        local = iri.rpartition(":")[2]
    return unquote(local) or iri


def ends_in_name(iri: str) -> bool:
    """Whether an IRI ends in an XML name, outside a percent-escape.

    RDF/XML can write only such an IRI as a property.

    Examples
    --------
    >>> ends_in_name("urn:owlboost:table#price"), ends_in_name("urn:owlboost:table#2")
    (True, False)
    """
    tail = iri[len(iri.rstrip(_BEGINNERS + _FOLLOWERS)) :].lstrip(_FOLLOWERS)
    return bool(tail) and not _HALF_ESCAPE.search(iri[: len(iri) - len(tail)])


class Names(Sequence[str]):
    """An immutable list of distinct names that finds a name's number.

    Examples
    --------
    >>> names = Names(["Hotel", "Amenity"])
    >>> names[1], names.id("Hotel"), "Bar" in names
    ('Amenity', 0, False)
    """

    __slots__ = ("_ids", "_names")

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = tuple(names)
        self._ids: dict[str, int] | None = None

    def _numbered(self) -> dict[str, int]:
        if self._ids is None:
            self._ids = {name: number for number, name in enumerate(self._names)}
        return self._ids

    def id(self, name: str) -> int:
        """Return the number of a name; KeyError if it is unknown."""
        return self._numbered()[name]

    def ids(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of many names; KeyError if one is unknown."""
        numbers = self._numbered()
        return [numbers[name] for name in names]

    def picked(self, numbers: npt.NDArray[Any]) -> "Names":
        """Return the names of some numbers, in the order given.

        Examples
        --------
        >>> Names(["Hotel", "Amenity", "Bar"]).picked(np.array([2, 0]))
        Names(['Bar', 'Hotel'])
        """
        return Names(map(self._names.__getitem__, numbers.tolist()))

    def __contains__(self, name: object) -> bool:
        return name in self._numbered()

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._names[index]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Names({list(self)!r})"


class NumberedNames(Names):
    """Names made of one word and distinct numbers, written on demand.

    A million of them take no more room than their numbers.

    Examples
    --------
    >>> names = NumberedNames("row", np.array([3, 1]))
    >>> names[1], names.id("row3"), "row2" in names
    ('row1', 0, False)
    """

    __slots__ = ("_numbers", "_order", "_word")

    def __init__(self, word: str, numbers: npt.NDArray[Any]) -> None:
        super().__init__()
        self._word = word
        self._numbers = numbers
        self._order: npt.NDArray[np.int64] | None = None

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The numbers in the names."""
        return self._numbers

    def id(self, name: str) -> int:
        """Return the number of a name; KeyError if it is unknown."""
        position = self._position(name)
        if position is None:
            raise KeyError(name)
        return position

    def ids(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of many names; KeyError if one is unknown."""
        return [self.id(name) for name in names]

    def _position(self, name: object) -> int | None:
        if not isinstance(name, str) or not name.startswith(self._word):
            return None
        digits = name.removeprefix(self._word)
        if not _NUMERAL.fullmatch(digits):
            return None
        if self._order is None:
            self._order = np.argsort(self._numbers)
        place = int(np.searchsorted(self._numbers, int(digits), sorter=self._order))
        if place == len(self) or self._numbers[self._order[place]] != int(digits):
            return None
        return int(self._order[place])

    def picked(self, numbers: npt.NDArray[Any]) -> Names:
        """Return the names of some numbers, in the order given.

        Examples
        --------
        >>> NumberedNames("row", np.array([3, 1])).picked(np.array([1]))
        Names(['row1'])
        """
        return NumberedNames(self._word, self._numbers[numbers])

    def __contains__(self, name: object) -> bool:
        return self._position(name) is not None

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(f"{self._word}{number}" for number in self._numbers[index].tolist())
        return f"{self._word}{int(self._numbers[index])}"

    def __len__(self) -> int:
        return int(self._numbers.size)

    def __iter__(self) -> Iterator[str]:
        return (
            f"{self._word}{number}"
            for start in range(0, len(self), _WRITTEN)
            for number in self._numbers[start : start + _WRITTEN].tolist()
        )


_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters: line breaks, terminal escapes, changes of writing direction."""


def as_line(text: str) -> str:
    r"""Return a label on one line, without control characters and repeated blanks.

    Examples
    --------
    >>> as_line(" blood\n   pressure\x1b ")
    'blood pressure'
    """
    if text.isprintable() and "  " not in text and text == text.strip():
        return text  # most are so
    return " ".join(_UNSEEN.sub(" ", text).split())


_PLAIN = re.compile(r"[\w.:/-]+")

_KEYWORDS = frozenset(
    {"and", "or", "not", "some", "only", "value", "min", "max", "exactly", "that", "inverse"}
)


def quoted(name: str) -> str:
    """Quote a name unless it is one plain word and no keyword.

    Single quotes, as Protégé writes them.

    Examples
    --------
    >>> quoted("Good_Hotel"), quoted("sepal length (cm)")
    ('Good_Hotel', "'sepal length (cm)'")
    """
    if _PLAIN.fullmatch(name) and name not in _KEYWORDS:
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
