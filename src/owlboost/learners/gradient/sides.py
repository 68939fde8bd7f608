"""The least of a parabola where each weight keeps to its side (mathematics §9)."""

import numpy as np

from owlboost.runtime.array_types import Floats, Mask

_NEGLIGIBLE = 1e-13
"""A slope below this, relative to the largest one, promises nothing."""

_GUESSES = 5
"""How often weights are held and let go all at once."""

_MOST_CHANGES = 10
"""How often, for each weight, one is let go alone: rounding must not go in circles."""


def least_on_sides(matrix: Floats, right: Floats, sides: Floats) -> Floats:
    """Minimise ``½·αᵀAα − bᵀα`` over α with ``αᵢ·sideᵢ ≥ 0``; a side of 0 leaves αᵢ free.

    A is positive definite, so there is one such α: some weights are held at 0, no other leaves its
    side, and letting go one that is held would not help. Which ones are held is guessed first (Kim
    and Park 2011): those that leave their side are held and those that would help let go, all at
    once. Where that finds no end, one is let go at a time (Lawson and Hanson 1974, chapter 23).

    Examples
    --------
    >>> least_on_sides(np.eye(2), np.array([1.0, -2.0]), np.array([0.0, 1.0]))
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
    """Which weights would lower the parabola on their side."""
    slopes = (right - matrix @ alpha) * sides
    return np.asarray(slopes > _NEGLIGIBLE * np.abs(right).max())


def _one_by_one(matrix: Floats, right: Floats, sides: Floats) -> Floats:
    """Begin with all weights held at 0, and always let go the one that helps most."""
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
    """Go towards the least, and hold on the way at 0 what would leave its side."""
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
    """Return the least of the parabola where some weights are held at 0."""
    let_go = np.flatnonzero(~held)
    out = np.zeros(right.size)
    out[let_go] = np.linalg.solve(matrix[np.ix_(let_go, let_go)], right[let_go])
    return out
