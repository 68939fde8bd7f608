"""Hypotheses: weighted sums of weak learners, and sets of graded rules (Eq. 5, 16)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.data.fuzzy_sets import FuzzySet, Partition
from owlboost.kernels.fuzzy import ROUNDING
from owlboost.runtime.array_types import Degrees, Floats, Mask
from owlboost.runtime.registry import Shown

COVERED = ROUNDING
"""A degree above this counts as covered (mathematics §2)."""


def covers(degrees: Degrees) -> Mask:
    """Whether degrees of concepts or hypotheses count as covering: above rounding.

    This is the one meaning of "covers", for learners, counts, verdicts and exports.

    Examples
    --------
    >>> covers(np.array([0.0, 6e-16, 1e-9, 1.0]))
    array([False, False,  True,  True])
    """
    return np.asarray(degrees > COVERED)


@dataclass(frozen=True, slots=True)
class Inclusion:
    """An axiom ``⟨body ⊑ head, degree⟩`` with what it covered where it was learned.

    The head is the target, or the weak learner that the axiom belongs to. What it covered are
    numbers of examples; where these have weights, sums of weights, rounded.
    """

    body: Concept
    degree: float = 1.0
    confidence: float = 1.0
    covered_positives: int = 0
    covered_negatives: int = 0

    @property
    def is_counted(self) -> bool:
        """Whether somebody counted what it covers: who covers nobody has a confidence of 0.

        Examples
        --------
        >>> from owlboost.concepts.concept import Atom
        >>> body = Concept((Atom("ex#Far"),))
        >>> Inclusion(body).is_counted, Inclusion(body, confidence=0.0).is_counted
        (False, True)
        """
        return self.covered_positives + self.covered_negatives > 0 or self.confidence == 0.0


class Rule(NamedTuple):
    """One axiom of a hypothesis with what it counts.

    Attributes
    ----------
    learner
        Name of the weak learner it belongs to; empty in a set of rules.
    weight
        What the axiom counts if its body holds fully: the weight of that learner times the axiom's
        own degree; in a set of rules the degree alone.
    inclusion
        The axiom.
    """

    learner: str
    weight: float
    inclusion: Inclusion


@dataclass(frozen=True, slots=True)
class WeakHypothesis:
    """A named disjunction of axioms: an individual belongs to it as far as to its best body.

    Where the axioms carry degrees below 1, to ``max_j d_j · C_j(a)``.
    """

    name: str
    inclusions: tuple[Inclusion, ...]


@dataclass(frozen=True, slots=True)
class BoostedHypothesis(Shown):
    """``α₁·WL₁ + … + αₙ·WLₙ ⊑ T``, clipped to [0, 1] (Eq. 5, note 20)."""

    terms: tuple[WeakHypothesis, ...] = ()
    leverages: tuple[float, ...] = ()

    @property
    def inclusions(self) -> Iterator[Inclusion]:
        """All axioms, weak learner by weak learner."""
        return (inclusion for term in self.terms for inclusion in term.inclusions)

    @property
    def weighted_terms(self) -> Iterator[tuple[WeakHypothesis, float]]:
        """All weak learners with their weights."""
        return zip(self.terms, self.leverages, strict=True)

    def rules(self) -> Iterator[Rule]:
        """All axioms with what they count, weak learner by weak learner; ⊤ is among them.

        Examples
        --------
        >>> term = WeakHypothesis("WL1", (Inclusion(Concept()),))
        >>> [(rule.learner, rule.weight) for rule in BoostedHypothesis((term,), (0.7,)).rules()]
        [('WL1', 0.7)]
        """
        for term, weight in self.weighted_terms:
            for inclusion in term.inclusions:
                yield Rule(term.name, weight * inclusion.degree, inclusion)

    @property
    def n_rules(self) -> int:
        """Number of axioms, those over ⊤ not counted."""
        return _n_rules(self)

    def __str__(self) -> str:
        return _text(self)


@dataclass(frozen=True, slots=True)
class RuleSet(Shown):
    """``⟨C₁ ⊑ T, d₁⟩ …``: the degree is ``max dᵢ · Cᵢ(a)`` (Eq. 16, note 14).

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> print(RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8, 0.8, 4, 1),)))
    # Rules
    Cheap SubClassOf Target [0.800]
        # confidence 0.800, covers 4 positive and 1 negative
    """

    inclusions: tuple[Inclusion, ...] = ()

    def rules(self) -> Iterator[Rule]:
        """All axioms with what they count; ⊤ is among them.

        Examples
        --------
        >>> [(rule.learner, rule.weight) for rule in RuleSet((Inclusion(Concept(), 0.7),)).rules()]
        [('', 0.7)]
        """
        return (Rule("", inclusion.degree, inclusion) for inclusion in self.inclusions)

    @property
    def n_rules(self) -> int:
        """Number of axioms, those over ⊤ not counted."""
        return _n_rules(self)

    def __str__(self) -> str:
        return _text(self)


Hypothesis = BoostedHypothesis | RuleSet


def _n_rules(hypothesis: Hypothesis) -> int:
    return sum(not rule.inclusion.body.is_top for rule in hypothesis.rules())


def share_of_positives(hypothesis: Hypothesis) -> float | None:
    """Share of positives among all examples, if the hypothesis has a rule over ⊤ that counted them.

    Examples
    --------
    >>> everything = Inclusion(Concept(), 1.0, 0.25, 2, 6)
    >>> share_of_positives(RuleSet((everything,))), share_of_positives(RuleSet())
    (0.25, None)
    """
    for one in hypothesis.inclusions:
        if one.body.is_top and one.covered_positives + one.covered_negatives > 0:
            return one.confidence
    return None


def fuzzy_sets_of(hypothesis: Hypothesis) -> dict[str, tuple[str, FuzzySet]]:
    """Fuzzy sets that a hypothesis uses: name → (property IRI, set), by name."""
    found = {
        label.fuzzy_set.name: (label.prop, label.fuzzy_set)
        for inclusion in hypothesis.inclusions
        for label in inclusion.body.fuzzy_values()
    }
    return dict(sorted(found.items()))


def iris_used(hypothesis: Hypothesis) -> set[str]:
    """Classes, roles and data properties that a hypothesis speaks of.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Edge
    >>> bar = Edge("ex#hasAmenity", Concept((Atom("ex#Bar"),)))
    >>> sorted(iris_used(RuleSet((Inclusion(Concept((), (bar,))),))))
    ['ex#Bar', 'ex#hasAmenity']
    """
    return {iri for inclusion in hypothesis.inclusions for iri in inclusion.body.names()}


def partitions_used(hypothesis: Hypothesis) -> tuple[Partition, ...]:
    """Fuzzy sets that a hypothesis uses, by property, from low to high.

    Examples
    --------
    >>> from owlboost.concepts.concept import FuzzyValue
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> low = FuzzyValue("ex#price", FuzzySet("price_L", LeftShoulder(40, 60)))
    >>> [used] = partitions_used(RuleSet((Inclusion(Concept((low,))),)))
    >>> used.prop, [one.name for one in used.sets]
    ('ex#price', ['price_L'])
    """
    found: dict[str, list[FuzzySet]] = {}
    for prop, fuzzy_set in fuzzy_sets_of(hypothesis).values():
        found.setdefault(prop, []).append(fuzzy_set)
    return tuple(
        Partition(prop, tuple(sorted(sets, key=lambda one: one.shape.corners)))
        for prop, sets in sorted(found.items())
    )


def degrees_of(hypothesis: Hypothesis, total: Floats) -> Degrees:
    """Degrees ``h(a)`` from what a hypothesis adds up to: clipped, if it is a sum (note 20).

    Examples
    --------
    >>> degrees_of(BoostedHypothesis(), np.array([-0.2, 0.3, 1.4]))
    array([0. , 0.3, 1. ])
    """
    match hypothesis:
        case BoostedHypothesis():
            return np.clip(total, 0.0, 1.0)
        case RuleSet():
            return total


def evidence(hypothesis: Hypothesis, bodies: Mapping[Concept, Degrees], n: int) -> Floats:
    """Return what a hypothesis adds up to before it is clipped to a degree."""
    match hypothesis:
        case BoostedHypothesis():
            total = np.zeros(n)
            for term, weight in hypothesis.weighted_terms:
                total += weight * disjunction(term, bodies, n)
            return total
        case RuleSet(inclusions):
            return _best(inclusions, bodies, n)


def disjunction(term: WeakHypothesis, bodies: Mapping[Concept, Degrees], n: int) -> Degrees:
    """Degrees ``max_j d_j · C_j(a)`` of a weak hypothesis; the d_j of boosting are 1."""
    return _best(term.inclusions, bodies, n)


def _best(inclusions: tuple[Inclusion, ...], bodies: Mapping[Concept, Degrees], n: int) -> Degrees:
    best = np.zeros(n)
    for inclusion in inclusions:
        np.maximum(best, inclusion.degree * bodies[inclusion.body], out=best)
    return best


def _text(hypothesis: Hypothesis) -> str:
    from owlboost.concepts.text import hypothesis_lines

    average = share_of_positives(hypothesis)
    return "\n".join(hypothesis_lines(hypothesis, "Target", average=average))


Rules = tuple[tuple[Concept, float], ...]
"""Bodies and degrees of a weak learner's rules."""


@dataclass(frozen=True, slots=True)
class MergedTerm:
    """Weak learners that have the same rules.

    Attributes
    ----------
    term
        The first of them.
    weight
        The sum of their weights.
    names
        Their names, in the order of the hypothesis.
    """

    term: WeakHypothesis
    weight: float
    names: tuple[str, ...]


def terms_apart(hypothesis: BoostedHypothesis) -> tuple[MergedTerm, ...]:
    """Return every weak learner by itself."""
    return tuple(
        MergedTerm(term, weight, (term.name,)) for term, weight in hypothesis.weighted_terms
    )


def merged_terms(hypothesis: BoostedHypothesis) -> tuple[MergedTerm, ...]:
    """Gather weak learners of the same rules, in the order of the first of each.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> alike = [WeakHypothesis(name, (Inclusion(Concept()),)) for name in ("WL1", "WL2")]
    >>> [found] = merged_terms(BoostedHypothesis(tuple(alike), (0.5, 0.25)))
    >>> found.term.name, found.weight, found.names
    ('WL1', 0.75, ('WL1', 'WL2'))
    """
    merged: dict[Rules, MergedTerm] = {}
    for term, weight in hypothesis.weighted_terms:
        rules = _rules(term)
        first = merged.get(rules, MergedTerm(term, 0.0, ()))
        names = (*first.names, term.name)
        merged[rules] = MergedTerm(first.term, first.weight + weight, names)
    return tuple(merged.values())


def merged(hypothesis: Hypothesis) -> Hypothesis:
    """Return the hypothesis to show: weak learners that are alike are one, of the first's name.

    It has the same degrees but for rounding; a set of rules is returned as it is.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> alike = [WeakHypothesis(name, (Inclusion(Concept()),)) for name in ("WL1", "WL2")]
    >>> merged(BoostedHypothesis(tuple(alike), (0.5, 0.25))).leverages
    (0.75,)
    """
    if not isinstance(hypothesis, BoostedHypothesis):
        return hypothesis
    shown = merged_terms(hypothesis)
    if len(shown) == len(hypothesis.terms):
        return hypothesis
    return BoostedHypothesis(
        tuple(found.term for found in shown), tuple(found.weight for found in shown)
    )


def kept_rules(hypothesis: Hypothesis) -> list[int]:
    """Return the numbers of the rules that :func:`merged` keeps, in its order.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> alike = [WeakHypothesis(name, (Inclusion(Concept()),)) for name in ("WL1", "WL2")]
    >>> kept_rules(BoostedHypothesis(tuple(alike), (0.5, 0.25)))
    [0]
    """
    if not isinstance(hypothesis, BoostedHypothesis):
        return list(range(len(hypothesis.inclusions)))
    known: set[Rules] = set()
    kept: list[int] = []
    number = 0
    for term in hypothesis.terms:
        numbers = range(number, number + len(term.inclusions))
        if (rules := _rules(term)) not in known:
            known.add(rules)
            kept.extend(numbers)
        number += len(term.inclusions)
    return kept


def _rules(term: WeakHypothesis) -> Rules:
    return tuple((inclusion.body, inclusion.degree) for inclusion in term.inclusions)
