"""The desk: a process that holds the source of a project and answers questions about it."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from owlboost.errors import OwlboostError
from owlboost.studio.turns import Turns

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
    from owlboost.studio.workbench import Workbench

    end_with_parent()
    ignore_interrupts()
    global _bench  # noqa: PLW0603 - a process of its own, with one workbench
    _bench = Workbench(Path(folder))


def _answer(task: str, args: tuple[Any, ...]) -> Any:
    from owlboost.studio import exports, judgements, lookups

    tasks: dict[str, Callable[..., Any]] = {
        "source": lookups.source,
        "individuals": lookups.individuals,
        "suggest": lookups.suggest,
        "suspects": lookups.suspects,
        "resolved": lookups.resolved,
        "view": exports.view,
        "export": exports.export,
        "report": exports.report,
        "judge": judgements.judge,
        "judge_fold": judgements.judge_fold,
        "compare": judgements.compare,
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
