"""The worker process: the urgent first, of results the newest."""

import asyncio
import heapq
import itertools
import os
import statistics
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from owlboost.errors import OwlboostError
from owlboost.runtime.limits import Json
from owlboost.studio.state import Work


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


_USUAL = 1
_RANKS = {"resolved": 0, "judge": 2, "judge_fold": 2, "suspects": 3}
"""Who comes first: people wait for their edits, and nobody for what a page asks by itself."""

_bench: Any = None
"""Of the process that is the desk: its workbench."""


class DeskError(OwlboostError):
    """The desk has died of something."""


class Desk:
    """A process that answers one question after the other; one that dies is started again.

    Parameters
    ----------
    folder
        Of the project.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pool: ProcessPoolExecutor | None = None
        self._turns = Turns()

    async def ask(self, task: str, *args: Any) -> Any:
        """Let the desk answer a question, and wait for it; edits are looked up first.

        Raises
        ------
        OwlboostError
            What the answer is instead.
        DeskError
            The process died.
        """
        async with self._turns.of(_RANKS.get(task, _USUAL)):
            pool = self._started()
            try:
                return await asyncio.wrap_future(pool.submit(_answer, task, args))
            except BrokenProcessPool as error:
                if self._pool is pool:
                    self._pool = None
                raise DeskError(
                    "The process that holds the source has ended, perhaps for lack of memory; it "
                    "is started again with the next question."
                ) from error
            except OSError as error:
                raise DeskError(
                    f"The source cannot be asked at the moment: {error.strerror or error}."
                ) from error

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, get_context("spawn"), _begin, (os.fspath(self._folder),)
            )
        return self._pool


def _begin(folder: str) -> None:
    from owlboost.studio.session import Workbench

    end_with_parent()
    ignore_interrupts()
    global _bench  # noqa: PLW0603 - a process of its own, with one workbench
    _bench = Workbench(Path(folder))


def _answer(task: str, args: tuple[Any, ...]) -> Any:
    from owlboost.studio import results, session

    tasks: dict[str, Callable[..., Any]] = {
        "source": session.source,
        "individuals": session.individuals,
        "suggest": session.suggest,
        "suspects": session.suspects,
        "resolved": session.resolved,
        "view": results.view,
        "export": results.export,
        "report": results.report,
        "judge": results.judge,
        "judge_fold": results.judge_fold,
        "compare": results.compare,
    }
    return tasks[task](_bench, *args)


def end_with_parent() -> None:
    """Let this process end when the one that started it does, however that ends."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def ignore_interrupts() -> None:
    """Leave Ctrl-C, which goes to all processes of a terminal, to the one that is in charge."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Referee:
    """Lets the desk judge the newest draft, in small steps, so that others are answered between.

    Parameters
    ----------
    desk
        Who judges.
    tell
        Told the number of the state that has been judged further.
    """

    def __init__(self, desk: Desk, tell: Callable[[int], None]) -> None:
        self._desk = desk
        self._tell = tell
        self._wanted: tuple[int, Work] | None = None
        self._found: Json = {"number": 0, "pending": False}
        self._about: object = None
        self._task: asyncio.Task[None] | None = None

    def want(self, number: int, work: Work) -> None:
        """Ask for a judgement of another state."""
        if work.draft is None or work.source is None:
            self._wanted, self._about = None, None
            self._found = {"number": number, "pending": False}
            return
        about = _matter(work)
        if about == self._about and not self._found["pending"]:
            self._wanted = None  # what is being judged meanwhile is wanted no more
            self._found = {**self._found, "number": number}
            self._tell(number)
            return
        self._wanted = number, work
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._judge())

    def judgement(self, number: int) -> Json:
        """Return what is known of a state by now."""
        if self._found["number"] == number:
            return self._found
        return {"number": number, "pending": self._wanted is not None}

    def close(self) -> None:
        """Judge nothing any more."""
        self._wanted = None
        if self._task is not None:
            self._task.cancel()

    async def _judge(self) -> None:
        while self._wanted is not None:
            number, work = wanted = self._wanted
            try:
                done = await self._steps(number, work, wanted)
            except OwlboostError as error:
                done = True
                self._put({"number": number, "pending": False, "error": str(error)}, wanted)
            if done and self._wanted is wanted:
                self._wanted, self._about = None, _matter(work)

    async def _steps(self, number: int, work: Work, wanted: object) -> bool:
        """Judge one state; False if another one is wanted meanwhile."""
        first = await self._desk.ask("judge", work)
        sizes, n_folds = first.pop("sizes"), first.pop("folds")
        told = {"number": number, "pending": True, **first, "held_out": None, "curve": []}
        self._put(told, wanted)
        folds: list[Json] = []
        for fold in range(n_folds):
            if self._wanted is not wanted:
                return False
            folds.append(await self._desk.ask("judge_fold", work, fold))
        before = first["before"]
        if before is not None:
            before = {**before, "held_out": _summary([one["before"] for one in folds])}
        by_size = zip(*(one["errors"] for one in folds), strict=True)
        errors = [statistics.fmean(each) for each in by_size]
        self._put(
            {
                **told,
                "pending": False,
                "before": before,
                "held_out": _summary([one["measures"] for one in folds]),
                "curve": [list(point) for point in zip(sizes, errors, strict=True)],
            },
            wanted,
        )
        return True

    def _put(self, found: Json, wanted: object) -> None:
        if self._wanted is wanted:
            self._found = found
            self._tell(found["number"])


def _matter(work: Work) -> object:
    """Return all of a state that judgements depend on."""
    draft = work.draft
    if draft is not None:
        rules = tuple(replace(rule, note="", pinned=False) for rule in draft.rules)
        draft = replace(draft, rules=rules, forbidden=())
    return work.source, work.question, draft


def _summary(folds: Sequence[Mapping[str, Any]]) -> Json:
    """Return measures of folds, and their means over the folds that have them."""
    names = dict.fromkeys(name for one in folds for name in one)
    means = {}
    for name in names:
        known = [float(one[name]) for one in folds if name in one and one[name] == one[name]]
        means[name] = statistics.fmean(known) if known else None
    return {"mean": means, "folds": [dict(one) for one in folds]}
