"""The learners as scikit-learn classifiers."""

from functools import cache
from typing import Any

from owlboost.estimators.base import derived_from
from owlboost.estimators.classifier import ConceptClassifier
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts, PFoilDL
from owlboost.learners.learner import Learner


@derived_from(FuzzyOWLBoost)
class FuzzyOWLBoostClassifier(ConceptClassifier):
    """Fuzzy OWL-Boost: weak fuzzy rules weighted by Real AdaBoost (Algorithm 1).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = FuzzyOWLBoostClassifier(n_sets=3).fit(X, ["dear", "dear", "cheap", "cheap"])
    >>> model.predict([[1.5], [8.5]])
    array(['dear', 'cheap'], dtype='<U5')
    >>> model.degrees([[1.5], [8.5]])
    array([1., 0.])
    """


@derived_from(FoilDL)
class FoilDLClassifier(ConceptClassifier):
    """FOIL-DL: a set of fuzzy rules with confidences as degrees.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = FoilDLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """


@derived_from(PNOWL)
class PNOWLClassifier(ConceptClassifier):
    """Two stages after PN-OWL: rules for the target, then against it.

    ``h(a) = max(0, p(a) − n(a))``. The two stages are PN-OWL's; how they stop and how they are
    aggregated is our design.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = PNOWLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """


@derived_from(PFoilDL)
class PFoilDLClassifier(ConceptClassifier):
    """Covering after pFOIL-DL: a rule is judged with the whole ensemble.

    That the ensemble is judged, and by probabilities, is pFOIL-DL's; the estimate is as we remember
    it, and the rest is our design.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = PFoilDLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """


@derived_from(GradientConcepts)
class GradientConceptClassifier(ConceptClassifier):
    """Gradient-boosted concepts: an additive model over fuzzy concepts.

    ``h(a) = clip(α₀ + Σ αᵢ·Cᵢ(a), 0, 1)``, its size and kind chosen by inner validation. The
    parameters ``min_confidence``, ``max_negative_coverage`` and ``backtrack`` have no effect: rules
    are weighed here, not rejected. They are taken so that one grid of parameters serves all
    classifiers that have them.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.arange(20.0)[:, None]
    >>> model = GradientConceptClassifier(n_rules=2).fit(X, np.arange(20) < 10)
    >>> model.predict([[2.0], [18.0]])
    array([ True, False])
    """

    min_confidence: float = 0.34
    max_negative_coverage: float = 1.0
    backtrack: int = 0


@cache
def classifier_of(learner: type[Learner]) -> type[ConceptClassifier]:
    """Make the scikit-learn classifier of a learner; the same one each time.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> import numpy as np
    >>> FoilClassifier = classifier_of(FoilDL)
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> FoilClassifier(n_sets=3).fit(X, [0, 0, 1, 1]).predict([[1.5], [8.5]])
    array([0, 1])
    """
    name = f"{learner.__name__}Classifier"
    doc = f"{learner.title} as a scikit-learn classifier."
    body = {"__doc__": doc, "__module__": learner.__module__, "__reduce__": _reduced}
    return derived_from(learner)(type(name, (ConceptClassifier,), body))


def _reduced(made: ConceptClassifier) -> tuple[Any, ...]:
    """Pickle a generated classifier by way of its learner."""
    return _empty, (type(made)._learner,), made.__getstate__()


def _empty(learner: type[Learner]) -> ConceptClassifier:
    made = classifier_of(learner)
    return made.__new__(made)
