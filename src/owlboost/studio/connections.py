"""Connections: how many there may be, and how long one may take for what it sends."""

from asyncio import AbstractEventLoop, BaseTransport, Transport
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MOST = 100
"""So many connections may be open; a page has up to seven."""

TO_ASK = 10.0
"""Seconds until a request must have come, up to the end of its headers."""

TO_GO_ON = 60.0
"""Seconds until more of a body must have come, or more of an answer must have been taken."""

_PAUSE = 1.0
"""Seconds between two looks at a connection."""

Warn = Callable[[str], None]


class PatientProtocol(H11Protocol):
    """A connection that is closed if it takes too long, or if there are too many.

    Who has waited longest for its first request goes first, so that pages are still served.
    """

    warn: Warn

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin, unless there are too many already."""
        super().connection_made(cast("Transport", transport))
        self._began = self._moved = self.loop.time()
        self._paused = False
        self.loop.call_later(_PAUSE, self._look)
        others = [one for one in self.connections if not one.transport.is_closing()]
        if len(others) <= MOST:
            return
        self.warn(
            f"warning: more than {MOST} connections at once; those that ask for nothing are closed"
        )
        waiting = [one for one in others if isinstance(one, PatientProtocol) and one.is_waiting]
        min(waiting, key=lambda one: one._began).transport.abort()

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
        """Close the connection if it takes too long; look again otherwise."""
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
    """Return connections that say to somebody if there are too many of them."""
    return type("StudioProtocol", (PatientProtocol,), {"warn": staticmethod(warn)})


def told_once(warn: Warn) -> Warn:
    """Say each sentence once."""
    said: set[str] = set()

    def tell(sentence: str) -> None:
        if sentence not in said:
            said.add(sentence)
            warn(sentence)

    return tell


def watch_accepting(loop: AbstractEventLoop, warn: Warn) -> None:
    """Say in a sentence, and not for each connection, that none can be accepted."""

    def handle(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and "accept" in str(context.get("message")):
            warn(f"warning: connections wait, because of the system: {error.strerror or error}")
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
