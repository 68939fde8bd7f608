"""Cells of a distribution: neighbouring values that stand for each other."""

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled

_cells = types.several(types.floats_out, types.floats_out)


@compiled(_cells, types.floats, types.floats, types.integer)
def joined_cells(values: Floats, counts: Weights, n_cells: int) -> tuple[Floats, Weights]:
    r"""Join ascending distinct values that fall into one part by count and into one by width.

    Value i is in part :math:`\lfloor m N_i / N \rfloor` by count, with :math:`N_i` the count of all
    smaller values, and in part :math:`\min(\lfloor m (x_i - x_1) / (x_d - x_1) \rfloor, m - 1)` by
    width. Returned are the mean and the count of each cell.
    """
    n, total = values.size, counts.sum()
    low, width = values[0], values[n - 1] - values[0]
    out_values, out_counts = np.empty(min(n, 2 * n_cells)), np.empty(min(n, 2 * n_cells))
    n_found, before = 0, 0.0
    of_count, of_width = -1, -1
    cell_sum, cell_count = 0.0, 0.0
    for i in range(n):
        by_count = int(n_cells * before / total)
        by_width = min(int(n_cells * (values[i] - low) / width), n_cells - 1)
        if by_count != of_count or by_width != of_width:
            if i > 0:
                out_values[n_found] = cell_sum / cell_count
                out_counts[n_found] = cell_count
                n_found += 1
            of_count, of_width = by_count, by_width
            cell_sum, cell_count = 0.0, 0.0
        cell_sum += counts[i] * values[i]
        cell_count += counts[i]
        before += counts[i]
    out_values[n_found] = cell_sum / cell_count
    out_counts[n_found] = cell_count
    return out_values[: n_found + 1].copy(), out_counts[: n_found + 1].copy()
