"""The format ``text``: a model as sentences."""

import textwrap
from collections.abc import Iterator, Sequence
from functools import partial

from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    fuzzy_sets_of,
)
from owlboost.exchange.english.phrases import Phrases, is_baseline, max_abs_weight, weighted_terms
from owlboost.exchange.english.words import counted, listed, percent, sentence, shape_words
from owlboost.exchange.formats import ALL_LOGICS, Format, both_written
from owlboost.models.calibration import calibration_text
from owlboost.models.trained import TrainedModel

WIDTH = 88


def english_text(model: TrainedModel) -> str:
    """Write a model as a text of sentences.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept, Edge, FuzzyValue
    >>> from owlboost.data.fuzzy_sets import FuzzySet, Triangular
    >>> fair = FuzzyValue("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
    >>> bed = Edge("urn:x#hasAmenity", Concept((Atom("urn:x#Baby_Sitting"),)))
    >>> term = WeakHypothesis("WL1", (Inclusion(Concept((fair,), (bed,)), 1.0, 0.97, 30, 1),))
    >>> model = TrainedModel("boost", "urn:x#GoodHotel", BoostedHypothesis((term,), (0.54,)), 0.3)
    >>> print(english_text(model).splitlines()[6])
    - A fair price and some amenity that is a baby sitting speak for it strongly (0.54).
    """
    phrases = Phrases(model.lexicon)
    lines = [f"What makes {phrases.target(model.target)}", ""]
    match model.hypothesis:
        case BoostedHypothesis():
            lines += _boosted(model.hypothesis, model.average, phrases)
        case RuleSet(inclusions):
            lines += _rules(inclusions, model.average, phrases)
    lines += ["", *_paragraph(_decision(model))]
    lines += ["", *_paragraph(_probability(model))]
    sets = list(_sets(model, phrases))
    if sets:
        lines += ["", "The words in numbers", "", *sets]
    return "\n".join(lines) + "\n"


def _decision(model: TrainedModel) -> str:
    scale = model.target_range
    answer = f"The answer is yes from a degree of {model.threshold:.3g} on."
    if scale is not None:
        answer = f"A degree of 0 stands for {scale.low:g}, one of 1 for {scale.high:g}."
    return (
        "A condition on a number can hold to a degree, and several conditions hold as far as the "
        f"weakest of them. {answer}"
    )


def _probability(model: TrainedModel) -> str:
    """Explain the probability, or say that there is none."""
    if model.calibration is None:
        return "The degree says how far something belongs. It is not a probability."
    summed = isinstance(model.hypothesis, BoostedHypothesis)
    evidence = "The sum before it is cut to 0 and 1" if summed else "What the best rule gives"
    return (
        "The degree says how far something belongs; it is not a probability. "
        f"{evidence} is the evidence. How often things with such evidence belong was measured on "
        f"examples that the rules were not learned from: {calibration_text(model.calibration)}."
    )


def _boosted(
    hypothesis: BoostedHypothesis, average: float | None, phrases: Phrases
) -> Iterator[str]:
    pairs = weighted_terms(hypothesis)
    if not pairs:
        yield "No rule was found."
        return
    yield from _paragraph(
        "The degree goes from 0 (not at all) to 1 (fully). It is the sum of the numbers below, "
        "each multiplied by how far its conditions hold. A sum below 0 counts as 0, and one above "
        "1 as 1."
    )
    yield ""
    most = max_abs_weight(pairs)
    for term, weight in pairs:
        counts = weight * (term.inclusions[0].degree if len(term.inclusions) == 1 else 1.0)
        strength = f"{_strength(counts, most)} ({abs(counts):.2f})"
        yield from _item(f"{phrases.term_sentence(term, weight, strength)}.")
        yield from _item(_coverage(term.inclusions, average), "  ")
        yield from _item(_only_together(term, weight, average), "  ")


def _strength(weight: float, most: float) -> str:
    """Rate a weight beside the largest one or the full degree.

    Examples
    --------
    >>> _strength(0.6, 0.7), _strength(0.6, 9.0), _strength(-8.0, 9.0)
    ('strongly', 'weakly', 'strongly')
    """
    share = abs(weight) / max(1.0, most)
    return "strongly" if share >= 0.5 else "clearly" if share >= 0.2 else "weakly"


def _rules(
    inclusions: Sequence[Inclusion], average: float | None, phrases: Phrases
) -> Iterator[str]:
    if not inclusions:
        yield "No rule was found."
        return
    yield from _paragraph(
        "The degree goes from 0 (not at all) to 1 (fully). Each rule gives the number after "
        "it, multiplied by how far its conditions hold. The rule that gives most counts."
    )
    yield ""
    for inclusion in inclusions:
        parts = listed(phrases.conditions(inclusion.body))
        yield from _item(f"{sentence(parts)}: up to {inclusion.degree:.2f}.")
        yield from _item(_coverage((inclusion,), average), "  ")


def _coverage(inclusions: Sequence[Inclusion], average: float | None) -> str:
    if any(inclusion.body.is_top for inclusion in inclusions):
        return ""
    counts = [
        f"{counted(rule.covered_positives, 'example')} and "
        f"{counted(rule.covered_negatives, 'counterexample')}{_share(rule, average)}"
        for rule in inclusions
        if rule.covered_positives or rule.covered_negatives
    ]
    return f"Seen in {'; '.join(counts)}." if counts else ""


def _only_together(term: WeakHypothesis, weight: float, average: float | None) -> str:
    """Remark that the examples of a term, taken alone, would give it the other sign."""
    if average is None or is_baseline(term):
        return ""
    lifts = [rule.confidence - average for rule in term.inclusions]
    if weight > 0 and max(lifts) < 0:
        return "It speaks for it only beside the other reasons."
    if weight < 0 and min(lifts) > 0:
        return "It speaks against it only beside the other reasons."
    return ""


def _share(rule: Inclusion, average: float | None) -> str:
    """Compare the share of examples among the covered with the average.

    Where a rule holds to degrees, that is not the share of the numbers before it.

    Examples
    --------
    >>> from owlboost.exchange.english.words import breaking
    >>> from owlboost.concepts.concept import Concept
    >>> rare = Inclusion(Concept(), 1.0, 217 / 9133, 217, 8916)
    >>> breaking(_share(rare, 0.0113))
    ': 2.4 % instead of 1.1 % on average'
    >>> breaking(_share(Inclusion(Concept(), 1.0, 0.9, 3, 1), 0.25))
    ', weighed by degree 90 % instead of 25 % on average'
    >>> _share(Inclusion(Concept(), 1.0, 0.9, 3, 1), None)
    ' (confidence 0.90)'
    """
    if average is None:
        return f" (confidence {rule.confidence:.2f})"
    held = rule.covered_positives / (rule.covered_positives + rule.covered_negatives)
    share, usual = percent(rule.confidence), percent(average)
    lead = ":" if percent(held) == share else ", weighed by degree"
    beside = ", as on average" if share == usual else f" instead of {usual} on average"
    return f"{lead} {share}{beside}"


def _sets(model: TrainedModel, phrases: Phrases) -> Iterator[str]:
    for prop, fuzzy_set in fuzzy_sets_of(model.hypothesis).values():
        name = sentence(phrases.set_phrase(prop, fuzzy_set))
        shape = shape_words(fuzzy_set.shape, partial(model.lexicon.number, prop, digits=4))
        yield from _item(f"{name}: {shape}")


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _item(text: str, indent: str = "") -> list[str]:
    lead = indent or "- "
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=lead,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


FORMAT = Format(
    name="text",
    title="Sentences in plain English",
    extensions=(".md",),
    semantics=ALL_LOGICS,
    write=english_text,
    write_definition=lambda definition: both_written(definition, english_text),
)
