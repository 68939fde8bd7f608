"""Judgements of a draft: the newest one supersedes all others."""

import asyncio
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from owlboost.errors import OwlboostError
from owlboost.runtime.limits import Json
from owlboost.studio.desk import Desk
from owlboost.studio.work import Work


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
