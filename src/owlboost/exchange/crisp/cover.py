"""Decisions that conjunctions express for the individuals of a source.

Where several fuzzy weak learners are added up, no finite number of conjunctions says exactly where
the sum reaches a cut. But each individual above it lies in a box that is above it as a whole, and a
few such boxes hold all of them. What lies in a box is decided right whatever the data; only
individuals that the source does not have may be missed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from owlboost.concepts.concept import Concept, DataLabel
from owlboost.exchange.crisp.rules import (
    CertainFacts,
    Condition,
    CrispRule,
    CutSum,
    Levels,
    OutsideRange,
    Term,
    greatest_float,
    least_float,
    simplified,
    with_level,
)
from owlboost.runtime.array_types import Degrees, Mask


@dataclass(frozen=True, slots=True)
class Box:
    """A conjunction, and which individuals meet it."""

    conjunction: CrispRule
    met: Mask


class BoxSearch:
    """Finds boxes around individuals in which a sum reaches its cut.

    Parameters
    ----------
    total
        The sum.
    ground
        What is known of the individuals.
    """

    def __init__(self, total: CutSum, ground: CertainFacts) -> None:
        self._total = total
        self._ground = ground
        self._levels = [self._known(term) for term in total.terms]

    def reached(self, individual: int) -> bool:
        """Whether what is known for certain is enough to put an individual into a box."""
        return self._total.reached(self._at(individual))

    def around(self, individual: int) -> Iterator[Box]:
        """Yield boxes that hold an individual, each as wide as possible in another direction."""
        levels = self._needed(self._at(individual))
        asked = [at for at, term in enumerate(self._total.terms) if _is_graded(term, levels[at])]
        orders = [[*asked[first:], *asked[:first]] for first in range(len(asked))]
        found = [self._shrunk(levels), *(self._relaxed(levels, order) for order in orders)]
        for one in dict.fromkeys(found):
            conjunction = self._conjunction(individual, one)
            yield Box(conjunction, self._ground.met(conjunction))

    def _at(self, individual: int) -> Levels:
        return tuple(float(known[individual]) for known in self._levels)

    def _known(self, term: Term) -> Degrees:
        """Return how far a weak learner surely holds at least, or at most, for each individual."""
        best = np.zeros(self._ground.n)
        for one in term.inclusions:
            known = self._ground.degrees if term.for_target else self._at_most
            np.maximum(best, one.degree * known(one.body), out=best)
        return best

    def _at_most(self, body: Concept) -> Degrees:
        """Return how far a body surely holds at most.

        A value that is the only one tells, and a class that shares no member with one of the body.
        """
        most = np.ones(self._ground.n)
        for _, members in self._ground.excluding(body):
            most[members] = 0.0
        for label in _told(body):
            degrees = self._ground.degrees(Concept((label,)))
            np.minimum(most, np.where(self._ground.certain(label), degrees, 1.0), out=most)
        return most

    def _needed(self, levels: Levels) -> Levels:
        """Return levels without those that the sum can do without, the least telling first."""
        free = self._total.free
        gains = [
            abs(term.weight * (level - without))
            for term, level, without in zip(self._total.terms, levels, free, strict=True)
        ]
        for at in sorted(range(len(levels)), key=gains.__getitem__):
            fewer = with_level(levels, at, free[at])
            if self._total.reached(fewer):
                levels = fewer
        return levels

    def _shrunk(self, levels: Levels) -> Levels:
        """Return levels as near to knowing nothing as the cut allows, all by the same share."""

        def at(share: float) -> Levels:
            return tuple(
                _between(term.free, level, share) if _is_graded(term, level) else level
                for term, level in zip(self._total.terms, levels, strict=True)
            )

        return at(least_float(0.0, 1.0, lambda share: self._total.reached(at(share))))

    def _relaxed(self, levels: Levels, order: Sequence[int]) -> Levels:
        """Return levels of which each is as near to knowing nothing as the ones before it allow."""
        for at in order:
            free = self._total.free[at]

            def enough(level: float, known: Levels = levels, place: int = at) -> bool:
                return self._total.reached(with_level(known, place, level))

            if self._total.terms[at].for_target:
                levels = with_level(levels, at, least_float(free, levels[at], enough))
            else:
                levels = with_level(levels, at, greatest_float(levels[at], free, enough))
        return levels

    def _conjunction(self, individual: int, levels: Levels) -> CrispRule:
        """Return the conditions that an individual meets and that keep the levels."""
        conditions: list[Condition] = []
        rules: list[int] = []
        for term, level, free in zip(self._total.terms, levels, self._total.free, strict=True):
            if level == free:
                continue
            found = (self._above if term.for_target else self._below)(term, level, individual)
            for place, condition in found:
                conditions.append(condition)
                rules.append(term.first + place)
        return CrispRule(simplified(conditions), tuple(rules))

    def _above(self, term: Term, level: float, individual: int) -> Iterator[tuple[int, Condition]]:
        """Yield what lifts a weak learner to a level: its best axiom."""
        degrees = [
            one.degree * self._ground.degrees(one.body)[individual] for one in term.inclusions
        ]
        place = int(np.argmax(degrees))
        yield place, term.at_least(level, place)

    def _below(self, term: Term, level: float, individual: int) -> Iterator[tuple[int, Condition]]:
        """Yield what keeps each axiom of a weak learner from lifting it above a level."""
        for place, one in enumerate(term.inclusions):
            degree = term.too_much(level, place)
            if degree > 1:
                continue
            excluding = self._ground.excluding(one.body)
            member = next((each for each, members in excluding if members[individual]), None)
            if member is not None:
                yield place, member
                continue
            held = {
                label: float(self._ground.degrees(Concept((label,)))[individual])
                for label in _told(one.body)
                if self._ground.certain(label)[individual]
            }
            yield place, OutsideRange(min(held, key=held.__getitem__), degree)


def _is_graded(term: Term, level: float) -> bool:
    """Whether it matters how far a weak learner is known to hold; a crisp one does or does not."""
    return term.fuzzy and level != term.free


def _told(body: Concept) -> list[DataLabel]:
    return [label for label in body.labels if isinstance(label, DataLabel)]


def _between(free: float, level: float, share: float) -> float:
    """Return a level that lies so far on the way from the free one to another."""
    if share == 1:
        return level
    found = free + share * (level - free)
    return min(max(found, min(free, level)), max(free, level))


def covering(boxes: BoxSearch, wanted: Sequence[int], most: int) -> list[CrispRule] | None:
    """Return few conjunctions that some individuals meet; None if it takes too many.

    Parameters
    ----------
    boxes
        Where to find them.
    wanted
        The individuals, hardest first; each is in a box.
    most
        How many conjunctions there may be.
    """
    chosen: list[Box] = []
    left = list(wanted)
    while left:
        box = max(
            boxes.around(left[0]),
            key=lambda box: (int(box.met[left].sum()), -len(box.conjunction.conditions)),
        )
        chosen.append(box)
        if len(chosen) > 10 * most:
            return None
        left = [one for one in left if not box.met[one]]
    found = _fewest(chosen, wanted)
    return None if len(found) > most else found


def _fewest(boxes: Sequence[Box], wanted: Sequence[int]) -> list[CrispRule]:
    """Return boxes that together hold all, the ones that hold most first."""
    left = np.asarray(wanted, dtype=np.int64)
    found = []
    while left.size:
        best = max(boxes, key=lambda box: int(box.met[left].sum()))
        found.append(best.conjunction)
        left = left[~best.met[left]]
    return found
