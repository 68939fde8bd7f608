"""How sure a share is that was counted in a sample."""

import math
from typing import Any

_NORMAL = 1.959963984540054
"""Of the normal distribution, 95 % lie within so many standard deviations."""


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """Return the bounds of Wilson's interval of 95 % for a share.

    Examples
    --------
    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials <= 0:
        return 0.0, 1.0
    share, square = successes / trials, _NORMAL**2
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    spread = math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    half = _NORMAL * spread / (1 + square / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def share_view(successes: float, trials: float) -> dict[str, Any]:
    """Return a share with its counts and the bounds of its interval.

    Examples
    --------
    >>> share_view(1, 2)["share"]
    0.5
    """
    low, high = wilson(successes, trials)
    return {
        "of": int(trials),
        "count": int(successes),
        "share": successes / trials if trials else None,
        "low": low,
        "high": high,
    }
