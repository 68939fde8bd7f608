"""The fitted decision threshold (note 22)."""

import numpy as np

from owlboost._typing import Degrees, Mask, Weights


def fit_threshold(degrees: Degrees, positive: Mask, counts: Weights | None = None) -> float:
    """Return the threshold t with the best F1 of ``h ≥ t``; of equals the lowest.

    The threshold lies midway between two occurring degrees, so that a degree a little off its
    training value is decided alike. Without any degree above 0 it is ½. With ``counts`` an example
    stands for that many.

    Examples
    --------
    >>> fit_threshold(np.array([0.9, 0.8, 0.4, 0.0]), np.array([True, True, False, False]))
    0.6000000000000001
    """
    order = np.argsort(-degrees, kind="stable")
    counted = (np.ones(degrees.size) if counts is None else counts)[order]
    values, hits, taken = degrees[order], np.cumsum(counted * positive[order]), np.cumsum(counted)
    last = np.flatnonzero(np.r_[values[1:] != values[:-1], True] & (values > 0))
    if not last.size:
        return 0.5
    f1 = 2 * hits[last] / (taken[last] + hits[-1])
    chosen = last[np.flatnonzero(f1 >= f1.max() - 1e-12)[-1]]
    below = values[chosen + 1] if chosen + 1 < values.size else 0.0
    return float(values[chosen] + below) / 2
