"""Focus relations: sparse max–min relations from examples to elements (mathematics §15).

A relation is three arrays: ``rows`` (which example), ``indptr`` (where its entries start) and the
entries ``elements`` with ``degrees`` > 0. Rows without an entry are left out.
"""

import numpy as np

from owlboost._typing import Degrees, Ids, Offsets
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled, inlined
from owlboost.kernels.tnorms import minimum as conjunction

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
    """Position of a label in a sorted row, or -1."""
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
    """Degrees of one label at the given elements, looked up in the rows of the label matrix."""
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
    """Take the conjunction of each entry with its bound, and leave out what becomes 0."""
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
    r"""Move the focus along a role: the sparse max–min product.

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
    """Largest entry of each row: the degree of the whole concept for each example."""
    out = np.zeros(indptr.size - 1, dtype=np.float64)
    for i in range(out.size):
        for k in range(indptr[i], indptr[i + 1]):
            out[i] = max(out[i], degrees[k])
    return out
