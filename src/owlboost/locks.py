"""Locks on open files: they end with the process that holds them, however it ends.

Systems without ``flock`` (Windows) have no such locks; there every lock is free to take.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
    descriptor = _opened(path)
    try:
        mine = hold(descriptor)
        while mine and not is_same(descriptor, path):  # its holder removed it meanwhile
            os.close(descriptor)
            descriptor = _opened(path)
            mine = hold(descriptor)
        try:
            yield mine
        finally:
            if mine and is_same(descriptor, path):
                path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _opened(path: Path) -> int:
    no_link = getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, os.O_RDWR | os.O_CREAT | no_link, 0o600)


def is_same(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one of this path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
