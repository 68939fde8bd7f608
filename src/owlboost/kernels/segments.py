"""Sums over columns of numbers whose degrees are linear between corners (mathematics §15).

The corners of all fuzzy sets of a column cut it into segments. In segment s of a column a number x
has, for each entry of the segment, the degree ``base + rate·(x − origin)`` in the label of the
entry. ``starts`` says where the entries of each segment begin; segment 0 of a column, which has
none, is that of missing numbers.

``conjunction`` is the minimum here; ``kernels.conjunctions`` has the same loops for others.
"""

import numpy as np
import numpy.typing as npt

from owlboost._typing import Degrees, Floats, Ids, Offsets, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled
from owlboost.kernels.membership import trapezoid
from owlboost.kernels.tnorms import minimum as conjunction

Codes = npt.NDArray[np.uint8]
"""The segment of each number: one row for each column."""

_BLOCK = 1024
"""Rows whose weights stay in the nearest memory while all columns are gone through."""

_layout = (
    types.codes, types.grid, types.ids, types.grid,
    types.offsets, types.ids, types.floats, types.floats,
)  # fmt: skip
"""Codes, values, where the values of a column stand, origins; starts, labels, bases, rates."""


@compiled(types.nothing, types.floats, types.floats, types.bytes_out)
def fill_segments(values: Floats, corners: Floats, out: Codes) -> None:
    """Write 1 + the number of corners below each value."""
    for x in range(values.size):
        low, high = 0, corners.size
        while low < high:
            middle = (low + high) // 2
            if corners[middle] < values[x]:
                low = middle + 1
            else:
                high = middle
        out[x] = 1 + low


@compiled(types.floats_out, types.codes, types.grid, types.integer, types.integer,
          types.ids, types.floats)  # fmt: skip
def column_degrees(
    codes: Codes, values: Floats, column: int, place: int, elements: Ids, corners: Floats
) -> Degrees:
    """Degrees of some elements in one fuzzy set over a column; 0 where the number is missing."""
    out = np.zeros(elements.size, dtype=np.float64)
    for k in range(elements.size):
        if codes[column, elements[k]] > 0:
            value = values[place, elements[k]]
            out[k] = trapezoid(value, corners[0], corners[1], corners[2], corners[3])
    return out


@compiled(types.grid_out, types.ids, types.ids, *_layout, types.floats, types.floats, types.integer)
def full_sums(
    rows: Ids,
    elements: Ids,
    codes: Codes,
    values: Floats,
    places: Ids,
    origins: Floats,
    starts: Offsets,
    labels: Ids,
    bases: Floats,
    rates: Floats,
    left: Weights,
    right: Weights,
    n_labels: int,
) -> Floats:
    r"""Two sums for every label X over rows at one element z each: :math:`\sum_a w_a X(z)`.

    Weights, and weights times the distance from the origin, are summed segment by segment.
    """
    n_columns, n_segments = codes.shape[0], origins.shape[1]
    out = np.zeros((2, n_labels))
    found = np.zeros((n_columns * n_segments, 4))
    block = np.empty((_BLOCK, 2))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = left[rows[first + i]]
            block[i, 1] = right[rows[first + i]]
        some = elements[first : first + size]
        for p in range(n_columns):
            code, value, origin = codes[p], values[places[p]], origins[p]
            here = found[p * n_segments : (p + 1) * n_segments]
            for i in range(size):
                s = code[some[i]]
                distance = value[some[i]] - origin[s]
                here[s, 0] += block[i, 0]
                here[s, 1] += block[i, 1]
                here[s, 2] += block[i, 0] * distance
                here[s, 3] += block[i, 1] * distance
    for s in range(n_columns * n_segments):
        for e in range(starts[s], starts[s + 1]):
            base, rate, label = bases[e], rates[e], labels[e]
            out[0, label] += base * found[s, 0] + rate * found[s, 2]
            out[1, label] += base * found[s, 1] + rate * found[s, 3]
    return out


@compiled(types.grid_out, types.ids, types.ids, *_layout, types.floats, types.floats, types.integer)
def full_parabolas(
    rows: Ids,
    elements: Ids,
    codes: Codes,
    values: Floats,
    places: Ids,
    origins: Floats,
    starts: Offsets,
    labels: Ids,
    bases: Floats,
    rates: Floats,
    slopes: Weights,
    curvatures: Weights,
    n_labels: int,
) -> Floats:
    r"""For every label X over rows at one element z each:

    .. math:: \sum_a g_a X(z), \quad \sum_a k_a X(z)^2
    """  # noqa: D400 - one sentence with its formulas
    n_columns, n_segments = codes.shape[0], origins.shape[1]
    out = np.zeros((2, n_labels))
    found = np.zeros((n_columns * n_segments, 5))
    block = np.empty((_BLOCK, 2))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = slopes[rows[first + i]]
            block[i, 1] = curvatures[rows[first + i]]
        some = elements[first : first + size]
        for p in range(n_columns):
            code, value, origin = codes[p], values[places[p]], origins[p]
            here = found[p * n_segments : (p + 1) * n_segments]
            for i in range(size):
                s = code[some[i]]
                distance = value[some[i]] - origin[s]
                slope, curvature = block[i, 0], block[i, 1]
                tilted, bent = slope * distance, curvature * distance
                here[s, 0] += slope
                here[s, 1] += curvature
                here[s, 2] += tilted
                here[s, 3] += bent
                here[s, 4] += bent * distance
    for s in range(n_columns * n_segments):
        for e in range(starts[s], starts[s + 1]):
            base, rate, label = bases[e], rates[e], labels[e]
            out[0, label] += base * found[s, 0] + rate * found[s, 2]
            out[1, label] += base * base * found[s, 1] + rate * (
                2 * base * found[s, 3] + rate * found[s, 4]
            )
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
    places: Ids,
    origins: Floats,
    starts: Offsets,
    labels: Ids,
    bases: Floats,
    rates: Floats,
    left: Weights,
    right: Weights,
    n_labels: int,
) -> Floats:
    r"""Two sums for every label X over rows with focus f at one element z each.

    .. math:: \sum_a w_a (f_a \otimes X(z))
    """
    n_segments = origins.shape[1]
    sums = np.zeros((n_labels, 2))
    block = np.empty((_BLOCK, 2))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = left[rows[first + i]]
            block[i, 1] = right[rows[first + i]]
        some, foci = elements[first : first + size], degrees[first : first + size]
        for p in range(codes.shape[0]):
            code, value, origin = codes[p], values[places[p]], origins[p]
            start = starts[p * n_segments : (p + 1) * n_segments + 1]
            for i in range(size):
                s = code[some[i]]
                distance = value[some[i]] - origin[s]
                focus, w, v = foci[i], block[i, 0], block[i, 1]
                for e in range(start[s], start[s + 1]):
                    degree = conjunction(focus, bases[e] + rates[e] * distance)
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
    places: Ids,
    origins: Floats,
    starts: Offsets,
    labels: Ids,
    bases: Floats,
    rates: Floats,
    slopes: Weights,
    curvatures: Weights,
    counts: Weights,
    lifts: Weights,
    n_labels: int,
) -> Floats:
    r"""For every label X over rows with focus f at one element z each, with
    :math:`C(a) = f_a \otimes X(z)`:

    .. math:: \sum_a g_a C(a), \quad \sum_a k_a C(a)^2, \quad \sum_a n_a C(a), \quad \sum_a l_a C(a)
    """  # noqa: D205, D400 - one sentence with its formulas
    n_segments = origins.shape[1]
    sums = np.zeros((n_labels, 4))
    block = np.empty((_BLOCK, 4))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = slopes[rows[first + i]]
            block[i, 1] = curvatures[rows[first + i]]
            block[i, 2] = counts[rows[first + i]]
            block[i, 3] = lifts[rows[first + i]]
        some, foci = elements[first : first + size], degrees[first : first + size]
        for p in range(codes.shape[0]):
            code, value, origin = codes[p], values[places[p]], origins[p]
            start = starts[p * n_segments : (p + 1) * n_segments + 1]
            for i in range(size):
                s = code[some[i]]
                distance = value[some[i]] - origin[s]
                focus, g, k, n, lift = foci[i], block[i, 0], block[i, 1], block[i, 2], block[i, 3]
                for e in range(start[s], start[s + 1]):
                    degree = conjunction(focus, bases[e] + rates[e] * distance)
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
    places: Ids,
    origins: Floats,
    starts: Offsets,
    labels: Ids,
    bases: Floats,
    rates: Floats,
    left: Weights,
    right: Weights,
    floors: Weights,
    n_labels: int,
) -> Floats:
    r"""Return the sums of :func:`joint_sums` of what exceeds the floor of each row.

    .. math:: \sum_a w_a \max(0, f_a \otimes X(z) - b_a)
    """
    n_segments = origins.shape[1]
    sums = np.zeros((n_labels, 2))
    block = np.empty((_BLOCK, 3))
    for first in range(0, rows.size, _BLOCK):
        size = min(_BLOCK, rows.size - first)
        for i in range(size):
            block[i, 0] = left[rows[first + i]]
            block[i, 1] = right[rows[first + i]]
            block[i, 2] = floors[rows[first + i]]
        some, foci = elements[first : first + size], degrees[first : first + size]
        for p in range(codes.shape[0]):
            code, value, origin = codes[p], values[places[p]], origins[p]
            start = starts[p * n_segments : (p + 1) * n_segments + 1]
            for i in range(size):
                s = code[some[i]]
                distance = value[some[i]] - origin[s]
                focus, w, v, floor = foci[i], block[i, 0], block[i, 1], block[i, 2]
                for e in range(start[s], start[s + 1]):
                    degree = conjunction(focus, bases[e] + rates[e] * distance)
                    above = max(0.0, degree - floor)
                    sums[labels[e], 0] += w * above
                    sums[labels[e], 1] += v * above
    return np.ascontiguousarray(sums.T)
