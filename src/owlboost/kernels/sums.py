"""Sums of all labels over a relation, in one pass (mathematics §15).

``conjunction`` is the minimum here; :class:`Kernels` has the same loops for the other t-norms, one
family for each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from owlboost.kernels._jit import compiled, rebound, types
from owlboost.kernels.fuzzy import bounded_difference, product
from owlboost.kernels.fuzzy import minimum as conjunction
from owlboost.kernels.relations import chain_excesses, chain_moments, restricted
from owlboost.kernels.segments import joint_excesses, joint_moments, joint_sums
from owlboost.runtime.array_types import Degrees, Ids, Offsets, Weights

_sums = types.several(types.floats_out, types.floats_out)


@compiled(
    _sums, types.integer, types.integer,
    types.ids, types.offsets, types.ids, types.floats,
    types.offsets, types.ids, types.floats,
    types.floats, types.floats, types.integer,
)  # fmt: skip
def label_sums(
    first: int,
    last: int,
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    label_indptr: Offsets,
    labels: Ids,
    label_values: Degrees,
    left: Weights,
    right: Weights,
    n_labels: int,
) -> tuple[Weights, Weights]:
    r"""Two weighted sums per label X over rows of a relation P.

    .. math:: \sum_a w_a \max_z \min(P(a,z), X(z))

    with w the ``left`` and the ``right`` weights, indexed by ``rows``, for rows first … last − 1.
    """
    left_sums = np.zeros(n_labels, dtype=np.float64)
    right_sums = np.zeros(n_labels, dtype=np.float64)
    best = np.zeros(n_labels, dtype=np.float64)
    touched = np.empty(n_labels, dtype=np.int32)
    for i in range(first, last):
        u, v = left[rows[i]], right[rows[i]]
        start, stop = indptr[i], indptr[i + 1]
        if stop == start + 1:  # one element: no maximum to take
            z, reach = elements[start], degrees[start]
            for j in range(label_indptr[z], label_indptr[z + 1]):
                degree = conjunction(reach, label_values[j])
                left_sums[labels[j]] += u * degree
                right_sums[labels[j]] += v * degree
            continue
        n_touched = 0
        for k in range(start, stop):
            z, reach = elements[k], degrees[k]
            for j in range(label_indptr[z], label_indptr[z + 1]):
                degree = conjunction(reach, label_values[j])
                if degree > best[labels[j]]:
                    if best[labels[j]] == 0.0:  # from now on it is > 0: touched once a row
                        touched[n_touched] = labels[j]
                        n_touched += 1
                    best[labels[j]] = degree
        for t in range(n_touched):
            left_sums[touched[t]] += u * best[touched[t]]
            right_sums[touched[t]] += v * best[touched[t]]
            best[touched[t]] = 0.0
    return left_sums, right_sums


@compiled(
    _sums, types.integer, types.integer,
    types.ids, types.offsets, types.ids, types.floats,
    types.offsets, types.ids, types.floats,
    types.floats, types.floats, types.floats, types.integer,
)  # fmt: skip
def label_excesses(
    first: int,
    last: int,
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    label_indptr: Offsets,
    labels: Ids,
    label_values: Degrees,
    left: Weights,
    right: Weights,
    floors: Degrees,
    n_labels: int,
) -> tuple[Weights, Weights]:
    r"""Return the sums of :func:`label_sums` above the floor of each row.

    .. math:: \sum_a w_a \max(0, \max_z \min(P(a,z), X(z)) - f_a)
    """
    left_sums = np.zeros(n_labels, dtype=np.float64)
    right_sums = np.zeros(n_labels, dtype=np.float64)
    best = np.zeros(n_labels, dtype=np.float64)
    touched = np.empty(n_labels, dtype=np.int32)
    for i in range(first, last):
        u, v, floor = left[rows[i]], right[rows[i]], floors[rows[i]]
        n_touched = 0
        for k in range(indptr[i], indptr[i + 1]):
            z, reach = elements[k], degrees[k]
            for j in range(label_indptr[z], label_indptr[z + 1]):
                degree = conjunction(reach, label_values[j])
                if degree <= floor:
                    continue
                if best[labels[j]] == 0.0:  # all above a floor are > 0: touched once a row
                    touched[n_touched] = labels[j]
                    n_touched += 1
                best[labels[j]] = max(best[labels[j]], degree)
        for t in range(n_touched):
            left_sums[touched[t]] += u * (best[touched[t]] - floor)
            right_sums[touched[t]] += v * (best[touched[t]] - floor)
            best[touched[t]] = 0.0
    return left_sums, right_sums


_moments = types.several(*[types.floats_out] * 4)


@compiled(
    _moments, types.integer, types.integer,
    types.ids, types.offsets, types.ids, types.floats,
    types.offsets, types.ids, types.floats,
    types.floats, types.floats, types.floats, types.floats, types.integer,
)  # fmt: skip
def label_moments(
    first: int,
    last: int,
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    label_indptr: Offsets,
    labels: Ids,
    label_values: Degrees,
    slopes: Weights,
    curvatures: Weights,
    counts: Weights,
    lifts: Weights,
    n_labels: int,
) -> tuple[Weights, Weights, Weights, Weights]:
    r"""Four sums per label X over rows of a relation P.

    For rows first … last − 1, with :math:`C(a) = \max_z \min(P(a,z), X(z))`:

    .. math:: \sum_a g_a C(a), \quad \sum_a k_a C(a)^2, \quad \sum_a n_a C(a), \quad \sum_a l_a C(a)
    """
    slope_sums = np.zeros(n_labels, dtype=np.float64)
    curvature_sums = np.zeros(n_labels, dtype=np.float64)
    cover_sums = np.zeros(n_labels, dtype=np.float64)
    lift_sums = np.zeros(n_labels, dtype=np.float64)
    best = np.zeros(n_labels, dtype=np.float64)
    touched = np.empty(n_labels, dtype=np.int32)
    for i in range(first, last):
        row = rows[i]
        slope, curvature, count, lift = slopes[row], curvatures[row], counts[row], lifts[row]
        start, stop = indptr[i], indptr[i + 1]
        if stop == start + 1:  # one element: no maximum to take
            z, reach = elements[start], degrees[start]
            for j in range(label_indptr[z], label_indptr[z + 1]):
                label, degree = labels[j], conjunction(reach, label_values[j])
                slope_sums[label] += slope * degree
                curvature_sums[label] += curvature * degree * degree
                cover_sums[label] += count * degree
                lift_sums[label] += lift * degree
            continue
        n_touched = 0
        for k in range(start, stop):
            z, reach = elements[k], degrees[k]
            for j in range(label_indptr[z], label_indptr[z + 1]):
                degree = conjunction(reach, label_values[j])
                if degree > best[labels[j]]:
                    if best[labels[j]] == 0.0:  # from now on it is > 0: touched once a row
                        touched[n_touched] = labels[j]
                        n_touched += 1
                    best[labels[j]] = degree
        for t in range(n_touched):
            label = touched[t]
            degree = best[label]
            slope_sums[label] += slope * degree
            curvature_sums[label] += curvature * degree * degree
            cover_sums[label] += count * degree
            lift_sums[label] += lift * degree
            best[label] = 0.0
    return slope_sums, curvature_sums, cover_sums, lift_sums


@compiled(
    types.floats_out, types.ids, types.offsets, types.floats,
    types.floats, types.floats, types.floats, types.floats,
)  # fmt: skip
def top_moments(
    rows: Ids,
    indptr: Offsets,
    degrees: Degrees,
    slopes: Weights,
    curvatures: Weights,
    counts: Weights,
    lifts: Weights,
) -> Weights:
    """Return the sums of :func:`label_moments` for ⊤ over a whole relation."""
    out = np.zeros(4, dtype=np.float64)
    for i in range(rows.size):
        best = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            best = max(best, degrees[k])
        out[0] += slopes[rows[i]] * best
        out[1] += curvatures[rows[i]] * best * best
        out[2] += counts[rows[i]] * best
        out[3] += lifts[rows[i]] * best
    return out


@compiled(
    types.floats_out, types.ids, types.offsets, types.floats,
    types.floats, types.floats, types.floats,
)  # fmt: skip
def top_excesses(
    rows: Ids,
    indptr: Offsets,
    degrees: Degrees,
    left: Weights,
    right: Weights,
    floors: Degrees,
) -> Weights:
    """Return the sums of :func:`label_excesses` for ⊤ over a whole relation."""
    out = np.zeros(2, dtype=np.float64)
    for i in range(rows.size):
        best = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            best = max(best, degrees[k])
        if best > floors[rows[i]]:
            out[0] += left[rows[i]] * (best - floors[rows[i]])
            out[1] += right[rows[i]] * (best - floors[rows[i]])
    return out


@compiled(types.floats_out, types.ids, types.offsets, types.floats, types.floats, types.floats)
def bound_sums(
    rows: Ids, indptr: Offsets, degrees: Degrees, slopes: Weights, spreads: Weights
) -> Weights:
    r"""Return sums that bound those of all labels over a relation P.

    For falling slopes :math:`g_a < 0`, then for rising ones:

    .. math:: \sum_a |g_a| \max_z P(a,z), \quad \sum_a s_a

    with s the ``spreads``.
    """
    out = np.zeros(4, dtype=np.float64)
    for i in range(rows.size):
        best = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            best = max(best, degrees[k])
        slope = slopes[rows[i]]
        if slope < 0:
            out[0] -= slope * best
            out[1] += spreads[rows[i]]
        elif slope > 0:
            out[2] += slope * best
            out[3] += spreads[rows[i]]
    return out


@dataclass(frozen=True, slots=True)
class Kernels:
    """Kernels compiled for one conjunction.

    Attributes
    ----------
    restricted
        A node relation with each entry joined with a bound.
    label_sums, label_moments, label_excesses
        Sums of every label over a node relation.
    chain_moments, chain_excesses
        The same at the ends of many chains of roles.
    joint_sums, joint_moments, joint_excesses
        The same of columns of numbers in segments, where a row is at one element.
    """

    restricted: Callable[..., Any]
    label_sums: Callable[..., Any]
    label_moments: Callable[..., Any]
    label_excesses: Callable[..., Any]
    chain_moments: Callable[..., Any]
    chain_excesses: Callable[..., Any]
    joint_sums: Callable[..., Any]
    joint_moments: Callable[..., Any]
    joint_excesses: Callable[..., Any]

    def with_conjunction(self, name: str, conjunction: Callable[..., Any]) -> "Kernels":
        """Return the same loops around another conjunction, compiled on first call."""
        return Kernels(
            rebound(self.restricted, name, conjunction=conjunction),
            rebound(self.label_sums, name, conjunction=conjunction),
            rebound(self.label_moments, name, conjunction=conjunction),
            rebound(self.label_excesses, name, conjunction=conjunction),
            rebound(self.chain_moments, name, conjunction=conjunction),
            rebound(self.chain_excesses, name, conjunction=conjunction),
            rebound(self.joint_sums, name, conjunction=conjunction),
            rebound(self.joint_moments, name, conjunction=conjunction),
            rebound(self.joint_excesses, name, conjunction=conjunction),
        )


MINIMUM = Kernels(
    restricted,
    label_sums,
    label_moments,
    label_excesses,
    chain_moments,
    chain_excesses,
    joint_sums,
    joint_moments,
    joint_excesses,
)
"""The degree of a conjunction is the least of its parts."""

PRODUCT = MINIMUM.with_conjunction("product", product)
"""It is the product of its parts."""

BOUNDED = MINIMUM.with_conjunction("bounded_difference", bounded_difference)
"""It is what the sum of two parts exceeds 1 by."""
