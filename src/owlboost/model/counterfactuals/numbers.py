"""How far a number would have to move: degrees are linear between the corners of its sets."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from owlboost.model.concepts import FuzzyValue
from owlboost.model.counterfactuals.facts import OwnFacts, ValueChange
from owlboost.model.counterfactuals.standpoint import Slot, Standpoint

FEWEST_DIGITS, MOST_DIGITS = 3, 17
"""How many digits a number has that people are told."""


@dataclass(frozen=True, slots=True)
class PropertyScale:
    """What is known of a numeric property.

    Attributes
    ----------
    corners
        Where the fuzzy sets that matter bend, ascending.
    range
        The range of its values, by which changes are measured.
    whole
        Whether all of its values are whole numbers.
    """

    corners: tuple[float, ...]
    range: float
    whole: bool


def scale_of(prop: str, standpoint: Standpoint) -> PropertyScale:
    """Look a property up: its range over named individuals, or that of its corners if it has none.

    Examples
    --------
    >>> from owlboost.model.concepts import Concept
    >>> from owlboost.model.extents import Extents
    >>> from owlboost.model.fuzzysets import FuzzySet, Triangular
    >>> from owlboost.model.hypotheses import Inclusion, RuleSet
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> fair = FuzzyValue("price", FuzzySet("price_F", Triangular(40, 60, 98)))
    >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79)]})
    >>> scale_of("price", Standpoint(RuleSet((Inclusion(Concept((fair,))),)), Extents(kb), 0))
    PropertyScale(corners=(40.0, 60.0, 98.0), range=58.0, whole=True)
    """
    corners = {
        float(corner)
        for label in standpoint.labels
        if isinstance(label, FuzzyValue) and label.prop == prop
        for corner in label.fuzzy_set.shape.corners
        if math.isfinite(corner)
    }
    kb = standpoint.kb
    store = kb.numbers[kb.vocabulary.data_properties.id(prop)]
    values = store.values[: store.indptr[len(kb.individuals)]]
    values = values[np.isfinite(values)]
    ranges = (float(np.ptp(each)) for each in (values, np.array(list(corners))) if each.size)
    return PropertyScale(
        tuple(sorted(corners)),
        next((one for one in ranges if one > 0), 1.0),
        bool((values == np.round(values)).all()),
    )


class Numbers:
    """Moves numbers of one individual until a decision turns.

    Parameters
    ----------
    standpoint
        The hypothesis, seen from the individual.
    flips
        Whether facts turn the decision.
    threshold
        The degree from which on the answer is yes.
    rising
        Whether the evidence has to reach the threshold, or to fall below it.
    """

    def __init__(
        self,
        standpoint: Standpoint,
        flips: Callable[[OwnFacts], bool],
        threshold: float,
        *,
        rising: bool,
    ) -> None:
        self._standpoint = standpoint
        self._flips = flips
        self._threshold = threshold
        self._rising = rising
        self._scale = cache(lambda prop: scale_of(prop, standpoint))

    def flips(self, facts: OwnFacts, slot: Slot) -> Iterator[ValueChange]:
        """Yield the nearest number above, and the nearest below, that turns the decision."""
        for sign in (1.0, -1.0):
            for after in self._points(facts, slot, sign):
                if self._turns(facts, slot, after):
                    yield self._change(facts, slot, after)
                    break

    def steps(self, facts: OwnFacts, slot: Slot) -> Iterator[ValueChange]:
        """Yield numbers among which that of the largest, and of the least, evidence is."""
        for after in self._bends(facts, slot):
            if after != slot[1]:
                yield self._move(slot, after, after)

    def _points(self, facts: OwnFacts, slot: Slot, sign: float) -> Iterator[float]:
        """Yield numbers on one side, nearest first, the nearest that turns it among them."""
        ends = self._ends(slot, sign)
        for near, far in pairwise(ends):
            curve = self._standpoint.curve(facts, slot, min(near, far), max(near, far))
            order = slice(None) if sign > 0 else slice(None, None, -1)
            knots, values = curve.knots[order], curve.values[order]
            for place in range(len(knots) - 1):
                yield from self._piece(facts, slot, knots[place : place + 2], values[place:])
            yield far
        yield math.nextafter(ends[-1], sign * math.inf)

    def _piece(
        self, facts: OwnFacts, slot: Slot, ends: Sequence[float], values: Sequence[float]
    ) -> Iterator[float]:
        """Yield the first number of a straight piece that turns the decision, if there is one."""
        (near, far), (first, last) = ends, values[:2]
        if self._reached(first):
            at = near
        elif self._reached(last):
            at = near + (self._threshold - first) / (last - first) * (far - near)
        else:
            yield far
            return
        step = math.ulp(at)
        while (at < far) if near < far else (at > far):
            if self._turns(facts, slot, at):
                yield at
                return
            at += math.copysign(step, far - near)  # rounding may leave it just short of it
            step *= 2
        yield far

    def _reached(self, evidence: float) -> bool:
        return (evidence >= self._threshold) == self._rising

    def _ends(self, slot: Slot, sign: float) -> list[float]:
        """Return the number itself and the corners on one side of it, nearest first."""
        prop, before = slot
        beyond = sorted(
            (one for one in self._scale(prop).corners if sign * (one - before) > 0),
            reverse=sign < 0,
        )
        return [before, *beyond]

    def _bends(self, facts: OwnFacts, slot: Slot) -> list[float]:
        """Return all numbers at which the evidence may have an extreme."""
        corners = self._scale(slot[0]).corners
        found = set(corners)
        for corner in corners:
            found |= {math.nextafter(corner, -math.inf), math.nextafter(corner, math.inf)}
        for low, high in pairwise(corners):
            found.update(self._standpoint.curve(facts, slot, low, high).knots)
        return sorted(found)

    def _turns(self, facts: OwnFacts, slot: Slot, after: float) -> bool:
        moved = self._move(slot, after, after)
        return self._flips(facts.changed(moved, self._standpoint.kb))

    def _change(self, facts: OwnFacts, slot: Slot, after: float) -> ValueChange:
        shown = next(one for one in self._rounded(slot, after) if self._turns(facts, slot, one))
        return self._move(slot, after, shown)

    def _rounded(self, slot: Slot, after: float) -> Iterator[float]:
        """Yield numbers of few digits that are hardly further away, then the number itself."""
        prop, before = slot
        towards = math.ceil if after > before else math.floor
        if self._scale(prop).whole:
            yield float(towards(after))
        size = math.floor(math.log10(abs(after))) if after else 0
        for digits in range(FEWEST_DIGITS, MOST_DIGITS):
            unit = digits - 1 - size
            if unit > sys.float_info.max_10_exp:
                break  # numbers next to 0 have fewer digits
            yield round(towards(after * 10.0**unit) / 10.0**unit, max(unit, 0))
        yield after

    def _move(self, slot: Slot, after: float, shown: float) -> ValueChange:
        prop, before = slot
        distance = abs(after - before) / self._scale(prop).range
        return ValueChange("number", prop, before, after, distance, shown)
