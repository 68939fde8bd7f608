"""Real AdaBoost over weak hypotheses (Algorithm 1, notes 15 to 21)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from owlboost.concepts.hypothesis import BoostedHypothesis, WeakHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import FuzzyOWLBoost, WeakLearner
from owlboost.learners.covering import AxiomSearch, searches, weak_hypothesis
from owlboost.learners.rule_constraints import GivenRule, weak_learners
from owlboost.learners.run import RoundEnded, RunContext
from owlboost.learners.search.objective import TOLERANCE
from owlboost.learners.search.shard import weighted_sum
from owlboost.learners.search.training_set import LearnedConcept, best_degrees, evaluate_concept
from owlboost.runtime.array_types import Degrees, Floats, Mask, Weights

MAX_MARGIN = 1 - 1e-9
"""Beyond this margin a learner is perfect: it is kept, and boosting ends (note 19)."""


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """Leverage and margin of a weak hypothesis, and the weights after it."""

    leverage: float
    margin: float
    weights: Weights


def signed(degrees: Degrees) -> Floats:
    """Return votes ``v(a)``: −1 for degree 0, else the degree (note 15).

    Examples
    --------
    >>> signed(np.array([0.0, 0.4]))
    array([-1. ,  0.4])
    """
    return np.where(degrees == 0, -1.0, degrees)


def error(votes: Floats, labels: Floats, weights: Weights) -> float:
    """``ε = Σ_{v·l<0} w·|v·l|`` (note 16); for crisp labels ``|l| = 1``.

    Examples
    --------
    >>> error(np.array([-1.0, 0.4]), np.array([1.0, 1.0]), np.array([0.25, 0.75]))
    0.25
    """
    edges = votes * labels
    wrong = edges < 0
    return weighted_sum(weights[wrong], np.abs(edges[wrong]))


def boost_round(votes: Floats, labels: Floats, weights: Weights) -> Round:
    """Leverage a weak hypothesis and reweight the examples (Algorithm 1, steps 8-12)."""
    peak = float(np.abs(votes).max())
    edges = labels * votes / peak
    margin = float(np.clip(weighted_sum(weights, edges), -MAX_MARGIN, MAX_MARGIN))
    after = weights * (1 - margin * edges)
    return Round(
        leverage=float(np.log((1 + margin) / (1 - margin)) / (2 * peak)),
        margin=margin,
        weights=after / after.sum(),  # the sum is 1 - μ², unless μ was clipped
    )


def boost(
    search: AxiomSearch,
    n_rounds: int = 10,
    weak_learner: WeakLearner = "rules",
    context: RunContext | None = None,
    given: Sequence[GivenRule] = (),
) -> BoostedHypothesis:
    """Fuzzy OWL-Boost (Algorithm 1); given weak learners have the first rounds."""
    context = context or RunContext()
    pinned = weak_learners(given, apart=weak_learner == "axiom")
    data = search.data
    labels = data.signs
    weights = data.distribution
    terms: list[WeakHypothesis] = []
    leverages: list[float] = []
    flawless = False
    for number in range(1, n_rounds + 1):
        is_given = number <= len(pinned)
        if is_given:
            learned = [evaluate_concept(data, rule.body) for rule in pinned[number - 1]]
        elif flawless:
            break
        else:
            learned = _learn_weakly(search, weights, weak_learner)
        if not learned:
            break
        votes = signed(best_degrees(learned, data.n_rows))
        result = boost_round(votes, labels, weights)
        if error(votes, labels, weights) >= 0.5 - TOLERANCE or result.margin <= TOLERANCE:
            if not is_given:
                break
            result = Round(0.0, 0.0, weights)  # no better than chance: it stays, and says nothing
        terms.append(WeakHypothesis(f"WL{number}", tuple(axiom.inclusion() for axiom in learned)))
        leverages.append(result.leverage)
        context.emit(
            RoundEnded(number, result.leverage, result.margin, result.weights, tuple(learned))
        )
        flawless = flawless or result.margin >= MAX_MARGIN
        weights = result.weights
    if weak_learner == "axiom":
        leverages = softmax(leverages)
    return BoostedHypothesis(tuple(terms), tuple(leverages))


def learn_boosted(
    learner: FuzzyOWLBoost, problem: LearningProblem, context: RunContext
) -> BoostedHypothesis:
    """Learn weak hypotheses, and reweight the examples after each."""
    search = searches(learner, problem, context)
    return boost(search, learner.n_rounds, learner.weak_learner, context, learner.given_rules)


def _learn_weakly(search: AxiomSearch, weights: Weights, kind: WeakLearner) -> list[LearnedConcept]:
    wanted = supporters(search)
    if kind == "rules":
        return weak_hypothesis(search, weights, wanted)
    axiom = search.learn_one_axiom(weights, wanted) if wanted.any() else None
    return [] if axiom is None else [axiom]


def supporters(search: AxiomSearch) -> Mask:
    """Return the positives to be covered: those with ``l > 0``.

    With crisp labels, these are all positives; a graded label up to ½ counts as negative.
    """
    return search.all_positives & (search.data.signs[: search.all_positives.size] > 0)


def softmax(leverages: list[float]) -> list[float]:
    """Normalise weights as the paper's earlier variant does (note 21).

    Examples
    --------
    >>> softmax([1.0, 1.0])
    [0.5, 0.5]
    """
    if not leverages:
        return []
    shares = np.exp(np.array(leverages) - max(leverages))
    return [float(share) for share in shares / shares.sum()]
