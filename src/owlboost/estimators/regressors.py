"""Gradient-boosted concepts as a scikit-learn regressor, for graded labels."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils import assert_all_finite, check_consistent_length
from sklearn.utils.validation import _check_sample_weight, column_or_1d

from owlboost.concepts.evaluation import Extents
from owlboost.data.example_labels import TargetRange
from owlboost.data.examples import Examples, LearningProblem
from owlboost.errors import ExamplesError
from owlboost.estimators.base import ConceptEstimator, derived_from, merged
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Degrees, Floats, Weights
from owlboost.tables.facts import table_iri

_FACADE = """\
target_range : pair of numbers or None, default=None
    What y is at least, degree 0, and at most, degree 1. None: where the y of training ends.
random_state : int, RandomState or None, default=0
    {seed}
"""

_ATTRIBUTES = """\
Attributes
----------
model_ : TrainedModel
    The model.
hypothesis_
    Its rules.
target_range_ : TargetRange
    What degrees of 0 and 1 stand for.
n_features_in_, feature_names_in_
    As in scikit-learn.
remarks_ : tuple of str
    Which columns of a table were left out, and why.
"""


@dataclass(kw_only=True, eq=False, repr=False)
class ConceptRegressor(RegressorMixin, ConceptEstimator):  # type: ignore[misc]
    """Base of the regressors that learn fuzzy concepts."""

    _left_out: ClassVar[frozenset[str]] = frozenset(
        {"random_state", "balance", "optimise", "miss_cost"}
    )
    _facade: ClassVar[str] = _FACADE
    _attributes: ClassVar[str] = _ATTRIBUTES

    target_range: Sequence[float] | None = None
    random_state: Any = 0

    if TYPE_CHECKING:

        def __init__(self, **parameters: Any) -> None: ...

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn how far things go from the least y to the largest.

        Parameters
        ----------
        X : DataFrame, array of shape (n_samples, n_features), or Examples
            Numbers, truth values, texts and times; NaN and None are "no value". Or the examples of
            an ontology: what a slice leaves out is held out before anything is inferred.
        y : array of shape (n_samples,)
            Numbers.
        sample_weight : array of shape (n_samples,), optional
            How many examples each one stands for.

        Returns
        -------
        self
        """
        learner = self.to_learner()
        X = self._validated(X, y)
        numbers = _numbers(X, y)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        counted = numbers[weights > 0]
        if counted.size < 2 or counted.min() == counted.max():
            shown = f"{counted[0]:g}" if counted.size else "missing"
            raise ExamplesError(
                f"Every y is {shown} (n_samples={counted.size}), so there is nothing to learn."
            )
        if self.target_range is None:
            target_range = TargetRange(float(counted.min()), float(counted.max()))
        else:
            target_range = TargetRange(*self.target_range)
        labels = np.zeros(numbers.size)
        labels[weights > 0] = target_range.labels(counted)
        problem = self._problem(X, labels, weights, getattr(y, "name", None))
        self.target_range_ = target_range
        self.model_ = train(replace(problem, target_range=target_range), learner)
        return self

    def _problem(self, X: Any, labels: Floats, weights: Weights, name: object) -> LearningProblem:
        """Make the problem of examples or rows; labels may be named."""
        if isinstance(X, Examples):
            examples, labels, weights = merged(X, labels, weights)
            plain = None if (weights == 1).all() else weights
            rescaled = replace(examples, target_range=TargetRange())
            return rescaled.problem(labels, weights=plain)
        if self._schema is None:
            raise AssertionError("A table has a schema.")
        iri = table_iri(name if isinstance(name, str) and name else "y")
        problem = self._row_problem(self._schema.columns(X), labels, weights, iri)
        return replace(problem, target_range=TargetRange())

    def predict(self, X: Any) -> Floats:
        """Return the degrees as values on the scale of y.

        Parameters
        ----------
        X : DataFrame, array of shape (n_samples, n_features), or Examples
            What to predict. Of examples all is known that their source says.

        Returns
        -------
        ndarray of shape (n_samples,)
            Never outside the range of the target.
        """
        degrees = self.degrees(X)
        return self.target_range_.values(degrees)

    def degrees(self, X: Any) -> Degrees:
        """Degrees of truth: positions between the least and the largest y.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        kb, individuals = self._facts(X)
        extents = Extents(kb, self.model_.semantics)
        return extents.hypothesis(self.model_.hypothesis)[individuals]

    @property
    def _models(self) -> tuple[TrainedModel, ...]:
        return (self.model_,) if hasattr(self, "model_") else ()


def _numbers(X: Any, y: Any) -> Floats:
    numbers = column_or_1d(y, warn=True)
    if numbers.dtype.kind not in "fiub":
        numbers = numbers.astype(np.float64)
    assert_all_finite(numbers, input_name="y")
    check_consistent_length(X, numbers)
    return np.asarray(numbers, dtype=np.float64)


@derived_from(GradientConcepts)
class GradientConceptRegressor(ConceptRegressor):
    """Gradient-boosted concepts for graded labels: an additive model over fuzzy concepts.

    ``h(a) = clip(α₀ + Σ αᵢ·Cᵢ(a), 0, 1)`` is how far a goes from the least y to the largest; its
    size and kind are chosen by inner validation.

    Examples
    --------
    >>> X = np.arange(40.0)[:, None]
    >>> model = GradientConceptRegressor(n_rules=2).fit(X, 1 + np.arange(40.0) / 10)
    >>> model.predict([[0.0], [39.0]]).round(1), model.target_range_
    (array([1.4, 4.5]), TargetRange(low=1.0, high=4.9))
    """
