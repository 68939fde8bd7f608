"""A model in the paper's layout: weak learners, their weighted sum, fuzzy datatypes, measures."""

from collections.abc import Iterator

from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.concepts.text import curve_text, hypothesis_lines, people
from owlboost.data.example_labels import TargetRange
from owlboost.models.calibration import calibration_text
from owlboost.models.measures import counts_text, shown_in
from owlboost.models.trained import TrainedModel
from owlboost.report.cells import number


def paper_lines(model: TrainedModel, width: int, *, merge: bool = False) -> Iterator[str]:
    """Write the rules, what they are worth and how they did on the training examples.

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
    """Say how many rules there are, and how many examples they were learned from."""
    rules = [rule for rule in model.hypothesis.rules() if not rule.inclusion.body.is_top]
    learners = ""
    if isinstance(model.hypothesis, BoostedHypothesis):
        n_learners = len({rule.learner for rule in rules})
        learners = f" in {_counted(n_learners, 'weak learner')}"
    return f"{_counted(len(rules), 'rule')}{learners}, {source_text(model)}"


def source_text(model: TrainedModel) -> str:
    """Say what a model was learned from."""
    others = model.source.get("background", 0)
    among = f"{model.source.get('positives', '?')} of them positive"
    if model.target_range is not None:
        among = graded_text(model.target_range, model.average)
    return f"learned from {model.source.get('individuals', '?')} examples, {among}" + (
        f", while {others} others weighed in" if others else ""
    )


def graded_text(known: TargetRange, average: float | None) -> str:
    """Say from where to where a target goes, and where the examples are on average.

    Examples
    --------
    >>> graded_text(TargetRange(1, 5), 0.625)
    'graded from 1 to 5, 3.5 on average'
    """
    mean = "" if average is None else f", {known.value(average):.3g} on average"
    return f"graded from {known.low:g} to {known.high:g}{mean}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _measure_lines(model: TrainedModel) -> Iterator[str]:
    """Tell what a model reached in training, as far as its file does; errors more finely."""
    decided = f"degree ≥ {model.threshold:.3f}"
    bases = (
        ("crisp", "degree > 0"),
        ("fuzzy", "fuzzy"),
        ("grade", "graded"),
        ("threshold", decided),
    )
    for basis, words in bases:
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


def checked_lines(model: TrainedModel) -> Iterator[str]:
    """Tell which properties rules have, and what was found on examples they have not seen."""
    if model.properties is not None:
        yield f"The rules: {model.properties}"
    if model.curve:
        points = curve_text(model.curve, model.hypothesis.n_rules)
        yield f"Validated error by number of rules: {points}"
    if model.calibration is not None:
        yield f"Calibrated: {calibration_text(model.calibration)}"
