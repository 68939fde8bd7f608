"""Sequential covering: wFOIL-DL (Algorithm 2) and FOIL-DL (notes 13 and 14)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from owlboost.learners.covering.axiom_search import Search
from owlboost.learners.guidance import GivenRule
from owlboost.learners.search.ground import Ground, Learned, learned_of, still_uncovered
from owlboost.learners.watch import RuleFound, Watch
from owlboost.model.hypotheses import RuleSet
from owlboost.runtime.array_types import Mask, Weights


def cover(
    search: Search,
    weights_for: Callable[[Mask], Weights],
    given: Iterable[Learned] = (),
    wanted: Mask | None = None,
) -> Iterator[Learned]:
    """Learn axioms until the positives are covered or nothing new comes (note 13).

    What ``given`` axioms cover is covered already. Which positives are ``wanted`` may be told.
    """
    uncovered = search.everyone if wanted is None else wanted
    bodies = set()
    for known in given:
        bodies.add(known.body)
        uncovered = still_uncovered(uncovered, known)
    while uncovered.any():
        axiom = search.learn_one_axiom(weights_for(uncovered), uncovered)
        if axiom is None or axiom.body in bodies:
            return
        left = still_uncovered(uncovered, axiom)
        if np.array_equal(left, uncovered):
            return
        bodies.add(axiom.body)
        uncovered = left
        yield axiom


def weak_hypothesis(search: Search, weights: Weights, wanted: Mask | None = None) -> list[Learned]:
    """wFOIL-DL: axioms that together cover the positives, under fixed weights (Algorithm 2)."""
    return list(cover(search, lambda _: weights, wanted=wanted))


def without_covered(ground: Ground) -> Callable[[Mask], Weights]:
    """Return the weights of FOIL-DL for what is uncovered: uniform, 0 for covered positives."""
    uniform = ground.distribution

    def weights_for(uncovered: Mask) -> Weights:
        weights = uniform.copy()
        weights[: uncovered.size][~uncovered] = 0.0
        return weights

    return weights_for


def foil(search: Search, watch: Watch | None = None, given: Sequence[GivenRule] = ()) -> RuleSet:
    """FOIL-DL: uniform weights, 0 for covered positives; degrees are confidences (note 14).

    Given rules come first, as if they had been found.
    """
    watch = watch or Watch()
    inclusions = []
    first = [learned_of(search.ground, rule.body) for rule in given]
    for axiom in chain(first, cover(search, without_covered(search.ground), first)):
        inclusions.append(axiom.inclusion(degree=axiom.confidence))
        watch.tell(RuleFound(axiom))
    return RuleSet(tuple(inclusions))
