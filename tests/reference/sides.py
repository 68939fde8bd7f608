"""The least of a parabola on sides, by trying which weights are 0."""

from itertools import product

import numpy as np

from owlboost.runtime.array_types import Floats


def minimise_with_signs(matrix: Floats, right: Floats, sides: Floats) -> Floats:
    """Of all choices of weights that are 0, the best one whose other weights keep to their side."""
    found: list[tuple[float, Floats]] = []
    for zero in product([False, True], repeat=right.size):
        rest = np.flatnonzero(~np.array(zero))
        alpha = np.zeros(right.size)
        alpha[rest] = np.linalg.solve(matrix[np.ix_(rest, rest)], right[rest])
        if (alpha * sides >= 0).all():
            found.append((float(alpha @ matrix @ alpha / 2 - right @ alpha), alpha))
    return min(found, key=lambda one: one[0])[1]
