"""Regression: logistic and isotonic, products of columns, gains of residuals.

Exponentials and logarithms are series, some multiplications each that a processor makes for several
examples at once. Unlike those of libraries, their last bit is the same on every machine.

Columns are the rows of an array: degrees of one concept lie side by side. Products are summed in
blocks of rows, so that their order never changes. Kernels write where they are told to: to make
arrays themselves would take them long to compile.
"""

import math

import numpy as np

from owlboost.kernels._jit import compiled, types
from owlboost.runtime.array_types import Floats, Mask, Offsets, Weights

_LARGEST = 700.0
"""Clip larger scores: their probability is 0 or 1 to the last bit."""

_HALVINGS = 1 / math.log(2)
_LOG_2, _REST_OF_LOG_2 = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""log 2 in two parts: the first has few digits, so multiples of it are exact."""

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
        size = size if size < _LARGEST else _LARGEST  # noqa: FURB136 - as in kernels.fuzzy
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
        log_c = math.log(2) if near_two else 0.0
        z = (s - 1.0) / (s + 3.0) if near_two else s / (s + 2.0)
        square = z * z
        for factor in _OF_LOGARITHM:
            total = total * square + factor
        logarithms[a] = log_c + 2.0 * z * total


@compiled(types.number, types.floats, *[types.floats_out] * 3, types.floats, types.floats)
def fill_parabolas(
    scores: Floats,
    small: Floats,
    losses: Floats,
    slopes: Floats,
    labels: Floats,
    weights: Weights,
) -> float:
    r"""Write the loss's slope and curvature per example; return the loss.

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
    """Add curvatures and slopes block by block; return the loss."""
    value = 0.0
    for start in range(0, labels.size, scores.size):
        n = min(scores.size, labels.size - start)
        block_scores, at = scores[:n], first + start
        combined(columns, alpha, at, block_scores)
        fill_logistic(block_scores, small, losses, bits)
        block_labels, block_weights = labels[start : start + n], weights[start : start + n]
        value += fill_parabolas(block_scores, small, losses, slopes, block_labels, block_weights)
        add_products(columns, at, slopes, small[:n], 0, losses, matrix, right)
    return value


@compiled(
    types.truth, types.grid, *[types.floats] * 4, types.number, types.integer,
    *[types.floats_out] * 3, *[types.floats_out] * 4, types.offsets_out,
    types.grid_out, types.grid_out, types.floats_out,
)  # fmt: skip
def descend(  # noqa: C901, PLR0912 - Newton, Cholesky and halving are one loop, compiled once
    columns: Floats,
    labels: Floats,
    weights: Weights,
    penalty: Floats,
    signs: Floats,
    tolerance: float,
    most_steps: int,
    alpha: Floats,
    trial: Floats,
    step: Floats,
    scores: Floats,
    tilts: Floats,
    small: Floats,
    losses: Floats,
    bits: Offsets,
    matrix: Floats,
    factor: Floats,
    slopes: Floats,
) -> bool:
    """Descend from ``alpha``; return whether the minimum was reached.

    All arguments but the first seven are buffers. What solves for a step is Cholesky's factor of
    the curvatures.
    """
    m, n_steps, value, size = alpha.size, 0, np.inf, 1.0
    for i in range(m):
        trial[i] = alpha[i]
    while True:
        for i in range(m):
            slopes[i] = 0.0
            for j in range(m):
                matrix[i, j] = 0.0
        after = add_parabola(columns, trial, 0, labels, weights,
                             scores, tilts, small, losses, bits, matrix, slopes)  # fmt: skip
        for i in range(m):
            after += penalty[i] * trial[i] * trial[i] / 2
            slopes[i] += penalty[i] * trial[i]
            matrix[i, i] += penalty[i]
        if after > value:  # too far
            size /= 2
            if size <= tolerance:
                return True
            for i in range(m):
                trial[i] = alpha[i] + size * step[i]
            continue
        for i in range(m):
            alpha[i] = trial[i]
        if n_steps == most_steps or (n_steps > 0 and value - after <= tolerance * (1 + abs(value))):
            return True
        value = after
        n_steps += 1
        for i in range(m):
            for j in range(i + 1):
                remainder = matrix[i, j]
                for k in range(j):
                    remainder -= factor[i, k] * factor[j, k]
                if j < i:
                    factor[i, j] = remainder / factor[j, j]
                elif remainder > 0:
                    factor[i, i] = math.sqrt(remainder)
                else:
                    return False
        for i in range(m):
            remainder = -slopes[i]
            for k in range(i):
                remainder -= factor[i, k] * step[k]
            step[i] = remainder / factor[i, i]
        for i in range(m - 1, -1, -1):
            remainder = step[i]
            for k in range(i + 1, m):
                remainder -= factor[k, i] * step[k]
            step[i] = remainder / factor[i, i]
        promise, size = 0.0, 1.0
        for i in range(m):
            trial[i] = alpha[i] + step[i]
            if trial[i] * signs[i] < 0:
                return False
            promise -= slopes[i] * step[i] / 2  # a step is as long as the parabola says
        if promise <= tolerance * (1 + abs(value)):
            for i in range(m):
                alpha[i] = trial[i]
            return True


def logistic_descent(
    columns: Floats,
    labels: Floats,
    weights: Weights,
    penalty: Floats,
    signs: Floats,
    start: Floats,
    tolerance: float,
    most_steps: int,
) -> tuple[Floats, bool]:
    r"""Minimise the penalised logistic loss by Newton's method.

    The penalty is :math:`\sum_i \lambda_i \alpha_i^2 / 2`.
    A step that raises the loss is halved. A step that promises next to nothing is the last, and so
    is one that lowers the loss by next to nothing. Returned are the weights, and whether they are
    the best: it ends before a step that would change the sign of a weight, and where curvatures
    are not positive.

    Examples
    --------
    >>> ones = np.ones(1)
    >>> logistic_descent(np.ones((1, 1)), ones, ones, ones, np.zeros(1), np.zeros(1), 1e-9, 50)
    (array([0.40105814]), True)
    """
    m, alpha = start.size, start.copy()
    trial, step, slopes = np.empty((3, m))
    scores, tilts, small, losses = np.empty((4, SIDE_BY_SIDE))
    matrix, factor = np.empty((2, m, m))
    room = trial, step, scores, tilts, small, losses, losses.view(np.int64), matrix, factor, slopes
    is_best = descend(columns, labels, weights, penalty, signs, tolerance, most_steps, alpha, *room)
    return alpha, is_best


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
    r"""Logistic loss of weighted columns from row ``first`` on, with derivatives.

    Returned are, with the probability p that :math:`F = \sum_i \alpha_i C_i` stands for,

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


SIDE_BY_SIDE = 512
"""Rows a block: they stay in the cache while all pairs of columns are multiplied."""

_sums = (types.grid, types.integer, types.floats, types.floats, types.integer,
         types.floats_out, types.grid_out, types.floats_out)  # fmt: skip
"""Columns, their first row, slopes, curvatures, how many are known; a buffer, matrix, right."""


@compiled(types.number, types.floats, types.floats)
def dot(x: Floats, y: Floats) -> float:
    """``Σ x·y`` in eight sums that a processor adds at once."""
    s0, s1, s2, s3, s4, s5, s6, s7 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    full = x.size & ~7
    for a in range(0, full, 8):
        s0 += x[a] * y[a]
        s1 += x[a + 1] * y[a + 1]
        s2 += x[a + 2] * y[a + 2]
        s3 += x[a + 3] * y[a + 3]
        s4 += x[a + 4] * y[a + 4]
        s5 += x[a + 5] * y[a + 5]
        s6 += x[a + 6] * y[a + 6]
        s7 += x[a + 7] * y[a + 7]
    for a in range(full, x.size):
        s0 += x[a] * y[a]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@compiled(types.nothing, types.grid, types.floats, types.integer, types.floats_out)
def combined(columns: Floats, alpha: Floats, first: int, out: Floats) -> None:
    r"""Write :math:`F(a) = \sum_i \alpha_i C_i(a)` for the rows from ``first`` on."""
    for a in range(out.size):
        out[a] = 0.0
    for i in range(alpha.size):
        weight = alpha[i]
        for a in range(out.size):
            out[a] += weight * columns[i, first + a]


@compiled(types.nothing, *_sums)
def add_products(
    columns: Floats,
    first: int,
    slopes: Floats,
    curvatures: Weights,
    n_known: int,
    weighted: Floats,
    matrix: Floats,
    right: Floats,
) -> None:
    """Add the products of some rows to ``matrix`` and ``right``.

    There are as many rows as curvatures; ``weighted`` is a buffer for some of them.
    """
    for start in range(0, curvatures.size, weighted.size):
        n = min(weighted.size, curvatures.size - start)
        at = first + start
        for i in range(n_known, right.size):
            column = columns[i, at : at + n]
            right[i] += dot(slopes[start : start + n], column)
            for a in range(n):
                weighted[a] = curvatures[start + a] * column[a]
            for j in range(i + 1):
                matrix[i, j] += dot(weighted[:n], columns[j, at : at + n])
    for i in range(right.size):
        for j in range(i):
            matrix[j, i] = matrix[i, j]


def column_products(
    columns: Floats, first: int, slopes: Floats, curvatures: Weights, n_known: int
) -> tuple[Floats, Floats]:
    r"""Weighted products of columns over the rows from ``first`` on.

    .. math:: \sum_a k_a C_i(a) C_j(a), \quad \sum_a g_a C_i(a)

    Those of the first ``n_known`` columns alone are left 0.
    """
    m = columns.shape[0]
    matrix, right = np.zeros((m, m)), np.zeros(m)
    weighted = np.empty(SIDE_BY_SIDE)
    add_products(columns, first, slopes, curvatures, n_known, weighted, matrix, right)
    return matrix, right


@compiled(types.nothing, types.grid, *[types.number] * 3, types.truth, types.floats_out,
          types.truths_out)  # fmt: skip
def fill_gains(
    sums: Floats,
    ridge: float,
    min_cover: float,
    least: float,
    falling: bool,
    gains: Floats,
    usable: Mask,
) -> None:
    r"""Write the gain of each move, and whether it is usable.

    The gain is :math:`G^2 / (K + \lambda)`, if above the least.
    The rows of ``sums`` are G, K, what a move covers, and its lift. Usable is what covers enough
    and points where its lift does: :math:`-G` has its sign. If only ``falling`` slopes count, G is
    below 0. The gain of anything else is :math:`-\infty`.
    """
    for m in range(gains.size):
        slope = sums[0, m]
        points = slope * sums[3, m] < 0 and (slope < 0 or not falling)
        usable[m] = points and sums[2, m] >= min_cover
        gains[m] = -np.inf
        if usable[m]:
            score = slope * slope / (sums[1, m] + ridge)
            if score > least:
                gains[m] = score


@compiled(types.several(types.floats_out, types.offsets_out), types.floats, types.floats)
def rising_steps(values: Floats, weights: Weights) -> tuple[Floats, Offsets]:
    r"""Return the isotonic steps of least squared error, and their starts.

    .. math:: \hat v_i = \max_{j \le i} \min_{k \ge i}
        \frac{\sum_{l=j}^k w_l v_l}{\sum_{l=j}^k w_l}

    A value joins the step before it unless it is higher; a step that grows takes in what is not
    higher after it, then what is not lower before it. The second array has one entry for each step
    and ends with the number of values. Sums are added in the order of SciPy.
    """
    n = values.size
    steps, sizes = np.empty(n, dtype=np.float64), np.empty(n, dtype=np.float64)
    starts = np.zeros(n + 1, dtype=np.int64)
    last, at = -1, 0
    while at < n:
        value, size = values[at], weights[at]
        if last >= 0 and steps[last] >= value:
            total = sizes[last] * steps[last] + size * value
            size += sizes[last]
            value = total / size
            last -= 1
            while at + 1 < n and value >= values[at + 1]:
                at += 1
                total += weights[at] * values[at]
                size += weights[at]
                value = total / size
            while last >= 0 and steps[last] >= value:
                total += sizes[last] * steps[last]
                size += sizes[last]
                value = total / size
                last -= 1
        last += 1
        at += 1
        steps[last], sizes[last], starts[last + 1] = value, size, at
    return steps[: last + 1].copy(), starts[: last + 2].copy()
