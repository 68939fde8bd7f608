"""When two scores are a tie (note 10)."""

import numpy as np

from owlboost.runtime.array_types import Floats, Ids

TOLERANCE = 1e-12
"""Two scores this close, relative to the larger, are a tie (note 10)."""


def largest(scores: Floats) -> Ids:
    """Positions of the largest score and of all that tie with it.

    Examples
    --------
    >>> largest(np.array([1.0, 2.0, 2.0 + 1e-15]))
    array([1, 2], dtype=int32)
    """
    if not scores.size:
        return np.empty(0, dtype=np.int32)
    best = scores.max()
    return np.flatnonzero(scores >= best - TOLERANCE * abs(best)).astype(np.int32)
