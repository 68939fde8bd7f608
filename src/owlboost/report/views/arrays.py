"""Arrays of numbers as short text, without loss: what a page decodes is what went in."""

from base64 import b64encode
from typing import Any

import numpy as np
import numpy.typing as npt

Packed = dict[str, Any]
"""``data`` in base64, little-endian; its ``type``; and what to divide by, if that is not 1."""

_WHOLE = ("i1", "i2", "i4")
_DIVISORS = (1, 10, 100, 1000, 10_000)
_LARGE = 1e30
"""Far below the largest number of any type of floating point."""


def packed(numbers: npt.ArrayLike) -> Packed:
    """Pack numbers into the smallest type that keeps every one of them exactly.

    Numbers with few decimals become whole numbers and a divisor: division is exact enough in any
    language to give the same number back, and this is checked.

    Examples
    --------
    >>> packed([5.1, 4.9])
    {'type': 'i1', 'divisor': 10, 'data': 'MzE='}
    >>> packed([1, 2])
    {'type': 'i1', 'divisor': 1, 'data': 'AQI='}
    >>> packed([0.5, 1 / 3])["type"]
    'f8'
    """
    values = np.asarray(numbers, dtype=np.float64).ravel()
    if values.size and not np.abs(values).max() < _LARGE:  # NaN is not less, either
        return _text(values.astype("<f8"), 1)
    for divisor in _DIVISORS:
        found = _whole(values, divisor)
        if found is not None:
            return _text(found, divisor)
    single = values.astype("<f4")
    if (single.astype(np.float64) == values).all():
        return _text(single, 1)
    return _text(values.astype("<f8"), 1)


def _whole(values: npt.NDArray[np.float64], divisor: int) -> npt.NDArray[Any] | None:
    """Return the numbers as whole ones over a divisor, if that is what they are."""
    if (np.signbit(values) & (values == 0)).any():  # there is no whole number −0
        return None
    rounded = np.rint(values * divisor)
    if rounded.size and np.abs(rounded).max() > np.iinfo(np.int32).max:
        return None
    if not (rounded / divisor == values).all():
        return None
    for name in _WHOLE:
        kind = np.iinfo(name)
        if not rounded.size or (rounded.min() >= kind.min and rounded.max() <= kind.max):
            return rounded.astype(f"<{name}")
    return None


def _text(values: npt.NDArray[Any], divisor: int) -> Packed:
    data = b64encode(values.tobytes()).decode("ascii")
    return {"type": values.dtype.str.lstrip("<|"), "divisor": divisor, "data": data}
