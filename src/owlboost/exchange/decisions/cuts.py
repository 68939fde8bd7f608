"""Cuts in full precision: the numbers that a fuzzy set holds so far, the degrees that are enough.

Degrees are computed in floating point, where each step is monotone. So the least number that
passes is found by bisection among all floats, and a cut decides exactly as the degrees do.
"""

import math
import struct
from collections.abc import Callable

from owlboost.data.fuzzy_sets import Shape, membership

_SIGN = -(2**63)


def least_float(low: float, high: float, passes: Callable[[float], bool]) -> float:
    """Return the least float from low to high that passes; all above it do, and high does.

    Examples
    --------
    >>> least_float(0.0, 1.0, lambda x: 3 * x >= 1)
    0.3333333333333333
    """
    least, most = _place(low), _place(high)
    while least < most:
        middle = (least + most) // 2
        if passes(_at(middle)):
            most = middle
        else:
            least = middle + 1
    return _at(most)


def greatest_float(low: float, high: float, passes: Callable[[float], bool]) -> float:
    """Return the greatest float from low to high that passes; all below it do, and low does.

    Examples
    --------
    >>> greatest_float(0.0, 1.0, lambda x: 4 * x <= 1)
    0.25
    """
    return -least_float(-high, -low, lambda x: passes(-x))


def numbers_at(shape: Shape, degree: float) -> tuple[float, float]:
    """Return the least and the greatest number that a fuzzy set holds to a degree above 0.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder, Triangular
    >>> numbers_at(Triangular(40, 60, 98), 0.5)
    (50.0, 79.0)
    >>> numbers_at(LeftShoulder(40, 60), 0.75)
    (-inf, 45.0)
    """
    a, b, c, d = shape.corners

    def held(number: float) -> bool:
        return membership(shape, number) >= degree

    low = b if math.isinf(b) else least_float(a, b, held)
    high = c if math.isinf(c) else greatest_float(c, d, held)
    return low, high


def degree_for(weight: float, wanted: float) -> float:
    """Return the least degree that a weight makes as much of as wanted; infinite if none does.

    Examples
    --------
    >>> degree_for(0.8, 0.4), degree_for(0.8, 0.9)
    (0.5, inf)
    """
    if weight < wanted:
        return math.inf
    return least_float(0.0, 1.0, lambda degree: weight * degree >= wanted)


def _place(number: float) -> int:
    """Return where a float stands among all floats in order; both zeros stand at 0."""
    (bits,) = struct.unpack("<q", struct.pack("<d", number))
    return int(bits) if bits >= 0 else _SIGN - int(bits)


def _at(place: int) -> float:
    """Return the float that stands at a place."""
    bits = place if place >= 0 else _SIGN - place
    (number,) = struct.unpack("<d", struct.pack("<q", bits))
    return float(number)
