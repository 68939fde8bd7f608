"""The paper's objective: gain in confidence over the positives still uncovered (notes 8 and 9)."""

import numpy as np

from owlboost._typing import Floats, Mask, Weights
from owlboost.learners.search.expansion import Place, Scores, Situation
from owlboost.learners.search.focus import Focus
from owlboost.learners.search.ground import Ground
from owlboost.learners.search.scorers import Cardinality, LabelSums, gains, weighted_sum


class Gain:
    """Scores refinements by their gain, for given weights and uncovered positives.

    The two sums of a concept are its weighted cardinalities over Pos and over I. Sums over the
    negatives at ⊤ are remembered until the negatives' weights change: the axioms of one weak
    hypothesis all start there.
    """

    def __init__(self, ground: Ground, n_jobs: int = 1) -> None:
        self._ground = ground
        self._sums = LabelSums(ground.space.labelling, n_jobs)
        self.weights = np.empty(0)
        self.open = np.empty(0)
        self._label_sums_at_top: dict[tuple[str, ...], Floats] = {}
        self._totals_at_top: dict[tuple[str, ...], float] = {}

    def weigh(self, weights: Weights, uncovered: Mask) -> None:
        """Set the weights of all examples and the positives still to be covered."""
        n_positives = self._ground.n_positives
        if not np.array_equal(self.weights[n_positives:], weights[n_positives:]):
            self._label_sums_at_top.clear()
            self._totals_at_top.clear()
        self.weights = np.ascontiguousarray(weights)
        self.open = np.where(uncovered, weights[:n_positives], 0.0)

    def start(self) -> tuple[float, float]:
        """Cardinalities of ⊤."""
        return float(self.open.sum()), float(self.weights.sum())

    def bound(self, situation: Situation, place: Place) -> float:
        """``gain ≤ p · (−log₂ cf)``, and no move beyond covers more than what gets here."""
        before = Cardinality(*situation.sums)
        if before.covered <= 0:
            return 0.0
        reach = self._reach(place.positives)
        # At cf = 1 nothing gains, but what is reached is still counted as a candidate.
        return reach * max(float(-np.log2(before.confidence)), np.finfo(float).tiny)

    def _reach(self, focus: Focus) -> float:
        return weighted_sum(self.open[focus.rows], focus.maxima())

    def score_labels(self, situation: Situation, place: Place) -> Scores:
        """Score every label: one pass over the positives, one over the negatives."""
        covered, total = self._sums(place.positives, self.open, self.weights)
        total = total + self._negative_sums(situation, place)
        return _scores(covered, total, situation)

    def score_top(self, situation: Situation, place: Place) -> Scores:
        """Score the move that ends in ``∃r.⊤`` at this place."""
        total = self._negative_total(situation, place) + self._weighted(place.positives)
        return _scores(np.array([self._reach(place.positives)]), np.array([total]), situation)

    def _negative_sums(self, situation: Situation, place: Place) -> Floats:
        top = situation.concept.is_top
        if top and place.roles in self._label_sums_at_top:
            return self._label_sums_at_top[place.roles]
        _, sums = self._sums(place.negatives(), self.weights, self.weights)
        if top:
            self._label_sums_at_top[place.roles] = sums
        return sums

    def _negative_total(self, situation: Situation, place: Place) -> float:
        top = situation.concept.is_top
        if top and place.roles in self._totals_at_top:
            return self._totals_at_top[place.roles]
        total = self._weighted(place.negatives())
        if top:
            self._totals_at_top[place.roles] = total
        return total

    def _weighted(self, focus: Focus) -> float:
        return weighted_sum(self.weights[focus.rows], focus.maxima())


def _scores(covered: Floats, total: Floats, situation: Situation) -> Scores:
    usable = covered > 0
    confidence = np.divide(covered, total, out=np.zeros_like(covered), where=usable)
    gain = gains(covered, total, Cardinality(*situation.sums))
    return Scores(covered, total, gain, confidence, usable)
