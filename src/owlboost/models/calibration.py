"""Calibration: from evidence to probability (mathematics §11).

Evidence is the sum of the rules, a degree is that sum clipped to [0, 1]. Neither is a probability.
A calibration, fitted to evidence about examples that the rules were not learned from, turns
evidence into one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from owlboost.errors import ModelError
from owlboost.kernels.regression import rising_steps
from owlboost.runtime.array_types import Floats, Mask, Weights

_LEAST = float(np.finfo(np.float64).eps)
"""For log-odds, probabilities are clipped at this distance from 0 and 1."""


@dataclass(frozen=True, slots=True)
class Platt:
    """``p = σ(slope · evidence + intercept)``.

    Examples
    --------
    >>> Platt(2.0, -1.0).probability(np.array([0.5, 40.0]))
    array([0.5, 1. ])
    """

    method: ClassVar[str] = "platt"

    slope: float
    intercept: float

    def __post_init__(self) -> None:
        if not (0 <= self.slope < np.inf and np.isfinite(self.intercept)):
            raise ModelError("A calibration must rise with evidence, and its numbers be finite.")

    def probability(self, evidence: npt.ArrayLike) -> Floats:
        """Return the probability of the target for each number."""
        scores = self.log_odds(evidence)
        small = np.exp(-np.abs(scores))
        return np.asarray(np.where(scores >= 0, 1.0, small) / (1 + small), dtype=np.float64)

    def log_odds(self, evidence: npt.ArrayLike) -> Floats:
        """Return ``ln(p / (1 − p))``, which distinguishes even near-certainties."""
        scores = self.slope * np.asarray(evidence, dtype=np.float64) + self.intercept
        return np.asarray(scores, dtype=np.float64)

    def to_json(self) -> dict[str, Any]:
        """Return the record of a model file."""
        return {"method": self.method, "slope": self.slope, "intercept": self.intercept}


@dataclass(frozen=True, slots=True)
class Isotonic:
    """A piecewise linear, rising curve through points, constant outside them.

    Examples
    --------
    >>> Isotonic((0.0, 1.0), (0.1, 0.9)).probability(np.array([-5.0, 0.5, 2.0]))
    array([0.1, 0.5, 0.9])
    """

    method: ClassVar[str] = "isotonic"

    evidence: tuple[float, ...]
    probabilities: tuple[float, ...]

    def __post_init__(self) -> None:
        rises = np.diff(self.evidence) > 0
        if not self.evidence or len(self.evidence) != len(self.probabilities) or not rises.all():
            raise ModelError("A calibration needs one probability for each of rising evidences.")
        if not np.isfinite(self.evidence).all():
            raise ModelError("The evidence of a calibration must be finite.")
        if not (np.diff([0.0, *self.probabilities, 1.0]) >= 0).all():
            raise ModelError("The probabilities of a calibration must rise between 0 and 1.")

    def probability(self, evidence: npt.ArrayLike) -> Floats:
        """Return the probability of the target for each number."""
        interpolated = np.interp(
            np.asarray(evidence, dtype=np.float64), self.evidence, self.probabilities
        )
        return np.asarray(interpolated, dtype=np.float64)

    def log_odds(self, evidence: npt.ArrayLike) -> Floats:
        """Return finite log-odds, from clipped probabilities."""
        clipped = np.clip(self.probability(evidence), _LEAST, 1 - _LEAST)
        return np.asarray(np.log(clipped) - np.log1p(-clipped), dtype=np.float64)

    def to_json(self) -> dict[str, Any]:
        """Return the record of a model file."""
        return {
            "method": self.method,
            "evidence": list(self.evidence),
            "probability": list(self.probabilities),
        }


Calibration = Platt | Isotonic


def calibration_from_json(data: Mapping[str, Any] | None) -> Calibration | None:
    """Read the record of a model file; None stands for no calibration.

    Examples
    --------
    >>> calibration_from_json({"method": "platt", "slope": 2, "intercept": -1})
    Platt(slope=2.0, intercept=-1.0)
    """
    match data:
        case None:
            return None
        case {"method": Platt.method, "slope": slope, "intercept": intercept}:
            return Platt(float(slope), float(intercept))
        case {"method": Isotonic.method, "evidence": evidence, "probability": probability}:
            return Isotonic(tuple(map(float, evidence)), tuple(map(float, probability)))
        case _:
            raise ModelError(f"The model has a calibration that cannot be read: {str(data)[:80]}.")


ABUNDANT = 1000
"""Fit isotonic calibration from this many examples on, a tenth of them in each class."""

_STEPS = 100
_CONVERGED = 1e-12


def calibrated(evidence: Floats, positive: Mask, weights: Weights) -> Calibration:
    """Fit a calibration to evidence about unseen examples (mathematics §11).

    Isotonic where examples abound, otherwise Platt's.

    Parameters
    ----------
    evidence, positive, weights
        Of each example: the sum of the rules, whether it belongs to the target, how many examples
        it stands for.

    Examples
    --------
    >>> curve = calibrated(np.array([-1.0, 0.0, 1.0, 2.0]), np.array([0, 0, 1, 1]) > 0, np.ones(4))
    >>> curve.method, curve.probability(np.array([0.5])).round(3)
    ('platt', array([0.5]))
    """
    rarer = min(float(weights[positive].sum()), float(weights[~positive].sum()))
    if weights.sum() >= ABUNDANT and rarer >= ABUNDANT / 10:
        return fit_isotonic(evidence, positive, weights)
    return fit_platt(evidence, positive, weights)


def fit_platt(evidence: Floats, positive: Mask, weights: Weights) -> Platt:
    """Fit a logistic curve to Platt's targets.

    These keep it from being too sure of few examples. The target of a
    positive is ``(P + 1)/(P + 2)`` and that of a negative ``1/(N + 2)``. The curve never falls:
    where evidence is of no use, the probability is the same for all.

    Examples
    --------
    >>> useless = fit_platt(np.array([1.0, -1.0]), np.array([False, True]), np.ones(2))
    >>> useless.slope, useless.probability(np.array([3.0]))
    (0.0, array([0.5]))
    """
    n_positives, n_negatives = float(weights[positive].sum()), float(weights[~positive].sum())
    high, low = (n_positives + 1) / (n_positives + 2), 1 / (n_negatives + 2)
    targets = np.where(positive, high, low)
    centre = float((weights * evidence).sum() / weights.sum())
    spread = float(np.sqrt((weights * (evidence - centre) ** 2).sum() / weights.sum()))
    if spread <= _CONVERGED * (1 + abs(centre)):
        return Platt(0.0, _log_odds(float((weights * targets).sum() / weights.sum())))
    slope, intercept = _logistic((evidence - centre) / spread, targets, weights)
    if slope <= 0:
        return Platt(0.0, _log_odds(float((weights * targets).sum() / weights.sum())))
    return Platt(slope / spread, intercept - slope * centre / spread)


def _log_odds(probability: float) -> float:
    return float(np.log(probability) - np.log1p(-probability))


def _logistic(scores: Floats, targets: Floats, weights: Weights) -> tuple[float, float]:
    """Minimise log loss by Newton's method; return slope and intercept."""
    design = np.column_stack([scores, np.ones(scores.size)])
    coefficients = np.array([0.0, _log_odds(float((weights * targets).sum() / weights.sum()))])
    loss = _log_loss(_line(scores, coefficients), targets, weights)
    for _ in range(_STEPS):
        expected = Platt(1.0, 0.0).probability(_line(scores, coefficients))
        slope = np.einsum("ni,n->i", design, weights * (expected - targets))
        curvature = weights * np.maximum(expected * (1 - expected), _CONVERGED)
        matrix = np.einsum("ni,nj->ij", design * curvature[:, None], design)
        step = np.linalg.solve(matrix + _CONVERGED * np.eye(2), slope)
        size = 1.0
        while size > _CONVERGED:
            after = _log_loss(_line(scores, coefficients - size * step), targets, weights)
            if after <= loss:
                break
            size /= 2
        else:
            break
        coefficients, before, loss = coefficients - size * step, loss, after
        if before - loss <= _CONVERGED * (1 + abs(loss)):
            break
    return float(coefficients[0]), float(coefficients[1])


def _line(scores: Floats, coefficients: Floats) -> Floats:
    """``slope · score + intercept``; BLAS would round differently with more threads."""
    return np.asarray(coefficients[0] * scores + coefficients[1])


def _log_loss(scores: Floats, targets: Floats, weights: Weights) -> float:
    return float((weights * (np.logaddexp(0, scores) - targets * scores)).sum())


def fit_isotonic(evidence: Floats, positive: Mask, weights: Weights) -> Isotonic:
    """Fit the rising line of least squared error, within (0, 1).

    Examples
    --------
    >>> line = fit_isotonic(np.array([0.0, 1.0, 2.0]), np.array([0, 1, 0]) > 0, np.ones(3))
    >>> line.evidence, line.probabilities
    ((0.0, 1.0, 2.0), (0.2, 0.5, 0.5))
    """
    places, place_of = np.unique(evidence, return_inverse=True)
    counts = np.asarray(np.bincount(place_of, weights), dtype=np.float64)
    shares = np.bincount(place_of, weights * positive) / counts
    steps, starts = rising_steps(shares, counts)
    edge = 1 / (float(weights.sum()) + 2)
    values = np.repeat(np.clip(steps, edge, 1 - edge), np.diff(starts))
    corners = np.unique(np.concatenate([starts[:-1], starts[1:] - 1]))
    return Isotonic(tuple(map(float, places[corners])), tuple(map(float, values[corners])))


ANCHORS = (0.0, 0.5, 1.0)
"""Evidence at which a calibration is described in words."""


def calibration_text(calibration: Calibration) -> str:
    """Describe the probabilities of some evidence, as the end of a sentence.

    Even odds are mentioned if they lie beyond these points.

    Examples
    --------
    >>> calibration_text(Isotonic((0.0, 1.0), (0.12, 0.9)))
    'an evidence of 0 means a probability of 0.12, 0.5 of 0.51, 1 of 0.90'
    >>> calibration_text(Isotonic((-3.0, 1.0), (0.0, 1.0)))
    'an evidence of 0 means a probability of 0.75, 0.5 of 0.88, 1 of 1.00; even odds are at -1'
    """
    pairs = zip(ANCHORS, calibration.probability(ANCHORS).tolist(), strict=True)
    first, *further = [(f"{evidence:g}", f"{probability:.2f}") for evidence, probability in pairs]
    parts = [f"an evidence of {first[0]} means a probability of {first[1]}"]
    text = ", ".join(parts + [f"{evidence} of {probability}" for evidence, probability in further])
    even = _even_odds(calibration)
    if even is None or ANCHORS[0] <= even <= ANCHORS[-1]:
        return text
    return f"{text}; even odds are at {even:.3g}"


def _even_odds(calibration: Calibration) -> float | None:
    """Return the evidence of probability ½, or None."""
    match calibration:
        case Platt(slope, intercept):
            return -intercept / slope if slope > 0 else None
        case Isotonic(evidence, probabilities):
            if not probabilities[0] <= 0.5 <= probabilities[-1]:
                return None
            return float(np.interp(0.5, probabilities, evidence))
