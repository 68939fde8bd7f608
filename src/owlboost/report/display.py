"""Values as text for ``print``, and as HTML for notebooks."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape

from owlboost.concepts.concept import Concept
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Rule,
    RuleSet,
    merged,
    partitions_used,
)
from owlboost.concepts.text import manchester, people, weighted_sum
from owlboost.data.fuzzy_sets import Partition, shape_name, shape_points
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.run import RunResult, Scores
from owlboost.models.assessment import Assessment
from owlboost.models.calibration import calibration_text
from owlboost.models.comparison import ModelComparison
from owlboost.models.explanation import Explanation, Firing
from owlboost.models.trained import TrainedModel
from owlboost.report.explanation_text import explanation_lines
from owlboost.report.model_text import model_lines
from owlboost.report.number_text import figure


@singledispatch
def text(value: object) -> str:
    """Return a value as lines of text.

    Examples
    --------
    >>> text(Explanation(1.0, 1.2, None, ()))
    'degree 1.0000, evidence 1.2000'
    """
    raise TypeError(f"There is no text for a {type(value).__name__}.")


@text.register
def _(value: TrainedModel) -> str:
    return "\n".join(model_lines(value))


@text.register
def _(value: Explanation) -> str:
    return "\n".join(explanation_lines(value))


@singledispatch
def html(value: object) -> str:
    """Return a value as short HTML.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> html(Concept((Atom("ex#Cheap"),)))
    '<code>Cheap</code>'
    """
    raise TypeError(f"There is no HTML for a {type(value).__name__}.")


def concept_html(concept: Concept, lexicon: Lexicon = SHORT_NAMES) -> str:
    """Show a concept in Manchester syntax.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> concept_html(Concept((Atom("ex#Cheap"),)))
    '<code>Cheap</code>'
    """
    return f"<code>{escape(manchester(concept, people(lexicon)))}</code>"


html.register(Concept, concept_html)


def partition_html(partition: Partition, lexicon: Lexicon = SHORT_NAMES) -> str:
    """Show the fuzzy sets of a property with their points.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
    >>> low = FuzzySet("price_L", LeftShoulder(40, 60))
    >>> "left-shoulder" in partition_html(Partition("ex#price", (low,)))
    True
    """
    rows = [
        (
            escape(lexicon.set_name(fuzzy_set.name)),
            shape_name(fuzzy_set.shape),
            " ".join(
                lexicon.number(partition.prop, point) for point in shape_points(fuzzy_set.shape)
            ),
        )
        for fuzzy_set in partition.sets
    ]
    table = grid_html(["fuzzy set", "shape", "points"], rows)
    return f"<p><b>{escape(lexicon.name(partition.prop))}</b></p>{table}"


def grid_html(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay out a table; cells are HTML already.

    Examples
    --------
    >>> grid_html(["a"], [["1"]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


html.register(Partition, partition_html)


def hypothesis_html(
    hypothesis: Hypothesis, target: str = "Target", lexicon: Lexicon = SHORT_NAMES
) -> str:
    """Show rules with weight, confidence and coverage, and their fuzzy sets.

    Weak learners that are alike are one, with the sum of their weights.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rule = Inclusion(Concept(), 0.5, 0.5, 1, 1)
    >>> hypothesis_html(RuleSet((rule,)), "Good").startswith("<p><b>Good</b>: 1 rule</p>")
    True
    """
    hypothesis = merged(hypothesis)
    rules = list(hypothesis.rules())
    count = f"{len(rules)} rule{'' if len(rules) == 1 else 's'}"
    parts = [f"<p><b>{escape(target)}</b>: {count}</p>"]
    if rules:
        head = ["", "weight", "rule", "confidence", "positives", "negatives"]
        rows = [_row(number, rule, lexicon) for number, rule in enumerate(rules[:MOST_RULES], 1)]
        parts.append(grid_html(head, rows))
    if len(rules) > MOST_RULES:
        parts.append(f"<p>… and {len(rules) - MOST_RULES} more</p>")
    if isinstance(hypothesis, BoostedHypothesis) and rules:
        parts.append(f"<p><code>{escape(weighted_sum(hypothesis))}</code></p>")
    sets = "".join(partition_html(partition, lexicon) for partition in partitions_used(hypothesis))
    if sets:
        parts.append(f"<details><summary>fuzzy sets</summary>{sets}</details>")
    return "".join(parts)


MOST_RULES = 30
"""Show at most this many rules."""


def _row(number: int, rule: Rule, lexicon: Lexicon) -> tuple[str, ...]:
    inclusion = rule.inclusion
    return (
        escape(rule.learner or str(number)),
        f"{rule.weight:.3f}",
        concept_html(inclusion.body, lexicon),
        f"{inclusion.confidence:.3f}",
        str(inclusion.covered_positives) if inclusion.is_counted else "",
        str(inclusion.covered_negatives) if inclusion.is_counted else "",
    )


html.register(BoostedHypothesis, hypothesis_html)
html.register(RuleSet, hypothesis_html)


def model_html(model: TrainedModel) -> str:
    """Show a model: its rules, and what it reached in training.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> model_html(TrainedModel("foil", "ex#Good", RuleSet(), 0.5))
    '<p><b>Good</b>: 0 rules</p><p>foil, threshold 0.5</p>'
    """
    target_range = model.target_range
    facts = [model.algorithm, f"threshold {model.threshold:.3g}"]
    if target_range is not None:
        facts[1] = f"graded from {target_range.low:g} to {target_range.high:g}"
    facts += [
        f"{name} {model.training[name]:.3f}"
        for name in ("F1", "fuzzy_F1", "R2")
        if name in model.training
    ]
    if model.calibration is not None:
        facts.append(calibration_text(model.calibration))
    rules = hypothesis_html(model.hypothesis, model.lexicon.name(model.target), model.lexicon)
    held = "" if model.properties is None else f"<p>{escape(str(model.properties))}</p>"
    return f"{rules}<p>{escape(', '.join(facts))}</p>{held}"


html.register(TrainedModel, model_html)


def explanation_html(explanation: Explanation) -> str:
    """Show the contribution of each rule, decisive ones in bold.

    Examples
    --------
    >>> explanation_html(Explanation(1.0, 1.2, None, ()))
    '<p>degree 1.0000, evidence 1.2000</p>'
    """
    headline = f"<p>{explanation.headline}</p>"
    if not explanation.firings:
        return headline
    head = ["", "weight", "degree", "contribution", "rule"]
    return headline + grid_html(head, map(_firing_row, explanation.shown))


def _firing_row(firing: Firing) -> tuple[str, ...]:
    conditions = "".join(
        f"<div>{part.degree:.4f} <code>{escape(part.text(firing.lexicon))}</code></div>"
        for part in firing.conditions
    )
    return (
        escape(firing.learner),
        f"{firing.weight:.3f}",
        f"{firing.degree:.4f}",
        f"<b>{firing.contribution:.4f}</b>" if firing.decisive else "",
        concept_html(firing.body, firing.lexicon)
        + (conditions if len(firing.conditions) > 1 else ""),
    )


html.register(Explanation, explanation_html)


def run_html(run: "RunResult") -> str:
    """Show mean scores of best configuration, nested choice and baseline."""
    winner, columns = run.winner, _columns(run)
    parameters = shown_parameters(run.algorithm, winner.parameters)
    chosen = ", ".join(f"{name} {value}" for name, value in parameters.items())
    rows = [
        (f"best of {len(run.configurations)}: {escape(chosen)}", *_figures(winner.scores, columns))
    ]
    if run.nested is not None:
        rows.append(("nested", *_figures(run.nested.scores, columns)))
    rows.append((run.baseline, *_figures(run.top, columns)))
    name = f"{run.dataset} " if run.dataset else ""
    star = " ★" if run.starred else ""
    title = (
        f"<p><b>{escape(name)}{escape(run.lexicon.name(run.target))}</b>, {escape(run.algorithm)}: "
        f"{_examples(run)}, {run.protocol.folds} folds{star}</p>"
    )
    return title + grid_html(["", *columns], rows) + _given(run)


def _columns(run: "RunResult") -> tuple[str, ...]:
    """Return the column names, the selection measure first."""
    shown = sorted(run.measures, key=lambda measure: not measure.product_of)
    return (*(measure.name for measure in shown), "rules")


def _examples(run: "RunResult") -> str:
    if run.target_range is not None:
        return run.examples_text
    return f"{run.positives} of {run.examples} positive"


def _figures(scores: "Scores", columns: Sequence[str]) -> tuple[str, ...]:
    figures = scores.figures
    return tuple(figure(name, figures.get(name)) for name in columns)


def _given(run: "RunResult") -> str:
    if run.given_sets is None:
        return ""
    return f"<p>Given sets: {escape(run.given_sets.text(run.lexicon))}</p>"


html.register(RunResult, run_html)


def lines_html(value: Assessment | ModelComparison) -> str:
    """Show the lines that are printed."""
    return f"<pre>{escape(str(value))}</pre>"


html.register(Assessment, lines_html)
html.register(ModelComparison, lines_html)
