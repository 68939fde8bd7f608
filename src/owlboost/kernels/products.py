"""Weighted products of columns, in blocks of rows, so that their order never changes.

Columns are the rows of an array: degrees of one concept lie side by side.
"""

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled, inlined

_products = types.several(types.grid_out, types.floats_out)

_SIDE_BY_SIDE = 512
"""Rows that stay in the nearest memory while all pairs of columns are multiplied."""


@inlined
def _dot(one: Floats, two: Floats) -> float:
    """``Σ x·y`` in eight sums side by side, which a processor adds at once."""
    s0, s1, s2, s3, s4, s5, s6, s7 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    full = one.size & ~7
    for a in range(0, full, 8):
        s0 += one[a] * two[a]
        s1 += one[a + 1] * two[a + 1]
        s2 += one[a + 2] * two[a + 2]
        s3 += one[a + 3] * two[a + 3]
        s4 += one[a + 4] * two[a + 4]
        s5 += one[a + 5] * two[a + 5]
        s6 += one[a + 6] * two[a + 6]
        s7 += one[a + 7] * two[a + 7]
    for a in range(full, one.size):
        s0 += one[a] * two[a]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@compiled(types.nothing, types.grid, types.floats, types.integer, types.floats_out)
def combined(columns: Floats, alpha: Floats, first: int, out: Floats) -> None:
    r"""Write :math:`F(a) = \sum_i \alpha_i C_i(a)` for the rows from ``first`` on."""
    for a in range(out.size):
        out[a] = 0.0
    for i in range(alpha.size):
        weight = alpha[i]
        for a in range(out.size):
            out[a] += weight * columns[i, first + a]


@compiled(_products, types.grid, types.integer, types.floats, types.floats, types.integer)
def column_products(
    columns: Floats, first: int, slopes: Floats, curvatures: Weights, known: int
) -> tuple[Floats, Floats]:
    r"""For all pairs of columns, and for each of them, over the rows from ``first`` on:

    .. math:: \sum_a k_a C_i(a) C_j(a), \quad \sum_a g_a C_i(a)

    Those of the first ``known`` columns alone are left 0.
    """  # noqa: D400 - one sentence with its formulas
    m, n = columns.shape[0], slopes.size
    matrix, right = np.zeros((m, m)), np.zeros(m)
    weighted = np.empty(_SIDE_BY_SIDE)
    for start in range(0, n, _SIDE_BY_SIDE):
        stop = min(start + _SIDE_BY_SIDE, n)
        for i in range(known, m):
            column = columns[i, first + start : first + stop]
            right[i] += _dot(slopes[start:stop], column)
            for a in range(stop - start):
                weighted[a] = curvatures[start + a] * column[a]
            for j in range(i + 1):
                other = columns[j, first + start : first + stop]
                matrix[i, j] += _dot(weighted[: stop - start], other)
    for i in range(m):
        for j in range(i):
            matrix[j, i] = matrix[i, j]  # a slice would take longer to compile than all the rest
    return matrix, right
