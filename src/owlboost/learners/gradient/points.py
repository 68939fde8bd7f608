"""Whole points for rules, as on a scorecard (mathematics §10).

The evidence of a scorecard is ``(start + Σ pointsᵢ·Cᵢ)/full``: from 0 points on the degree is above
0, and from ``full`` points on it is 1.
"""

from dataclasses import dataclass

import numpy as np

from owlboost.learners.gradient.fitting import Stage
from owlboost.learners.gradient.pruning import Structure
from owlboost.learners.gradient.scales import Scale
from owlboost.learners.gradient.weights import fit_weights, scores_of
from owlboost.learners.search.ground import Learned
from owlboost.model.hypotheses import COVERED
from owlboost.runtime.array_types import Floats

MOST_POINTS = 10
"""No rule has more points, for or against."""

_DECIMALS = (1, 2, 3)
"""With so many decimals the start is tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Scorecard:
    """Rules with whole points.

    Attributes
    ----------
    learned, points
        The rules and what each of them counts.
    start
        What everything starts with.
    full
        How many points make a degree of 1.
    error_before, error
        Validated errors with free weights and with points.
    """

    learned: tuple[Learned, ...]
    points: tuple[int, ...]
    start: float
    full: float
    error_before: float
    error: float

    @property
    def sentence(self) -> str:
        """Say how to count, and what whole points cost."""
        counted = ", ".join(f"WL{at} {points:+d}" for at, points in enumerate(self.points, 1))
        return (
            f"Points: start at {self.start:+g} and add those of each rule as far as it holds "
            f"({counted}). Up to 0 points the degree is 0, from {self.full:g} points on it is 1. "
            f"Whole points change the validated squared error from {self.error_before:.4f} to "
            f"{self.error:.4f}."
        )


def scorecard(stage: Stage, structure: Structure, scale: Scale) -> Scorecard | None:
    """Round the weights of a model to the whole points with the least validated error.

    None if there is nothing to count: no rule has any weight.
    """
    if not stage.alpha[1:].any():
        return None
    before = structure.error(stage.columns, stage.sides)
    found: dict[tuple[int, ...], float] = {}
    for most in range(1, MOST_POINTS + 1):
        points = _rounded(stage.alpha[1:], most)
        if any(points):
            found.setdefault(points, round(structure.error(*_summed(stage, points)), 9))
    best = min(found, key=lambda points: found[points])
    ground, penalty = structure.fitter.ground, structure.fitter.penalty
    columns, _ = _summed(stage, best)
    alpha = fit_weights(
        structure.loss,
        columns,
        ground.labels,
        structure.fitter.weights,
        penalty.ridge,
        np.array([0.0, 1.0]),
    )
    if alpha[1] <= 0:
        return None
    n_given = len(structure.fitter.given)
    kept = [at for at, points in enumerate(best) if points or at < n_given]
    return Scorecard(
        tuple(stage.learned[at] for at in kept),
        tuple(best[at] for at in kept),
        _start(float((scale.zero - alpha[0]) / alpha[1]), columns[:, 1]),
        max(round(float(scale.width / alpha[1]), 2), 0.01),
        before,
        found[best],
    )


def _start(cut: float, totals: Floats) -> float:
    """Round what everything starts with, to as few decimals as change no decision."""
    start = -cut
    for decimals in _DECIMALS:
        start = round(-cut, decimals)
        if np.array_equal(totals + start > COVERED, totals > cut):
            break
    return start


def _rounded(alpha: Floats, most: int) -> tuple[int, ...]:
    """Whole points in proportion to weights, so that the largest has ``most``."""
    largest = float(np.abs(alpha).max())
    return tuple(int(points) for points in np.round(alpha * (most / largest)))


def _summed(stage: Stage, points: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Columns of ⊤ and of the points that each example gets, and their sides."""
    total = scores_of(stage.columns[:, 1:], np.array(points, dtype=np.float64))
    return np.column_stack([np.ones(total.size), total]), np.array([0.0, 1.0])
