"""Where a project was served last: pages that are open find it again."""

import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from owlboost.files import atomic_path

_FILE = "address.json"
_MOST_PORTS = 65535


@dataclass(frozen=True, slots=True)
class KeptAddress:
    """The port and the token of a project.

    Attributes
    ----------
    token
        What requests must know.
    port
        Where it was served; None if it never was.
    """

    token: str
    port: int | None = None

    def keep(self, folder: Path) -> None:
        """Write it into the folder of the project, for its owner alone."""
        with atomic_path(folder / _FILE) as temporary:
            temporary.touch(0o600)
            temporary.chmod(0o600)  # before there is anything to read
            temporary.write_text(
                json.dumps({"port": self.port, "token": self.token}), encoding="utf-8"
            )


def kept_address(folder: Path) -> KeptAddress:
    """Return the address of a project; a new token if it has none, or none that can be read.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> KeptAddress("secret-secret-secret", 8765).keep(folder)
    >>> kept_address(folder)
    KeptAddress(token='secret-secret-secret', port=8765)
    """
    try:
        data = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        token, port = data["token"], data["port"]
    except (OSError, ValueError, KeyError, TypeError):
        return KeptAddress(secrets.token_urlsafe(24))
    if not isinstance(token, str) or len(token) < 16 or not token.isascii():
        return KeptAddress(secrets.token_urlsafe(24))
    fits = isinstance(port, int) and 0 < port <= _MOST_PORTS
    return KeptAddress(token, port if fits else None)
