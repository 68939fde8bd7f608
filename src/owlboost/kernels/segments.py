"""Sums over columns of numbers in segments of linear degrees (mathematics §15).

The corners of all fuzzy sets of a column cut it into segments. In the segment from corner l
(exclusive) to corner r (inclusive) a number x has, for each entry of the segment, the degree
``fall·(r − x) + rise·(x − l)`` in the label of the entry: no term is negative, so a sum of degrees
is 0 exactly where every degree is 0. Numbers outside of their segment count as its nearer corner.
``starts`` says where the entries of each segment begin; segment 0 of a column, which has none, is
that of missing numbers.

``conjunction`` is the minimum here; :mod:`owlboost.kernels.sums` has the same loops for others.
"""

import numpy as np
import numpy.typing as npt

from owlboost.kernels._jit import compiled, types
from owlboost.kernels.fuzzy import ROUNDING, trapezoid
from owlboost.kernels.fuzzy import minimum as conjunction
from owlboost.runtime.array_types import Degrees, Floats, Ids, Offsets, Weights

Codes = npt.NDArray[np.uint8]
"""The segment of each number: one row for each column."""

_BLOCK = 1024
"""Rows a block: their weights stay in the cache while all columns are gone through."""

_layout = (
    types.codes, types.grid, types.ids, types.grid, types.grid,
    types.offsets, types.ids, types.floats, types.floats,
)  # fmt: skip
"""Codes, values, rows of columns in the values, lefts, rights; starts, labels, falls, rises."""


@compiled(types.nothing, types.floats, types.floats, types.bytes_out)
def fill_segments(values: Floats, corners: Floats, out: Codes) -> None:
    """Write 1 + the number of corners below each value.

    A value that is next to a corner, up to rounding, is in the segment beyond it, where it counts
    as the corner.
    """
    last = corners.size - 1
    for x in range(values.size):
        low, high = 0, corners.size
        while low < high:
            middle = (low + high) // 2
            if corners[middle] < values[x]:
                low = middle + 1
            else:
                high = middle
        if 0 < low <= last:
            left, right = corners[low - 1], corners[low]
            if values[x] - left <= ROUNDING * (right - left):
                low -= 1
            elif 0.0 < right - values[x] <= ROUNDING * (right - left):
                low += 1
        out[x] = 1 + low


@compiled(types.floats_out, types.codes, types.grid, types.integer, types.integer,
          types.ids, types.floats)  # fmt: skip
def column_degrees(
    codes: Codes, values: Floats, column: int, value_row: int, elements: Ids, corners: Floats
) -> Degrees:
    """Degrees of elements in one fuzzy set; 0 for missing numbers."""
    out = np.zeros(elements.size, dtype=np.float64)
    for k in range(elements.size):
        if codes[column, elements[k]] > 0:
            value = values[value_row, elements[k]]
            out[k] = trapezoid(value, corners[0], corners[1], corners[2], corners[3])
    return out


@compiled(types.grid_out, types.ids, types.ids, *_layout, types.floats, types.floats, types.integer)
def full_sums(
    rows: Ids,
    elements: Ids,
    codes: Codes,
    values: Floats,
    value_rows: Ids,
    lefts: Floats,
    rights: Floats,
    starts: Offsets,
    labels: Ids,
    falls: Floats,
    rises: Floats,
    left: Weights,
    right: Weights,
    n_labels: int,
) -> Floats:
    r"""Two sums for every label X, each row at one element z.

    .. math:: \sum_a w_a X(z)

    Weights times the distances from both corners are summed segment by segment.
    """
    n_columns, n_segments = codes.shape[0], lefts.shape[1]
    out = np.zeros((2, n_labels))
    segment_sums = np.zeros((n_columns * n_segments, 4))
    block = np.empty((_BLOCK, 2))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = left[rows[first + i]]
            block[i, 1] = right[rows[first + i]]
        block_elements = elements[first : first + size]
        for p in range(n_columns):
            code, value, left_of, right_of = codes[p], values[value_rows[p]], lefts[p], rights[p]
            column_sums = segment_sums[p * n_segments : (p + 1) * n_segments]
            for i in range(size):
                s = code[block_elements[i]]
                low, high = left_of[s], right_of[s]
                x = min(max(value[block_elements[i]], low), high)
                down, up = high - x, x - low
                column_sums[s, 0] += block[i, 0] * down
                column_sums[s, 1] += block[i, 1] * down
                column_sums[s, 2] += block[i, 0] * up
                column_sums[s, 3] += block[i, 1] * up
    for s in range(n_columns * n_segments):
        for e in range(starts[s], starts[s + 1]):
            fall, rise, label = falls[e], rises[e], labels[e]
            out[0, label] += fall * segment_sums[s, 0] + rise * segment_sums[s, 2]
            out[1, label] += fall * segment_sums[s, 1] + rise * segment_sums[s, 3]
    return out


@compiled(types.grid_out, types.ids, types.ids, *_layout, types.floats, types.floats, types.integer)
def full_parabolas(
    rows: Ids,
    elements: Ids,
    codes: Codes,
    values: Floats,
    value_rows: Ids,
    lefts: Floats,
    rights: Floats,
    starts: Offsets,
    labels: Ids,
    falls: Floats,
    rises: Floats,
    slopes: Weights,
    curvatures: Weights,
    n_labels: int,
) -> Floats:
    r"""Slope and curvature sums for every label X, one element a row.

    .. math:: \sum_a g_a X(z), \quad \sum_a k_a X(z)^2
    """
    n_columns, n_segments = codes.shape[0], lefts.shape[1]
    out = np.zeros((2, n_labels))
    segment_sums = np.zeros((n_columns * n_segments, 5))
    block = np.empty((_BLOCK, 2))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = slopes[rows[first + i]]
            block[i, 1] = curvatures[rows[first + i]]
        block_elements = elements[first : first + size]
        for p in range(n_columns):
            code, value, left_of, right_of = codes[p], values[value_rows[p]], lefts[p], rights[p]
            column_sums = segment_sums[p * n_segments : (p + 1) * n_segments]
            for i in range(size):
                s = code[block_elements[i]]
                low, high = left_of[s], right_of[s]
                x = min(max(value[block_elements[i]], low), high)
                down, up = high - x, x - low
                slope, curvature = block[i, 0], block[i, 1]
                column_sums[s, 0] += slope * down
                column_sums[s, 1] += slope * up
                column_sums[s, 2] += curvature * down * down
                column_sums[s, 3] += curvature * down * up
                column_sums[s, 4] += curvature * up * up
    for s in range(n_columns * n_segments):
        for e in range(starts[s], starts[s + 1]):
            fall, rise, label = falls[e], rises[e], labels[e]
            out[0, label] += fall * segment_sums[s, 0] + rise * segment_sums[s, 1]
            out[1, label] += fall * (fall * segment_sums[s, 2] + 2 * rise * segment_sums[s, 3])
            out[1, label] += rise * rise * segment_sums[s, 4]
    return out


@compiled(
    types.grid_out, types.ids, types.ids, types.floats, *_layout,
    types.floats, types.floats, types.integer,
)  # fmt: skip
def joint_sums(
    rows: Ids,
    elements: Ids,
    degrees: Degrees,
    codes: Codes,
    values: Floats,
    value_rows: Ids,
    lefts: Floats,
    rights: Floats,
    starts: Offsets,
    labels: Ids,
    falls: Floats,
    rises: Floats,
    left: Weights,
    right: Weights,
    n_labels: int,
) -> Floats:
    r"""Two sums for every label X over rows that reach one element.

    .. math:: \sum_a w_a (f_a \otimes X(z))

    Row a reaches its element z to the degree :math:`f_a`.
    """
    n_segments = lefts.shape[1]
    sums = np.zeros((n_labels, 2))
    block = np.empty((_BLOCK, 2))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = left[rows[first + i]]
            block[i, 1] = right[rows[first + i]]
        block_elements, reaches = elements[first : first + size], degrees[first : first + size]
        for p in range(codes.shape[0]):
            code, value, left_of, right_of = codes[p], values[value_rows[p]], lefts[p], rights[p]
            start = starts[p * n_segments : (p + 1) * n_segments + 1]
            for i in range(size):
                s = code[block_elements[i]]
                low, high = left_of[s], right_of[s]
                x = min(max(value[block_elements[i]], low), high)
                down, up = high - x, x - low
                reach, w, v = reaches[i], block[i, 0], block[i, 1]
                for e in range(start[s], start[s + 1]):
                    degree = conjunction(reach, falls[e] * down + rises[e] * up)
                    sums[labels[e], 0] += w * degree
                    sums[labels[e], 1] += v * degree
    return np.ascontiguousarray(sums.T)


@compiled(
    types.grid_out, types.ids, types.ids, types.floats, *_layout,
    types.floats, types.floats, types.floats, types.floats, types.integer,
)  # fmt: skip
def joint_moments(
    rows: Ids,
    elements: Ids,
    degrees: Degrees,
    codes: Codes,
    values: Floats,
    value_rows: Ids,
    lefts: Floats,
    rights: Floats,
    starts: Offsets,
    labels: Ids,
    falls: Floats,
    rises: Floats,
    slopes: Weights,
    curvatures: Weights,
    counts: Weights,
    lifts: Weights,
    n_labels: int,
) -> Floats:
    r"""Four sums for every label X over rows that reach one element.

    With :math:`C(a) = f_a \otimes X(z)`:

    .. math:: \sum_a g_a C(a), \quad \sum_a k_a C(a)^2, \quad \sum_a n_a C(a), \quad \sum_a l_a C(a)
    """
    n_segments = lefts.shape[1]
    sums = np.zeros((n_labels, 4))
    block = np.empty((_BLOCK, 4))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = slopes[rows[first + i]]
            block[i, 1] = curvatures[rows[first + i]]
            block[i, 2] = counts[rows[first + i]]
            block[i, 3] = lifts[rows[first + i]]
        block_elements, reaches = elements[first : first + size], degrees[first : first + size]
        for p in range(codes.shape[0]):
            code, value, left_of, right_of = codes[p], values[value_rows[p]], lefts[p], rights[p]
            start = starts[p * n_segments : (p + 1) * n_segments + 1]
            for i in range(size):
                s = code[block_elements[i]]
                low, high = left_of[s], right_of[s]
                x = min(max(value[block_elements[i]], low), high)
                down, up = high - x, x - low
                reach, g, k, n, lift = (
                    reaches[i],
                    block[i, 0],
                    block[i, 1],
                    block[i, 2],
                    block[i, 3],
                )
                for e in range(start[s], start[s + 1]):
                    degree = conjunction(reach, falls[e] * down + rises[e] * up)
                    tilted, bent, counted, lifted = (
                        g * degree,
                        k * degree,
                        n * degree,
                        lift * degree,
                    )
                    sums[labels[e], 0] += tilted
                    sums[labels[e], 1] += bent * degree
                    sums[labels[e], 2] += counted
                    sums[labels[e], 3] += lifted
    return np.ascontiguousarray(sums.T)


@compiled(
    types.grid_out, types.ids, types.ids, types.floats, *_layout,
    types.floats, types.floats, types.floats, types.integer,
)  # fmt: skip
def joint_excesses(
    rows: Ids,
    elements: Ids,
    degrees: Degrees,
    codes: Codes,
    values: Floats,
    value_rows: Ids,
    lefts: Floats,
    rights: Floats,
    starts: Offsets,
    labels: Ids,
    falls: Floats,
    rises: Floats,
    left: Weights,
    right: Weights,
    floors: Weights,
    n_labels: int,
) -> Floats:
    r"""Return the sums of :func:`joint_sums` above the floor of each row.

    .. math:: \sum_a w_a \max(0, f_a \otimes X(z) - b_a)
    """
    n_segments = lefts.shape[1]
    sums = np.zeros((n_labels, 2))
    block = np.empty((_BLOCK, 3))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = left[rows[first + i]]
            block[i, 1] = right[rows[first + i]]
            block[i, 2] = floors[rows[first + i]]
        block_elements, reaches = elements[first : first + size], degrees[first : first + size]
        for p in range(codes.shape[0]):
            code, value, left_of, right_of = codes[p], values[value_rows[p]], lefts[p], rights[p]
            start = starts[p * n_segments : (p + 1) * n_segments + 1]
            for i in range(size):
                s = code[block_elements[i]]
                low, high = left_of[s], right_of[s]
                x = min(max(value[block_elements[i]], low), high)
                down, up = high - x, x - low
                reach, w, v, floor = reaches[i], block[i, 0], block[i, 1], block[i, 2]
                for e in range(start[s], start[s + 1]):
                    degree = conjunction(reach, falls[e] * down + rises[e] * up)
                    above = max(0.0, degree - floor)
                    sums[labels[e], 0] += w * above
                    sums[labels[e], 1] += v * above
    return np.ascontiguousarray(sums.T)
