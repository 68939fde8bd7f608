"""The base of the classifiers: class weights, one hypothesis per class, decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, get_args

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin
from sklearn.utils import assert_all_finite, check_consistent_length
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, column_or_1d

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import COVERED
from owlboost.data.examples import Examples, LearningProblem, RetellingSource
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError, ParameterError
from owlboost.estimators.base import ConceptEstimator, merged
from owlboost.learners.training import train
from owlboost.models.calibration import Calibration
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import UndecidedJudge
from owlboost.runtime.array_types import Degrees, Floats, Weights
from owlboost.tables.columns import value_text
from owlboost.tables.facts import table_iri

Decision = Literal["positive", "threshold"]
Numbers = npt.NDArray[np.int64]
"""Positions among the classes."""

FACADE = """\
class_weight : dict, "balanced" or None, default=None
    What the weights of a class's examples are multiplied with.{balance}
decision : {{"positive", "threshold"}}, default="positive"
    How ``predict`` tells two classes apart: the second where its degree is above 0, as the paper
    does, or at least the threshold that was best for F1 in training. Of more classes the most
    probable is chosen or, without probabilities, the one with most evidence.
random_state : int, RandomState or None, default=0
    {seed}
"""

ATTRIBUTES = """\
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
"""

_ONE_CLASS = "All examples belong to one class: {}. A classifier needs at least two."


def _is_calibrated(classifier: "ConceptClassifier") -> bool:
    """Whether there are probabilities, or may be after fitting."""
    if not classifier._learner.calibrates:
        return False
    for model in getattr(classifier, "models_", ()):
        if model.calibration is None:
            target = model.lexicon.name(model.target)
            raise AttributeError(
                f"The model of '{target}' has no calibration, so there are "
                "degrees and evidence but no probabilities. Examples may have been too few."
            )
    return True


ClassWeight = dict[Any, float] | Literal["balanced"] | None
Labels = npt.NDArray[Any]


@dataclass(kw_only=True, eq=False, repr=False)
class ConceptClassifier(ClassifierMixin, ConceptEstimator):  # type: ignore[misc]
    """Base of the classifiers that learn fuzzy concepts.

    Its fields are the parameters that all of them take. :func:`classifier_of` makes the classifier
    of a learner, with the learner's parameters beside these in the signature of its constructor,
    from which scikit-learn reads them.
    """

    _facade: ClassVar[str] = FACADE
    _attributes: ClassVar[str] = ATTRIBUTES

    class_weight: ClassWeight = None
    decision: Decision = "positive"
    random_state: Any = 0

    if TYPE_CHECKING:

        def __init__(self, **parameters: Any) -> None: ...

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn a hypothesis for each class, or for two classes one.

        Parameters
        ----------
        X : DataFrame, array of shape (n_samples, n_features), or Examples
            Numbers, truth values, texts and times; NaN and None are "no value". Or the examples of
            an ontology: what a slice leaves out is held out before anything is inferred.
        y : array of shape (n_samples,)
            Labels of any type.
        sample_weight : array of shape (n_samples,), optional
            How many examples each one stands for.

        Returns
        -------
        self
        """
        learner = self.to_learner()
        if self.decision not in get_args(Decision):
            choices = " or ".join(get_args(Decision))
            raise ParameterError(f"decision must be {choices}, not {self.decision}.")
        X = self._validated(X, y)
        labels = _labels(X, y)
        given = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        weights = given * class_factors(self.class_weight, labels, given)
        self.classes_, codes = np.unique(labels[weights > 0], return_inverse=True)
        if self.classes_.size < 2:
            raise ExamplesError(_ONE_CLASS.format(self.classes_.tolist()))
        self._frequencies = np.bincount(codes, weights[weights > 0]).astype(np.float64)
        numbers = np.zeros(labels.size, dtype=np.int64)
        numbers[weights > 0] = codes
        if self.classes_.size > 2 and getattr(learner, "given", None):
            raise ParameterError(
                "given must be empty for more than two classes: rules are given for one of them."
            )
        self.models_ = tuple(
            train(problem, learner)
            for problem in self._problems(X, numbers, weights, getattr(y, "name", None))
        )
        return self

    def _problems(
        self, X: Any, numbers: Numbers, weights: Weights, name: object
    ) -> Iterator[LearningProblem]:
        """Yield a problem for each class to learn; labels may be named."""
        if isinstance(X, Examples):
            yield from self._of_examples(X, numbers, weights)
            return
        if self._schema is None:
            raise AssertionError("A table has a schema.")
        columns = self._schema.columns(X)
        for number, iri in self._targets(""):
            problem = self._row_problem(columns, numbers == number, weights, iri)
            named = _lexicon(iri, name, self.classes_[number])
            kb = replace(problem.kb, lexicon=named.or_else(problem.kb.lexicon))
            yield replace(problem, kb=kb)

    def _of_examples(
        self, X: Examples, numbers: Numbers, weights: Weights
    ) -> Iterator[LearningProblem]:
        """Yield a problem for each class, reasoning over the ontology once."""
        examples, numbers, weights = merged(X, numbers, weights)
        plain = None if (weights == 1).all() else weights
        targets = self._targets(X.target)
        if isinstance(X.source, RetellingSource):
            for number, iri in targets:
                problem = examples.problem(numbers == number, weights=plain)
                yield replace(problem, target=iri)
            return
        problem = examples.problem(numbers == 0, weights=plain)
        judge = None if problem.judge is None else UndecidedJudge()  # who would ask a reasoner
        for number, iri in targets:
            yield replace(problem, target=iri, labels=numbers == number, judge=judge)

    def _targets(self, target: str) -> list[tuple[int, str]]:
        """Numbers and IRIs of the classes to learn."""
        numbers = [1] if self.classes_.size == 2 else list(range(self.classes_.size))
        if target and len(numbers) == 1:
            return [(1, target)]
        return [(number, table_iri(str(self.classes_[number]))) for number in numbers]

    def decision_function(self, X: Any) -> Floats:
        """Evidence for the classes: the sum of the rules, before clipping.

        Parameters
        ----------
        X : DataFrame, array of shape (n_samples, n_features), or Examples
            What to classify. Of examples all is known that their source says.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            The evidence for the second class, above 0 where its degree is. Of more than two
            classes what can be compared between them: the log-odds of their probabilities, or if
            there is a class without probabilities, the evidence. Where several have most, the last
            bit tells them apart: the more frequent class leads.
        """
        evidence = self._evidence(X)
        if len(self.models_) == 1:
            return evidence[:, 0]
        return self._scores(evidence)

    def degrees(self, X: Any) -> Degrees:
        """Degrees of truth in [0, 1]: the evidence, clipped.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            The degree of the second class, or of each of more than two classes.
        """
        degrees = np.clip(self._evidence(X), 0.0, 1.0)
        return degrees[:, 0] if len(self.models_) == 1 else degrees

    @available_if(_is_calibrated)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Floats:
        """Probabilities of the classes, calibrated by inner validation.

        Only classifiers whose learner calibrates have this method. If a fitted one lacks it, the
        examples were too few.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Of more than two classes each is learnt against the rest, and what they are given is
            scaled to a sum of 1.
        """
        evidence = self._evidence(X)
        calibrated = np.column_stack(
            [
                calibration.probability(column)
                for model, column in zip(self.models_, evidence.T, strict=True)
                if (calibration := model.calibration) is not None
            ]
        )
        if len(self.models_) == 1:
            return np.column_stack([1 - calibrated, calibrated])
        return without_ties(shares(calibrated, self._frequencies), self._scores(evidence))

    def _evidence(self, X: Any) -> Floats:
        """Evidence of each model, one column per model."""
        kb, individuals = self._facts(X)
        extents = Extents(kb, self.models_[0].semantics)
        evidence = np.column_stack(
            [extents.evidence(model.hypothesis)[individuals] for model in self.models_]
        )
        evidence[(evidence > 0) & (evidence <= COVERED)] = 0.0
        return evidence

    def _scores(self, evidence: Floats) -> Floats:
        """Return the scores of several classes; the largest of a row wins."""
        scores = comparable([model.calibration for model in self.models_], evidence)
        return without_ties(scores, self._frequencies)

    def predict(self, X: Any) -> Labels:
        """Decide by degrees, or among several classes by the ``decision_function``.

        Returns
        -------
        ndarray of shape (n_samples,)
            Of two classes the second where the degree is above 0 or, with
            ``decision="threshold"``, at least the fitted threshold; of more classes the most
            probable or, without probabilities, the one with most evidence.
        """
        evidence = self.decision_function(X)
        if evidence.ndim > 1:
            chosen = evidence.argmax(axis=1)
        elif self.decision == "threshold":
            chosen = (np.clip(evidence, 0, 1) >= self.models_[0].threshold).astype(np.int64)
        else:
            chosen = (evidence > 0).astype(np.int64)
        predicted: Labels = self.classes_[chosen]
        return predicted

    @property
    def threshold_(self) -> float:
        """The fitted threshold of the second class."""
        return self._only().threshold

    @property
    def _models(self) -> tuple[TrainedModel, ...]:
        return getattr(self, "models_", ())

    def _chosen(self) -> dict[str, Any]:
        chosen = super()._chosen()
        if self.class_weight is None:
            return chosen
        if chosen.get("balance") == "auto":
            chosen["balance"] = "off"
        if "optimise" in chosen:
            chosen["optimise"] = _for_weighted(chosen["optimise"])
        return chosen


def _lexicon(iri: str, name: object, value: object) -> Lexicon:
    """Name the class ``survived = 1`` where the labels have a name.

    A class whose value is a text is called by that.
    """
    if not isinstance(name, str) or not name or isinstance(value, str):
        return Lexicon()
    plain: object = value.item() if isinstance(value, np.generic) else value
    shown = value_text(plain) if isinstance(plain, bool | int | float) else str(plain)
    return Lexicon({iri: f"{name} = {shown}"})


def _labels(X: Any, y: Any) -> Labels:
    labels: Labels = column_or_1d(y, warn=True)
    assert_all_finite(labels, input_name="y")
    check_classification_targets(labels)
    check_consistent_length(X, labels)
    return labels


def _for_weighted(optimise: str) -> str:
    """Return the objective for weighted classes: accuracy in place of F1."""
    return "accuracy" if optimise == "f1" else optimise


def class_factors(wanted: ClassWeight, labels: Labels, weights: Weights) -> Weights:
    """Return the factor of each example's weight, by its class.

    ``"balanced"`` gives all classes the same total, and the examples the same total as before.

    Examples
    --------
    >>> class_factors("balanced", np.array(list("aab")), np.array([1.0, 1.0, 1.0]))
    array([0.75, 0.75, 1.5 ])
    >>> class_factors({"b": 2}, np.array(list("aab")), np.ones(3))
    array([1., 1., 2.])
    """
    classes, codes = np.unique(labels, return_inverse=True)
    if wanted is None:
        return np.ones(labels.size)
    if wanted == "balanced":
        totals = np.bincount(codes, weights, classes.size)
        present = totals > 0
        share = weights.sum() / max(np.count_nonzero(present), 1)
        factors = np.divide(share, totals, out=np.zeros(classes.size), where=present)
    elif isinstance(wanted, dict):
        factors = np.array([float(wanted.get(label, 1.0)) for label in classes.tolist()])
    else:
        raise ParameterError(f"class_weight must be 'balanced', a dict or None, not {wanted!r}.")
    per_example: Weights = factors[codes]
    return per_example


def comparable(calibrations: Sequence[Calibration | None], evidence: Floats) -> Floats:
    """Return evidence comparable between classes: log-odds if all are calibrated.

    Each class has its own hypothesis, so equal evidence may mean different odds. Unless every class
    is calibrated, the evidence itself is returned.

    Examples
    --------
    >>> from owlboost.models.calibration import Platt
    >>> evidence = np.array([[2.0, 1.0]])
    >>> comparable([Platt(1.0, 0.0), Platt(5.0, -1.0)], evidence)
    array([[2., 4.]])
    >>> comparable([Platt(1.0, 0.0), None], evidence)
    array([[2., 1.]])
    """
    available = [calibration for calibration in calibrations if calibration is not None]
    if len(available) < len(calibrations):
        return evidence
    columns = zip(available, evidence.T, strict=True)
    return np.column_stack([calibration.log_odds(column) for calibration, column in columns])


def without_ties(numbers: Floats, preference: Floats) -> Floats:
    """Break ties of each row in favour of the preferred column.

    The others are lowered by one bit.

    Parameters
    ----------
    numbers
        Of each row for each class.
    preference
        Of each class, or of each row for each class. Of equally preferred classes the first leads.

    Examples
    --------
    >>> tied = np.array([[1.5, 1.5, 0.5], [0.0, 0.0, 0.0]])
    >>> without_ties(tied, np.array([5.0, 6.0, 9.0])).argmax(axis=1)
    array([1, 2])
    """
    tied = numbers == numbers.max(axis=1, keepdims=True)
    winner = np.where(tied, preference, -np.inf).argmax(axis=1)
    rivals = tied & (np.arange(numbers.shape[1]) != winner[:, None])
    return np.where(rivals, np.nextafter(numbers, -np.inf), numbers)


def shares(probabilities: Floats, frequencies: Floats) -> Floats:
    """Scale the one-against-rest probabilities of each row to a sum of 1.

    If all are 0, the class frequencies are used.

    Examples
    --------
    >>> shares(np.array([[0.9, 0.6], [0.0, 0.0]]), np.array([3.0, 1.0]))
    array([[0.6 , 0.4 ],
           [0.75, 0.25]])
    """
    unscaled = np.where(probabilities.any(axis=1, keepdims=True), probabilities, frequencies)
    return np.asarray(unscaled / unscaled.sum(axis=1, keepdims=True), dtype=np.float64)
