"""Numba, without what kernels have no use for.

To see whether there is a BLAS, Numba imports all of SciPy's linear algebra as soon as anything is
compiled or loaded. Kernels have no linear algebra, so that is put off until somebody else's has.
"""

import sys
from functools import cache
from importlib.util import find_spec
from typing import Any

_TOLD_OF_BLAS = "numba.np.arraymath"


@cache
def compiler() -> Any:
    """Return the module ``numba``."""
    import numba

    if _TOLD_OF_BLAS not in sys.modules and find_spec("scipy") is not None:
        _put_off_blas()
    return numba


def _put_off_blas() -> None:
    """Let Numba take it that there is a BLAS; it looks again before it calls one."""
    from numba.np import linalg

    before = getattr(linalg, "ensure_blas", None)
    if before is None or _TOLD_OF_BLAS in sys.modules:
        return
    linalg.ensure_blas = _nothing
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = before
    told: Any = arraymath
    told.ensure_blas = before


def _nothing() -> None:
    """Do nothing."""
