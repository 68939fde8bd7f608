"""Fuzzy sets in arrays: t-norms, membership degrees, c-means, cells (mathematics §22).

Each t-norm distributes over the maximum, so the degree of ``∃r.(C ⊓ D)`` may be taken filler by
filler, whatever the conjunction. A set is the corners (a, b, c, d) of its trapezoid (note 5).
"""

import numpy as np

from owlboost.kernels._jit import compiled, inlined, types
from owlboost.runtime.array_types import Degrees, Floats, Ids, Offsets, Weights

ROUNDING = 1e-12
"""A degree up to this is rounding, and counts as 0 (mathematics §2).

Degrees below 1 that together exceed 1 by no more than this meet in nothing.
"""


@inlined
def minimum(left: float, right: float) -> float:
    """Zadeh's and Gödel's: the lesser degree."""
    return left if left < right else right  # noqa: FURB136 - Numba's own looks for what is no number


@inlined
def product(left: float, right: float) -> float:
    """Goguen's: the product of the degrees."""
    return left * right


@inlined
def bounded_difference(left: float, right: float) -> float:
    """Łukasiewicz's: by how much the degrees together exceed 1.

    What the larger lacks to 1 is exact, so the result is rounded once, and ``1 ⊗ x`` is x.
    Neighbouring sets, whose degrees add up to 1, meet in nothing, however these are rounded.
    """
    lacking = 1.0 - max(left, right)
    joined = min(left, right) - lacking
    return joined if joined > ROUNDING or lacking == 0.0 else 0.0


@inlined
def trapezoid(value: float, a: float, b: float, c: float, d: float) -> float:
    r"""Degree of a number in a trapezoid; shoulders have corners at ∓∞.

    A degree that is rounding counts as 0, so that a set covers no number at its very end.
    """
    degree = 1.0
    if value < b:
        degree = (value - a) / (b - a) if value > a else 0.0
    elif value > c:
        degree = (d - value) / (d - c) if value < d else 0.0
    return degree if degree > ROUNDING else 0.0


@compiled(types.floats_out, types.offsets, types.floats, types.floats)
def best_membership(indptr: Offsets, values: Floats, corners: Floats) -> Degrees:
    r"""Degree of :math:`\exists s.d` for every element.

    .. math:: (\exists s.d)(x) = \max_{v : s(x,v)} d(v), \quad \max\emptyset = 0
    """
    n = indptr.size - 1
    out = np.zeros(n, dtype=np.float64)
    for x in range(n):
        for k in range(indptr[x], indptr[x + 1]):
            degree = trapezoid(values[k], corners[0], corners[1], corners[2], corners[3])
            out[x] = max(out[x], degree)
    return out


@compiled(types.integer, types.offsets, types.floats, types.grid, types.offsets_out)
def count_memberships(indptr: Offsets, values: Floats, corners: Floats, counts: Offsets) -> int:
    """Add to each element's count its sets, the rows of ``corners``."""
    n, n_sets = indptr.size - 1, corners.shape[0]
    total = 0
    for x in range(n):
        for s in range(n_sets):
            for k in range(indptr[x], indptr[x + 1]):
                if (
                    trapezoid(values[k], corners[s, 0], corners[s, 1], corners[s, 2], corners[s, 3])
                    > 0
                ):
                    counts[x] += 1
                    total += 1
                    break
    return total


@compiled(
    types.nothing, types.offsets, types.floats, types.grid, types.integer,
    types.offsets_out, types.ids_out, types.floats_out,
)  # fmt: skip
def fill_memberships(
    indptr: Offsets,
    values: Floats,
    corners: Floats,
    first_label: int,
    cursor: Offsets,
    labels: Ids,
    degrees: Degrees,
) -> None:
    """Append to each element's row its sets: labels ``first_label``, + 1, …."""
    n, n_sets = indptr.size - 1, corners.shape[0]
    for x in range(n):
        for s in range(n_sets):
            best = 0.0
            for k in range(indptr[x], indptr[x + 1]):
                degree = trapezoid(
                    values[k], corners[s, 0], corners[s, 1], corners[s, 2], corners[s, 3]
                )
                best = max(best, degree)
            if best > 0:
                labels[cursor[x]] = first_label + s
                degrees[cursor[x]] = best
                cursor[x] += 1


@inlined
def memberships(value: float, centres: Floats, out: Floats) -> None:
    r"""Degrees of a number in the clusters, for m = 2.

    .. math:: u_j = \Big(\sum_l \frac{(x-c_j)^2}{(x-c_l)^2}\Big)^{-1}

    A number on a centre belongs to that centre alone.
    """
    total = 0.0
    for j in range(centres.size):
        distance = (value - centres[j]) ** 2
        if distance == 0.0:
            for cluster in range(centres.size):
                out[cluster] = 0.0
            out[j] = 1.0
            return
        out[j] = 1.0 / distance
        total += out[j]
    for j in range(centres.size):
        out[j] /= total


@compiled(
    types.floats_out, types.floats, types.floats, types.floats,
    types.number, types.integer, types.number,
)  # fmt: skip
def fuzzy_cmeans(
    values: Floats,
    counts: Floats,
    start: Floats,
    tolerance: float,
    max_iterations: int,
    exponent: float,
) -> Floats:
    r"""Centres of fuzzy c-means over distinct values with their counts, ascending.

    .. math:: c_j = \sum_i n_i u_{ij}^{q} x_i \Big/ \sum_i n_i u_{ij}^{q}

    with q the ``exponent`` of the centroid step (2 in the textbook), until no membership changes
    by more than the tolerance.
    """
    n, k = values.size, start.size
    centres = start.copy()
    before = np.zeros((n, k))
    row = np.empty(k)
    numerator, denominator = np.empty(k), np.empty(k)
    for iteration in range(max_iterations + 1):
        for j in range(k):
            numerator[j], denominator[j] = 0.0, 0.0
        change = 0.0
        for i in range(n):
            memberships(values[i], centres, row)
            for j in range(k):
                change = max(change, abs(row[j] - before[i, j]))
                before[i, j] = row[j]
                power = row[j] * row[j] if exponent == 2.0 else row[j] ** exponent
                numerator[j] += counts[i] * power * values[i]
                denominator[j] += counts[i] * power
        if (iteration > 0 and change <= tolerance) or iteration == max_iterations:
            break
        for j in range(k):
            if denominator[j] > 0:
                centres[j] = numerator[j] / denominator[j]
    for j in range(1, k):  # there are few; np.sort would take longer to compile than all the rest
        centre, place = centres[j], j
        while place > 0 and centres[place - 1] > centre:
            centres[place] = centres[place - 1]
            place -= 1
        centres[place] = centre
    return centres


_cells = types.several(types.floats_out, types.floats_out)


@compiled(_cells, types.floats, types.floats, types.integer)
def joined_cells(values: Floats, counts: Weights, n_cells: int) -> tuple[Floats, Weights]:
    r"""Join ascending distinct values that share a part by count and width.

    Value i is in part :math:`\lfloor m N_i / N \rfloor` by count, with :math:`N_i` the count of all
    smaller values, and in part :math:`\min(\lfloor m (x_i - x_1) / (x_d - x_1) \rfloor, m - 1)` by
    width. Returned are the mean and the count of each cell.
    """
    n, total = values.size, counts.sum()
    low, width = values[0], values[n - 1] - values[0]
    out_values, out_counts = np.empty(min(n, 2 * n_cells)), np.empty(min(n, 2 * n_cells))
    n_joined, before = 0, 0.0
    cell_by_count, cell_by_width = -1, -1
    cell_sum, cell_count = 0.0, 0.0
    for i in range(n):
        by_count = int(n_cells * before / total)
        by_width = min(int(n_cells * (values[i] - low) / width), n_cells - 1)
        if by_count != cell_by_count or by_width != cell_by_width:
            if i > 0:
                out_values[n_joined] = cell_sum / cell_count
                out_counts[n_joined] = cell_count
                n_joined += 1
            cell_by_count, cell_by_width = by_count, by_width
            cell_sum, cell_count = 0.0, 0.0
        cell_sum += counts[i] * values[i]
        cell_count += counts[i]
        before += counts[i]
    out_values[n_joined] = cell_sum / cell_count
    out_counts[n_joined] = cell_count
    return out_values[: n_joined + 1].copy(), out_counts[: n_joined + 1].copy()
