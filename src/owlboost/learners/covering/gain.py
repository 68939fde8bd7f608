"""The paper's objective: gain in confidence over the positives still uncovered (notes 8 and 9)."""

from dataclasses import dataclass

import numpy as np

from owlboost.learners.search.ground import Ground
from owlboost.learners.search.objectives import MoveScores, Sums
from owlboost.learners.search.ties import TOLERANCE
from owlboost.learners.search.weighings import Capped, Linear
from owlboost.runtime.array_types import Floats, Mask, Weights


@dataclass(frozen=True, slots=True)
class Cardinalities:
    """Weighted cardinalities of a concept: over the uncovered positives, and over I."""

    covered: float
    total: float

    @property
    def confidence(self) -> float:
        """``cf(C) = |C|_Pos / |C|_I``."""
        return self.covered / self.total if self.total > 0 else 0.0


def gains(covered: Floats, total: Floats, before: Cardinalities) -> Floats:
    """Gain of candidates over a concept; −∞ for those that do not improve (notes 8 and 9).

    Examples
    --------
    >>> gains(np.array([0.5]), np.array([0.75]), Cardinalities(0.5, 1.0)).round(4)
    array([0.2075])
    """
    out = np.full(covered.size, -np.inf)
    usable = (covered > 0) & (total > 0)
    if not usable.any():
        return out
    improvement = np.log2(covered[usable] / total[usable]) - np.log2(before.confidence)
    better = improvement > TOLERANCE
    out[np.flatnonzero(usable)[better]] = covered[usable][better] * improvement[better]
    return out


class Gain:
    """Scores refinements by their gain, for given weights and uncovered positives.

    The two sums of a concept are its weighted cardinalities over Pos and over I. Only positives
    decide whether a place can gain at all, so they are the first part of the examples, and the
    others are looked at where they matter. Of graded positives ``min(C, y)`` counts.
    """

    def __init__(self, ground: Ground) -> None:
        self.n_positives = n_positives(ground)
        self.parts = (slice(0, self.n_positives), slice(self.n_positives, ground.n_rows))
        self._labels = ground.labels if ground.graded else None
        self.weighing: Linear | Capped = Linear(np.empty(0), np.empty(0))

    def weigh(self, weights: Weights, uncovered: Mask) -> None:
        """Set the weights of all examples and the positives still to be covered."""
        still = np.zeros(weights.size)
        still[: self.n_positives] = np.where(uncovered, weights[: self.n_positives], 0.0)
        everyone = np.ascontiguousarray(weights)
        if self._labels is None:
            self.weighing = Linear(still, everyone)
        else:
            self.weighing = Capped(still, everyone, np.zeros(weights.size), self._labels)

    def start(self) -> Sums:
        """Cardinalities of ⊤."""
        still = self.weighing.left[: self.n_positives]
        if self._labels is not None:
            still = still * self._labels[: self.n_positives]
        return float(still.sum()), float(self.weighing.right.sum())

    def bounds(self, before: Sums, reaches: Floats) -> Floats:
        """``gain ≤ p · (−log₂ cf)``, and no move beyond covers more than what gets here."""
        concept = Cardinalities(*before)
        if concept.covered <= 0:
            return np.zeros(reaches.shape[1])
        # At cf = 1 nothing gains, but what is reached is still counted as a candidate.
        most = max(float(-np.log2(concept.confidence)), np.finfo(float).tiny)
        return np.asarray(reaches[0] * most)

    def score(self, sums: Floats, before: Sums) -> MoveScores:
        """Score moves by their sums: ``Σ`` over Pos, and over I."""
        covered, total = sums
        usable = (covered > 0) & (total > 0)
        confidence = np.divide(covered, total, out=np.zeros_like(covered), where=usable)
        gain = gains(covered, total, Cardinalities(*before))
        return MoveScores(covered, total, gain, confidence, usable)


def n_positives(ground: Ground) -> int:
    """Count the positives of a ground: its first rows, since labels fall."""
    return int(np.count_nonzero(ground.labels > 0))
