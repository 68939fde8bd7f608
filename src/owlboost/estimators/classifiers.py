"""The learners as scikit-learn classifiers, for tables and for examples of an ontology."""

from dataclasses import dataclass

from owlboost.estimators.base import ConceptClassifier
from owlboost.learners.settings import LossChoice, WeakLearner


@dataclass(kw_only=True, eq=False, repr=False)
class FuzzyOWLBoostClassifier(ConceptClassifier):
    """Fuzzy OWL-Boost: weak learners of fuzzy rules, weighted by Real AdaBoost (Algorithm 1).

    Parameters
    ----------
    n_rounds : int, default=10
        Boosting rounds (n).
    n_sets : {3, 5, 7}, default=5
        Fuzzy sets per numeric feature.
    fuzzify : {"cmeans", "uniform"}, default="cmeans"
        How these are placed.
    min_confidence : float, default=0.34
        Least confidence of an accepted axiom (θ).
    max_negative_coverage : float, default=1.0
        Largest share of negatives that an accepted axiom may cover (η).
    max_depth, max_conjuncts : int, default=1 and 5
        Limits of a concept: nested roles (dth) and conjuncts of a node (cj).
    lookahead : int, optional
        How many new roles a move may pass through; None means ``max_depth``.
    backtrack : int, default=0
        Refinements kept at each step to return to (k).
    weak_learner : {"rules", "axiom"}, default="rules"
        A cover of the positives each round, or a single axiom with softmax weights.
    centroid_exponent : float, default=2.0
        Exponent of memberships in the centroid step of c-means.
    class_weight : dict, "balanced" or None
        What the weights of a class's examples are multiplied with.
    decision : {"positive", "threshold"}, default="positive"
        How ``predict`` tells two classes apart: the second where its degree is above 0, as the
        paper does, or at least the threshold that was best for F1 in training. Of more classes the
        largest degree decides.
    random_state : int, RandomState or None, default=0
        Not used here: nothing is left to chance.
    time_limit : float, optional
        Seconds for each class, after which the best so far is taken.
    n_jobs : int, default=1
        Threads that score large tables. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    models_ : tuple of TrainedModel
        One for each class; of two classes only the second has one.
    hypothesis_, threshold_
        Rules and threshold of the one model, if there are two classes.
    n_features_in_, feature_names_in_
        As in scikit-learn.
    remarks_ : tuple of str
        Which columns of a table were left out, and why.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = FuzzyOWLBoostClassifier(n_sets=3).fit(X, ["dear", "dear", "cheap", "cheap"])
    >>> model.predict([[1.5], [8.5]])
    array(['dear', 'cheap'], dtype='<U5')
    >>> model.decision_function([[1.5], [8.5]])
    array([1., 0.])
    """

    _algorithm = "boost"

    n_rounds: int = 10
    weak_learner: WeakLearner = "rules"


@dataclass(kw_only=True, eq=False, repr=False)
class FoilDLClassifier(ConceptClassifier):
    """FOIL-DL: a set of fuzzy rules, each with its confidence as a degree.

    Parameters
    ----------
    n_sets, fuzzify, min_confidence, max_negative_coverage, max_depth, max_conjuncts, lookahead
        As for :class:`FuzzyOWLBoostClassifier`.
    backtrack, centroid_exponent, class_weight, decision, random_state, time_limit, n_jobs
        As for :class:`FuzzyOWLBoostClassifier`.

    Attributes
    ----------
    classes_, models_, hypothesis_, threshold_, n_features_in_, feature_names_in_, remarks_
        As for :class:`FuzzyOWLBoostClassifier`.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = FoilDLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """

    _algorithm = "foil"


@dataclass(kw_only=True, eq=False, repr=False)
class GradientConceptClassifier(ConceptClassifier):
    """Gradient-boosted concepts: an additive model over fuzzy concepts.

    ``h(a) = clip(α₀ + Σ αᵢ·Cᵢ(a), 0, 1)``, its size and kind chosen by inner validation.

    Parameters
    ----------
    n_rules : int, default=10
        Most rules of a model.
    n_sets : {3, 5, 7} or None, default=None
        Fuzzy sets per numeric feature; None chooses by validation, several numbers side by side
        among the choices.
    loss : {"auto", "squared", "logistic"}, default="auto"
        What is minimised; ``auto`` chooses by validation.
    ridge : float or None, default=None
        What keeps weights small (λ); None chooses by validation.
    min_cover : float, default=2.0
        The least ``Σ C`` of a concept.
    monotone : bool, default=False
        Whether to take only rules that argue for a class.
    class_weight : dict, "balanced" or None
        None gives a class and all others together the same total weight, and choices are validated
        by F1; otherwise examples weigh what they are said to, and accuracy is validated.
    random_state : int, RandomState or None, default=0
        Seed of the inner folds.
    fuzzify, max_depth, max_conjuncts, lookahead, centroid_exponent, decision, time_limit, n_jobs
        As for :class:`FuzzyOWLBoostClassifier`.
    min_confidence, max_negative_coverage, backtrack
        Not used: rules are weighed here, not rejected. They are taken so that one grid of
        parameters serves all three classifiers.

    Attributes
    ----------
    classes_, models_, hypothesis_, threshold_, n_features_in_, feature_names_in_, remarks_
        As for :class:`FuzzyOWLBoostClassifier`.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.arange(20.0)[:, None]
    >>> model = GradientConceptClassifier(n_rules=2).fit(X, np.arange(20) < 10)
    >>> model.predict([[2.0], [18.0]])
    array([ True, False])
    """

    _algorithm = "gradient"

    n_rules: int = 10
    n_sets: int | None = None
    loss: LossChoice = "auto"
    ridge: float | None = None
    min_cover: float = 2.0
    monotone: bool = False
