"""The array types that all rooms share."""

from typing import Any

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int32]
"""Element, label or class numbers."""

Offsets = npt.NDArray[np.int64]
"""Starts of the rows of a compressed array, and its end: one more than there are rows."""

Degrees = npt.NDArray[np.float64]
"""Degrees of truth in [0, 1]."""

Weights = npt.NDArray[np.float64]
"""Non-negative weights of the examples."""

Floats = npt.NDArray[np.float64]

Mask = npt.NDArray[np.bool_]

Answers = npt.NDArray[Any]
"""Labels of examples: whether they are positive or, if graded, to what degree."""
