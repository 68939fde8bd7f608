"""The nearest change that turns a decision: of one value, else greedily of up to three."""

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Any

from owlboost.model.concepts import Atom, CrispValue, FuzzyValue
from owlboost.model.counterfactuals.facts import KINDS, OwnFacts, Place, Value, ValueChange
from owlboost.model.counterfactuals.numbers import Numbers
from owlboost.model.counterfactuals.standpoint import Standpoint
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.lexicon import Lexicon

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
    >>> from owlboost.model.concepts import Concept
    >>> from owlboost.model.extents import Extents
    >>> from owlboost.model.fuzzysets import FuzzySet, Triangular
    >>> from owlboost.model.hypotheses import Inclusion, RuleSet
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

    def _flips_of(self, facts: OwnFacts, taken: Set[Place]) -> Iterator[ValueChange]:
        """Yield for each value that is not taken the changes that turn the decision."""
        for change in self._crisp_changes(facts):
            if change.place not in taken and self._flips(facts.changed(change, self._kb)):
                yield change
        for prop, before in self._slots():
            if ("number", prop, before) not in taken:
                yield from self._numbers.flips(facts, (prop, before))

    def _flips_at(self, facts: OwnFacts, place: Place) -> Iterator[ValueChange]:
        """Yield the changes of one value that turn the decision."""
        kind, prop, before = place
        if kind == "number":
            yield from self._numbers.flips(facts, (prop, float(before)))
            return
        for change in self._crisp_changes(facts):
            if change.place == place and self._flips(facts.changed(change, self._kb)):
                yield change

    def _best_step(self, facts: OwnFacts, taken: Set[Place]) -> ValueChange | None:
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
