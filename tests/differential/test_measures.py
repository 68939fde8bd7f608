"""Measures of evidence and probabilities against their definitions and against scikit-learn."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import (
    average_precision_score,
    brier_score_loss,
    log_loss,
    roc_auc_score,
)
from tests.reference import measures as literal

from owlboost.models.measures import Measures, measure


class Said(NamedTuple):
    """Examples that count some times, with a number and a label each."""

    numbers: list[float]
    positive: list[bool]
    counts: list[int]

    @property
    def weights(self) -> np.ndarray:
        return np.array(self.counts, dtype=np.float64)

    @property
    def has_both_classes(self) -> bool:
        return len({y for y, n in zip(self.positive, self.counts, strict=True) if n}) == 2


def said(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Said]:
    """Examples; few numbers differ, so that ties abound."""
    rows = st.lists(st.tuples(numbers, st.booleans(), st.integers(0, 3)), min_size=1, max_size=25)
    return rows.map(lambda found: Said(*map(list, zip(*found, strict=True))))


EVIDENCE = said(st.sampled_from([-2.5, -1.0, 0.0, 0.3, 0.7, 1.0, 4.0]) | st.floats(-3, 3))
PROBABILITIES = said(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0]) | st.floats(0, 1))


def ranked(given: Said) -> Measures:
    return measure(
        np.array(given.positive),
        np.clip(given.numbers, 0, 1),
        0.0,
        given.weights,
        evidence=given.numbers,
    )


def forecast(given: Said) -> Measures:
    likely = np.array(given.numbers)
    return measure(np.array(given.positive), likely, 0.0, given.weights, probability=likely)


@given(EVIDENCE)
def test_ranks_are_those_of_the_definition(given: Said) -> None:
    if not given.has_both_classes:
        assert not {"AUC", "AP"} & set(ranked(given).named())
        return
    assert ranked(given).auc == pytest.approx(float(literal.area_under_roc(*given)))
    assert ranked(given).average_precision == pytest.approx(
        float(literal.average_precision(*given))
    )


@given(EVIDENCE)
def test_ranks_are_those_of_scikit_learn(given: Said) -> None:
    assume(given.has_both_classes)
    numbers, positive, _ = given
    area = roc_auc_score(positive, numbers, sample_weight=given.weights)
    precision = average_precision_score(positive, numbers, sample_weight=given.weights)
    assert ranked(given).auc == pytest.approx(area)
    assert ranked(given).average_precision == pytest.approx(precision)


@given(PROBABILITIES)
def test_counts_are_those_of_the_definition(given: Said) -> None:
    degrees, positive, weights = given
    found = measure(np.array(positive), np.array(degrees), 0.0, given.weights).named()
    decided = [float(h > literal.POSITIVE_DEGREE) for h in degrees]
    names = ("TP", "FP", "TNP", "FNP")
    crisp = [found[name] for name in names]
    fuzzy = [found[f"fuzzy_{name}"] for name in names]
    assert crisp == list(literal.counts(decided, positive, weights))
    assert fuzzy == pytest.approx(literal.counts(degrees, positive, weights), abs=1e-12)
    assert min(crisp + fuzzy) >= 0


@given(PROBABILITIES)
def test_probabilities_are_measured_as_defined(given: Said) -> None:
    found = forecast(given)
    assert found.brier == pytest.approx(literal.brier(*given))
    assert found.log_loss == pytest.approx(literal.log_loss(*given))
    assert found.calibration_error == pytest.approx(literal.calibration_error(*given), abs=1e-12)


@given(PROBABILITIES)
def test_probabilities_are_measured_as_scikit_learn_does(given: Said) -> None:
    assume(given.has_both_classes)
    numbers, positive, _ = given
    error = brier_score_loss(positive, numbers, sample_weight=given.weights)
    loss = log_loss(positive, numbers, sample_weight=given.weights)
    assert forecast(given).brier == pytest.approx(error)
    assert forecast(given).log_loss == pytest.approx(loss)


@given(PROBABILITIES)
def test_an_example_of_weight_three_is_three_examples(given: Said) -> None:
    assume(sum(given.counts))
    listed = [(p, y) for p, y, n in zip(*given, strict=True) for _ in range(n)]
    repeated = Said([p for p, _ in listed], [y for _, y in listed], [1] * len(listed))
    assert forecast(given).named() == pytest.approx(forecast(repeated).named(), abs=1e-12)


@given(PROBABILITIES, st.randoms(use_true_random=False))
def test_the_order_of_examples_does_not_matter(given: Said, random: object) -> None:
    rows = list(zip(*given, strict=True))
    random.shuffle(rows)  # type: ignore[attr-defined]
    shuffled = Said(*map(list, zip(*rows, strict=True)))
    assert forecast(given).named() == pytest.approx(forecast(shuffled).named(), abs=1e-12)
