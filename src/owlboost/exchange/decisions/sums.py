"""A weighted sum of weak learners, and the least that is known of it where conditions are met."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion
from owlboost.exchange.decisions.conditions import Below, Condition, HeldTo
from owlboost.exchange.decisions.cuts import degree_for

Levels = tuple[float, ...]
"""For each weak learner, how far it is known to hold: at least so far if it argues for the target,
at most if it argues against.
"""


@dataclass(frozen=True, slots=True)
class Term:
    """A weak learner in a weighted sum.

    Attributes
    ----------
    weight
        Its weight.
    inclusions
        Its axioms.
    first
        Number of the first of them among all rules.
    free
        How far it holds wherever nothing is known, at least or at most.
    """

    weight: float
    inclusions: tuple[Inclusion, ...]
    first: int
    free: float

    @property
    def for_target(self) -> bool:
        """Whether it argues for the target."""
        return self.weight > 0

    @property
    def constant(self) -> bool:
        """Whether it adds the same everywhere."""
        return self.weight == 0 or all(one.body.is_top for one in self.inclusions)

    @property
    def fuzzy(self) -> bool:
        """Whether it may hold to any degree."""
        return any(any(one.body.fuzzy_values()) for one in self.inclusions)

    def at_least(self, level: float, place: int) -> HeldTo:
        """Return how far the body of an axiom must hold to lift it to a level."""
        one = self.inclusions[place]
        return HeldTo(one.body, degree_for(one.degree, level))

    def too_much(self, level: float, place: int) -> float:
        """Return the least degree of a body that lifts it above a level; infinite if none does."""
        return degree_for(self.inclusions[place].degree, math.nextafter(level, math.inf))


@dataclass(frozen=True, slots=True)
class CutSum:
    """All weak learners, and what they must add up to."""

    terms: tuple[Term, ...]
    cut: float

    def reached(self, levels: Iterable[float]) -> bool:
        """Whether the sum reaches the cut where the weak learners hold so far.

        Adding up is monotone step by step, also in floating point: with more in favour and less
        against, the sum is no lower.
        """
        total = 0.0
        for term, level in zip(self.terms, levels, strict=True):
            total += term.weight * level
        return total >= self.cut

    @property
    def free(self) -> Levels:
        """How far the weak learners hold where nothing is known."""
        return tuple(term.free for term in self.terms)


def sum_of(hypothesis: BoostedHypothesis, cut: float) -> CutSum:
    """Return a hypothesis as a sum that is to reach a cut.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept, TOP
    >>> from owlboost.concepts.hypothesis import WeakHypothesis
    >>> always = WeakHypothesis("WL0", (Inclusion(TOP),))
    >>> cheap = WeakHypothesis("WL1", (Inclusion(Concept((Atom("Cheap"),))),))
    >>> found = sum_of(BoostedHypothesis((always, cheap), (-0.5, 1.5)), 0.8)
    >>> found.free, found.reached(found.free), found.reached((1.0, 1.0))
    ((1.0, 0.0), False, True)
    """
    counts = [len(term.inclusions) for term in hypothesis.terms]
    firsts = accumulate(counts, initial=0)
    return CutSum(
        tuple(
            Term(weight, term.inclusions, first, _free(term.inclusions, weight))
            for (term, weight), first in zip(hypothesis.weighted_terms, firsts, strict=False)
        ),
        cut,
    )


def _free(inclusions: Sequence[Inclusion], weight: float) -> float:
    known = inclusions if weight < 0 else [one for one in inclusions if one.body.is_top]
    return max((one.degree for one in known), default=0.0)


def simplified(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return conditions once each, the strictest of those about one concept or label."""
    strictest: dict[tuple[type, object], Condition] = {}
    for one in conditions:
        match one:
            case HeldTo(concept, degree):
                if concept.is_top or degree <= 0:
                    continue
                known = strictest.get((HeldTo, concept), one)
                strictest[HeldTo, concept] = one if degree >= known.degree else known
            case Below(label, degree):
                known = strictest.get((Below, label), one)
                strictest[Below, label] = one if degree <= known.degree else known
    return tuple(strictest.values())


def with_level(levels: Levels, at: int, level: float) -> Levels:
    """Return levels with another one at some place.

    Examples
    --------
    >>> with_level((0.0, 1.0), 1, 0.5)
    (0.0, 0.5)
    """
    return (*levels[:at], level, *levels[at + 1 :])
