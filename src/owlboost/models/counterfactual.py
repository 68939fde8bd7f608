"""The nearest change of own values that flips a decision (mathematics §21)."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from owlboost.concepts.concept import Atom, CrispValue, FuzzyValue
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.models.conditions import KINDS, OwnFacts, Position, Value, ValueChange
from owlboost.models.local_model import Slot, Standpoint

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
    >>> from owlboost.concepts.concept import Concept
    >>> from owlboost.concepts.evaluation import Extents
    >>> from owlboost.data.fuzzy_sets import FuzzySet, Triangular
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
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


MOST_CHANGES = 3
"""How many values are changed at most."""


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """What would have to be otherwise for the decision to be the other one.

    Attributes
    ----------
    changes
        The changes, which together turn the decision; empty if no few changes were found.
    evidence, degree
        What the model would say then; None without changes.

    Examples
    --------
    >>> Counterfactual().found
    False
    """

    changes: tuple[ValueChange, ...] = ()
    evidence: float | None = None
    degree: float | None = None

    @property
    def found(self) -> bool:
        """Whether there are changes that turn the decision."""
        return bool(self.changes)

    @property
    def distance(self) -> float:
        """How large the changes are together."""
        return sum(change.distance for change in self.changes)

    def as_json(self, lexicon: Lexicon) -> dict[str, Any]:
        """Return JSON values; docs/reference/explanation.md has the fields."""
        return {
            "found": self.found,
            "most_changes": MOST_CHANGES,
            "distance": self.distance if self.found else None,
            "evidence": self.evidence,
            "degree": self.degree,
            "changes": [change.as_json(lexicon) for change in self.changes],
        }


def nearest_change(standpoint: Standpoint, threshold: float) -> Counterfactual:
    """Find what to change about an individual to turn its decision (mathematics §21).

    Parameters
    ----------
    standpoint
        The hypothesis, seen from the individual.
    threshold
        The degree from which on the answer is yes.

    Examples
    --------
    >>> from owlboost.concepts.concept import Concept
    >>> from owlboost.concepts.evaluation import Extents
    >>> from owlboost.data.fuzzy_sets import FuzzySet, Triangular
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> fair = FuzzyValue("price", FuzzySet("price_F", Triangular(40, 60, 98)))
    >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"price": [("a", 79), ("b", 179)]})
    >>> rules = RuleSet((Inclusion(Concept((fair,))),))
    >>> [change] = nearest_change(Standpoint(rules, Extents(kb), 0), 0.75).changes
    >>> change.before, change.after, change.distance
    (79.0, 69.5, 0.095)
    """
    return _Search(standpoint, threshold).found()


class _Search:
    """One search: the individual, the decision, and what may change."""

    def __init__(self, standpoint: Standpoint, threshold: float) -> None:
        self._standpoint = standpoint
        self._threshold = threshold
        self._yes = standpoint.degree(standpoint.facts) >= threshold
        self._labels = standpoint.labels
        self._numbers = Numbers(standpoint, self._flips, threshold, rising=not self._yes)

    def found(self) -> Counterfactual:
        """ValueChange one value; if none turns the decision, change the most helpful and go on."""
        changes: tuple[ValueChange, ...] = ()
        if not 0 < self._threshold <= 1:
            return Counterfactual()  # the answer is always yes, or always no
        for _ in range(MOST_CHANGES):
            facts = self._changed(changes)
            taken = {change.place for change in changes}
            last = min(self._flips_of(facts, taken), key=_order, default=None)
            if last is not None:
                return self._told(self._shortened((*changes, last)))
            step = self._best_step(facts, taken)
            if step is None:
                break
            changes = (*changes, step)
        return Counterfactual()

    def _flips(self, facts: OwnFacts) -> bool:
        return (self._standpoint.degree(facts) >= self._threshold) != self._yes

    def _changed(self, changes: tuple[ValueChange, ...]) -> OwnFacts:
        facts = self._standpoint.facts
        for change in changes:
            facts = facts.changed(change, self._standpoint.kb)
        return facts

    def _told(self, changes: tuple[ValueChange, ...]) -> Counterfactual:
        """Tell the changes; numbers with few digits only if these turn the decision together."""
        rounded = tuple(replace(change, after=change.shown) for change in changes)
        if not self._flips(self._changed(rounded)):
            changes = tuple(replace(change, shown=change.after) for change in changes)
        facts = self._changed(changes)
        return Counterfactual(
            changes, self._standpoint.evidence(facts), self._standpoint.degree(facts)
        )

    def _shortened(self, changes: tuple[ValueChange, ...]) -> tuple[ValueChange, ...]:
        """Leave out changes that are not needed, and make the others no larger than needed."""
        for change in changes:
            others = tuple(one for one in changes if one.place != change.place)
            facts = self._changed(others)
            if self._flips(facts):
                changes = others
                continue
            least = min(self._flips_at(facts, change.place), key=_order, default=change)
            changes = tuple(least if one.place == change.place else one for one in changes)
        return changes

    def _flips_of(self, facts: OwnFacts, taken: Set[Position]) -> Iterator[ValueChange]:
        """Yield for each value that is not taken the changes that turn the decision."""
        for change in self._crisp_changes(facts):
            if change.place not in taken and self._flips(facts.changed(change, self._kb)):
                yield change
        for prop, before in self._slots():
            if ("number", prop, before) not in taken:
                yield from self._numbers.flips(facts, (prop, before))

    def _flips_at(self, facts: OwnFacts, place: Position) -> Iterator[ValueChange]:
        """Yield the changes of one value that turn the decision."""
        kind, prop, before = place
        if kind == "number":
            yield from self._numbers.flips(facts, (prop, float(before)))
            return
        for change in self._crisp_changes(facts):
            if change.place == place and self._flips(facts.changed(change, self._kb)):
                yield change

    def _best_step(self, facts: OwnFacts, taken: Set[Position]) -> ValueChange | None:
        """Return the change that brings the evidence nearest to the other side, if any helps."""
        steps = [one for one in self._crisp_changes(facts) if one.place not in taken]
        for slot in self._slots():
            if ("number", *slot) not in taken:
                steps += self._numbers.steps(facts, slot)
        best, most = None, (*self._worth(facts), 0.0)
        for step in sorted(steps, key=_order):
            worth = (*self._worth(facts.changed(step, self._kb)), -step.distance)
            if worth[:2] > most[:2] or (best is not None and worth > most):
                best, most = step, worth
        return best

    def _worth(self, facts: OwnFacts) -> tuple[float, float]:
        sign = -1.0 if self._yes else 1.0
        return sign * self._standpoint.evidence(facts), sign * self._standpoint.potential(facts)

    @property
    def _kb(self) -> KnowledgeBase:
        return self._standpoint.kb

    def _slots(self) -> list[tuple[str, float]]:
        """Return the numbers of the individual that rules speak of."""
        own = self._standpoint.facts.numbers
        props = dict.fromkeys(label.prop for label in self._labels if isinstance(label, FuzzyValue))
        return [
            (prop, value) for prop in props for value in own.get(prop, ()) if math.isfinite(value)
        ]

    def _crisp_changes(self, facts: OwnFacts) -> Iterator[ValueChange]:
        """Yield classes to join or to leave, and other truth values and categories to have."""
        own = self._standpoint.facts
        for label in self._labels:
            match label:
                case Atom(iri):
                    belongs = iri in own.classes
                    if (iri in facts.classes) == belongs:
                        yield ValueChange("class", iri, belongs, not belongs, 1.0, not belongs)
                case CrispValue(prop, wanted):
                    if isinstance(wanted, bool):
                        yield from self._truths(prop)
                    else:
                        yield from self._categories(prop, wanted)
                case FuzzyValue():
                    pass  # numbers move by any amount

    def _truths(self, prop: str) -> Iterator[ValueChange]:
        """Yield changes of truth values to their opposites."""
        for value in self._standpoint.facts.symbols.get(prop, ()):
            if isinstance(value, bool):
                yield ValueChange("truth", prop, value, not value, 1.0, not value)

    def _categories(self, prop: str, wanted: str) -> Iterator[ValueChange]:
        """Yield changes to the category that a rule asks for, and to one that no rule asks for."""
        for value in self._standpoint.facts.symbols.get(prop, ()):
            if isinstance(value, str):
                for other in filter(None, (wanted, self._unasked(prop, value))):
                    if other != value:
                        yield ValueChange("category", prop, value, other, 1.0, other)

    def _unasked(self, prop: str, value: str) -> str | None:
        """Return the first category of a property, other than a value, that no rule asks for."""
        asked = {
            label.value
            for label in self._labels
            if isinstance(label, CrispValue) and label.prop == prop
        }
        store = self._kb.symbols[self._kb.vocabulary.data_properties.id(prop)]
        known = sorted(one for one in store.values if isinstance(one, str))
        return next((one for one in known if one not in asked and one != value), None)


def _order(change: ValueChange) -> tuple[object, ...]:
    """Nearest first; of equals numbers, truth values, categories, classes, then by name."""
    return (
        change.distance,
        KINDS.index(change.kind),
        change.iri,
        _key(change.before),
        _key(change.after),
    )


def _key(value: Value) -> tuple[float, str]:
    return (0.0, value) if isinstance(value, str) else (float(value), "")
