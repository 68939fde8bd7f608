"""The rising steps nearest to numbers, by pooling neighbours that fall (mathematics §11)."""

import numpy as np

from owlboost._typing import Floats, Offsets, Weights
from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled


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
