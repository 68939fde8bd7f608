"""A thread pool whose callers take part, so nested use cannot deadlock."""

import math
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from typing import Any, TypeVar
from weakref import finalize

from owlboost.runtime.signals import check_interrupt

Result = TypeVar("Result")

_LOOK = 0.1
"""Check for signals this often while waiting, in seconds."""


class ThreadPool:
    """Some threads, the calling one among them.

    Examples
    --------
    >>> pool = ThreadPool(2)
    >>> pool.each(lambda a: sum(pool.each(abs, range(a))), [2, 3])
    [1, 3]
    """

    def __init__(self, n_jobs: int = 1) -> None:
        self.n_jobs = n_jobs
        self._queue = _Queue(n_jobs - 1)
        for _ in range(n_jobs - 1):
            Thread(target=self._queue.serve, name="pool", daemon=True).start()
        finalize(self, self._queue.close)  # the threads refer to the queue only, and end with it

    @property
    def n_idle(self) -> int:
        """The number of threads that have nothing to do just now."""
        return self._queue.n_idle

    def each(self, function: Callable[..., Result], *arguments: Iterable[Any]) -> list[Result]:
        """Return the results of a function in order, as ``map`` does.

        If a call fails, no more are begun, and the first failure in that order is raised.
        """
        if self.n_jobs == 1:
            return list(map(function, *arguments))
        items = list(zip(*arguments, strict=False))
        if len(items) <= 1:
            return [function(*item) for item in items]
        task = _Task(function, items)
        self._queue.share(task)
        return list(task.results())


class _Task:
    """Items that several threads work through, each taking the next one."""

    def __init__(self, function: Callable[..., Any], items: list[tuple[Any, ...]]) -> None:
        self.n_workers = 0
        self.is_open = True
        self._function = function
        self._items = items
        self._next = count()  # one step of the interpreter, so no two threads get the same number
        self._results: list[Any] = [None] * len(items)
        self._failed: dict[int, BaseException] = {}

    def do(self) -> None:
        """Take items until none is left."""
        for number in self._next:
            if not self.is_open or number >= len(self._items):
                break
            try:
                check_interrupt()
                self._results[number] = self._function(*self._items[number])
            except BaseException as error:  # noqa: BLE001 - the calling thread raises it
                self._failed[number] = error
                break
        self.is_open = False

    def results(self) -> Iterator[Any]:
        """Yield the results, or raise the first failure."""
        if self._failed:
            raise self._failed[min(self._failed)]
        yield from self._results


class _Queue:
    """The tasks that other threads may help with."""

    def __init__(self, n_idle: int) -> None:
        self.n_idle = n_idle
        self._changed = Condition()
        self._tasks: list[_Task] = []
        self._is_closed = False

    def share(self, task: _Task) -> None:
        """Do a task with the help of idle threads."""
        with self._changed:
            self._tasks.append(task)
            task.n_workers += 1
            self._changed.notify_all()
        try:
            self._do(task)
            self._help_until_done(task)
        finally:
            task.is_open = False  # also after an interruption

    def _help_until_done(self, task: _Task) -> None:
        """Help with other tasks until this one is done."""
        with self._changed:
            self.n_idle += 1
        while True:
            check_interrupt()
            with self._changed:
                if not self._changed.wait_for(lambda: not task.n_workers or self._open, _LOOK):
                    continue
                self.n_idle -= 1
                if not task.n_workers:
                    return
                next_task = self._join_first()
            self._do(next_task, n_idle_then=1)

    def serve(self) -> None:
        """Help with tasks until the queue is closed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._open)
                self.n_idle -= 1
                if self._is_closed:
                    return
                task = self._join_first()
            self._do(task, n_idle_then=1)
            del task  # so that its items do not live until the next task

    def close(self) -> None:
        """End all threads that serve here."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    @property
    def _open(self) -> bool:
        """Whether a task has items left to begin."""
        self._tasks = [task for task in self._tasks if task.is_open]
        return bool(self._tasks)

    def _join_first(self) -> _Task:
        """Join the task that was added first: it has the largest items."""
        task = self._tasks[0]
        task.n_workers += 1
        return task

    def _do(self, task: _Task, n_idle_then: int = 0) -> None:
        task.do()
        with self._changed:
            task.n_workers -= 1
            self.n_idle += n_idle_then
            self._tasks = [queued for queued in self._tasks if queued.is_open]
            if not task.n_workers:
                self._changed.notify_all()


SERIAL = ThreadPool()
"""The calling thread alone."""


_QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""File in which Linux has a container's share of the processors."""


def cores(quota: Path = _QUOTA) -> int:
    """Count the cores that this process, or its container, may use.

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
    """Return the number of cores of the container's quota, infinite without one."""
    try:
        time, period = map(float, quota.read_text().split())
    except (OSError, ValueError):  # there is no such file, or it says max
        return math.inf
    return math.ceil(time / period) if period > 0 else math.inf
