"""What is below a forbidden concept, by its definition (mathematics §25)."""

from collections.abc import Iterator
from itertools import pairwise

from tests.reference import concepts

from owlboost.concepts.concept import Atom, Concept, FuzzyValue, Label
from owlboost.data.fuzzy_sets import Shape, membership, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.partitions import SET_LABELS


def is_forbidden(concept: Concept, forbidden: tuple[Concept, ...], kb: KnowledgeBase) -> bool:
    """Whether a concept is below one that is forbidden."""
    return any(is_below(concept, one, kb) for one in forbidden)


def is_below(lower: Concept, upper: Concept, kb: KnowledgeBase) -> bool:
    """Whether one concept has all conditions of another, or stricter ones."""
    return concepts.is_below(lower, upper, lambda own, label: is_stricter(own, label, kb))


def is_stricter(lower: Label, upper: Label, kb: KnowledgeBase) -> bool:
    """Whether a label is another, or says more."""
    if isinstance(lower, Atom) and isinstance(upper, Atom):
        return kb.implies(lower.iri, upper.iri)
    if isinstance(lower, FuzzyValue) and isinstance(upper, FuzzyValue):
        called_so = word(lower.fuzzy_set.name) == word(upper.fuzzy_set.name)
        within = is_nowhere_above(lower.fuzzy_set.shape, upper.fuzzy_set.shape)
        return lower.prop == upper.prop and (called_so or within)
    return lower == upper


def word(name: str) -> str:
    """The name of a set, without the number of sets that it is one of."""
    for number, labels in SET_LABELS.items():
        for label in labels:
            if name.endswith(f"_{label}{number}"):
                return name[:-1]
    return name


def is_nowhere_above(inner: Shape, outer: Shape) -> bool:
    """Whether one membership is at most another at all corners, between them, and beyond them."""
    return all(
        membership(inner, at) <= membership(outer, at) + 1e-12 for at in _places(inner, outer)
    )


def _places(*shapes: Shape) -> Iterator[float]:
    corners = sorted({point for shape in shapes for point in shape_points(shape)})
    yield from (corners[0] - 1, corners[-1] + 1, *corners)
    for left, right in pairwise(corners):
        yield from (left + share * (right - left) for share in (1e-4, 0.5, 1 - 1e-4))
