"""Measures of a hypothesis by their definition (notes 22 and 23)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

POSITIVE_DEGREE = 1e-12
"""A degree above this decides for the target."""


@dataclass(frozen=True)
class Scores:
    """True and false positives, and the three figures they give."""

    tp: float
    fp: float
    precision: float
    recall: float
    f1: float


def ratio(numerator: float, denominator: float) -> float:
    """``x / y`` with ``0/0 = 0``."""
    return numerator / denominator if denominator else 0.0


def scores(degrees: Sequence[float], positive: Sequence[bool]) -> Scores:
    """``P = TP/(TP+FP)``, ``R = TP/|E⁺|``, ``F1 = 2PR/(P+R)`` of fuzzy decisions."""
    tp = math.fsum(h for h, is_positive in zip(degrees, positive, strict=True) if is_positive)
    fp = math.fsum(h for h, is_positive in zip(degrees, positive, strict=True) if not is_positive)
    precision, recall = ratio(tp, tp + fp), ratio(tp, sum(positive))
    return Scores(tp, fp, precision, recall, ratio(2 * precision * recall, precision + recall))


def fuzzy_scores(degrees: Sequence[float], positive: Sequence[bool]) -> Scores:
    """``TP = Σ_{E⁺} h``, ``FP = Σ_{E⁻} h`` and what follows from them."""
    return scores(degrees, positive)


def crisp_scores(degrees: Sequence[float], positive: Sequence[bool]) -> Scores:
    """Return the same with ⌈h⌉, which is 1 iff ``h > 1e-12``."""
    return scores([float(h > POSITIVE_DEGREE) for h in degrees], positive)


def mean_squared_error(degrees: Sequence[float], positive: Sequence[bool]) -> float:
    """``mean (h − y)²`` with y ∈ {0, 1}."""
    squares = [(h - float(y)) ** 2 for h, y in zip(degrees, positive, strict=True)]
    return math.fsum(squares) / len(squares)


def f1_of_counts(degrees: Sequence[float], positive: Sequence[bool], threshold: float) -> Fraction:
    """F1 of the decision ``h ≥ t``, exactly: ``2TP/(2TP + FP + FN)``."""
    decided = [h >= threshold for h in degrees]
    hits = sum(d and y for d, y in zip(decided, positive, strict=True))
    errors = sum(d != y for d, y in zip(decided, positive, strict=True))
    return Fraction(2 * hits, 2 * hits + errors) if hits else Fraction(0)


def decision_threshold(degrees: Sequence[float], positive: Sequence[bool]) -> float:
    """Return the t with the best F1 of ``h ≥ t`` midway between two degrees, or a degree and 0.

    Of equals the lowest; ½ without a degree above 0 (note 22).
    """
    midways = [(low + high) / 2 for low, high in pairwise(sorted({0.0, *degrees}))]
    return max(midways, key=lambda t: (f1_of_counts(degrees, positive, t), -t), default=0.5)


def balanced_accuracy(degrees: Sequence[float], positive: Sequence[bool]) -> float:
    """Mean of the shares of positives and of negatives that ``h > 0`` decides rightly."""
    decided = [h > POSITIVE_DEGREE for h in degrees]
    hits = sum(d and y for d, y in zip(decided, positive, strict=True))
    spared = sum(not d and not y for d, y in zip(decided, positive, strict=True))
    negatives = sum(not y for y in positive)
    return (ratio(hits, sum(positive)) + ratio(spared, negatives)) / 2


def matthews(degrees: Sequence[float], positive: Sequence[bool]) -> float:
    """Pearson's correlation of labels and decisions, both as 0 and 1; 0 if one is constant."""
    x, y = [float(h > POSITIVE_DEGREE) for h in degrees], [float(label) for label in positive]
    n = len(x)
    mean_x, mean_y = math.fsum(x) / n, math.fsum(y) / n
    together = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    alone = math.fsum((a - mean_x) ** 2 for a in x) * math.fsum((b - mean_y) ** 2 for b in y)
    return ratio(together, math.sqrt(alone))


def named(degrees: Sequence[float], positive: Sequence[bool], threshold: float) -> dict[str, float]:
    """All measures of a fold by their names in files."""
    crisp, fuzzy = crisp_scores(degrees, positive), fuzzy_scores(degrees, positive)
    return {
        "F1": crisp.f1,
        "fuzzy_F1": fuzzy.f1,
        "precision": crisp.precision,
        "recall": crisp.recall,
        "fuzzy_precision": fuzzy.precision,
        "fuzzy_recall": fuzzy.recall,
        "MSE": mean_squared_error(degrees, positive),
        "threshold_F1": float(f1_of_counts(degrees, positive, threshold)),
        "balanced_accuracy": balanced_accuracy(degrees, positive),
        "MCC": matthews(degrees, positive),
    }
