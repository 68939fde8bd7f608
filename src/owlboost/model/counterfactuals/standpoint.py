"""What a hypothesis would say of one individual, were its own facts others."""

from collections.abc import Iterator
from functools import cached_property, reduce

import numpy as np

from owlboost._typing import Ids
from owlboost.model.concepts import Concept, Label, SomeData
from owlboost.model.counterfactuals.facts import OwnFacts
from owlboost.model.counterfactuals.polylines import Pick, Polyline
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import FuzzySet, Shape
from owlboost.model.hypotheses import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    combine,
    evidence,
)
from owlboost.model.semantics import LUKASIEWICZ

Slot = tuple[str, float]
"""A number that may move: its property, and its value as it is."""


class Standpoint:
    """Evaluates a hypothesis at one element whose own facts vary; all else stays as it is.

    The element may be a filler of others, and so of its own conditions: those are evaluated anew.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a"], types={"Cheap": []})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> seen = Standpoint(rules, Extents(kb), 0)
    >>> seen.evidence(seen.facts), seen.evidence(OwnFacts(frozenset({"Cheap"}), {}, {}))
    (0.0, 0.8)
    """

    def __init__(self, hypothesis: Hypothesis, extents: Extents, element: int) -> None:
        self.hypothesis = hypothesis
        self.kb = extents.kb
        self.element = element
        self.facts = OwnFacts.of(extents.kb, element)
        self._extents = extents
        self._bodies = list(dict.fromkeys(one.body for one in hypothesis.inclusions))
        self._touched: dict[Concept, frozenset[int]] = {}

    @property
    def is_bounded_sum(self) -> bool:
        """Whether what the parts of a conjunction lack adds up, as Łukasiewicz has it."""
        return self._extents.semantics == LUKASIEWICZ

    def evidence(self, facts: OwnFacts) -> float:
        """Return what the rules add up to."""
        return float(evidence(self.hypothesis, self._values(facts), 1)[0])

    def degree(self, facts: OwnFacts) -> float:
        """Return how far the individual belongs to the target."""
        return float(combine(self.hypothesis, self._values(facts), 1)[0])

    def potential(self, facts: OwnFacts) -> float:
        """Return the evidence if each rule held as far as its conditions do on average.

        It tells a step towards a rule of which other conditions do not hold yet from one away.
        """
        total = 0.0
        for rule in self.hypothesis.rules():
            parts = _parts(rule.inclusion.body)
            held = [self._value(part, self.element, facts) for part in parts]
            total += rule.weight * (sum(held) / len(held) if held else 1.0)
        return total

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels that matter at this element, in the order of the rules."""
        found: dict[Label, None] = {}
        for body in self._bodies:
            found.update(dict.fromkeys(self._labels_at(body, self.element)))
        return tuple(found)

    def _labels_at(self, concept: Concept, element: int) -> Iterator[Label]:
        if element == self.element:
            yield from concept.labels
        for edge in concept.edges:
            touched = self._dependent(edge.filler)
            for filler in self._fillers(edge.role, element).tolist():
                if filler in touched:
                    yield from self._labels_at(edge.filler, filler)

    def _values(self, facts: OwnFacts) -> dict[Concept, np.ndarray]:
        return {body: np.array([self._value(body, self.element, facts)]) for body in self._bodies}

    def _value(self, concept: Concept, element: int, facts: OwnFacts) -> float:
        """Degree of a concept at an element, by the changed facts where these matter."""
        if element not in self._dependent(concept):
            return float(self._extents.degrees(concept)[element])
        held = [self._label(label, element, facts) for label in concept.labels]
        for edge in concept.edges:
            fillers = self._fillers(edge.role, element)
            degrees = self._extents.degrees(edge.filler)[fillers]
            for place, filler in self._dependents(edge.filler, fillers):
                degrees[place] = self._value(edge.filler, filler, facts)
            held.append(float(degrees.max(initial=0.0)))
        return float(reduce(self._extents.semantics.conjunction, held, 1.0))

    def _label(self, label: Label, element: int, facts: OwnFacts) -> float:
        if element == self.element:
            return facts.degree(label)
        return float(self._extents.degrees(Concept((label,)))[element])

    def curve(self, facts: OwnFacts, slot: Slot, low: float, high: float) -> Polyline:
        """Return the evidence while a number moves between two neighbouring corners of its sets."""
        view = _Interval(self, facts, slot, low, high)
        match self.hypothesis:
            case BoostedHypothesis():
                total = view.level(0.0)
                for term, weight in self.hypothesis.weighted_terms:
                    total = total.plus(view.best(term.inclusions).scaled(weight))
                return total
            case RuleSet(inclusions):
                return view.best(inclusions)

    def _fillers(self, role: str, element: int) -> Ids:
        return self.kb.roles[self.kb.vocabulary.roles.id(role)][element]

    def _dependents(self, filler: Concept, fillers: Ids) -> Iterator[tuple[int, int]]:
        touched = self._dependent(filler)
        if touched:
            for place, each in enumerate(fillers.tolist()):
                if each in touched:
                    yield place, each

    def _dependent(self, concept: Concept) -> frozenset[int]:
        """Elements whose degree in a concept may depend on the facts of this one."""
        if concept not in self._touched:
            found = {self.element} if concept.labels else set()
            for edge in concept.edges:
                found |= self._predecessors(edge.role, self._dependent(edge.filler))
            self._touched[concept] = frozenset(found)
        return self._touched[concept]

    def _predecessors(self, role: str, elements: frozenset[int]) -> set[int]:
        if not elements:
            return set()
        rows = self.kb.roles[self.kb.vocabulary.roles.id(role)]
        places = np.flatnonzero(np.isin(rows.indices, list(elements)))
        return set((np.searchsorted(rows.indptr, places, side="right") - 1).tolist())


class _Interval:
    """Degrees as functions of one number, between two neighbouring corners of its sets."""

    def __init__(
        self, standpoint: Standpoint, facts: OwnFacts, slot: Slot, low: float, high: float
    ) -> None:
        self._standpoint = standpoint
        self._facts = facts
        self._prop, self._before = slot
        self._low, self._high = low, high

    def level(self, value: float) -> Polyline:
        return Polyline.level(self._low, self._high, value)

    def best(self, inclusions: tuple[Inclusion, ...]) -> Polyline:
        lines = (
            self._concept(one.body, self._standpoint.element).scaled(one.degree)
            for one in inclusions
        )
        return _picked(lines, np.maximum, self.level(0.0))

    def _concept(self, concept: Concept, element: int) -> Polyline:
        seen = self._standpoint
        if element not in seen._dependent(concept):
            return self.level(seen._value(concept, element, self._facts))
        lines = [self._label(label, element) for label in concept.labels]
        for edge in concept.edges:
            fillers = seen._fillers(edge.role, element)
            degrees = seen._extents.degrees(edge.filler)[fillers]
            moving = []
            for place, filler in seen._dependents(edge.filler, fillers):
                degrees[place] = 0.0
                moving.append(self._concept(edge.filler, filler))
            still = self.level(float(degrees.max(initial=0.0)))
            lines.append(_picked(moving, np.maximum, still))
        return reduce(self._joined, lines, self.level(1.0))

    def _joined(self, one: Polyline, other: Polyline) -> Polyline:
        """Return the degrees of a conjunction."""
        if self._standpoint.is_bounded_sum:
            return one.plus(other).plus(self.level(-1.0)).picked(self.level(0.0), np.maximum)
        return one.picked(other, np.minimum)

    def _label(self, label: Label, element: int) -> Polyline:
        seen = self._standpoint
        match label:
            case SomeData(self._prop, FuzzySet(_, shape)) if element == seen.element:
                values = self._facts.numbers[self._prop]
                others = tuple(one for one in values if one != self._before)
                rest = OwnFacts(frozenset(), {self._prop: others}, {}).degree(label)
                return self._membership(shape).picked(self.level(rest), np.maximum)
            case _:
                return self.level(seen._label(label, element, self._facts))

    def _membership(self, shape: Shape) -> Polyline:
        """Return the degree in a set that has no corner between the ends of the interval."""
        a, b, c, d = shape.corners
        middle = (self._low + self._high) / 2
        ends = np.array([self._low, self._high])
        if a < middle < b:
            return Polyline(ends, (ends - a) / (b - a))
        if c < middle < d:
            return Polyline(ends, (d - ends) / (d - c))
        return self.level(float(b <= middle <= c))


def _picked(lines: "Iterator[Polyline] | list[Polyline]", pick: Pick, start: Polyline) -> Polyline:
    return reduce(lambda one, other: one.picked(other, pick), lines, start)


def _parts(body: Concept) -> list[Concept]:
    return [Concept((label,)) for label in body.labels] + [
        Concept((), (edge,)) for edge in body.edges
    ]
