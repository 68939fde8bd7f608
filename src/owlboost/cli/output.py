"""What a person reads: rules in the paper's layout, and measures."""

from collections.abc import Iterator

from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from owlboost.cli.terminal import console
from owlboost.model.hypotheses import BoostedHypothesis
from owlboost.model.measures import shown_in
from owlboost.model.text import (
    calibration_text,
    counts_text,
    curve_text,
    hypothesis_lines,
    people,
)
from owlboost.model.trained import TrainedModel
from owlboost.report.cells import number

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


def print_model(model: TrainedModel) -> None:
    """Print the rules, what they are worth and how they did on the training examples."""
    page = console(highlighter=_RuleHighlighter(), theme=_THEME)
    page.print(f"# {_headline(model)}")
    page.print()
    layout = people(model.lexicon)
    target = layout.written("class", model.target)
    for line in hypothesis_lines(
        model.hypothesis, target, page.width, layout, average=model.average
    ):
        page.print(line)
    page.print()
    page.print("# On the training examples")
    for line in _measure_lines(model):
        page.print(line)
    for line in (*_property_lines(model), *_validated_lines(model)):
        page.print(line, soft_wrap=True)


def _headline(model: TrainedModel) -> str:
    rules = [rule for rule in model.hypothesis.rules() if not rule.inclusion.body.is_top]
    learners = ""
    if isinstance(model.hypothesis, BoostedHypothesis):
        n_learners = len({rule.learner for rule in rules})
        learners = f" in {_counted(n_learners, 'weak learner')}"
    target = people(model.lexicon).written("class", model.target)
    return (
        f"{target}: {_counted(len(rules), 'rule')}{learners}, learned "
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
