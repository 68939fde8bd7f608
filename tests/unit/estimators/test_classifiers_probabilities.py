"""Probabilities of classifiers, with a learner whose calibration is known."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import owlboost as ob
from owlboost.data.examples import LearningProblem
from owlboost.learners.learner import LearnResult
from owlboost.learners.run import RunContext
from owlboost.models.calibration import Isotonic, Platt


@dataclass(frozen=True, kw_only=True)
class Sure(ob.FoilDL):
    """FOIL-DL that takes a degree of ½ for a probability of ½, unless examples are very few."""

    name: ClassVar[str] = "sure"
    calibrates: ClassVar[bool] = True

    def learn(self, problem: LearningProblem, context: RunContext) -> LearnResult:
        rules = super().learn(problem, context)
        return LearnResult(rules, Platt(8.0, -1e-9) if len(problem) > 3 else None)


SureClassifier = ob.classifier_of(Sure)
FLOWERS, SPECIES = load_iris(return_X_y=True)
TWO = SPECIES > 0


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([SureClassifier()])  # type: ignore[untyped-decorator]
def test_what_scikit_learn_asks_of_a_calibrated_classifier(estimator: Any, check: Any) -> None:
    check(estimator)


def test_who_never_calibrates_has_no_probabilities() -> None:
    for model in (ob.FoilDLClassifier(n_sets=3), ob.FuzzyOWLBoostClassifier(n_sets=3, n_rounds=2)):
        assert not hasattr(model, "predict_proba")
        assert not hasattr(model.fit(FLOWERS[TWO], SPECIES[TWO]), "predict_proba")
    assert hasattr(ob.GradientConceptClassifier(), "predict_proba")


def test_a_fitted_model_without_calibration_says_so() -> None:
    model = SureClassifier(n_sets=3)
    assert hasattr(model, "predict_proba")
    few = clone(model).fit([[1.0], [2.0], [9.0]], [0, 0, 1])
    assert not hasattr(few, "predict_proba")
    with pytest.raises(AttributeError, match="no attribute 'predict_proba'") as raised:
        few.predict_proba([[1.0]])
    assert "model of '1' has no calibration" in str(raised.value.__cause__)


def test_two_classes_have_what_the_calibration_says_and_the_rest() -> None:
    model = SureClassifier(n_sets=3).fit(FLOWERS[TWO], SPECIES[TWO])
    (trained,) = model.models_
    model.models_ = (replace(trained, calibration=Isotonic((0.0, 1.0), (0.25, 0.75))),)
    found = model.predict_proba(FLOWERS[TWO])
    assert found[:, 1] == pytest.approx(0.25 + 0.5 * model.degrees(FLOWERS[TWO]))
    assert found.sum(axis=1) == pytest.approx(1.0)


def test_more_classes_share_their_probabilities() -> None:
    model = SureClassifier(n_sets=3).fit(FLOWERS, SPECIES)
    #   evidence of FOIL-DL is its degree, and log-odds are 8 times that, less 1e-9
    log_odds = 8 * model.degrees(FLOWERS)
    assert model.decision_function(FLOWERS) == pytest.approx(log_odds, abs=1e-8)
    alone = 1 / (1 + np.exp(-log_odds))
    found = model.predict_proba(FLOWERS)
    assert found.shape == (150, 3)
    assert found == pytest.approx(alone / alone.sum(axis=1, keepdims=True))
    assert (model.predict(FLOWERS) == found.argmax(axis=1)).all()
    #   nothing is possible: then as often as in training
    none = Isotonic((0.0,), (0.0,))
    model.models_ = tuple(replace(one, calibration=none) for one in model.models_)
    assert model.predict_proba(FLOWERS[:2]) == pytest.approx(np.full((2, 3), 1 / 3))


def test_scikit_learn_scores_ranks_and_probabilities() -> None:
    X, y = FLOWERS[TWO], SPECIES[TWO]
    for model in (ob.FoilDLClassifier(n_sets=3), SureClassifier(n_sets=3)):
        assert cross_val_score(model, X, y, cv=3, scoring="roc_auc").min() > 0.8
    errors = cross_val_score(SureClassifier(n_sets=3), X, y == 2, cv=3, scoring="neg_brier_score")
    assert ((errors > -0.3) & (errors < 0)).all()
    many = cross_val_score(
        SureClassifier(n_sets=3), FLOWERS, SPECIES, cv=3, scoring="roc_auc_ovr", error_score="raise"
    )
    assert many.min() > 0.9


@pytest.mark.parametrize("scoring", [ob.fuzzy_crisp_f1, "neg_log_loss", "average_precision"])
def test_grids_are_searched_by_ranks_probabilities_and_our_scorers(scoring: Any) -> None:
    search = GridSearchCV(SureClassifier(), {"n_sets": [3, 5]}, cv=2, scoring=scoring)
    search.fit(FLOWERS[TWO], SPECIES[TWO])
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert search.predict_proba(FLOWERS).shape == (150, 2)


def test_all_measures_have_those_of_probabilities_where_there_are_any() -> None:
    X, y = FLOWERS[TWO], SPECIES[TWO]
    calibrated = SureClassifier(n_sets=3).fit(X, y)
    found = ob.all_measures(calibrated, X, y)
    likely = calibrated.predict_proba(X)[:, 1]
    assert found["Brier"] == pytest.approx(((likely - (y == 2)) ** 2).mean())
    assert "Brier" not in ob.all_measures(ob.FoilDLClassifier(n_sets=3).fit(X, y), X, y)
    #   on a fold without a value it is NaN: scikit-learn wants the same names for all folds
    few = SureClassifier(n_sets=3).fit([[1.0], [2.0], [9.0]], [0, 0, 1])
    told = ob.all_measures(few, [[1.0], [2.0]], [0, 0])
    assert set(told) == set(found)
    assert {name for name, value in told.items() if np.isnan(value)} == {
        *("AUC", "AP", "Brier", "log_loss", "calibration_error"),
    }


def test_a_pipeline_is_scored_as_its_classifier() -> None:
    X, y = FLOWERS[TWO], SPECIES[TWO]
    for model in (ob.FoilDLClassifier(n_sets=3), SureClassifier(n_sets=3)):
        piped = make_pipeline(StandardScaler(), clone(model)).fit(X, y)
        alone = clone(model).fit(StandardScaler().fit_transform(X), y)
        scaled = StandardScaler().fit_transform(X)
        assert ob.fuzzy_crisp_f1(piped, X, y) == ob.fuzzy_crisp_f1(alone, scaled, y)
    assert "Brier" in ob.all_measures(piped, X, y)


def test_evidence_can_be_calibrated_by_scikit_learn() -> None:
    model = CalibratedClassifierCV(ob.FoilDLClassifier(n_sets=3), cv=2)
    assert model.fit(FLOWERS, SPECIES).predict_proba(FLOWERS).shape == (150, 3)
