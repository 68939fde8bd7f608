"""From evidence to probability: how often things with such evidence belong to the target.

Evidence is what the rules add up to, a degree is that sum clipped to [0, 1]. Neither is a
probability. A calibration, fitted to evidence about examples that the rules were not learned from,
turns evidence into one (mathematics §16).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from owlboost._typing import Floats
from owlboost.errors import ModelError


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

    def probability(self, evidence: npt.ArrayLike) -> Floats:
        """Probability of the target for each number."""
        scores = self.slope * np.asarray(evidence, dtype=np.float64) + self.intercept
        small = np.exp(-np.abs(scores))
        return np.asarray(np.where(scores >= 0, 1.0, small) / (1 + small), dtype=np.float64)

    def to_json(self) -> dict[str, Any]:
        """Return the record of a model file."""
        return {"method": self.method, "slope": self.slope, "intercept": self.intercept}


@dataclass(frozen=True, slots=True)
class Isotonic:
    """A rising line through points: straight between them, level outside.

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
        if np.min(self.probabilities) < 0 or np.max(self.probabilities) > 1:
            raise ModelError("The probabilities of a calibration must lie between 0 and 1.")

    def probability(self, evidence: npt.ArrayLike) -> Floats:
        """Probability of the target for each number."""
        found = np.interp(np.asarray(evidence, dtype=np.float64), self.evidence, self.probabilities)
        return np.asarray(found, dtype=np.float64)

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
            found: Calibration = Platt(float(slope), float(intercept))
        case {"method": Isotonic.method, "evidence": evidence, "probability": probability}:
            found = Isotonic(tuple(map(float, evidence)), tuple(map(float, probability)))
        case _:
            raise ModelError(f"The model has a calibration that cannot be read: {str(data)[:80]}.")
    if not np.isfinite(found.probability(np.array([0.0, 1.0]))).all():
        raise ModelError("The model file is damaged: its calibration has a number that is none.")
    return found
