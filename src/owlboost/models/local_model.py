"""A hypothesis at one individual whose own facts may vary (mathematics §21)."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import numpy as np

from owlboost.concepts.concept import Concept, DataLabel, Edge, FuzzyValue, Label
from owlboost.concepts.evaluation import LUKASIEWICZ, ZADEH, Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion, RuleSet
from owlboost.data.fuzzy_sets import Shape
from owlboost.models.conditions import IndividualFacts
from owlboost.runtime.array_types import Ids

Pick = Callable[[float, float], float]
"""The larger or the smaller of two numbers."""


@dataclass(frozen=True, slots=True)
class Polyline:
    """A continuous function that is linear between its knots.

    It has few knots, so plain numbers are faster than arrays.

    Examples
    --------
    >>> rising = Polyline((0.0, 4.0), (0.0, 1.0))
    >>> rising.picked(Polyline.level(0.0, 4.0, 0.5), min)
    Polyline(knots=(0.0, 2.0, 4.0), values=(0.0, 0.5, 0.5))
    """

    knots: tuple[float, ...]
    values: tuple[float, ...]

    @classmethod
    def level(cls, low: float, high: float, value: float) -> "Polyline":
        """Return a constant."""
        return cls((low, high), (value, value))

    def scaled(self, factor: float) -> "Polyline":
        """Return a multiple."""
        return Polyline(self.knots, tuple(factor * value for value in self.values))

    def plus(self, other: "Polyline") -> "Polyline":
        """Return a sum."""
        knots, mine, theirs = self._beside(other)
        return Polyline(knots, tuple(a + b for a, b in zip(mine, theirs, strict=True)))

    def picked(self, other: "Polyline", pick: Pick) -> "Polyline":
        """Return the smaller or larger of two; crossings become knots."""
        knots, mine, theirs = self._beside(other)
        lead = [a - b for a, b in zip(mine, theirs, strict=True)]
        crossings = [
            knots[place] + first / (first - last) * (knots[place + 1] - knots[place])
            for place, (first, last) in enumerate(pairwise(lead))
            if first * last < 0
        ]
        if crossings:
            knots = tuple(sorted({*knots, *crossings}))
            mine, theirs = self._at(knots), other._at(knots)
        return Polyline(knots, tuple(map(pick, mine, theirs)))

    def _beside(self, other: "Polyline") -> tuple[tuple[float, ...], ...]:
        if self.knots == other.knots:
            return self.knots, self.values, other.values
        knots = tuple(sorted({*self.knots, *other.knots}))
        return knots, self._at(knots), other._at(knots)

    def _at(self, points: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(map(self._value, points))

    def _value(self, point: float) -> float:
        """Return the value at a point within the knots."""
        after = min(bisect_right(self.knots, point), len(self.knots) - 1)
        near, far = self.knots[after - 1 : after + 1]
        first, last = self.values[after - 1 : after + 1]
        if point == far:
            return last
        return first + (last - first) / (far - near) * (point - near)


Conjunction = Callable[[float, float], float]


@dataclass(frozen=True, slots=True)
class LocalConcept:
    """A concept as a function of the own facts of an element.

    Attributes
    ----------
    labels
        The labels that depend on these facts, by number.
    still
        The degrees of conditions that do not.
    moving
        Restrictions of which some fillers do: the best degree of the others, and these, each with
        the degree to which it fills the role.
    properties
        The data properties that the degree depends on.
    """

    labels: tuple[int, ...] = ()
    still: tuple[float, ...] = ()
    moving: "tuple[tuple[float, tuple[tuple[float, LocalConcept], ...]], ...]" = ()
    properties: frozenset[str] = frozenset()

    def parts(self, held: Sequence[float], conjunction: Conjunction) -> list[float]:
        """Return the degrees of all conditions, given those of the labels."""
        out = [held[label] for label in self.labels]
        out += self.still
        for fixed, fillers in self.moving:
            varying = (
                conjunction(fills, outlook.degree(held, conjunction)) for fills, outlook in fillers
            )
            out.append(max(fixed, *varying))
        return out

    def degree(self, held: Sequence[float], conjunction: Conjunction) -> float:
        """Return the degree of the concept, given those of the labels.

        Examples
        --------
        >>> LocalConcept((0, 1), (0.5,)).degree([0.4, 0.7], min)
        0.4
        """
        return float(reduce(conjunction, self.parts(held, conjunction), 1.0))


_Fillers = tuple[tuple[float, LocalConcept], ...]


class LocalConcepts:
    """The dependence of degrees on the own facts of one element.

    The element may be a filler of others, and so of its own conditions.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"C": ["b"]}, roles={"r": [("a", "b")]})
    >>> seen = LocalConcepts(Extents(kb), 0)
    >>> seen.outlook(Concept((Atom("C"),), (Edge("r", Concept((Atom("C"),))),))), seen.labels
    (LocalConcept(labels=(0,), still=(1.0,), moving=(), properties=frozenset()), [Atom(iri='C')])
    """

    def __init__(self, extents: Extents, element: int) -> None:
        self.labels: list[Label] = []
        self._extents = extents
        self._kb = extents.kb
        self._element = element
        self._numbers: dict[Label, int] = {}
        self._touched: dict[Concept, frozenset[int]] = {}

    def outlook(self, concept: Concept) -> LocalConcept:
        """Return a concept at the element itself."""
        return self._at(concept, self._element)

    def _at(self, concept: Concept, element: int) -> LocalConcept:
        """Return a concept at any element; labels of other elements are fixed."""
        own = element == self._element
        labels = tuple(self._number(label) for label in concept.labels) if own else ()
        still = [] if own else [self._still(label, element) for label in concept.labels]
        moving = []
        for edge in concept.edges:
            fixed, fillers = self._fillers(edge, element)
            if fillers:
                moving.append((fixed, fillers))
            else:
                still.append(fixed)
        return LocalConcept(labels, tuple(still), tuple(moving), self._properties(labels, moving))

    def _number(self, label: Label) -> int:
        if label not in self._numbers:
            self._numbers[label] = len(self.labels)
            self.labels.append(label)
        return self._numbers[label]

    def _still(self, label: Label, element: int) -> float:
        return float(self._extents.degrees(Concept((label,)))[element])

    def _fillers(self, edge: Edge, element: int) -> tuple[float, _Fillers]:
        """Return the best degree of the fixed fillers, and the varying ones."""
        fillers, degrees = self._extents.fillers(edge.role, element, edge.filler)
        held = self._kb.roles[self._kb.vocabulary.roles.id(edge.role)].degrees_of(element)
        moving = []
        for place, filler in self._dependents(edge.filler, fillers):
            degrees[place] = 0.0
            moving.append((float(held[place]), self._at(edge.filler, filler)))
        return float(degrees.max(initial=0.0)), tuple(moving)

    def _properties(
        self, labels: tuple[int, ...], moving: list[tuple[float, _Fillers]]
    ) -> frozenset[str]:
        own_labels = (self.labels[number] for number in labels)
        properties = frozenset(label.prop for label in own_labels if isinstance(label, DataLabel))
        return properties.union(
            *(outlook.properties for _, fillers in moving for _, outlook in fillers)
        )

    def _dependents(self, filler: Concept, fillers: Ids) -> Iterator[tuple[int, int]]:
        touched = self._dependent(filler)
        if touched:
            for place, element in enumerate(fillers.tolist()):
                if element in touched:
                    yield place, element

    def _dependent(self, concept: Concept) -> frozenset[int]:
        """Return the elements whose degree may depend on this one's facts."""
        if concept not in self._touched:
            touched = {self._element} if concept.labels else set()
            for edge in concept.edges:
                touched |= self._predecessors(edge.role, self._dependent(edge.filler))
            self._touched[concept] = frozenset(touched)
        return self._touched[concept]

    def _predecessors(self, role: str, elements: frozenset[int]) -> set[int]:
        if not elements:
            return set()
        rows = self._kb.roles[self._kb.vocabulary.roles.id(role)]
        places = np.flatnonzero(np.isin(rows.indices, list(elements)))
        return set((np.searchsorted(rows.indptr, places, side="right") - 1).tolist())


NumberKey = tuple[str, float]
"""A number that may change: its property and its current value."""

Rules = list[tuple[float, LocalConcept]]
"""The degrees of rules, and their bodies."""


class LocalModel:
    """A hypothesis at one element, as a function of its own facts.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a"], types={"Cheap": []})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> seen = LocalModel(rules, Extents(kb), 0)
    >>> seen.evidence(seen.facts), seen.evidence(IndividualFacts(frozenset({"Cheap"}), {}, {}))
    (0.0, 0.8)
    """

    def __init__(self, hypothesis: Hypothesis, extents: Extents, element: int) -> None:
        self.kb = extents.kb
        self.facts = IndividualFacts.from_kb(extents.kb, element)
        outlooks = LocalConcepts(extents, element)
        self._terms: list[tuple[float, Rules]] = [
            (
                weight,
                [(inclusion.degree, outlooks.outlook(inclusion.body)) for inclusion in inclusions],
            )
            for weight, inclusions in _weighted(hypothesis)
        ]
        self._clipped = isinstance(hypothesis, BoostedHypothesis)
        self._labels = tuple(outlooks.labels)
        semantics = extents.semantics
        self._is_bounded_sum = semantics == LUKASIEWICZ
        self._conjunction: Conjunction = min if semantics == ZADEH else semantics.conjunction

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that matter here, in the order of the rules."""
        return self._labels

    def evidence(self, facts: IndividualFacts) -> float:
        """Return the sum of the rules."""
        held = self._held(facts)
        total = 0.0
        for weight, rules in self._terms:
            worths = [degree * body.degree(held, self._conjunction) for degree, body in rules]
            total += weight * max(worths, default=0.0)
        return total

    def degree(self, facts: IndividualFacts) -> float:
        """Return the degree of the individual."""
        evidence = self.evidence(facts)
        return min(1.0, max(0.0, evidence)) if self._clipped else evidence

    def potential(self, facts: IndividualFacts) -> float:
        """Return the evidence if each rule had the mean degree of its conditions.

        This rewards steps towards a rule even while its other conditions do not hold.
        """
        held = self._held(facts)
        total = 0.0
        for weight, rules in self._terms:
            for degree, body in rules:
                parts = body.parts(held, self._conjunction)
                total += weight * degree * (sum(parts) / len(parts) if parts else 1.0)
        return total

    def curve(self, facts: IndividualFacts, slot: NumberKey, low: float, high: float) -> Polyline:
        """Return the evidence while a number moves between neighbouring corners."""
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

    def _held(self, facts: IndividualFacts) -> list[float]:
        return [facts.degree(label) for label in self._labels]


class _Interval:
    """Degrees as functions of one number, between neighbouring corners.

    Conjunctions are minima or, if ``is_bounded_sum``, Łukasiewicz's ``max(0, x + y − 1)``.
    """

    def __init__(
        self,
        facts: IndividualFacts,
        slot: NumberKey,
        ends: tuple[float, float],
        *,
        is_bounded_sum: bool,
    ) -> None:
        self._prop, before = slot
        values = facts.numbers[self._prop]
        fixed = tuple(value for value in values if value != before)
        self._fixed = IndividualFacts(frozenset(), {self._prop: fixed}, {})
        self._low, self._high = ends
        self._is_bounded_sum = is_bounded_sum

    def level(self, value: float) -> Polyline:
        return Polyline.level(self._low, self._high, value)

    def label(self, label: Label, shape: Shape) -> Polyline:
        """Return the degree of a label, which other values may have, too."""
        fixed = self.level(self._fixed.degree(label))
        return self._membership(shape).picked(fixed, max)

    def concept(
        self, body: LocalConcept, held: list[float], lines: dict[int, Polyline]
    ) -> Polyline:
        parts = [lines.get(number, self.level(held[number])) for number in body.labels]
        parts += [self.level(degree) for degree in body.still]
        for fixed, fillers in body.moving:
            moving = [
                self._joined(self.level(fills), self.concept(outlook, held, lines))
                for fills, outlook in fillers
            ]
            parts.append(_picked([self.level(fixed), *moving], max))
        return reduce(self._joined, parts, self.level(1.0))

    def _joined(self, left: Polyline, right: Polyline) -> Polyline:
        """Return the degrees of a conjunction."""
        if self._is_bounded_sum:
            return left.plus(right).plus(self.level(-1.0)).picked(self.level(0.0), max)
        return left.picked(right, min)

    def _membership(self, shape: Shape) -> Polyline:
        """Return the degree in a set without corners inside the interval."""
        a, b, c, d = shape.corners
        middle = (self._low + self._high) / 2
        ends = self._low, self._high
        if a < middle < b:
            return Polyline(ends, tuple((end - a) / (b - a) for end in ends))
        if c < middle < d:
            return Polyline(ends, tuple((d - end) / (d - c) for end in ends))
        return self.level(float(b <= middle <= c))


def _picked(lines: Iterable[Polyline], pick: Pick) -> Polyline:
    return reduce(lambda left, right: left.picked(right, pick), lines)


def _weighted(hypothesis: Hypothesis) -> list[tuple[float, tuple[Inclusion, ...]]]:
    """Return weak learners with weights; a set of rules is one."""
    match hypothesis:
        case BoostedHypothesis():
            return [(weight, term.inclusions) for term, weight in hypothesis.weighted_terms]
        case RuleSet(inclusions):
            return [(1.0, inclusions)]
