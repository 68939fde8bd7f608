"""What a person reads: rules in the paper's layout, measures, predictions."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from rich.console import Console, OverflowMethod
from rich.highlighter import RegexHighlighter
from rich.table import Table as Grid
from rich.theme import Theme

from owlboost.cli.options import PredictionFormat
from owlboost.model.hypotheses import BoostedHypothesis
from owlboost.model.measures import shown_in
from owlboost.model.text import calibration_text, counts_text, curve_text, hypothesis_lines, quoted
from owlboost.model.trained import Prediction, TrainedModel
from owlboost.model.vocabulary import short_name
from owlboost.report.cells import harmless, number

WIDTH = 100

_THEME = Theme(
    {"rule.keyword": "bold", "rule.remark": "dim", "rule.number": "cyan", "rule.head": "bold green"}
)


class _RuleHighlighter(RegexHighlighter):
    """Colours for rules; only a terminal shows them."""

    base_style = "rule."
    highlights = (
        r"(?P<keyword>\b(?:and|some|value|SubClassOf)\b)",
        r"(?P<number>(?<![\w.])-?\d+\.\d+(?![\w.]))",
        r"SubClassOf (?P<head>\S+)",
        r"(?P<remark>#.*)",
    )


def _console() -> Console:
    width = min(WIDTH, Console().width) if sys.stdout.isatty() else WIDTH
    return Console(
        width=width,
        theme=_THEME,
        highlighter=_RuleHighlighter(),
        soft_wrap=False,
        markup=False,  # [x] and :x: in a name are the name
        emoji=False,
    )


def print_model(model: TrainedModel) -> None:
    """Print the rules, what they are worth and how they did on the training examples."""
    console = _console()
    console.print(f"# {_headline(model)}")
    console.print()
    target = quoted(short_name(model.target))
    for line in hypothesis_lines(model.hypothesis, target, console.width, average=model.average):
        console.print(line)
    console.print()
    console.print("# On the training examples")
    for line in _measure_lines(model):
        console.print(line)
    for line in (*_property_lines(model), *_validated_lines(model)):
        console.print(line, soft_wrap=True)


def _headline(model: TrainedModel) -> str:
    rules = [rule for rule in model.hypothesis.rules() if not rule.inclusion.body.is_top]
    learners = ""
    if isinstance(model.hypothesis, BoostedHypothesis):
        n_learners = len({rule.learner for rule in rules})
        learners = f" in {_counted(n_learners, 'weak learner')}"
    return (
        f"{quoted(short_name(model.target))}: {_counted(len(rules), 'rule')}{learners}, learned "
        f"from {model.source.get('individuals', '?')} examples, "
        f"{model.source.get('positives', '?')} of them positive{_background(model)}"
    )


def _background(model: TrainedModel) -> str:
    number = model.source.get("background", 0)
    return f", while {number} others weighed in" if number else ""


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _measure_lines(model: TrainedModel) -> Iterator[str]:
    """Tell what a model reached in training, as far as its file does; errors more finely."""
    decided = f"degree ≥ {model.threshold:.3f}"
    for basis, words in (("crisp", "degree > 0"), ("fuzzy", "fuzzy"), ("threshold", decided)):
        known = [
            f"{one.bare_name} {number(found, one.decimals + (not one.larger_is_better))}"
            for one in shown_in("training")
            if one.basis == basis and (found := model.training.get(one.name)) is not None
        ]
        if known:
            yield f"{words:<10}   {'  '.join(known)}"
    counts = counts_text(model.training)
    if counts:
        yield f"{'counts':<10}   {counts}"


def _property_lines(model: TrainedModel) -> Iterator[str]:
    """Tell which of the paper's properties the rules have, if that is known."""
    if model.properties is not None:
        yield f"# The rules: {model.properties}"


def _validated_lines(model: TrainedModel) -> Iterator[str]:
    """Tell what was found on examples that the rules were not learned from, if anything was."""
    if model.curve:
        points = curve_text(model.curve, model.hypothesis.n_rules)
        yield f"# Validated error by number of rules: {points}"
    if model.calibration is not None:
        yield f"# Calibrated: {calibration_text(model.calibration)}"


def print_predictions(predictions: Iterable[Prediction], layout: PredictionFormat) -> None:
    """Print predictions on stdout."""
    match layout:
        case PredictionFormat.JSON:
            print(json.dumps([asdict(one) for one in predictions], ensure_ascii=False, indent=1))  # noqa: T201
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_COLUMNS)
            for one in predictions:
                writer.writerow(_csv_row(one))
        case PredictionFormat.TABLE:
            _print_grid(predictions)


_COLUMNS = ("individual", "degree", "evidence", "probability", "positive", "decision")


def _csv_row(one: Prediction) -> list[str]:
    return [
        harmless(one.individual),
        repr(one.degree),
        repr(one.evidence),
        "" if one.probability is None else repr(one.probability),
        _word(one.positive),
        _word(one.decision),
    ]


def _word(truth: bool) -> str:
    return "true" if truth else "false"


def _print_grid(predictions: Iterable[Prediction]) -> None:
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    for name in _COLUMNS:
        is_number = name in ("degree", "evidence", "probability")
        overflow: OverflowMethod = "fold" if name == "individual" else "ellipsis"
        grid.add_column(name, justify="right" if is_number else "left", overflow=overflow)
    for one in predictions:
        grid.add_row(
            one.individual,
            f"{one.degree:.4f}",
            f"{one.evidence:.4f}",
            "-" if one.probability is None else f"{one.probability:.4f}",
            "yes" if one.positive else "-",
            "yes" if one.decision else "-",
        )
    _console().print(grid)
