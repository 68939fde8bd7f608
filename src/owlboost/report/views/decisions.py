"""Views of decisions: histograms, curves, calibration, measures, grades."""

import math

import numpy as np

from owlboost.models.measures import TABLE, measure
from owlboost.report.views import schema
from owlboost.report.views.applied import Applied
from owlboost.runtime.array_types import Floats, Mask

_BINS = 20
_CALIBRATION_BINS = 10
_POINTS = 400
"""Draw at most this many points of a curve."""


def decisions_view(applied: Applied) -> schema.DecisionsJson | None:
    """Return scores and curves of a model; None without both classes."""
    data, model = applied.data, applied.model
    if not data.has_both:
        return None
    at, positive = data.examples, data.positive
    likely = None if applied.probabilities is None else applied.probabilities[at]
    graded = data.grades is not None
    measured = measure(
        positive if data.grades is None else data.grades,
        applied.degrees[at],
        model.threshold,
        evidence=applied.evidence[at],
        probability=likely,
        graded=graded,
    ).named()
    return {
        "examples": int(at.size),
        "positives": int(positive.sum()),
        "measures": measures_view(measured),
        "at_threshold": point_view(applied.degrees[at] >= model.threshold, positive),
        "degrees": histogram_view(applied.degrees[at], positive),
        "probabilities": None if likely is None else histogram_view(likely, positive),
        **curves_view(applied.evidence[at], positive),
        "calibration": None if likely is None else calibration_view(likely, positive),
    }


def point_view(yes: Mask, positive: Mask) -> schema.PointJson:
    """Return the point of the decisions on the curves.

    Without positive decisions the precision is 0.

    Examples
    --------
    >>> point_view(np.array([True, True, False]), np.array([True, False, True]))
    {'fallout': 1.0, 'recall': 0.5, 'precision': 0.5}
    """
    hits, predicted = int((yes & positive).sum()), int(yes.sum())
    return {
        "fallout": int((yes & ~positive).sum()) / int((~positive).sum()),
        "recall": hits / int(positive.sum()),
        "precision": hits / predicted if predicted else 0.0,
    }


def measures_view(values: dict[str, float]) -> list[schema.MeasureView]:
    """Return measures with their titles.

    Examples
    --------
    >>> measures_view({"F1": 0.5})
    [{'name': 'F1', 'title': 'F1', 'value': 0.5, 'decimals': 3, 'basis': 'crisp'}]
    """
    return [
        {
            "name": entry.name,
            "title": entry.title or entry.name,
            "value": values[entry.name],
            "decimals": entry.decimals,
            "basis": entry.basis,
        }
        for entry in TABLE
        if entry.name in values
    ]


def histogram_view(numbers: Floats, positive: Mask) -> schema.HistogramJson:
    """Count numbers from 0 to 1 by class.

    Examples
    --------
    >>> found = histogram_view(np.array([0.0, 1.0]), np.array([False, True]))
    >>> found["positive"][-1], found["negative"][0]
    (1, 1)
    """
    edges = np.linspace(0, 1, _BINS + 1)
    return {
        "edges": edges.tolist(),
        "positive": np.histogram(numbers[positive], edges)[0].tolist(),
        "negative": np.histogram(numbers[~positive], edges)[0].tolist(),
    }


def curves_view(evidence: Floats, positive: Mask) -> schema.CurvesJson:
    """Return the ROC curve and the precision-recall curve.

        A point for each different score, the surest first; of very many, some.

    Examples
    --------
    >>> curves = curves_view(np.array([2.0, 1.0, 0.0]), np.array([True, False, True]))
        >>> curves["roc"]
        [[0.0, 0.0], [0.0, 0.5], [1.0, 0.5], [1.0, 1.0]]
        >>> curves["precision_recall"]
        [[0.5, 1.0], [0.5, 0.5], [1.0, 0.6666666666666666]]
    """
    order = np.argsort(-evidence, kind="stable")
    hits, misses = np.cumsum(positive[order]), np.cumsum(~positive[order])
    last = np.flatnonzero(np.append(np.diff(evidence[order]) != 0, True))
    if last.size > _POINTS:
        last = last[np.unique(np.linspace(0, last.size - 1, _POINTS).astype(np.int64))]
    recall = hits[last] / positive.sum()
    fallout = misses[last] / (~positive).sum()
    precision = hits[last] / (hits[last] + misses[last])
    roc = np.column_stack([np.append(0.0, fallout), np.append(0.0, recall)])
    return {
        "roc": roc.tolist(),
        "precision_recall": np.column_stack([recall, precision]).tolist(),
        "average": float(positive.mean()),
    }


def calibration_view(probabilities: Floats, positive: Mask) -> list[schema.CalibrationBinJson]:
    """Compare predicted with observed shares in non-empty bins.

    Examples
    --------
    >>> [found] = calibration_view(np.array([0.71, 0.79]), np.array([True, False]))
    >>> round(found["predicted"], 3), found["observed"]["share"]
    (0.75, 0.5)
    """
    bins = np.minimum((probabilities * _CALIBRATION_BINS).astype(np.int64), _CALIBRATION_BINS - 1)
    return [
        {
            "predicted": float(probabilities[bins == number].mean()),
            "observed": share_view(
                int(positive[bins == number].sum()), int((bins == number).sum())
            ),
        }
        for number in np.unique(bins)
    ]


MOST_POINTS = 2000
"""Draw at most this many examples; of more, some spread evenly over the labels."""


def grades_view(applied: Applied) -> schema.GradesJson | None:
    """Return graded examples as pairs of label and prediction.

    Both are on the scale of the labels. None if labels are crisp or missing.
    """
    data, model = applied.data, applied.model
    target_range = model.target_range
    if data.grades is None or target_range is None or not data.examples.size:
        return None
    degrees = applied.degrees[data.examples]
    order = np.lexsort((degrees, data.grades))
    if order.size > MOST_POINTS:
        order = order[np.linspace(0, order.size - 1, MOST_POINTS).astype(np.int64)]
    pairs = np.column_stack(
        [target_range.values(data.grades[order]), target_range.values(degrees[order])]
    )
    return {
        "examples": int(data.examples.size),
        "range": [target_range.low, target_range.high],
        "measures": measures_view(
            measure(data.grades, degrees, model.threshold, graded=True).named()
        ),
        "points": pairs.tolist(),
    }


_NORMAL = 1.959963984540054
"""Number of standard deviations that hold 95 % of the normal distribution."""


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """Return the bounds of Wilson's interval of 95 % for a share.

    Examples
    --------
    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials <= 0:
        return 0.0, 1.0
    share, square = successes / trials, _NORMAL**2
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    spread = math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    half = _NORMAL * spread / (1 + square / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def share_view(successes: float, trials: float) -> schema.ShareJson:
    """Return a share with its counts and the bounds of its interval.

    Examples
    --------
    >>> share_view(1, 2)["share"]
    0.5
    """
    low, high = wilson(successes, trials)
    return {
        "of": int(trials),
        "count": int(successes),
        "share": successes / trials if trials else None,
        "low": low,
        "high": high,
    }
