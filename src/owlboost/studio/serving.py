"""Serving a studio: address, socket and connections."""

import asyncio
import socket
from asyncio import AbstractEventLoop, BaseTransport, Transport
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from owlboost.errors import OwlboostError, ParameterError
from owlboost.runtime.limits import Json
from owlboost.studio.access import Door, close_opening_page, kept_address
from owlboost.studio.project import opened_project
from owlboost.studio.server import studio_app
from owlboost.studio.studio import Studio

MOST = 100
"""Accept at most this many open connections; a page has up to seven."""

TO_ASK = 10.0
"""Seconds allowed for a request to arrive, up to the end of its headers."""

TO_GO_ON = 60.0
"""Seconds allowed between parts of a body, received or sent."""

_PAUSE = 1.0
"""Seconds between two checks of a connection."""

Warn = Callable[[str], None]


class PatientProtocol(H11Protocol):
    """A connection with time limits; the number of connections is limited.

    Of too many, the one that has waited longest for a request is closed first, so that pages are
    still served.
    """

    warn: Warn

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin, unless there are too many already."""
        super().connection_made(cast("Transport", transport))
        self._began = self._moved = self.loop.time()
        self._paused = False
        self.loop.call_later(_PAUSE, self._look)
        still_open = [
            connection for connection in self.connections if not connection.transport.is_closing()
        ]
        if len(still_open) <= MOST:
            return
        self.warn(
            f"warning: more than {MOST} connections at once; those that ask for nothing are closed"
        )
        waiting = [
            connection
            for connection in still_open
            if isinstance(connection, PatientProtocol) and connection.is_waiting
        ]
        min(waiting, key=lambda connection: connection._began).transport.abort()

    @property
    def is_waiting(self) -> bool:
        """Whether no request is under way."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Take some bytes."""
        self._moved = self.loop.time()
        super().data_received(data)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._began = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait until more has been taken."""
        self._moved, self._paused = self.loop.time(), True
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on."""
        self._moved, self._paused = self.loop.time(), False
        super().resume_writing()

    def _look(self) -> None:
        """Close the connection if it takes too long; else check again later."""
        if self not in self.connections:
            return
        now = self.loop.time()
        if self.is_waiting and not self._paused:
            late = now - self._began > TO_ASK
        else:
            stalled = self._paused or self.cycle.more_body
            late = stalled and now - self._moved > TO_GO_ON
        if late:
            self.transport.abort()
        else:
            self.loop.call_later(_PAUSE, self._look)


def protocol_of(warn: Warn) -> type[PatientProtocol]:
    """Return a connection class that warns of too many connections."""
    return type("StudioProtocol", (PatientProtocol,), {"warn": staticmethod(warn)})


def warn_once(warn: Warn) -> Warn:
    """Return a function that warns of each sentence once."""
    warned: set[str] = set()

    def tell(sentence: str) -> None:
        if sentence not in warned:
            warned.add(sentence)
            warn(sentence)

    return tell


def watch_accepting(loop: AbstractEventLoop, warn: Warn) -> None:
    """Report once that no connection can be accepted."""

    def handle(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and "accept" in str(context.get("message")):
            warn(f"warning: connections wait, because of the system: {error.strerror or error}")
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)


USUAL_PORT = 8765

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Address:
    """The address at which a studio is served.

    Attributes
    ----------
    host, port
        The bound address. A port of 0 is any that is free; None is that of the last time, or the
        usual one, or any that is free.
    names
        Other names under which browsers reach it, such as that of a proxy.
    """

    host: str = "127.0.0.1"
    port: int | None = None
    names: tuple[str, ...] = ()

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK


def serve(
    folder: Path,
    address: Address,
    *,
    source: Path | None = None,
    edits: Sequence[Json] = (),
    ready: Callable[[str], None],
    warn: Callable[[str], None],
) -> None:
    """Serve a project until the process is asked to end.

    Parameters
    ----------
    folder
        Of the project; made if it is not there.
    source
        A file to open, unless it is open already.
    edits
        Edits to apply first, unless they change nothing.
    ready
        Called with the address for browsers, token included, once it answers.
    warn
        Called with each warning, once.

    Raises
    ------
    ProjectError
        Another process serves the project, or its folder cannot be used.
    ParameterError
        The address cannot be bound.
    """
    with opened_project(folder) as project:
        saved = kept_address(project.folder)
        if saved.refused:
            warn(f"warning: others may know the token in {project.folder}, so it has a new one")
        with _bound(address, saved.port) as bound:
            port, token = bound.getsockname()[1], saved.token
            replace(saved, port=port).keep(project.folder)
            studio = Studio(project)
            door = Door(token, hosts_of(address, port))
            url = _url(address, port, token)
            listening = _Listening(bound, door, lambda: ready(url), warn_once(warn))
            try:
                asyncio.run(_served(studio, listening, source, edits))
            finally:
                close_opening_page(project.folder)


@dataclass(frozen=True, slots=True)
class _Listening:
    """The socket, access rules and callbacks of a server."""

    bound: socket.socket
    door: Door
    ready: Callable[[], None]
    warn: Warn


async def _served(
    studio: Studio, listening: _Listening, source: Path | None, edits: Sequence[Json]
) -> None:
    watch_accepting(asyncio.get_running_loop(), listening.warn)
    try:
        await _begun(studio, source, edits)
    except OwlboostError:
        studio.close()
        raise
    config = uvicorn.Config(
        studio_app(studio, listening.door),
        http=protocol_of(listening.warn),
        backlog=MOST,
        log_level="critical",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    server = _Server(config, listening.ready, studio.hub.close)
    await server.serve(sockets=[listening.bound])


class _Server(uvicorn.Server):
    """A server that reports its start and ends streams on shutdown."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        self._ending()
        await super().shutdown(sockets)


async def _begun(studio: Studio, source: Path | None, edits: Sequence[Json]) -> None:
    """Open the command line's source and apply its edits."""
    if source is not None:
        path = source.absolute()
        studio.project.given[path.name] = path
        current = studio.work.source
        if current is None or studio.project.folder / current.file != path:
            await studio.edit({"kind": "source", "name": path.name})
    for edit in edits:
        await studio.ensure(edit)


def _bound(address: Address, last: int | None) -> socket.socket:
    """Bind the given port, the last one, the usual one, or any."""
    if address.port is not None:
        return _bound_at(address.host, address.port)
    for port in (last, USUAL_PORT):
        with suppress(ParameterError):
            if port is not None:
                return _bound_at(address.host, port)
    return _bound_at(address.host, 0)


def _bound_at(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # so that asyncio waits for no packet
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen()  # at once, since a port can be bound twice until somebody listens
    except (OSError, OverflowError) as error:
        bound.close()
        reason = getattr(error, "strerror", None) or error
        raise ParameterError(
            f"The address {host}:{port} cannot be used: {reason}; give another port, "
            "or 0 for any that is free."
        ) from error
    return bound


def hosts_of(address: Address, port: int) -> frozenset[str]:
    """Return the permitted values of the Host header.

    Examples
    --------
    >>> sorted(hosts_of(Address(), 80))
    ['127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:80', 'localhost', 'localhost:80']
    >>> "studio.example.org" in hosts_of(Address(names=("studio.example.org",)), 8765)
    True
    """
    names = {"127.0.0.1", "localhost", "[::1]"}
    if not address.is_local:
        wild = address.host in ("0.0.0.0", "::")
        names.add(socket.gethostname().lower() if wild else _written(address.host))
    hosts = {f"{name}:{port}" for name in names}
    if port == 80:
        hosts |= names
    for name in address.names:
        hosts |= {name.lower(), f"{name.lower()}:{port}"}
    return frozenset(hosts)


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()


def _url(address: Address, port: int, token: str) -> str:
    if address.names:
        return f"https://{address.names[0]}/?token={token}"
    wild = address.host in ("0.0.0.0", "::")
    host = socket.gethostname() if wild else _written(address.host)
    return f"http://{host}:{port}/?token={token}"
