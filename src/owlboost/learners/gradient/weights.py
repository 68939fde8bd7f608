"""Weights of given concepts: ridge and penalised logistic regression with given signs.

Each weight keeps to the side that its concept argues for, so no rule speaks against its own
examples (mathematics §9).
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
"""A slope below this, relative to the largest one, promises nothing."""

_GUESSES = 5
"""Number of attempts to hold and release weights all at once."""

_MOST_CHANGES = 10
"""Maximum number of single releases per weight, against cycles by rounding."""


def minimise_with_signs(matrix: Floats, right: Floats, sides: Floats) -> Floats:
    """Minimise ``½·αᵀAα − bᵀα`` over α with ``αᵢ·sideᵢ ≥ 0``.

    A side of 0 leaves αᵢ free. A is positive definite, so there is one such α: some weights are
    held at 0, no other leaves its side, and letting go one that is held would not help. Which ones
    are held is guessed first (Kim and Park 2011): those that leave their side are held and those
    that would help let go, all at once. Where that finds no end, one is let go at a time (Lawson
    and Hanson 1974, chapter 23).

    Examples
    --------
    >>> minimise_with_signs(np.eye(2), np.array([1.0, -2.0]), np.array([0.0, 1.0]))
    array([1., 0.])
    """
    alpha = np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
    if not (alpha * sides < 0).any():
        return alpha
    held = np.zeros(sides.size, dtype=np.bool_)
    for _ in range(_GUESSES):
        leaving = alpha * sides < 0
        helping = held & _helps(matrix, right, sides, alpha) if held.any() else held
        if not (leaving | helping).any():
            return alpha
        held = (held & ~helping) | leaving
        alpha = _least(matrix, right, held)
    return _one_by_one(matrix, right, sides)


def _helps(matrix: Floats, right: Floats, sides: Floats, alpha: Floats) -> Mask:
    """Mask the weights that would lower the parabola on their side."""
    slopes = (right - matrix @ alpha) * sides
    return np.asarray(slopes > _NEGLIGIBLE * np.abs(right).max())


def _one_by_one(matrix: Floats, right: Floats, sides: Floats) -> Floats:
    """Release one held weight at a time, the most helpful first."""
    held = sides != 0
    alpha = _least(matrix, right, held)
    for _ in range(_MOST_CHANGES * sides.size):
        helping = held & _helps(matrix, right, sides, alpha)
        if not helping.any():
            break
        slopes = np.where(helping, (right - matrix @ alpha) * sides, 0.0)
        held[int(np.argmax(slopes))] = False
        alpha = _on_their_sides(matrix, right, sides, held, alpha)
    return alpha


def _on_their_sides(
    matrix: Floats, right: Floats, sides: Floats, held: Mask, alpha: Floats
) -> Floats:
    """Go towards the least, holding weights that would leave their side."""
    while True:
        aim = _least(matrix, right, held)
        leaving = np.flatnonzero(aim * sides < 0)
        if not leaving.size:
            return aim
        shares = alpha[leaving] / (alpha[leaving] - aim[leaving])
        share = shares.min()
        alpha = alpha + share * (aim - alpha)
        stopped = leaving[shares == share]
        alpha[stopped] = 0.0
        held[stopped] = True


def _least(matrix: Floats, right: Floats, held: Mask) -> Floats:
    """Minimise the parabola where some weights are held at 0."""
    let_go = np.flatnonzero(~held)
    out = np.zeros(right.size)
    out[let_go] = np.linalg.solve(matrix[np.ix_(let_go, let_go)], right[let_go])
    return out


BLOCK = 1 << 14
"""Examples that are summed at a time, on any number of threads, so that sums are the same."""

Each = Callable[..., Iterable[Any]]
"""A map over blocks: ``map``, or that of some threads."""


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
    """The best weights α of some columns: sign-constrained, penalised.

    The loss is least, with a ridge. No weight leaves its side: 1 for weights of at least 0, −1 for
    those of at most 0, and 0 for a free one. The first column, ⊤, is not penalised.
    """

    def __init__(
        self,
        loss: Loss,
        columns: Floats,
        labels: Floats,
        weights: Weights,
        ridge: float,
        sides: Floats,
        each: Each = map,
    ) -> None:
        self._loss = loss
        self._columns = np.asfortranarray(columns, dtype=np.float64).T
        self._labels = labels
        self._weights = weights
        self._penalty = np.full(sides.size, ridge)
        self._penalty[0] = CONVERGED
        self._bent = np.diag(self._penalty)
        self._sides = sides
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
            return minimise_with_signs(matrix, products.right, self._sides), products
        alpha = np.zeros(self._sides.size)
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
        """Minimise by Newton's method on the sides of the weights.

        Each step goes to the least of the parabola on the sides. A step that promises next to
        nothing is the last. Others are halved until they do not raise the loss.
        """
        if self._labels.size <= BLOCK:
            given = self._columns, self._labels, self._weights, self._penalty, self._sides
            alpha, is_best = self._loss.descended(alpha, *given)
            if is_best:
                return alpha
        value, slopes, matrix = self._parabola(alpha)
        for _ in range(NEWTON_STEPS):
            step = minimise_with_signs(matrix, matrix @ alpha - slopes, self._sides) - alpha
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
    sides: Floats,
    start: Floats | None = None,
) -> Floats:
    """Fit weights α of all columns by a :class:`Regression`.

    Examples
    --------
    >>> from owlboost.learners.gradient.losses import SQUARED
    >>> columns = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> sides = np.array([0.0, 1.0])
    >>> fit_weights(SQUARED, columns, np.array([0.0, 1.0]), np.ones(2), 1e-9, sides).round(6)
    array([0., 1.])
    """
    alpha, _ = Regression(loss, columns, labels, weights, ridge, sides).fitted(start)
    return alpha
