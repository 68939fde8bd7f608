"""The classifiers as scikit-learn sees them."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import owlboost as ob
from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.errors import ExamplesError, ModelError, ParameterError
from owlboost.estimators.classifier import ConceptClassifier

CLASSIFIERS = [
    ob.FuzzyOWLBoostClassifier(n_rounds=3),
    ob.FoilDLClassifier(),
    ob.PNOWLClassifier(),
    ob.PFoilDLClassifier(beta=0.5),
    ob.GradientConceptClassifier(n_rules=2, n_sets=3, loss="squared"),
]
LIBRARIES = [pd.DataFrame, pl.DataFrame]
all_classifiers = pytest.mark.parametrize("model", CLASSIFIERS, ids=lambda one: one._learner.name)
all_libraries = pytest.mark.parametrize("frame", LIBRARIES, ids=["pandas", "polars"])


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(  # type: ignore[untyped-decorator]
    [
        ob.FuzzyOWLBoostClassifier(),
        ob.FoilDLClassifier(),
        ob.PNOWLClassifier(),
        ob.PFoilDLClassifier(),
        ob.GradientConceptClassifier(),
    ],
)
def test_what_scikit_learn_asks_of_a_classifier(estimator: Any, check: Any) -> None:
    check(estimator)


def hotels(n: int = 60) -> tuple[dict[str, list[Any]], list[str]]:
    """Cheap or newly built hotels with a pool are good; some cells are missing."""
    rng = np.random.default_rng(0)
    price = rng.uniform(20, 200, n).round(1)
    pool = rng.random(n) < 0.6
    style = rng.choice(["modern", "rustic", "plain"], n)
    built = pd.to_datetime("1950-01-01") + pd.to_timedelta(rng.integers(0, 25_000, n), unit="D")
    good = (price < 110) & pool
    columns: dict[str, list[Any]] = {
        "price": [None if number % 10 == 9 else value for number, value in enumerate(price)],
        "pool": pool.tolist(),
        "style": [None if number % 15 == 7 else str(one) for number, one in enumerate(style)],
        "built": built.to_pydatetime().tolist(),
    }
    return columns, ["good" if one else "bad" for one in good]


def same_rules(one: ConceptClassifier, other: ConceptClassifier) -> None:
    for mine, theirs in zip(one.models_, other.models_, strict=True):
        bodies = [[a.body for a in model.hypothesis.inclusions] for model in (mine, theirs)]
        assert bodies[0] == bodies[1]
        if isinstance(mine.hypothesis, BoostedHypothesis):
            assert isinstance(theirs.hypothesis, BoostedHypothesis)
            assert mine.hypothesis.leverages == pytest.approx(theirs.hypothesis.leverages)


@all_classifiers
@all_libraries
def test_a_data_frame_with_all_kinds_of_columns(model: ConceptClassifier, frame: Any) -> None:
    columns, y = hotels()
    X = frame(columns)
    fitted = clone(model).fit(X, y)
    assert fitted.classes_.tolist() == ["bad", "good"]
    assert fitted.feature_names_in_.tolist() == ["price", "pool", "style", "built"]
    assert fitted.n_features_in_ == 4
    degrees, evidence = fitted.degrees(X), fitted.decision_function(X)
    assert degrees.shape == evidence.shape == (60,)
    assert (degrees == np.clip(evidence, 0, 1)).all()
    assert (fitted.predict(X) == np.where(degrees > 0, "good", "bad")).all()
    assert (fitted.predict(X) == np.where(evidence > 0, "good", "bad")).all()
    assert fitted.score(X, y) > 0.8
    again = pickle.loads(pickle.dumps(fitted))
    assert (again.decision_function(X) == evidence).all()


@all_classifiers
def test_both_libraries_give_the_same_model(model: ConceptClassifier) -> None:
    columns, y = hotels()
    fits = [clone(model).fit(frame(columns), y) for frame in LIBRARIES]
    assert fits[0].models_ == fits[1].models_


@all_classifiers
@all_libraries
def test_cross_validation_and_grids_of_data_frames(model: ConceptClassifier, frame: Any) -> None:
    columns, y = hotels()
    X, labels = frame(columns), np.array(y)
    scores = cross_val_score(model, X, labels, cv=3, error_score="raise")
    assert scores.mean() > 0.7
    search = GridSearchCV(model, {"n_sets": [3, 5]}, cv=2, scoring=ob.fuzzy_crisp_f1)
    assert search.fit(X, labels).best_params_["n_sets"] in (3, 5)


@all_classifiers
@all_libraries
@pytest.mark.parametrize("class_weight", [None, "balanced", {"good": 3}])
def test_a_row_told_twice_is_a_row_of_weight_2(
    model: ConceptClassifier, frame: Any, class_weight: Any
) -> None:
    columns, y = hotels()
    counts = np.random.default_rng(1).integers(0, 4, 60)
    rows = np.random.default_rng(2).permutation(np.repeat(np.arange(60), counts))
    repeated = {name: [values[row] for row in rows] for name, values in columns.items()}
    model = clone(model).set_params(class_weight=class_weight)
    weighted = clone(model).fit(frame(columns), y, sample_weight=counts)
    same_rules(weighted, clone(model).fit(frame(repeated), [y[row] for row in rows]))


@all_classifiers
def test_three_classes_have_a_hypothesis_each(model: ConceptClassifier) -> None:
    X, number = load_iris(return_X_y=True, as_frame=True)
    y = np.array(["setosa", "versicolor", "virginica"])[number]
    fitted = clone(model).fit(X, y)
    evidence, degrees = fitted.decision_function(X), fitted.degrees(X)
    assert evidence.shape == degrees.shape == (150, 3)
    if not hasattr(fitted, "predict_proba"):
        assert degrees == pytest.approx(np.clip(evidence, 0, 1))
    assert [ob.TrainedModel] * 3 == [type(one) for one in fitted.models_]
    assert (fitted.predict(X) == fitted.classes_[evidence.argmax(axis=1)]).all()
    assert fitted.score(X, y) > 0.9
    with pytest.raises(AttributeError, match="models_"):
        _ = fitted.hypothesis_


@all_classifiers
def test_the_threshold_may_decide(model: ConceptClassifier) -> None:
    columns, y = hotels()
    X = pd.DataFrame(columns)
    fitted = clone(model).set_params(decision="threshold").fit(X, y)
    expected = fitted.degrees(X) >= fitted.threshold_
    assert ((fitted.predict(X) == "good") == expected).all()


@all_classifiers
def test_pipelines_calibration_and_routing(model: ConceptClassifier) -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[50:], y[50:]
    assert make_pipeline(StandardScaler(), clone(model)).fit(X, y).score(X, y) > 0.7
    calibrated = CalibratedClassifierCV(clone(model), cv=3).fit(X, y)
    assert calibrated.predict_proba(X).shape == (100, 2)
    with sklearn.config_context(enable_metadata_routing=True):
        routed = (
            clone(model).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        )
        weights = np.where(y == 1, 2.0, 1.0)
        found = cross_validate(routed, X, y, params={"sample_weight": weights}, cv=2)
        assert found["test_score"].mean() > 0.7


def test_a_classifier_makes_its_learner() -> None:
    made = ob.GradientConceptClassifier(n_rules=3, random_state=7).to_learner()
    assert made == ob.GradientConcepts(n_rules=3, random_state=7)
    for class_weight in ("balanced", {0: 2.0}):
        weighted = ob.GradientConceptClassifier(class_weight=class_weight)
        assert weighted.to_learner() == ob.GradientConcepts(balance="off", optimise="accuracy")
        weighted.set_params(optimise="mcc")
        assert weighted.to_learner().optimise == "mcc"  # type: ignore[attr-defined]
    drawn = [
        ob.GradientConceptClassifier(random_state=np.random.RandomState(3)).to_learner()
        for _ in range(2)
    ]
    assert drawn[0] == drawn[1] != ob.GradientConcepts()
    assert ob.FoilDLClassifier(n_sets=3, random_state=None).to_learner() == ob.FoilDL(n_sets=3)


def test_the_classifier_of_a_learner_is_one_and_can_be_pickled() -> None:
    Made = ob.classifier_of(ob.FoilDL)
    assert ob.classifier_of(ob.FoilDL) is Made
    assert ob.classifier_of(ob.FuzzyOWLBoost) is not Made
    X, y = np.arange(20.0)[:, None], np.arange(20) < 10
    model = Made(n_sets=3, decision="threshold").fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert type(again) is Made
    assert again.get_params() == model.get_params() == clone(model).get_params()
    same_rules(model, again)
    assert (again.predict(X) == model.predict(X)).all()


def test_explanations_tell_which_axioms_fire() -> None:
    columns, y = hotels()
    X = pd.DataFrame(columns)
    model = ob.FoilDLClassifier().fit(X, y)
    row = int(np.argmax(model.decision_function(X)))
    (fired,) = model.explain(X.iloc[[row]])
    strongest = fired[0]
    assert strongest.degree * strongest.weight == model.decision_function(X)[row]
    assert str(strongest).endswith("× 1.000") or "SubClassOf good" in str(strongest)


def test_a_saved_model_is_loaded_as_a_model(tmp_path: Path) -> None:
    columns, y = hotels()
    model = ob.FuzzyOWLBoostClassifier().fit(pd.DataFrame(columns), y)
    model.save(tmp_path / "hotels.json")
    assert ob.load(tmp_path / "hotels.json").hypothesis == model.hypothesis_


def test_rows_cannot_be_given_to_a_model_of_another_kind() -> None:
    columns, y = hotels()
    X = pd.DataFrame(columns)
    model = ob.FoilDLClassifier().fit(X, y)
    with pytest.raises(ExamplesError, match="'price' must contain numbers"):
        model.predict(X.assign(price="dear"))
    with pytest.raises(ExamplesError, match="'built' must contain times"):
        model.predict(X.assign(built=1.0))
    with pytest.raises(ExamplesError, match="infinity"):
        model.predict(X.assign(price=np.inf))


@all_libraries
def test_what_is_left_out_of_a_data_frame_is_remarked(frame: Any) -> None:
    columns, y = hotels(120)
    plain = ob.FoilDLClassifier().fit(frame(columns), y)
    assert plain.remarks_ == ()
    X = frame({**columns, "name": [f"n{number}" for number in range(120)], "note": [None] * 120})
    model = ob.FoilDLClassifier().fit(X, y)
    assert [remark.split(":")[0] for remark in model.remarks_] == [
        "Column 'name' is left out",
        "Column 'note' is left out",
    ]
    assert model.hypothesis_ == plain.hypothesis_
    assert (model.predict(X) == plain.predict(frame(columns))).all()


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_an_array_is_predicted_as_the_frame_fitted_to() -> None:
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = ob.FoilDLClassifier().fit(X, y == 1)
    assert (model.decision_function(X.to_numpy()) == model.decision_function(X)).all()
    assert model.decision_function(X).max() > 0


def test_one_class_is_named_as_it_was_given() -> None:
    with pytest.raises(ExamplesError, match=r"All examples belong to one class: \['a'\]\."):
        ob.FoilDLClassifier().fit([[1.0], [2.0]], ["a", "a"])


def test_parameters_are_checked_when_fitting() -> None:
    X, y = [[1.0], [2.0]], [0, 1]
    with pytest.raises(ParameterError, match="decision"):
        ob.FoilDLClassifier(decision="perhaps").fit(X, y)
    with pytest.raises(ParameterError, match="n_sets"):
        ob.FoilDLClassifier(n_sets=1).fit(X, y)
    with pytest.raises(ParameterError, match="class_weight"):
        ob.FoilDLClassifier(class_weight="heavy").fit(X, y)


def test_a_table_model_refuses_examples_of_an_ontology() -> None:
    table = ob.FoilDLClassifier().fit([[1.0], [2.0]], [0, 1])
    from owlboost.evaluation.samples import hotels as bundled

    with bundled() as path:
        X, _ = ob.read_ontology(path).examples("Good_Hotel")
    with pytest.raises(ModelError, match="one learned from a table needs rows"):
        table.predict(X)


def test_classifiers_take_given_and_forbidden_rules() -> None:
    X = np.column_stack([np.arange(60.0), np.tile([1.0, 2.0, 3.0], 20)])
    y = np.arange(60) < 30
    for kind in (ob.GradientConceptClassifier, ob.FoilDLClassifier):
        model = clone(kind(n_sets=3, given=["x1 is high"], forbidden=["x0 is low"]))
        assert model.get_params()["given"] == ["x1 is high"]
        bodies = [rule.inclusion.body for rule in model.fit(X, y).hypothesis_.rules()]
        names = [[label.key[2] for label in body.labels] for body in bodies]
        assert ["x1_H"] in names
        assert not any("x0_L" in one for one in names)
    with pytest.raises(ParameterError, match="given must be empty for more than two classes"):
        model.fit(X, np.arange(60) % 3)
