"""64-bit content hashes of elements."""

import numpy as np
import numpy.typing as npt

from owlboost.kernels import signatures as types
from owlboost.kernels._jit import compiled, inlined

Hashes = npt.NDArray[np.uint64]
"""64-bit hashes of what is stated of elements."""


@inlined
def _mixed(bits: np.uint64) -> np.uint64:
    """Spread every bit of a number over all bits (SplitMix64)."""
    mixed = bits + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@compiled(types.hashes_out, types.hashes, types.bits)
def mixed_numbers(bits: Hashes, salt: np.uint64) -> Hashes:
    """Mix the bits of each number, then again with a salt."""
    out = np.empty(bits.size, dtype=np.uint64)
    for at in range(bits.size):
        out[at] = _mixed(_mixed(bits[at]) ^ salt)
    return out
