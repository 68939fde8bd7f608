"""Concepts and hypotheses as text, in the paper's Manchester layout."""

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
_TOGETHER = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|SubClassOf | \[[\d.]+\]$|(?:[+-] )?[\d.]+ \* """
)
"""What is not broken into two lines: names and texts in quotes, a head, a weight and its term."""

_GLUE = "\0"
"""Stands for blanks at which a line is not broken."""

_KEYWORDS = frozenset(
    {"and", "or", "not", "some", "only", "value", "min", "max", "exactly", "that", "inverse"}
)


@dataclass(frozen=True, slots=True)
class Layout:
    """How names and numbers are written.

    Attributes
    ----------
    name
        The text for a name, given its kind (``class``, ``role``, ``data``, ``set``,
        ``learner``) and IRI.
    number
        The text for a weight, a degree or a confidence.
    point
        The text for a point of a fuzzy set.
    """

    name: Callable[[str, str], str]
    number: Callable[[float], str]
    point: Callable[[float], str]


def _readable(kind: str, iri: str) -> str:
    return iri if kind in ("set", "learner") else short_name(iri)


PEOPLE = Layout(_readable, "{:.3f}".format, "{:.6g}".format)
"""For people: short names, rounded numbers."""


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


def label_text(label: Label, layout: Layout = PEOPLE) -> str:
    """One label in Manchester syntax.

    Examples
    --------
    >>> label_text(SomeData("urn:owlboost:table#colour", Equals("red")))
    'colour value "red"'
    """
    match label:
        case Atom(iri):
            return quoted(layout.name("class", iri))
        case SomeData(prop, datatype):
            return f"{quoted(layout.name('data', prop))} {_range_text(datatype, layout)}"


def _range_text(datatype: Datatype, layout: Layout) -> str:
    match datatype:
        case FuzzySet(name, _):
            return f"some {quoted(layout.name('set', name))}"
        case Equals(bool(value)):
            return f"value {str(value).lower()}"
        case Equals(value):
            return f"value {json.dumps(value, ensure_ascii=False)}"


def manchester(concept: Concept, layout: Layout = PEOPLE) -> str:
    """Write a concept in Manchester syntax, with short names unless the layout has others.

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
        label_text(label, layout) if isinstance(label, Atom) else f"({label_text(label, layout)})"
        for label in concept.labels
    ]
    for edge in concept.edges:
        filler = manchester(edge.filler, layout)
        compound = len(edge.filler.labels) + len(edge.filler.edges) > 1
        role = quoted(layout.name("role", edge.role))
        parts.append(f"({role} some {f'({filler})' if compound else filler})")
    return " and ".join(parts) if parts else "Thing"


def coverage(inclusion: Inclusion, layout: Layout = PEOPLE) -> str:
    """Confidence and coverage of an axiom, as a remark."""
    return (
        f"confidence {layout.number(inclusion.confidence)}, covers "
        f"{inclusion.covered_positives} positive and {inclusion.covered_negatives} negative"
    )


def hypothesis_lines(
    hypothesis: Hypothesis, target: str, width: int | None = 100, layout: Layout = PEOPLE
) -> Iterator[str]:
    """Lay out a hypothesis as the paper prints it: learners, aggregation, fuzzy sets.

    Parameters
    ----------
    hypothesis
        What to print.
    target
        Name of the class that was learned.
    width
        Longest line, if names allow; None breaks no line.
    layout
        How names and numbers are written.
    """
    match hypothesis:
        case BoostedHypothesis():
            yield from _boosted_lines(hypothesis, target, width, layout)
        case RuleSet(inclusions):
            yield "# Rules"
            for inclusion in inclusions:
                head = f"{target} [{layout.number(inclusion.degree)}]"
                yield from _rule_lines(inclusion, head, width, layout)
            if not inclusions:
                yield "# none found"
    yield from _set_lines(hypothesis, layout)


def _set_lines(hypothesis: Hypothesis, layout: Layout) -> Iterator[str]:
    sets = {
        quoted(layout.name("set", name)): fuzzy_set.shape
        for name, (_, fuzzy_set) in fuzzy_sets_of(hypothesis).items()
    }
    if not sets:
        return
    yield ""
    yield "# Fuzzy datatypes"
    width = max(map(len, sets))
    for name, shape in sets.items():
        points = "  ".join(map(layout.point, shape_points(shape)))
        yield f"{name:<{width}}  {shape_name(shape):<14}  {points}"


def _boosted_lines(
    hypothesis: BoostedHypothesis, target: str, width: int | None, layout: Layout
) -> Iterator[str]:
    for term, weight in hypothesis.weighted_terms:
        name = quoted(layout.name("learner", term.name))
        yield f"# Weak Learner {name}, weight {layout.number(weight)}"
        for inclusion in term.inclusions:
            yield from _rule_lines(inclusion, name, width, layout)
        yield ""
    prior = any(inclusion.body.is_top for inclusion in hypothesis.inclusions)
    yield "# Weighted sum" if prior else "# Real AdaBoost aggregation"
    yield from _wrapped(f"{weighted_sum(hypothesis, layout)} SubClassOf {target}", width)


def _rule_lines(
    inclusion: Inclusion, head: str, width: int | None, layout: Layout
) -> Iterator[str]:
    yield from _wrapped(f"{manchester(inclusion.body, layout)} SubClassOf {head}", width)
    yield f"    # {coverage(inclusion, layout)}"


def _wrapped(text: str, width: int | None) -> list[str]:
    if width is None:
        return [text]

    def whole(part: re.Match[str]) -> str:
        return part[0].replace(" ", _GLUE) if len(part[0]) < width // 2 else part[0]

    lines = textwrap.wrap(
        _TOGETHER.sub(whole, text),
        width,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_GLUE, " ") for line in lines]


def weighted_sum(hypothesis: BoostedHypothesis, layout: Layout = PEOPLE) -> str:
    """Write the sum of the weak learners.

    Examples
    --------
    >>> from owlboost.model.hypotheses import WeakHypothesis
    >>> terms = (WeakHypothesis("WL1", ()), WeakHypothesis("WL2", ()))
    >>> weighted_sum(BoostedHypothesis(terms, (1.199, -0.5)))
    '1.199 * WL1 - 0.500 * WL2'
    """
    text = ""
    for term, weight in hypothesis.weighted_terms:
        sign = ("- " if weight < 0 else "+ ") if text else ("-" if weight < 0 else "")
        name = quoted(layout.name("learner", term.name))
        text += f"{' ' if text else ''}{sign}{layout.number(abs(weight))} * {name}"
    return text or "Nothing"
