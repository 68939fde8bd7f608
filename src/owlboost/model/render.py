"""Concepts and hypotheses as text, in the paper's Manchester layout."""

import re
import textwrap
from collections.abc import Iterator

from owlboost.model.concepts import Atom, Concept, Label, SomeData
from owlboost.model.fuzzysets import Datatype, Equals, FuzzySet, shape_name, shape_points
from owlboost.model.hypotheses import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    fuzzy_sets_of,
)
from owlboost.model.vocabulary import short_name

_PLAIN = re.compile(r"[\w.:/-]+")
_KEYWORDS = frozenset(
    {"and", "or", "not", "some", "only", "value", "min", "max", "exactly", "that", "inverse"}
)


def quoted(name: str) -> str:
    """Put a name that is not one plain word, or a keyword, in single quotes, as Protégé does.

    Examples
    --------
    >>> quoted("Good_Hotel"), quoted("sepal length (cm)")
    ('Good_Hotel', "'sepal length (cm)'")
    """
    if _PLAIN.fullmatch(name) and name not in _KEYWORDS:
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def label_text(label: Label) -> str:
    """One label in Manchester syntax.

    Examples
    --------
    >>> label_text(SomeData("urn:owlboost:table#colour", Equals("red")))
    'colour value "red"'
    """
    match label:
        case Atom(iri):
            return quoted(short_name(iri))
        case SomeData(prop, datatype):
            return f"{quoted(short_name(prop))} {_range_text(datatype)}"


def _range_text(datatype: Datatype) -> str:
    match datatype:
        case FuzzySet(name, _):
            return f"some {quoted(name)}"
        case Equals(bool(value)):
            return f"value {str(value).lower()}"
        case Equals(value):
            escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
            return f'value "{escaped}"'


def manchester(concept: Concept) -> str:
    """Write a concept in Manchester syntax with short names.

    Examples
    --------
    >>> from owlboost.model.concepts import TOP, Edge
    >>> bar = Edge("ex#hasAmenity", Concept((Atom("ex#Bar"),)))
    >>> manchester(Concept((Atom("ex#Hotel"),), (bar,)))
    'Hotel and (hasAmenity some Bar)'
    >>> manchester(TOP)
    'Thing'
    """
    parts = [
        label_text(label) if isinstance(label, Atom) else f"({label_text(label)})"
        for label in concept.labels
    ]
    for edge in concept.edges:
        filler = manchester(edge.filler)
        compound = len(edge.filler.labels) + len(edge.filler.edges) > 1
        parts.append(
            f"({quoted(short_name(edge.role))} some {f'({filler})' if compound else filler})"
        )
    return " and ".join(parts) if parts else "Thing"


def coverage(inclusion: Inclusion) -> str:
    """Confidence and coverage of an axiom, as a remark."""
    return (
        f"confidence {inclusion.confidence:.3f}, covers {inclusion.covered_positives} positive "
        f"and {inclusion.covered_negatives} negative"
    )


def hypothesis_lines(hypothesis: Hypothesis, target: str, width: int = 100) -> Iterator[str]:
    """Lay out a hypothesis as the paper prints it: learners, aggregation, fuzzy sets.

    Parameters
    ----------
    hypothesis
        What to print.
    target
        Name of the class that was learned.
    width
        Longest line, if names allow.
    """
    match hypothesis:
        case BoostedHypothesis():
            yield from _boosted_lines(hypothesis, target, width)
        case RuleSet(inclusions):
            yield "# Rules"
            for inclusion in inclusions:
                yield from _rule_lines(inclusion, f"{target} [{inclusion.degree:.3f}]", width)
            if not inclusions:
                yield "# none found"
    sets = fuzzy_sets_of(hypothesis)
    if sets:
        yield ""
        yield "# Fuzzy datatypes"
        width = max(len(quoted(name)) for name in sets)
        for name, (_, fuzzy_set) in sets.items():
            points = "  ".join(f"{point:.6g}" for point in shape_points(fuzzy_set.shape))
            yield f"{quoted(name):<{width}}  {shape_name(fuzzy_set.shape):<14}  {points}"


def _boosted_lines(hypothesis: BoostedHypothesis, target: str, width: int) -> Iterator[str]:
    for term, leverage in zip(hypothesis.terms, hypothesis.leverages, strict=True):
        yield f"# Weak Learner {term.name}, weight {leverage:.3f}"
        for inclusion in term.inclusions:
            yield from _rule_lines(inclusion, term.name, width)
        yield ""
    yield "# Real AdaBoost aggregation"
    yield from _wrapped(f"{weighted_sum(hypothesis)} SubClassOf {target}", width)


def _rule_lines(inclusion: Inclusion, head: str, width: int) -> Iterator[str]:
    yield from _wrapped(f"{manchester(inclusion.body)} SubClassOf {head}", width)
    yield f"    # {coverage(inclusion)}"


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def weighted_sum(hypothesis: BoostedHypothesis) -> str:
    """Write the sum of the weak learners.

    Examples
    --------
    >>> from owlboost.model.hypotheses import WeakHypothesis
    >>> terms = (WeakHypothesis("WL1", ()), WeakHypothesis("WL2", ()))
    >>> weighted_sum(BoostedHypothesis(terms, (1.199, -0.5)))
    '1.199 * WL1 - 0.500 * WL2'
    """
    text = ""
    for term, leverage in zip(hypothesis.terms, hypothesis.leverages, strict=True):
        sign = ("- " if leverage < 0 else "+ ") if text else ("-" if leverage < 0 else "")
        text += f"{' ' if text else ''}{sign}{abs(leverage):.3f} * {term.name}"
    return text or "Nothing"
