"""Names and their numbers."""

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload
from urllib.parse import unquote

_BEGINNERS = string.ascii_letters + "_"
_FOLLOWERS = string.digits + ".-"
_HALF_ESCAPE = re.compile(r"%[0-9A-F]?$")


def short_name(iri: str) -> str:
    """Return the part of an IRI that people read.

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
    """Whether an IRI splits into a namespace and an XML name, outside a percent-escape.

    RDF/XML can write only such an IRI as a property.

    Examples
    --------
    >>> ends_in_name("urn:owlboost:table#price"), ends_in_name("urn:owlboost:table#2")
    (True, False)
    """
    tail = iri[len(iri.rstrip(_BEGINNERS + _FOLLOWERS)) :].lstrip(_FOLLOWERS)
    return bool(tail) and not _HALF_ESCAPE.search(iri[: len(iri) - len(tail)])


class Names(Sequence[str]):
    """An immutable list of distinct names that also finds a name's number.

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

    def at(self, numbers: Iterable[int]) -> "Names":
        """Return the names of some numbers, in the order given.

        Examples
        --------
        >>> Names(["Hotel", "Amenity"]).at([1, 0])
        Names(['Amenity', 'Hotel'])
        """
        return Names(map(self._names.__getitem__, numbers))

    def ids(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of many names; KeyError if one is unknown."""
        numbers = self._numbered()
        return [numbers[name] for name in names]

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
        return self._names == other._names if isinstance(other, Names) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._names)

    def __repr__(self) -> str:
        return f"Names({list(self._names)!r})"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The IRIs of a knowledge base; a name's position is its id everywhere else."""

    classes: Names = field(default_factory=Names)
    roles: Names = field(default_factory=Names)
    data_properties: Names = field(default_factory=Names)
    individuals: Names = field(default_factory=Names)
