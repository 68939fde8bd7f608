"""Events for all pages that look at a project."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

HEARTBEAT = 15.0
"""Seconds after which silence is broken, so that nobody in between ends the connection."""

_MOST_WAITING = 1_000
"""A page that has not taken so many events is not there any more."""


class EventHub:
    """Tells every listener what happened, in order."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[bytes | None]] = set()
        self._closed = False

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    def publish(self, name: str, data: Any) -> None:
        """Tell of an event."""
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        message = f"event: {name}\ndata: {text}\n\n".encode()
        for queue in list(self._listeners):
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                self._listeners.discard(queue)

    async def stream(self, first: list[tuple[str, Any]]) -> AsyncIterator[bytes]:
        """Yield events from now on, after some to begin with."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)
        self._listeners.add(queue)
        try:
            for name, data in first:
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                yield f"event: {name}\ndata: {text}\n\n".encode()
            while not self._closed and queue in self._listeners:
                try:
                    message = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if message is None:
                    return
                yield message
        finally:
            self._listeners.discard(queue)

    def close(self) -> None:
        """End all streams."""
        self._closed = True
        for queue in list(self._listeners):
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(None)
