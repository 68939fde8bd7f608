"""The logistic loss of an additive model, in one pass over its examples.

Exponentials and logarithms are series, some multiplications each that a processor makes for several
examples at once. Unlike those of libraries, their last bit is the same on every machine.
"""

import math

import numpy as np

from owlboost._typing import Floats, Offsets, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled
from owlboost.kernels.products import SIDE_BY_SIDE, add_products, combined

_LARGEST = 700.0
"""Of larger scores the probability is 0 or 1 to the last bit, and nothing is added to the loss."""

_HALVINGS = 1 / math.log(2)
_LOG_2, _REST_OF_LOG_2 = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""log 2: so few digits that their product with a small whole number is exact, and the rest."""

_EXPONENT = 52
"""The bit of a number at which its exponent begins."""

_ONE = 2.0**_EXPONENT + 1023
"""Its last bits are the exponent of 1."""

_OF_EXPONENTIAL = tuple(1 / math.factorial(n) for n in range(13, -1, -1))
_OF_LOGARITHM = tuple(1 / n for n in range(21, 0, -2))
"""Factors of both series, those of the highest powers first; longer loops would not be unrolled."""


@compiled(types.nothing, types.floats, *[types.floats_out] * 2, types.offsets_out)
def fill_logistic(scores: Floats, small: Floats, logarithms: Floats, bits: Offsets) -> None:
    r"""Write :math:`s = e^{-|F|}` and :math:`\log(1 + s)` for every score F.

    The exponential is :math:`2^{-n} e^x`, with x between ±½ log 2. The logarithm of c + d is that
    of c, and twice the sum of :math:`z^k / k` over odd k, where :math:`z = d / (2c + d)`. ``bits``
    are those of the logarithms.
    """
    for a in range(scores.size):
        size = abs(scores[a])
        size = size if size < _LARGEST else _LARGEST  # noqa: FURB136 - as in tnorms
        n = np.floor(size * _HALVINGS + 0.5)
        logarithms[a] = _ONE - n
        small[a] = (n * _LOG_2 - size) + n * _REST_OF_LOG_2
    for a in range(scores.size):
        bits[a] <<= _EXPONENT  # 2⁻ⁿ
    for a in range(scores.size):
        x, total = small[a], 0.0
        for factor in _OF_EXPONENTIAL:
            total = total * x + factor
        small[a] = total * logarithms[a]
    for a in range(scores.size):
        s, total = small[a], 0.0
        near_two = s > math.sqrt(2) - 1
        known = math.log(2) if near_two else 0.0
        z = (s - 1.0) / (s + 3.0) if near_two else s / (s + 2.0)
        square = z * z
        for factor in _OF_LOGARITHM:
            total = total * square + factor
        logarithms[a] = known + 2.0 * z * total


@compiled(types.number, types.floats, *[types.floats_out] * 3, types.floats, types.floats)
def fill_parabolas(
    scores: Floats,
    small: Floats,
    losses: Floats,
    slopes: Floats,
    labels: Floats,
    weights: Weights,
) -> float:
    r"""Write slope and curvature of the loss at every example, and return its sum.

    .. math:: w (\max(F, 0) + \log(1 + e^{-|F|}) - y F), \quad w (p - y), \quad w p (1 - p)

    ``small`` and ``losses`` begin as :func:`fill_logistic` writes them, and ``small`` becomes the
    curvature.
    """
    for a in range(scores.size):
        score, label, weight = scores[a], labels[a], weights[a]
        likely = 1.0 / (1.0 + small[a])
        likely = likely if score >= 0 else 1.0 - likely
        above = score if score >= 0 else 0.0
        losses[a] = ((above + losses[a]) - label * score) * weight
        slopes[a] = (likely - label) * weight
        small[a] = (weight * likely) * (1.0 - likely)
    value = 0.0
    for a in range(scores.size):
        value += losses[a]
    return value


@compiled(
    types.number, types.grid, types.floats, types.integer, types.floats, types.floats,
    *[types.floats_out] * 4, types.offsets_out, types.grid_out, types.floats_out,
)  # fmt: skip
def add_parabola(
    columns: Floats,
    alpha: Floats,
    first: int,
    labels: Floats,
    weights: Weights,
    scores: Floats,
    slopes: Floats,
    small: Floats,
    losses: Floats,
    bits: Offsets,
    matrix: Floats,
    right: Floats,
) -> float:
    """Add what :func:`logistic_parabola` returns, some rows at a time, and return the loss."""
    value = 0.0
    for start in range(0, labels.size, scores.size):
        n = min(scores.size, labels.size - start)
        few, at = scores[:n], first + start
        combined(columns, alpha, at, few)
        fill_logistic(few, small, losses, bits)
        some, theirs = labels[start : start + n], weights[start : start + n]
        value += fill_parabolas(few, small, losses, slopes, some, theirs)
        add_products(columns, at, slopes, small[:n], 0, losses, matrix, right)
    return value


def logistic_terms(
    scores: Floats, labels: Floats, weights: Weights
) -> tuple[Floats, Floats, Floats]:
    """Loss, slope and curvature of every example, as :func:`fill_parabolas` writes them.

    Examples
    --------
    >>> logistic_terms(np.zeros(1), np.ones(1), np.full(1, 2.0))
    (array([1.38629436]), array([-1.]), array([0.5]))
    """
    losses, slopes, curvatures = np.empty((3, scores.size))
    fill_logistic(scores, curvatures, losses, losses.view(np.int64))
    fill_parabolas(scores, curvatures, losses, slopes, labels, weights)
    return losses, slopes, curvatures


def logistic_parabola(
    columns: Floats, alpha: Floats, first: int, labels: Floats, weights: Weights
) -> tuple[float, Floats, Floats]:
    r"""Loss of :math:`F = \sum_i \alpha_i C_i` over the rows of columns from ``first`` on.

    Returned are, with the probability p that F stands for,

    .. math:: \sum_a w (\log(1 + e^F) - y F), \quad \sum_a w p (1 - p) C_i C_j,
              \quad \sum_a w (p - y) C_i

    Examples
    --------
    >>> logistic_parabola(np.ones((1, 1)), np.zeros(1), 0, np.ones(1), np.full(1, 2.0))
    (1.3862943611198906, array([[0.5]]), array([-1.]))
    """
    m = alpha.size
    matrix, right = np.zeros((m, m)), np.zeros(m)
    scores, slopes, small, losses = np.empty((4, SIDE_BY_SIDE))
    room = scores, slopes, small, losses, losses.view(np.int64)
    value = add_parabola(columns, alpha, first, labels, weights, *room, matrix, right)
    return value, matrix, right
