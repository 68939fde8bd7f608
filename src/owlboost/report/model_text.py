"""A model as text, in one of four layouts."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Inclusion,
    Rule,
    RuleSet,
    WeakHypothesis,
    fuzzy_sets_of,
    merged,
    share_of_positives,
)
from owlboost.concepts.text import dl_text, hypothesis_lines, manchester, people
from owlboost.data.example_labels import TargetRange
from owlboost.data.fuzzy_sets import FuzzySet, shape_name, shape_points
from owlboost.errors import ParameterError, did_you_mean
from owlboost.exchange.english.phrases import Phrases, is_baseline, weighted_terms
from owlboost.exchange.english.words import breaking, counted, digits, percent
from owlboost.models.calibration import calibration_text
from owlboost.models.measures import counts_text, shown_in
from owlboost.models.trained import TrainedModel
from owlboost.report.number_text import number

LayoutName = Literal["text", "paper", "manchester", "dl"]
LAYOUTS: tuple[LayoutName, ...] = ("text", "paper", "manchester", "dl")
WIDTH = 100

_FOR_PEOPLE = frozenset({"gradient"})
"""Algorithms whose rules are written as sentences; others are printed as in the paper."""


CHARACTERS = "▏▎▍▌▋▊▉█"
"""Characters that bars need: blocks from an eighth to a full one."""

_PLAIN = "="


@dataclass(frozen=True, slots=True)
class Bars:
    """Settings for drawing bars.

    Attributes
    ----------
    size
        Length of the longest one.
    blocks
        Whether there are block characters; without them, bars are of signs that all terminals have.

    Examples
    --------
    >>> Bars().bar(0.4, 1.0), Bars(blocks=False).bar(0.4, 1.0)
    ('███▎    ', '===     ')
    """

    size: int = 8
    blocks: bool = True

    def bar(self, value: float, most: float) -> str:
        """Draw a bar relative to the longest; positive values are never empty."""
        share = value / most if most > 0 else 0.0
        eighths = max(round(8 * self.size * share), int(value > 0))
        if self.blocks:
            part = CHARACTERS[eighths % 8 - 1] if eighths % 8 else ""
            return (CHARACTERS[-1] * (eighths // 8) + part).ljust(self.size)
        return (_PLAIN * max(round(eighths / 8), int(value > 0))).ljust(self.size)


def usual_layout(model: TrainedModel) -> LayoutName:
    """Return the layout that suits the algorithm of a model.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> usual_layout(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5))
    'paper'
    """
    return "text" if model.algorithm in _FOR_PEOPLE else "paper"


def model_lines(
    model: TrainedModel, layout: str | None = None, width: int = WIDTH, *, blocks: bool = True
) -> Iterator[str]:
    """Write a model line by line.

    Parameters
    ----------
    model
        What to write.
    layout
        ``text``, ``paper``, ``manchester`` or ``dl``; by default that of :func:`usual_layout`, and
        weak learners that are alike are written once.
    width
        Longest line, if names allow.
    blocks
        Whether there are characters for bars.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> list(model_lines(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), "dl"))
    ['# none found']
    """
    match layout or usual_layout(model):
        case "text":
            return page_lines(model, width, Bars(blocks=blocks))
        case "paper":
            return paper_lines(model, width, merge=layout is None)
        case "manchester":
            return manchester_lines(model)
        case "dl":
            return dl_lines(model)
        case other:
            raise ParameterError(f"There is no layout {other!r}.{did_you_mean(other, LAYOUTS)}")


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
    size, n_learned = counted(merged(model.hypothesis).n_rules, "rule"), model.hypothesis.n_rules
    if size != counted(n_learned, "rule"):
        size += f" (of {n_learned} learned, alike ones merged)"
    title = f"What makes {phrases.target(model.target)}: {size}, {source_text(model)}"
    yield from wrapped(title, width)
    yield ""
    rows = list(_rows(model, phrases))
    most = max((abs(weight) for weight, _ in rows), default=0.0)
    shown = [f"{weight:+.2f}" for weight, _ in rows]
    longest = max(map(len, shown), default=0)
    for figure, (weight, text) in zip(shown, rows, strict=True):
        lead = f"{figure:>{longest}} {bars.bar(abs(weight), most)}  "
        yield from wrapped(text, width, lead)
    if not rows:
        yield "No rule was found."
    yield ""
    for line in _closing(model):
        yield from wrapped(line, width)


def _rows(model: TrainedModel, phrases: Phrases) -> Iterator[tuple[float, str]]:
    """Yield the weight and the sentences of each term."""
    match model.hypothesis:
        case BoostedHypothesis():
            for term, weight in weighted_terms(model.hypothesis):
                alone = len(term.inclusions) == 1
                counts = weight * (term.inclusions[0].degree if alone else 1.0)
                accuracy = _accuracy_text(term, weight > 0, model)
                yield counts, f"{phrases.term_sentence(term, weight)}.{accuracy}"
        case RuleSet(inclusions):
            for inclusion in inclusions:
                term = WeakHypothesis("", (inclusion,))
                sentence = phrases.verdict_sentence(inclusion.body, "for")
                yield inclusion.degree, f"{sentence}.{_accuracy_text(term, True, model)}"


def _accuracy_text(term: WeakHypothesis, supports: bool, model: TrainedModel) -> str:
    """Report how often a term is right on the examples it covers."""
    if model.target_range is not None:
        means = [_mean_of(rule, model) for rule in term.inclusions if _covered(rule)]
        return f" {'; '.join(means)}." if means and not is_baseline(term) else ""
    shares = [_accuracy_of(rule, supports) for rule in term.inclusions if _covered(rule)]
    return f" Right in {'; '.join(shares)}." if shares and not is_baseline(term) else ""


def _mean_of(rule: Inclusion, model: TrainedModel) -> str:
    """Report the mean label of the examples a rule covers."""
    among = counted(_covered(rule), "example")
    if model.target_range is None or share_of_positives(model.hypothesis) is None:
        return f"Confidence {rule.confidence:.2f} in {among}"
    return f"On average {model.target_range.value(rule.confidence):.3g} in {among}"


def _accuracy_of(rule: Inclusion, supports: bool) -> str:
    right = rule.covered_positives if supports else rule.covered_negatives
    return f"{digits(right)} of {digits(_covered(rule))} ({percent(right / _covered(rule))})"


def _covered(rule: Inclusion) -> int:
    return rule.covered_positives + rule.covered_negatives


def _closing(model: TrainedModel) -> Iterator[str]:
    summed = isinstance(model.hypothesis, BoostedHypothesis)
    degree_text = "the sum of what holds, cut to 0 and 1" if summed else "what the best rule gives"
    target_range = model.target_range
    answer = f"The answer is yes from a degree of {model.threshold:.3g} on."
    if target_range is not None:
        answer = (
            f"A degree of 0 stands for {target_range.low:g}, one of 1 for {target_range.high:g}."
        )
    yield f"The degree is {degree_text}. {answer}"
    measured = list(_measured(model))
    if measured:
        yield f"On the training examples: {'; '.join(measured)}."
    yield from checked_lines(model)


def _measured(model: TrainedModel) -> Iterator[str]:
    """Report the measures of a model in training that are available."""
    measures = model.training
    if all(name in measures for name in ("TP", "FP", "FNP")):
        hits, missed = measures["TP"], measures["FNP"]
        alarms = f"{measures['FP']:.10g} false alarm{'' if measures['FP'] == 1 else 's'}"
        yield f"{hits:.10g} of {hits + missed:.10g} found, {alarms} (degrees above 0)"
    names = (("F1", "F1"), ("threshold_F1", "F1 at the threshold"), ("MSE", "squared error"))
    if model.target_range is not None and "MAE" in measures:
        yield f"mean error {model.target_range.width * measures['MAE']:.3g}"
        names = (("R2", "R²"), ("Spearman", "Spearman"), ("MSE", "squared error of degrees"))
    figures = [f"{title} {measures[name]:.3f}" for name, title in names if name in measures]
    if figures:
        yield ", ".join(figures)


def wrapped(text: str, width: int, lead: str = "", hanging: int = 0) -> list[str]:
    """Wrap a text after a lead; further lines are indented below it."""
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=lead,
        subsequent_indent=" " * (len(lead) + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [breaking(line) for line in lines]


def paper_lines(model: TrainedModel, width: int, *, merge: bool = False) -> Iterator[str]:
    """Write the rules with their weights, then the training measures.

    If asked, weak learners that are alike are written once, with the sum of their weights.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> next(paper_lines(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), 100))
    '# Good: 0 rules, learned from ? examples, ? of them positive'
    """
    layout = people(model.lexicon)
    target = layout.written("class", model.target)
    yield f"# {target}: {size_text(model)}"
    yield ""
    yield from hypothesis_lines(
        model.hypothesis, target, width, layout, average=model.average, merge=merge
    )
    yield ""
    yield "# On the training examples"
    yield from _measure_lines(model)
    yield from (f"# {line}" for line in checked_lines(model))


def size_text(model: TrainedModel) -> str:
    """Count the rules and the examples they were learned from."""
    rules = [rule for rule in model.hypothesis.rules() if not rule.inclusion.body.is_top]
    learners = ""
    if isinstance(model.hypothesis, BoostedHypothesis):
        n_learners = len({rule.learner for rule in rules})
        learners = f" in {_counted(n_learners, 'weak learner')}"
    return f"{_counted(len(rules), 'rule')}{learners}, {source_text(model)}"


def source_text(model: TrainedModel) -> str:
    """Name the examples that a model was learned from."""
    n_background = model.source.get("background", 0)
    among = f"{model.source.get('positives', '?')} of them positive"
    if model.target_range is not None:
        among = graded_text(model.target_range, model.average)
    return f"learned from {model.source.get('individuals', '?')} examples, {among}" + (
        f", while {n_background} others weighed in" if n_background else ""
    )


def graded_text(target_range: TargetRange, average: float | None) -> str:
    """Describe the range of a graded target and its average.

    Examples
    --------
    >>> graded_text(TargetRange(1, 5), 0.625)
    'graded from 1 to 5, 3.5 on average'
    """
    mean = "" if average is None else f", {target_range.value(average):.3g} on average"
    return f"graded from {target_range.low:g} to {target_range.high:g}{mean}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _measure_lines(model: TrainedModel) -> Iterator[str]:
    """Yield the training measures of a model, errors with more decimals."""
    decided = f"degree ≥ {model.threshold:.3f}"
    bases = (
        ("crisp", "degree > 0"),
        ("fuzzy", "fuzzy"),
        ("grade", "graded"),
        ("threshold", decided),
    )
    for basis, words in bases:
        shown = [
            f"{row.bare_name} {number(value, row.decimals + (not row.larger_is_better))}"
            for row in shown_in("training")
            if row.basis == basis and (value := model.training.get(row.name)) is not None
        ]
        if shown:
            yield f"{words:<10}   {'  '.join(shown)}"
    counts = counts_text(model.training)
    if counts:
        yield f"{'counts':<10}   {counts}"


def checked_lines(model: TrainedModel) -> Iterator[str]:
    """Report verdicts, validated errors and calibration, if available."""
    if model.properties is not None:
        yield f"The rules: {model.properties}"
    if model.curve:
        points = curve_text(model.curve, model.hypothesis.n_rules)
        yield f"Validated error by number of rules: {points}"
    if model.calibration is not None:
        yield f"Calibrated: {calibration_text(model.calibration)}"


def manchester_lines(model: TrainedModel) -> Iterator[str]:
    """Write rules as Manchester axioms; opposing ones imply the negated target.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8),))
    >>> list(manchester_lines(TrainedModel("foil", "urn:x#Good", rules, 0.5)))
    ['Cheap SubClassOf Good  # degree 0.800']
    """
    layout = people(model.lexicon)
    target = layout.written("class", model.target)

    def axiom(rule: Rule) -> str:
        head = f"not {target}" if rule.weight < 0 else target
        return f"{manchester(rule.inclusion.body, layout)} SubClassOf {head}"

    yield from _axioms(model, axiom, "Thing")
    yield from _sets(model, lambda _, fuzzy_set: layout.written("set", fuzzy_set.name))


def dl_lines(model: TrainedModel) -> Iterator[str]:
    """Write rules in description logic; opposing ones imply ¬.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept, Edge
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> bar = Concept((Atom("urn:x#Inn"),), (Edge("urn:x#has", Concept((Atom("urn:x#Bar"),))),))
    >>> list(dl_lines(TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(bar, 0.8),)), 0.5)))
    ['Inn ⊓ ∃has.Bar ⊑ Good  # degree 0.800']
    """
    lexicon = model.lexicon
    target = lexicon.name(model.target)

    def set_name(prop: str, fuzzy_set: FuzzySet) -> str:
        """Return a word for a fuzzy set, else its name."""
        word = Phrases(lexicon).level(prop, fuzzy_set).replace(" ", "-")
        return word or lexicon.set_name(fuzzy_set.name)

    def axiom(rule: Rule) -> str:
        body = dl_text(rule.inclusion.body, lexicon, set_name)
        return f"{body} ⊑ {'¬' if rule.weight < 0 else ''}{target}"

    yield from _axioms(model, axiom, "⊤")
    yield from _sets(model, set_name)


def _axioms(model: TrainedModel, axiom: Callable[[Rule], str], top: str) -> Iterator[str]:
    counts = "weight" if isinstance(model.hypothesis, BoostedHypothesis) else "degree"
    rules = list(model.hypothesis.rules())
    for rule in rules:
        if not rule.inclusion.body.is_top:
            yield f"{axiom(rule)}  # {counts} {abs(rule.weight):.3f}"
    for rule in rules:
        if rule.inclusion.body.is_top:
            yield f"# {top}: {counts} {rule.weight:.3f}"
    if not rules:
        yield "# none found"


def _sets(model: TrainedModel, name: Callable[[str, FuzzySet], str]) -> Iterator[str]:
    sets_used = list(fuzzy_sets_of(model.hypothesis).values())
    if sets_used:
        yield ""
    for prop, fuzzy_set in sets_used:
        shape = fuzzy_set.shape
        points = "  ".join(model.lexicon.number(prop, point) for point in shape_points(shape))
        property_name = model.lexicon.name(prop)
        yield f"# {property_name}: {name(prop, fuzzy_set)}  {shape_name(fuzzy_set.shape)}  {points}"


CURVE_POINTS = 8
"""Show at most this many points of a curve."""


def curve_text(curve: Sequence[tuple[int, float]], n_rules: int) -> str:
    """Write the validated error by number of rules, the model's starred.

    Of many points some are shown: the first, the last, the model's own and others between them.

    Examples
    --------
    >>> curve_text(((0, 0.25), (1, 0.1418), (2, 0.118)), 1)
    '0: .250  1: .142 *  2: .118'
    """
    places = _spread(len(curve), CURVE_POINTS - 1)
    places |= {place for place, (rules, _) in enumerate(curve) if rules == n_rules}
    shown = [curve[place] for place in sorted(places)]
    return "  ".join(
        f"{rules}: {_bare(error)}{' *' if rules == n_rules else ''}" for rules, error in shown
    )


def _spread(n_places: int, most: int) -> set[int]:
    """Choose evenly spread positions, the first and the last included.

    Examples
    --------
    >>> sorted(_spread(3, 4)), sorted(_spread(10, 4))
    ([0, 1, 2], [0, 3, 6, 9])
    """
    if n_places <= most:
        return set(range(n_places))
    return {(n_places - 1) * step // (most - 1) for step in range(most)}


def _bare(error: float) -> str:
    return f"{error:.3f}".removeprefix("0")
