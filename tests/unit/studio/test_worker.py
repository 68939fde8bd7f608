"""Turns of the worker: edits come before requests of pages, and nobody is forgotten."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from owlboost.studio.worker import Turns, Worker


class Pool:
    """In place of a process: it answers with the name of the task."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def submit(self, _: Any, task: str, args: tuple[Any, ...]) -> Any:
        from concurrent.futures import Future

        del args
        self.done.append(task)
        found: Future[str] = Future()
        asyncio.get_running_loop().call_later(0.005, found.set_result, task)
        return found


def test_an_edit_does_not_wait_for_suspects_and_judgements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, pool = Worker(tmp_path), Pool()
    monkeypatch.setattr(worker, "_started", lambda: pool)
    asked = ["suspects", "suspects", "judge_fold", "view", "resolved"]

    async def story() -> list[str]:
        found: list[str] = await asyncio.gather(*(worker.ask(task) for task in asked))
        return found

    assert asyncio.run(story()) == asked
    assert pool.done == ["suspects", "resolved", "view", "judge_fold", "suspects"]


def test_a_turn_that_is_not_wanted_any_more_is_passed_on() -> None:
    async def story() -> list[str]:
        turns, told = Turns(), list[str]()

        async def one(name: str) -> None:
            async with turns.in_turn(1):
                await asyncio.sleep(0.002)
                told.append(name)

        tasks = [asyncio.ensure_future(one(name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()  # while it waits
        tasks[0].add_done_callback(lambda _: tasks[2].cancel())  # when its turn has been given
        await asyncio.gather(*tasks, return_exceptions=True)
        await one("e")
        return told

    assert asyncio.run(story()) == ["a", "d", "e"]
