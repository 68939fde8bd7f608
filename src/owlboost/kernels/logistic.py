"""The logistic loss of many scores, in one pass.

Exponentials and logarithms are made beforehand: libraries differ in their last bit.
"""

from owlboost._typing import Floats, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled


@compiled(types.nothing, *[types.floats] * 4, *[types.floats_out] * 3)
def logistic_parabolas(
    scores: Floats,
    labels: Floats,
    weights: Weights,
    small: Floats,
    losses: Floats,
    slopes: Floats,
    curvatures: Floats,
) -> None:
    r"""Write value, slope and curvature of the loss at every example.

    .. math:: w (\max(F, 0) + \log(1 + e^{-|F|}) - y F), \quad w (p - y), \quad w p (1 - p)

    ``small`` is :math:`e^{-|F|}`, and ``losses`` begins as its :math:`\log(1 + e^{-|F|})`.
    """
    for a in range(scores.size):
        score, label, weight = scores[a], labels[a], weights[a]
        likely = 1.0 / (1.0 + small[a])
        if score >= 0:
            losses[a] = ((score + losses[a]) - label * score) * weight
        else:
            losses[a] = ((0.0 + losses[a]) - label * score) * weight
            likely = 1.0 - likely
        slopes[a] = (likely - label) * weight
        curvatures[a] = (weight * likely) * (1.0 - likely)
