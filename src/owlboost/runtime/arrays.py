"""Array storage, in memory or memory-mapped, and the memory there is for it."""

import ctypes
import mmap
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np
import numpy.typing as npt

from owlboost.errors import SourceError

_ARENA = 1 << 28
"""Size in bytes of one temporary file, shared by many arrays to avoid a file for each."""

_ALIGNMENT = 64

_CONTROL_GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class ArrayStore(Protocol):
    """A place for arrays too large to keep many copies in memory."""

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Store an array and return it, read-only."""
        ...

    def allocate(self, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return an uninitialised array."""
        ...


class MemoryStore:
    """A store that leaves arrays in memory.

    Examples
    --------
    >>> MemoryStore().put(np.array([1.0, 2.0]))
    array([1., 2.])
    """

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the array itself, read-only."""
        array.flags.writeable = False
        return array

    def allocate(self, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return an uninitialised array."""
        return np.empty(size, dtype)


IN_MEMORY = MemoryStore()


class MappedStore:
    """A store that puts arrays into temporary, memory-mapped files.

    The files have no names, so that nothing is left of them when the process ends, however it ends,
    and each goes when nobody holds an array in it any more. They lie in ``folder``, by default the
    system's folder for temporary files (``TMPDIR``), and have ``arena`` bytes each.

    Examples
    --------
    >>> store = MappedStore()
    >>> store.put(np.array([1.0, 2.0]))
    array([1., 2.])
    """

    def __init__(self, folder: str | None = None, arena: int = _ARENA) -> None:
        self._folder = folder
        self._size = arena
        self._arena: mmap.mmap | None = None
        self._used = 0
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as an empty store; arrays are pickled by themselves."""
        return MappedStore, (self._folder, self._size)

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a copy in a file, read-only."""
        copy = self.allocate(array.size, array.dtype)
        copy[:] = array.ravel()
        copy.flags.writeable = False
        return copy.reshape(array.shape)

    def allocate(self, size: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return an uninitialised array that lies in a file.

        Raises
        ------
        SourceError
            There is no room on the disk.
        """
        n_bytes = size * np.dtype(dtype).itemsize
        if n_bytes == 0:
            return np.empty(0, dtype)
        with self._lock:  # threads of a race lay out their samples at the same time
            if self._arena is None or self._used + n_bytes > len(self._arena):
                self._arena, self._used = self._mapped(max(n_bytes, self._size)), 0
            array = np.frombuffer(self._arena, dtype, size, self._used)
            self._used += -(-n_bytes // _ALIGNMENT) * _ALIGNMENT
        return array

    def file(self) -> IO[bytes]:
        """Open a file without a name, for writing and reading."""
        try:
            return tempfile.TemporaryFile(dir=self._folder)
        except OSError as error:
            raise self.full(error) from error

    def full(self, error: OSError) -> SourceError:
        """Return the error that nothing can be written, with the way out."""
        return SourceError(
            f"The folder for temporary files, {self._folder or tempfile.gettempdir()}, cannot hold "
            f"the table: {error.strerror or error}. Set TMPDIR to a folder with more room."
        )

    def _mapped(self, size: int) -> mmap.mmap:
        with self.file() as file:
            try:
                _reserve(file, size)
                return mmap.mmap(file.fileno(), size)
            except OSError as error:
                raise self.full(error) from error


def _reserve(file: IO[bytes], size: int) -> None:
    """Reserve disk space, since writing to a mapped page must not fail."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        file.truncate(size)


def available_memory() -> int:
    """Return the bytes of memory that this process may use.

    It is the least of several limits: the machine's memory, that of its control group (of a
    container), and the limits that ``ulimit -d`` and ``ulimit -v`` set.

    Examples
    --------
    >>> available_memory() > 2**20
    True
    """
    return min(_limits_of_memory(), default=sys.maxsize)


def _limits_of_memory() -> Iterator[int]:
    if hasattr(os, "sysconf"):
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for path in map(Path, _CONTROL_GROUPS):
        try:
            text = path.read_text("ascii").strip()
        except OSError:
            continue
        if text.isdigit():
            yield int(text)
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        limit, _ = resource.getrlimit(kind)
        if limit != resource.RLIM_INFINITY:
            yield limit


def release_memory() -> None:
    """Return memory of freed arrays to the system.

    Allocators keep some of it, one for each thread. On systems other than Linux nothing happens.

    Examples
    --------
    >>> release_memory()
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


class MemoryBudget:
    """A budget of memory, in bytes."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, n_bytes: int) -> bool:
        """Take some of it, if there is enough; return whether there was."""
        enough = n_bytes <= self.left
        self.left -= n_bytes if enough else 0
        return enough
