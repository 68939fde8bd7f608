"""Some rows out of compressed arrays."""

from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

import numpy as np

from owlboost.runtime.array_types import Floats, Ids, Offsets
from owlboost.runtime.arrays import IN_MEMORY, Shelf
from owlboost.runtime.threads import ALONE, Crew

Entries = TypeVar("Entries", Floats, Ids)


class Gathering:
    """Takes the same rows out of many compressed arrays; those that begin alike are looked up once.

    What it takes lies on a shelf; columns are shared out among a crew.

    Examples
    --------
    >>> rows = Gathering(np.array([1, 0], dtype=np.int32))
    >>> rows.of(np.array([0, 2, 3]), np.array([5.0, 6.0, 7.0]))
    (array([0, 1, 3]), array([7., 5., 6.]))
    """

    def __init__(self, rows: Ids, shelf: Shelf = IN_MEMORY, crew: Crew = ALONE) -> None:
        self._rows = rows
        self._crew = crew
        self._shelf = shelf
        self._known: dict[int, tuple[Offsets, Offsets, Offsets | Ids]] = {}

    def of(self, indptr: Offsets, entries: Entries) -> tuple[Offsets, Entries]:
        """Return where the rows begin, and their entries."""
        offsets, places = self._places(indptr)
        return offsets, self._shelf.kept(entries[places])

    def columns(self, columns: Iterable[tuple[Offsets, Floats]]) -> list[tuple[Offsets, Floats]]:
        """Return the rows of columns; of those with one number in each row, as rows of one array.

        Examples
        --------
        >>> rows = Gathering(np.array([1, 0], dtype=np.int32))
        >>> one, two = (np.array([0, 1, 2]), np.ones(2)), (np.array([0, 1, 2]), np.zeros(2))
        >>> (_, first), (_, second) = rows.columns([one, two])
        >>> first.base is second.base
        True
        """
        given = list(columns)
        if self._shelf is not IN_MEMORY:
            return [self.of(indptr, values) for indptr, values in given]
        full = [self._places(indptr)[1] is self._rows for indptr, _ in given]
        taken = np.empty((sum(full), self._rows.size))
        values = [values for is_full, (_, values) in zip(full, given, strict=True) if is_full]
        self._crew.each(lambda one, out: one.take(self._rows, out=out, mode="clip"), values, taken)
        rows = iter(taken)
        return [
            (self._places(indptr)[0], next(rows)) if is_full else self.of(indptr, values)
            for is_full, (indptr, values) in zip(full, given, strict=True)
        ]

    def _every(self, indptr: Offsets) -> Offsets:
        """Return where rows begin that have one entry each, as those have that begin so."""
        return indptr if indptr.size == self._rows.size + 1 else self._counted

    @cached_property
    def _counted(self) -> Offsets:
        return self._shelf.kept(np.arange(self._rows.size + 1, dtype=np.int64))

    def _places(self, indptr: Offsets) -> tuple[Offsets, Offsets | Ids]:
        """Return where rows begin among those taken, and where their entries stand."""
        if id(indptr) not in self._known:
            is_full = is_every_row(indptr)
            found = (self._every(indptr), self._rows) if is_full else gathered(indptr, self._rows)
            self._known[id(indptr)] = (indptr, *found)  # kept, so that its id stays its own
        _, offsets, places = self._known[id(indptr)]
        return offsets, places


def is_every_row(indptr: Offsets) -> bool:
    """Whether every row has one entry.

    Examples
    --------
    >>> is_every_row(np.array([0, 1, 2])), is_every_row(np.array([0, 2, 2]))
    (True, False)
    """
    return bool(indptr[-1] == indptr.size - 1) and bool((np.diff(indptr) == 1).all())


def gathered(indptr: Offsets, rows: Ids) -> tuple[Offsets, Offsets]:
    """For some rows, where each begins among them and where their entries stand.

    Examples
    --------
    >>> gathered(np.array([0, 2, 3]), np.array([1, 0], dtype=np.int32))
    (array([0, 1, 3]), array([2, 0, 1]))
    """
    starts = indptr[rows]
    counts = indptr[np.asarray(rows) + 1] - starts
    offsets = np.zeros(counts.size + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets, np.repeat(starts - offsets[:-1], counts) + np.arange(offsets[-1])
