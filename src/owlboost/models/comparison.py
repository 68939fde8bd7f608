"""Comparison of two models: changed decisions, by how much, by which rules.

The contributions of the rules add up to the evidence (:mod:`owlboost.models.explanation`), so their
differences add up to the difference of the evidence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import COVERED
from owlboost.concepts.text import Layout, people
from owlboost.data.fuzzy_sets import FuzzySet, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError, ParameterError
from owlboost.models.differences import (
    IndividualChange,
    Judgement,
    RulePair,
    Shift,
    Tally,
    rule_pairs,
)
from owlboost.models.explanation import contributions
from owlboost.models.measures import Measures
from owlboost.models.predictions import Wanted, chosen, known_to
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Answers, Floats, Ids, Mask
from owlboost.runtime.registry import NotebookRepr

FORMAT = "owlboost/comparison"
MOST = 20
"""Default number of changes to show."""


@dataclass(frozen=True, slots=True)
class ModelComparison(NotebookRepr):
    """The changes from a model A to a model B.

    Attributes
    ----------
    thresholds
        The degrees from which on the models decide for the target.
    rules
        The rules of both, side by side.
    tally
        The numbers of individuals that change.
    changes
        The individuals that change, the largest difference of degrees first, up to a limit.
    measures
        The scores of each model, if labels are known.
    lexicon
        The labels of things.
    """

    thresholds: tuple[float, float]
    rules: tuple[RulePair, ...]
    tally: Tally
    changes: tuple[IndividualChange, ...]
    measures: tuple[Measures, Measures] | None
    lexicon: Lexicon

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        layout = people(self.lexicon)
        return {
            "format": FORMAT,
            "version": 1,
            "thresholds": list(self.thresholds),
            "rules": [pair.to_json(layout) for pair in self.rules],
            "individuals": self.tally.individuals,
            "changed": self.tally.changed,
            "changed_decisions": self.tally.turned,
            "better_decisions": self.tally.better,
            "worse_decisions": self.tally.worse,
            "changes": [change.to_json(layout) for change in self.changes],
            "measures": None
            if self.measures is None
            else [scores.named() for scores in self.measures],
        }

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        layout = people(self.lexicon)
        yield from self._rule_lines(layout)
        before, after = self.thresholds
        if before != after:
            yield f"The threshold changes from {before:.3f} to {after:.3f}."
        yield ""
        yield f"{self.tally}."
        if self.measures is not None:
            yield _measures_line(*self.measures)
        for change in self.changes:
            yield ""
            yield _headline(change, self.lexicon)
            for shift in change.shifts:
                fate = "" if shift.pair.fate == "same" else f"  ({shift.pair.fate})"
                yield f"  {shift.size:>+8.4f}  {shift.pair.text(layout)}{fate}"
        not_shown = self.tally.changed - len(self.changes)
        if not_shown and self.changes:
            yield ""
            yield f"{not_shown} smaller change{'s are' if not_shown > 1 else ' is'} not shown."

    def _rule_lines(self, layout: Layout) -> Iterator[str]:
        changed = [pair for pair in self.rules if pair.fate != "same"]
        same = len(self.rules) - len(changed)
        yield f"Rules: {same} the same, {len(changed)} changed, added or left out"
        for pair in changed:
            yield f"  {pair.fate:<16} {_weights(pair)}  {pair.text(layout)}"
            for prop, old, new in pair.moved_sets():
                before, after = (self._points(prop, fuzzy_set) for fuzzy_set in (old, new))
                yield f"{'':<18} {self.lexicon.set_name(old.name)}: {before} → {after}"

    def _points(self, prop: str, fuzzy_set: FuzzySet) -> str:
        points = shape_points(fuzzy_set.shape)
        return " ".join(self.lexicon.number(prop, point) for point in points)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _weights(pair: RulePair) -> str:
    weights = [f"{rule.weight:+.3f}" for rule in (pair.before, pair.after) if rule is not None]
    return " → ".join(weights)


def _measures_line(before: Measures, after: Measures) -> str:
    changes = [
        f"{name} {before.named()[name]:.3f} → {after.named()[name]:.3f}"
        for name in ("F1", "fuzzy_F1", "MCC", "threshold_F1", "MAE", "R2", "Spearman")
        if name in before.named() and name in after.named()
    ]
    return "  ".join(changes).replace("fuzzy_F1", "fuzzy F1").replace("threshold_F1", "F1 at t")


def _headline(change: IndividualChange, lexicon: Lexicon) -> str:
    degrees = f"{change.before.degree:.4f} → {change.after.degree:.4f}"
    words = ["yes" if judgement.decision else "no" for judgement in (change.before, change.after)]
    decision = " → ".join(words) if change.turns else f"still {words[0]}"
    better = {None: "", True: ", for the better", False: ", for the worse"}[change.better]
    return f"{lexicon.name(change.individual)}: degree {degrees}, {decision}{better}"


def compare(
    a: TrainedModel,
    b: TrainedModel,
    source: object,
    labels: npt.ArrayLike | None = None,
    individuals: Wanted = "all",
    *,
    limit: int | None = MOST,
    lexicon: Lexicon | None = None,
) -> ModelComparison:
    """Compare two models: changed individuals, by how much, by which rules.

    Parameters
    ----------
    a, b
        The models.
    source
        The source to apply both to.
    labels
        For each example of the source, or each of the individuals, whether it is positive; then
        changes for the better are marked.
    individuals
        The individuals to compare: names, IRIs, or numbers from 0.
    limit
        Show at most this many changes, the largest ones; all if None.
    lexicon
        The labels of things; those of the models and the source if None.

    Raises
    ------
    ParameterError
        The limit is below 0.
    ExamplesError
        There is not one label for each example.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> cheap, near = (Concept((Atom(f"urn:x#{name}"),)) for name in ("Cheap", "Near"))
    >>> a = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(cheap, 0.8),)), 0.5)
    >>> b = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(near, 0.7),)), 0.5)
    >>> facts = {"urn:x#Cheap": ["urn:x#h"], "urn:x#Near": ["urn:x#h", "urn:x#i"]}
    >>> print(compare(a, b, KnowledgeBase.from_facts(["urn:x#h", "urn:x#i"], types=facts)))
    Rules: 0 the same, 2 changed, added or left out
      only in A        +0.800  Cheap
      only in B        +0.700  Near
    <BLANKLINE>
    2 of 2 individuals change, 1 of them in their decision.
    <BLANKLINE>
    i: degree 0.0000 → 0.7000, no → yes
       +0.7000  Near  (only in B)
    <BLANKLINE>
    h: degree 0.8000 → 0.7000, still yes
       -0.8000  Cheap  (only in A)
       +0.7000  Near  (only in B)
    """
    kb, among = known_to(a, source)
    elements = np.array(chosen(individuals, kb, among), dtype=np.int32)
    return compare_known(
        (a, kb),
        (b, known_to(b, source)[0]),
        elements,
        labels=labels,
        limit=limit,
        lexicon=lexicon,
    )


def _shared_lexicon(
    a: tuple[TrainedModel, KnowledgeBase],
    b: tuple[TrainedModel, KnowledgeBase],
    individuals: Sequence[str],
) -> Lexicon:
    """Return the labels of two models, their sources and some individuals."""
    first, second = (model.called_in(kb.lexicon).lexicon for model, kb in (a, b))
    return first.or_else(second).or_else(a[1].lexicon.only(individuals))


def compare_known(
    a: tuple[TrainedModel, KnowledgeBase],
    b: tuple[TrainedModel, KnowledgeBase],
    elements: npt.ArrayLike,
    *,
    labels: npt.ArrayLike | None = None,
    limit: int | None = MOST,
    lexicon: Lexicon | None = None,
) -> ModelComparison:
    """Compare two models, each with its own knowledge of the same individuals."""
    if limit is not None and limit < 0:
        raise ParameterError(f"limit must be at least 0, not {limit}.")
    numbers = np.asarray(elements, dtype=np.int32)
    positive = None if labels is None else b[0].as_labels(labels)
    if positive is not None and positive.shape != numbers.shape:
        raise ExamplesError(
            f"There are {positive.size} labels for {numbers.size} examples; give one for each."
        )
    before, after = (_Side.from_model(model, kb, numbers) for model, kb in (a, b))
    pairs = rule_pairs(before.model.hypothesis, after.model.hypothesis)
    places = _changed(before, after)
    shown = places if limit is None else places[:limit]
    shifts = _shifts(pairs, before, after, numbers[shown])
    changes = tuple(
        IndividualChange(
            before.names[int(numbers[place])],
            before.judgement(place),
            after.judgement(place),
            rule_shifts,
            None if positive is None or b[0].is_graded else bool(positive[place]),
        )
        for place, rule_shifts in zip(shown.tolist(), shifts, strict=True)
    )
    measures = None
    if positive is not None:
        measures = before.measures(numbers, positive), after.measures(numbers, positive)
    return ModelComparison(
        (before.model.threshold, after.model.threshold),
        pairs,
        _tally(before, after, places.size, None if b[0].is_graded else positive),
        changes,
        measures,
        _shared_lexicon(a, b, [change.individual for change in changes])
        if lexicon is None
        else lexicon,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One of the models, with its degrees and evidence for the individuals."""

    model: TrainedModel
    extents: Extents
    names: Sequence[str]
    degrees: Floats
    evidence: Floats

    @classmethod
    def from_model(cls, model: TrainedModel, kb: KnowledgeBase, elements: Ids) -> "_Side":
        extents = Extents(kb, model.semantics)
        return cls(
            model,
            extents,
            kb.individuals,
            extents.hypothesis(model.hypothesis)[elements],
            extents.evidence(model.hypothesis)[elements],
        )

    @property
    def decisions(self) -> Mask:
        return np.asarray(self.degrees >= self.model.threshold)

    def judgement(self, place: int) -> Judgement:
        return Judgement(
            float(self.degrees[place]), float(self.evidence[place]), bool(self.decisions[place])
        )

    def measures(self, elements: Ids, positive: Answers) -> Measures:
        return self.model.measured(self.extents, elements, positive)

    def contributions(self, elements: Ids) -> Floats:
        """Return the contributions to the evidence: (elements, rules)."""
        return contributions(self.model.hypothesis, self.extents, elements)


def _changed(before: _Side, after: _Side) -> npt.NDArray[np.int64]:
    """Return the positions that change, the largest difference first."""
    distance = np.abs(after.degrees - before.degrees)
    evidence_distance = np.abs(after.evidence - before.evidence)
    turned = before.decisions != after.decisions
    order = np.lexsort((np.arange(distance.size), -evidence_distance, ~turned, -distance))
    return np.asarray(order[((distance > COVERED) | turned)[order]])


def _shifts(
    pairs: Sequence[RulePair], before: _Side, after: _Side, elements: Ids
) -> list[tuple[Shift, ...]]:
    """Return changed contributions for each element, largest difference first."""
    earlier, later = before.contributions(elements), after.contributions(elements)
    out = []
    for row in range(len(elements)):
        shifts = [_shift(pair, earlier[row], later[row]) for pair in pairs]
        changed = [shift for shift in shifts if abs(shift.size) > COVERED]
        out.append(tuple(sorted(changed, key=lambda shift: -abs(shift.size))))
    return out


def _shift(pair: RulePair, before: Floats, after: Floats) -> Shift:
    old, new = pair.places
    return Shift(
        pair,
        0.0 if old is None else float(before[old]),
        0.0 if new is None else float(after[new]),
    )


def _tally(before: _Side, after: _Side, changed: int, positive: Mask | None) -> Tally:
    turned = before.decisions != after.decisions
    count = int(turned.sum())
    if positive is None:
        return Tally(turned.size, changed, count)
    better = int((turned & (after.decisions == positive)).sum())
    return Tally(turned.size, changed, count, better, count - better)
