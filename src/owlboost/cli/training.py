"""One training: its progress on stderr, its model on stdout and in a file."""

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer
from rich.console import Console
from rich.highlighter import Highlighter, RegexHighlighter
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.theme import Theme

from owlboost.cli.learner_options import option_names
from owlboost.cli.messages import colours, console, say, shows
from owlboost.cli.options import RuleLayout
from owlboost.concepts.concept_json import concept_to_json
from owlboost.learners.learner import LEARNERS, Learner
from owlboost.learners.run import RoundEnded, RunContext, Step, Validating
from owlboost.learners.training import target_leaks, train
from owlboost.models.definition import Definition, complement, definition_text, save_definition
from owlboost.models.model_files import model_text, save
from owlboost.models.trained import TrainedModel
from owlboost.report.model_text import CHARACTERS, model_lines, usual_layout
from owlboost.runtime import signals as interruptions
from owlboost.runtime.files import atomic_path
from owlboost.runtime.names import short_name

if TYPE_CHECKING:
    from owlboost.data.examples import LearningProblem
    from owlboost.learners.search.aggregator import Cluster


@dataclass
class Watched:
    """A running training."""

    context: RunContext
    interrupted: bool = False

    def stop(self) -> None:
        """End after the current step."""
        self.interrupted = True
        self.context.budget.stop()

    @property
    def out_of_time(self) -> bool:
        """Whether the time limit ended something."""
        return self.context.budget.cut and not self.interrupted


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
        watched = Watched(RunContext(reporter.on_event))
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


def train_watched(
    problem: "LearningProblem",
    learner: Learner,
    record: dict[str, object],
    trace: Path | None = None,
    cluster: "Cluster | None" = None,
) -> tuple[TrainedModel, bool]:
    """Train with progress and a trace; Ctrl-C asks for an end."""
    with watching(learner, len(problem), trace) as watched:
        context = replace(watched.context, cluster=cluster)
        model = train(problem, learner, source=record, context=context)
    if watched.out_of_time:
        typer.echo("note: the time limit was reached; this is the best result so far", err=True)
    return model, watched.interrupted


def train_definition(
    problem: "LearningProblem",
    learner: Learner,
    record: dict[str, object],
    trace: Path | None = None,
    cluster: "Cluster | None" = None,
) -> tuple[Definition, bool]:
    """Train for the target, with a trace, and for its complement."""
    belongs, interrupted = train_watched(problem, learner, record, trace, cluster)
    turned = learner.adjusted(given=())
    does_not, stopped = train_watched(complement(problem), turned, record, cluster=cluster)
    return Definition(belongs, does_not), interrupted or stopped


_THEME = Theme(
    {
        "rule.keyword": "bold",
        "rule.remark": "dim",
        "rule.number": "cyan",
        "rule.head": "bold green",
        "page.title": "bold",
        "page.support": "green",
        "page.against": "red",
        "page.right": "dim",
    }
)


class _RuleHighlighter(RegexHighlighter):
    """Colours for axioms, on terminals only."""

    base_style = "rule."
    highlights = (
        r"(?P<keyword>\b(?:and|some|value|SubClassOf)\b)",
        r"(?P<number>(?<![\w.])-?\d+\.\d+(?![\w.]))",
        r"SubClassOf (?P<head>\S+)",
        r"(?P<remark>#.*)",
    )


class _PageHighlighter(RegexHighlighter):
    """Colours for sentences, on terminals only."""

    base_style = "page."
    highlights = (
        r"^(?P<title>What makes .*)",
        r"^ *(?P<support>\+\d\S* \S*)",
        r"^ *(?P<against>-\d\S* \S*)",
        r"(?P<right>Right in .*)",
    )


def print_model(model: TrainedModel, layout: str | None = None) -> None:
    """Print a model in a layout, by default that of its algorithm."""
    chosen = layout or usual_layout(model)
    highlighter: Highlighter = _PageHighlighter() if chosen == "text" else _RuleHighlighter()
    page = console(highlighter=highlighter, theme=_THEME)
    for line in model_lines(model, layout, page.width, blocks=shows(CHARACTERS)):
        page.print(line, soft_wrap=True)


_MOST_GIVEAWAYS = 3
"""Report at most this many conditions that alone decide the examples."""


def deliver(
    trained: TrainedModel | Definition,
    output: Path | None,
    *,
    as_json: bool = False,
    layout: RuleLayout | None = None,
) -> None:
    """Print a model or a definition, as rules or JSON, and write its file."""
    if isinstance(trained, Definition):
        _deliver_definition(trained, output, as_json=as_json, layout=layout)
        return
    if output is not None:
        save(trained, output)
    if as_json:
        typer.echo(model_text(trained))
    else:
        print_model(trained, layout)
    say(trained.remarks)
    if trained.properties is not None and trained.hypothesis.n_rules:
        say(tuple(trained.properties.notes()))
    if not trained.hypothesis.n_rules:
        typer.echo(f"note: no rule was found{_advice(trained.algorithm)}", err=True)
    if output is not None:
        typer.echo(f"Model written to {output}", err=True)


def _deliver_definition(
    definition: Definition, output: Path | None, *, as_json: bool, layout: RuleLayout | None
) -> None:
    both = (definition.belongs, definition.does_not)
    if output is not None:
        save_definition(definition, output)
    if as_json:
        typer.echo(definition_text(definition))
    else:
        print_model(definition.belongs, layout)
        typer.echo()
        print_model(definition.does_not, layout)
    for model in both:
        say(model.remarks)
        if not model.hypothesis.n_rules:
            say((f"no rule was found for {model.lexicon.name(model.target)}",))
    if output is not None:
        typer.echo(f"Definition written to {output}", err=True)


def say_giveaways(
    trained: TrainedModel | Definition, problem: "LearningProblem", *, of_table: bool
) -> None:
    """Print conditions that leak the target, and how to hide them."""
    model = trained.belongs if isinstance(trained, Definition) else trained
    for leak in target_leaks(model, problem)[:_MOST_GIVEAWAYS]:
        name = short_name(leak.name) if of_table else _unambiguous_name(leak.name, problem)
        typer.echo(
            f"note: {leak.text} alone tells {leak.n_right} of {leak.n_examples} examples right. If "
            f"it merely restates the target, hide it with --hide {shlex.quote(name)}",
            err=True,
        )


def _unambiguous_name(iri: str, problem: "LearningProblem") -> str:
    """Return the name of something in an ontology, or its IRI.

    The IRI is returned if others have the name.
    """
    vocabulary = problem.kb.vocabulary
    names = {problem.target, *vocabulary.classes, *vocabulary.roles, *vocabulary.data_properties}
    name_of = problem.kb.lexicon.name
    return iri if sum(name_of(name) == name_of(iri) for name in names) > 1 else name_of(iri)


def _advice(algorithm: str) -> str:
    """Return advice on finding rules, as the end of a sentence."""
    advice = LEARNERS[algorithm].advice if algorithm in LEARNERS else ""
    text = advice.format_map(option_names() | {"algorithm": "--algorithm"})
    return f"; try {text}" if text else ""
