"""Compilation with fixed signatures: one machine-code version each, cached on disk.

Arrays come in as read-only, whatever they are, so that frozen and fresh arrays share a version.
Kernels release the interpreter lock: blocks of rows can run on threads.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba as nb

Function = TypeVar("Function", bound=Callable[..., Any])

ids = nb.types.Array(nb.int32, 1, "C", readonly=True)
offsets = nb.types.Array(nb.int64, 1, "C", readonly=True)
floats = nb.types.Array(nb.float64, 1, "C", readonly=True)
grid = nb.types.Array(nb.float64, 2, "C", readonly=True)
ids_out = nb.int32[::1]
offsets_out = nb.int64[::1]
floats_out = nb.float64[::1]
integer = nb.int64
number = nb.float64


def compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """Compile a function for these argument and result types."""
    decorator: Callable[[Function], Function] = nb.njit(result(*arguments), cache=True, nogil=True)
    return decorator


def inlined(function: Function) -> Function:
    """Compile a small function into whatever calls it."""
    compiled_function: Function = nb.njit(function, inline="always")
    return compiled_function
