"""Compilation with fixed signatures: one machine-code version each, cached on disk.

Arrays come in as read-only, whatever they are, so that frozen and fresh arrays share a version.
Kernels release the interpreter lock: blocks of rows can run on threads.
"""

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba as nb

Function = TypeVar("Function", bound=Callable[..., Any])

ids = nb.types.Array(nb.int32, 1, "C", readonly=True)
offsets = nb.types.Array(nb.int64, 1, "C", readonly=True)
floats = nb.types.Array(nb.float64, 1, "C", readonly=True)
grid = nb.types.Array(nb.float64, 2, "C", readonly=True)
starts = nb.types.Array(nb.int64, 2, "C", readonly=True)
ids_out = nb.int32[::1]
offsets_out = nb.int64[::1]
floats_out = nb.float64[::1]
table_out = nb.float64[:, ::1]
integer = nb.int64
number = nb.float64
truth = nb.boolean


_config: Any = nb.config


def compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """Compile a function for these argument and result types."""
    signature = result(*arguments)

    def decorator(function: Function) -> Function:
        try:
            kernel: Function = nb.njit(signature, cache=True, nogil=True)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error) or _config.CACHE_DIR:
                raise
            # neither the package's folder nor the user's can be written to
            _config.CACHE_DIR = str(private_folder(Path(tempfile.gettempdir())))
            kernel = nb.njit(signature, cache=True, nogil=True)(function)
        return kernel

    return decorator


def private_folder(parent: Path) -> Path:
    """Return a folder for compiled code that nobody else can write to.

    One that is there already is taken only if it is this user's alone: compiled code of others
    would be run.

    Examples
    --------
    >>> parent = Path(tempfile.mkdtemp())
    >>> private_folder(parent) == private_folder(parent)
    True
    """
    folder = parent / f"owlboost-kernels-{_user()}"
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        found = folder.lstat()
        mine = stat.S_ISDIR(found.st_mode) and found.st_uid == _user()
        if not mine or stat.S_IMODE(found.st_mode) & 0o077:
            return Path(tempfile.mkdtemp(dir=parent))
    return folder


def _user() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0


def inlined(function: Function) -> Function:
    """Compile a small function into whatever calls it."""
    compiled_function: Function = nb.njit(function, inline="always")
    return compiled_function
