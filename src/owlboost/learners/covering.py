"""Sequential covering by Learn-One-Axiom: wFOIL-DL and FOIL-DL (Algorithms 2 and 3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from owlboost.concepts.hypothesis import RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import CoveringLearner, FoilDL
from owlboost.learners.preparation import SearchCache, cache_for
from owlboost.learners.rule_constraints import GivenRule
from owlboost.learners.run import RuleFound, RunContext
from owlboost.learners.search.greedy import GreedySearch
from owlboost.learners.search.objective import (
    TOLERANCE,
    CappedWeights,
    LinearWeights,
    MoveScores,
    Sums,
)
from owlboost.learners.search.training_set import (
    LearnedConcept,
    TrainingSet,
    evaluate_concept,
    uncovered_after,
)
from owlboost.runtime.array_types import Floats, Mask, Weights


@dataclass(frozen=True, slots=True)
class Cardinalities:
    """Weighted cardinalities of a concept: over the uncovered positives, and over I."""

    covered: float
    total: float

    @property
    def confidence(self) -> float:
        """``cf(C) = |C|_Pos / |C|_I``."""
        return self.covered / self.total if self.total > 0 else 0.0


def gains(covered: Floats, total: Floats, parent: Cardinalities) -> Floats:
    """Gain of candidates over a concept, −∞ without improvement (notes 8 and 9).

    Examples
    --------
    >>> gains(np.array([0.5]), np.array([0.75]), Cardinalities(0.5, 1.0)).round(4)
    array([0.2075])
    """
    out = np.full(covered.size, -np.inf)
    usable = (covered > 0) & (total > 0)
    if not usable.any():
        return out
    improvement = np.log2(covered[usable] / total[usable]) - np.log2(parent.confidence)
    better = improvement > TOLERANCE
    out[np.flatnonzero(usable)[better]] = covered[usable][better] * improvement[better]
    return out


class Gain:
    """Scores refinements by their gain, for given weights and uncovered positives.

    The two sums of a concept are its weighted cardinalities over Pos and over I. Only
    positives decide whether a position can gain at all, so they are the first group. Of graded
    positives, ``min(C, y)`` counts.
    """

    def __init__(self, data: TrainingSet) -> None:
        self.n_positives = n_positives(data)
        self.row_groups = (slice(0, self.n_positives), slice(self.n_positives, data.n_rows))
        self._labels = data.labels if data.graded else None
        self.weights: LinearWeights | CappedWeights = LinearWeights(np.empty(0), np.empty(0))

    def set_weights(self, weights: Weights, uncovered: Mask) -> None:
        """Set all weights, and the positives still to be covered."""
        uncovered_weights = np.zeros(weights.size)
        uncovered_weights[: self.n_positives] = np.where(
            uncovered, weights[: self.n_positives], 0.0
        )
        all_weights = np.ascontiguousarray(weights)
        if self._labels is None:
            self.weights = LinearWeights(uncovered_weights, all_weights)
        else:
            self.weights = CappedWeights(
                uncovered_weights, all_weights, np.zeros(weights.size), self._labels
            )

    def start(self) -> Sums:
        """Cardinalities of ⊤."""
        uncovered_weights = self.weights.positive_weights[: self.n_positives]
        if self._labels is not None:
            uncovered_weights = uncovered_weights * self._labels[: self.n_positives]
        return float(uncovered_weights.sum()), float(self.weights.total_weights.sum())

    def bounds(self, parent_sums: Sums, bound_sums: Floats) -> Floats:
        """Bound gains by ``gain ≤ p · (−log₂ cf)``, p being what reaches the position."""
        concept = Cardinalities(*parent_sums)
        if concept.covered <= 0:
            return np.zeros(bound_sums.shape[1])
        # At cf = 1 nothing gains, but what is reached is still counted as a candidate.
        most = max(float(-np.log2(concept.confidence)), np.finfo(float).tiny)
        return np.asarray(bound_sums[0] * most)

    def score(self, sums: Floats, parent_sums: Sums) -> MoveScores:
        """Score moves by their sums: ``Σ`` over Pos, and over I."""
        covered, total = sums
        usable = (covered > 0) & (total > 0)
        confidence = np.divide(covered, total, out=np.zeros_like(covered), where=usable)
        gain = gains(covered, total, Cardinalities(*parent_sums))
        return MoveScores(covered, total, gain, confidence, usable)


def n_positives(data: TrainingSet) -> int:
    """Count the positives, which are the first rows."""
    return int(np.count_nonzero(data.labels > 0))


class AxiomSearch:
    """A search for one rule at a time, as weights change.

    Weights and positives to be covered change between rules. A cache lets searches with other
    thresholds start where this one ends, except with backtracking, where a rejected concept
    changes the search, and when each step is reported.
    """

    def __init__(
        self,
        data: TrainingSet,
        learner: CoveringLearner,
        context: RunContext | None = None,
        memo: SearchCache | None = None,
    ) -> None:
        self.data = data
        self._learner = learner
        self._context = context or RunContext()
        self._memo = None if learner.backtrack or self._context.has_listener else memo
        self._gain = Gain(data)
        self._greedy = GreedySearch.from_learner(data, learner, self._gain, self._context)

    @property
    def all_positives(self) -> Mask:
        """A mask of all positives."""
        return np.ones(self._gain.n_positives, dtype=np.bool_)

    def learn_one_axiom(self, weights: Weights, uncovered: Mask) -> LearnedConcept | None:
        """Return the concept where the search ends, None if not acceptable.

        Parameters
        ----------
        weights
            Weight of each example, positives first.
        uncovered
            Which positives are still to be covered (Pos).
        """
        if self._memo is None:
            return self._search(weights, uncovered, self.accepts)
        end = self._memo.recall(
            weights,
            uncovered,
            lambda: self._search(weights, uncovered, _anything),
            self._context.budget,
        )
        return end if end is not None and self.accepts(end) else None

    def _search(
        self, weights: Weights, uncovered: Mask, accepts: Callable[[LearnedConcept], bool]
    ) -> LearnedConcept | None:
        self._gain.set_weights(weights, uncovered)
        return self._greedy.find(accepts)

    def accepts(self, learned: LearnedConcept) -> bool:
        """Whether confidence ≥ θ and the covered share of E⁻ ≤ η (note 11)."""
        share = learned.negative_count / self.data.negative_count
        return (
            not learned.body.is_top
            and learned.confidence >= self._learner.min_confidence - TOLERANCE
            and share <= self._learner.max_negative_coverage + TOLERANCE
        )


def _anything(learned: LearnedConcept) -> bool:
    del learned
    return True


def cover(
    search: AxiomSearch,
    weights_for: Callable[[Mask], Weights],
    given: Iterable[LearnedConcept] = (),
    wanted: Mask | None = None,
) -> Iterator[LearnedConcept]:
    """Learn axioms until the positives are covered (note 13).

    It also ends when no new axiom is found. What ``given`` axioms cover counts as covered.
    ``wanted`` are the positives to be covered; all of them if None.
    """
    uncovered = search.all_positives if wanted is None else wanted
    bodies = set()
    for rule in given:
        bodies.add(rule.body)
        uncovered = uncovered_after(uncovered, rule)
    while uncovered.any():
        axiom = search.learn_one_axiom(weights_for(uncovered), uncovered)
        if axiom is None or axiom.body in bodies:
            return
        left = uncovered_after(uncovered, axiom)
        if np.array_equal(left, uncovered):
            return
        bodies.add(axiom.body)
        uncovered = left
        yield axiom


def weak_hypothesis(
    search: AxiomSearch, weights: Weights, wanted: Mask | None = None
) -> list[LearnedConcept]:
    """wFOIL-DL: axioms that together cover the positives, under fixed weights (Algorithm 2)."""
    return list(cover(search, lambda _: weights, wanted=wanted))


def foil_weights(data: TrainingSet) -> Callable[[Mask], Weights]:
    """Return the weights of FOIL-DL: uniform, 0 for covered positives."""
    uniform = data.distribution

    def weights_for(uncovered: Mask) -> Weights:
        weights = uniform.copy()
        weights[: uncovered.size][~uncovered] = 0.0
        return weights

    return weights_for


def foil(
    search: AxiomSearch, context: RunContext | None = None, given: Sequence[GivenRule] = ()
) -> RuleSet:
    """FOIL-DL: uniform weights, 0 for covered positives; degrees are confidences (note 14).

    Given rules come first, as if they had been learned.
    """
    context = context or RunContext()
    inclusions = []
    first = [evaluate_concept(search.data, rule.body) for rule in given]
    for axiom in chain(first, cover(search, foil_weights(search.data), first)):
        inclusions.append(axiom.inclusion(degree=axiom.confidence))
        context.emit(RuleFound(axiom))
    return RuleSet(tuple(inclusions))


def learn_rules(learner: FoilDL, problem: LearningProblem, context: RunContext) -> RuleSet:
    """Learn rules until the positives are covered."""
    return foil(searches(learner, problem, context), context, learner.given_rules)


def searches(
    learner: CoveringLearner, problem: LearningProblem, context: RunContext
) -> AxiomSearch:
    """Return the rule search of a problem, with what other runs prepared."""
    data, memo = cache_for(context, problem).prepared(learner)
    return AxiomSearch(data, learner, context, memo)
