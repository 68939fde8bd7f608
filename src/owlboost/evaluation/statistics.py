"""Statistical tests of algorithms over many data sets."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from owlboost.errors import ParameterError
from owlboost.runtime.array_types import Floats

SAME = 1e-9
"""Figures this close are a tie."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A against B over paired data sets.

    Attributes
    ----------
    wins, ties, losses
        How often A's figure is larger, the same, smaller.
    improvement
        Mean of ``100 · (A/B − 1)`` over the pairs with B > 0.
    median
        Median of the same.
    largest, without_largest
        The largest of the same, and the mean of all but it: how far one pair makes the mean. None
        for fewer than two pairs.
    left_out
        Pairs without an improvement, since B is 0.
    statistic, p_value
        Wilcoxon's signed-rank test, two-sided; p = 1 if all pairs tie.
    """

    wins: int
    ties: int
    losses: int
    improvement: float
    median: float
    largest: float | None
    without_largest: float | None
    left_out: int
    statistic: float
    p_value: float


def compare(a: Sequence[float], b: Sequence[float]) -> Comparison:
    """Compare paired figures.

    Examples
    --------
    >>> comparison = compare([0.9, 0.5, 0.4], [0.6, 0.5, 0.5])
    >>> comparison.wins, comparison.ties, comparison.losses, round(comparison.improvement, 4)
    (1, 1, 1, 10.0)
    >>> figures = comparison.median, comparison.largest, comparison.without_largest
    >>> tuple(round(figure, 4) for figure in figures)
    (0.0, 50.0, -10.0)
    """
    first, second = np.array(a, dtype=np.float64), np.array(b, dtype=np.float64)
    difference = first - second
    divisible = second > SAME
    gained = np.sort(100 * difference[divisible] / second[divisible])
    several = gained.size > 1
    statistic, p_value = signed_rank(difference)
    return Comparison(
        wins=int(np.count_nonzero(difference > SAME)),
        ties=int(np.count_nonzero(np.abs(difference) <= SAME)),
        losses=int(np.count_nonzero(difference < -SAME)),
        improvement=float(gained.mean()) if gained.size else 0.0,
        median=float(np.median(gained)) if gained.size else 0.0,
        largest=float(gained[-1]) if several else None,
        without_largest=float(gained[:-1].mean()) if several else None,
        left_out=int(np.count_nonzero(~divisible)),
        statistic=statistic,
        p_value=p_value,
    )


def signed_rank(differences: Floats) -> tuple[float, float]:
    """Wilcoxon's signed-rank test: statistic and two-sided p, without ties.

    Examples
    --------
    >>> signed_rank(np.array([0.1, 0.2, 0.3, 0.4, 0.5]))
    (0.0, 0.0625)
    >>> signed_rank(np.zeros(3))
    (0.0, 1.0)
    """
    from scipy.stats import wilcoxon

    moved = differences[np.abs(differences) > SAME]
    if not moved.size:
        return 0.0, 1.0
    test = wilcoxon(np.round(moved, 12))
    return float(test.statistic), float(test.pvalue)


def average_ranks(figures: Floats) -> Floats:
    """Average rank of each column, 1 for the best; ties share.

    Examples
    --------
    >>> average_ranks(np.array([[0.9, 0.8, 0.8], [0.7, 0.6, 0.5]]))
    array([1.  , 2.25, 2.75])
    """
    from scipy.stats import rankdata

    return np.asarray(rankdata(-figures, axis=1).mean(axis=0), dtype=np.float64)


_STUDENTIZED = {
    2: 1.960,
    3: 2.343,
    4: 2.569,
    5: 2.728,
    6: 2.850,
    7: 2.949,
    8: 3.031,
    9: 3.102,
    10: 3.164,
}
"""Critical values of Nemenyi's test at α = 0.05 (Demšar 2006, table 5a)."""


def critical_difference(n_algorithms: int, n_datasets: int) -> float:
    """Critical difference of average ranks (Nemenyi, α = 0.05).

    Examples
    --------
    >>> round(critical_difference(4, 14), 4)
    1.2535
    """
    if n_algorithms not in _STUDENTIZED or n_datasets < 1:
        raise ParameterError(
            f"A critical difference needs 2 to 10 algorithms and a data set, not {n_algorithms} "
            f"algorithms and {n_datasets} data sets."
        )
    spread = n_algorithms * (n_algorithms + 1) / (6 * n_datasets)
    return _STUDENTIZED[n_algorithms] * math.sqrt(spread)
