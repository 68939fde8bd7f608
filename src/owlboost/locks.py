"""Locks on files: they end with the process that holds them, however it ends.

Files that are being written are locked by ``flock``. Windows has none; there every file that is
being written counts as free, while :func:`lock_file` works everywhere.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from owlboost.interruptions import undone

if sys.platform != "win32":
    import fcntl

KNOWN = sys.platform != "win32"
"""Whether this system has locks that end with their process."""


def hold(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another one holds it."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Make and hold a file while the block runs; gives False if another process holds it.

    The file is for its owner alone, so that no other user of the machine can hold it, and is no
    link. It is removed afterwards. One that a killed process left is taken over.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "lock"
    >>> with lock_file(path) as mine, lock_file(path) as again:
    ...     mine, again
    (True, False)
    >>> path.exists()
    False
    """
    lock = _Lock(path)
    with undone(lock.take, lock.release):
        yield lock.is_mine


class _Lock:
    """A lock of the library filelock whose file is removed when the lock is released."""

    def __init__(self, path: Path) -> None:
        from filelock import FileLock  # 0.1 s that most commands need not spend

        self._path = path
        self._lock = FileLock(path, mode=0o600, thread_local=False)

    @property
    def is_mine(self) -> bool:
        """Whether this lock holds the file."""
        return self._lock.is_locked

    def take(self) -> None:
        """Make the file if it is not there, and hold it if nobody does."""
        from filelock import Timeout

        with suppress(Timeout):
            self._lock.acquire(blocking=False)
            self._file = self._path.stat()

    def release(self) -> None:
        """Remove the file if it is held, and let go of it.

        It is removed while it is held: a process that opened it before finds that its file has no
        name any more, and begins anew. Where open files cannot be removed, filelock does it.
        """
        if self.is_mine and KNOWN:
            with suppress(FileNotFoundError):  # whoever owns the folder may have cleared it
                if os.path.samestat(self._file, self._path.stat()):
                    self._path.unlink()
        self._lock.release(force=True)


def is_same(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one of this path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
