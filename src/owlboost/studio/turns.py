"""Turns: one at a time, and of those who wait the most urgent one first."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Lets one go on at a time.

    Examples
    --------
    >>> async def story():
    ...     turns, told = Turns(), []
    ...     async def one(rank, name):
    ...         async with turns.of(rank):
    ...             await asyncio.sleep(0)
    ...             told.append(name)
    ...     await asyncio.gather(one(3, "first"), one(3, "late"), one(0, "urgent"))
    ...     return told
    >>> asyncio.run(story())
    ['first', 'urgent', 'late']
    """

    def __init__(self) -> None:
        self._busy = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    @asynccontextmanager
    async def of(self, rank: int) -> AsyncIterator[None]:
        """Wait for a turn; those of a smaller rank have theirs before, equal ones in order."""
        if self._busy:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (rank, next(self._numbers), turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._pass_on()  # it was given, but is not taken any more
                raise
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            turn = heapq.heappop(self._waiting)[-1]
            if not turn.done():
                turn.set_result(None)
                return  # busy still, so that nobody comes between
        self._busy = False
