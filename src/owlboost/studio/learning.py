"""The learning process, choices of settings, and the command that learns the same."""

import os
import shlex
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import getdoc
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from owlboost.concepts.evaluation import known_semantics
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import OwlboostError
from owlboost.exchange.formats import FORMATS
from owlboost.learners.algorithms import MOST_RULES
from owlboost.learners.learner import DEFAULT, LEARNERS
from owlboost.learners.parameters import described
from owlboost.learners.run import Budget, RoundEnded, RuleFound, RunContext, Validating
from owlboost.models.model_files import model_text
from owlboost.models.trained import TrainedModel
from owlboost.report.views.model import learner_options
from owlboost.report.wording import in_words
from owlboost.runtime.files import atomic_path
from owlboost.runtime.limits import Json
from owlboost.studio.draft_model import (
    constrained,
    fitted_edit,
    forbidden_rules,
    has_kept_weights,
    pinned_rules,
)
from owlboost.studio.project import model_path
from owlboost.studio.state import LearningQuestion, ProjectState, Settings
from owlboost.studio.views import MODEL_FORMAT, ChoicesJson, CommandJson, FormatJson
from owlboost.studio.worker import end_with_parent, ignore_interrupts

Tell = Callable[[str, Any], None]

_PAUSE = 0.05
"""Seconds between two reports of progress."""

NICENESS = 5


@dataclass(frozen=True, slots=True)
class FitJob:
    """The task of a learning process: what to learn, and the number of the model to write."""

    folder: str
    work: ProjectState
    number: int


class FitProcess:
    """A process that learns and reports.

    Parameters
    ----------
    tell
        Called from another thread: ``progress`` with its view, and at last one of ``done`` with the
        edit that makes the model the draft, ``failed`` with a sentence, and ``died``.
    """

    def __init__(self, job: FitJob, tell: Tell) -> None:
        context = get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_learn, args=(job, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self._cancelled = False
        self._tell = tell
        threading.Thread(target=self._listen, daemon=True).start()

    def stop(self) -> None:
        """Ask for the best so far."""
        try:
            self._ours.send("stop")
        except OSError:
            return  # it is over already

    def cancel(self) -> None:
        """End it without further reports."""
        self._cancelled = True
        self._process.kill()

    def _listen(self) -> None:
        ended = False
        try:
            while not ended:
                event, content = self._ours.recv()
                ended = event in ("done", "failed")
                if not self._cancelled:
                    self._tell(event, content)
        except (EOFError, OSError):
            if not self._cancelled and not ended:
                self._tell("died", None)
        self._process.join()


def _learn(job: FitJob, pipe: Connection) -> None:
    """Learn; runs in the child process."""
    end_with_parent()
    ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        model = _trained(job, pipe)
        _keep(model, job)
    except OwlboostError as error:
        pipe.send(("failed", str(error)))
    except MemoryError:
        pipe.send(("failed", "There is not enough memory to learn this."))
    else:
        pipe.send(("done", fitted_edit(model, job.number)))


def _keep(model: TrainedModel, job: FitJob) -> None:
    """Write a model into the folder of its project."""
    path = model_path(Path(job.folder), job.number)
    with atomic_path(path, private=True) as temporary:
        temporary.write_text(f"{model_text(model)}\n", encoding="utf-8")


def _trained(job: FitJob, pipe: Connection) -> TrainedModel:
    from owlboost.learners.training import train
    from owlboost.studio.session import Workbench, source_record

    follower = _Follower(pipe)
    follower.phase("reading")
    budget = Budget()

    def listen() -> None:
        try:
            while pipe.recv() != "stop":
                pass
        except (EOFError, OSError):
            return
        budget.stop()

    threading.Thread(target=listen, daemon=True).start()
    work = job.work
    bench = Workbench(Path(job.folder))
    prepared = bench.prepared(work)
    follower.lexicon = bench.material(work.source).lexicon
    problem = prepared.X.problem(prepared.labels)
    follower.phase("learning")
    threads = max(1, (os.cpu_count() or 1) - 1)
    learner = constrained(work.settings.learner(threads), work)
    record = source_record(work, Path(job.folder))
    return train(problem, learner, source=record, context=RunContext(follower.on_event, budget))


class _Follower:
    """Reports progress to the server, not too often."""

    def __init__(self, pipe: Connection) -> None:
        self.lexicon = Lexicon()
        self._pipe = pipe
        self._last = 0.0
        self._progress: Json = {"phase": "reading", "done": 0, "total": 0, "rules": []}

    def phase(self, name: str) -> None:
        """Report that another phase begins."""
        self._progress |= {"phase": name, "done": 0, "total": 0}
        self._send(at_once=True)

    def on_event(self, event: object) -> None:
        """Report an event if it is of interest to users."""
        match event:
            case Validating(done, total):
                self._progress |= {"phase": "validating", "done": done, "total": total}
                self._send()
            case RuleFound(learned):
                self._add(learned.body)
            case RoundEnded():
                self._progress |= {"phase": "learning", "done": event.number}
                for rule in event.learned:
                    self._add(rule.body)
            case _:
                self._send()

    def _add(self, body: Any) -> None:
        sentence = in_words(body, self.lexicon)
        if sentence not in self._progress["rules"]:
            self._progress["rules"] = [*self._progress["rules"], sentence]
        self._progress["phase"] = "learning"
        self._send(at_once=True)

    def _send(self, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._last >= _PAUSE:
            self._last = now
            self._pipe.send(("progress", dict(self._progress)))


def repeating(work: ProjectState, folder: Path) -> CommandJson:
    """Return the command that learns the same, with its files.

    Examples
    --------
    >>> from owlboost.studio.state import LearningQuestion, StudioSource
    >>> source = StudioSource("iris.csv", "table", "/data/iris.csv")
    >>> work = ProjectState(source, LearningQuestion("species=virginica"))
    >>> repeating(work, Path("iris.studio"))["command"]
    'owlboost learn /data/iris.csv --target species=virginica -o model.json'
    """
    if work.source is None:
        return {"command": "", "files": {}, "remarks": ["No source is open yet."]}
    question = work.question
    files: dict[str, str] = {}
    remarks: list[str] = []
    words = ["owlboost", "learn", str(folder / work.source.file)]
    if question.target is not None:
        words += ["--target", question.target]
    if question.scope is not None:
        words += ["--scope", question.scope]
    if question.marks and work.source.kind == "table":
        remarks.append("Marks on rows of a table cannot be repeated by a command.")
    elif question.marks:
        remarks.append("The command learns from the marked examples only.")
        for name, marked in _marked(question):
            files[f"{name}.txt"] = "".join(f"{individual}\n" for individual in marked)
            words += [f"--{name}", f"{name}.txt"]
    for name in question.hidden:
        words += ["--hide", name]
    for name, hypothesis in _constraints(work):
        files[f"{name}.txt"] = _rule_file(work, hypothesis)
        words += [f"--{name}", f"{name}.txt"]
    if has_kept_weights(work.draft):
        remarks.append("The command fits all weights, also those that you set on pinned rules.")
    words += [*_options(work.settings), "-o", "model.json"]
    return {"command": shlex.join(words), "files": files, "remarks": remarks}


def _marked(question: LearningQuestion) -> Iterator[tuple[str, list[str]]]:
    """Yield the marked individuals, by the options that name them."""
    for label, name in ((True, "positives"), (False, "negatives")):
        marked = [individual for individual, given in question.marks.items() if given == label]
        if marked:
            yield name, marked


def _constraints(work: ProjectState) -> Iterator[tuple[str, Hypothesis]]:
    """Yield pinned and forbidden rules, by their options."""
    pinned, forbidden = pinned_rules(work.draft), forbidden_rules(work.draft)
    if pinned is not None:
        yield "given", pinned
    if forbidden is not None:
        yield "forbid", forbidden


def _rule_file(work: ProjectState, hypothesis: Hypothesis) -> str:
    """Write rules as a file with all names they use."""
    target = work.question.target or "Marked"
    iri = target if work.source is not None and work.source.kind == "ontology" else "urn:target"
    logic = known_semantics(work.settings.logic if work.draft is None else work.draft.logic)
    lexicon = Lexicon(dict(work.labels))
    model = TrainedModel("gradient", iri, hypothesis, 0.5, semantics=logic, lexicon=lexicon)
    return model.export("manchester")


def _options(settings: Settings) -> Iterator[str]:
    """Yield the options that differ from the defaults."""
    if settings.algorithm != DEFAULT:
        yield from ("--algorithm", settings.algorithm)
    learner = settings.learner()
    values = {
        parameter.name: value
        for parameter in learner.parameters()
        if (value := getattr(learner, parameter.name)) != parameter.default
    }
    values.pop("n_jobs", None)
    yield from learner_options(settings.algorithm, values)


ALGORITHMS = {
    "gradient": "Adds up weighted rules for and against, and keeps those that validation finds "
    "worth it.",
    "boost": "Learns small sets of rules in turn, each on what the earlier ones got wrong, and "
    "weighs them.",
    "foil": "Finds rules one by one until the positives are covered; the best that fits counts.",
    "pn": "First finds rules that say why, then rules that say why not.",
    "pfoil": "Finds rules one by one, each judged by what all of them achieve together.",
}
"""Descriptions of built-in algorithms; others use the first line of their documentation."""


def setting_choices() -> ChoicesJson:
    """Return the algorithms, and the choices of other settings.

    Examples
    --------
    >>> choices = setting_choices()
    >>> choices["algorithms"][0]["title"], choices["logic"][0], choices["sets"][:3]
    ('Gradient concepts', 'zadeh', ['auto', 2, 3])
    """
    among: dict[str, list[Any]] = {
        parameter.name: list(parameter.choices) for parameter in described(LEARNERS[DEFAULT])
    }
    return {
        "algorithms": [
            {"name": name, "title": LEARNERS[name].title, "text": _algorithm_text(name)}
            for name in LEARNERS
        ],
        "fuzzify": among["fuzzify"],
        "sets": ["auto", *among["n_sets"]],
        "logic": among["logic"],
        "most_rules": MOST_RULES,
    }


def _algorithm_text(name: str) -> str:
    own = (getdoc(LEARNERS[name]) or "").partition("\n")[0]
    return ALGORITHMS.get(name, own)


def all_formats() -> list[FormatJson]:
    """Return the formats for export.

    Examples
    --------
    >>> all_formats()[0]
    {'name': 'model', 'title': 'Model file', 'suffix': '.json'}
    """
    formats: list[FormatJson] = [
        {"name": name, "title": FORMATS[name].title, "suffix": FORMATS[name].extensions[0]}
        for name in FORMATS
    ]
    return [{"name": MODEL_FORMAT, "title": "Model file", "suffix": ".json"}, *formats]
