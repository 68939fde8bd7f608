"""Compare degrees, evidence, probabilities and answers with labels."""

from dataclasses import dataclass
from typing import Self, SupportsFloat

import numpy as np
import numpy.typing as npt

from owlboost.concepts.hypothesis import covers
from owlboost.errors import ExamplesError
from owlboost.runtime.array_types import Degrees, Floats, Mask, Weights

BINS = 10
"""Number of bins of equal weight for the calibration error."""

LOG_EPSILON = float(np.finfo(np.float64).eps)
"""For logarithms, probabilities are clipped at this distance from 0 and 1."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """True and false positives, counted by fuzzy cardinality.

    Decisions are degrees of 0 and 1.

    Attributes
    ----------
    true_positives
        ``Σ h`` over the positives.
    covered
        ``Σ h`` over all.
    positives, negatives
        Their numbers.

    Examples
    --------
    >>> Confusion(true_positives=1.0, covered=2.0, positives=2, negatives=3).f1
    0.5
    """

    true_positives: float
    covered: float
    positives: float
    negatives: float

    @classmethod
    def from_decisions(cls, positive: Mask, degrees: Degrees, weights: Weights) -> Self:
        """Count degrees or decisions by label."""
        counted = degrees * weights
        # numbers are faster than masks
        positives, negatives = np.flatnonzero(positive), np.flatnonzero(~positive)
        true_positives = float(counted[positives].sum())
        false_positives = float(counted[negatives].sum())
        return cls(
            true_positives,
            true_positives
            + false_positives,  # not a third sum, which might round to less than the first
            float(weights[positives].sum()),
            float(weights[negatives].sum()),
        )

    @classmethod
    def from_grades(cls, labels: Floats, degrees: Degrees, weights: Weights) -> Self:
        """Count degrees by graded labels.

        ``TP = Σ min(h, y)``, out of ``Σ h`` and ``Σ y``.

        Examples
        --------
        >>> Confusion.from_grades(np.array([0.5, 1.0]), np.array([1.0, 0.5]), np.ones(2)).f1
        0.6666666666666666
        """
        true_positives = float((np.minimum(degrees, labels) * weights).sum())
        false_positives = float((np.maximum(degrees - labels, 0.0) * weights).sum())
        return cls(
            true_positives,
            true_positives + false_positives,
            float((labels * weights).sum()),
            float(((1 - labels) * weights).sum()),
        )

    @property
    def false_positives(self) -> float:
        """``Σ h`` over the negatives."""
        return max(self.covered - self.true_positives, 0.0)  # sums are rounded

    @property
    def true_non_positives(self) -> float:
        """TN ``= |E⁻| − FP``: the negatives that are not covered (note 38)."""
        return max(self.negatives - self.false_positives, 0.0)

    @property
    def false_non_positives(self) -> float:
        """FN ``= |E⁺| − TP``: the positives that are missed (note 38)."""
        return max(self.positives - self.true_positives, 0.0)

    @property
    def precision(self) -> float:
        """``TP / (TP + FP)``."""
        return ratio(self.true_positives, self.covered)

    @property
    def recall(self) -> float:
        """``TP / |E⁺|``."""
        return ratio(self.true_positives, self.positives)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        precision, recall = self.precision, self.recall
        return ratio(2 * precision * recall, precision + recall)

    @property
    def specificity(self) -> float:
        """``TN / |E⁻|``."""
        return ratio(self.negatives - self.false_positives, self.negatives)

    @property
    def mcc(self) -> float:
        """Matthews' correlation coefficient of labels and decisions."""
        tp, fp = self.true_positives, self.false_positives
        fn, tn = self.false_non_positives, self.true_non_positives
        scale = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        return ratio(tp * tn - fp * fn, scale**0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Positives and negatives ranked by evidence.

    Attributes
    ----------
    positives, negatives
        Their weights at each distinct value of evidence, the largest first.

    Examples
    --------
    >>> labels = np.array([True, True, False, False])
    >>> ranking = Ranking.from_evidence(labels, np.array([9.0, 1.0, 1.0, -3.0]), np.ones(4))
    >>> ranking.roc_auc, round(ranking.average_precision, 3)
    (0.875, 0.833)
    """

    positives: Floats
    negatives: Floats

    @classmethod
    def from_evidence(cls, positive: Mask, evidence: Floats, weights: Weights) -> Self | None:
        """Rank examples; return None if all are of one class."""
        has_weight = weights > 0
        labels, weights = positive[has_weight], weights[has_weight]
        if labels.all() or not labels.any():
            return None
        evidence = evidence[has_weight]
        if (weights == 1).all():
            _, positives, examples = cumulative_counts_descending(evidence, labels)
            positives, examples = np.diff(positives, prepend=0), np.diff(examples, prepend=0)
            return cls(positives.astype(np.float64), (examples - positives).astype(np.float64))
        values, groups = np.unique(-evidence, return_inverse=True)
        return cls(
            np.bincount(groups, weights * labels, values.size).astype(np.float64),
            np.bincount(groups, weights * ~labels, values.size).astype(np.float64),
        )

    @property
    def roc_auc(self) -> float:
        """Area under the ROC curve; ties count half."""
        total = self.negatives.sum()
        behind = total - np.cumsum(self.negatives) + self.negatives / 2
        return _share((self.positives * behind).sum(), self.positives.sum() * total)

    @property
    def average_precision(self) -> float:
        """Mean of the precision at each positive's rank."""
        true_positives = np.cumsum(self.positives)
        precision = true_positives / np.cumsum(self.positives + self.negatives)
        return _share((self.positives * precision).sum(), true_positives[-1])


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """Probabilities of the target against labels of 0 and 1.

    Examples
    --------
    >>> forecast = Forecast(np.array([0.9, 0.4]), np.array([1.0, 0.0]), np.ones(2))
    >>> round(forecast.brier, 3), round(forecast.calibration_error, 3)
    (0.085, 0.25)
    """

    probability: Floats
    labels: Floats
    weights: Weights

    @property
    def brier(self) -> float:
        """Brier score: mean of ``(p − y)²``."""
        errors = (self.probability - self.labels) ** 2
        return ratio((errors * self.weights).sum(), self.weights.sum())

    @property
    def log_loss(self) -> float:
        """Mean of ``−ln`` of the probability of the true class."""
        true = np.where(self.labels > 0, self.probability, 1 - self.probability)
        losses = -np.log(np.clip(true, LOG_EPSILON, 1 - LOG_EPSILON))
        return ratio((losses * self.weights).sum(), self.weights.sum())

    @property
    def calibration_error(self) -> float:
        """Mean distance of probability and share of positives over bins."""
        surplus = (self.probability - self.labels) * self.weights
        gaps = np.bincount(self._bins(), surplus, BINS)
        return ratio(np.abs(gaps).sum(), self.weights.sum())

    def _bins(self) -> npt.NDArray[np.int64]:
        """Bin each example by the middle of its tie group (mathematics §13)."""
        if self.weights.size and (self.weights == 1).all():
            return self._unweighted_bins()
        values, groups = np.unique(self.probability, return_inverse=True)
        tied = np.bincount(groups, self.weights, values.size)
        middles = 2 * np.cumsum(tied) - tied
        total = 2 * tied.sum()
        bins = BINS * middles // total if total else np.zeros(values.size)
        return np.asarray(np.minimum(bins, BINS - 1)[groups], dtype=np.int64)

    def _unweighted_bins(self) -> npt.NDArray[np.int64]:
        """Compute the same faster if all weights are 1."""
        values, ends = _distinct(np.sort(self.probability))
        tied = np.diff(ends, prepend=0)
        bins = np.minimum(BINS * (2 * ends - tied) // (2 * ends[-1]), BINS - 1)
        first = np.flatnonzero(np.diff(bins, prepend=-1))
        group = np.searchsorted(values[first], self.probability, side="right") - 1
        return np.asarray(bins[first][group], dtype=np.int64)


def _distinct(ascending: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return distinct values with the cumulative counts."""
    is_last = np.append(ascending[1:] != ascending[:-1], True)[: ascending.size]
    last = np.flatnonzero(is_last)
    return ascending[last], last + 1


def cumulative_counts_descending(
    evidence: Floats, positive: Mask
) -> tuple[Floats, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return distinct values of evidence, descending, with cumulative counts.

    For each value, they count the positives, and all examples, with at least this evidence.

    Examples
    --------
    >>> cumulative_counts_descending(np.array([0.2, 0.7, 0.2]), np.array([True, True, False]))
    (array([0.7, 0.2]), array([1, 2]), array([1, 3]))
    """
    values, reaching = _distinct(np.sort(-evidence))
    positives = np.sort(-evidence[np.flatnonzero(positive)])
    return -values, np.searchsorted(positives, values, side="right"), reaching


@dataclass(frozen=True, slots=True, eq=False)
class GradedFit:
    """Degrees against graded labels.

    Examples
    --------
    >>> fit = GradedFit(np.array([0.0, 0.5, 1.0]), np.array([0.25, 0.5, 0.75]), np.ones(3))
    >>> round(fit.absolute_error, 3), fit.r2, fit.rank_correlation
    (0.167, 0.75, 1.0)
    """

    labels: Floats
    degrees: Degrees
    weights: Weights

    @property
    def absolute_error(self) -> float:
        """Mean of ``|h − y|``."""
        errors = np.abs(self.degrees - self.labels)
        return ratio((errors * self.weights).sum(), self.weights.sum())

    @property
    def r2(self) -> float | None:
        """R², or None if all labels are equal.

        ``1 − Σ (h − y)² / Σ (y − mean)²``
        """
        centred = self.labels - (self.weights * self.labels).sum() / self.weights.sum()
        spread = float((self.weights * centred**2).sum())
        residual = float((self.weights * (self.degrees - self.labels) ** 2).sum())
        return 1 - residual / spread if spread > 0 and np.ptp(self.labels) else None

    @property
    def rank_correlation(self) -> float | None:
        """Spearman's correlation; None if all labels or degrees are equal."""
        ranked = [_mean_ranks(values, self.weights) for values in (self.labels, self.degrees)]
        left, right = (
            ranks - (self.weights * ranks).sum() / self.weights.sum() for ranks in ranked
        )
        scale = (self.weights * left**2).sum() * (self.weights * right**2).sum()
        if not (scale > 0 and np.ptp(self.labels) and np.ptp(self.degrees)):
            return None
        return float(np.clip((self.weights * left * right).sum() / np.sqrt(scale), -1.0, 1.0))


def _mean_ranks(values: Floats, weights: Weights) -> Floats:
    """Return ascending ranks; ties share their mean rank.

    Examples
    --------
    >>> _mean_ranks(np.array([7.0, 5.0, 7.0]), np.ones(3))
    array([2. , 0.5, 2. ])
    """
    distinct, groups = np.unique(values, return_inverse=True)
    tied = np.bincount(groups, weights, distinct.size)
    return np.asarray((np.cumsum(tied) - tied / 2)[groups], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Rates:
    """Rates of agreement between answers and a reasoner.

    All are shares of the individuals in question.

    Attributes
    ----------
    match
        Both agree.
    commission
        They contradict each other.
    omission
        The reasoner decides, and the answer is unknown.
    induction
        The reasoner does not, and the answer is yes or no.
    """

    match: float
    commission: float
    omission: float
    induction: float

    @classmethod
    def from_answers(cls, truths: npt.ArrayLike, answers: npt.ArrayLike) -> "Rates":
        """Compare answers with truths: 1 for yes, −1 no, 0 unknown.

        Raises
        ------
        ExamplesError
            There are none, not as many answers as truths, or other numbers among them.

        Examples
        --------
        >>> Rates.from_answers([1, -1, 1, 0], [1, 1, 0, -1])
        Rates(match=0.25, commission=0.25, omission=0.25, induction=0.25)
        """
        truth, answer = _checked(truths), _checked(answers)
        if truth.shape != answer.shape:
            raise ExamplesError(
                f"There must be one answer per truth, but there are {answer.size} and {truth.size}."
            )
        if not truth.size:
            raise ExamplesError("There is nobody to ask about.")
        return cls(
            match=float((truth == answer).mean()),
            commission=float((truth * answer == -1).mean()),
            omission=float(((truth != 0) & (answer == 0)).mean()),
            induction=float(((truth == 0) & (answer != 0)).mean()),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """Degrees compared with labels: the basis of all measures.

    Attributes
    ----------
    crisp, fuzzy, decided
        By ``h > 0``, by h itself, and by ``h ≥ threshold``; only h itself meets graded labels.
    squared_error
        Mean of ``(h − y)²``.
    exact_share
        Share of degrees that are 0 or 1.
    ranking
        By evidence; None with examples of one class only.
    forecast
        By probability; None without probabilities.
    graded_fit
        Against graded labels; None if they are crisp.
    rates
        Of answers against truths of three values; None if no truth is unknown.
    """

    crisp: Confusion | None
    fuzzy: Confusion
    decided: Confusion | None
    squared_error: float
    exact_share: float
    ranking: Ranking | None
    forecast: Forecast | None
    graded_fit: GradedFit | None = None
    rates: Rates | None = None

    @property
    def absolute_error(self) -> float | None:
        """Mean of ``|h − y|``, if labels are graded."""
        return None if self.graded_fit is None else self.graded_fit.absolute_error

    @property
    def r2(self) -> float | None:
        """R², if labels are graded and differ."""
        return None if self.graded_fit is None else self.graded_fit.r2

    @property
    def rank_correlation(self) -> float | None:
        """Spearman's correlation, if labels are graded and differ."""
        return None if self.graded_fit is None else self.graded_fit.rank_correlation

    @property
    def roc_auc(self) -> float | None:
        """Area under the ROC curve, if there are both classes."""
        return None if self.ranking is None else self.ranking.roc_auc

    @property
    def average_precision(self) -> float | None:
        """Average precision, if there are both classes."""
        return None if self.ranking is None else self.ranking.average_precision

    @property
    def brier(self) -> float | None:
        """Brier's score, if there are probabilities."""
        return None if self.forecast is None else self.forecast.brier

    @property
    def log_loss(self) -> float | None:
        """Logarithmic loss, if there are probabilities."""
        return None if self.forecast is None else self.forecast.log_loss

    @property
    def calibration_error(self) -> float | None:
        """Calibration error, if there are probabilities."""
        return None if self.forecast is None else self.forecast.calibration_error


def ratio(part: SupportsFloat, whole: SupportsFloat) -> float:
    """Divide, where 0/0 is 0.

    Examples
    --------
    >>> ratio(1, 4), ratio(0, 0)
    (0.25, 0.0)
    """
    return float(part) / float(whole) if float(whole) else 0.0


def _share(part: SupportsFloat, whole: SupportsFloat) -> float:
    """Divide; rounding never gives more than 1."""
    return min(ratio(part, whole), 1.0)


TernaryLabels = npt.NDArray[np.int8]
"""For each individual 1 for yes, −1 for no and 0 for unknown."""


def ternary_labels(positive: Mask, unknown: Mask) -> TernaryLabels:
    """Combine labels and a mask of unknown ones.

    Examples
    --------
    >>> ternary_labels(np.array([True, False, False]), np.array([False, False, True]))
    array([ 1, -1,  0], dtype=int8)
    """
    return np.where(unknown, 0, np.where(positive, 1, -1)).astype(np.int8)


def decisions(degrees: Degrees, threshold: float) -> TernaryLabels:
    """Return yes where ``h ≥ threshold``, else no.

    At a threshold of 0, yes where h > 0, as in the paper.

    Examples
    --------
    >>> decisions(np.array([0.7, 0.2]), 0.5)
    array([ 1, -1], dtype=int8)
    """
    yes = degrees >= threshold if threshold > 0 else covers(degrees)
    return np.where(yes, 1, -1).astype(np.int8)


def _checked(answers: npt.ArrayLike) -> TernaryLabels:
    values = np.asarray(answers)
    if not np.isin(values, (-1, 0, 1)).all():
        raise ExamplesError("An answer must be 1 for yes, -1 for no or 0 for unknown.")
    return values.astype(np.int8)
