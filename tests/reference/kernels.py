"""The kernels by their definition, over plain dictionaries (mathematics §15).

A relation ``P`` is ``{example: {element: degree}}`` and a label matrix ``{element: {label:
degree}}``, with degrees > 0 only.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tests.reference.semantics import TNORMS

Relation = Mapping[int, Mapping[int, float]]
Matrix = Mapping[int, Mapping[int, float]]
Pairs = Iterable[tuple[int, int]]


def rising_steps(values: Sequence[Fraction], weights: Sequence[Fraction]) -> list[Fraction]:
    """``max_{j ≤ i} min_{k ≥ i}`` of the weighted means of the values from j to k, for each i."""

    def mean(j: int, k: int) -> Fraction:
        some = range(j, k + 1)
        total = sum((weights[at] * values[at] for at in some), Fraction())
        return total / sum((weights[at] for at in some), Fraction())

    n = len(values)
    return [max(min(mean(j, k) for k in range(i, n)) for j in range(i + 1)) for i in range(n)]


def without_zeros(relation: Relation) -> dict[int, dict[int, float]]:
    """Leave out entries of 0 and examples without an entry."""
    kept = {
        row: {place: degree for place, degree in entries.items() if degree > 0}
        for row, entries in relation.items()
    }
    return {row: entries for row, entries in kept.items() if entries}


def extended(relation: Relation, role: Pairs) -> dict[int, dict[int, float]]:
    """``P'(a, y) = max_{z : r(z, y)} P(a, z)``."""
    pairs = list(role)
    return without_zeros(
        {
            row: {
                y: max(entries[z] for z, other in pairs if other == y and z in entries)
                for y in {y for z, y in pairs if z in entries}
            }
            for row, entries in relation.items()
        }
    )


def restricted(
    relation: Relation, bound: Relation, logic: str = "zadeh"
) -> dict[int, dict[int, float]]:
    """``P(a, z) ⊗ B(a, z)``."""
    return without_zeros(
        {
            row: {z: TNORMS[logic](degree, bound[row][z]) for z, degree in entries.items()}
            for row, entries in relation.items()
        }
    )


def row_maxima(relation: Relation) -> list[float]:
    """``max_z P(a, z)`` for each example."""
    return [max(entries.values()) for entries in relation.values()]


def label_degrees(elements: Sequence[int], matrix: Matrix, label: int) -> list[float]:
    """Degree of one label at some elements."""
    return [matrix[element].get(label, 0.0) for element in elements]


def best_joined(
    entries: Mapping[int, float], matrix: Matrix, label: int, logic: str = "zadeh"
) -> float:
    """``max_z P(a, z) ⊗ X(z)`` for one example a and one label X."""
    return max(TNORMS[logic](degree, matrix[z].get(label, 0.0)) for z, degree in entries.items())


def label_sums(
    relation: Relation,
    matrix: Matrix,
    weights: Sequence[float],
    n_labels: int,
    logic: str = "zadeh",
) -> list[float]:
    """``Σ_a w_a · max_z P(a, z) ⊗ X(z)`` for each label X."""
    return [
        math.fsum(
            weights[row] * best_joined(entries, matrix, label, logic)
            for row, entries in relation.items()
        )
        for label in range(n_labels)
    ]


def label_excesses(
    relation: Relation,
    matrix: Matrix,
    weights: Sequence[float],
    floors: Sequence[float],
    n_labels: int,
    logic: str = "zadeh",
) -> list[float]:
    """``Σ_a w_a · max(0, max_z P(a, z) ⊗ X(z) − f_a)`` for each label X."""
    return [
        math.fsum(
            weights[row] * max(0.0, best_joined(entries, matrix, label, logic) - floors[row])
            for row, entries in relation.items()
        )
        for label in range(n_labels)
    ]


Weighed = tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]
"""Slope g, curvature k, count n and lift l of each example."""


def moments(degrees: Mapping[int, float], weighed: Weighed) -> list[float]:
    """``Σ g·C``, ``Σ k·C²``, ``Σ n·C`` and ``Σ l·C`` over the examples that have a degree."""
    slopes, curvatures, counts, lifts = weighed
    return [
        math.fsum(slopes[row] * degree for row, degree in degrees.items()),
        math.fsum(curvatures[row] * degree**2 for row, degree in degrees.items()),
        math.fsum(counts[row] * degree for row, degree in degrees.items()),
        math.fsum(lifts[row] * degree for row, degree in degrees.items()),
    ]


def label_moments(
    relation: Relation, matrix: Matrix, weighed: Weighed, n_labels: int, logic: str = "zadeh"
) -> list[list[float]]:
    """For each label X the moments of ``C(a) = max_z P(a, z) ⊗ X(z)``."""
    return [
        moments(
            {row: best_joined(entries, matrix, label, logic) for row, entries in relation.items()},
            weighed,
        )
        for label in range(n_labels)
    ]


def top_moments(relation: Relation, weighed: Weighed) -> list[float]:
    """Return the moments of ``C(a) = max_z P(a, z)``."""
    return moments({row: max(entries.values()) for row, entries in relation.items()}, weighed)


def bound_sums(
    relation: Relation, slopes: Sequence[float], spreads: Sequence[float]
) -> list[float]:
    """``Σ |g|·max_z P(a, z)`` and ``Σ s`` where g < 0, then where g > 0."""
    found = []
    for sign in (-1, 1):
        there = {row: max(own.values()) for row, own in relation.items() if sign * slopes[row] > 0}
        found.append(math.fsum(abs(slopes[row]) * degree for row, degree in there.items()))
        found.append(math.fsum(spreads[row] for row in there))
    return found


def max_over_successors(role: Pairs, filler: Sequence[float]) -> list[float]:
    """``(∃r.C)(x) = max_{y : r(x, y)} C(y)``, 0 without a filler."""
    pairs = list(role)
    return [max((filler[y] for z, y in pairs if z == x), default=0.0) for x in range(len(filler))]


def trapezoid(value: float, corners: tuple[float, float, float, float]) -> float:
    """``trz(a, b, c, d)``: 1 on [b, c], linear beside it, 0 outside (a, d); 1e-12 counts as 0."""
    a, b, c, d = corners
    degree = 0.0
    if b <= value <= c:
        degree = 1.0
    elif a < value < b:
        degree = (value - a) / (b - a)
    elif c < value < d:
        degree = (d - value) / (d - c)
    return degree if degree > 1e-12 else 0.0


def best_membership(
    values: Sequence[Sequence[float]], corners: tuple[float, float, float, float]
) -> list[float]:
    """``(∃s.d)(x) = max_{v : s(x, v)} d(v)``, 0 without a value."""
    return [max((trapezoid(v, corners) for v in own), default=0.0) for own in values]
