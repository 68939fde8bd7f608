"""pFOIL-DL: covering by an ensemble, with its score (mathematics §19)."""

from dataclasses import dataclass

import numpy as np

from owlboost.concepts.hypothesis import RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import PFoilDL
from owlboost.learners.covering import n_positives
from owlboost.learners.preparation import cache_for
from owlboost.learners.run import RuleFound, RunContext
from owlboost.learners.search.greedy import GreedySearch
from owlboost.learners.search.objective import (
    TOLERANCE,
    CappedWeights,
    ExcessWeights,
    MoveScores,
    Sums,
)
from owlboost.learners.search.shard import weighted_sum
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, evaluate_concept
from owlboost.runtime.array_types import Degrees, Floats


@dataclass(frozen=True, slots=True)
class Estimate:
    """Prior and weights that turn cardinalities into a score.

    Attributes
    ----------
    positives, examples
        ``|T| = |E⁺|`` and ``|I|``.
    beta, prior_examples
        β and m.

    Examples
    --------
    >>> estimate = Estimate(positives=2.0, examples=4.0, beta=1.0, prior_examples=2.0)
    >>> float(estimate.score(2.0, 2.0))  # P(T|H) = (2 + 1)/(2 + 2), P(H|T) = (2 + 1)/(2 + 2)
    0.75
    """

    positives: float
    examples: float
    beta: float
    prior_examples: float

    def score(self, true: Floats | float, total: Floats | float) -> Floats:
        """``(1 + β²)·P·R / (β²·P + R)`` from ``Σ_{E⁺} H`` and ``Σ_I H``."""
        m = self.prior_examples
        precision = _ratio(true + m * self.positives / self.examples, total + m)
        recall = _ratio(true + m * total / self.examples, self.positives + m)
        squared = self.beta**2
        return _ratio((1 + squared) * precision * recall, squared * precision + recall)

    def best_score(self, true: Floats | float, least: Floats | float) -> Floats:
        """Return the best score, with ``Σ_I H`` from ``least`` to ``|I|``.

        ``Σ_{E⁺} H`` is ``true``. ``(1 + β²)/score`` is ``β²(|T| + m)/(t + m·x/|I|) + (x + m)/(t +
        mπ)`` with t and x for the two sums, convex in x; so the best x is where its slope is 0, or
        the nearest allowed.
        """
        share = self.prior_examples / self.examples
        spread = (self.positives + self.prior_examples) * share * (true + share * self.positives)
        level = self.beta * np.sqrt(spread) - true  # share · x where the slope is 0
        most = np.maximum(least, self.examples)
        lower = np.array(least, dtype=np.float64)
        best = np.divide(level, share, out=lower, where=level > share * lower)
        return self.score(true, np.minimum(best, most))


def _ratio(above: Floats | float, below: Floats | float) -> Floats:
    """Divide; 0/0 is 0."""
    below = np.asarray(below, dtype=np.float64)
    return np.divide(above, below, out=np.zeros(np.broadcast(above, below).shape), where=below > 0)


class EnsembleScore:
    """Scores refinements by the score of the ensemble with them.

    The two sums of a concept C are what it adds to the ensemble H: ``Σ max(0, C − H)`` over E⁺ and
    over I. Only positives decide whether a position can add anything, so they are the first
    group. Of graded positives ``min(C, y)`` counts, and ``min(H, y)``.
    """

    def __init__(self, data: TrainingSet, beta: float, prior_examples: float) -> None:
        n = n_positives(data)
        self.row_groups = (slice(0, n), slice(n, data.n_rows))
        self._counts = np.ascontiguousarray(data.counts)
        self._positive_counts = np.where(data.labels > 0, self._counts, 0.0)
        self._labels = data.labels if data.graded else None
        self.estimate = Estimate(
            weighted_sum(self._positive_counts, data.labels),
            float(self._counts.sum()),
            beta,
            prior_examples,
        )
        self._true = self._total = 0.0
        self.weights = self._sum_weights(np.zeros(data.n_rows))

    def join(self, ensemble: Degrees) -> None:
        """Set the degrees ``H(a)`` of the ensemble to be joined."""
        shared = ensemble if self._labels is None else np.minimum(ensemble, self._labels)
        self._true = weighted_sum(self._positive_counts, shared)
        self._total = weighted_sum(self._counts, ensemble)
        self.weights = self._sum_weights(np.ascontiguousarray(ensemble))

    def _sum_weights(self, ensemble: Degrees) -> ExcessWeights | CappedWeights:
        if self._labels is None:
            return ExcessWeights(self._positive_counts, self._counts, ensemble)
        return CappedWeights(self._positive_counts, self._counts, ensemble, self._labels)

    @property
    def current(self) -> float:
        """Score of the ensemble; 0 while it is empty."""
        return self.with_added((0.0, 0.0))

    def start(self) -> Sums:
        """Count ⊤ like no ensemble at all, with a score of 0."""
        return -self._true, -self._total

    def with_added(self, sums: Sums) -> float:
        """Score of the ensemble with a concept that adds these sums."""
        return float(self.estimate.score(self._true + sums[0], self._total + sums[1]))

    def bounds(self, parent_sums: Sums, bound_sums: Floats) -> Floats:
        """Bound scores by what reaches the positions.

        What a concept adds over E⁺, it adds over I.
        """
        most = bound_sums[0]
        bounds = self.estimate.best_score(self._true + most, self._total + most)
        return np.where((most > 0) & (bounds > self.with_added(parent_sums)), bounds, 0.0)

    def score(self, sums: Floats, parent_sums: Sums) -> MoveScores:
        """Score moves by what they add, over E⁺ and over I."""
        true, total = sums
        usable = true > TOLERANCE * self.estimate.examples  # less than that is rounding
        score = self.estimate.score(self._true + true, self._total + total)
        rises = usable & (score > self.with_added(parent_sums) * (1 + TOLERANCE))
        share = np.divide(true, total, out=np.zeros_like(true), where=usable)
        return MoveScores(true, total, np.where(rises, score, -np.inf), share, usable)


def learn_together(learner: PFoilDL, problem: LearningProblem, context: RunContext) -> RuleSet:
    """Learn rules while each improves the ensemble."""
    data, _ = cache_for(context, problem).prepared(learner)
    return learn_ensemble(data, learner, context)


def learn_ensemble(
    data: TrainingSet, learner: PFoilDL, context: RunContext | None = None
) -> RuleSet:
    """Learn rules one by one, while each adds enough to the score."""
    context = context or RunContext()
    score = EnsembleScore(data, learner.beta, learner.prior_examples)
    search = GreedySearch.from_learner(data, learner, score, context)
    ensemble = np.zeros(data.n_rows)
    inclusions = []

    def accepts(learned: LearnedConcept) -> bool:
        """Whether a concept is a rule: not ⊤, covered share of E⁻ ≤ η."""
        share = learned.negative_count / data.negative_count
        return not learned.body.is_top and share <= learner.max_negative_coverage + TOLERANCE

    for rule in learner.given_rules:
        pinned = evaluate_concept(data, rule.body)
        ensemble[pinned.rows] = np.maximum(ensemble[pinned.rows], pinned.degrees)
        score.join(ensemble.copy())
        inclusions.append(pinned.inclusion(degree=pinned.confidence))
        context.emit(RuleFound(pinned))
    while (axiom := search.find(accepts)) is not None:
        score_before = score.current
        ensemble[axiom.rows] = np.maximum(ensemble[axiom.rows], axiom.degrees)
        score.join(ensemble.copy())
        if score.current - score_before <= learner.min_gain + TOLERANCE:
            break
        inclusions.append(axiom.inclusion(degree=axiom.confidence))
        context.emit(RuleFound(axiom))
    return RuleSet(tuple(inclusions))
