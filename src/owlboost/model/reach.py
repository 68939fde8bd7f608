"""Where a hypothesis is above 0: two bounds that are lists of concepts (mathematics §20)."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from owlboost.model.concepts import Concept
from owlboost.model.hypotheses import (
    COVERED,
    BoostedHypothesis,
    Hypothesis,
    RuleSet,
    WeakHypothesis,
)
from owlboost.model.semantics import ZADEH, Semantics

MOST_SETS = 1000
"""How many sets of weak learners are told apart; with more the bounds are wider."""

Bodies = tuple[Concept, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where ``h(x) > 0``, whatever interprets the names that the rules are made of.

    Attributes
    ----------
    most
        h is above 0 only where one of these concepts is.
    least
        h is above 0 wherever one of these concepts holds: to any degree above 0, or if ``full`` to
        degree 1.
    full
        Whether the concepts of ``least`` must hold to degree 1.
    """

    most: Bodies
    least: Bodies
    full: bool = False


def reach(hypothesis: Hypothesis, semantics: Semantics = ZADEH) -> Reach:
    """Find where a hypothesis is above 0.

    Examples
    --------
    >>> from owlboost.model.concepts import TOP, Atom
    >>> from owlboost.model.hypotheses import Inclusion
    >>> cheap, clean = Concept((Atom("Cheap"),)), Concept((Atom("Clean"),))
    >>> terms = [WeakHypothesis(str(n), (Inclusion(c),)) for n, c in enumerate([TOP, cheap, clean])]
    >>> found = reach(BoostedHypothesis(tuple(terms), (-0.5, 0.4, 0.4)))
    >>> found.most == found.least == (Concept((Atom("Cheap"), Atom("Clean"))),), found.full
    (True, True)
    """
    full = not keeps_support(semantics)
    match hypothesis:
        case RuleSet(inclusions):
            bodies = tuple(one.body for one in inclusions if one.degree > COVERED)
            return Reach(bodies, bodies, full)
        case BoostedHypothesis():
            return _of_sum(hypothesis, full=full)


def keeps_support(semantics: Semantics) -> bool:
    """Whether a conjunction is above 0 as soon as both of its parts are.

    Examples
    --------
    >>> keeps_support(ZADEH)
    True
    """
    little = np.float64(1e-3)
    return bool(semantics.conjunction(little, little) > 0)


def _of_sum(hypothesis: BoostedHypothesis, *, full: bool) -> Reach:
    """Bound a weighted sum: what is constant or argues against must be outweighed."""
    terms = [(term, weight) for term, weight in hypothesis.weighted_terms if term.inclusions]
    pro = [(term, weight) for term, weight in terms if weight > 0 and not _floor(term)]
    most = math.fsum(_extreme(term, weight, most=True) for term, weight in terms if _floor(term))
    others = [(term, weight) for term, weight in terms if weight < 0 or _floor(term)]
    least = math.fsum(_extreme(term, weight, most=False) for term, weight in others)
    return Reach(
        _upper(_weighed(pro, max), -most),
        tuple(islice(_outweighing(_weighed(pro, min), -least), MOST_SETS)),
        full or bool(others),
    )


def _floor(term: WeakHypothesis) -> float:
    """Return the degree that a weak learner has everywhere: that of ⊤."""
    return max((one.degree for one in term.inclusions if one.body.is_top), default=0.0)


def _extreme(term: WeakHypothesis, weight: float, *, most: bool) -> float:
    """Return the most or the least that a weak learner can add to the sum."""
    highest = (weight > 0) == most
    return weight * (max(one.degree for one in term.inclusions) if highest else _floor(term))


def _weighed(pro: "Weighted", chosen: Callable[[Iterator[float]], float]) -> "Weighted":
    """Return weak learners with what they add where a body holds, the heaviest first."""
    added = [(term, weight * chosen(one.degree for one in term.inclusions)) for term, weight in pro]
    return sorted(added, key=lambda pair: -pair[1])


Weighted = Sequence[tuple[WeakHypothesis, float]]
"""Weak learners of positive weight, the heaviest first."""


def _upper(pro: Weighted, debt: float) -> Bodies:
    found = tuple(islice(_outweighing(pro, debt), MOST_SETS + 1))
    if len(found) <= MOST_SETS:
        return found
    return tuple(one.body for term, _ in pro for one in term.inclusions)  # one at least must hold


def _outweighing(pro: Weighted, debt: float) -> Iterator[Concept]:
    """Yield the conjunctions of bodies of the smallest sets of learners that outweigh a debt."""
    for chosen in _smallest_sets([weight for _, weight in pro], debt):
        bodies = [[one.body for one in pro[at][0].inclusions] for at in chosen]
        for parts in product(*bodies):
            yield Concept.meet(parts)


def _smallest_sets(weights: Sequence[float], debt: float) -> Iterator[tuple[int, ...]]:
    """Yield the sets of falling weights whose sum exceeds a debt, and that of no part does."""
    rest = [math.fsum(weights[at:]) for at in range(len(weights) + 1)]

    def extended(chosen: tuple[int, ...], first: int) -> Iterator[tuple[int, ...]]:
        total = math.fsum(weights[at] for at in chosen)
        if total - debt > COVERED:
            yield chosen
            return
        for at in range(first, len(weights)):
            if total + rest[at] - debt <= COVERED:
                return
            yield from extended((*chosen, at), at + 1)

    return extended((), 0)
