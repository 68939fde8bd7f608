"""Regression: logistic and isotonic, products of columns, gains of residuals.

Exponentials and logarithms are series, some multiplications each that a processor makes for several
examples at once. Unlike those of libraries, their last bit is the same on every machine.

Columns are the rows of an array: degrees of one concept lie side by side. Products are summed in
blocks of rows, so that their order never changes. Kernels write where they are told to: to make
arrays themselves would take them long to compile.
"""

import math

import numpy as np

from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled
from owlboost.runtime.array_types import Floats, Mask, Offsets, Weights

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
    sides: Floats,
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
    """Go from ``alpha`` to where :func:`logistic_descent` ends, and tell whether that was reached.

    All but the first seven are room to write to. What solves for a step is Cholesky's factor of the
    curvatures.
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
                rest = matrix[i, j]
                for k in range(j):
                    rest -= factor[i, k] * factor[j, k]
                if j < i:
                    factor[i, j] = rest / factor[j, j]
                elif rest > 0:
                    factor[i, i] = math.sqrt(rest)
                else:
                    return False
        for i in range(m):
            rest = -slopes[i]
            for k in range(i):
                rest -= factor[i, k] * step[k]
            step[i] = rest / factor[i, i]
        for i in range(m - 1, -1, -1):
            rest = step[i]
            for k in range(i + 1, m):
                rest -= factor[k, i] * step[k]
            step[i] = rest / factor[i, i]
        promise, size = 0.0, 1.0
        for i in range(m):
            trial[i] = alpha[i] + step[i]
            if trial[i] * sides[i] < 0:
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
    sides: Floats,
    start: Floats,
    tolerance: float,
    most_steps: int,
) -> tuple[Floats, bool]:
    r"""Minimise the logistic loss and :math:`\sum_i \lambda_i \alpha_i^2 / 2` by Newton's method.

    A step that raises the loss is halved. A step that promises next to nothing is the last, and so
    is one that lowers the loss by next to nothing. Returned are the weights, and whether they are
    the best: it ends before a step that would take a weight off its side, and where curvatures
    are not positive.

    Examples
    --------
    >>> one = np.ones(1)
    >>> logistic_descent(np.ones((1, 1)), one, one, one, np.zeros(1), np.zeros(1), 1e-9, 50)
    (array([0.40105814]), True)
    """
    m, alpha = start.size, start.copy()
    trial, step, slopes = np.empty((3, m))
    scores, tilts, small, losses = np.empty((4, SIDE_BY_SIDE))
    matrix, factor = np.empty((2, m, m))
    room = trial, step, scores, tilts, small, losses, losses.view(np.int64), matrix, factor, slopes
    is_best = descend(columns, labels, weights, penalty, sides, tolerance, most_steps, alpha, *room)
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


SIDE_BY_SIDE = 512
"""Rows that stay in the nearest memory while all pairs of columns are multiplied."""

_sums = (types.grid, types.integer, types.floats, types.floats, types.integer,
         types.floats_out, types.grid_out, types.floats_out)  # fmt: skip
"""Columns, their first row, slopes, curvatures, how many are known; room, matrix, right."""


@compiled(types.number, types.floats, types.floats)
def dot(one: Floats, two: Floats) -> float:
    """``Σ x·y`` in eight sums side by side, which a processor adds at once."""
    s0, s1, s2, s3, s4, s5, s6, s7 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    full = one.size & ~7
    for a in range(0, full, 8):
        s0 += one[a] * two[a]
        s1 += one[a + 1] * two[a + 1]
        s2 += one[a + 2] * two[a + 2]
        s3 += one[a + 3] * two[a + 3]
        s4 += one[a + 4] * two[a + 4]
        s5 += one[a + 5] * two[a + 5]
        s6 += one[a + 6] * two[a + 6]
        s7 += one[a + 7] * two[a + 7]
    for a in range(full, one.size):
        s0 += one[a] * two[a]
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
    known: int,
    weighted: Floats,
    matrix: Floats,
    right: Floats,
) -> None:
    """Add the products of as many rows as there are curvatures to those of all.

    ``weighted`` is room for some of them.
    """
    for start in range(0, curvatures.size, weighted.size):
        n = min(weighted.size, curvatures.size - start)
        at = first + start
        for i in range(known, right.size):
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
    columns: Floats, first: int, slopes: Floats, curvatures: Weights, known: int
) -> tuple[Floats, Floats]:
    r"""For all pairs of columns, and for each of them, over the rows from ``first`` on:

    .. math:: \sum_a k_a C_i(a) C_j(a), \quad \sum_a g_a C_i(a)

    Those of the first ``known`` columns alone are left 0.
    """  # noqa: D400 - one sentence with its formulas
    m = columns.shape[0]
    matrix, right = np.zeros((m, m)), np.zeros(m)
    weighted = np.empty(SIDE_BY_SIDE)
    add_products(columns, first, slopes, curvatures, known, weighted, matrix, right)
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
    r"""Write for each move :math:`G^2 / (K + \lambda)` if above the least, and if it is usable.

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
    r"""Return the steps that never fall and have the least squared error, and where they begin.

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
