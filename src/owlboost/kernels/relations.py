"""Node relations and chains of roles: follow, restrict, maxima, bounds (mathematics §15).

A relation is three arrays: ``rows`` (which example), ``indptr`` (where its entries start) and the
entries ``elements`` with ``degrees`` > 0. Rows without an entry are left out.

Matrices of chains lie one after the other: the labels at the ends of chain c from element x are
``labels[starts[c, x]:starts[c, x + 1]]`` with their ``values``, those of ``∃c.X`` at x. Elements
of a relation are then rows of them. ``conjunction`` is the minimum here;
:mod:`owlboost.kernels.sums` has the same loops for others.
"""

import numpy as np

from owlboost.kernels._jit import compiled, inlined, types
from owlboost.kernels.fuzzy import minimum as conjunction
from owlboost.runtime.array_types import Degrees, Floats, Ids, Offsets, Weights

_relation = types.several(types.ids_out, types.offsets_out, types.ids_out, types.floats_out)

Relation = tuple[Ids, Offsets, Ids, Degrees]


@compiled(types.floats_out, types.offsets, types.ids, types.floats)
def max_over_successors(indptr: Offsets, indices: Ids, filler: Degrees) -> Degrees:
    r"""Degree of :math:`\exists r.C` for every element.

    .. math:: (\exists r.C)(x) = \max_{y : r(x,y)} C(y), \quad \max\emptyset = 0
    """
    n = indptr.size - 1
    out = np.zeros(n, dtype=np.float64)
    for x in range(n):
        for k in range(indptr[x], indptr[x + 1]):
            out[x] = max(out[x], filler[indices[k]])
            if out[x] == 1.0:  # nothing exceeds full membership
                break
    return out


@inlined
def _find(labels: Ids, start: int, stop: int, label: int) -> int:
    """Position of the first label not below ``label`` between two bounds."""
    while start < stop:
        middle = (start + stop) // 2
        if labels[middle] < label:
            start = middle + 1
        else:
            stop = middle
    return start


@compiled(types.floats_out, types.ids, types.offsets, types.ids, types.floats, types.integer)
def label_degrees(
    elements: Ids, indptr: Offsets, labels: Ids, degrees: Degrees, label: int
) -> Degrees:
    """Degrees of one label at some elements, from the label matrix."""
    out = np.zeros(elements.size, dtype=np.float64)
    for k in range(elements.size):
        stop = indptr[elements[k] + 1]
        position = _find(labels, indptr[elements[k]], stop, label)
        if position < stop and labels[position] == label:
            out[k] = degrees[position]
    return out


@compiled(_relation, types.ids, types.offsets, types.ids, types.floats, types.floats)
def restricted(
    rows: Ids, indptr: Offsets, elements: Ids, degrees: Degrees, bound: Degrees
) -> Relation:
    """Take the conjunction of each entry with its bound; drop zeros."""
    out_rows = np.empty(rows.size, dtype=np.int32)
    out_indptr = np.empty(rows.size + 1, dtype=np.int64)
    out_elements = np.empty(elements.size, dtype=np.int32)
    out_degrees = np.empty(elements.size, dtype=np.float64)
    n_rows, n_entries = 0, 0
    out_indptr[0] = 0
    for i in range(rows.size):
        before = n_entries
        for k in range(indptr[i], indptr[i + 1]):
            degree = conjunction(degrees[k], bound[k])
            if degree > 0:
                out_elements[n_entries] = elements[k]
                out_degrees[n_entries] = degree
                n_entries += 1
        if n_entries > before:
            out_rows[n_rows] = rows[i]
            n_rows += 1
            out_indptr[n_rows] = n_entries
    return (
        out_rows[:n_rows].copy(),
        out_indptr[: n_rows + 1].copy(),
        out_elements[:n_entries].copy(),
        out_degrees[:n_entries].copy(),
    )


@compiled(
    _relation,
    types.ids,
    types.offsets,
    types.ids,
    types.floats,
    types.offsets,
    types.ids,
    types.integer,
)
def extended(
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    role_indptr: Offsets,
    role_indices: Ids,
    n_elements: int,
) -> Relation:
    r"""Follow a role: the sparse max–min product.

    .. math:: P'(a, y) = \max_{z : r(z, y)} P(a, z)
    """
    best = np.zeros(n_elements, dtype=np.float64)
    touched = np.empty(n_elements, dtype=np.int32)
    capacity = max(16, 2 * elements.size)
    out_rows = np.empty(rows.size, dtype=np.int32)
    out_indptr = np.empty(rows.size + 1, dtype=np.int64)
    out_elements = np.empty(capacity, dtype=np.int32)
    out_degrees = np.empty(capacity, dtype=np.float64)
    n_rows, n_entries = 0, 0
    out_indptr[0] = 0
    for i in range(rows.size):
        n_touched = 0
        for k in range(indptr[i], indptr[i + 1]):
            z, degree = elements[k], degrees[k]
            for j in range(role_indptr[z], role_indptr[z + 1]):
                y = role_indices[j]
                if best[y] == 0.0:
                    touched[n_touched] = y
                    n_touched += 1
                best[y] = max(best[y], degree)
        if n_touched == 0:
            continue
        while n_entries + n_touched > capacity:
            grown_elements = np.empty(2 * capacity, dtype=np.int32)
            grown_degrees = np.empty(2 * capacity, dtype=np.float64)
            grown_elements[:n_entries] = out_elements[:n_entries]
            grown_degrees[:n_entries] = out_degrees[:n_entries]
            out_elements, out_degrees, capacity = grown_elements, grown_degrees, 2 * capacity
        for t in range(n_touched):
            y = touched[t]
            out_elements[n_entries] = y
            out_degrees[n_entries] = best[y]
            best[y] = 0.0
            n_entries += 1
        out_rows[n_rows] = rows[i]
        n_rows += 1
        out_indptr[n_rows] = n_entries
    return (
        out_rows[:n_rows].copy(),
        out_indptr[: n_rows + 1].copy(),
        out_elements[:n_entries].copy(),
        out_degrees[:n_entries].copy(),
    )


@compiled(types.floats_out, types.offsets, types.floats)
def row_maxima(indptr: Offsets, degrees: Degrees) -> Degrees:
    """Largest entry of each row: each example's degree in the concept."""
    out = np.zeros(indptr.size - 1, dtype=np.float64)
    for i in range(out.size):
        for k in range(indptr[i], indptr[i + 1]):
            out[i] = max(out[i], degrees[k])
    return out


_matrix = types.several(types.offsets_out, types.ids_out, types.floats_out)


@compiled(
    _matrix, types.offsets, types.ids,
    types.offsets, types.ids, types.floats, types.integer, types.truth, types.integer,
)  # fmt: skip
def best_labels(
    indptr: Offsets,
    elements: Ids,
    label_indptr: Offsets,
    labels: Ids,
    label_values: Degrees,
    n_labels: int,
    with_top: bool,
    max_entries: int,
) -> tuple[Offsets, Ids, Degrees]:
    """Best degree of every label at the elements of each row.

    With ⊤, each row that has elements at all has one more label, to the degree 1. If there are more
    than ``max_entries``, nothing is returned: not even where rows begin.
    """
    n_rows = indptr.size - 1
    best = np.zeros(n_labels + 1, dtype=np.float64)
    touched = np.empty(n_labels + 1, dtype=np.int32)
    capacity = min(max_entries, max(16, 4 * elements.size))
    out_indptr = np.zeros(n_rows + 1, dtype=np.int64)
    out_labels = np.empty(capacity, dtype=np.int32)
    out_degrees = np.empty(capacity, dtype=np.float64)
    n_entries = 0
    for i in range(n_rows):
        n_touched = 0
        for k in range(indptr[i], indptr[i + 1]):
            for j in range(label_indptr[elements[k]], label_indptr[elements[k] + 1]):
                label = labels[j]
                if best[label] == 0.0:  # all entries are > 0: a label is touched once a row
                    touched[n_touched] = label
                    n_touched += 1
                best[label] = max(best[label], label_values[j])
        if with_top and indptr[i + 1] > indptr[i]:
            touched[n_touched] = n_labels
            n_touched += 1
            best[n_labels] = 1.0
        if n_entries + n_touched > max_entries:
            return out_indptr[:0].copy(), out_labels[:0].copy(), out_degrees[:0].copy()
        while n_entries + n_touched > capacity:
            capacity *= 2
            grown_labels = np.empty(capacity, dtype=np.int32)
            grown_degrees = np.empty(capacity, dtype=np.float64)
            grown_labels[:n_entries] = out_labels[:n_entries]
            grown_degrees[:n_entries] = out_degrees[:n_entries]
            out_labels, out_degrees = grown_labels, grown_degrees
        for t in range(n_touched):
            out_labels[n_entries] = touched[t]
            out_degrees[n_entries] = best[touched[t]]
            best[touched[t]] = 0.0
            n_entries += 1
        out_indptr[i + 1] = n_entries
    return out_indptr, out_labels[:n_entries].copy(), out_degrees[:n_entries].copy()


@compiled(
    types.grid_out, types.ids, types.starts, types.ids, types.floats,
    types.ids, types.offsets, types.ids, types.floats,
    types.floats, types.floats, types.floats, types.floats, types.integer,
)  # fmt: skip
def chain_moments(
    chains: Ids,
    starts: Offsets,
    labels: Ids,
    values: Degrees,
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    slopes: Weights,
    curvatures: Weights,
    counts: Weights,
    lifts: Weights,
    n_labels: int,
) -> Floats:
    """Return the sums of ``label_moments`` at the ends of chains."""
    sums = np.zeros((4, chains.size * n_labels), dtype=np.float64)
    best = np.zeros(n_labels, dtype=np.float64)
    touched = np.empty(n_labels, dtype=np.int32)
    for c in range(chains.size):
        chain, first = chains[c], c * n_labels
        for i in range(rows.size):
            row = rows[i]
            slope, curvature, count, lift = slopes[row], curvatures[row], counts[row], lifts[row]
            start, stop = indptr[i], indptr[i + 1]
            if stop == start + 1:  # one element: no maximum to take
                z, reach = elements[start], degrees[start]
                for j in range(starts[chain, z], starts[chain, z + 1]):
                    column, degree = first + labels[j], conjunction(reach, values[j])
                    sums[0, column] += slope * degree
                    sums[1, column] += curvature * degree * degree
                    sums[2, column] += count * degree
                    sums[3, column] += lift * degree
                continue
            n_touched = 0
            for k in range(start, stop):
                z, reach = elements[k], degrees[k]
                for j in range(starts[chain, z], starts[chain, z + 1]):
                    degree = conjunction(reach, values[j])
                    if degree > best[labels[j]]:
                        if best[labels[j]] == 0.0:  # from now on it is > 0: touched once a row
                            touched[n_touched] = labels[j]
                            n_touched += 1
                        best[labels[j]] = degree
            for t in range(n_touched):
                column, degree = first + touched[t], best[touched[t]]
                sums[0, column] += slope * degree
                sums[1, column] += curvature * degree * degree
                sums[2, column] += count * degree
                sums[3, column] += lift * degree
                best[touched[t]] = 0.0
    return sums


@compiled(
    types.grid_out, types.ids, types.starts, types.ids, types.floats,
    types.ids, types.offsets, types.ids, types.floats,
    types.floats, types.floats, types.floats, types.integer,
)  # fmt: skip
def chain_excesses(
    chains: Ids,
    starts: Offsets,
    labels: Ids,
    values: Degrees,
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    left: Weights,
    right: Weights,
    floors: Degrees,
    n_labels: int,
) -> Floats:
    """Return the sums of ``label_excesses`` at the ends of chains.

    With floors of 0 they are those of ``label_sums``.
    """
    sums = np.zeros((2, chains.size * n_labels), dtype=np.float64)
    best = np.zeros(n_labels, dtype=np.float64)
    touched = np.empty(n_labels, dtype=np.int32)
    for c in range(chains.size):
        chain, first = chains[c], c * n_labels
        for i in range(rows.size):
            u, v, floor = left[rows[i]], right[rows[i]], floors[rows[i]]
            n_touched = 0
            for k in range(indptr[i], indptr[i + 1]):
                z, reach = elements[k], degrees[k]
                for j in range(starts[chain, z], starts[chain, z + 1]):
                    degree = conjunction(reach, values[j])
                    if degree <= floor:
                        continue
                    if best[labels[j]] == 0.0:  # all above a floor are > 0: touched once a row
                        touched[n_touched] = labels[j]
                        n_touched += 1
                    best[labels[j]] = max(best[labels[j]], degree)
            for t in range(n_touched):
                column, above = first + touched[t], best[touched[t]] - floor
                sums[0, column] += u * above
                sums[1, column] += v * above
                best[touched[t]] = 0.0
    return sums


@compiled(
    types.grid_out, types.ids, types.starts, types.ids, types.offsets, types.ids, types.floats,
    types.floats, types.floats,
)  # fmt: skip
def chain_bound_sums(
    chains: Ids,
    starts: Offsets,
    rows: Ids,
    indptr: Offsets,
    elements: Ids,
    degrees: Degrees,
    slopes: Weights,
    spreads: Weights,
) -> Floats:
    """Return the sums of ``bound_sums`` at the ends of chains."""
    out = np.zeros((4, chains.size), dtype=np.float64)
    for c in range(chains.size):
        chain = chains[c]
        for i in range(rows.size):
            best = 0.0
            for k in range(indptr[i], indptr[i + 1]):
                if starts[chain, elements[k] + 1] > starts[chain, elements[k]]:
                    best = max(best, degrees[k])
            slope = slopes[rows[i]]
            if best > 0.0 and slope < 0:
                out[0, c] -= slope * best
                out[1, c] += spreads[rows[i]]
            elif best > 0.0 and slope > 0:
                out[2, c] += slope * best
                out[3, c] += spreads[rows[i]]
    return out
