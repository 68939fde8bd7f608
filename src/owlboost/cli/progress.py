"""Progress on stderr, and Ctrl-C as a request to stop."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from owlboost.cli.terminal import colours
from owlboost.concepts.concept_json import concept_to_json
from owlboost.learners.learner import Learner
from owlboost.learners.run import RoundEnded, Step, Validating, Watch
from owlboost.runtime import signals as interruptions
from owlboost.runtime.files import atomic_path
from owlboost.runtime.signals import explained

if TYPE_CHECKING:
    from owlboost.evaluation.datasets import Task
    from owlboost.evaluation.fold_store import FoldStore


@dataclass
class Watched:
    """A running training."""

    watch: Watch
    interrupted: bool = False

    def stop(self) -> None:
        """End after the current step."""
        self.interrupted = True
        self.watch.budget.stop()

    @property
    def out_of_time(self) -> bool:
        """Whether the time limit ended something."""
        return self.watch.budget.cut and not self.interrupted


@dataclass
class Reporter:
    """A follower of the search: shows counts, writes steps to a trace."""

    progress: Progress
    n_rounds: int
    trace: IO[str] | None = None
    round: int = 1
    axiom: int = 0
    task: TaskID = field(init=False)

    def __post_init__(self) -> None:
        self.task = self.progress.add_task("learning", total=self.n_rounds)

    def on_event(self, event: object) -> None:
        """Show an event, if its kind is known."""
        match event:
            case Step():
                self._step(event)
            case Validating(done, total):
                self.progress.update(
                    self.task, description="validating choices", completed=done, total=total
                )
            case RoundEnded():
                self.round, self.axiom = event.number + 1, 0
                self.progress.update(self.task, completed=event.number)
            case _:
                pass  # its meaning is known to its learner alone

    def _step(self, step: Step) -> None:
        """Show one refinement; the first step of a search begins a rule."""
        if step.step == 1:
            self.axiom += 1
        self.progress.update(
            self.task, description=f"round {self.round}, rule {self.axiom}, step {step.step}"
        )
        if self.trace is not None:
            line = {
                "round": self.round,
                "axiom": self.axiom,
                "step": step.step,
                "concept": concept_to_json(step.concept),
                "chosen": concept_to_json(step.chosen),
                "gain": step.gain,
                "confidence": step.confidence,
                "candidates": step.candidates,
                "pruned": step.pruned,
            }
            self.trace.write(json.dumps(line, ensure_ascii=False) + "\n")


@contextmanager
def watching(learner: Learner, n_examples: int, trace: Path | None) -> Iterator[Watched]:
    """Follow a training; the first Ctrl-C ends it after a step."""
    with ExitStack() as stack:
        file = None
        if trace is not None:
            path = stack.enter_context(atomic_path(trace))
            file = stack.enter_context(path.open("w", encoding="utf-8"))
        progress = _progress()
        if not progress.disable:  # one that is disabled may print an empty line
            stack.enter_context(progress)
        reporter = Reporter(progress, getattr(learner, "n_rounds", 1), file)
        watched = Watched(Watch(reporter.on_event))
        stack.enter_context(interruptions.politely(watched.stop))
        progress.update(reporter.task, description=f"preparing {n_examples} examples")
        yield watched


def _progress() -> Progress:
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        TimeElapsedColumn(),
        console=Console(stderr=True, color_system=colours()),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def folds_shown(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show on stderr the number of finished folds and the time left."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("folds, time left"),
        TimeRemainingColumn(),
        console=Console(stderr=True, color_system=colours()),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with nullcontext() if progress.disable else progress:  # disabled, it may print an empty line
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def kept_folds(store: "FoldStore | None") -> Iterator[None]:
    """On Ctrl-C, print the place of finished folds, and exit 130."""
    if store is None:
        yield
        return
    sentence = (
        f"owlboost: interrupted. Finished folds are kept in {store.folder}; run the same command "
        "again to continue."
    )
    try:
        with explained(sentence):
            yield
    except KeyboardInterrupt:
        typer.echo(sentence, err=True)
        raise typer.Exit(130) from None


@contextmanager
def suite_shown(n_tasks: int) -> "Iterator[Callable[[Task], Callable[[int, int], None]]]":
    """Show on stderr the current task and its progress."""
    started = 0
    with folds_shown("") as on_fold:

        def on_task(task: "Task") -> Callable[[int, int], None]:
            nonlocal started
            started += 1
            if not sys.stderr.isatty():
                typer.echo(f"{started}/{n_tasks} {task.name}", err=True)
            on_fold(0, 1)
            return on_fold

        yield on_task
