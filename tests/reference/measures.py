"""Measures of a hypothesis by their definition (notes 22 and 23, mathematics §13)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

POSITIVE_DEGREE = 1e-12
"""A degree above this decides for the target."""

EPSILON = 2.0**-52
"""Least probability of which a logarithm is taken."""

BINS = 10
"""How many bins the calibration error has."""


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


def counts(
    degrees: Sequence[float], positive: Sequence[bool], weights: Sequence[int]
) -> tuple[float, float, float, float]:
    """``TP = |T|`` over E⁺, ``FP = |T|`` over E⁻, ``TNP = |E⁻| − FP``, ``FNP = |E⁺| − TP``."""
    rows = list(zip(degrees, positive, weights, strict=True))
    tp = math.fsum(h * n for h, is_positive, n in rows if is_positive)
    fp = math.fsum(h * n for h, is_positive, n in rows if not is_positive)
    positives = sum(n for _, is_positive, n in rows if is_positive)
    negatives = sum(n for _, is_positive, n in rows if not is_positive)
    return tp, fp, negatives - fp, positives - tp


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
    covering = {h for h in degrees if h > POSITIVE_DEGREE}
    midways = [(low + high) / 2 for low, high in pairwise(sorted({0.0, *covering}))]
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


def area_under_roc(
    evidence: Sequence[float], positive: Sequence[bool], counts: Sequence[int]
) -> Fraction:
    """How often a positive has more evidence than a negative; equal evidence counts half."""
    won, pairs = Fraction(0), 0
    for mine, is_positive, n in zip(evidence, positive, counts, strict=True):
        for theirs, other, m in zip(evidence, positive, counts, strict=True):
            if is_positive and not other:
                pairs += n * m
                won += n * m * (Fraction(mine > theirs) + Fraction(mine == theirs, 2))
    return won / pairs


def average_precision(
    evidence: Sequence[float], positive: Sequence[bool], counts: Sequence[int]
) -> Fraction:
    """Mean over the positives of the precision of "at least this evidence"."""
    precisions, positives = Fraction(0), 0
    for mine, is_positive, n in zip(evidence, positive, counts, strict=True):
        if is_positive and n:
            reached = [
                (y, m) for e, y, m in zip(evidence, positive, counts, strict=True) if e >= mine
            ]
            hits = sum(m for y, m in reached if y)
            precisions += n * Fraction(hits, sum(m for _, m in reached))
            positives += n
    return precisions / positives


def brier(probability: Sequence[float], positive: Sequence[bool], counts: Sequence[int]) -> float:
    """``mean (p − y)²``."""
    squares = [n * (p - y) ** 2 for p, y, n in zip(probability, positive, counts, strict=True)]
    return ratio(math.fsum(squares), sum(counts))


def log_loss(
    probability: Sequence[float], positive: Sequence[bool], counts: Sequence[int]
) -> float:
    """Mean of ``−ln`` of what the true class was given, kept ε away from 0 and 1."""
    losses = [
        -n * math.log(min(max(p if y else 1 - p, EPSILON), 1 - EPSILON))
        for p, y, n in zip(probability, positive, counts, strict=True)
    ]
    return ratio(math.fsum(losses), sum(counts))


def calibration_error(
    probability: Sequence[float], positive: Sequence[bool], counts: Sequence[int]
) -> float:
    """``Σ_b |Σ_{i in b} (p − y)| / n``, every example listed as often as it counts.

    Equal probabilities are in one bin: that of the middle of their places in rising order.
    """
    listed = sorted(
        (p, y) for p, y, n in zip(probability, positive, counts, strict=True) for _ in range(n)
    )
    gaps = [0.0] * BINS
    for p, y in listed:
        places = [place for place, (other, _) in enumerate(listed) if other == p]
        middle = Fraction(places[0] + places[-1] + 1, 2)
        gaps[math.floor(BINS * middle / len(listed))] += p - y
    return ratio(math.fsum(map(abs, gaps)), len(listed))


def exact_share(degrees: Sequence[float]) -> float:
    """Share of degrees that are 0 or 1, up to 1e-12."""
    return sum(min(h, 1 - h) <= POSITIVE_DEGREE for h in degrees) / len(degrees)


def named(
    degrees: Sequence[float],
    positive: Sequence[bool],
    threshold: float,
    evidence: Sequence[float] | None = None,
    probability: Sequence[float] | None = None,
) -> dict[str, float]:
    """All measures of a fold with both classes by their names in files."""
    ranked, ones = degrees if evidence is None else evidence, [1] * len(degrees)
    crisp, fuzzy = crisp_scores(degrees, positive), fuzzy_scores(degrees, positive)
    decided = [float(h > POSITIVE_DEGREE) for h in degrees]
    names = ("TP", "FP", "TNP", "FNP")
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
        "AUC": float(area_under_roc(ranked, positive, ones)),
        "AP": float(average_precision(ranked, positive, ones)),
        "exact_share": exact_share(degrees),
        **dict(zip(names, counts(decided, positive, ones), strict=True)),
        **dict(zip([f"fuzzy_{n}" for n in names], counts(degrees, positive, ones), strict=True)),
    } | ({} if probability is None else forecast(probability, positive, ones))


def forecast(
    probability: Sequence[float], positive: Sequence[bool], counts: Sequence[int]
) -> dict[str, float]:
    """Return the measures of probabilities by their names in files."""
    return {
        "Brier": brier(probability, positive, counts),
        "log_loss": log_loss(probability, positive, counts),
        "calibration_error": calibration_error(probability, positive, counts),
    }
