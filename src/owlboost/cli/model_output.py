"""A model or a definition on stdout and in its file."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.highlighter import Highlighter, RegexHighlighter
from rich.theme import Theme

from owlboost.cli.learner_options import option_names
from owlboost.cli.messages import say
from owlboost.cli.options import RuleLayout
from owlboost.cli.terminal import console, shows
from owlboost.learners.leakage import target_leaks
from owlboost.learners.learner import LEARNERS
from owlboost.models.definition import Definition, definition_text, save_definition
from owlboost.models.model_files import model_text, save
from owlboost.models.trained import TrainedModel
from owlboost.report.model_text import model_lines, usual_layout
from owlboost.report.number_text import CHARACTERS
from owlboost.runtime.names import short_name

if TYPE_CHECKING:
    from owlboost.data.examples import LearningProblem


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


def deliver_definition(
    definition: Definition,
    output: Path | None,
    *,
    as_json: bool = False,
    layout: RuleLayout | None = None,
) -> None:
    """Print both models, as rules or JSON, and write their file."""
    if output is not None:
        save_definition(definition, output)
    if as_json:
        typer.echo(definition_text(definition))
    else:
        print_model(definition.belongs, layout)
        typer.echo()
        print_model(definition.does_not, layout)
    for model in (definition.belongs, definition.does_not):
        say(model.remarks)
        if not model.hypothesis.n_rules:
            say((f"no rule was found for {model.lexicon.name(model.target)}",))
    if output is not None:
        typer.echo(f"Definition written to {output}", err=True)


_MOST_GIVEAWAYS = 3
"""Report at most this many conditions that alone decide the examples."""


def deliver(
    model: "TrainedModel",
    output: Path | None,
    *,
    as_json: bool = False,
    layout: RuleLayout | None = None,
) -> None:
    """Print the model, as rules or JSON, and write its file."""
    if output is not None:
        save(model, output)
    if as_json:
        typer.echo(model_text(model))
    else:
        print_model(model, layout)
    say(model.remarks)
    if model.properties is not None and model.hypothesis.n_rules:
        say(tuple(model.properties.notes()))
    if not model.hypothesis.n_rules:
        typer.echo(f"note: no rule was found{_advice(model.algorithm)}", err=True)
    if output is not None:
        typer.echo(f"Model written to {output}", err=True)


def say_giveaways(model: "TrainedModel", problem: "LearningProblem", *, of_table: bool) -> None:
    """Print conditions that leak the target, and how to hide them."""
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
