"""Where a project was served last: pages that are open find it again."""

import html
import json
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from owlboost.errors import OwlboostError
from owlboost.runtime.files import atomic_path, read_bytes

_FILE = "address.json"
_SEAL = "seal"
_PAGE = "open.html"
_MOST_PORTS = 65535

Seal = list[int]
"""What no archive can know beforehand: where a file lies on its disk, and since when."""


@dataclass(frozen=True, slots=True)
class KeptAddress:
    """The port and the token of a project.

    Attributes
    ----------
    token
        What requests must know.
    port
        Where it was served; None if it never was.
    refused
        Whether there was another token, which others may know.
    """

    token: str
    port: int | None = None
    refused: bool = False

    def keep(self, folder: Path) -> None:
        """Write it into the folder of the project, for its owner alone."""
        data = {"port": self.port, "token": self.token, "seal": _seal(folder) or _sealed(folder)}
        with atomic_path(folder / _FILE, private=True) as temporary:
            temporary.write_text(json.dumps(data), encoding="utf-8")


def kept_address(folder: Path) -> KeptAddress:
    """Return the address of a project; a new token if it has none that nobody else can know.

    A token may be known to others if they could read its file, or wrote it: a folder that was
    copied or unpacked has another seal than the one that its token was written with.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> KeptAddress("secret-secret-secret", 8765).keep(folder)
    >>> kept_address(folder)
    KeptAddress(token='secret-secret-secret', port=8765, refused=False)
    """
    data = _read(folder / _FILE)
    token, port = data.get("token"), data.get("port")
    new = KeptAddress(secrets.token_urlsafe(24))
    if not isinstance(token, str) or len(token) < 16 or not token.isascii():
        return new
    seal = _seal(folder)
    if seal is None or data.get("seal") != seal or _own(folder / _FILE) is None:
        return KeptAddress(new.token, refused=True)
    fits = isinstance(port, int) and 0 < port <= _MOST_PORTS
    return KeptAddress(token, port if fits else None)


def opening_page(folder: Path, url: str) -> Path:
    """Write a page that leads to an address, for its owner alone.

    A browser is told the name of the page: what it is told can be seen by all users of a machine.
    """
    address = html.escape(url)
    page = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="0; url={address}">\n<title>owlboost studio</title>\n'
        f'<p><a href="{address}">To the studio</a></p>\n</html>\n'
    )
    with atomic_path(folder / _PAGE, private=True) as temporary:
        temporary.write_text(page, encoding="utf-8")
    return folder / _PAGE


def close_opening_page(folder: Path) -> None:
    """Remove the page again."""
    (folder / _PAGE).unlink(missing_ok=True)


def _read(path: Path) -> dict[str, Any]:
    """Return the fields of a file; none if it cannot be read."""
    try:
        data = json.loads(read_bytes(path))
    except (OSError, OwlboostError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _seal(folder: Path) -> Seal | None:
    """Return the seal of a folder, if it has one of this user's."""
    found = _own(folder / _SEAL)
    return None if found is None else [found.st_ino, found.st_ctime_ns]


def _sealed(folder: Path) -> Seal | None:
    """Give a folder a new seal."""
    with atomic_path(folder / _SEAL, private=True):
        pass
    return _seal(folder)


def _own(path: Path) -> os.stat_result | None:
    """Look at a file, if it is this user's own, and for nobody else to read."""
    try:
        found = path.lstat()
    except OSError:
        return None
    if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
        return None
    return found if stat.S_ISREG(found.st_mode) else None
