"""Who may ask: those who know the token, under a name of the server, from a page of its own."""

import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, QueryParams
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "X-Owlboost-Token"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page may load and do: what this server says, and nothing in line."""

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
"""What browsers ask for without headers of ours: the token is in the address."""


@dataclass(frozen=True, slots=True)
class Door:
    """Under which names a server is asked, and by whom.

    Attributes
    ----------
    token
        What everybody must know.
    hosts
        What requests may say that they ask, such as ``127.0.0.1:8765``.

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
        """Say why a request is refused; None if it is not."""
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
    """Refuses requests before anything else looks at them, and says what pages may do."""

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
                known = {name for name, _ in headers}
                headers += [
                    (name.encode(), value.encode())
                    for name, value in _HEADERS.items()
                    if name.encode() not in known
                ]
                message = {**message, "headers": headers}
            await send(message)

        query = QueryParams(scope["query_string"])
        why = self._door.refusal(scope["path"], Headers(scope=scope), query)
        if why is not None:
            await JSONResponse({"error": why}, 403)(scope, receive, sent)
            return
        await self._app(scope, receive, sent)
