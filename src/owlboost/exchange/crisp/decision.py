"""Crisp decisions: boxes around covered individuals, checked everywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from types import MappingProxyType

import numpy as np

from owlboost.concepts.concept import Concept, DataLabel
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.exchange.crisp.rules import (
    CertainFacts,
    Condition,
    CrispRule,
    CutSum,
    Exclusions,
    HoldsAtLeast,
    Levels,
    OutsideRange,
    SumTerm,
    cut_sum,
    degree_for,
    greatest_float,
    least_float,
    simplified,
    with_level,
)
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Degrees, Ids, Mask


@dataclass(frozen=True, slots=True)
class Box:
    """A conjunction, and the individuals that meet it."""

    conjunction: CrispRule
    met: Mask


class BoxSearch:
    """Finds boxes around individuals in which a sum reaches its cut."""

    def __init__(self, total: CutSum, ground: CertainFacts) -> None:
        self._total = total
        self._ground = ground
        self._levels = [self._bounds(term) for term in total.terms]

    def reached(self, individual: int) -> bool:
        """Return whether certain facts are enough to box an individual."""
        return self._total.reached(self._at(individual))

    def around(self, individual: int) -> Iterator[Box]:
        """Yield boxes around an individual, each widest in another direction."""
        levels = self._needed(self._at(individual))
        graded = [at for at, term in enumerate(self._total.terms) if _is_graded(term, levels[at])]
        orders = [[*graded[first:], *graded[:first]] for first in range(len(graded))]
        candidates = [self._shrunk(levels), *(self._relaxed(levels, order) for order in orders)]
        for candidate in dict.fromkeys(candidates):
            conjunction = self._conjunction(individual, candidate)
            yield Box(conjunction, self._ground.met(conjunction))

    def _at(self, individual: int) -> Levels:
        return tuple(float(term_levels[individual]) for term_levels in self._levels)

    def _bounds(self, term: SumTerm) -> Degrees:
        """Return bounds on how far a weak learner holds for each individual."""
        best = np.zeros(self._ground.n)
        for inclusion in term.inclusions:
            bound = self._ground.degrees if term.for_target else self._at_most
            np.maximum(best, inclusion.degree * bound(inclusion.body), out=best)
        return best

    def _at_most(self, body: Concept) -> Degrees:
        """Return upper bounds on the degrees of a body.

        A value that is the only one tells, and a class that shares no member with one of the body.
        """
        most = np.ones(self._ground.n)
        for _, members in self._ground.excluding(body):
            most[members] = 0.0
        for label in _data_labels(body):
            degrees = self._ground.degrees(Concept((label,)))
            np.minimum(most, np.where(self._ground.certain(label), degrees, 1.0), out=most)
        return most

    def _needed(self, levels: Levels) -> Levels:
        """Return levels without those the sum can spare, smallest effect first."""
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
        """Return levels moved towards their free ones by the same share."""

        def at(share: float) -> Levels:
            return tuple(
                _between(term.free, level, share) if _is_graded(term, level) else level
                for term, level in zip(self._total.terms, levels, strict=True)
            )

        return at(least_float(0.0, 1.0, lambda share: self._total.reached(at(share))))

    def _relaxed(self, levels: Levels, order: Sequence[int]) -> Levels:
        """Return levels relaxed one after the other, as far as possible."""
        for at in order:
            free = self._total.free[at]

            def enough(level: float, fixed: Levels = levels, place: int = at) -> bool:
                return self._total.reached(with_level(fixed, place, level))

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
            reasons = (self._above if term.for_target else self._below)(term, level, individual)
            for place, condition in reasons:
                conditions.append(condition)
                rules.append(term.first + place)
        return CrispRule(simplified(conditions), tuple(rules))

    def _above(
        self, term: SumTerm, level: float, individual: int
    ) -> Iterator[tuple[int, Condition]]:
        """Yield what lifts a weak learner to a level: its best axiom."""
        degrees = [
            inclusion.degree * self._ground.degrees(inclusion.body)[individual]
            for inclusion in term.inclusions
        ]
        place = int(np.argmax(degrees))
        yield place, term.at_least(level, place)

    def _below(
        self, term: SumTerm, level: float, individual: int
    ) -> Iterator[tuple[int, Condition]]:
        """Yield conditions that keep each axiom from lifting a learner further."""
        for place, inclusion in enumerate(term.inclusions):
            degree = term.too_much(level, place)
            if degree > 1:
                continue
            excluding = self._ground.excluding(inclusion.body)
            member = next(
                (membership for membership, members in excluding if members[individual]), None
            )
            if member is not None:
                yield place, member
                continue
            held = {
                label: float(self._ground.degrees(Concept((label,)))[individual])
                for label in _data_labels(inclusion.body)
                if self._ground.certain(label)[individual]
            }
            yield place, OutsideRange(min(held, key=held.__getitem__), degree)


def _is_graded(term: SumTerm, level: float) -> bool:
    """Whether the level of a weak learner matters; a crisp one holds or does not."""
    return term.fuzzy and level != term.free


def _data_labels(body: Concept) -> list[DataLabel]:
    return [label for label in body.labels if isinstance(label, DataLabel)]


def _between(free: float, level: float, share: float) -> float:
    """Interpolate between the free level and another."""
    if share == 1:
        return level
    shifted = free + share * (level - free)
    return min(max(shifted, min(free, level)), max(free, level))


def greedy_cover(boxes: BoxSearch, wanted: Sequence[int], most: int) -> list[CrispRule] | None:
    """Cover individuals by few conjunctions; None if it takes too many.

    Each of the individuals, hardest first, is in a box.
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
        left = [individual for individual in left if not box.met[individual]]
    fewest = _fewest(chosen, wanted)
    return None if len(fewest) > most else fewest


def _fewest(boxes: Sequence[Box], wanted: Sequence[int]) -> list[CrispRule]:
    """Return boxes that together cover all, those that cover most first."""
    left = np.asarray(wanted, dtype=np.int64)
    chosen = []
    while left.size:
        best = max(boxes, key=lambda box: int(box.met[left].sum()))
        chosen.append(best.conjunction)
        left = left[~best.met[left]]
    return chosen


MOST_CONJUNCTIONS = 50
"""With more of them, nobody reads them."""

_MOST_TRIED = 1000


def data_free_cover(hypothesis: Hypothesis, cut: float) -> tuple[CrispRule, ...] | None:
    """Return conjunctions that hold exactly where the degree reaches a cut.

    They exist for rules, each by itself, and for a weighted sum if nothing in it argues against the
    target and at most one weak learner is fuzzy: where two are, one makes up for the other in ever
    so many ways. None if there are no such conjunctions, or too many.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> cheap, clean = (Inclusion(Concept((Atom(name),)), 0.8) for name in ("Cheap", "Clean"))
    >>> [one.rules for one in data_free_cover(RuleSet((cheap, clean)), 0.5)]
    [(0,), (1,)]
    """
    match hypothesis:
        case RuleSet(inclusions):
            degrees = [degree_for(inclusion.degree, cut) for inclusion in inclusions]
            return tuple(
                CrispRule(simplified([HoldsAtLeast(inclusion.body, degree)]), (number,))
                for number, (inclusion, degree) in enumerate(zip(inclusions, degrees, strict=True))
                if degree <= 1
            )
        case BoostedHypothesis():
            return _sum_cover(cut_sum(hypothesis, cut))


def _sum_cover(total: CutSum) -> tuple[CrispRule, ...] | None:
    changing = [at for at, term in enumerate(total.terms) if not term.constant]
    fuzzy = [at for at in changing if total.terms[at].fuzzy]
    if any(total.terms[at].weight < 0 for at in changing) or len(fuzzy) > 1:
        return None
    crisp = [at for at in changing if at not in fuzzy]
    tried = list(islice(_reaching(total, total.free, crisp, fuzzy), _MOST_TRIED + 1))
    if len(tried) > _MOST_TRIED:
        return None
    lowest = [levels for levels in tried if not any(_asks_less(lower, levels) for lower in tried)]
    lifting = (rule for levels in dict.fromkeys(lowest) for rule in _lifting(total, levels))
    rules = list(islice(lifting, MOST_CONJUNCTIONS + 1))
    return None if len(rules) > MOST_CONJUNCTIONS else tuple(dict.fromkeys(rules))


def _asks_less(levels: Levels, than: Levels) -> bool:
    return levels != than and all(a <= b for a, b in zip(levels, than, strict=True))


def _reaching(
    total: CutSum, levels: Levels, crisp: Sequence[int], fuzzy: Sequence[int]
) -> Iterator[Levels]:
    """Yield levels that reach the cut once some weak learners are lifted.

    Nothing is tried that cannot end well, so that this takes no longer than there is to yield.
    """
    if total.reached(levels):
        yield levels
        return
    highest = levels
    for at in (*crisp, *fuzzy):
        highest = with_level(highest, at, _choices(total.terms[at])[-1])
    if not total.reached(highest):
        return
    if crisp:
        for level in _choices(total.terms[crisp[0]]):
            yield from _reaching(total, with_level(levels, crisp[0], level), crisp[1:], fuzzy)
        return
    (at,) = fuzzy
    yield with_level(
        levels,
        at,
        least_float(
            levels[at], highest[at], lambda level: total.reached(with_level(levels, at, level))
        ),
    )


def _choices(term: SumTerm) -> list[float]:
    """Return how far a crisp weak learner may hold, lowest first."""
    return sorted(
        {
            term.free,
            *(inclusion.degree for inclusion in term.inclusions if inclusion.degree > term.free),
        }
    )


def _lifting(total: CutSum, levels: Levels) -> Iterator[CrispRule]:
    """Yield the conjunctions of axioms that lift weak learners to levels."""
    options = [
        [(term.first + place, term.at_least(level, place)) for place in range(len(term.inclusions))]
        for term, level in zip(total.terms, levels, strict=True)
        if level > term.free
    ]
    for chosen in product(*options):
        if all(condition.degree <= 1 for _, condition in chosen):
            yield CrispRule(
                simplified(condition for _, condition in chosen), tuple(rule for rule, _ in chosen)
            )


CUT = 0.5
"""The degree from which on a thing is taken to belong to the target, if nobody says otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """The alpha cut of a model, as conjunctions.

    Attributes
    ----------
    cut
        The least degree that is enough.
    conjunctions
        What meets one of them reaches the cut, whatever the data.
    is_exact
        Whether nothing else does, whatever the data; otherwise that is so in the source.
    covered, missed
        Individuals of the source that reach the cut, and those of them that meet no conjunction,
        because nothing excludes what would argue against them; None without a source.
    """

    cut: float
    conjunctions: tuple[CrispRule, ...]
    is_exact: bool
    covered: Ids | None = None
    missed: Ids | None = None


def decision(
    model: TrainedModel,
    cut: float = CUT,
    kb: KnowledgeBase | None = None,
    exclusions: Exclusions = MappingProxyType({}),
) -> Decision:
    """Express where the degree of a model reaches a cut, a degree above 0.

    Where the decision cannot be exact for all, it is for the individuals of the knowledge base;
    ``exclusions`` tells which classes are known to share no member.

    Raises
    ------
    ParameterError
        The cut is no degree, or what the model says there cannot be expressed.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8),))
    >>> found = decision(TrainedModel("foil", "urn:x#Good", rules, 0.5))
    >>> len(found.conjunctions), found.is_exact
    (1, True)
    """
    if not 0 < cut <= 1:
        raise ParameterError(f"cut must be a degree above 0 and at most 1, not {cut:g}.")
    exact = data_free_cover(model.hypothesis, cut)
    if kb is None:
        if exact is None:
            raise ParameterError(_inexpressible(model))
        return Decision(cut, _require_some(exact, cut), is_exact=True)
    extents = Extents(kb, model.semantics)
    degrees = extents.hypothesis(model.hypothesis)
    covered = np.flatnonzero(degrees >= cut).astype(np.int32)
    if exact is not None or not isinstance(model.hypothesis, BoostedHypothesis):
        conjunctions = _require_some(exact or (), cut)
        return Decision(cut, conjunctions, is_exact=True, covered=covered, missed=covered[:0])
    boxes = BoxSearch(cut_sum(model.hypothesis, cut), CertainFacts(kb, extents, exclusions))
    in_boxes = np.array([boxes.reached(int(individual)) for individual in covered], dtype=np.bool_)
    hardest_first = sorted(
        covered[in_boxes].tolist(), key=lambda individual: (degrees[individual], individual)
    )
    cover = greedy_cover(boxes, hardest_first, MOST_CONJUNCTIONS)
    if cover is None:
        raise ParameterError(
            f"More than {MOST_CONJUNCTIONS} conjunctions would be needed to say what this model "
            "covers: learn one of fewer rules, try another cut, or use the format fuzzyowl2."
        )
    conjunctions, missed = _require_some(tuple(cover), cut), covered[~in_boxes]
    return Decision(cut, conjunctions, is_exact=False, covered=covered, missed=missed)


def _require_some(conjunctions: tuple[CrispRule, ...], cut: float) -> tuple[CrispRule, ...]:
    if not conjunctions:
        raise ParameterError(
            f"There is nothing to say: nothing is known to reach a degree of {cut:g}; "
            "choose a lower cut, or learn rules that only argue for the class (monotone)."
        )
    return conjunctions


def _inexpressible(model: TrainedModel) -> str:
    against = any(rule.weight < 0 and not rule.inclusion.body.is_top
                  for rule in model.hypothesis.rules())  # fmt: skip
    why = "rules that argue against the class" if against else "several fuzzy rules that add up"
    return (
        f"This model has {why}, so crisp axioms can say what it covers only for individuals that "
        "are known: give a source as well, or use the format fuzzyowl2."
    )
