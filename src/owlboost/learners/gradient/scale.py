"""The scale of degrees: where they begin and end (mathematics §10).

``h = clip((F − zero)/(one − zero), 0, 1)``. The paper decides by h > 0, so ``zero`` is the cut with
the best held-out decisions; ``one`` is as far from it as held-out measures allow, so that degrees
are graded.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from owlboost.concepts.hypothesis import covers
from owlboost.learners.gradient.losses import Loss
from owlboost.models.calibration import fit_platt
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask, Weights


def weighted_f1(degrees: Degrees, positive: Mask, counts: Weights) -> float:
    """Fuzzy F1 of degrees over counted examples; 0/0 is 0.

    Examples
    --------
    >>> weighted_f1(np.array([0.5, 0.5]), np.array([True, False]), np.ones(2))
    0.5
    """
    counted = degrees * counts
    whole = float(counted.sum() + counts[positive].sum())
    return 2 * float(counted[positive].sum()) / whole if whole else 0.0


def f1_of(degrees: Degrees, positive: Mask, counts: Weights) -> float:
    """F1 of the paper's decision h > 0.

    Examples
    --------
    >>> f1_of(np.array([0.5, 0.0]), np.array([True, False]), np.ones(2))
    1.0
    """
    return weighted_f1(covers(degrees).astype(np.float64), positive, counts)


NEAR = 0.005
"""Cuts whose metric is this close to the best count as equal."""

LOSS = 0.005
"""Share of their metric that degrees may lose to be more graded."""

HALF = 0.5
"""Largest share of degrees that are exactly 0 or 1, where possible."""

MOST_CUTS = 1000
"""Maximum number of cuts to try."""

_LEAST_SLOPE = 1e-6
"""Minimum slope of degrees over scores; below it, scores are uninformative."""

WIDTHS = 12
"""Number of distances between ``zero`` and ``one`` to try."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The map from scores to evidence and degrees.

    Attributes
    ----------
    zero
        Up to this score the degree is 0.
    one
        From this score on it is 1; in between it is linear.

    Examples
    --------
    >>> Scale(-1.0, 3.0).evidence(np.array([-2.0, 0.0, 3.0]))
    array([-0.25,  0.25,  1.  ])
    """

    zero: float
    one: float

    @classmethod
    def usual(cls, loss: Loss) -> "Scale":
        """Return the scale for too few examples to choose."""
        half = 0.5 / loss.usual_sharpness
        return cls(loss.middle - half, loss.middle + half)

    @classmethod
    def of_labels(cls, loss: Loss) -> "Scale":
        """Return the scale whose degrees are the labels scores stand for.

        It is exact near the middle.

        Examples
        --------
        >>> from owlboost.learners.gradient.losses import LOGISTIC, SQUARED
        >>> Scale.of_labels(SQUARED), Scale.of_labels(LOGISTIC)
        (Scale(zero=0.0, one=1.0), Scale(zero=-2.0, one=2.0))
        """
        half = 0.5 / loss.slope
        return cls(loss.middle - half, loss.middle + half)

    @property
    def width(self) -> float:
        """The distance between the degrees 0 and 1."""
        return self.one - self.zero

    def evidence(self, scores: Floats) -> Floats:
        """Return the degrees before they are clipped."""
        return np.asarray((scores - self.zero) / self.width)

    def degrees(self, scores: Floats) -> Degrees:
        """Degrees of scores."""
        return np.clip(self.evidence(scores), 0.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutScores:
    """Held-out scores of the examples.

    Attributes
    ----------
    runs
        The scores of all examples, once for each division into folds.
    folds
        The fold of each example in each division.
    positive, counts
        Which examples belong to the target, and how many each one stands for.
    """

    runs: tuple[Floats, ...]
    folds: tuple[Ids, ...]
    positive: Mask
    counts: Weights

    @property
    def pooled(self) -> tuple[Floats, Mask, Weights]:
        """Scores, labels and weights of all divisions together; each counts the same."""
        times = len(self.runs)
        return (
            np.concatenate(self.runs),
            np.tile(self.positive, times),
            np.tile(self.counts / times, times),
        )


Metric = Callable[[Floats, Floats, float, float], Floats]
"""A metric of decisions, by true and false positives, all positives and all negatives."""


def f1(hits: Floats, alarms: Floats, positives: float, negatives: float) -> Floats:
    """Harmonic mean of precision and recall."""
    del negatives
    return np.asarray(2 * hits / (hits + alarms + positives))


def mcc(hits: Floats, alarms: Floats, positives: float, negatives: float) -> Floats:
    """Matthews' correlation; 0/0 is 0."""
    misses, rejected = positives - hits, negatives - alarms
    scale = np.sqrt((hits + alarms) * positives * negatives * (rejected + misses))
    product = hits * rejected - alarms * misses
    return np.divide(product, scale, out=np.zeros_like(scale), where=scale > 0)


def balanced_accuracy(hits: Floats, alarms: Floats, positives: float, negatives: float) -> Floats:
    """Mean of the shares of positives and negatives classified correctly."""
    return np.asarray((hits / positives + 1 - alarms / negatives) / 2)


def accuracy(hits: Floats, alarms: Floats, positives: float, negatives: float) -> Floats:
    """Share of the examples classified correctly."""
    return np.asarray((hits + negatives - alarms) / (positives + negatives))


def savings(miss_cost: float) -> Metric:
    """Return 1 minus the scaled cost of all errors.

    Misclassifying all of the class with the larger total cost costs 1.

    Examples
    --------
    >>> savings(4.0)(np.array([1.0]), np.array([2.0]), 2.0, 10.0)
    array([0.4])
    """

    def saved(hits: Floats, alarms: Floats, positives: float, negatives: float) -> Floats:
        most = max(miss_cost * positives, negatives)
        return np.asarray(1 - (miss_cost * (positives - hits) + alarms) / most)

    return saved


def optimised(name: str, miss_cost: float) -> Metric:
    """Return the metric of decisions by the name of a parameter.

    Examples
    --------
    >>> optimised("accuracy", 1.0)(np.array([1.0]), np.array([2.0]), 2.0, 10.0)
    array([0.75])
    """
    return savings(miss_cost) if name == "cost" else _WORTHS[name]


_WORTHS: dict[str, Metric] = {
    "f1": f1,
    "mcc": mcc,
    "balanced": balanced_accuracy,
    "accuracy": accuracy,
}


def chosen_scale(held_out: HeldOutScores, loss: Loss, worth: Metric, *, numeric: bool) -> Scale:
    """Choose the scale by held-out decisions, then by held-out degrees.

    Parameters
    ----------
    numeric
        Whether there are numbers: then degrees may lose one standard error of their metric to be
        more graded.
    """
    zero = best_cut(held_out, worth)
    widths = _widths(held_out, zero, loss)
    figures = np.array([_fuzzy_figures(held_out, Scale(zero, zero + width)) for width in widths])
    means = figures.mean(axis=1)
    best = int(np.argmax(means))
    allowance = LOSS * float(means[best])
    if numeric and figures.shape[1] > 1:
        error = float(figures[best].std(ddof=1)) / figures.shape[1] ** 0.5
        allowance = max(allowance, error)
    fine = np.flatnonzero(means >= means[best] - allowance)
    graded = [at for at in fine if _exact_share(held_out, Scale(zero, zero + widths[at])) <= HALF]
    at = max(graded, key=lambda number: means[number]) if graded else fine[-1]
    return Scale(zero, zero + float(widths[at]))


def scale_of_grades(held_out: HeldOutScores, labels: Floats, loss: Loss) -> Scale:
    """Choose the scale whose degrees are nearest to graded labels (mathematics §23).

    It is that of the loss or the least-squares line through held-out scores and labels, whichever
    has the smaller squared error after clipping.
    """
    scores, _, counts = held_out.pooled
    wanted = np.tile(labels, len(held_out.runs))
    usual = Scale.of_labels(loss)
    whole = counts.sum()
    centre, mean = (counts * scores).sum() / whole, (counts * wanted).sum() / whole
    spread = float((counts * (scores - centre) ** 2).sum())
    slope = float((counts * (scores - centre) * (wanted - mean)).sum()) / spread if spread else 0.0
    if slope <= _LEAST_SLOPE:
        return usual
    zero = float(centre - mean / slope)
    fitted = Scale(zero, zero + 1 / slope)

    def error(scale: Scale) -> float:
        return round(float((counts * (scale.degrees(scores) - wanted) ** 2).sum() / whole), 9)

    return fitted if error(fitted) < error(usual) else usual


def best_cut(held_out: HeldOutScores, worth: Metric) -> float:
    """Return the score above which to decide for the target.

    Neighbouring cuts within :data:`NEAR` of the best count as equal; of them, the one nearest to
    even odds is taken, so that decisions agree with probabilities.
    """
    cuts = _cuts(held_out)
    figures = np.mean([_figures(run, held_out, cuts, worth) for run in held_out.runs], axis=0)
    best = int(np.argmax(figures))
    poor = figures < figures[best] - NEAR
    below, above = np.flatnonzero(poor[:best]), np.flatnonzero(poor[best:])
    first = int(below[-1]) + 1 if below.size else 0
    last = best + int(above[0]) - 1 if above.size else cuts.size - 1
    odds = fit_platt(*held_out.pooled)
    if odds.slope == 0:
        return float(cuts[first] + cuts[last]) / 2
    return float(np.clip(-odds.intercept / odds.slope, cuts[first], cuts[last]))


def _cuts(held_out: HeldOutScores) -> Floats:
    """Cuts between neighbouring scores, and well below all of them and above."""
    scores = np.unique(np.concatenate(held_out.runs))
    if scores.size > MOST_CUTS:
        scores = np.unique(np.quantile(scores, np.linspace(0, 1, MOST_CUTS)))
    beyond = max(float(scores[-1] - scores[0]), 1e-6 * max(1.0, float(np.abs(scores).max())))
    between = (scores[1:] + scores[:-1]) / 2
    return np.concatenate([[scores[0] - beyond], between, [scores[-1] + beyond]])


def _figures(scores: Floats, held_out: HeldOutScores, cuts: Floats, worth: Metric) -> Floats:
    positive, counts = held_out.positive, held_out.counts
    hits, alarms = (_above(scores[side], counts[side], cuts) for side in (positive, ~positive))
    return worth(hits, alarms, float(counts[positive].sum()), float(counts[~positive].sum()))


def _above(scores: Floats, counts: Weights, cuts: Floats) -> Floats:
    """Count the examples with a score above each cut."""
    order = np.argsort(scores, kind="stable")
    summed = np.concatenate([[0.0], np.cumsum(counts[order])])
    return np.asarray(summed[-1] - summed[np.searchsorted(scores[order], cuts, side="right")])


def _widths(held_out: HeldOutScores, zero: float, loss: Loss) -> Floats:
    """Distances between the scores of degrees 0 and 1, ascending."""
    pooled = np.concatenate(held_out.runs)
    above = pooled[pooled > zero] - zero
    least = 1e-6 * max(1.0, abs(zero))
    usual = 1 / loss.usual_sharpness
    if not above.size:
        return np.array([usual])
    reached = np.quantile(above, np.linspace(0, 1, WIDTHS + 1)[1:])
    return np.unique(np.maximum([*reached, usual], least))


def _fuzzy_figures(held_out: HeldOutScores, scale: Scale) -> Floats:
    """Return ``fF1F1`` of held-out degrees, for every fold of every division."""
    figures = []
    for scores, folds in zip(held_out.runs, held_out.folds, strict=True):
        degrees = scale.degrees(scores)
        for fold in np.unique(folds):
            in_fold = folds == fold
            parts = degrees[in_fold], held_out.positive[in_fold], held_out.counts[in_fold]
            figures.append(weighted_f1(*parts) * f1_of(*parts))
    return np.array(figures)


def _exact_share(held_out: HeldOutScores, scale: Scale) -> float:
    """Share of the held-out degrees that are exactly 0 or 1."""
    degrees = scale.degrees(np.concatenate(held_out.runs))
    counts = np.tile(held_out.counts, len(held_out.runs))
    return float(counts[(degrees == 0) | (degrees == 1)].sum() / counts.sum())
