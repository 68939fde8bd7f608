"""Fitting the weights of given concepts: ridge regression and penalised logistic regression.

Each weight keeps to the side that its concept argues for, so no rule speaks against its own
examples (mathematics §9).
"""

from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.learners.gradient.losses import Loss
from owlboost.learners.gradient.sides import least_on_sides

_NEWTON_STEPS = 50
_CONVERGED = 1e-9


def scores_of(columns: Floats, alpha: Floats) -> Floats:
    """``F = Σ αᵢ·Cᵢ`` for every example, the same however many threads BLAS may use.

    Examples
    --------
    >>> scores_of(np.array([[1.0, 0.5], [1.0, 0.0]]), np.array([0.25, 1.0]))
    array([0.75, 0.25])
    """
    out = np.zeros(columns.shape[0])
    for number, weight in enumerate(alpha):
        out += weight * columns[:, number]
    return out


def _column_sums(columns: Floats, values: Floats) -> Floats:
    """``Σ_a Cᵢ(a)·v(a)`` for every column; einsum, unlike BLAS, sums in one order always."""
    return np.asarray(np.einsum("ni,n->i", columns, values, optimize=False))


@dataclass(frozen=True, slots=True, eq=False)
class _Penalised:
    """The loss of weights α of some columns, with what keeps them small and on their side."""

    loss: Loss
    columns: Floats
    labels: Floats
    weights: Weights
    penalty: Floats
    sides: Floats

    def value(self, alpha: Floats) -> float:
        """Loss and penalty."""
        scores = scores_of(self.columns, alpha)
        ridge = float((self.penalty * alpha**2).sum() / 2)
        return self.loss.value(scores, self.labels, self.weights) + ridge

    def newton_step(self, alpha: Floats) -> Floats:
        """Return the step to the least of the parabola at some weights."""
        scores = scores_of(self.columns, alpha)
        slopes, curvatures = self.loss.derivatives(scores, self.labels, self.weights)
        matrix = self._matrix(curvatures)
        right = _column_sums(self.columns, slopes) + self.penalty * alpha
        return least_on_sides(matrix, matrix @ alpha - right, self.sides) - alpha

    def solved(self) -> Floats:
        """Return the best weights where the loss is a parabola."""
        right = _column_sums(self.columns, self.weights * self.labels)
        return least_on_sides(self._matrix(self.weights), right, self.sides)

    def _matrix(self, curvatures: Floats) -> Floats:
        weighted = self.columns * curvatures[:, None]
        matrix = np.einsum("ni,nj->ij", weighted, self.columns, optimize=False)
        return np.asarray(matrix + np.diag(self.penalty), dtype=np.float64)


def fit_weights(
    loss: Loss,
    columns: Floats,
    labels: Floats,
    weights: Weights,
    ridge: float,
    sides: Floats,
    start: Floats | None = None,
) -> Floats:
    """Weights α of all columns together; the first column, ⊤, is not penalised.

    No weight leaves its side: 1 for weights of at least 0, −1 for those of at most 0, and 0 for a
    free one. Iterations begin at ``start``, the weights of the first columns, if it is given.

    Examples
    --------
    >>> from owlboost.learners.gradient.losses import SQUARED
    >>> columns = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> sides = np.array([0.0, 1.0])
    >>> fit_weights(SQUARED, columns, np.array([0.0, 1.0]), np.ones(2), 1e-9, sides).round(6)
    array([0., 1.])
    """
    penalty = np.full(columns.shape[1], ridge)
    penalty[0] = _CONVERGED
    problem = _Penalised(loss, columns, labels, weights, penalty, sides)
    if loss.is_quadratic:
        return problem.solved()
    alpha = np.zeros(columns.shape[1])
    if start is not None:
        alpha[: start.size] = start
    return _descended(problem, alpha)


def _descended(problem: _Penalised, alpha: Floats) -> Floats:
    """Newton's method; each step goes to the least parabola on the sides of the weights."""
    value = problem.value(alpha)
    for _ in range(_NEWTON_STEPS):
        alpha, after = _line_search(problem, alpha, problem.newton_step(alpha), value)
        if value - after <= _CONVERGED * (1 + abs(value)):
            break
        value = after
    return alpha


def _line_search(
    problem: _Penalised, alpha: Floats, step: Floats, value: float
) -> tuple[Floats, float]:
    """Halve a Newton step until it does not raise the loss."""
    size = 1.0
    while size > _CONVERGED:
        candidate = alpha + size * step
        after = problem.value(candidate)
        if after <= value:
            return candidate, after
        size /= 2
    return alpha, value
