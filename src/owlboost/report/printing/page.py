"""A model as people read it: for each rule a sentence, its weight and how often it is right."""

import textwrap
from collections.abc import Iterator

from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    merged,
    share_of_positives,
)
from owlboost.exchange.english.phrases import Phrases, is_given, reasons
from owlboost.exchange.english.words import breaking, counted, digits, percent
from owlboost.models.trained import TrainedModel
from owlboost.report.printing.bars import Bars
from owlboost.report.printing.paper import checked_lines, source_text


def page_lines(model: TrainedModel, width: int, bars: Bars) -> Iterator[str]:
    """Write a model for people.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept, FuzzyValue
    >>> from owlboost.data.fuzzy_sets import FuzzySet, Triangular
    >>> fair = FuzzyValue("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(38, 78, 167)))
    >>> term = WeakHypothesis("WL1", (Inclusion(Concept((fair,)), 1.0, 0.9, 18, 3),))
    >>> model = TrainedModel("gradient", "urn:x#Good", BoostedHypothesis((term,), (2.9,)), 0.5)
    >>> print(list(page_lines(model, 100, Bars()))[2])
    +2.90 ████████  A fair price around 78 (38 – 167) speaks for it. Right in 18 of 21 (86 %).
    """
    phrases = Phrases(model.lexicon, numbers=True)
    size, of = counted(merged(model.hypothesis).n_rules, "rule"), model.hypothesis.n_rules
    if size != counted(of, "rule"):
        size += f" (of {of} learned, alike ones merged)"
    title = f"What makes {phrases.target(model.target)}: {size}, {source_text(model)}"
    yield from _wrapped(title, width)
    yield ""
    rows = list(_rows(model, phrases))
    most = max((abs(weight) for weight, _ in rows), default=0.0)
    shown = [f"{weight:+.2f}" for weight, _ in rows]
    longest = max(map(len, shown), default=0)
    for number, (weight, text) in zip(shown, rows, strict=True):
        lead = f"{number:>{longest}} {bars.bar(abs(weight), most)}  "
        yield from _wrapped(text, width, lead)
    if not rows:
        yield "No rule was found."
    yield ""
    for line in _closing(model):
        yield from _wrapped(line, width)


def _rows(model: TrainedModel, phrases: Phrases) -> Iterator[tuple[float, str]]:
    """Yield what each reason counts, and its sentences."""
    match model.hypothesis:
        case BoostedHypothesis():
            for term, weight in reasons(model.hypothesis):
                alone = len(term.inclusions) == 1
                counts = weight * (term.inclusions[0].degree if alone else 1.0)
                yield counts, f"{phrases.reason(term, weight)}.{_right(term, weight > 0, model)}"
        case RuleSet(inclusions):
            for one in inclusions:
                term = WeakHypothesis("", (one,))
                said = phrases.says(one.body, "for")
                yield one.degree, f"{said}.{_right(term, True, model)}"


def _right(term: WeakHypothesis, supports: bool, model: TrainedModel) -> str:
    """Say how often what a reason says is so, in the examples that it covers."""
    if model.target_range is not None:
        means = [_mean_of(rule, model) for rule in term.inclusions if _covered(rule)]
        return f" {'; '.join(means)}." if means and not is_given(term) else ""
    told = [_right_in(rule, supports) for rule in term.inclusions if _covered(rule)]
    return f" Right in {'; '.join(told)}." if told and not is_given(term) else ""


def _mean_of(rule: Inclusion, model: TrainedModel) -> str:
    """Say what label the examples have that a rule covers: on average, or how far they fit."""
    among = counted(_covered(rule), "example")
    if model.target_range is None or share_of_positives(model.hypothesis) is None:
        return f"Confidence {rule.confidence:.2f} in {among}"
    return f"On average {model.target_range.value(rule.confidence):.3g} in {among}"


def _right_in(rule: Inclusion, supports: bool) -> str:
    right = rule.covered_positives if supports else rule.covered_negatives
    return f"{digits(right)} of {digits(_covered(rule))} ({percent(right / _covered(rule))})"


def _covered(rule: Inclusion) -> int:
    return rule.covered_positives + rule.covered_negatives


def _closing(model: TrainedModel) -> Iterator[str]:
    summed = isinstance(model.hypothesis, BoostedHypothesis)
    what = "the sum of what holds, cut to 0 and 1" if summed else "what the best rule gives"
    known = model.target_range
    answer = f"The answer is yes from a degree of {model.threshold:.3g} on."
    if known is not None:
        answer = f"A degree of 0 stands for {known.low:g}, one of 1 for {known.high:g}."
    yield f"The degree is {what}. {answer}"
    measured = list(_measured(model))
    if measured:
        yield f"On the training examples: {'; '.join(measured)}."
    yield from checked_lines(model)


def _measured(model: TrainedModel) -> Iterator[str]:
    """Tell what a model reached in training, as far as that is known."""
    known = model.training
    if all(name in known for name in ("TP", "FP", "FNP")):
        found, missed = known["TP"], known["FNP"]
        alarms = f"{known['FP']:.10g} false alarm{'' if known['FP'] == 1 else 's'}"
        yield f"{found:.10g} of {found + missed:.10g} found, {alarms} (degrees above 0)"
    names = (("F1", "F1"), ("threshold_F1", "F1 at the threshold"), ("MSE", "squared error"))
    if model.target_range is not None and "MAE" in known:
        yield f"mean error {model.target_range.width * known['MAE']:.3g}"
        names = (("R2", "R²"), ("Spearman", "Spearman"), ("MSE", "squared error of degrees"))
    figures = [f"{title} {known[name]:.3f}" for name, title in names if name in known]
    if figures:
        yield ", ".join(figures)


def _wrapped(text: str, width: int, lead: str = "") -> list[str]:
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=lead,
        subsequent_indent=" " * len(lead),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [breaking(line) for line in lines]
