"""Crisp rules: crisp conditions, exact cuts, sums at a cut.

Degrees are computed in floating point, where each step is monotone. So the least number that
passes is found by bisection among all floats, and a cut decides exactly as the degrees do.
"""

import math
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

import numpy as np

from owlboost.concepts.concept import Atom, Concept, DataLabel
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion
from owlboost.data.fuzzy_sets import Shape, membership
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Degrees, Mask


@dataclass(frozen=True, slots=True)
class HoldsAtLeast:
    """A concept holds at least to a degree above 0."""

    concept: Concept
    degree: float


@dataclass(frozen=True, slots=True)
class OutsideRange:
    """The only value of a functional data property lies outside a range."""

    label: DataLabel
    degree: float


Condition = HoldsAtLeast | OutsideRange
Exclusions = Mapping[str, frozenset[str]]
"""Class → the classes that share no member with it."""


@dataclass(frozen=True, slots=True)
class CrispRule:
    """Conditions that put whatever meets all of them into the target.

    Everything meets no conditions. ``rules`` are the numbers of the rules behind it, as the
    hypothesis lists them from 0.
    """

    conditions: tuple[Condition, ...]
    rules: tuple[int, ...]


class CertainFacts:
    """The individuals of a knowledge base, with certain facts about them.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> cheap = HoldsAtLeast(Concept((Atom("Cheap"),)), 0.5)
    >>> CertainFacts(kb, Extents(kb)).met(CrispRule((cheap,), (0,)))
    array([ True, False])
    """

    def __init__(
        self, kb: KnowledgeBase, extents: Extents, exclusions: Exclusions = MappingProxyType({})
    ) -> None:
        self.n = len(kb.individuals)
        self._exclusions = exclusions
        self._kb = kb
        self._extents = extents

    def degrees(self, concept: Concept) -> Degrees:
        """Degree of a concept for every named individual."""
        return self._extents.degrees(concept)[: self.n]

    def certain(self, label: DataLabel) -> Mask:
        """Return which individuals certainly have no other value of a property."""
        number = self._kb.vocabulary.data_properties.id(label.prop)
        counts = np.zeros(self._kb.n_elements, dtype=np.int64)
        if number in self._kb.functional:
            if number in self._kb.numbers:
                counts += np.diff(self._kb.numbers[number].indptr)
            if number in self._kb.symbols:
                counts += np.diff(self._kb.symbols[number].rows.indptr)
        is_certain: Mask = counts[: self.n] > 0
        return is_certain

    def excluding(self, body: Concept) -> list[tuple[HoldsAtLeast, Mask]]:
        """Return the classes that exclude a concept, with their members."""
        iris = (label.iri for label in body.labels if isinstance(label, Atom))
        names = {name for iri in iris for name in self._exclusions.get(iri, ())}
        classes = (Concept((Atom(name),)) for name in sorted(names))
        return [(HoldsAtLeast(concept, 1.0), self.degrees(concept) == 1) for concept in classes]

    def met(self, conjunction: CrispRule) -> Mask:
        """Return which individuals are known to meet all conditions."""
        mask = np.ones(self.n, dtype=np.bool_)
        for condition in conjunction.conditions:
            match condition:
                case HoldsAtLeast(concept, degree):
                    mask &= self.degrees(concept) >= degree
                case OutsideRange(label, degree):
                    mask &= self.certain(label) & (self.degrees(Concept((label,))) < degree)
        return mask


_SIGN = -(2**63)


def least_float(low: float, high: float, passes: Callable[[float], bool]) -> float:
    """Return the least float that passes a test, as all above it and high do.

    Examples
    --------
    >>> least_float(0.0, 1.0, lambda x: 3 * x >= 1)
    0.3333333333333333
    """
    least, most = _place(low), _place(high)
    while least < most:
        middle = (least + most) // 2
        if passes(_at(middle)):
            most = middle
        else:
            least = middle + 1
    return _at(most)


def greatest_float(low: float, high: float, passes: Callable[[float], bool]) -> float:
    """Return the greatest float that passes a test, as all below it and low do.

    Examples
    --------
    >>> greatest_float(0.0, 1.0, lambda x: 4 * x <= 1)
    0.25
    """
    return -least_float(-high, -low, lambda x: passes(-x))


def numbers_at(shape: Shape, degree: float) -> tuple[float, float]:
    """Return the bounds of the alpha cut of a fuzzy set.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder, Triangular
    >>> numbers_at(Triangular(40, 60, 98), 0.5)
    (50.0, 79.0)
    >>> numbers_at(LeftShoulder(40, 60), 0.75)
    (-inf, 45.0)
    """
    a, b, c, d = shape.corners

    def held(number: float) -> bool:
        return membership(shape, number) >= degree

    low = b if math.isinf(b) else least_float(a, b, held)
    high = c if math.isinf(c) else greatest_float(c, d, held)
    return low, high


def degree_for(weight: float, wanted: float) -> float:
    """Return the least degree that a weight lifts to a value, infinite if none.

    Examples
    --------
    >>> degree_for(0.8, 0.4), degree_for(0.8, 0.9)
    (0.5, inf)
    """
    if weight < wanted:
        return math.inf
    return least_float(0.0, 1.0, lambda degree: weight * degree >= wanted)


def _place(number: float) -> int:
    """Return the rank of a float; both zeros have rank 0."""
    (bits,) = struct.unpack("<q", struct.pack("<d", number))
    return int(bits) if bits >= 0 else _SIGN - int(bits)


def _at(place: int) -> float:
    """Return the float of a rank."""
    bits = place if place >= 0 else _SIGN - place
    (number,) = struct.unpack("<d", struct.pack("<q", bits))
    return float(number)


Levels = tuple[float, ...]
"""For each weak learner, how far it is known to hold: at least so far if it argues for the target,
at most if it argues against.
"""


@dataclass(frozen=True, slots=True)
class SumTerm:
    """A weak learner in a weighted sum.

    ``first`` is the number of its first axiom among all rules; ``free`` is how far it holds
    wherever nothing is known, at least or at most.
    """

    weight: float
    inclusions: tuple[Inclusion, ...]
    first: int
    free: float

    @property
    def for_target(self) -> bool:
        """Whether it supports the target."""
        return self.weight > 0

    @property
    def constant(self) -> bool:
        """Whether it adds the same everywhere."""
        return self.weight == 0 or all(inclusion.body.is_top for inclusion in self.inclusions)

    @property
    def fuzzy(self) -> bool:
        """Whether it may hold to any degree."""
        return any(any(inclusion.body.fuzzy_values()) for inclusion in self.inclusions)

    def at_least(self, level: float, place: int) -> HoldsAtLeast:
        """Return the condition that lifts an axiom to a level."""
        inclusion = self.inclusions[place]
        return HoldsAtLeast(inclusion.body, degree_for(inclusion.degree, level))

    def too_much(self, level: float, place: int) -> float:
        """Return the least degree that lifts an axiom above a level, infinite if none."""
        return degree_for(self.inclusions[place].degree, math.nextafter(level, math.inf))


@dataclass(frozen=True, slots=True)
class CutSum:
    """All weak learners, and the sum that they must reach."""

    terms: tuple[SumTerm, ...]
    cut: float

    def reached(self, levels: Iterable[float]) -> bool:
        """Return whether the sum reaches the cut at these levels.

        Adding up is monotone step by step, also in floating point: with more in favour and less
        against, the sum is no lower.
        """
        total = 0.0
        for term, level in zip(self.terms, levels, strict=True):
            total += term.weight * level
        return total >= self.cut

    @property
    def free(self) -> Levels:
        """The levels of the weak learners where nothing is known."""
        return tuple(term.free for term in self.terms)


def cut_sum(hypothesis: BoostedHypothesis, cut: float) -> CutSum:
    """Return a hypothesis as a sum that is to reach a cut.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept, TOP
    >>> from owlboost.concepts.hypothesis import WeakHypothesis
    >>> always = WeakHypothesis("WL0", (Inclusion(TOP),))
    >>> cheap = WeakHypothesis("WL1", (Inclusion(Concept((Atom("Cheap"),))),))
    >>> found = cut_sum(BoostedHypothesis((always, cheap), (-0.5, 1.5)), 0.8)
    >>> found.free, found.reached(found.free), found.reached((1.0, 1.0))
    ((1.0, 0.0), False, True)
    """
    counts = [len(term.inclusions) for term in hypothesis.terms]
    firsts = accumulate(counts, initial=0)
    return CutSum(
        tuple(
            SumTerm(weight, term.inclusions, first, _free(term.inclusions, weight))
            for (term, weight), first in zip(hypothesis.weighted_terms, firsts, strict=False)
        ),
        cut,
    )


def _free(inclusions: Sequence[Inclusion], weight: float) -> float:
    holding = (
        inclusions
        if weight < 0
        else [inclusion for inclusion in inclusions if inclusion.body.is_top]
    )
    return max((inclusion.degree for inclusion in holding), default=0.0)


def simplified(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return the strictest condition about each concept or label."""
    strictest: dict[tuple[type, object], Condition] = {}
    for condition in conditions:
        match condition:
            case HoldsAtLeast(concept, degree):
                if concept.is_top or degree <= 0:
                    continue
                previous = strictest.get((HoldsAtLeast, concept), condition)
                strictest[HoldsAtLeast, concept] = (
                    condition if degree >= previous.degree else previous
                )
            case OutsideRange(label, degree):
                previous = strictest.get((OutsideRange, label), condition)
                strictest[OutsideRange, label] = (
                    condition if degree <= previous.degree else previous
                )
    return tuple(strictest.values())


def with_level(levels: Levels, at: int, level: float) -> Levels:
    """Return levels with one of them replaced.

    Examples
    --------
    >>> with_level((0.0, 1.0), 1, 0.5)
    (0.0, 0.5)
    """
    return (*levels[:at], level, *levels[at + 1 :])
