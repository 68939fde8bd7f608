"""The logistic loss in one pass, term by term, and as its parts say it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.kernels.logistic import logistic_parabolas
from owlboost.learners.gradient.losses import LOGISTIC

EXAMPLES = st.lists(
    st.tuples(
        st.floats(-30, 30) | st.sampled_from([0.0, -0.0, 700.0, -700.0]),
        st.floats(0, 1),
        st.floats(0, 9),
    ),
    min_size=1,
    max_size=30,
)


@given(EXAMPLES)
def test_loss_slope_and_curvature_of_each_example(examples: list[tuple[float, ...]]) -> None:
    scores, labels, weights = (np.array(one) for one in zip(*examples, strict=True))
    small = np.exp(-np.abs(scores))
    losses, slopes, curvatures = np.log1p(small), np.empty(small.size), np.empty(small.size)
    logistic_parabolas(scores, labels, weights, small, losses, slopes, curvatures)
    for at, (score, label, weight) in enumerate(examples):
        low = math.exp(-abs(score))
        likely = 1 / (1 + low) if score >= 0 else low / (1 + low)
        value = max(score, 0.0) + math.log1p(low) - label * score
        assert losses[at] == pytest.approx(weight * value, abs=1e-12)
        assert slopes[at] == pytest.approx(weight * (likely - label), abs=1e-12)
        assert curvatures[at] == pytest.approx(weight * likely * (1 - likely), abs=1e-12)


@given(EXAMPLES)
def test_one_pass_gives_the_same_bits_as_its_parts(examples: list[tuple[float, ...]]) -> None:
    scores, labels, weights = (np.array(one) for one in zip(*examples, strict=True))
    value, *parts = LOGISTIC.parabola(scores, labels, weights)
    assert value == LOGISTIC.value(scores, labels, weights)
    for found, expected in zip(parts, LOGISTIC.derivatives(scores, labels, weights), strict=True):
        assert found.tolist() == expected.tolist()
