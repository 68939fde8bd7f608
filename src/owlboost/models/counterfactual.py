"""The nearest change of own values that flips a decision (mathematics §21)."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from owlboost.concepts.concept import CrispValue, FuzzyValue
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.models.conditions import KINDS, IndividualFacts, Position, Value, ValueChange
from owlboost.models.local_model import LocalModel, NumberKey

FEWEST_DIGITS, MOST_DIGITS = 3, 17
"""Range of the number of digits of suggested values."""


@dataclass(frozen=True, slots=True)
class PropertyScale:
    """The scale of a numeric property.

    Attributes
    ----------
    corners
        The corners of the fuzzy sets that matter, ascending.
    range
        The range of its values, in which changes are measured.
    whole
        Whether all of its values are whole numbers.
    """

    corners: tuple[float, ...]
    range: float
    whole: bool


def scale_of(prop: str, standpoint: LocalModel) -> PropertyScale:
    """Return the scale of a property.

    Its range is that over named individuals or, if there is none, that of its corners.

    Examples
    --------
    >>> from owlboost.concepts.concept import Concept
    >>> from owlboost.concepts.evaluation import Extents
    >>> from owlboost.data.fuzzy_sets import FuzzySet, Triangular
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> fair = FuzzyValue("price", FuzzySet("price_F", Triangular(40, 60, 98)))
    >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79)]})
    >>> scale_of("price", LocalModel(RuleSet((Inclusion(Concept((fair,))),)), Extents(kb), 0))
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
        next((width for width in ranges if width > 0), 1.0),
        bool((values == np.round(values)).all()),
    )


class Numbers:
    """Search for numbers of one individual that flip a decision.

    Parameters
    ----------
    threshold
        The least degree of a positive decision.
    rising
        Whether the evidence has to reach the threshold, or to fall below it.
    """

    def __init__(
        self,
        standpoint: LocalModel,
        flips: Callable[[IndividualFacts], bool],
        threshold: float,
        *,
        rising: bool,
    ) -> None:
        self._standpoint = standpoint
        self._flips = flips
        self._threshold = threshold
        self._rising = rising
        self._scale = cache(lambda prop: scale_of(prop, standpoint))

    def flips(self, facts: IndividualFacts, slot: NumberKey) -> Iterator[ValueChange]:
        """Yield the nearest numbers above and below that flip the decision."""
        for sign in (1.0, -1.0):
            for after in self._points(facts, slot, sign):
                if self._turns(facts, slot, after):
                    yield self._change(facts, slot, after)
                    break

    def steps(self, facts: IndividualFacts, slot: NumberKey) -> Iterator[ValueChange]:
        """Yield candidates for the numbers of largest and least evidence."""
        for after in self._bends(facts, slot):
            if after != slot[1]:
                yield self._move(slot, after, after)

    def _points(self, facts: IndividualFacts, slot: NumberKey, sign: float) -> Iterator[float]:
        """Yield candidates on one side, nearest first."""
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
        self,
        facts: IndividualFacts,
        slot: NumberKey,
        ends: Sequence[float],
        values: Sequence[float],
    ) -> Iterator[float]:
        """Yield the first number of a linear piece that flips the decision."""
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

    def _ends(self, slot: NumberKey, sign: float) -> list[float]:
        """Return the number and the corners on one side, nearest first."""
        prop, before = slot
        beyond = sorted(
            (corner for corner in self._scale(prop).corners if sign * (corner - before) > 0),
            reverse=sign < 0,
        )
        return [before, *beyond]

    def _bends(self, facts: IndividualFacts, slot: NumberKey) -> list[float]:
        """Return all numbers where the evidence may be extreme."""
        corners = self._scale(slot[0]).corners
        bends = set(corners)
        for corner in corners:
            bends |= {math.nextafter(corner, -math.inf), math.nextafter(corner, math.inf)}
        for low, high in pairwise(corners):
            bends.update(self._standpoint.curve(facts, slot, low, high).knots)
        return sorted(bends)

    def _turns(self, facts: IndividualFacts, slot: NumberKey, after: float) -> bool:
        moved = self._move(slot, after, after)
        return self._flips(facts.changed(moved, self._standpoint.kb))

    def _change(self, facts: IndividualFacts, slot: NumberKey, after: float) -> ValueChange:
        shown = next(
            candidate
            for candidate in self._rounded(slot, after)
            if self._turns(facts, slot, candidate)
        )
        return self._move(slot, after, shown)

    def _rounded(self, slot: NumberKey, after: float) -> Iterator[float]:
        """Yield slightly farther numbers with few digits, then the number itself."""
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

    def _move(self, slot: NumberKey, after: float, shown: float) -> ValueChange:
        prop, before = slot
        distance = abs(after - before) / self._scale(prop).range
        return ValueChange("number", prop, before, after, distance, shown)


MOST_CHANGES = 3
"""A counterfactual changes at most this many values."""


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """The nearest changes that flip a decision.

    Attributes
    ----------
    changes
        The changes, which together flip the decision; empty if no few changes do.
    evidence, degree
        Those of the model after the changes; None without changes.

    Examples
    --------
    >>> Counterfactual().exists
    False
    """

    changes: tuple[ValueChange, ...] = ()
    evidence: float | None = None
    degree: float | None = None

    @property
    def exists(self) -> bool:
        """Whether there are changes that flip the decision."""
        return bool(self.changes)

    @property
    def distance(self) -> float:
        """Total size of the changes."""
        return sum(change.distance for change in self.changes)

    def as_json(self, lexicon: Lexicon) -> dict[str, Any]:
        """Return JSON values; docs/reference/explanation.md has the fields."""
        return {
            "found": self.exists,
            "most_changes": MOST_CHANGES,
            "distance": self.distance if self.exists else None,
            "evidence": self.evidence,
            "degree": self.degree,
            "changes": [change.as_json(lexicon) for change in self.changes],
        }


def nearest_change(standpoint: LocalModel, threshold: float) -> Counterfactual:
    """Find the nearest changes that flip a decision (mathematics §21).

    Parameters
    ----------
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
    >>> [change] = nearest_change(LocalModel(rules, Extents(kb), 0), 0.75).changes
    >>> change.before, change.after, change.distance
    (79.0, 69.5, 0.095)
    """
    return _Search(standpoint, threshold).nearest()


class _Search:
    """A search for the nearest changes that flip one decision."""

    def __init__(self, standpoint: LocalModel, threshold: float) -> None:
        self._standpoint = standpoint
        self._threshold = threshold
        self._yes = standpoint.degree(standpoint.facts) >= threshold
        self._labels = standpoint.labels
        self._numbers = Numbers(standpoint, self._flips, threshold, rising=not self._yes)

    def nearest(self) -> Counterfactual:
        """Change one value; if none flips the decision, keep the best step."""
        changes: tuple[ValueChange, ...] = ()
        if not 0 < self._threshold <= 1:
            return Counterfactual()  # the answer is always yes, or always no
        for _ in range(MOST_CHANGES):
            facts = self._changed(changes)
            changed = {change.place for change in changes}
            flip = min(self._flipping_changes(facts, changed), key=_order, default=None)
            if flip is not None:
                return self._rounded(self._shortened((*changes, flip)))
            step = self._best_step(facts, changed)
            if step is None:
                break
            changes = (*changes, step)
        return Counterfactual()

    def _flips(self, facts: IndividualFacts) -> bool:
        return (self._standpoint.degree(facts) >= self._threshold) != self._yes

    def _changed(self, changes: tuple[ValueChange, ...]) -> IndividualFacts:
        facts = self._standpoint.facts
        for change in changes:
            facts = facts.changed(change, self._standpoint.kb)
        return facts

    def _rounded(self, changes: tuple[ValueChange, ...]) -> Counterfactual:
        """Return the result, with rounded numbers only if these flip the decision."""
        rounded = tuple(replace(change, after=change.shown) for change in changes)
        if not self._flips(self._changed(rounded)):
            changes = tuple(replace(change, shown=change.after) for change in changes)
        facts = self._changed(changes)
        return Counterfactual(
            changes, self._standpoint.evidence(facts), self._standpoint.degree(facts)
        )

    def _shortened(self, changes: tuple[ValueChange, ...]) -> tuple[ValueChange, ...]:
        """Drop changes that are not needed, and shrink the remaining ones."""
        for change in changes:
            remaining = tuple(candidate for candidate in changes if candidate.place != change.place)
            facts = self._changed(remaining)
            if self._flips(facts):
                changes = remaining
                continue
            least = min(self._flips_at(facts, change.place), key=_order, default=change)
            changes = tuple(
                least if candidate.place == change.place else candidate for candidate in changes
            )
        return changes

    def _flipping_changes(
        self, facts: IndividualFacts, changed: Set[Position]
    ) -> Iterator[ValueChange]:
        """Yield changes of values not yet changed that flip the decision."""
        for change in self._crisp_changes(facts):
            if change.place not in changed and self._flips(facts.changed(change, self._kb)):
                yield change
        for prop, before in self._slots():
            if ("number", prop, before) not in changed:
                yield from self._numbers.flips(facts, (prop, before))

    def _flips_at(self, facts: IndividualFacts, place: Position) -> Iterator[ValueChange]:
        """Yield the changes of one value that flip the decision."""
        kind, prop, before = place
        if kind == "number":
            yield from self._numbers.flips(facts, (prop, float(before)))
            return
        for change in self._crisp_changes(facts):
            if change.place == place and self._flips(facts.changed(change, self._kb)):
                yield change

    def _best_step(self, facts: IndividualFacts, changed: Set[Position]) -> ValueChange | None:
        """Return the change that moves the evidence furthest towards a flip."""
        steps = [change for change in self._crisp_changes(facts) if change.place not in changed]
        for slot in self._slots():
            if ("number", *slot) not in changed:
                steps += self._numbers.steps(facts, slot)
        best, most = None, (*self._worth(facts), 0.0)
        for step in sorted(steps, key=_order):
            worth = (*self._worth(facts.changed(step, self._kb)), -step.distance)
            if worth[:2] > most[:2] or (best is not None and worth > most):
                best, most = step, worth
        return best

    def _worth(self, facts: IndividualFacts) -> tuple[float, float]:
        sign = -1.0 if self._yes else 1.0
        return sign * self._standpoint.evidence(facts), sign * self._standpoint.potential(facts)

    @property
    def _kb(self) -> KnowledgeBase:
        return self._standpoint.kb

    def _slots(self) -> list[tuple[str, float]]:
        """Return the numbers of the individual that rules use."""
        own = self._standpoint.facts.numbers
        props = dict.fromkeys(label.prop for label in self._labels if isinstance(label, FuzzyValue))
        return [
            (prop, value) for prop in props for value in own.get(prop, ()) if math.isfinite(value)
        ]

    def _crisp_changes(self, facts: IndividualFacts) -> Iterator[ValueChange]:
        """Yield changes of classes, truth values and categories."""
        for label in self._labels:
            yield from self._standpoint.facts.crisp_changes(label, facts, self._unmentioned)

    def _unmentioned(self, prop: str, value: str) -> str | None:
        """Return the first category that no rule mentions, other than a value."""
        mentioned = {
            label.value
            for label in self._labels
            if isinstance(label, CrispValue) and label.prop == prop
        }
        store = self._kb.symbols[self._kb.vocabulary.data_properties.id(prop)]
        categories = sorted(category for category in store.values if isinstance(category, str))
        return next(
            (
                category
                for category in categories
                if category not in mentioned and category != value
            ),
            None,
        )


def _order(change: ValueChange) -> tuple[object, ...]:
    """Sort key: distance, then kind, then name."""
    return (
        change.distance,
        KINDS.index(change.kind),
        change.iri,
        _key(change.before),
        _key(change.after),
    )


def _key(value: Value) -> tuple[float, str]:
    return (0.0, value) if isinstance(value, str) else (float(value), "")
