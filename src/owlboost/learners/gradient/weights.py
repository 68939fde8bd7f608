"""Fitting the weights of given concepts: ridge regression and penalised logistic regression."""

from typing import Literal

import numpy as np
from scipy.optimize import minimize

from owlboost._typing import Floats, Weights

Loss = Literal["squared", "logistic"]

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


def sigmoid(scores: Floats) -> Floats:
    """Logistic function, without overflow.

    Examples
    --------
    >>> sigmoid(np.array([0.0, -1000.0]))
    array([0.5, 0. ])
    """
    positive = 1 / (1 + np.exp(-np.abs(scores)))
    return np.where(scores >= 0, positive, 1 - positive)


def loss_value(loss: Loss, scores: Floats, labels: Floats, weights: Weights) -> float:
    """Weighted loss of scores F against labels y in {0, 1}."""
    if loss == "squared":
        return float((weights * (scores - labels) ** 2).sum()) / 2
    return float((weights * (np.logaddexp(0, scores) - labels * scores)).sum())


def derivatives(
    loss: Loss, scores: Floats, labels: Floats, weights: Weights
) -> tuple[Floats, Floats]:
    """Slope g and curvature k of the loss at every example (mathematics §9).

    Examples
    --------
    >>> derivatives("squared", np.array([0.5]), np.array([1.0]), np.array([2.0]))
    (array([-1.]), array([2.]))
    """
    if loss == "squared":
        return weights * (scores - labels), weights.copy()
    probability = sigmoid(scores)
    return weights * (probability - labels), weights * probability * (1 - probability)


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
    >>> columns = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> fit_weights("squared", columns, np.array([0.0, 1.0]), np.ones(2), 1e-9).round(6)
    array([0., 1.])
    """
    penalty = np.full(columns.shape[1], ridge)
    penalty[0] = _CONVERGED
    begun = np.zeros(columns.shape[1])
    if start is not None:
        begun[: start.size] = start
    free = _unbounded(loss, columns, labels, weights, penalty, begun)
    if monotone and (free[1:] < 0).any():
        return _bounded(loss, columns, labels, weights, penalty)
    return free


def _unbounded(
    loss: Loss,
    columns: Floats,
    labels: Floats,
    weights: Weights,
    penalty: Floats,
    alpha: Floats,
) -> Floats:
    if loss == "squared":
        return _solve(columns, weights, penalty, _column_sums(columns, weights * labels))
    value = _penalised("logistic", columns, alpha, labels, weights, penalty)
    for _ in range(_NEWTON_STEPS):
        slopes, curvatures = derivatives("logistic", scores_of(columns, alpha), labels, weights)
        right = -_column_sums(columns, slopes) - penalty * alpha
        step = _solve(columns, curvatures, penalty, right)
        alpha, after = _line_search(columns, alpha, step, labels, weights, penalty, value)
        if value - after <= _CONVERGED * (1 + abs(value)):
            break
        value = after
    return alpha


def _solve(columns: Floats, curvatures: Floats, penalty: Floats, right: Floats) -> Floats:
    weighted = columns * curvatures[:, None]
    matrix = np.einsum("ni,nj->ij", weighted, columns, optimize=False) + np.diag(penalty)
    return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)


def _bounded(
    loss: Loss, columns: Floats, labels: Floats, weights: Weights, penalty: Floats
) -> Floats:
    """Minimise the penalised loss with all weights but the first at least 0."""

    def slope(alpha: Floats) -> Floats:
        slopes, _ = derivatives(loss, scores_of(columns, alpha), labels, weights)
        return _column_sums(columns, slopes) + penalty * alpha

    found = minimize(
        lambda alpha: _penalised(loss, columns, alpha, labels, weights, penalty),
        np.zeros(columns.shape[1]),
        jac=slope,
        method="L-BFGS-B",
        bounds=[(None, None)] + [(0.0, None)] * (columns.shape[1] - 1),
        options={"ftol": _CONVERGED**2, "gtol": _CONVERGED, "maxiter": 10_000},
    )
    return np.asarray(found.x, dtype=np.float64)


def _penalised(
    loss: Loss,
    columns: Floats,
    alpha: Floats,
    labels: Floats,
    weights: Weights,
    penalty: Floats,
) -> float:
    return loss_value(loss, scores_of(columns, alpha), labels, weights) + float(
        (penalty * alpha**2).sum() / 2
    )


def _line_search(
    columns: Floats,
    alpha: Floats,
    step: Floats,
    labels: Floats,
    weights: Weights,
    penalty: Floats,
    value: float,
) -> tuple[Floats, float]:
    """Halve a Newton step until it does not raise the loss."""
    size = 1.0
    while size > _CONVERGED:
        candidate = alpha + size * step
        after = _penalised("logistic", columns, candidate, labels, weights, penalty)
        if after <= value:
            return candidate, after
        size /= 2
    return alpha, value
