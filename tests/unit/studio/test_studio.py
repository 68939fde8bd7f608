"""What happens meanwhile: edits while names are looked up, or while rules are learned."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, WeakHypothesis
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import Json
from owlboost.studio import studio as studio_module
from owlboost.studio.draft import EditError
from owlboost.studio.draft_model import fitted_edit
from owlboost.studio.edit_kind import Edit
from owlboost.studio.journal import ProjectError
from owlboost.studio.project import Project, opened_project
from owlboost.studio.state import ProjectState
from owlboost.studio.studio import Studio
from owlboost.studio.worker import DraftJudge, WorkerError

POOL, BEACH = ({"type": "class", "iri": f"urn:x#{name}"} for name in ("Pool", "Beach"))


class Learner:
    """In place of a process that learns: it tells what a test wants it to."""

    made: ClassVar[list[Any]] = []

    def __init__(self, job: Any, tell: Callable[[str, Any], None]) -> None:
        self.job, self.tell, self.ended = job, tell, False
        Learner.made.append(self)

    def stop(self) -> None:
        """Be asked for the best so far."""

    def cancel(self) -> None:
        """Be ended."""
        self.ended = True


class Worker:
    """In place of a process that holds the source: it answers when a test lets it."""

    def __init__(self) -> None:
        self.asked: list[ProjectState] = []
        self.answers: dict[str, Callable[..., Json]] = {}
        self.gates: list[asyncio.Event] = []

    async def ask(self, task: str, work: ProjectState, *args: Any) -> Any:
        """Answer a question, once the gate for it is open."""
        self.asked.append(work)
        if self.gates:
            await self.gates.pop(0).wait()
        if task not in self.answers:
            raise EditError("This worker judges nothing.")
        return self.answers[task](work, *args)

    def close(self) -> None:
        """Have no process to end."""


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    (tmp_path / "a.csv").write_text("pool,good\n1,yes\n")
    (tmp_path / "b.csv").write_text("pool,good\n1,yes\n")
    with opened_project(tmp_path / "p") as found:
        found.given = {name: tmp_path / name for name in ("a.csv", "b.csv")}
        yield found


@pytest.fixture(autouse=True)
def learners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio_module, "FitProcess", Learner)
    monkeypatch.setattr(Learner, "made", [])


def model(*names: str) -> Json:
    """Return what learning some classes leaves."""
    terms = tuple(
        WeakHypothesis(f"WL{number}", (Inclusion(Concept((Atom(f"urn:x#{name}"),))),))
        for number, name in enumerate(names)
    )
    found = BoostedHypothesis(terms, (0.5,) * len(terms))
    return fitted_edit(TrainedModel("gradient", "urn:x#Good", found, 0.5), 1)


def looked_up(work: ProjectState, edit: Edit) -> Json:
    """Look nothing up but which source is open."""
    assert work.source is not None
    return {**edit.record, "concept": POOL, "sets": [], "labels": {"urn:x#Pool": work.source.name}}


def among(project: Project, story: Callable[[Studio, Worker], Awaitable[None]]) -> None:
    """Tell a story of a studio whose target is known and which has one rule, of a pool."""

    async def told() -> None:
        studio, worker = Studio(project), Worker()
        worker.answers = {"resolved": lambda _, edit: edit.record}
        studio.worker = worker  # type: ignore[assignment]
        await studio.edit({"kind": "source", "name": "a.csv"})
        await studio.edit({"kind": "target", "target": "good=yes"})
        worker.answers = {"resolved": looked_up}
        await studio.edit({"kind": "rule-added", "text": "pool", "weight": 0.25})
        worker.asked.clear()
        await story(studio, worker)
        studio.close()

    asyncio.run(told())


async def settled() -> None:
    """Let everything that can go on go on."""
    for _ in range(50):
        await asyncio.sleep(0.002)


def test_what_was_looked_up_in_one_source_is_not_said_of_another(project: Project) -> None:
    async def story(studio: Studio, worker: Worker) -> None:
        gate = asyncio.Event()
        worker.gates = [gate]
        waiting = asyncio.ensure_future(studio.edit({"kind": "rule-added", "text": "x"}))
        await settled()
        worker.answers["resolved"] = lambda work, edit: {**looked_up(work, edit), "fitted": 0.5}
        await studio.edit({"kind": "source", "name": "b.csv"})
        gate.set()
        await waiting
        assert [work.source.name for work in worker.asked if work.source] == ["a.csv", "b.csv"]
        assert studio.work.labels == {"urn:x#Pool": "b.csv"}

    among(project, story)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"kind": "source", "name": "b.csv"}, "for the question as it is"),
        ({"kind": "pin", "rule": "r1", "pinned": True}, "beside those that are pinned"),
        ({"kind": "forbid", "rule": "r1"}, "without what is forbidden"),
    ],
)
def test_what_learning_goes_on_with_stays_until_it_ends(
    project: Project, edit: Json, said: str
) -> None:
    async def story(studio: Studio, worker: Worker) -> None:
        del worker
        await studio.begin_fit()
        before = studio.work
        with pytest.raises(EditError, match=said):
            await studio.edit(edit)
        assert studio.work == before
        studio.cancel_fit()
        await studio.edit(edit)
        assert studio.work != before

    among(project, story)


def test_undo_during_learning_takes_away_no_question_and_may_let_rules_go(
    project: Project,
) -> None:
    async def story(studio: Studio, worker: Worker) -> None:
        del worker
        await studio.edit({"kind": "pin", "rule": "r1", "pinned": True})
        await studio.begin_fit()
        await studio.edit({"kind": "undo"})  # the pin
        await studio.edit({"kind": "undo"})  # the rule
        with pytest.raises(EditError, match="for the question as it is"):
            await studio.edit({"kind": "undo"})  # the target
        await studio.edit({"kind": "settings", "rules": 3})
        Learner.made[0].tell("done", model("Beach"))
        await settled()
        assert studio.fit_view() is None
        assert studio.work.draft is not None
        assert [rule.parts for rule in studio.work.draft.rules] == [(BEACH,)]

    among(project, story)


def test_what_has_been_learned_is_not_cancelled_while_it_is_written(project: Project) -> None:
    async def story(studio: Studio, worker: Worker) -> None:
        del worker
        await studio.begin_fit()
        async with studio._lock:  # somebody else writes
            Learner.made[0].tell("done", model("Beach"))
            await settled()
            with pytest.raises(EditError, match="has ended already"):
                studio.cancel_fit()
        await settled()
        assert (len(Learner.made), studio.fit_view()) == (1, None)
        await studio.begin_fit()
        Learner.made[1].tell("progress", {"phase": "learning"})
        await settled()
        assert studio.fit_view() is not None

    among(project, story)


def test_learning_begins_with_an_edit_that_is_being_written(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, append = threading.Event(), project.journal.append

    def slowly(*args: Any) -> None:
        gate.wait(10)
        append(*args)

    async def story(studio: Studio, worker: Worker) -> None:
        del worker
        monkeypatch.setattr(project.journal, "append", slowly)
        pinning = asyncio.ensure_future(studio.edit({"kind": "pin", "rule": "r1", "pinned": True}))
        await settled()
        beginning = asyncio.ensure_future(studio.begin_fit())
        await settled()
        gate.set()
        await asyncio.gather(pinning, beginning)
        (learner,) = Learner.made
        assert [rule.pinned for rule in learner.job.work.draft.rules] == [True]

    among(project, story)


def test_a_process_that_cannot_be_started_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    async def story(studio: Studio, worker: Worker) -> None:
        del worker
        monkeypatch.setattr(studio_module, "FitProcess", refused)
        with pytest.raises(WorkerError, match="Resource temporarily unavailable"):
            await studio.begin_fit()
        assert studio.fit_view() is None

    among(project, story)


def test_what_cannot_be_written_is_not_taken_and_told(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise ProjectError("journal.jsonl cannot be written: No space left on device.")

    async def story(studio: Studio, worker: Worker) -> None:
        del worker
        told: list[tuple[str, Any]] = []
        monkeypatch.setattr(studio.hub, "publish", lambda name, data: told.append((name, data)))
        monkeypatch.setattr(project.journal, "append", full)
        before = studio.work
        await studio.begin_fit()
        Learner.made[0].tell("done", model("Beach"))
        await settled()
        assert told[-1][0] == "failed"
        assert "No space left" in told[-1][1]["error"]
        assert (studio.work, studio.fit_view()) == (before, None)

    among(project, story)


def test_what_is_so_already_is_no_edit(project: Project) -> None:
    async def story(studio: Studio, worker: Worker) -> None:
        worker.answers["resolved"] = lambda _, edit: {**edit.record, "scope": None}
        number = studio.n_edits
        await studio.ensure({"kind": "target", "target": "good=yes"})
        assert studio.n_edits == number
        await studio.ensure({"kind": "target", "target": "good=no"})
        assert (studio.n_edits, studio.work.question.target) == (number + 1, "good=no")

    among(project, story)


def test_a_judgement_that_is_known_is_not_replaced_by_one_of_a_state_that_was_undone() -> None:
    async def story() -> None:
        worker, told = Worker(), list[int]()

        def judged(work: ProjectState) -> Json:
            assert work.draft is not None
            measures = {"rules": len(work.draft.rules)}
            at_once: Json = {"measures": measures, "before": None, "changes": [], "changed": 0}
            return {**at_once, "sizes": [], "folds": 0}

        worker.answers["judge"] = judged
        draft_judge = DraftJudge(worker, told.append)  # type: ignore[arg-type]
        one, two = worked("Pool"), worked("Pool", "Beach")
        draft_judge.request(1, one)
        await settled()
        assert draft_judge.judgement(1)["measures"] == {"rules": 1}
        gate = asyncio.Event()
        worker.gates = [gate]
        draft_judge.request(2, two)
        await settled()
        draft_judge.request(3, one)  # undone before anything was told of it
        gate.set()
        await settled()
        found = draft_judge.judgement(3)
        assert (found["number"], found["pending"], found["measures"]) == (3, False, {"rules": 1})

    asyncio.run(story())


def worked(*names: str) -> ProjectState:
    """Return a project whose draft has rules of some classes."""
    from dataclasses import replace

    from owlboost.studio.edits import applied
    from owlboost.studio.state import StudioSource

    work = replace(ProjectState(), source=StudioSource("a.csv", "table", "a.csv"))
    return applied(work, model(*names))
