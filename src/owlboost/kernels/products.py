"""Weighted products of columns, in blocks of rows, so that their order never changes.

Columns are the rows of an array: degrees of one concept lie side by side. Kernels write where they
are told to: to make arrays themselves would take them long to compile.
"""

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled

SIDE_BY_SIDE = 512
"""Rows that stay in the nearest memory while all pairs of columns are multiplied."""

_sums = (types.grid, types.integer, types.floats, types.floats, types.integer,
         types.floats_out, types.grid_out, types.floats_out)  # fmt: skip
"""Columns, their first row, slopes, curvatures, how many are known; room, matrix, right."""


@compiled(types.number, types.floats, types.floats)
def dot(one: Floats, two: Floats) -> float:
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


@compiled(types.nothing, *_sums)
def add_products(
    columns: Floats,
    first: int,
    slopes: Floats,
    curvatures: Weights,
    known: int,
    weighted: Floats,
    matrix: Floats,
    right: Floats,
) -> None:
    """Add the products of as many rows as there are curvatures to those of all.

    ``weighted`` is room for some of them.
    """
    for start in range(0, curvatures.size, weighted.size):
        n = min(weighted.size, curvatures.size - start)
        at = first + start
        for i in range(known, right.size):
            column = columns[i, at : at + n]
            right[i] += dot(slopes[start : start + n], column)
            for a in range(n):
                weighted[a] = curvatures[start + a] * column[a]
            for j in range(i + 1):
                matrix[i, j] += dot(weighted[:n], columns[j, at : at + n])
    for i in range(right.size):
        for j in range(i):
            matrix[j, i] = matrix[i, j]


def column_products(
    columns: Floats, first: int, slopes: Floats, curvatures: Weights, known: int
) -> tuple[Floats, Floats]:
    r"""For all pairs of columns, and for each of them, over the rows from ``first`` on:

    .. math:: \sum_a k_a C_i(a) C_j(a), \quad \sum_a g_a C_i(a)

    Those of the first ``known`` columns alone are left 0.
    """  # noqa: D400 - one sentence with its formulas
    m = columns.shape[0]
    matrix, right = np.zeros((m, m)), np.zeros(m)
    weighted = np.empty(SIDE_BY_SIDE)
    add_products(columns, first, slopes, curvatures, known, weighted, matrix, right)
    return matrix, right
