"""The fitted decision threshold (note 22)."""

import numpy as np

from owlboost.model.hypotheses import covers
from owlboost.model.outcomes import counted_by_falling
from owlboost.runtime.array_types import Degrees, Floats, Mask, Weights


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
    covered = covers(degrees)
    if not covered.any():
        return 0.5
    values, hits, taken = reached(np.where(covered, degrees, 0.0), positive, counts)
    above = values > 0
    f1 = (2 * hits / (taken + hits[-1]))[above]
    chosen = np.flatnonzero(f1 >= f1.max() - 1e-12)[-1]
    below = values[chosen + 1] if chosen + 1 < values.size else 0.0
    return float(values[chosen] + below) / 2


def reached(
    degrees: Degrees, positive: Mask, counts: Weights | None
) -> tuple[Floats, Floats, Floats]:
    """Return each degree, the largest first, and how many reach it: positives, and all."""
    if counts is None:
        values, hits, taken = counted_by_falling(degrees, positive)
        return values, hits.astype(np.float64), taken.astype(np.float64)
    order = np.argsort(-degrees, kind="stable")
    values, counted = degrees[order], counts[order]
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)[: values.size])
    return values[last], np.cumsum(counted * positive[order])[last], np.cumsum(counted)[last]
