"""A thread pool whose callers take part, so nested use cannot deadlock."""

import math
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from typing import Any, TypeVar
from weakref import finalize

from owlboost.runtime.signals import check

Result = TypeVar("Result")

_LOOK = 0.1
"""Seconds after which whoever waits looks whether a signal has come."""


class ThreadPool:
    """Some threads, the one that asks among them.

    Parameters
    ----------
    n_jobs
        How many there are.

    Examples
    --------
    >>> pool = ThreadPool(2)
    >>> pool.each(lambda a: sum(pool.each(abs, range(a))), [2, 3])
    [1, 3]
    """

    def __init__(self, n_jobs: int = 1) -> None:
        self.n_jobs = n_jobs
        self._board = _Board(n_jobs - 1)
        for _ in range(n_jobs - 1):
            Thread(target=self._board.serve, name="pool", daemon=True).start()
        finalize(self, self._board.close)  # the threads know the board alone, and end with it

    @property
    def n_idle(self) -> int:
        """How many of the threads have nothing to do just now."""
        return self._board.n_idle

    def each(self, function: Callable[..., Result], *given: Iterable[Any]) -> list[Result]:
        """Return the results of a function, as ``map`` does, in the order of what is given.

        If one fails, nothing more is begun, and the first failure in that order is raised.
        """
        if self.n_jobs == 1:
            return list(map(function, *given))
        items = list(zip(*given, strict=False))
        if len(items) <= 1:
            return [function(*one) for one in items]
        work = _Work(function, items)
        self._board.share(work)
        return list(work.results())


class _Work:
    """Items to be gone through by several threads, each taking the next one."""

    def __init__(self, function: Callable[..., Any], items: list[tuple[Any, ...]]) -> None:
        self.n_at_it = 0
        self.is_open = True
        self._function = function
        self._items = items
        self._next = count()  # one step of the interpreter, so no two threads get the same number
        self._found: list[Any] = [None] * len(items)
        self._failed: dict[int, BaseException] = {}

    def do(self) -> None:
        """Take items until none is left."""
        for number in self._next:
            if not self.is_open or number >= len(self._items):
                break
            try:
                check()
                self._found[number] = self._function(*self._items[number])
            except BaseException as error:  # noqa: BLE001 - whoever asked for the work raises it
                self._failed[number] = error
                break
        self.is_open = False

    def results(self) -> Iterator[Any]:
        """Yield what was found, or raise the first failure."""
        if self._failed:
            raise self._failed[min(self._failed)]
        yield from self._found


class _Board:
    """Where work is put up that others may help with."""

    def __init__(self, n_idle: int) -> None:
        self.n_idle = n_idle
        self._changed = Condition()
        self._works: list[_Work] = []
        self._is_closed = False

    def share(self, work: _Work) -> None:
        """Do some work with whoever helps."""
        with self._changed:
            self._works.append(work)
            work.n_at_it += 1
            self._changed.notify_all()
        try:
            self._do(work)
            self._help_until_done(work)
        finally:
            work.is_open = False  # also if somebody wants it to stop

    def _help_until_done(self, work: _Work) -> None:
        """Wait until nobody is at some work any more, and help with other work meanwhile."""
        with self._changed:
            self.n_idle += 1
        while True:
            check()
            with self._changed:
                if not self._changed.wait_for(lambda: not work.n_at_it or self._open, _LOOK):
                    continue
                self.n_idle -= 1
                if not work.n_at_it:
                    return
                other = self._taken()
            self._do(other, n_idle_then=1)

    def serve(self) -> None:
        """Help with whatever is put up, until the board is closed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._open)
                self.n_idle -= 1
                if self._is_closed:
                    return
                work = self._taken()
            self._do(work, n_idle_then=1)
            del work  # what it holds is not to live until there is more to do

    def close(self) -> None:
        """Let all threads go that serve here."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    @property
    def _open(self) -> bool:
        """Whether something is put up that has anything left to begin."""
        self._works = [work for work in self._works if work.is_open]
        return bool(self._works)

    def _taken(self) -> _Work:
        """Take part in the work that was put up first: it has the largest items."""
        work = self._works[0]
        work.n_at_it += 1
        return work

    def _do(self, work: _Work, n_idle_then: int = 0) -> None:
        work.do()
        with self._changed:
            work.n_at_it -= 1
            self.n_idle += n_idle_then
            self._works = [other for other in self._works if other.is_open]
            if not work.n_at_it:
                self._changed.notify_all()


SERIAL = ThreadPool()
"""No thread but the one that asks."""


_QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""Where Linux tells a container's share of the processors."""


def cores(quota: Path = _QUOTA) -> int:
    """Count the cores that the process is bound to, or as many as its container may use in full.

    Examples
    --------
    >>> cores() >= 1
    True
    """
    return int(max(1, min(_bound_to(), _granted(quota))))


def _bound_to() -> int:
    if hasattr(os, "process_cpu_count"):  # since Python 3.13, where PYTHON_CPU_COUNT decides
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _granted(quota: Path) -> float:
    """Return how many cores the quota of a container is worth; no quota, no end."""
    try:
        time, period = map(float, quota.read_text().split())
    except (OSError, ValueError):  # there is no such file, or it says max
        return math.inf
    return math.ceil(time / period) if period > 0 else math.inf
