"""Bounded reads, whole-or-nothing writes, locks between processes."""

import gzip
import io
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from owlboost.errors import SourceError
from owlboost.runtime.limits import exceeded, limits
from owlboost.runtime.signals import check_interrupt, undone, wrote

if sys.platform != "win32":
    import fcntl

HAS_FLOCK = sys.platform != "win32"
"""True on systems whose file locks end with their process."""


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if already locked."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Hold a lock file during the block; False if another process does.

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
    """A filelock lock whose file is removed on release."""

    def __init__(self, path: Path) -> None:
        from filelock import FileLock  # 0.1 s that most commands need not spend

        self._path = path
        self._lock = FileLock(path, mode=0o600, thread_local=False)

    @property
    def is_mine(self) -> bool:
        """Whether this lock holds the file."""
        return self._lock.is_locked

    def take(self) -> None:
        """Make the file unless it exists, and lock it if free."""
        from filelock import Timeout

        with suppress(Timeout):
            self._lock.acquire(blocking=False)
            self._file = self._path.stat()

    def release(self) -> None:
        """Remove the file if this lock holds it, and release it.

        It is removed while it is locked: a process that has opened it before finds that its file
        has no name any more, and begins anew. Where open files cannot be removed, filelock does it.
        """
        if self.is_mine and HAS_FLOCK:
            with suppress(FileNotFoundError):  # whoever owns the folder may have cleared it
                if os.path.samestat(self._file, self._path.stat()):
                    self._path.unlink()
        self._lock.release(force=True)


def is_file_at(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one at this path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


_CHUNK = 1 << 20

PATIENCE = 10.0
"""Wait this many seconds for a program to open a pipe for writing."""

_LEFTOVER = re.compile(r"\..*\.[0-9a-f]{12}\.part", re.DOTALL)


class LimitedStream(io.RawIOBase):
    """Another stream's bytes, up to the limit."""

    def __init__(self, stream: io.BufferedIOBase | gzip.GzipFile, name: object) -> None:
        super().__init__()
        self._stream = stream
        self._name = name
        self._left = limits().bytes

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        """Read some bytes; LimitError beyond the limit."""
        check_interrupt()
        count = self._stream.readinto(memoryview(buffer)[: self._left + 1])
        self._left -= count
        if self._left < 0:
            raise exceeded("bytes", self._name)
        return count

    def close(self) -> None:
        """Close this stream and the other one."""
        self._stream.close()
        super().close()


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return a path with its links followed, except circular ones."""
    return Path(os.path.realpath(path))


def open_bytes(path: Path) -> io.BufferedReader:
    """Open a file for reading.

    A pipe needs a program that writes to it.

    Raises
    ------
    SourceError
        It is a pipe that no program writes to.
    """
    if not path.is_fifo():
        return path.open("rb")
    with ThreadPoolExecutor(1) as waiting:
        opening = waiting.submit(path.open, "rb")
        try:
            return opening.result(PATIENCE)
        except BaseException as error:
            while not opening.done():  # a writer that goes at once lets the thread go
                with suppress(OSError):
                    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                time.sleep(0.01)
            opening.result().close()
            if isinstance(error, TimeoutError):
                raise SourceError(
                    f"{path} is a pipe that no program writes to; give a file, or start the "
                    "program first. What a pipe holds can be read only once."
                ) from None
            raise


def read_bytes(path: Path) -> bytes:
    """Read a file.

    Raises
    ------
    LimitError
        It has more bytes than the limit.
    SourceError
        It is a pipe that no program writes to.
    """
    with LimitedStream(open_bytes(path), path) as stream:
        return b"".join(iter(lambda: stream.read(_CHUNK), b""))


def inflated(data: bytes, name: object) -> bytes:
    """Decompress gzipped bytes.

    Raises
    ------
    LimitError
        They become more than the limit.
    """
    with LimitedStream(gzip.GzipFile(fileobj=io.BytesIO(data)), name) as stream:
        return b"".join(iter(lambda: stream.read(_CHUNK), b""))


@contextmanager
def atomic_path(path: str | os.PathLike[str], *, private: bool = False) -> Iterator[Path]:
    """Yield a temporary path that replaces ``path`` on success.

    The new file is on the disk before it takes the place, with the owner and the mode of the older
    one. If the block fails, the temporary file is removed and an older ``path`` stays as it was;
    what a killed process left is removed by the next write. A symbolic link is followed; a device
    such as ``/dev/stdout`` is written directly.

    A private file is for its owner alone, whatever the mode of the older one, and takes the place
    of a link or a device.

    Raises
    ------
    SourceError
        The folder does not exist, or the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "model.json"
    >>> with atomic_path(target) as temporary:
    ...     _ = temporary.write_text("{}")
    >>> target.read_text(), temporary.exists()
    ('{}', False)
    """
    if not private:
        require_writable(path)
        if _is_device(Path(path)):
            yield Path(path)
            return
    final = real_path(Path(path).parent) / Path(path).name if private else real_path(path)
    temporary_file = _Temporary(final, 0o600 if private else 0o666)
    with _reporting_errors(path):
        remove_leftovers(final.parent, final.name)
        with undone(temporary_file.make, temporary_file.remove):
            older = None if private else _like_the_older(temporary_file.descriptor, final)
            yield temporary_file.path
            _settle(temporary_file.path, older)
            temporary_file.path.replace(final)
            wrote()
            sync_folder(final.parent)


class _Temporary:
    """A temporary file beside another, locked so that other processes leave it."""

    def __init__(self, final: Path, mode: int) -> None:
        self._final = final
        self._mode = mode
        self.path = final
        self.descriptor = -1

    def make(self) -> None:
        """Make the file.

        Its path is set before, so that it can be removed at any moment.
        """
        while True:
            name = f"{_beginning(self._final.name)}{secrets.token_hex(6)}.part"
            self.path = self._final.with_name(name)
            self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, self._mode)
            if try_lock(self.descriptor) and is_file_at(self.descriptor, self.path):
                return
            os.close(self.descriptor)

    def remove(self) -> None:
        """Remove the file, if it exists, and close it."""
        if self.path != self._final:
            self.path.unlink(missing_ok=True)
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield an empty folder that is removed with its content.

    Examples
    --------
    >>> with temporary_folder() as folder:
    ...     folder.is_dir()
    True
    >>> folder.exists()
    False
    """
    folder = Path(tempfile.gettempdir(), f"owlboost-{secrets.token_hex(6)}")
    with undone(
        lambda: folder.mkdir(mode=0o700), lambda: shutil.rmtree(folder, ignore_errors=True)
    ):
        yield folder


@contextmanager
def _reporting_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn an OSError into one sentence saying why writing failed."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise SourceError(f"{os.fspath(path)} cannot be written: {reason}.") from error


def remove_leftovers(folder: Path, name: str | None = None) -> None:
    """Remove temporary files for ``name``, or any, that killed processes left in a folder.

    Those of living processes are locked, and stay.
    """
    if not HAS_FLOCK:
        return
    beginning = "." if name is None else _beginning(name)
    for entry in os.scandir(folder):
        if entry.name.startswith(beginning) and _LEFTOVER.fullmatch(entry.name):
            with suppress(OSError):  # another process may be removing it, too
                _remove_unless_held(Path(entry.path))


def _remove_unless_held(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and try_lock(descriptor):
            path.unlink()
    finally:
        os.close(descriptor)


def _beginning(name: str) -> str:
    """Return the first part of a temporary file's name, of bounded length."""
    return f".{os.fsdecode(os.fsencode(name)[:100])}."


def _like_the_older(descriptor: int, final: Path) -> os.stat_result | None:
    """Give a new file the older one's owner and mode.

    Return the status of the older file, or None. Nobody can read the new file who may not read the
    older one.
    """
    try:
        older = final.stat()
    except FileNotFoundError:
        return None
    if hasattr(os, "fchmod"):
        with suppress(PermissionError):  # only its owner and the administrator may
            os.fchown(descriptor, older.st_uid, older.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(older.st_mode) | stat.S_IRUSR | stat.S_IWUSR)
    return older


def _settle(temporary: Path, older: os.stat_result | None) -> None:
    """Wait until a file is on the disk, and set its mode."""
    _sync(temporary)
    if older is not None:
        temporary.chmod(stat.S_IMODE(older.st_mode))


def _sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Wait until a folder's new names are on the disk, if possible."""
    with suppress(OSError):
        _sync(folder)


def require_writable(path: str | os.PathLike[str]) -> None:
    """Reject a path where no file can be written.

    Raises
    ------
    SourceError
        The path is a folder or a circle of links, or its folder does not exist or may not be
        written to.
    """
    shown = os.fspath(path)
    try:
        if _is_device(Path(path)):
            return
        final = real_path(path)
        is_folder, has_folder = final.is_dir(), final.parent.is_dir()
        final.exists()
    except OSError as error:
        raise SourceError(f"{shown} cannot be written: {error.strerror or error}.") from error
    if is_folder:
        raise SourceError(f"{shown} is a folder; give a file to write to.")
    if not has_folder:
        raise SourceError(
            f"{shown} cannot be written: the folder {final.parent} does not exist; create it first."
        )
    if final.is_symlink():
        raise SourceError(f"{shown} cannot be written: its links lead in a circle.")
    if not os.access(final.parent, os.W_OK):
        raise SourceError(f"{shown} cannot be written: its folder may not be written to.")


def require_apart(
    outputs: Iterable[str | os.PathLike[str]], inputs: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Reject writing to a file that is read, or twice to one.

    Raises
    ------
    SourceError
        An output is an input, or another output.

    Examples
    --------
    >>> require_apart(["model.json"], ["iris.csv"])
    >>> require_apart(["./iris.csv"], ["iris.csv"])
    Traceback (most recent call last):
    owlboost.errors.SourceError: ./iris.csv is read, so it is not written to; give another output.
    """
    read = list(inputs)
    written: list[str | os.PathLike[str]] = []
    for output in outputs:
        if _is_device(Path(output)):
            continue
        if any(_is_same_file(output, path) for path in read):
            raise SourceError(
                f"{os.fspath(output)} is read, so it is not written to; give another output."
            )
        if any(_is_same_file(output, path) for path in written):
            raise SourceError(f"{os.fspath(output)} is given as two outputs; give each its own.")
        written.append(output)


def _is_same_file(first: str | os.PathLike[str], second: str | os.PathLike[str]) -> bool:
    try:
        return Path(first).samefile(second)
    except OSError:  # a file does not exist yet, or its status may not be read
        return real_path(first) == real_path(second)


def _is_device(path: Path) -> bool:
    """Whether this is a terminal, a pipe or the like."""
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except OSError:
        return False
