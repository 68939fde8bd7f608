"""Locks on open files: they end with the process that holds them, however it ends.

Systems without ``flock`` (Windows) have no such locks; there every lock is free to take.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
    with undone(lock.take, lock.leave):
        yield lock.is_mine


class _Lock:
    """A file that is held, if nobody else holds it."""

    def __init__(self, path: Path) -> None:
        self.is_mine = False
        self._path = path
        self._descriptor = -1

    def take(self) -> None:
        """Make the file if it is not there, and hold it if nobody does."""
        while True:
            no_link = getattr(os, "O_NOFOLLOW", 0)
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | no_link, 0o600)
            self.is_mine = hold(self._descriptor)
            if not self.is_mine or is_same(self._descriptor, self._path):
                return
            os.close(self._descriptor)  # its holder removed it meanwhile

    def leave(self) -> None:
        """Remove the file if it is held, and let go of it."""
        if self._descriptor < 0:
            return
        if self.is_mine and is_same(self._descriptor, self._path):
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1


def is_same(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one of this path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
