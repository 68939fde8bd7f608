"""Numba, without what kernels have no use for.

Before Numba loads compiled code it imports all that compiling could need, which takes longer than
loading. And to see whether there is a BLAS, it imports all of SciPy's linear algebra before it
compiles anything; kernels have no linear algebra, so that is put off until somebody else's has.
Versions of Numba that work otherwise are left as they are.
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

    return numba


def lighten(dispatcher: Any) -> None:
    """Let what was compiled of a function be loaded without what compiling it would need.

    If nothing was, Numba compiles it and imports all of that by itself.
    """
    from numba.core.runtime.nrt import rtsys

    kept = dispatcher._cache
    load = getattr(kept, "_load_overload", None)
    guarded = getattr(kept, "_guard_against_spurious_io_errors", None)
    if load is None or guarded is None:
        _put_off_blas()
        return

    def loaded(signature: Any, context: Any) -> Any:
        rtsys.initialize(context)  # memory of arrays that kernels return
        with guarded():
            found = load(signature, context)
            if found is not None:
                return found
        _put_off_blas()
        return None

    kept.load_overload = loaded


def _put_off_blas() -> None:
    """Let Numba take it that there is a BLAS; it looks again before it calls one."""
    if _TOLD_OF_BLAS in sys.modules or find_spec("scipy") is None:
        return
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
