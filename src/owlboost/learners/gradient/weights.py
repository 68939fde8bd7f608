"""Weights of given concepts: ridge and penalised logistic regression with given signs.

Each weight keeps the sign of its concept, so no rule contradicts its own examples (mathematics §9).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from owlboost.kernels.regression import column_products, combined
from owlboost.learners.gradient.losses import CONVERGED, NEWTON_STEPS, Loss
from owlboost.runtime.array_types import Floats, Mask, Weights

_NEGLIGIBLE = 1e-13
"""Slopes below this, relative to the largest one, count as 0."""

_GUESSES = 5
"""Number of attempts to hold and release weights all at once."""

_MOST_CHANGES = 10
"""Maximum number of single releases per weight, against cycles by rounding."""


def minimise_with_signs(matrix: Floats, right: Floats, signs: Floats) -> Floats:
    """Minimise ``½·αᵀAα − bᵀα`` over α with ``αᵢ·signᵢ ≥ 0``.

    A sign of 0 leaves αᵢ free. A is positive definite, so the minimum is unique: some weights are
    held at 0, and releasing any of them would not lower it. First, weights of the wrong sign are
    held and those that help are released, all at once (Kim and Park 2011). If that does not
    converge, they are released one at a time (Lawson and Hanson 1974, chapter 23).

    Examples
    --------
    >>> minimise_with_signs(np.eye(2), np.array([1.0, -2.0]), np.array([0.0, 1.0]))
    array([1., 0.])
    """
    alpha = np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
    if not (alpha * signs < 0).any():
        return alpha
    held = np.zeros(signs.size, dtype=np.bool_)
    for _ in range(_GUESSES):
        leaving = alpha * signs < 0
        helping = held & _helps(matrix, right, signs, alpha) if held.any() else held
        if not (leaving | helping).any():
            return alpha
        held = (held & ~helping) | leaving
        alpha = _least(matrix, right, held)
    return _one_by_one(matrix, right, signs)


def _helps(matrix: Floats, right: Floats, signs: Floats, alpha: Floats) -> Mask:
    """Mask the weights that would lower the parabola with their sign."""
    slopes = (right - matrix @ alpha) * signs
    return np.asarray(slopes > _NEGLIGIBLE * np.abs(right).max())


def _one_by_one(matrix: Floats, right: Floats, signs: Floats) -> Floats:
    """Release one held weight at a time, the most helpful first."""
    held = signs != 0
    alpha = _least(matrix, right, held)
    for _ in range(_MOST_CHANGES * signs.size):
        helping = held & _helps(matrix, right, signs, alpha)
        if not helping.any():
            break
        slopes = np.where(helping, (right - matrix @ alpha) * signs, 0.0)
        held[int(np.argmax(slopes))] = False
        alpha = _with_their_signs(matrix, right, signs, held, alpha)
    return alpha


def _with_their_signs(
    matrix: Floats, right: Floats, signs: Floats, held: Mask, alpha: Floats
) -> Floats:
    """Go towards the minimum, holding weights that would change their sign."""
    while True:
        aim = _least(matrix, right, held)
        leaving = np.flatnonzero(aim * signs < 0)
        if not leaving.size:
            return aim
        shares = alpha[leaving] / (alpha[leaving] - aim[leaving])
        share = shares.min()
        alpha = alpha + share * (aim - alpha)
        stopped = leaving[shares == share]
        alpha[stopped] = 0.0
        held[stopped] = True


def _least(matrix: Floats, right: Floats, held: Mask) -> Floats:
    """Minimise the parabola with some weights held at 0."""
    let_go = np.flatnonzero(~held)
    out = np.zeros(right.size)
    out[let_go] = np.linalg.solve(matrix[np.ix_(let_go, let_go)], right[let_go])
    return out


BLOCK = 1 << 14
"""Number of examples summed at a time, so that sums do not depend on the number of threads."""

Each = Callable[..., Iterable[Any]]
"""A map over blocks: ``map``, or that of a thread pool."""


def blocks(n_rows: int) -> Iterator[slice]:
    """Yield all examples in blocks, at least one.

    Examples
    --------
    >>> list(blocks(20_000))
    [slice(0, 16384, None), slice(16384, 20000, None)]
    """
    for first in range(0, max(n_rows, 1), BLOCK):
        yield slice(first, min(first + BLOCK, n_rows))


def scores_of(columns: Floats, alpha: Floats, each: Each = map) -> Floats:
    """Return ``F = Σ αᵢ·Cᵢ``, the same on any number of threads.

    ``each`` goes through blocks of examples.

    Examples
    --------
    >>> scores_of(np.array([[1.0, 0.5], [1.0, 0.0]]), np.array([0.25, 1.0]))
    array([0.75, 0.25])
    """
    out, rows = np.empty(columns.shape[0]), np.asfortranarray(columns).T
    if out.size <= BLOCK:
        combined(rows, alpha, 0, out)
        return out
    done = each(lambda at: combined(rows, alpha, at.start, out[at]), blocks(out.size))
    deque(done, maxlen=0)
    return out


@dataclass(frozen=True, slots=True, eq=False)
class NormalEquations:
    """Weighted sums of products of columns.

    Attributes
    ----------
    matrix
        ``Σ_a w(a)·Cᵢ(a)·Cⱼ(a)``.
    right
        ``Σ_a w(a)·Cᵢ(a)·y(a)``.
    """

    matrix: Floats
    right: Floats


class Regression:
    """Sign-constrained regression weights α of some columns, with a ridge.

    Signs are 1 for α ≥ 0, −1 for α ≤ 0, and 0 for a free weight. The first column, ⊤, is not
    penalised.
    """

    def __init__(
        self,
        loss: Loss,
        columns: Floats,
        labels: Floats,
        weights: Weights,
        ridge: float,
        signs: Floats,
        each: Each = map,
    ) -> None:
        self._loss = loss
        self._columns = np.asfortranarray(columns, dtype=np.float64).T
        self._labels = labels
        self._weights = weights
        self._penalty = np.full(signs.size, ridge)
        self._penalty[0] = CONVERGED
        self._bent = np.diag(self._penalty)
        self._signs = signs
        self._each = each

    def fitted(
        self, start: Floats | None = None, products_before: NormalEquations | None = None
    ) -> tuple[Floats, NormalEquations | None]:
        """Return the best weights, and their products for quadratic losses.

        Iterations begin at ``start``, the weights of the first columns; products of the first
        columns may be known.
        """
        if self._loss.is_quadratic:
            products = self._products(products_before)
            matrix = products.matrix + self._bent
            return minimise_with_signs(matrix, products.right, self._signs), products
        alpha = np.zeros(self._signs.size)
        if start is not None:
            alpha[: start.size] = start
        return self._descended(alpha), None

    def _products(self, products_before: NormalEquations | None) -> NormalEquations:
        """Sum the products of columns, but those summed before."""
        n_known = 0 if products_before is None else products_before.right.size

        def block_sums(rows: slice) -> tuple[Floats, Floats]:
            weights = self._weights[rows]
            slopes = weights * self._labels[rows]
            return column_products(self._columns, rows.start, slopes, weights, n_known)

        parts_of_blocks = self._each(block_sums, blocks(self._labels.size))
        matrix, right = (sum(parts) for parts in zip(*parts_of_blocks, strict=True))
        if products_before is not None:
            matrix[:n_known, :n_known] = products_before.matrix
            right[:n_known] = products_before.right
        return NormalEquations(matrix, right)

    def _parabola(self, alpha: Floats) -> tuple[float, Floats, Floats]:
        """Return loss and penalty at some weights, slopes and curvatures."""

        def block_sums(rows: slice) -> tuple[float, Floats, Floats]:
            given = self._labels[rows], self._weights[rows]
            return self._loss.parabola(self._columns, alpha, rows.start, *given)

        if self._labels.size <= BLOCK:
            value, matrix, slopes = block_sums(slice(0, self._labels.size))
        else:
            parts_of_blocks = self._each(block_sums, blocks(self._labels.size))
            value, matrix, slopes = (sum(part) for part in zip(*parts_of_blocks, strict=True))
        ridge = float((self._penalty * alpha**2).sum() / 2)
        return value + ridge, slopes + self._penalty * alpha, matrix + self._bent

    def _descended(self, alpha: Floats) -> Floats:
        """Minimise by Newton's method under the signs of the weights.

        Each step goes to the constrained minimum of the parabola, and is halved until it does not
        raise the loss. A step that promises next to nothing is the last.
        """
        if self._labels.size <= BLOCK:
            given = self._columns, self._labels, self._weights, self._penalty, self._signs
            alpha, is_best = self._loss.descended(alpha, *given)
            if is_best:
                return alpha
        value, slopes, matrix = self._parabola(alpha)
        for _ in range(NEWTON_STEPS):
            step = minimise_with_signs(matrix, matrix @ alpha - slopes, self._signs) - alpha
            promise = -float((slopes * step).sum() + (step * (matrix @ step)).sum() / 2)
            if promise <= CONVERGED * (1 + abs(value)):
                return alpha + step
            size = 1.0
            after, slopes, matrix = self._parabola(alpha + step)
            while after > value and size > CONVERGED:
                size /= 2
                after, slopes, matrix = self._parabola(alpha + size * step)
            if after > value:
                break
            alpha = alpha + size * step
            if value - after <= CONVERGED * (1 + abs(value)):
                break
            value = after
        return alpha


def fit_weights(
    loss: Loss,
    columns: Floats,
    labels: Floats,
    weights: Weights,
    ridge: float,
    signs: Floats,
    start: Floats | None = None,
) -> Floats:
    """Fit weights α of all columns by a :class:`Regression`.

    Examples
    --------
    >>> from owlboost.learners.gradient.losses import SQUARED
    >>> columns = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> signs = np.array([0.0, 1.0])
    >>> fit_weights(SQUARED, columns, np.array([0.0, 1.0]), np.ones(2), 1e-9, signs).round(6)
    array([0., 1.])
    """
    alpha, _ = Regression(loss, columns, labels, weights, ridge, signs).fitted(start)
    return alpha
