"""The paper's measures as scikit-learn scorers."""

from typing import Any

import numpy as np

from owlboost.errors import ExamplesError
from owlboost.model.measures import Measures, measure


def all_measures(estimator: Any, X: Any, y: Any) -> dict[str, float]:
    """Score a classifier of two classes by all measures, named as in files.

    For ``scoring=all_measures``; ``GridSearchCV`` then wants ``refit="F1"`` or another name.

    Parameters
    ----------
    estimator
        A fitted classifier with degrees as its ``decision_function``.
    X, y
        Test examples and their labels.

    Examples
    --------
    >>> from owlboost.estimators.classifiers import FoilDLClassifier
    >>> X, y = np.array([[1.0], [2.0], [8.0], [9.0]]), np.array([0, 0, 1, 1])
    >>> all_measures(FoilDLClassifier(n_sets=3).fit(X, y), X, y)["F1"]
    1.0
    """
    return _measures(estimator, X, y).named()


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


def _measures(estimator: Any, X: Any, y: Any) -> Measures:
    if len(estimator.classes_) != 2:
        raise ExamplesError("The measures of the paper are for two classes.")
    positive = np.asarray(y) == estimator.classes_[1]
    threshold = getattr(estimator, "threshold_", 0.0)
    return measure(positive, estimator.decision_function(X), threshold)
