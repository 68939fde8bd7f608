"""The regressor as scikit-learn sees it, and what it makes of y."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.hotels import hotels_with_ratings

import owlboost as ob
from owlboost.errors import ExamplesError, ParameterError


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([ob.GradientConceptRegressor()])  # type: ignore[untyped-decorator]
def test_what_scikit_learn_asks_of_a_regressor(estimator: Any, check: Any) -> None:
    check(estimator)


def test_predictions_are_on_the_scale_of_y() -> None:
    X, y = hotels_with_ratings()
    model = ob.GradientConceptRegressor(n_rules=5).fit(X, y)
    assert model.target_range_ == ob.TargetRange(y.min(), y.max())
    assert model.model_.target_range == model.target_range_
    degrees = model.degrees(X)
    assert ((degrees >= 0) & (degrees <= 1)).all()
    low, high = y.min(), y.max()
    assert model.predict(X) == pytest.approx(low + (high - low) * degrees)
    assert model.score(X, y) > 0.7


def test_a_range_may_be_given_and_y_must_lie_in_it() -> None:
    X, y = hotels_with_ratings()
    model = ob.GradientConceptRegressor(target_range=(0, 10), n_rules=3).fit(X, y)
    assert model.target_range_ == ob.TargetRange(0, 10)
    assert model.score(X, y) > 0.5
    with pytest.raises(ExamplesError, match=r"A label must lie between 2 and 5, not be 1"):
        clone(model).set_params(target_range=(2, 5)).fit(X, y)
    with pytest.raises(ExamplesError, match="the lower first, not 5 and 1"):
        clone(model).set_params(target_range=(5, 1)).fit(X, y)


def test_a_y_that_does_not_vary_is_refused() -> None:
    X, _ = hotels_with_ratings()
    with pytest.raises(ExamplesError, match=r"Every y is 3 \(n_samples=120\)"):
        ob.GradientConceptRegressor().fit(X, np.full(len(X), 3.0))


def test_parameters_are_those_of_the_learner_without_those_of_decisions() -> None:
    names = set(ob.GradientConceptRegressor().get_params())
    assert {"n_rules", "n_sets", "loss", "target_range", "random_state"} <= names
    assert not names & {"balance", "optimise", "miss_cost", "class_weight", "decision"}
    assert "target_range : pair of numbers" in (ob.GradientConceptRegressor.__doc__ or "")
    with pytest.raises(ParameterError, match="n_rules must lie between 1 and 60, not 0"):
        ob.GradientConceptRegressor(n_rules=0).fit([[1.0], [2.0]], [1.0, 2.0])


def test_weights_count_examples_again() -> None:
    X, y = hotels_with_ratings()
    twice = pd.concat([X, X.iloc[:40]], ignore_index=True)
    weights = np.where(np.arange(len(X)) < 40, 2.0, 1.0)
    by_weight = ob.GradientConceptRegressor(n_rules=2).fit(X, y, sample_weight=weights)
    by_copies = ob.GradientConceptRegressor(n_rules=2).fit(twice, np.r_[y, y[:40]])
    assert by_weight.predict(X) == pytest.approx(by_copies.predict(X))


def test_examples_of_weight_0_do_not_stretch_the_range() -> None:
    X, y = hotels_with_ratings()
    y = y.copy()
    y[0], weights = 99.0, np.r_[0.0, np.ones(len(X) - 1)]
    model = ob.GradientConceptRegressor(n_rules=2).fit(X, y, sample_weight=weights)
    assert model.target_range_.high == y[1:].max()


def test_grids_search_over_it() -> None:
    X, y = hotels_with_ratings()
    search = GridSearchCV(ob.GradientConceptRegressor(n_sets=3), {"n_rules": [1, 4]}, cv=3)
    assert search.fit(X, y).best_params_ == {"n_rules": 4}
    assert cross_val_score(ob.GradientConceptRegressor(n_rules=4), X, y, cv=3).mean() > 0.5


def test_a_saved_regressor_is_a_model_of_commands(tmp_path: Path) -> None:
    X, y = hotels_with_ratings()
    model = ob.GradientConceptRegressor(n_rules=3).fit(X, pd.Series(y, name="rating"))
    model.save(tmp_path / "rating.json")
    loaded = ob.load(tmp_path / "rating.json")
    assert loaded == model.model_
    assert loaded.target == "urn:owlboost:table#rating"
    X.to_csv(tmp_path / "hotels.csv", index=False)
    found = loaded.values(ob.read_table(tmp_path / "hotels.csv"))
    assert found == pytest.approx(model.predict(X))
    assert model.explain(X.iloc[:1])[0]


def test_examples_of_an_ontology_are_graded(tmp_path: Path) -> None:
    X, y = hotels_with_ratings()
    X.assign(rating=y).to_csv(tmp_path / "hotels.csv", index=False)
    examples, labels = ob.read_table(tmp_path / "hotels.csv").examples("rating")
    model = ob.GradientConceptRegressor(n_rules=3).fit(examples, y)
    frame = ob.GradientConceptRegressor(n_rules=3).fit(X, y)
    assert labels == pytest.approx((y - y.min()) / np.ptp(y))
    assert model.predict(examples) == pytest.approx(frame.predict(X))
