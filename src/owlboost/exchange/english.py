"""A model in plain English, for people who know the domain and not the formulas."""

import re
import textwrap
from collections.abc import Iterator, Sequence

from owlboost.exchange.formats import Format
from owlboost.model.concepts import Atom, Concept, Edge, Label, SomeData
from owlboost.model.fuzzysets import (
    Equals,
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
)
from owlboost.model.hypotheses import (
    BoostedHypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    fuzzy_sets_of,
)
from owlboost.model.lexicon import SHORT_NAMES, Lexicon
from owlboost.model.text import calibration_text
from owlboost.model.trained import TrainedModel
from owlboost.model.vocabulary import short_name

WIDTH = 88

_WORDS = {
    "VVL": "extremely low",
    "VL": "very low",
    "L": "low",
    "F": "fair",
    "H": "high",
    "VH": "very high",
    "VVH": "extremely high",
}
_NO_BREAK = "\xa0"
"""A blank at which no line is broken."""

_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def english_text(model: TrainedModel) -> str:
    """Write a model as a text of sentences.

    Examples
    --------
    >>> fair = SomeData("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(40, 60, 98)))
    >>> bed = Edge("urn:x#hasAmenity", Concept((Atom("urn:x#Baby_Sitting"),)))
    >>> term = WeakHypothesis("WL1", (Inclusion(Concept((fair,), (bed,)), 1.0, 0.97, 30, 1),))
    >>> model = TrainedModel("boost", "urn:x#GoodHotel", BoostedHypothesis((term,), (0.54,)), 0.3)
    >>> print(english_text(model).splitlines()[6])
    - A fair price and some amenity that is a baby sitting speak for it strongly (0.54).
    """
    lines = [f"What makes {_target(model.target, model.lexicon)}", ""]
    match model.hypothesis:
        case BoostedHypothesis():
            lines += _boosted(model.hypothesis, model.average, model.lexicon)
        case RuleSet(inclusions):
            lines += _rules(inclusions, model.average, model.lexicon)
    lines += ["", *_paragraph(_decision(model.threshold))]
    lines += ["", *_paragraph(_probability(model))]
    sets = list(_sets(model))
    if sets:
        lines += ["", "The words in numbers", "", *sets]
    return "\n".join(lines) + "\n"


def _target(iri: str, lexicon: Lexicon) -> str:
    name = _words(iri, lexicon)
    return _a(name) if name[:1].isalpha() else f"“{lexicon.name(iri)}”"


def _decision(threshold: float) -> str:
    return (
        "A condition on a number can hold to a degree, and several conditions hold as far as the "
        f"weakest of them. The answer is yes from a degree of {threshold:.3g} on."
    )


def _probability(model: TrainedModel) -> str:
    """Say what a probability is here, or that there is none."""
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
    hypothesis: BoostedHypothesis, average: float | None, lexicon: Lexicon
) -> Iterator[str]:
    pairs = _reasons(hypothesis)
    if not pairs:
        yield "No rule was found."
        return
    yield from _paragraph(
        "The degree goes from 0 (not at all) to 1 (fully). It is the sum of the numbers below, "
        "each multiplied by how far its conditions hold. A sum below 0 counts as 0, and one above "
        "1 as 1."
    )
    yield ""
    order = sorted(pairs, key=lambda pair: (_is_given(pair[0]), pair[1]), reverse=True)
    most = max((abs(weight) for term, weight in pairs if not _is_given(term)), default=0.0)
    for term, weight in order:
        yield from _item(_term(term, weight, most, lexicon))
        yield from _item(_coverage(term.inclusions, average), "  ")
        yield from _item(_only_together(term, weight, average), "  ")


def _reasons(hypothesis: BoostedHypothesis) -> list[tuple[WeakHypothesis, float]]:
    """Learners with their weights; those of the same rules are told once, with their sum."""
    found: dict[tuple[tuple[Concept, float], ...], tuple[WeakHypothesis, float]] = {}
    for term, weight in hypothesis.weighted_terms:
        rules = tuple((inclusion.body, inclusion.degree) for inclusion in term.inclusions)
        first, before = found.get(rules, (term, 0.0))
        found[rules] = first, before + weight
    return [(term, weight) for term, weight in found.values() if term.inclusions and weight]


def _strength(weight: float, most: float) -> str:
    """Say how much a reason weighs, beside the weightiest or the full degree of 1.

    Examples
    --------
    >>> _strength(0.6, 0.7), _strength(0.6, 9.0), _strength(-8.0, 9.0)
    ('strongly', 'weakly', 'strongly')
    """
    share = abs(weight) / max(1.0, most)
    return "strongly" if share >= 0.5 else "clearly" if share >= 0.2 else "weakly"


def _term(term: WeakHypothesis, weight: float, most: float, lexicon: Lexicon) -> str:
    if _is_given(term):
        return f"Everything starts at {weight:.2f}."
    side = "for" if weight > 0 else "against"
    if len(term.inclusions) == 1:
        weight *= term.inclusions[0].degree
        parts = conditions(term.inclusions[0].body, lexicon)
        verb = "speaks" if len(parts) == 1 else "speak"
        strength = _strength(weight, most)
        return f"{_sentence(_listed(parts))} {verb} {side} it {strength} ({abs(weight):.2f})."
    if any(rule.degree != 1.0 for rule in term.inclusions):
        listed = _graded(term, abs(weight), lexicon)
        return f"What counts most of these speaks {side} it: {listed}."
    options = "; or ".join(_listed(conditions(rule.body, lexicon)) for rule in term.inclusions)
    strength = _strength(weight, most)
    return f"The best of these speaks {side} it {strength} ({abs(weight):.2f}): {options}."


def _graded(term: WeakHypothesis, weight: float, lexicon: Lexicon) -> str:
    """List rules that count differently, each with what it counts."""
    return "; or ".join(
        f"{_listed(conditions(rule.body, lexicon))} ({weight * rule.degree:.2f})"
        for rule in term.inclusions
    )


def _is_given(term: WeakHypothesis) -> bool:
    return any(inclusion.body.is_top for inclusion in term.inclusions)


def _rules(
    inclusions: Sequence[Inclusion], average: float | None, lexicon: Lexicon
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
        parts = _listed(conditions(inclusion.body, lexicon))
        yield from _item(f"{_sentence(parts)}: up to {inclusion.degree:.2f}.")
        yield from _item(_coverage((inclusion,), average), "  ")


def _coverage(inclusions: Sequence[Inclusion], average: float | None) -> str:
    if any(inclusion.body.is_top for inclusion in inclusions):
        return ""
    counts = [
        f"{_counted(rule.covered_positives, 'example')} and "
        f"{_counted(rule.covered_negatives, 'counterexample')}{_share(rule, average)}"
        for rule in inclusions
        if rule.covered_positives or rule.covered_negatives
    ]
    return f"Seen in {'; '.join(counts)}." if counts else ""


def _only_together(term: WeakHypothesis, weight: float, average: float | None) -> str:
    """Say of a reason whose examples alone would argue the other way that others make it one.

    Weights are fitted together, so one rule may correct another.
    """
    if average is None or _is_given(term):
        return ""
    lifts = [rule.confidence - average for rule in term.inclusions]
    if weight > 0 and max(lifts) < 0:
        return "It speaks for it only beside the other reasons."
    if weight < 0 and min(lifts) > 0:
        return "It speaks against it only beside the other reasons."
    return ""


def _share(rule: Inclusion, average: float | None) -> str:
    """Say which share of what a rule covers are examples, beside their share on average.

    Where a rule holds to degrees, that is not the share of the numbers before it.

    Examples
    --------
    >>> rare = Inclusion(Concept(), 1.0, 217 / 9133, 217, 8916)
    >>> _share(rare, 0.0113).replace(_NO_BREAK, " ")
    ': 2.4 % instead of 1.1 % on average'
    >>> _share(Inclusion(Concept(), 1.0, 0.9, 3, 1), 0.25).replace(_NO_BREAK, " ")
    ', weighed by degree 90 % instead of 25 % on average'
    >>> _share(Inclusion(Concept(), 1.0, 0.9, 3, 1), None)
    ' (confidence 0.90)'
    """
    if average is None:
        return f" (confidence {rule.confidence:.2f})"
    counted = rule.covered_positives / (rule.covered_positives + rule.covered_negatives)
    share, usual = _percent(rule.confidence), _percent(average)
    lead = ":" if _percent(counted) == share else ", weighed by degree"
    beside = ", as on average" if share == usual else f" instead of {usual} on average"
    return f"{lead} {share}{beside}"


def _percent(share: float) -> str:
    """Write a share in percent, on one line.

    Examples
    --------
    >>> [_percent(share).replace(_NO_BREAK, " ") for share in (0.0113, 0.256, 0.994, 1.0)]
    ['1.1 %', '26 %', '99.4 %', '100 %']
    """
    percent = 100 * share
    text = f"{percent:.0f}" if 10 <= percent <= 99 else f"{percent:.1f}".removesuffix(".0")
    return f"{text}{_NO_BREAK}%"


def _counted(number: int, noun: str) -> str:
    digits = f"{number:,}".replace(",", _NO_BREAK)
    return f"{digits} {noun}{'' if number == 1 else 's'}"


def conditions(concept: Concept, lexicon: Lexicon = SHORT_NAMES) -> list[str]:
    """Say each condition of a concept as a noun phrase.

    Examples
    --------
    >>> conditions(Concept((Atom("urn:x#Hotel"), SomeData("urn:x#isOpen", Equals(True)))))
    ['being a hotel', '“is open” being true']
    """
    parts = [_label(label, lexicon) for label in concept.labels]
    parts += [_edge(edge, lexicon) for edge in concept.edges]
    return parts or ["anything"]


def _label(label: Label, lexicon: Lexicon) -> str:
    match label:
        case Atom(iri):
            return f"being {_a(_words(iri, lexicon))}"
        case SomeData(prop, FuzzySet() as fuzzy_set):
            return _a(set_words(prop, fuzzy_set, lexicon))
        case SomeData(prop, Equals(bool(value))):
            return f"“{_words(prop, lexicon)}” being {str(value).lower()}"
        case SomeData(prop, Equals(value)):
            return f"the {_noun(prop, lexicon)} “{value}”"
        case _:
            raise TypeError(label)


def _edge(edge: Edge, lexicon: Lexicon) -> str:
    if edge.filler.is_top:
        return f"some {_noun(edge.role, lexicon)}"
    labels = edge.filler.labels
    classes = [_a(_words(each.iri, lexicon)) for each in labels if isinstance(each, Atom)]
    others = [_label(each, lexicon) for each in labels if not isinstance(each, Atom)]
    others += [_edge(each, lexicon) for each in edge.filler.edges]
    text = f"some {_noun(edge.role, lexicon)}"
    if classes:
        text += f" that is {_listed(classes)}"
    if others:
        text += f"{' and' if classes else ' that'} has {_listed(others)}"
    return text


def set_words(prop: str, fuzzy_set: FuzzySet, lexicon: Lexicon = SHORT_NAMES) -> str:
    """Say a fuzzy set with its property, such as “fair price”.

    Examples
    --------
    >>> set_words("urn:x#hasPrice", FuzzySet("hasPrice_VL", LeftShoulder(10, 20)))
    'very low price'
    >>> set_words("urn:x#hasPrice", FuzzySet("hasPrice_L5", LeftShoulder(10, 20)))
    'low price (of 5 ranges)'
    """
    stem, mark, label = fuzzy_set.name.rpartition("_")
    word, number = label.rstrip("357"), label.lstrip("VLFH")
    if mark and stem == short_name(prop) and word in _WORDS and label == word + number:
        among = f" (of {number} ranges)" if number else ""
        return f"{_WORDS[word]} {_noun(prop, lexicon)}{among}"
    return f"{_noun(prop, lexicon)} in the range “{lexicon.set_name(fuzzy_set.name)}”"


def _noun(iri: str, lexicon: Lexicon) -> str:
    return _words(iri, lexicon).removeprefix("has ")


def _words(iri: str, lexicon: Lexicon) -> str:
    """Take a short name apart into words; a label consists of words already, an IRI of none.

    Examples
    --------
    >>> _words("ex#EX_7", Lexicon({"ex#EX_7": "pH_value McCoy"})), _words("ex#SeaView", SHORT_NAMES)
    ('pH_value McCoy', 'sea view')
    """
    name = lexicon.name(iri)
    return name if lexicon.iris or lexicon.has(iri) else words(name)


def words(name: str) -> str:
    """Take a name apart into words.

    Examples
    --------
    >>> words("GoodHotel"), words("Baby_Sitting"), words("sepal length (cm)"), words("RAM")
    ('good hotel', 'baby sitting', 'sepal length (cm)', 'RAM')
    """
    parts = _HUMPS.sub(" ", name.replace("_", " ")).split()
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)


def _sets(model: TrainedModel) -> Iterator[str]:
    for prop, fuzzy_set in fuzzy_sets_of(model.hypothesis).values():
        words = _sentence(set_words(prop, fuzzy_set, model.lexicon))
        yield from _item(f"{words}: {shape_words(fuzzy_set.shape)}")


def shape_words(shape: Shape) -> str:
    """Explain a fuzzy set by its numbers.

    Examples
    --------
    >>> shape_words(Triangular(40, 60, 98))
    'fully at 60, fading to not at all at 40 and at 98.'
    >>> shape_words(LeftShoulder(40, 60))
    'fully up to 40, fading to not at all at 60.'
    """
    match shape:
        case LeftShoulder(a, b):
            return f"fully up to {a:.4g}, fading to not at all at {b:.4g}."
        case RightShoulder(a, b):
            return f"not at all up to {a:.4g}, rising to fully at {b:.4g} and above."
        case Triangular(a, b, c):
            return f"fully at {b:.4g}, fading to not at all at {a:.4g} and at {c:.4g}."
        case Trapezoidal(a, b, c, d):
            return f"fully from {b:.4g} to {c:.4g}, fading to not at all at {a:.4g} and at {d:.4g}."


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


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
    name="text", title="Sentences in plain English", extensions=(".md",), write=english_text
)
