"""Columns of numbers in segments on which every degree is linear.

The corners of the sets of a column cut it into segments. So the sums of all sets follow from a few
sums per segment, and no degrees need to be stored (mathematics §15).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from owlboost.data.fuzzy_sets import FuzzySet, Shape, membership
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.kernels.segments import Codes, column_degrees, fill_segments
from owlboost.runtime.array_types import Degrees, Floats, Ids, Offsets
from owlboost.runtime.arrays import ArrayStore
from owlboost.runtime.sparse_rows import Values
from owlboost.runtime.threads import SERIAL, ThreadPool

MOST_SEGMENTS = 255
"""Maximum number of segments, so that their numbers fit into one byte."""

LARGEST, LEAST = 1e100, 1e-100
"""Range in which squares of numbers and of distances between corners neither overflow nor
underflow."""

Numbered = Mapping[int, FuzzySet]
"""Fuzzy sets by the numbers of their labels."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Columns of numbers, and their fuzzy sets in each segment.

    Attributes
    ----------
    codes
        Column × element: the number of the segment, 0 where there is no number.
    values
        The numbers; those of column p are in row ``value_rows[p]``.
    value_rows
        The row of ``values`` with the numbers of each column.
    lefts, rights
        Column × segment: its corners. Numbers outside count as the nearer corner.
    starts, labels, falls, rises
        Segment s of column p has entries from ``starts[p·S + s]`` on, with S segments a column: in
        a label, a number has the degree ``fall·(right − number) + rise·(number − left)``.
    properties
        The number of each column by its property.
    """

    codes: Codes
    values: Floats
    value_rows: Ids
    lefts: Floats
    rights: Floats
    starts: Offsets
    labels: Ids
    falls: Floats
    rises: Floats
    properties: Mapping[str, int]

    def __post_init__(self) -> None:
        for array in self.arrays:
            array.flags.writeable = False

    @property
    def arrays(self) -> tuple[Codes, Floats, Ids, Floats, Floats, Offsets, Ids, Floats, Floats]:
        """The arrays that kernels read, in their order."""
        return (
            self.codes, self.values, self.value_rows, self.lefts, self.rights,
            self.starts, self.labels, self.falls, self.rises,
        )  # fmt: skip

    def degrees(self, prop: str, shape: Shape, elements: Ids) -> Degrees:
        """Degrees of some elements in any fuzzy set over a column."""
        column = self.properties[prop]
        corners = np.array(shape.corners, dtype=np.float64)
        value_row = int(self.value_rows[column])
        return column_degrees(self.codes, self.values, column, value_row, elements, corners)


def in_segments(
    kb: KnowledgeBase, sets: Mapping[str, Numbered], pool: ThreadPool = SERIAL
) -> tuple[Segments, ...]:
    """Divide columns into segments: complete columns first, then others.

    Columns whose sets are not continuous, or whose numbers are too large or too close, are left
    out.

    Parameters
    ----------
    kb
        The table.
    sets
        For each property its fuzzy sets, by the numbers of their labels.
    pool
        The threads among which columns are shared out.
    """
    columns = {
        prop: kb.numbers[kb.vocabulary.data_properties.id(prop)]
        for prop, numbered in sets.items()
        if _is_continuous(numbered)
    }
    moderate = pool.each(_is_moderate, columns.values())
    usable = {prop: columns[prop] for prop, is_so in zip(columns, moderate, strict=True) if is_so}
    full = {prop: column for prop, column in usable.items() if column.values.size == kb.n_elements}
    gappy = {prop: column for prop, column in usable.items() if prop not in full}
    return tuple(
        _segmented(chosen, {prop: sets[prop] for prop in chosen}, kb.shelf, pool)
        for chosen in (full, gappy)
        if chosen
    )


def _is_continuous(numbered: Numbered) -> bool:
    """Whether no set jumps, corners differ, and segments can be numbered."""
    for fuzzy_set in numbered.values():
        a, b, c, d = fuzzy_set.shape.corners
        if (a == b and np.isfinite(a)) or (c == d and np.isfinite(d)):
            return False
    corners = _corners(numbered)
    widths = np.diff(corners)
    fits = corners.size + 2 <= MOST_SEGMENTS and bool(np.isfinite(widths).all())
    return fits and bool((widths >= LEAST).all())


def _is_moderate(column: Values) -> bool:
    return bool(np.abs(column.values).max(initial=0.0) <= LARGEST)


def _corners(numbered: Numbered) -> Floats:
    corners = np.array(
        [fuzzy_set.shape.corners for fuzzy_set in numbered.values()], dtype=np.float64
    ).ravel()
    return np.unique(corners[np.isfinite(corners)])


def _segmented(
    columns: Mapping[str, Values], sets: Mapping[str, Numbered], store: ArrayStore, pool: ThreadPool
) -> Segments:
    corners = {prop: _corners(numbered) for prop, numbered in sets.items()}
    n_segments = 2 + max(points.size for points in corners.values())
    values, value_rows = _stacked(list(columns.values()), store)
    codes = store.allocate(len(columns) * values.shape[1], np.uint8).reshape(len(columns), -1)
    lefts, rights = np.zeros((2, len(columns), n_segments))
    entries: list[list[tuple[int, float, float]]] = []
    pool.each(_fill, codes, columns.values(), [corners[prop] for prop in columns])
    for number, prop in enumerate(columns):
        bounds = _bounds(corners[prop])
        lefts[number, 1:], rights[number, 1:] = bounds[-2], bounds[-1]
        lefts[number, 1 : bounds.size], rights[number, 1 : bounds.size] = bounds[:-1], bounds[1:]
        column_entries = list(_entries(bounds, sets[prop]))
        entries += [[], *column_entries, *([] for _ in range(n_segments - 1 - len(column_entries)))]
    starts = np.cumsum([0, *map(len, entries)], dtype=np.int64)
    flat = [entry for segment in entries for entry in segment]
    return Segments(
        codes,
        values,
        value_rows,
        lefts,
        rights,
        starts,
        np.array([label for label, _, _ in flat], dtype=np.int32),
        np.array([fall for _, fall, _ in flat], dtype=np.float64),
        np.array([rise for _, _, rise in flat], dtype=np.float64),
        {prop: number for number, prop in enumerate(columns)},
    )


def _bounds(corners: Floats) -> Floats:
    """Return the corners of all segments, with one more on each side.

    The outermost are a power of two away, so that a constant degree over its width is exact.
    """
    _, (first, last) = np.frexp(np.maximum(1.0, np.abs(corners[[0, -1]])))
    before, after = corners[0] - np.ldexp(1.0, first), corners[-1] + np.ldexp(1.0, last)
    return np.concatenate(([before], corners, [after]))


def _entries(bounds: Floats, numbered: Numbered) -> Iterator[list[tuple[int, float, float]]]:
    """Yield for each segment the sets above 0: label, fall and rise."""
    corners = bounds[1:-1].tolist()
    at = {
        label: [
            membership(fuzzy_set.shape, corner) for corner in (corners[0], *corners, corners[-1])
        ]
        for label, fuzzy_set in numbered.items()
    }
    for number, width in enumerate(np.diff(bounds).tolist()):
        yield [
            (label, degrees[number] / width, degrees[number + 1] / width)
            for label, degrees in at.items()
            if degrees[number] > 0 or degrees[number + 1] > 0
        ]


def _fill(codes: Codes, column: Values, corners: Floats) -> None:
    if column.values.size == codes.size:
        fill_segments(column.values, corners, codes)
        return
    segments = np.empty(column.values.size, dtype=np.uint8)
    fill_segments(column.values, corners, segments)
    codes[:] = 0
    codes[np.diff(column.indptr) > 0] = segments


def _stacked(columns: Sequence[Values], store: ArrayStore) -> tuple[Floats, Ids]:
    """Return columns as rows of one array, and their row numbers.

    If they are already rows of one array, it is returned.
    """
    block = columns[0].values.base
    if block is not None and block.ndim == 2 and block.flags.c_contiguous:
        rows = [_row(column.values, block) for column in columns]
        if min(rows) >= 0:
            return block, np.array(rows, dtype=np.int32)
    n_rows = columns[0].indptr.size - 1
    values = store.allocate(len(columns) * n_rows, np.float64).reshape(len(columns), n_rows)
    for row, column in zip(values, columns, strict=True):
        if column.values.size == row.size:
            row[:] = column.values
        else:
            row[:] = 0.0
            row[np.diff(column.indptr) > 0] = column.values
    return values, np.arange(len(columns), dtype=np.int32)


def _row(column: Floats, block: Floats) -> int:
    """Return the row of a block that a column is, or -1."""
    is_row = column.base is block and column.size == block.shape[1] and column.dtype == block.dtype
    if not is_row:
        return -1
    offset = column.__array_interface__["data"][0] - block.__array_interface__["data"][0]
    row, remainder = divmod(offset, block.strides[0])
    return row if remainder == 0 and column.flags.c_contiguous else -1
