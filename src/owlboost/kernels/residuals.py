"""What moves explain of a residual, in one pass over their sums (mathematics §9)."""

import numpy as np

from owlboost._typing import Floats, Mask
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled


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
