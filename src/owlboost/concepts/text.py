"""Concepts and hypotheses as text, in the paper's Manchester layout."""

import json
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    MergedTerm,
    RuleSet,
    fuzzy_sets_of,
    merged_terms,
    terms_apart,
)
from owlboost.data.fuzzy_sets import FuzzySet, shape_name, shape_points
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.runtime.names import quoted

_TOGETHER = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|SubClassOf | \[[\d.]+\]$"""
    r"|(?:[+-] )?(?<![\d.])[\d.]++ \* "
)
"""Text without line breaks: quoted names, a head, a weight and its term."""

_GLUE = "\0"
"""Placeholder for blanks without a line break."""


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
        The text for a point of a fuzzy set, given the data property and the number.
    iris
        Whether names of things are IRIs, which stand in brackets.
    """

    name: Callable[[str, str], str]
    number: Callable[[float], str]
    point: Callable[[str, float], str]
    iris: bool = False

    def written(self, kind: str, iri: str) -> str:
        """Return a name as written in a rule, quoted if necessary."""
        name = self.name(kind, iri)
        bracketed = self.iris and kind not in ("set", "learner")
        return f"<{name}>" if bracketed else quoted(name)


def people(lexicon: Lexicon) -> Layout:
    """Return the layout for people: labels and rounded numbers.

    Examples
    --------
    >>> old = Concept((Atom("http://ex.org#EX_7"),))
    >>> manchester(old, people(Lexicon({"http://ex.org#EX_7": "old people"})))
    "'old people'"
    >>> manchester(old, people(Lexicon(iris=True)))
    '<http://ex.org#EX_7>'
    """

    def readable(kind: str, iri: str) -> str:
        if kind == "learner":
            return iri
        return lexicon.set_name(iri) if kind == "set" else lexicon.name(iri)

    return Layout(readable, "{:.3f}".format, lexicon.number, lexicon.iris)


PEOPLE = people(SHORT_NAMES)
"""The layout for people without labels: short names, rounded numbers."""


def label_text(label: Label, layout: Layout = PEOPLE) -> str:
    """Write a label in Manchester syntax.

    Examples
    --------
    >>> label_text(CrispValue("urn:owlboost:table#colour", "red"))
    'colour value "red"'
    """
    match label:
        case Atom(iri):
            return layout.written("class", iri)
        case FuzzyValue(prop, FuzzySet(name, _)):
            return f"{layout.written('data', prop)} some {layout.written('set', name)}"
        case CrispValue(prop, value):
            written = _bare(value) if isinstance(value, bool) else _in_quotes(value)
            return f"{layout.written('data', prop)} value {written}"


def _in_quotes(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def manchester(concept: Concept, layout: Layout = PEOPLE) -> str:
    """Write a concept in Manchester syntax.

    Examples
    --------
    >>> from owlboost.concepts.concept import Edge, TOP
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
        compound = edge.filler.n_conjuncts > 1
        role = layout.written("role", edge.role)
        parts.append(f"({role} some {f'({filler})' if compound else filler})")
    return " and ".join(parts) if parts else "Thing"


def label_line(label: Label, lexicon: Lexicon = SHORT_NAMES) -> str:
    """Write a label as a line of a box, a fuzzy set with its points.

    Examples
    --------
    >>> label_line(CrispValue("urn:owlboost:table#colour", "red"))
    'colour = red'
    """
    match label:
        case Atom(iri):
            return lexicon.name(iri)
        case FuzzyValue(prop, FuzzySet(name, shape)):
            points = ", ".join(lexicon.number(prop, point, 4) for point in shape_points(shape))
            return f"{lexicon.name(prop)}: {lexicon.set_name(name)}, {shape_name(shape)} {points}"
        case CrispValue(prop, value):
            return f"{lexicon.name(prop)} = {_bare(value)}"


def dl_text(
    concept: Concept,
    lexicon: Lexicon = SHORT_NAMES,
    set_name: Callable[[str, FuzzySet], str] = lambda _, fuzzy_set: fuzzy_set.name,
) -> str:
    """Write a concept in the symbols of description logic.

    Examples
    --------
    >>> from owlboost.concepts.concept import Edge
    >>> dl_text(Concept((CrispValue("urn:x#colour", "red"),), (Edge("urn:x#has", Concept()),)))
    '∃colour.{red} ⊓ ∃has.⊤'
    """

    def written(label: Label) -> str:
        match label:
            case Atom(iri):
                return lexicon.name(iri)
            case FuzzyValue(prop, fuzzy_set):
                return f"∃{lexicon.name(prop)}.{set_name(prop, fuzzy_set)}"
            case CrispValue(prop, value):
                return f"∃{lexicon.name(prop)}.{{{_bare(value)}}}"

    parts = [written(label) for label in concept.labels]
    for edge in concept.edges:
        filler = dl_text(edge.filler, lexicon, set_name)
        compound = edge.filler.n_conjuncts > 1
        parts.append(f"∃{lexicon.name(edge.role)}.{f'({filler})' if compound else filler}")
    return " ⊓ ".join(parts) if parts else "⊤"


def _bare(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def coverage(inclusion: Inclusion, layout: Layout = PEOPLE, average: float | None = None) -> str:
    """Write the confidence and coverage of an axiom as a remark.

    Parameters
    ----------
    average
        Share of positives among all examples, to compare the confidence with, if it is known.

    Examples
    --------
    >>> rare = Inclusion(Concept((Atom("ex#Far"),)), 1.0, 217 / 9133, 217, 8916)
    >>> coverage(rare, average=0.0113)
    'confidence 0.024 (2.1 times the average 0.011), covers 217 positive and 8916 negative'
    """
    lift = ""
    if average and inclusion.is_counted and not inclusion.body.is_top:
        lift = f" ({_lift_text(inclusion.confidence / average)} {_share_text(average)})"
    return f"confidence {layout.number(inclusion.confidence)}{lift}, {covered_text(inclusion)}"


def covered_text(inclusion: Inclusion) -> str:
    """Say how many examples a rule covers, if they were counted.

    Examples
    --------
    >>> covered_text(Inclusion(Concept(), 1.0, 0.75, 3, 1)), covered_text(Inclusion(Concept()))
    ('covers 3 positive and 1 negative', 'nothing was counted')
    """
    if not inclusion.is_counted:
        return "nothing was counted"
    counts = f"{inclusion.covered_positives} positive and {inclusion.covered_negatives} negative"
    return f"covers {counts}"


def _lift_text(lift: float) -> str:
    """Write a ratio to the average in words.

    Examples
    --------
    >>> _lift_text(2.1349), _lift_text(0.3), _lift_text(123.4)
    ('2.1 times the average', '0.3 times the average', '123 times the average')
    >>> _lift_text(0.98), _lift_text(1.04)
    ('0.98 times the average', 'about the average')
    """
    times = f"{lift:.2g}" if lift < 9.95 else f"{lift:.0f}"
    return "about the average" if times == "1" else f"{times} times the average"


def _share_text(share: float) -> str:
    return f"{share:.3f}" if share >= 0.001 else f"{share:.1g}"


def hypothesis_lines(
    hypothesis: Hypothesis,
    target: str,
    width: int | None = 100,
    layout: Layout = PEOPLE,
    average: float | None = None,
    *,
    merge: bool = False,
    equivalent: bool = False,
) -> Iterator[str]:
    """Write a hypothesis in the layout of the paper: learners, aggregation, fuzzy sets.

    Parameters
    ----------
    width
        Maximum line length, if names allow; None for no limit.
    average
        Share of positives among all examples, to compare rules with, if it is known.
    merge
        Whether weak learners that are alike are written once, with the sum of their weights.
    equivalent
        Whether the rules are all that is true of their heads: ``C [0.5] or D [0.9] EquivalentTo T``
        instead of a rule for each body.
    """
    page = _Page(width, layout, average, equivalent)
    match hypothesis:
        case BoostedHypothesis():
            terms = merged_terms(hypothesis) if merge else terms_apart(hypothesis)
            yield from _boosted_lines(terms, target, page)
        case RuleSet(inclusions):
            yield "# Rules"
            yield from page.lines_of(inclusions, target, graded=True)
            if not inclusions:
                yield "# none found"
    yield from _set_lines(hypothesis, layout)


def _set_lines(hypothesis: Hypothesis, layout: Layout) -> Iterator[str]:
    sets = {
        layout.written("set", name): (prop, fuzzy_set.shape)
        for name, (prop, fuzzy_set) in fuzzy_sets_of(hypothesis).items()
    }
    if not sets:
        return
    yield ""
    yield "# Fuzzy datatypes"
    width = max(map(len, sets))
    for name, (prop, shape) in sets.items():
        points = "  ".join(layout.point(prop, point) for point in shape_points(shape))
        yield f"{name:<{width}}  {shape_name(shape):<14}  {points}"


@dataclass(frozen=True, slots=True)
class _Page:
    """Layout options of rules."""

    width: int | None
    layout: Layout
    average: float | None
    equivalent: bool = False

    @property
    def relation(self) -> str:
        return "EquivalentTo" if self.equivalent else "SubClassOf"

    def lines_of(
        self, inclusions: Sequence[Inclusion], head: str, *, graded: bool = False
    ) -> Iterator[str]:
        """Write the rules for a head, with degrees if graded."""
        joined = ""
        for inclusion in inclusions:
            body = manchester(inclusion.body, self.layout)
            degree = (
                f" [{self.layout.number(inclusion.degree)}]"
                if graded or inclusion.degree != 1.0
                else ""
            )
            below = "" if self.equivalent else f" SubClassOf {head}"
            yield from _wrapped(f"{joined}{body}{below}{degree}", self.width)
            yield f"    # {coverage(inclusion, self.layout, self.average)}"
            joined = "    or " if self.equivalent else ""
        if self.equivalent and inclusions:
            yield f"    EquivalentTo {head}"


def _boosted_lines(terms: Sequence[MergedTerm], target: str, page: _Page) -> Iterator[str]:
    layout = page.layout
    for shown in terms:
        name = layout.written("learner", shown.term.name)
        yield f"# Weak Learner {name}, weight {layout.number(shown.weight)}{_alike(shown, layout)}"
        yield from page.lines_of(shown.term.inclusions, name)
        yield ""
    hypothesis = BoostedHypothesis(
        tuple(shown.term for shown in terms), tuple(shown.weight for shown in terms)
    )
    yield "# Real AdaBoost aggregation" if _is_boosted(hypothesis) else "# Weighted sum"
    yield from _wrapped(f"{weighted_sum(hypothesis, layout)} {page.relation} {target}", page.width)


def _alike(shown: MergedTerm, layout: Layout) -> str:
    """Name the weak learners that share a weight, if several."""
    if len(shown.names) == 1:
        return ""
    written = [layout.written("learner", name) for name in shown.names]
    names = ", ".join(written if len(written) <= 3 else [*written[:2], "…", written[-1]])
    return f" (the sum of {len(shown.names)} that are alike: {names})"


def _is_boosted(hypothesis: BoostedHypothesis) -> bool:
    """Whether a sum is like Real AdaBoost's: without a prior or negative weights."""
    prior = any(inclusion.body.is_top for inclusion in hypothesis.inclusions)
    return not prior and all(weight >= 0 for weight in hypothesis.leverages)


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
    >>> from owlboost.concepts.hypothesis import WeakHypothesis
    >>> terms = (WeakHypothesis("WL1", ()), WeakHypothesis("WL2", ()))
    >>> weighted_sum(BoostedHypothesis(terms, (1.199, -0.5)))
    '1.199 * WL1 - 0.500 * WL2'
    """
    text = ""
    for term, weight in hypothesis.weighted_terms:
        sign = ("- " if weight < 0 else "+ ") if text else ("-" if weight < 0 else "")
        name = layout.written("learner", term.name)
        text += f"{' ' if text else ''}{sign}{layout.number(abs(weight))} * {name}"
    return text or "Nothing"
