"""What each rule adds to the evidence of an individual, by definition (Eq. 5 and 16)."""

from collections.abc import Iterator, Sequence

from tests.reference import semantics

from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion
from owlboost.data.knowledge_base import KnowledgeBase


def contributions(hypothesis: Hypothesis, kb: KnowledgeBase, element: int) -> list[float]:
    """One number for each rule, in the order of the hypothesis."""
    if isinstance(hypothesis, BoostedHypothesis):
        pairs = zip(hypothesis.terms, hypothesis.leverages, strict=True)
        parts = [(term.inclusions, weight) for term, weight in pairs]
    else:
        parts = [(hypothesis.inclusions, 1.0)]
    return [
        weight * worth for rules, weight in parts for worth in worths_that_count(rules, kb, element)
    ]


def worths_that_count(
    rules: Sequence[Inclusion], kb: KnowledgeBase, element: int
) -> Iterator[float]:
    """Of alternatives only the best one counts; of equals the first."""
    worths = [rule.degree * semantics.degree(rule.body, element, kb) for rule in rules]
    for number, worth in enumerate(worths):
        yield worth if worth == max(worths) and worth not in worths[:number] else 0.0
