"""Fitting the weights of given concepts: ridge regression and penalised logistic regression."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from owlboost._typing import Floats, Weights
from owlboost.learners.gradient.losses import Loss

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
    """The loss of weights α of some columns, with what keeps them small."""

    loss: Loss
    columns: Floats
    labels: Floats
    weights: Weights
    penalty: Floats

    def value(self, alpha: Floats) -> float:
        """Loss and penalty."""
        scores = scores_of(self.columns, alpha)
        ridge = float((self.penalty * alpha**2).sum() / 2)
        return self.loss.value(scores, self.labels, self.weights) + ridge

    def slope(self, alpha: Floats) -> Floats:
        """Return the derivative by each weight."""
        scores = scores_of(self.columns, alpha)
        slopes, _ = self.loss.derivatives(scores, self.labels, self.weights)
        return _column_sums(self.columns, slopes) + self.penalty * alpha

    def newton_step(self, alpha: Floats) -> Floats:
        """Return the step to the least of the parabola at some weights."""
        scores = scores_of(self.columns, alpha)
        slopes, curvatures = self.loss.derivatives(scores, self.labels, self.weights)
        right = -_column_sums(self.columns, slopes) - self.penalty * alpha
        return self.solved(curvatures, right)

    def solved(self, curvatures: Floats, right: Floats) -> Floats:
        """Solve the normal equations."""
        weighted = self.columns * curvatures[:, None]
        matrix = np.einsum("ni,nj->ij", weighted, self.columns, optimize=False)
        matrix = matrix + np.diag(self.penalty)
        return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)


def fit_weights(
    loss: Loss,
    columns: Floats,
    labels: Floats,
    weights: Weights,
    ridge: float,
    start: Floats | None = None,
    *,
    monotone: bool = False,
) -> Floats:
    """Weights α of all columns together; the first column, ⊤, is not penalised.

    With ``monotone`` all weights but the first are kept from falling below 0. Iterations begin at
    ``start``, the weights of the first columns, if it is given.

    Examples
    --------
    >>> from owlboost.learners.gradient.losses import SQUARED
    >>> columns = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> fit_weights(SQUARED, columns, np.array([0.0, 1.0]), np.ones(2), 1e-9).round(6)
    array([0., 1.])
    """
    penalty = np.full(columns.shape[1], ridge)
    penalty[0] = _CONVERGED
    begun = np.zeros(columns.shape[1])
    if start is not None:
        begun[: start.size] = start
    problem = _Penalised(loss, columns, labels, weights, penalty)
    free = _unbounded(problem, begun)
    if monotone and (free[1:] < 0).any():
        return _bounded(problem)
    return free


def _unbounded(problem: _Penalised, alpha: Floats) -> Floats:
    if problem.loss.is_quadratic:
        right = _column_sums(problem.columns, problem.weights * problem.labels)
        return problem.solved(problem.weights, right)
    value = problem.value(alpha)
    for _ in range(_NEWTON_STEPS):
        alpha, after = _line_search(problem, alpha, problem.newton_step(alpha), value)
        if value - after <= _CONVERGED * (1 + abs(value)):
            break
        value = after
    return alpha


def _bounded(problem: _Penalised) -> Floats:
    """Minimise the penalised loss with all weights but the first at least 0."""
    n = problem.columns.shape[1]
    found = minimize(
        problem.value,
        np.zeros(n),
        jac=problem.slope,
        method="L-BFGS-B",
        bounds=[(None, None)] + [(0.0, None)] * (n - 1),
        options={"ftol": _CONVERGED**2, "gtol": _CONVERGED, "maxiter": 10_000},
    )
    return np.asarray(found.x, dtype=np.float64)


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
