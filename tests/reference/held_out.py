"""Judging a draft on held-out folds, step by step (mathematics §26)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import lsq_linear


@dataclass(frozen=True)
class Term:
    """A term: its degree for each example, its weight, and what may be fitted of it."""

    degrees: Sequence[float]
    weight: float
    is_set: bool = False
    is_top: bool = False


def evidence(form: str, terms: Sequence[Term], weights: Sequence[float], example: int) -> float:
    """Return what the terms add up to for one example, or the best of them."""
    counts = [weight * term.degrees[example] for term, weight in zip(terms, weights, strict=True)]
    return sum(counts) if form == "sum" else max([0.0, *counts])


def aims(
    form: str, terms: Sequence[Term], labels: Sequence[float], train: Sequence[int]
) -> list[float]:
    """Spread labels around the mean evidence of the draft, by var(e) / cov(e, y)."""
    as_is = [evidence(form, terms, [term.weight for term in terms], one) for one in train]
    wanted = [labels[one] for one in train]
    mean_e, mean_y = sum(as_is) / len(train), sum(wanted) / len(train)
    common = sum((e - mean_e) * (y - mean_y) for e, y in zip(as_is, wanted, strict=True))
    if common <= 0:
        return wanted
    spread = sum((e - mean_e) ** 2 for e in as_is) / common
    return [mean_e + spread * (y - mean_y) for y in wanted]


def weights_of(
    form: str,
    whole: Sequence[Term],
    terms: Sequence[Term],
    labels: Sequence[float],
    train: Sequence[int],
) -> list[float]:
    """Fit the weights that nobody set: ridge 1, each on its side, what everybody has left free."""
    if form == "best":
        return [term.weight if term.is_set else share(term, labels, train) for term in terms]
    free = [term for term in terms if not term.is_set]
    if not free:
        return [term.weight for term in terms]
    rows, right = [], []
    for aim, one in zip(aims(form, whole, labels, train), train, strict=True):
        rows.append([term.degrees[one] for term in free])
        right.append(aim - sum(term.weight * term.degrees[one] for term in terms if term.is_set))
    for at, term in enumerate(free):
        penalty = 1e-9 if term.is_top else 1.0
        rows.append([penalty**0.5 if at == other else 0.0 for other in range(len(free))])
        right.append(0.0)
    low = [0.0 if not t.is_top and t.weight > 0 else -np.inf for t in free]
    high = [0.0 if not t.is_top and t.weight < 0 else np.inf for t in free]
    fitted = iter(
        lsq_linear(np.array(rows), np.array(right), (low, high), method="bvls", tol=1e-14).x
    )
    return [term.weight if term.is_set else float(next(fitted)) for term in terms]


def share(term: Term, labels: Sequence[float], train: Sequence[int]) -> float:
    """Return the share of positives among what a rule covers."""
    covered = sum(term.degrees[one] for one in train)
    return sum(term.degrees[one] * labels[one] for one in train) / covered if covered else 0.0


def clipped(value: float) -> float:
    return min(1.0, max(0.0, value))


def error(
    form: str,
    whole: Sequence[Term],
    terms: Sequence[Term],
    labels: Sequence[float],
    parts: tuple[Sequence[int], Sequence[int]],
) -> float:
    """Return the mean squared error of some of the terms on the test examples."""
    train, test = parts
    fitted = weights_of(form, whole, terms, labels, train)
    wrong = [(clipped(evidence(form, terms, fitted, one)) - labels[one]) ** 2 for one in test]
    return sum(wrong) / len(wrong)
