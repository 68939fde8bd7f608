"""How well degrees fit labels: the paper's fuzzy and crisp measures (Eq. 10-15, note 23)."""

from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np

from owlboost._typing import Degrees, Mask
from owlboost.errors import ExamplesError
from owlboost.model.examples import as_mask
from owlboost.model.hypotheses import COVERED


@dataclass(frozen=True, slots=True)
class Measures:
    """Fuzzy and crisp measures of degrees against labels; 0/0 is 0.

    Examples
    --------
    >>> found = measure(np.array([True, False]), np.array([0.5, 0.0]))
    >>> found.recall, found.fuzzy_recall, found.mse
    (1.0, 0.5, 0.125)
    """

    precision: float
    recall: float
    f1: float
    fuzzy_precision: float
    fuzzy_recall: float
    fuzzy_f1: float
    mse: float
    threshold_f1: float
    balanced_accuracy: float
    mcc: float

    @property
    def fuzzy_crisp_f1(self) -> float:
        """The paper's figure of merit, ``fF1F1 = F1_f · F1`` (Eq. 17)."""
        return self.fuzzy_f1 * self.f1

    def named(self) -> dict[str, float]:
        """Return all measures by their names in files.

        Examples
        --------
        >>> list(measure(np.array([1, 0]), np.array([1.0, 0.0])).named())[:3]
        ['F1', 'fuzzy_F1', 'precision']
        """
        return {
            "F1": self.f1,
            "fuzzy_F1": self.fuzzy_f1,
            "precision": self.precision,
            "recall": self.recall,
            "fuzzy_precision": self.fuzzy_precision,
            "fuzzy_recall": self.fuzzy_recall,
            "MSE": self.mse,
            "threshold_F1": self.threshold_f1,
            "balanced_accuracy": self.balanced_accuracy,
            "MCC": self.mcc,
            "fF1F1": self.fuzzy_crisp_f1,
        }


def measure(positive: Mask, degrees: Degrees, threshold: float = 0.0) -> Measures:
    """Measure degrees against labels.

    Parameters
    ----------
    positive
        Which individuals are in E⁺; any array of 0 and 1.
    degrees
        ``h(a)`` for each of them.
    threshold
        A fitted threshold; ``threshold_F1`` decides by ``h ≥ threshold``. At 0 it decides as the
        paper does, by h > 0.

    Examples
    --------
    >>> found = measure(np.array([True, True, False]), np.array([0.5, 0.0, 0.5]))
    >>> found.f1, found.fuzzy_f1
    (0.5, 0.3333333333333333)
    """
    positive, degrees = as_mask(positive), np.asarray(degrees, dtype=np.float64)
    require_same_shape(positive, degrees)
    crisp = degrees > COVERED
    decided = degrees >= threshold if threshold > 0 else crisp
    precision, recall, f1 = _scores(positive, crisp.astype(np.float64))
    fuzzy_precision, fuzzy_recall, fuzzy_f1 = _scores(positive, degrees)
    specificity = _ratio(np.count_nonzero(~positive & ~crisp), np.count_nonzero(~positive))
    return Measures(
        precision=precision,
        recall=recall,
        f1=f1,
        fuzzy_precision=fuzzy_precision,
        fuzzy_recall=fuzzy_recall,
        fuzzy_f1=fuzzy_f1,
        mse=float(np.mean((degrees - positive) ** 2)) if degrees.size else 0.0,
        threshold_f1=_scores(positive, decided.astype(np.float64))[2],
        balanced_accuracy=(recall + specificity) / 2,
        mcc=_correlation(positive, crisp),
    )


def require_same_shape(positive: Mask, degrees: Degrees) -> None:
    """Raise ExamplesError unless there is one degree for each label."""
    if positive.shape != degrees.shape:
        raise ExamplesError(
            f"Each label needs one degree: there are labels of shape {positive.shape} and degrees "
            f"of shape {degrees.shape}."
        )


def _ratio(part: SupportsFloat, whole: SupportsFloat) -> float:
    return float(part) / float(whole) if float(whole) else 0.0


def _scores(positive: Mask, degrees: Degrees) -> tuple[float, float, float]:
    """Precision, recall and F1 with fuzzy cardinalities."""
    true_positives = float(degrees[positive].sum())
    precision = _ratio(true_positives, float(degrees.sum()))
    recall = _ratio(true_positives, np.count_nonzero(positive))
    return precision, recall, _ratio(2 * precision * recall, precision + recall)


def _correlation(positive: Mask, crisp: Mask) -> float:
    """Matthews' correlation coefficient of labels and decisions."""
    tp, fp = np.count_nonzero(positive & crisp), np.count_nonzero(~positive & crisp)
    fn, tn = np.count_nonzero(positive & ~crisp), np.count_nonzero(~positive & ~crisp)
    scale = float(tp + fp) * float(tp + fn) * float(tn + fp) * float(tn + fn)
    return _ratio(float(tp) * tn - float(fp) * fn, scale**0.5)
