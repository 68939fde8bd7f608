"""A studio: a project that pages edit, and its listeners."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

from owlboost.errors import OwlboostError
from owlboost.runtime.limits import Json
from owlboost.studio import views
from owlboost.studio.draft import EditError
from owlboost.studio.draft_model import require_kept
from owlboost.studio.edit_kind import Edit
from owlboost.studio.edits import (
    AddCondition,
    AddRule,
    ChangeSource,
    ChangeWeight,
    ChooseTarget,
    HideNames,
    MarkIndividual,
    SaveVersion,
    TakeModel,
    checked_edit,
)
from owlboost.studio.journal import History, now
from owlboost.studio.learning import FitJob, FitProcess
from owlboost.studio.project import Project
from owlboost.studio.state import ProjectState
from owlboost.studio.worker import DraftJudge, Worker, WorkerError

HEARTBEAT = 15.0
"""Seconds of silence before a message that keeps proxies from closing the connection."""

_MOST_WAITING = 1_000
"""Drop a page with this many unread events."""


class EventHub:
    """Sends events to every listener, in order."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[bytes | None]] = set()
        self._closed = False

    @property
    def is_heard(self) -> bool:
        """Whether there are listeners."""
        return bool(self._listeners)

    def publish(self, name: str, data: Any) -> None:
        """Send an event to all listeners."""
        message = _event(name, data)
        for queue in list(self._listeners):
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                self._listeners.discard(queue)

    async def stream(self, first: list[tuple[str, Any]]) -> AsyncIterator[bytes]:
        """Yield the given events, then all published from now on."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)
        self._listeners.add(queue)
        try:
            for name, data in first:
                yield _event(name, data)
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


def _event(name: str, data: Any) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\ndata: {text}\n\n".encode()


class Studio:
    """Applies edits to a project one by one; other processes read, evaluate and learn."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.worker = Worker(project.folder)
        self.hub = EventHub()
        self.draft_judge = DraftJudge(self.worker, self._judged)
        self._lock = asyncio.Lock()
        self._fit: views.ProgressJson | None = None
        self._process: FitProcess | None = None
        self._learned: ProjectState | None = None
        self._taking: asyncio.Future[None] | None = None
        self._began = 0.0
        self._unheard: str | None = None

    @property
    def n_edits(self) -> int:
        """The number of edits so far."""
        return self.project.journal.history.n_edits

    @property
    def work(self) -> ProjectState:
        """The present state of the project."""
        return self.project.journal.history.work

    def state(self) -> views.StateJson:
        """Return the view of the project."""
        about: views.ProjectJson = {"name": self.project.name, "folder": str(self.project.folder)}
        return views.state_view(self.project.journal.history, about, self.fit_view())

    def news(self) -> list[tuple[str, Any]]:
        """Return the first events for a page that begins to listen.

        A failure that no page has received is among them once.
        """
        unheard, self._unheard = self._unheard, None
        failed = [] if unheard is None else [("failed", {"error": unheard})]
        return [("state", {"number": self.n_edits}), ("fit", self.fit_view()), *failed]

    def fit_view(self) -> views.FitJson | None:
        """Return the progress of learning."""
        if self._fit is None:
            return None
        return {**self._fit, "seconds": round(time.monotonic() - self._began, 1)}

    async def edit(self, data: object, expected: int | None = None) -> views.StateJson:
        """Apply and save a person's edit.

        Parameters
        ----------
        expected
            The number of edits when the person saw the state; None to skip the check.

        Raises
        ------
        EditError
            It cannot be applied, or the state is another one by now.
        """
        edit = checked_edit(data)
        while True:  # what was looked up in a state is said of that state only
            self._require(expected)
            seen = self.project.journal.history
            if await self._recorded(await self._looked_up(edit), expected, seen):
                return self.state()

    async def ensure(self, data: object) -> None:
        """Apply and save a person's edit, unless it changes nothing."""
        edit = await self._looked_up(checked_edit(data))
        if self.project.journal.history.apply(edit).work != self.work:
            await self.edit(data)

    async def _looked_up(self, edit: Edit) -> Json:
        """Return the record of an edit with the fields that only the server fills in."""
        match edit:
            case ChangeSource(name=name):
                source = self.project.source(name)
                return {**edit.record, "file": source.file, "source_kind": source.kind}
            case SaveVersion():
                return {**edit.record, "time": now()}
            case (
                ChooseTarget()
                | MarkIndividual()
                | HideNames()
                | AddCondition()
                | AddRule()
                | ChangeWeight(weight=None)
            ):
                resolved: Json = await self.worker.ask("resolved", self.work, edit)
                return resolved
            case _:
                return edit.record

    async def _recorded(self, edit: Json, expected: int | None, seen: History) -> bool:
        """Apply and save an edit; False if the state has changed."""
        async with self._lock:
            self._require(expected)
            journal = self.project.journal
            if journal.history is not seen:
                return False
            history = seen.apply(edit)
            if self._learned is not None and edit["kind"] != TakeModel.kind:
                require_kept(self._learned, history.work)
            await asyncio.to_thread(journal.append, edit, history)
        self.hub.publish("state", {"number": self.n_edits})
        self.draft_judge.request(self.n_edits, self.work)
        return True

    def _require(self, expected: int | None) -> None:
        if expected is not None and expected != self.n_edits:
            raise EditError(
                "The project has changed meanwhile; look at it again before you change it.",
                conflict=True,
            )

    def _judged(self, number: int) -> None:
        self.hub.publish("judged", {"number": number})

    def judgement(self) -> views.JudgementJson:
        """Return the results of the present draft, as far as available."""
        judgement = self.draft_judge.judgement(self.n_edits)
        if "measures" not in judgement and "error" not in judgement and not judgement["pending"]:
            self.draft_judge.request(self.n_edits, self.work)  # the first since the server began
            judgement = self.draft_judge.judgement(self.n_edits)
        return judgement

    # Learning.

    async def begin_fit(self) -> None:
        """Begin to learn in a process, after any edit being written.

        Raises
        ------
        EditError
            There is nothing to learn, or something is learned already.
        """
        async with self._lock:
            self._begin_fit(self.work)

    def _begin_fit(self, work: ProjectState) -> None:
        if self._process is not None:
            raise EditError("Something is learned already; stop or cancel it first.", conflict=True)
        if work.source is None:
            raise EditError("Open a table or an ontology first.", conflict=True)
        if work.question.target is None and not work.question.marks:
            raise EditError("Choose a target, or mark examples, first.", conflict=True)
        loop = asyncio.get_running_loop()
        job = FitJob(str(self.project.folder), work, self.project.next_model())

        def tell(kind: str, content: Any) -> None:
            loop.call_soon_threadsafe(self._on_message, process, kind, content)

        try:
            process = FitProcess(job, tell)
        except OSError as error:
            raise WorkerError(
                f"No process can be started that learns: {error.strerror or error}."
            ) from error
        self._process, self._learned = process, work
        self._began = time.monotonic()
        self._tell_fit({"phase": "waiting", "done": 0, "total": 0, "rules": []})

    def stop_fit(self) -> None:
        """End learning with the best so far."""
        self._learning().stop()

    def cancel_fit(self) -> None:
        """End learning and discard the result."""
        self._learning().cancel()
        self._end_fit(None)

    def _learning(self) -> FitProcess:
        if self._process is None:
            raise EditError("Nothing is learned at the moment.", conflict=True)
        if self._taking is not None:
            raise EditError("Learning has ended already; undo takes it back.", conflict=True)
        return self._process

    def _on_message(self, process: FitProcess, kind: str, content: Any) -> None:
        if process is not self._process:
            return  # it was cancelled meanwhile
        match kind:
            case "progress":
                self._tell_fit(content)
            case "done":  # a task that nobody holds may vanish
                self._taking = asyncio.ensure_future(self._take(content))
            case "failed":
                self._end_fit(content)
            case _:
                self._end_fit(
                    "The process that learned has ended, perhaps for lack of memory; nothing was "
                    "changed."
                )

    async def _take(self, edit: Json) -> None:
        try:
            while not await self._recorded(edit, None, self.project.journal.history):
                pass
            self._end_fit(None)
        except OwlboostError as error:
            self._end_fit(str(error))

    def _end_fit(self, error: str | None) -> None:
        self._process = self._learned = self._taking = None
        self._tell_fit(None)
        if error is not None:
            self._unheard = None if self.hub.is_heard else error
            self.hub.publish("failed", {"error": error})

    def _tell_fit(self, fit: views.ProgressJson | None) -> None:
        self._fit = fit
        self.hub.publish("fit", self.fit_view())

    def close(self) -> None:
        """End all processes and streams; unfinished work is lost."""
        self.hub.close()
        self.draft_judge.close()
        if self._process is not None:
            self._process.cancel()
        self.worker.close()
