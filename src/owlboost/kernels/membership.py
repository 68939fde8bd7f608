"""Degrees of numbers in fuzzy sets. A set is the corners (a, b, c, d) of its trapezoid (note 5)."""

import numpy as np

from owlboost._typing import Degrees, Floats, Ids, Offsets
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled, inlined
from owlboost.kernels.tnorms import ROUNDING


@inlined
def trapezoid(value: float, a: float, b: float, c: float, d: float) -> float:
    r"""Degree of a number in ``trz(a, b, c, d)``; shoulders have corners at ∓∞.

    A degree that is rounding counts as 0, so that a set covers no number at its very end.
    """
    degree = 1.0
    if value < b:
        degree = (value - a) / (b - a) if value > a else 0.0
    elif value > c:
        degree = (d - value) / (d - c) if value < d else 0.0
    return degree if degree > ROUNDING else 0.0


def trapezoids(values: Floats, corners: Floats) -> Degrees:
    """Degrees of many numbers in ``trz(a, b, c, d)``: :func:`trapezoid` without compiled code.

    Examples
    --------
    >>> trapezoids(np.array([1.0, 2.5, 9.0]), np.array([-np.inf, -np.inf, 2.0, 4.0]))
    array([1.  , 0.75, 0.  ])
    """
    a, b, c, d = corners.tolist()
    out: Degrees = ((values >= b) & (values <= c)).astype(np.float64)
    rising = np.flatnonzero((values > a) & (values < b))
    out[rising] = (values[rising] - a) / (b - a)
    falling = np.flatnonzero((values > c) & (values < d) & ~(values < b))
    out[falling] = (d - values[falling]) / (d - c)
    out[out <= ROUNDING] = 0.0
    return out


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
    """Add to each element's count the number of sets (rows of ``corners``) it is in at all."""
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
    """Append to each element's row the sets it is in: labels ``first_label``, + 1, …."""
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
