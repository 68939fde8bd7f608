"""One-dimensional fuzzy c-means (note 6)."""

import numpy as np

from owlboost._typing import Floats
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled, inlined


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
            for other in range(centres.size):
                out[other] = 0.0
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
