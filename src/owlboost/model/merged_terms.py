"""Weak learners that are alike to the letter, shown once with the sum of their weights."""

from dataclasses import dataclass

from owlboost.model.concepts import Concept
from owlboost.model.hypotheses import BoostedHypothesis, Hypothesis, WeakHypothesis

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
    >>> from owlboost.model.hypotheses import Inclusion
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
    >>> from owlboost.model.hypotheses import Inclusion
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
    >>> from owlboost.model.hypotheses import Inclusion
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
