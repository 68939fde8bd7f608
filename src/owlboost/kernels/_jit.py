"""Compilation for fixed signatures: one machine-code version each, cached on disk.

Arrays come in as read-only, whatever they are, so that frozen and fresh arrays share a version.
Kernels release the interpreter lock: blocks of rows can run on threads. A kernel is compiled, or
loaded from the cache, when it is first called, and Numba is not imported before.
"""

import os
import stat
import tempfile
from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

_lock = RLock()

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
"""Skip the check for division by 0: no kernel divides by 0, and the check slows loops."""


class types:  # noqa: N801 - reads as a module where kernels name their types
    """Types of what kernels take and return, as Numba spells them.

    They are texts, so that Numba need not be imported before a kernel is called.
    """

    ids = "Array(int32, 1, 'C', readonly=True)"
    offsets = "Array(int64, 1, 'C', readonly=True)"
    floats = "Array(float64, 1, 'C', readonly=True)"
    grid = "Array(float64, 2, 'C', readonly=True)"
    starts = "Array(int64, 2, 'C', readonly=True)"
    codes = "Array(uint8, 2, 'C', readonly=True)"
    bytes_out = "Array(uint8, 1, 'C')"
    ids_out = "Array(int32, 1, 'C')"
    offsets_out = "Array(int64, 1, 'C')"
    floats_out = "Array(float64, 1, 'C')"
    grid_out = "Array(float64, 2, 'C')"
    truths_out = "Array(boolean, 1, 'C')"
    integer = "int64"
    number = "float64"
    truth = "boolean"
    nothing = "void"

    @staticmethod
    def several(*types: str) -> str:
        """Spell the type of several results.

        Examples
        --------
        >>> types.several(types.integer, types.number)
        'Tuple((int64, float64))'
        """
        return f"Tuple(({', '.join(types)}))"


class Kernel:
    """A function that becomes machine code when it is first called.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.kernels.relations import row_maxima
    >>> row_maxima(np.array([0, 2]), np.array([0.3, 0.5]))
    array([0.5])
    """

    def __init__(self, function: FunctionType, signature: str) -> None:
        self._function = function
        self._signature = signature
        self._code: Callable[..., Any] = self._first_call
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self._code(*arguments)

    def __reduce__(self) -> str:
        return self._function.__qualname__

    def _first_call(self, *arguments: Any) -> Any:
        return self.machine_code()(*arguments)

    def rebound(self, name: str, functions: dict[str, Any]) -> "Kernel":
        """Return the same loops around other functions."""
        function = self._function
        copy = FunctionType(function.__code__, function.__globals__ | functions, function.__name__)
        copy.__module__, copy.__qualname__ = function.__module__, f"{function.__qualname__}_{name}"
        return Kernel(copy, self._signature)

    def machine_code(self) -> Callable[..., Any]:
        """Compile the function, or load what was compiled before."""
        with _lock:
            if self._code == self._first_call:
                self._code = _cached(_completed(self._function), self._signature)
        return self._code


def compiled(result: str, *arguments: str) -> Callable[[Function], Function]:
    """Compile a function on its first call, for fixed :class:`types`."""
    signature = f"{result}({', '.join(arguments)})"

    def decorator(function: Function) -> Function:
        return cast("Function", Kernel(cast("FunctionType", function), signature))

    return decorator


def inlined(function: Function) -> Function:
    """Let a small function be compiled into whatever kernel calls it."""
    _INLINED.add(function)
    return function


_INLINED: set[Callable[..., Any]] = set()


def _completed(function: FunctionType) -> FunctionType:
    """Return a function that finds compiled what it calls."""
    import numba as nb

    called: dict[str, Any] = {}
    for name in function.__code__.co_names:
        callee = function.__globals__.get(name)
        if isinstance(callee, Kernel):
            called[name] = callee.machine_code()
        elif isinstance(callee, FunctionType) and callee in _INLINED:
            called[name] = nb.njit(_completed(callee), inline="always")
    if not called:
        return function
    copy = FunctionType(function.__code__, function.__globals__ | called, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _cached(function: FunctionType, signature: str) -> Callable[..., Any]:
    import numba as nb

    config: Any = nb.config
    if config.DISABLE_JIT:  # keep it in Python, for a debugger
        return function
    try:
        code = nb.njit(**_OPTIONS)(function)
    except RuntimeError as error:
        if "cannot cache" not in str(error) or config.CACHE_DIR:
            raise
        # neither the package's folder nor the user's can be written to
        config.CACHE_DIR = str(private_folder(Path(tempfile.gettempdir())))
        code = nb.njit(**_OPTIONS)(function)
    code.compile(signature)
    code.disable_compile()
    return cast("Callable[..., Any]", code)


def rebound(kernel: Function, name: str, **functions: Any) -> Function:
    """Return a kernel that calls other functions by the same names.

    ``name`` tells its compiled code from that of others, in the cache, too.
    """
    return cast("Function", cast("Kernel", kernel).rebound(name, functions))


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
        status = folder.lstat()
        mine = stat.S_ISDIR(status.st_mode) and status.st_uid == _user()
        if not mine or stat.S_IMODE(status.st_mode) & 0o077:
            return Path(tempfile.mkdtemp(dir=parent))
    return folder


def _user() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0
