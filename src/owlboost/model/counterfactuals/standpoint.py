"""What a hypothesis would say of one individual, were its own facts others."""

from collections.abc import Iterable
from functools import reduce

from owlboost.model.concepts import FuzzyValue, Label
from owlboost.model.counterfactuals.facts import OwnFacts
from owlboost.model.counterfactuals.outlooks import Conjunction, Outlook, Outlooks
from owlboost.model.counterfactuals.polylines import Pick, Polyline
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import Shape
from owlboost.model.hypotheses import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.model.semantics import LUKASIEWICZ, ZADEH

Slot = tuple[str, float]
"""A number that may move: its property, and its value as it is."""

Rules = list[tuple[float, Outlook]]
"""The degrees of rules, and their bodies."""


class Standpoint:
    """Evaluates a hypothesis at one element whose own facts vary; all else stays as it is.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom, Concept
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a"], types={"Cheap": []})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> seen = Standpoint(rules, Extents(kb), 0)
    >>> seen.evidence(seen.facts), seen.evidence(OwnFacts(frozenset({"Cheap"}), {}, {}))
    (0.0, 0.8)
    """

    def __init__(self, hypothesis: Hypothesis, extents: Extents, element: int) -> None:
        self.kb = extents.kb
        self.facts = OwnFacts.of(extents.kb, element)
        outlooks = Outlooks(extents, element)
        self._terms: list[tuple[float, Rules]] = [
            (weight, [(one.degree, outlooks.of(one.body)) for one in inclusions])
            for weight, inclusions in _weighted(hypothesis)
        ]
        self._clipped = isinstance(hypothesis, BoostedHypothesis)
        self._labels = tuple(outlooks.labels)
        semantics = extents.semantics
        self._is_bounded_sum = semantics == LUKASIEWICZ
        self._conjunction: Conjunction = min if semantics == ZADEH else semantics.conjunction

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that matter at this element, in the order of the rules."""
        return self._labels

    def evidence(self, facts: OwnFacts) -> float:
        """Return what the rules add up to."""
        held = self._held(facts)
        total = 0.0
        for weight, rules in self._terms:
            worths = [degree * body.degree(held, self._conjunction) for degree, body in rules]
            total += weight * max(worths, default=0.0)
        return total

    def degree(self, facts: OwnFacts) -> float:
        """Return how far the individual belongs to the target."""
        found = self.evidence(facts)
        return min(1.0, max(0.0, found)) if self._clipped else found

    def potential(self, facts: OwnFacts) -> float:
        """Return the evidence if each rule held as far as its conditions do on average.

        It tells a step towards a rule of which other conditions do not hold yet from one away.
        """
        held = self._held(facts)
        total = 0.0
        for weight, rules in self._terms:
            for degree, body in rules:
                parts = body.parts(held, self._conjunction)
                total += weight * degree * (sum(parts) / len(parts) if parts else 1.0)
        return total

    def curve(self, facts: OwnFacts, slot: Slot, low: float, high: float) -> Polyline:
        """Return the evidence while a number moves between two neighbouring corners of its sets."""
        interval = _Interval(facts, slot, (low, high), is_bounded_sum=self._is_bounded_sum)
        held = self._held(facts)
        lines = {
            number: interval.label(label, label.fuzzy_set.shape)
            for number, label in enumerate(self._labels)
            if isinstance(label, FuzzyValue) and label.prop == slot[0]
        }
        total = interval.level(0.0)
        for weight, rules in self._terms:
            still = [interval.level(0.0)]
            for degree, body in rules:
                if slot[0] in body.properties:
                    line = interval.concept(body, held, lines)
                else:
                    line = interval.level(body.degree(held, self._conjunction))
                still.append(line.scaled(degree))
            total = total.plus(_picked(still, max).scaled(weight))
        return total

    def _held(self, facts: OwnFacts) -> list[float]:
        return [facts.degree(label) for label in self._labels]


class _Interval:
    """Degrees as functions of one number, between two neighbouring corners of its sets.

    Conjunctions are minima or, if ``is_bounded_sum``, Łukasiewicz's: what parts lack to 1 adds up.
    """

    def __init__(
        self, facts: OwnFacts, slot: Slot, ends: tuple[float, float], *, is_bounded_sum: bool
    ) -> None:
        self._prop, before = slot
        values = facts.numbers[self._prop]
        others = tuple(one for one in values if one != before)
        self._rest = OwnFacts(frozenset(), {self._prop: others}, {})
        self._low, self._high = ends
        self._is_bounded_sum = is_bounded_sum

    def level(self, value: float) -> Polyline:
        return Polyline.level(self._low, self._high, value)

    def label(self, label: Label, shape: Shape) -> Polyline:
        """Return the degree of a label of the property, which other values may have, too."""
        rest = self.level(self._rest.degree(label))
        return self._membership(shape).picked(rest, max)

    def concept(self, body: Outlook, held: list[float], lines: dict[int, Polyline]) -> Polyline:
        found = [lines.get(number, self.level(held[number])) for number in body.labels]
        found += [self.level(degree) for degree in body.still]
        for rest, fillers in body.moving:
            moving = [
                self._joined(self.level(fills), self.concept(one, held, lines))
                for fills, one in fillers
            ]
            found.append(_picked([self.level(rest), *moving], max))
        return reduce(self._joined, found, self.level(1.0))

    def _joined(self, one: Polyline, other: Polyline) -> Polyline:
        """Return the degrees of a conjunction."""
        if self._is_bounded_sum:
            return one.plus(other).plus(self.level(-1.0)).picked(self.level(0.0), max)
        return one.picked(other, min)

    def _membership(self, shape: Shape) -> Polyline:
        """Return the degree in a set that has no corner between the ends of the interval."""
        a, b, c, d = shape.corners
        middle = (self._low + self._high) / 2
        ends = self._low, self._high
        if a < middle < b:
            return Polyline(ends, tuple((end - a) / (b - a) for end in ends))
        if c < middle < d:
            return Polyline(ends, tuple((d - end) / (d - c) for end in ends))
        return self.level(float(b <= middle <= c))


def _picked(lines: Iterable[Polyline], pick: Pick) -> Polyline:
    return reduce(lambda one, other: one.picked(other, pick), lines)


def _weighted(hypothesis: Hypothesis) -> list[tuple[float, tuple[Inclusion, ...]]]:
    """Return the weak learners with their weights; a set of rules is one."""
    match hypothesis:
        case BoostedHypothesis():
            return [(weight, term.inclusions) for term, weight in hypothesis.weighted_terms]
        case RuleSet(inclusions):
            return [(1.0, inclusions)]
