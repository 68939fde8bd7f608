"""Writing files whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from owlboost.errors import SourceError


@contextmanager
def atomic_path(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside ``path`` that takes its place on success.

    If the block fails, the temporary file is removed and an older ``path`` stays as it was. A
    symbolic link is followed; a device such as ``/dev/stdout`` is written directly.

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
    require_writable(path)
    if _is_device(Path(path)):
        yield Path(path)
        return
    final = Path(path).resolve()
    temporary = final.with_name(f".{final.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        yield temporary
        temporary.replace(final)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SourceError(f"{os.fspath(path)} cannot be written: {reason}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def require_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no file can be written, before long work begins.

    Raises
    ------
    SourceError
        The path is a folder, or its folder does not exist or may not be written to.
    """
    shown = os.fspath(path)
    if _is_device(Path(path)):
        return
    final = Path(path).resolve()
    if final.is_dir():
        raise SourceError(f"{shown} is a folder; give a file to write to.")
    if not final.parent.is_dir():
        raise SourceError(
            f"{shown} cannot be written: the folder {final.parent} does not exist; create it first."
        )
    if not os.access(final.parent, os.W_OK):
        raise SourceError(f"{shown} cannot be written: its folder may not be written to.")


def _is_device(path: Path) -> bool:
    """Whether this is a terminal, a pipe or the like; a link to one has no other path."""
    return path.exists() and not path.is_file() and not path.is_dir()
