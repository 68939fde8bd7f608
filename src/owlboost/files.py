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
    final = Path(path).resolve()
    _require_writable_place(final, path)
    if final.exists() and not final.is_file():
        yield final
        return
    temporary = final.with_name(f".{final.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        yield temporary
        temporary.replace(final)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SourceError(f"{os.fspath(path)} cannot be written: {reason}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def _require_writable_place(final: Path, path: str | os.PathLike[str]) -> None:
    shown = os.fspath(path)
    if final.is_dir():
        raise SourceError(f"{shown} is a folder: give the name of a file to write.")
    if not final.parent.is_dir():
        raise SourceError(
            f"{shown} cannot be written: the folder {final.parent} does not exist; create it first."
        )
