"""Weights that fuzzy reasoners take: in (0, 1], written in full, of sum at most 1 (note 30)."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal

_STEP = Decimal(1).scaleb(-15)


def floored(number: float) -> float:
    """Round down to 15 decimals.

    Examples
    --------
    >>> floored(2 / 3)
    0.666666666666666
    """
    return float(Decimal(repr(float(number))).quantize(_STEP, ROUND_FLOOR))


def shares(parts: Sequence[float], whole: float) -> list[float]:
    """Divide parts by the whole, rounded down so that the sum is not above 1 in floats either.

    Examples
    --------
    >>> shares([1.0, 2.0], 3.0)
    [0.333333333333333, 0.666666666666666]
    >>> sum(shares([0.1] * 10, 1.0)) <= 1
    True
    """
    found = [floored(min(part / whole, 1.0)) for part in parts]
    while sum(found) > 1.0:
        largest = max(range(len(found)), key=found.__getitem__)
        found[largest] = floored(found[largest] - 1e-15)
    return found
