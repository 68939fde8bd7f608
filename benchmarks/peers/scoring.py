"""What is measured on a test fold, for every learner in the same way."""

import warnings

import numpy as np

from owlboost.models.measures import measure
from owlboost.runtime.array_types import Degrees, Floats, Mask

Figures = dict[str, float | None]
"""Measures by name; None where one has no meaning, as AUC has without negatives."""

CERTAIN = 1e-6
"""How far from 0 and 1 the log loss keeps probabilities: being sure and wrong is finite."""


def decided(positive: Mask, degrees: Degrees) -> Figures:
    """Measure decisions or degrees; ``h > 0`` decides.

    Examples
    --------
    >>> decided(np.array([True, False]), np.array([1.0, 0.0]))["MCC"]
    1.0
    """
    found = measure(positive, degrees).named()
    names = ("F1", "MCC", "balanced_accuracy", "fuzzy_F1", "fF1F1")
    return {name: found[name] for name in names}


def ranked(positive: Mask, scores: Floats) -> Figures:
    """Measure how scores rank the examples.

    Examples
    --------
    >>> ranked(np.array([True, False]), np.array([0.4, 0.3]))
    {'AUC': 1.0, 'AP': 1.0}
    """
    from sklearn.metrics import average_precision_score, roc_auc_score

    if positive.all() or not positive.any():
        return {"AUC": None, "AP": None}
    return {
        "AUC": float(roc_auc_score(positive, scores)),
        "AP": float(average_precision_score(positive, scores)),
    }


def believed(positive: Mask, probabilities: Floats) -> Figures:
    """Measure probabilities.

    Examples
    --------
    >>> found = believed(np.array([True, False]), np.array([0.5, 0.5]))
    >>> found["Brier"], round(found["log_loss"], 3)
    (0.25, 0.693)
    """
    kept = np.clip(probabilities, CERTAIN, 1 - CERTAIN)
    losses = -np.log(np.where(positive, kept, 1 - kept))
    return {
        "Brier": float(np.mean((probabilities - positive) ** 2)),
        "log_loss": float(losses.mean()),
    }


def quietly() -> "warnings.catch_warnings[None]":
    """Silence the warnings of other libraries; those of ours are seen by its own tests."""
    return warnings.catch_warnings(action="ignore")
