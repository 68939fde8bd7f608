"""From evidence to probability: against scikit-learn, and by hand."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from tests.examples import scaled

from owlboost.concepts.hypothesis import RuleSet
from owlboost.errors import ModelError
from owlboost.models.calibration import (
    ABUNDANT,
    Calibration,
    Isotonic,
    Platt,
    calibrated,
    fit_isotonic,
    fit_platt,
)
from owlboost.models.model_files import model_from_json, model_to_json
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Floats, Mask


def sample(n: int, seed: int = 0, share: float = 0.5) -> tuple[Floats, Mask]:
    """Evidence that says something, but not all."""
    rng = np.random.default_rng(seed)
    evidence = np.asarray(rng.normal(size=n))
    positive = np.asarray(evidence + rng.normal(size=n) > np.quantile(evidence, 1 - share))
    return evidence, positive


def test_platt_is_that_of_scikit_learn() -> None:
    for seed, share in ((0, 0.5), (1, 0.1), (2, 0.9)):
        evidence, positive = sample(80, seed, share)
        ours = fit_platt(evidence, positive, np.ones(80))
        theirs: Any = _SigmoidCalibration().fit(evidence, positive.astype(float))
        #   1/(1 + exp(a·f + b))
        assert (ours.slope, ours.intercept) == pytest.approx((-theirs.a_, -theirs.b_), rel=1e-4)


def test_platt_is_logistic_regression_with_an_answer_of_each_kind_added_to_its_class() -> None:
    #   target (P + 1)/(P + 2) of a positive: a share of it as a negative; likewise 1/(N + 2)
    evidence, positive = sample(60, 3)
    n_positives, n_negatives = int(positive.sum()), int((~positive).sum())
    high, low = (n_positives + 1) / (n_positives + 2), 1 / (n_negatives + 2)
    target = np.where(positive, high, low)
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000)
    model.fit(
        np.tile(evidence, 2)[:, None],
        np.repeat([1, 0], 60),
        sample_weight=np.concatenate([target, 1 - target]),
    )
    ours = fit_platt(evidence, positive, np.ones(60))
    assert ours.slope == pytest.approx(model.coef_[0, 0], rel=1e-5)
    assert ours.intercept == pytest.approx(model.intercept_[0], rel=1e-5, abs=1e-6)


def test_platt_of_two_values_meets_the_mean_targets() -> None:
    #   at 0 three negatives of 1/(4 + 2) and a positive of 4/5, at 1 two positives and a negative
    evidence = np.array([0.0, 0, 0, 0, 1, 1, 1])
    positive = np.array([0, 0, 0, 1, 1, 1, 0]) > 0
    found = fit_platt(evidence, positive, np.ones(7)).probability([0.0, 1.0])
    assert found == pytest.approx([(3 / 6 + 4 / 5) / 4, (8 / 5 + 1 / 6) / 3])


def test_evidence_that_says_the_opposite_or_nothing_makes_one_probability() -> None:
    positive = np.array([True, True, False, False, False])
    #   two targets of 3/4 and three of 1/5: 2.1/5
    for evidence in (np.array([-2.0, -1.0, 1.0, 2.0, 3.0]), np.full(5, 0.3), np.zeros(5)):
        found = fit_platt(evidence, positive, np.ones(5))
        assert found.slope == 0.0
        assert found.probability([-9.0, 0.0, 9.0]) == pytest.approx([0.42] * 3)


def test_a_single_positive_among_many_is_never_sure() -> None:
    evidence, positive = np.arange(50.0), np.arange(50) == 49
    found = fit_platt(evidence, positive, np.ones(50))
    #   the target of the one positive is 2/3, of a negative 1/51
    assert found.slope > 0
    assert 0.0 < found.probability([49.0])[0] <= 2 / 3 + 0.01
    assert found.probability([0.0])[0] < 1 / 51 + 0.001


def test_units_of_evidence_change_no_probability() -> None:
    evidence, positive = sample(40)
    plain = fit_platt(evidence, positive, np.ones(40))
    for scale, shift in ((1e-6, 0.0), (1e6, -3e6), (1.0, 1e4)):
        other = fit_platt(evidence * scale + shift, positive, np.ones(40))
        found = other.probability(evidence * scale + shift)
        assert found == pytest.approx(plain.probability(evidence), abs=1e-6)


@settings(max_examples=scaled(60))
@given(
    st.lists(
        st.tuples(st.sampled_from([-1.0, 0.0, 0.5, 2.0]), st.booleans(), st.integers(1, 3)),
        min_size=2,
        max_size=15,
    )
)
def test_weights_count_like_repeats(rows: list[tuple[float, bool, int]]) -> None:
    evidence, positive = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    counts = np.array([row[2] for row in rows])
    assume(positive.any() and not positive.all())
    ones = np.ones(int(counts.sum()))
    for fitted in (fit_platt, fit_isotonic):
        weighted = fitted(evidence, positive, counts.astype(float))
        repeated = fitted(np.repeat(evidence, counts), np.repeat(positive, counts), ones)
        places = np.linspace(-2, 3, 11)
        assert weighted.probability(places) == pytest.approx(repeated.probability(places), abs=1e-6)


@settings(max_examples=scaled(60))
@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.booleans(), st.sampled_from([0.5, 1.0, 3.0])),
        min_size=2,
        max_size=25,
    )
)
def test_isotonic_is_that_of_scikit_learn(rows: list[tuple[int, bool, float]]) -> None:
    evidence = np.array([float(row[0]) for row in rows])
    positive, weights = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    found = fit_isotonic(evidence, positive, weights)
    places = np.linspace(-4, 4, 33)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(evidence, positive, weights)
    #   no probability is closer to 0 and 1 than 1/(n + 2); clipping first, then straight lines
    edge = 1 / (weights.sum() + 2)
    knots = np.unique(evidence)
    expected = np.interp(places, knots, np.clip(theirs.predict(knots), edge, 1 - edge))
    assert found.probability(places) == pytest.approx(expected, abs=1e-9)
    assert (np.diff(found.probability(places)) >= 0).all()


@pytest.mark.parametrize(
    ("n", "n_positives", "method"),
    [
        (1000, 500, "isotonic"),
        (999, 500, "platt"),
        (1000, 100, "isotonic"),
        (1000, 99, "platt"),
        (1000, 901, "platt"),
    ],
)
def test_the_data_shape_the_curve_where_examples_abound(
    n: int, n_positives: int, method: str
) -> None:
    assert ABUNDANT == 1000
    found = calibrated(np.arange(float(n)), np.arange(n) >= n - n_positives, np.ones(n))
    assert found.method == method


def test_examples_abound_by_what_they_stand_for() -> None:
    evidence, positive = np.arange(100.0), np.arange(100) >= 50
    assert calibrated(evidence, positive, np.full(100, 10.0)).method == "isotonic"
    #   several divisions repeat the same examples, with parts of their weights
    five = calibrated(
        np.tile(np.arange(300.0), 5), np.tile(np.arange(300) > 99, 5), np.full(1500, 0.2)
    )
    assert five.method == "platt"


def test_near_certainties_neither_overflow_nor_reach_beyond() -> None:
    assert Platt(1.0, 0.0).probability([-1000.0, 1000.0]).tolist() == [0.0, 1.0]
    assert Platt(1.0, 0.0).log_odds([-1000.0]).tolist() == [-1000.0]
    assert np.isfinite(Isotonic((0.0, 1.0), (0.0, 1.0)).log_odds([0.0, 1.0])).all()


@pytest.mark.parametrize(
    "one", [Platt(2.5, -0.5), Isotonic((0.0, 1.0, 3.0), (0.1, 0.1, 0.8)), None]
)
def test_what_is_written_is_read(one: Calibration | None) -> None:
    model = TrainedModel("gradient", "urn:x#T", RuleSet(), 0.5, calibration=one)
    assert model_from_json(model_to_json(model)).calibration == one


@pytest.mark.parametrize(
    "damaged",
    [
        {"method": "beta", "slope": 1.0},
        {"method": "platt", "slope": 1.0},
        {"method": "platt", "slope": "steep", "intercept": 0.0},
        {"method": "platt", "slope": None, "intercept": 0.0},
        {"method": "platt", "slope": float("nan"), "intercept": 0.0},
        {"method": "platt", "slope": float("inf"), "intercept": 0.0},
        {"method": "platt", "slope": -1.0, "intercept": 0.0},
        {"method": "isotonic", "evidence": [], "probability": []},
        {"method": "isotonic", "evidence": 1.0, "probability": 0.5},
        {"method": "isotonic", "evidence": [0.0, 1.0], "probability": [0.5]},
        {"method": "isotonic", "evidence": [1.0, 0.0], "probability": [0.1, 0.5]},
        {"method": "isotonic", "evidence": [0.0, 0.0], "probability": [0.1, 0.5]},
        {"method": "isotonic", "evidence": [0.0, 1.0], "probability": [0.9, 0.1]},
        {"method": "isotonic", "evidence": [0.0, 1.0], "probability": [-0.1, 0.5]},
        {"method": "isotonic", "evidence": [0.0, 1.0], "probability": [0.1, 1.5]},
        {"method": "isotonic", "evidence": [2.0, 3.0, 4.0], "probability": [0.1, None, 0.5]},
        {"method": "isotonic", "evidence": [2.0, 3.0, 4.0], "probability": [0.1, math.nan, 0.5]},
        {"method": "isotonic", "evidence": [0.0, math.nan], "probability": [0.1, 0.5]},
        {"method": "isotonic", "evidence": [0.0, math.inf], "probability": [0.1, 0.5]},
        "platt",
        [1, 2],
    ],
    ids=str,
)
def test_a_damaged_record_is_refused(damaged: Any) -> None:
    data = model_to_json(TrainedModel("gradient", "urn:x#T", RuleSet(), 0.5))
    with pytest.raises(ModelError):
        model_from_json(data | {"calibration": damaged})


def test_a_falling_curve_is_none() -> None:
    with pytest.raises(ModelError, match="must rise"):
        Platt(-1e-9, 0.0)
    with pytest.raises(ModelError, match="must rise"):
        Isotonic((0.0, 1.0), (0.5, 0.4))
