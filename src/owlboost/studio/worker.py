"""The worker process: it holds the source and answers questions about it, urgent ones first.

:class:`Worker` starts it and asks; :class:`DraftJudge` asks for the results of the newest draft.
"""

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
from owlboost.studio import views
from owlboost.studio.state import ProjectState


class Turns:
    """A queue of tasks by priority, one at a time.

    Examples
    --------
    >>> async def story():
    ...     turns, done = Turns(), []
    ...     async def task(rank, name):
    ...         async with turns.in_turn(rank):
    ...             await asyncio.sleep(0)
    ...             done.append(name)
    ...     await asyncio.gather(task(3, "first"), task(3, "late"), task(0, "urgent"))
    ...     return done
    >>> asyncio.run(story())
    ['first', 'urgent', 'late']
    """

    def __init__(self) -> None:
        self._busy = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    @asynccontextmanager
    async def in_turn(self, rank: int) -> AsyncIterator[None]:
        """Wait for a turn, by rank and then in order."""
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
"""Ranks of tasks: people wait for their edits, but not for what a page requests by itself."""

_bench: Any = None
"""The workbench, in the worker process."""

_tasks: dict[str, Callable[..., Any]] = {}
"""Task → function, in the worker process."""


class WorkerError(OwlboostError):
    """The worker process has died."""


class Worker:
    """A process that runs one task at a time, restarted when it dies."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pool: ProcessPoolExecutor | None = None
        self._turns = Turns()

    async def ask(self, task: str, *args: Any) -> Any:
        """Run a task in the process; edits have priority.

        Raises
        ------
        OwlboostError
            The answer is an error.
        WorkerError
            The process died.
        """
        async with self._turns.in_turn(_RANKS.get(task, _USUAL)):
            pool = self._started()
            try:
                return await asyncio.wrap_future(pool.submit(_answer, task, args))
            except BrokenProcessPool as error:
                if self._pool is pool:
                    self._pool = None
                raise WorkerError(
                    "The process that holds the source has ended, perhaps for lack of memory; it "
                    "is started again with the next question."
                ) from error
            except OSError as error:
                raise WorkerError(
                    f"The source cannot be asked at the moment: {error.strerror or error}."
                ) from error

    def close(self) -> None:
        """Kill the process."""
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
    from owlboost.studio import results, session

    end_with_parent()
    ignore_interrupts()
    global _bench  # noqa: PLW0603 - a process of its own, with one workbench
    _bench = session.Workbench(Path(folder))
    _tasks.update(
        {
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
    )


def _answer(task: str, args: tuple[Any, ...]) -> Any:
    return _tasks[task](_bench, *args)


def end_with_parent() -> None:
    """End this process when its parent ends."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


class DraftJudge:
    """Evaluates the newest draft in small steps, so that other tasks can run in between.

    It calls ``tell`` with the number of a state whenever there are new results for it.
    """

    def __init__(self, worker: Worker, tell: Callable[[int], None]) -> None:
        self._worker = worker
        self._tell = tell
        self._wanted: tuple[int, ProjectState] | None = None
        self._latest: views.JudgementJson = {"number": 0, "pending": False}
        self._about: object = None
        self._task: asyncio.Task[None] | None = None

    def request(self, number: int, work: ProjectState) -> None:
        """Request the judgement of a new state, in place of the last."""
        if work.draft is None or work.source is None:
            self._wanted, self._about = None, None
            self._latest = {"number": number, "pending": False}
            return
        about = _judged_parts(work)
        if about == self._about and not self._latest["pending"]:
            self._wanted = None  # what is being judged meanwhile is wanted no more
            self._latest = {**self._latest, "number": number}
            self._tell(number)
            return
        self._wanted = number, work
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._judge())

    def judgement(self, number: int) -> views.JudgementJson:
        """Return the results of a state, as far as available."""
        if self._latest["number"] == number:
            return self._latest
        return {"number": number, "pending": self._wanted is not None}

    def close(self) -> None:
        """Stop."""
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
                self._wanted, self._about = None, _judged_parts(work)

    async def _steps(self, number: int, work: ProjectState, wanted: object) -> bool:
        """Judge one state; False if another was requested meanwhile."""
        first: views.DraftResultsJson = await self._worker.ask("judge", work)
        judgement: views.JudgementJson = {
            "number": number,
            "pending": True,
            "measures": first["measures"],
            "before": first["before"],
            "changes": first["changes"],
            "changed": first["changed"],
            "held_out": None,
            "curve": [],
        }
        self._put(judgement, wanted)
        folds: list[views.FoldResultsJson] = []
        for fold in range(first["folds"]):
            if self._wanted is not wanted:
                return False
            folds.append(await self._worker.ask("judge_fold", work, fold))
        before = first["before"]
        if before is not None:
            before = {
                **before,
                "held_out": _summary([fold_result["before"] or {} for fold_result in folds]),
            }
        by_size = zip(*(fold_result["errors"] for fold_result in folds), strict=True)
        errors = [statistics.fmean(each) for each in by_size]
        self._put(
            {
                **judgement,
                "pending": False,
                "before": before,
                "held_out": _summary([fold_result["measures"] for fold_result in folds]),
                "curve": [list(point) for point in zip(first["sizes"], errors, strict=True)],
            },
            wanted,
        )
        return True

    def _put(self, judgement: views.JudgementJson, wanted: object) -> None:
        if self._wanted is wanted:
            self._latest = judgement
            self._tell(judgement["number"])


def _judged_parts(work: ProjectState) -> object:
    """Return the parts of a state that judgements depend on."""
    draft = work.draft
    if draft is not None:
        rules = tuple(replace(rule, note="", pinned=False) for rule in draft.rules)
        draft = replace(draft, rules=rules, forbidden=())
    return work.source, work.question, draft


def _summary(folds: Sequence[Mapping[str, Any]]) -> views.HeldOutJson:
    """Return measures of folds, and their means."""
    names = dict.fromkeys(name for fold in folds for name in fold)
    means = {}
    for name in names:
        values = [float(fold[name]) for fold in folds if name in fold and fold[name] == fold[name]]
        means[name] = statistics.fmean(values) if values else None
    return {"mean": means, "folds": [dict(fold) for fold in folds]}
