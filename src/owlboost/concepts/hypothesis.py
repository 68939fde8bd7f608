"""Hypotheses: weighted sums of weak learners, and sets of graded rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.data.fuzzy_sets import FuzzySet, Partition
from owlboost.kernels.fuzzy import ROUNDING
from owlboost.runtime.array_types import Degrees, Floats, Mask
from owlboost.runtime.registry import NotebookRepr

COVERED = ROUNDING
"""A degree above this counts as covered (mathematics §2 on rounding)."""


def covers(degrees: Degrees) -> Mask:
    """Whether degrees of concepts or hypotheses count as covering: above rounding errors.

    Learners, counts, verdicts and exports all use this definition.

    Examples
    --------
    >>> covers(np.array([0.0, 6e-16, 1e-9, 1.0]))
    array([False, False,  True,  True])
    """
    return np.asarray(degrees > COVERED)


@dataclass(frozen=True, slots=True)
class Inclusion:
    """An axiom ``⟨body ⊑ head, degree⟩`` with its coverage in training.

    The head is the target, or the weak learner that the axiom belongs to. Coverage is in numbers of
    examples or, if these have weights, in rounded sums of weights.
    """

    body: Concept
    degree: float = 1.0
    confidence: float = 1.0
    covered_positives: int = 0
    covered_negatives: int = 0

    @property
    def is_counted(self) -> bool:
        """Whether its coverage was counted; covering nothing gives a confidence of 0.

        Examples
        --------
        >>> from owlboost.concepts.concept import Atom
        >>> body = Concept((Atom("ex#Far"),))
        >>> Inclusion(body).is_counted, Inclusion(body, confidence=0.0).is_counted
        (False, True)
        """
        return self.covered_positives + self.covered_negatives > 0 or self.confidence == 0.0


class Rule(NamedTuple):
    """An axiom of a hypothesis with its weight.

    Attributes
    ----------
    learner
        Name of the weak learner it belongs to; empty in a set of rules.
    weight
        Its contribution if its body has degree 1: the weight of that learner times the axiom's
        degree; in a set of rules, the degree.
    inclusion
        The axiom.
    """

    learner: str
    weight: float
    inclusion: Inclusion


@dataclass(frozen=True, slots=True)
class WeakHypothesis:
    """A named disjunction of axioms, of degree ``max_j d_j · C_j(a)``.

    The degrees d_j of axioms are 1 in boosting.
    """

    name: str
    inclusions: tuple[Inclusion, ...]


@dataclass(frozen=True, slots=True)
class BoostedHypothesis(NotebookRepr):
    """A weighted sum of weak learners, clipped to [0, 1].

    ``α₁·WL₁ + … + αₙ·WLₙ ⊑ T`` (Eq. 5; note 20 on prediction).
    """

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
        """Yield all axioms with their weights, those over ⊤ included.

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
class RuleSet(NotebookRepr):
    """A set of graded rules ``⟨Cᵢ ⊑ T, dᵢ⟩`` (Eq. 16).

    Its degree is ``max dᵢ · Cᵢ(a)`` (note 14 on FOIL-DL).

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
        """Yield all axioms with their degrees, those over ⊤ included.

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
    """Return the share of positives, if a rule over ⊤ counted them.

    Examples
    --------
    >>> everything = Inclusion(Concept(), 1.0, 0.25, 2, 6)
    >>> share_of_positives(RuleSet((everything,))), share_of_positives(RuleSet())
    (0.25, None)
    """
    for inclusion in hypothesis.inclusions:
        if inclusion.body.is_top and inclusion.covered_positives + inclusion.covered_negatives > 0:
            return inclusion.confidence
    return None


def fuzzy_sets_of(hypothesis: Hypothesis) -> dict[str, tuple[str, FuzzySet]]:
    """Return the fuzzy sets of a hypothesis: name → (property, set), sorted."""
    by_name = {
        label.fuzzy_set.name: (label.prop, label.fuzzy_set)
        for inclusion in hypothesis.inclusions
        for label in inclusion.body.fuzzy_values()
    }
    return dict(sorted(by_name.items()))


def iris_used(hypothesis: Hypothesis) -> set[str]:
    """Return the classes, roles and data properties that a hypothesis uses.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Edge
    >>> bar = Edge("ex#hasAmenity", Concept((Atom("ex#Bar"),)))
    >>> sorted(iris_used(RuleSet((Inclusion(Concept((), (bar,))),))))
    ['ex#Bar', 'ex#hasAmenity']
    """
    return {iri for inclusion in hypothesis.inclusions for iri in inclusion.body.names()}


def partitions_used(hypothesis: Hypothesis) -> tuple[Partition, ...]:
    """Return the fuzzy sets of a hypothesis by property, low to high.

    Examples
    --------
    >>> from owlboost.concepts.concept import FuzzyValue
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> low = FuzzyValue("ex#price", FuzzySet("price_L", LeftShoulder(40, 60)))
    >>> [used] = partitions_used(RuleSet((Inclusion(Concept((low,))),)))
    >>> used.prop, [fuzzy_set.name for fuzzy_set in used.sets]
    ('ex#price', ['price_L'])
    """
    by_property: dict[str, list[FuzzySet]] = {}
    for prop, fuzzy_set in fuzzy_sets_of(hypothesis).values():
        by_property.setdefault(prop, []).append(fuzzy_set)
    return tuple(
        Partition(prop, tuple(sorted(sets, key=lambda fuzzy_set: fuzzy_set.shape.corners)))
        for prop, sets in sorted(by_property.items())
    )


def degrees_of(hypothesis: Hypothesis, total: Floats) -> Degrees:
    """Return degrees from evidence, clipped to [0, 1] in sums.

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
    """Return the sum of the rules, not yet clipped to degrees."""
    match hypothesis:
        case BoostedHypothesis():
            total = np.zeros(n)
            for term, weight in hypothesis.weighted_terms:
                total += weight * disjunction(term, bodies, n)
            return total
        case RuleSet(inclusions):
            return _best(inclusions, bodies, n)


def disjunction(term: WeakHypothesis, bodies: Mapping[Concept, Degrees], n: int) -> Degrees:
    """Return the degrees ``max_j d_j · C_j(a)`` of a weak hypothesis."""
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
    """Return every weak learner as a term of its own."""
    return tuple(
        MergedTerm(term, weight, (term.name,)) for term, weight in hypothesis.weighted_terms
    )


def merged_terms(hypothesis: BoostedHypothesis) -> tuple[MergedTerm, ...]:
    """Gather weak learners of the same rules, in their first order.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> alike = [WeakHypothesis(name, (Inclusion(Concept()),)) for name in ("WL1", "WL2")]
    >>> [both] = merged_terms(BoostedHypothesis(tuple(alike), (0.5, 0.25)))
    >>> both.term.name, both.weight, both.names
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
    """Merge weak learners with the same rules, for display.

    The name is that of the first. Degrees change by rounding only; a set of rules is returned
    unchanged.

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
        tuple(merged_term.term for merged_term in shown),
        tuple(merged_term.weight for merged_term in shown),
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
    seen: set[Rules] = set()
    first_numbers: list[int] = []
    number = 0
    for term in hypothesis.terms:
        numbers = range(number, number + len(term.inclusions))
        if (rules := _rules(term)) not in seen:
            seen.add(rules)
            first_numbers.extend(numbers)
        number += len(term.inclusions)
    return first_numbers


def _rules(term: WeakHypothesis) -> Rules:
    return tuple((inclusion.body, inclusion.degree) for inclusion in term.inclusions)
