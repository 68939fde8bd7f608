"""Conjunctions of two degrees: the t-norms (mathematics §22).

Each of them distributes over the maximum, so the degree of ``∃r.(C ⊓ D)`` may be taken filler by
filler, whatever the conjunction.
"""

from owlboost.kernels._jit import inlined

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
