"""Compressed sparse rows of ids or values, and selections of rows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from owlboost.runtime.array_types import Degrees, Floats, Ids, Offsets
from owlboost.runtime.arrays import IN_MEMORY, ArrayStore
from owlboost.runtime.threads import SERIAL, ThreadPool


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Compressed rows of numbers, ascending in each row.

    Row i is ``indices[indptr[i]:indptr[i + 1]]``.

    If some belong to a row only to a degree, ``degrees`` has that of each; else it is None.
    """

    indptr: Offsets
    indices: Ids
    degrees: Degrees | None = None

    def __post_init__(self) -> None:
        self.indptr.flags.writeable = False
        self.indices.flags.writeable = False
        if self.degrees is not None:
            self.degrees.flags.writeable = False

    def __getitem__(self, row: int) -> Ids:
        return self.indices[self.indptr[row] : self.indptr[row + 1]]

    def __len__(self) -> int:
        return self.indptr.size - 1

    def at(self, rows: Ids) -> "Rows":
        """Return some rows, in the order given.

        Examples
        --------
        >>> rows = Rows(np.array([0, 2, 3]), np.array([5, 6, 7])).at(np.array([1, 0]))
        >>> rows.indptr, rows.indices
        (array([0, 1, 3]), array([7, 5, 6]))
        """
        if not self.indices.size:
            return Rows(np.zeros(len(rows) + 1, dtype=np.int64), self.indices, self.degrees)
        indptr, places = gathered(self.indptr, rows)
        degrees = None if self.degrees is None else self.degrees[places]
        return Rows(indptr, self.indices[places], degrees)

    def degrees_of(self, row: int) -> Degrees:
        """Return the degree to which each entry belongs to a row.

        Examples
        --------
        >>> Rows(np.array([0, 1]), np.array([4])).degrees_of(0)
        array([1.])
        """
        start, stop = self.indptr[row], self.indptr[row + 1]
        return np.ones(stop - start) if self.degrees is None else self.degrees[start:stop]

    def transposed(self, n_columns: int) -> "Rows":
        """Return the rows of the same pairs, the other way round."""
        rows = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.indptr))
        columns = Rows.from_pairs(self.indices, rows, n_columns)
        if self.degrees is None:
            return columns
        return replace(columns, degrees=self.degrees[np.lexsort((rows, self.indices))])

    @classmethod
    def from_pairs(cls, left: Ids, right: Ids, n_rows: int) -> "Rows":
        """Compress pairs, in any order and possibly repeated."""
        left, right = np.asarray(left, dtype=np.int64), np.asarray(right, dtype=np.int64)
        width = int(right.max()) + 1 if right.size else 1
        keys = np.unique(left * width + right)
        counts = np.bincount(keys // width, minlength=n_rows)
        return cls(_offsets(counts), (keys % width).astype(np.int32))

    @classmethod
    def from_graded_pairs(cls, left: Ids, right: Ids, degrees: Degrees, n_rows: int) -> "Rows":
        """Compress pairs with degrees, in any order, keeping the largest of each.

        If all of them are 1, the rows have none.

        Examples
        --------
        >>> twice = np.array([0, 0], dtype=np.int32)
        >>> Rows.from_graded_pairs(twice, twice, np.array([0.2, 0.7]), 1).degrees
        array([0.7])
        """
        order = np.lexsort((-degrees, right, left))
        left, right, degrees = left[order], right[order], degrees[order]
        first = np.ones(left.size, dtype=np.bool_)
        first[1:] = (np.diff(left) != 0) | (np.diff(right) != 0)
        rows = cls.from_pairs(left[first], right[first], n_rows)
        largest = degrees[first]
        return rows if (largest == 1.0).all() else replace(rows, degrees=largest)


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """Compressed rows of numbers: the values of one data property."""

    indptr: Offsets
    values: Floats

    def __post_init__(self) -> None:
        self.indptr.flags.writeable = False
        self.values.flags.writeable = False

    @property
    def functional(self) -> bool:
        """Whether no element has two values."""
        return bool((np.diff(self.indptr) <= 1).all())

    def at(self, elements: Ids) -> "Values":
        """Return the values of some elements, in the order given.

        Examples
        --------
        >>> rows = Values(np.array([0, 2, 3]), np.array([5.0, 6.0, 7.0])).at(np.array([1, 0, 1]))
        >>> rows.indptr, rows.values
        (array([0, 1, 3, 4]), array([7., 5., 6., 7.]))
        """
        indptr, places = gathered(self.indptr, elements)
        return Values(indptr, self.values[places])

    @classmethod
    def from_pairs(cls, elements: Ids, values: Floats, n_rows: int) -> "Values":
        """Compress (element, value) pairs, in any order and possibly repeated."""
        elements = np.asarray(elements, dtype=np.int64)
        values = np.asarray(values, dtype=np.float64)
        order = np.lexsort((values, elements))
        elements, values = elements[order], values[order]
        if elements.size:
            fresh = np.r_[True, (np.diff(elements) != 0) | (np.diff(values) != 0)]
            elements, values = elements[fresh], values[fresh]
        return cls(_offsets(np.bincount(elements, minlength=n_rows)), values)

    @classmethod
    def from_column(cls, column: Floats) -> "Values":
        """Compress one number per element, NaN where there is none."""
        present = ~np.isnan(column)
        return cls(_offsets(present), np.ascontiguousarray(column[present]))


def _offsets(counts: np.ndarray) -> Offsets:
    indptr = np.zeros(counts.size + 1, dtype=np.int64)
    np.cumsum(counts, out=indptr[1:])
    return indptr


Entries = TypeVar("Entries", Floats, Ids)


class Gathering:
    """Takes the same rows out of many compressed arrays.

    Arrays with the same starts of rows are looked up once. The results lie in an array store;
    columns are shared out among the threads of a pool.

    Examples
    --------
    >>> rows = Gathering(np.array([1, 0], dtype=np.int32))
    >>> rows.take(np.array([0, 2, 3]), np.array([5.0, 6.0, 7.0]))
    (array([0, 1, 3]), array([7., 5., 6.]))
    """

    def __init__(self, rows: Ids, store: ArrayStore = IN_MEMORY, pool: ThreadPool = SERIAL) -> None:
        self._rows = rows
        self._pool = pool
        self._store = store
        self._taken: dict[int, tuple[Offsets, Offsets, Offsets | Ids]] = {}

    def take(self, indptr: Offsets, entries: Entries) -> tuple[Offsets, Entries]:
        """Return the starts of the rows, and their entries."""
        offsets, places = self._places(indptr)
        return offsets, self._store.put(entries[places])

    def columns(self, columns: Iterable[tuple[Offsets, Floats]]) -> list[tuple[Offsets, Floats]]:
        """Return the rows of columns; those of full columns share one array.

        A column is full if it has one number in each row.

        Examples
        --------
        >>> rows = Gathering(np.array([1, 0], dtype=np.int32))
        >>> ones, zeros = (np.array([0, 1, 2]), np.ones(2)), (np.array([0, 1, 2]), np.zeros(2))
        >>> (_, first), (_, second) = rows.columns([ones, zeros])
        >>> first.base is second.base
        True
        """
        given = list(columns)
        if self._store is not IN_MEMORY:
            return [self.take(indptr, values) for indptr, values in given]
        full = [self._places(indptr)[1] is self._rows for indptr, _ in given]
        taken = np.empty((sum(full), self._rows.size))
        values = [values for is_full, (_, values) in zip(full, given, strict=True) if is_full]
        self._pool.each(
            lambda column, out: column.take(self._rows, out=out, mode="clip"), values, taken
        )
        rows = iter(taken)
        return [
            (self._places(indptr)[0], next(rows)) if is_full else self.take(indptr, values)
            for is_full, (indptr, values) in zip(full, given, strict=True)
        ]

    def _starts_of_full(self, indptr: Offsets) -> Offsets:
        """Return the starts of rows with one entry each.

        They are shared with the given ones if equal.
        """
        return indptr if indptr.size == self._rows.size + 1 else self._consecutive

    @cached_property
    def _consecutive(self) -> Offsets:
        return self._store.put(np.arange(self._rows.size + 1, dtype=np.int64))

    def _places(self, indptr: Offsets) -> tuple[Offsets, Offsets | Ids]:
        """Return the starts of the rows taken, and their entries' positions."""
        if id(indptr) not in self._taken:
            is_full = is_every_row(indptr)
            entry = (
                (self._starts_of_full(indptr), self._rows)
                if is_full
                else gathered(indptr, self._rows)
            )
            self._taken[id(indptr)] = (indptr, *entry)  # kept, so that its id stays its own
        _, offsets, places = self._taken[id(indptr)]
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
    """Return the starts of some rows among themselves, and their entries' positions.

    Examples
    --------
    >>> gathered(np.array([0, 2, 3]), np.array([1, 0], dtype=np.int32))
    (array([0, 1, 3]), array([2, 0, 1]))
    """
    starts = indptr[rows]
    counts = indptr[np.asarray(rows) + 1] - starts
    offsets = _offsets(counts)
    return offsets, np.repeat(starts - offsets[:-1], counts) + np.arange(offsets[-1])
