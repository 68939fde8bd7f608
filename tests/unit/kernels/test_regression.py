"""The logistic loss of an additive model, term by term."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.kernels.regression import (
    fill_logistic,
    logistic_descent,
    logistic_parabola,
    logistic_terms,
)
from owlboost.learners.gradient.losses import LOGISTIC, Loss
from owlboost.runtime.array_types import Floats

SCORES = st.floats(-40, 40) | st.sampled_from([0.0, -0.0, 5e-324, 699.9, -700.0, 1e300])


def exponentials(scores: list[float]) -> tuple[list[float], list[float]]:
    small, logarithms = np.empty(len(scores)), np.empty(len(scores))
    fill_logistic(np.array(scores), small, logarithms, logarithms.view(np.int64))
    return small.tolist(), logarithms.tolist()


@given(st.lists(SCORES, min_size=1, max_size=30))
def test_series_are_right_to_the_last_bits(scores: list[float]) -> None:
    for score, small, logarithm in zip(scores, *exponentials(scores), strict=True):
        expected = math.exp(-min(abs(score), 700.0))
        assert small == pytest.approx(expected, rel=5e-16)
        assert logarithm == pytest.approx(math.log1p(expected), rel=5e-16)


def test_exponentials_where_their_parts_change() -> None:
    """Halves of log 2 are where another power of ½ is taken, √2 − 1 where another logarithm."""
    edges = [math.log(2) * (n + 0.5) for n in range(40)] + [-math.log(math.sqrt(2) - 1)]
    near = [np.nextafter(edge, sign) for edge in edges for sign in (0, edge, 99)]
    for score, small, logarithm in zip(near, *exponentials(near), strict=True):
        assert small == pytest.approx(math.exp(-score), rel=5e-16)
        assert logarithm == pytest.approx(math.log1p(math.exp(-score)), rel=5e-16)


def test_what_is_no_number_stays_none() -> None:
    columns, one = np.array([[math.nan]]), np.ones(1)
    value, _, _ = logistic_parabola(columns, one, 0, one, one)
    assert math.isnan(value)


def drawn(m: int, n: int, seed: int) -> tuple[Floats, Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    columns, alpha = rng.random((m, n)), rng.normal(size=m, scale=9)
    return columns, alpha, rng.integers(0, 2, n) * rng.random(n).round(), rng.random(n)


@given(
    st.integers(1, 4),
    st.integers(1, 40) | st.sampled_from([511, 512, 513, 1030]),
    st.integers(0, 5),
    st.integers(0, 9),
)
def test_loss_slopes_and_curvatures_are_sums_over_rows(
    m: int, n: int, first: int, seed: int
) -> None:
    columns, alpha, labels, weights = drawn(m, first + n, seed)
    value, matrix, right = logistic_parabola(columns, alpha, first, labels[first:], weights[first:])
    losses, slopes, bends = [], [], []
    for a in range(first, first + n):
        score = math.fsum(alpha[i] * columns[i, a] for i in range(m))
        low = math.exp(-abs(score))
        likely = 1 / (1 + low) if score >= 0 else low / (1 + low)
        losses.append(weights[a] * (max(score, 0.0) + math.log1p(low) - labels[a] * score))
        slopes.append(weights[a] * (likely - labels[a]))
        bends.append(weights[a] * likely * (1 - likely))
    assert value == pytest.approx(math.fsum(losses), rel=1e-12, abs=1e-12)
    seen = columns[:, first:]
    assert np.allclose(right, seen @ np.array(slopes), rtol=1e-12, atol=1e-12)
    assert np.allclose(matrix, (seen * np.array(bends)) @ seen.T, rtol=1e-12, atol=1e-12)


@given(st.integers(1, 3), st.integers(1, 40), st.integers(0, 9))
def test_one_pass_agrees_with_its_parts(m: int, n: int, seed: int) -> None:
    columns, alpha, labels, weights = drawn(m, n, seed)
    value, *products = LOGISTIC.parabola(columns, alpha, 0, labels, weights)
    expected, *parts = Loss.parabola(LOGISTIC, columns, alpha, 0, labels, weights)
    assert value == pytest.approx(expected, rel=1e-12)
    for found, part in zip(products, parts, strict=True):
        assert np.allclose(found, part, rtol=1e-12, atol=1e-12)


@given(st.integers(1, 3), st.integers(1, 40), st.integers(0, 9))
def test_losses_slopes_and_curvatures_of_each_example(m: int, n: int, seed: int) -> None:
    columns, alpha, labels, weights = drawn(m, n, seed)
    scores = alpha @ columns
    losses, slopes, curvatures = logistic_terms(scores, labels, weights)
    likely = np.array([1 / (1 + math.exp(-min(max(score, -700.0), 700.0))) for score in scores])
    expected = weights * (np.logaddexp(0, scores) - labels * scores)
    assert np.allclose(losses, expected, rtol=1e-12, atol=1e-12)
    assert np.allclose(slopes, weights * (likely - labels), rtol=1e-12, atol=1e-12)
    assert np.allclose(curvatures, weights * likely * (1 - likely), rtol=1e-12, atol=1e-12)


def penalised_slopes(
    columns: Floats, labels: Floats, weights: Floats, penalty: Floats, alpha: Floats
) -> Floats:
    likely = 1 / (1 + np.exp(-(alpha @ columns)))
    found: Floats = columns @ (weights * (likely - labels)) + penalty * alpha
    return found


@given(st.integers(1, 5), st.integers(5, 60) | st.just(700), st.integers(0, 99), st.floats(0.05, 2))
def test_a_descent_ends_where_nothing_falls_any_more(
    m: int, n: int, seed: int, ridge: float
) -> None:
    columns, start, labels, weights = drawn(m, n, seed)
    penalty = np.full(m, ridge)
    given = columns, labels, weights, penalty
    found, is_best = logistic_descent(*given, np.zeros(m), start, 1e-12, 200)
    assert is_best
    assert np.abs(penalised_slopes(*given, found)).max() < 1e-4 * n


def test_a_step_that_goes_too_far_is_halved() -> None:
    #   at F = 12 the curvature is 6e-6 + 0.001, so that the first step goes to about −1 000
    one = np.ones((1, 1))
    given = one, np.zeros(1), np.ones(1), np.full(1, 0.001), np.zeros(1)
    far, is_best = logistic_descent(*given, np.full(1, 12.0), 1e-12, 50)
    near, _ = logistic_descent(*given, np.full(1, -5.0), 1e-12, 50)
    assert is_best
    assert far == pytest.approx(near, abs=1e-4)
    #   σ(F) + 0.001·F = 0
    assert 1 / (1 + math.exp(-far[0])) == pytest.approx(-0.001 * far[0], rel=1e-4)


def test_no_weight_leaves_its_side_and_then_it_is_not_the_end() -> None:
    columns, labels, ones = np.ones((1, 4)), np.array([1.0, 0.0, 0.0, 0.0]), np.ones(4)
    given = columns, labels, ones, np.full(1, 0.1)
    free, is_best = logistic_descent(*given, np.zeros(1), np.zeros(1), 1e-9, 50)
    assert is_best
    assert free[0] < -0.5  # most labels are 0
    held, is_best = logistic_descent(*given, np.ones(1), np.zeros(1), 1e-9, 50)
    assert (held.tolist(), is_best) == ([0.0], False)
    _, is_best = logistic_descent(*given, np.full(1, -1.0), np.zeros(1), 1e-9, 50)
    assert is_best


def test_curvatures_that_are_none_are_left_to_others() -> None:
    #   two equal columns without a penalty: no step is the best one
    columns, ones = np.ones((2, 3)), np.ones(3)
    nothing = np.zeros(2)
    found, is_best = logistic_descent(
        columns, np.array([1.0, 0.0, 1.0]), ones, nothing, nothing, nothing, 1e-9, 50
    )
    assert (found.tolist(), is_best) == ([0.0, 0.0], False)


def test_only_so_many_steps_are_made() -> None:
    one = np.ones(1)
    given = np.ones((1, 1)), one, one, one, np.zeros(1), np.full(1, -5.0)
    once, is_best = logistic_descent(*given, 1e-12, 1)
    best, _ = logistic_descent(*given, 1e-12, 50)
    assert is_best
    assert abs(once[0] - best[0]) > 0.01
