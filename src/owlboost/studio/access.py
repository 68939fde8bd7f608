"""Access to a studio: token, hosts, content security, saved address."""

import html
import json
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, QueryParams
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from owlboost.errors import OwlboostError
from owlboost.runtime.files import atomic_path, read_bytes

TOKEN_HEADER = "X-Owlboost-Token"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy: pages load from this server alone, and nothing inline."""

_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

_BY_ADDRESS = frozenset({"/api/events", "/api/export", "/api/report"})
"""Paths that browsers request without our headers: the token is in the address."""


@dataclass(frozen=True, slots=True)
class Door:
    """The token of a server and its permitted host names.

    Attributes
    ----------
    hosts
        Permitted values of the Host header, such as ``127.0.0.1:8765``.

    Examples
    --------
    >>> door = Door("secret", frozenset({"127.0.0.1:80"}))
    >>> door.refusal("/api/state", {"host": "127.0.0.1:80", "x-owlboost-token": "secret"}, {})
    >>> door.refusal("/api/state", {"host": "evil.example"}, {})
    'This server is asked under another name than its own; use the address that it printed.'
    """

    token: str
    hosts: frozenset[str]

    def refusal(
        self, path: str, headers: "Headers | dict[str, str]", query: "QueryParams | dict[str, str]"
    ) -> str | None:
        """Return the reason for refusing a request; None if it is permitted."""
        if headers.get("host", "").lower() not in self.hosts:
            return (
                "This server is asked under another name than its own; use the address that it "
                "printed."
            )
        origin = headers.get("origin")
        if origin is not None and _host_of(origin) not in self.hosts:
            return "This request comes from a page of somebody else, so it is refused."
        if not path.startswith("/api/"):
            return None
        given = headers.get(TOKEN_HEADER.lower())
        if given is None and path in _BY_ADDRESS:
            given = query.get("token")
        if given is None or not self._is_token(given):
            return "The token is missing or wrong; use the address that the server printed."
        return None

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


def _host_of(origin: str) -> str:
    """Return the host of an origin; nothing if it is none.

    Examples
    --------
    >>> _host_of("http://127.0.0.1:80"), _host_of("null"), _host_of("http://[")
    ('127.0.0.1:80', '', '')
    """
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


class Guard:
    """Middleware that refuses bad requests and adds security headers."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # there are no web sockets here
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                present = {name for name, _ in headers}
                headers += [
                    (name.encode(), value.encode())
                    for name, value in _HEADERS.items()
                    if name.encode() not in present
                ]
                message = {**message, "headers": headers}
            await send(message)

        query = QueryParams(scope["query_string"])
        why = self._door.refusal(scope["path"], Headers(scope=scope), query)
        if why is not None:
            await JSONResponse({"error": why}, 403)(scope, receive, sent)
            return
        await self._app(scope, receive, sent)


_FILE = "address.json"
_SEAL = "seal"
_PAGE = "open.html"
_MOST_PORTS = 65535

Seal = list[int]
"""Inode and change time of a file, which no archive can know beforehand."""


@dataclass(frozen=True, slots=True)
class KeptAddress:
    """The port and the token of a project.

    Attributes
    ----------
    port
        The port it was served at; None if it never was.
    refused
        Whether an older token was refused, since others may know it.
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
    """Return the saved address of a project, or a fresh token.

    A token is fresh unless nobody else can know it. Others may if they could read its file, or
    wrote it: a folder that was copied or unpacked has another seal than the one that its token was
    written with.

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

    The browser is started with the name of the page, since all users of a machine can see its
    command line.
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
    """Return the seal of a folder, if this user owns one."""
    status = _own(folder / _SEAL)
    return None if status is None else [status.st_ino, status.st_ctime_ns]


def _sealed(folder: Path) -> Seal | None:
    """Give a folder a new seal."""
    with atomic_path(folder / _SEAL, private=True):
        pass
    return _seal(folder)


def _own(path: Path) -> os.stat_result | None:
    """Return the status of a private file of this user, else None."""
    try:
        status = path.lstat()
    except OSError:
        return None
    if os.name == "posix" and (status.st_uid != os.geteuid() or status.st_mode & 0o077):
        return None
    return status if stat.S_ISREG(status.st_mode) else None
