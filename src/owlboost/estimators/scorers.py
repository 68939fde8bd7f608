"""The paper's measures as scikit-learn scorers."""

from typing import Any

import numpy as np

from owlboost.errors import ExamplesError
from owlboost.models.measures import TABLE, Measure, Measures, measure


def all_measures(estimator: Any, X: Any, y: Any) -> dict[str, float]:
    """Score a classifier of two classes by all measures.

    Measures are named as in files. For ``scoring=all_measures``; ``GridSearchCV`` then wants
    ``refit="F1"`` or another name.

    Parameters
    ----------
    estimator
        A fitted classifier with evidence as its ``decision_function``: clipped to [0, 1], it is the
        degree. Measures of probabilities are there if it has ``predict_proba``.
    X, y
        Test examples and their labels.

    Returns
    -------
    dict of float
        scikit-learn wants the same names for all folds: on one where a measure has no value, as
        AUC with one class only, it is NaN.

    Examples
    --------
    >>> from owlboost.estimators.classifiers import FoilDLClassifier
    >>> X, y = np.array([[1.0], [2.0], [8.0], [9.0]]), np.array([0, 0, 1, 1])
    >>> all_measures(FoilDLClassifier(n_sets=3).fit(X, y), X, y)["F1"]
    1.0
    """
    absent = dict.fromkeys(
        (entry.name for entry in TABLE if _applies(entry, estimator)), float("nan")
    )
    return absent | _measures(estimator, X, y).named()


def fuzzy_crisp_f1(estimator: Any, X: Any, y: Any) -> float:
    """Score a classifier of two classes by ``fF1F1`` (Eq. 17), for ``scoring=fuzzy_crisp_f1``.

    Examples
    --------
    >>> from owlboost.estimators.classifiers import FoilDLClassifier
    >>> X, y = np.array([[1.0], [2.0], [8.0], [9.0]]), np.array([0, 0, 1, 1])
    >>> round(fuzzy_crisp_f1(FoilDLClassifier(n_sets=3).fit(X, y), X, y), 3)
    0.963
    """
    return _measures(estimator, X, y).fuzzy_crisp_f1


def _applies(entry: Measure, estimator: Any) -> bool:
    """Whether a measure can have a value for such an estimator."""
    learner = getattr(estimator, "_learner", None)
    calibrates = hasattr(estimator, "predict_proba") or getattr(learner, "calibrates", False)
    absent = ("grade", "truth") if calibrates else ("grade", "truth", "probability")
    return entry.basis not in absent


def _measures(estimator: Any, X: Any, y: Any) -> Measures:
    if len(estimator.classes_) != 2:
        raise ExamplesError("The measures of the paper are for two classes.")
    evidence = estimator.decision_function(X)
    calibrated = hasattr(estimator, "predict_proba")
    return measure(
        np.asarray(y) == estimator.classes_[1],
        np.clip(evidence, 0.0, 1.0),
        getattr(estimator, "threshold_", 0.0),
        evidence=evidence,
        probability=estimator.predict_proba(X)[:, 1] if calibrated else None,
    )
