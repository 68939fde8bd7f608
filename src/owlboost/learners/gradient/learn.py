"""Gradient-boosted concepts, learned in full and written as rules (mathematics §9, §10).

Scale and shift fold into the weights: ``h = clip((F − zero)/(one − zero))`` is
``clip(α₀' + Σ αᵢ'·Cᵢ)`` with ``αᵢ' = αᵢ/(one − zero)``. The evidence of a scorecard is
``(start + Σ pointsᵢ·Cᵢ)/full``: from 0 points on the degree is above 0, and from ``full`` points on
it is 1.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from owlboost.concepts.concept import TOP
from owlboost.concepts.hypothesis import COVERED, BoostedHypothesis, Inclusion, WeakHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient.growth import AdditiveModel, CoverGrowth, Growth
from owlboost.learners.gradient.postprocess import HeldOutError, pruned, tuned
from owlboost.learners.gradient.scale import Scale
from owlboost.learners.gradient.selection import MAX_VALIDATION_EXAMPLES, Choice, choose
from owlboost.learners.gradient.trainer import FOLDS, Trainer, placed_sets, sampled
from owlboost.learners.gradient.weights import fit_weights, scores_of
from owlboost.learners.learner import LearnResult
from owlboost.learners.run import RuleFound, RunContext
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, positive_weight
from owlboost.models.calibration import Calibration, calibrated, fit_platt
from owlboost.runtime.array_types import Floats

MOST_POINTS = 10
"""Maximum points of a rule, for or against."""

_DECIMALS = (1, 2, 3)
"""Numbers of decimals to try for the start, in order."""


@dataclass(frozen=True, slots=True, eq=False)
class Scorecard:
    """Rules with whole points.

    Attributes
    ----------
    full
        Number of points for a degree of 1.
    error_before, error
        Validated errors with free weights and with points.
    """

    learned: tuple[LearnedConcept, ...]
    points: tuple[int, ...]
    start: float
    full: float
    error_before: float
    error: float

    @property
    def sentence(self) -> str:
        """Say how to count, and what whole points cost."""
        counted = ", ".join(f"WL{at} {points:+d}" for at, points in enumerate(self.points, 1))
        return (
            f"Points: start at {self.start:+g} and add those of each rule as far as it holds "
            f"({counted}). Up to 0 points the degree is 0, from {self.full:g} points on it is 1. "
            f"Whole points change the validated squared error from {self.error_before:.4f} to "
            f"{self.error:.4f}."
        )


def scorecard(stage: AdditiveModel, structure: HeldOutError, scale: Scale) -> Scorecard | None:
    """Round weights to the whole points with the least validated error.

    Return None if no rule has any weight.
    """
    if not stage.alpha[1:].any():
        return None
    before = structure.error(stage.columns, stage.signs)
    errors: dict[tuple[int, ...], float] = {}
    for most in range(1, MOST_POINTS + 1):
        points = _rounded(stage.alpha[1:], most)
        if any(points):
            errors.setdefault(points, round(structure.error(*_summed(stage, points)), 9))
    best = min(errors, key=lambda points: errors[points])
    data, penalty = structure.fitter.data, structure.fitter.penalty
    columns, _ = _summed(stage, best)
    alpha = fit_weights(
        structure.loss,
        columns,
        data.labels,
        structure.fitter.weights,
        penalty.ridge,
        np.array([0.0, 1.0]),
    )
    if alpha[1] <= 0:
        return None
    n_given = len(structure.fitter.given)
    used = [at for at, points in enumerate(best) if points or at < n_given]
    return Scorecard(
        tuple(stage.learned[at] for at in used),
        tuple(best[at] for at in used),
        _start(float((scale.zero - alpha[0]) / alpha[1]), columns[:, 1]),
        max(round(float(scale.width / alpha[1]), 2), 0.01),
        before,
        errors[best],
    )


def _start(cut: float, totals: Floats) -> float:
    """Round the start to the fewest decimals that change no decision."""
    start = -cut
    for decimals in _DECIMALS:
        start = round(-cut, decimals)
        if np.array_equal(totals + start > COVERED, totals > cut):
            break
    return start


def _rounded(alpha: Floats, most: int) -> tuple[int, ...]:
    """Whole points in proportion to weights; the largest has ``most``."""
    largest = float(np.abs(alpha).max())
    return tuple(int(points) for points in np.round(alpha * (most / largest)))


def _summed(stage: AdditiveModel, points: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Columns of ⊤ and of each example's points, with their signs."""
    total = scores_of(stage.columns[:, 1:], np.array(points, dtype=np.float64))
    return np.column_stack([np.ones(total.size), total]), np.array([0.0, 1.0])


FEW = 10
"""Below this number of examples per class, measures are unreliable."""


def gradient(
    parameters: GradientConcepts, problem: LearningProblem, context: RunContext
) -> LearnResult:
    """Learn an additive model over concepts, chosen by inner validation."""
    choice, trainer = _chosen(problem, parameters, context)
    stage = _learned(choice, trainer, context)
    structure = _structure(choice, trainer)
    if choice.held_out is not None and not context.budget.spent:
        stage = pruned(stage, structure, context.budget)
        if choice.tuned:
            stage = tuned(stage, structure.fitter, context.budget, parameters.forbidden)
    remarks = list(_remarks(problem))
    everything = _everything(problem)
    card = scorecard(stage, structure, choice.scale) if parameters.points else None
    if card is None:
        hypothesis = folded(stage, choice.scale, everything, trainer.n_given)
    else:
        remarks.append(card.sentence)
        hypothesis = scorecard_hypothesis(card, everything)
    return LearnResult(
        hypothesis,
        _calibration(choice, stage, structure.fitter.data),
        choice.curve,
        tuple(remarks),
    )


def _chosen(
    problem: LearningProblem, parameters: GradientConcepts, context: RunContext
) -> tuple[Choice, Trainer]:
    """Choose a configuration on a sample; return a trainer for everything."""
    sample = sampled(problem, MAX_VALIDATION_EXAMPLES, parameters.random_state)
    pool = context.pool(parameters.n_jobs)
    sets = placed_sets(problem, parameters, pool)
    trial = Trainer(
        sample, parameters, RunContext(context.on_event, context.budget.half()), sets, pool
    )
    choice = choose(trial)
    if sample is problem:
        return choice, trial
    return choice, Trainer(problem, parameters, context, sets, pool)


def _structure(choice: Choice, trainer: Trainer) -> HeldOutError:
    """Return the held-out validation of given concepts."""
    data = trainer.training_set(choice.configuration)
    fitter = trainer.fitter(data, choice.configuration)
    seed = trainer.parameters.random_state
    return HeldOutError.from_fitter(fitter, choice.configuration.loss, FOLDS, seed)


def _remarks(problem: LearningProblem) -> Iterator[str]:
    """Remark that measures on few examples are unreliable."""
    if problem.is_graded:
        if len(problem) < 2 * FEW:
            yield (
                f"There are {len(problem)} examples. Rules from so few describe these examples; "
                "how well they fit others, the figures cannot tell."
            )
        return
    n_positives = int(np.count_nonzero(problem.positive))
    n_negatives = len(problem) - n_positives
    if min(n_positives, n_negatives) < FEW:
        belong = "belongs" if n_positives == 1 else "belong"
        yield (
            f"{n_positives} of {len(problem)} examples {belong} to the target. Rules from so few "
            "describe these examples; how well they fit others, the figures cannot tell."
        )


def _everything(problem: LearningProblem) -> Inclusion:
    """Return the axiom over ⊤, with the number of examples."""
    n, positives = float(problem.counts.sum()), positive_weight(problem.labels, problem.counts)
    return Inclusion(TOP, 1.0, positives / n, round(positives), round(n - positives))


def _learned(choice: Choice, trainer: Trainer, context: RunContext) -> AdditiveModel:
    """Learn from all examples, always at least one rule.

    Where no rule covers any positive, one is grown.
    """
    configuration = choice.configuration
    data = trainer.training_set(configuration)
    stage = _last(trainer.growth(data, configuration, context), choice.n_rules, context)
    if configuration.covering and not stage.learned:
        grown = replace(configuration, covering=False, monotone=trainer.parameters.monotone)
        stage = _last(trainer.growth(data, grown, context), 1, context)
    data.release_shards()
    return stage


def _last(growth: Growth | CoverGrowth, n_rules: int, context: RunContext) -> AdditiveModel:
    """Return the last stage of a growth, emitting each rule."""
    # only the last stage is kept: each scores every example
    (stage,) = deque(_emitting(growth.stages(n_rules), context), maxlen=1)
    return stage


def _emitting(stages: Iterator[AdditiveModel], context: RunContext) -> Iterator[AdditiveModel]:
    n_emitted = 0
    for stage in stages:
        for learned in stage.learned[n_emitted:]:
            context.emit(RuleFound(learned))
        n_emitted = len(stage.learned)
        yield stage


def _calibration(choice: Choice, stage: AdditiveModel, data: TrainingSet) -> Calibration | None:
    """Fit the calibration of evidence to held-out scores.

    Graded labels have none. If there are too few examples for held-out scores, those of the
    training examples are used; Platt's targets limit the optimism.
    """
    if data.graded:
        return None
    if choice.held_out is not None:
        scores, positive, weights = choice.held_out.pooled
        return calibrated(choice.scale.evidence(scores), positive, weights)
    return fit_platt(choice.scale.evidence(stage.scores), data.labels > 0, data.counts)


def folded(
    stage: AdditiveModel, scale: Scale, everything: Inclusion, n_given: int = 0
) -> BoostedHypothesis:
    """Write a stage as ``α₀·⊤ + Σ αᵢ·WLᵢ ⊑ T``, with its scale.

    A concept of weight 0 is no rule, unless it is among the first, given ones.
    """
    alpha: Floats = stage.alpha / scale.width
    prior = float(alpha[0]) - scale.zero / scale.width
    rules = [
        (learned.inclusion(confidence=learned.mean_label), float(weight))
        for at, (learned, weight) in enumerate(zip(stage.learned, alpha[1:], strict=True))
        if weight or at < n_given
    ]
    return _hypothesis(everything, prior, rules)


def scorecard_hypothesis(card: Scorecard, everything: Inclusion) -> BoostedHypothesis:
    """Write a scorecard in the same form."""
    rules = [
        (learned.inclusion(confidence=learned.mean_label), points / card.full)
        for learned, points in zip(card.learned, card.points, strict=True)
    ]
    return _hypothesis(everything, card.start / card.full, rules)


def _hypothesis(
    everything: Inclusion, prior: float, rules: Sequence[tuple[Inclusion, float]]
) -> BoostedHypothesis:
    weighted = [(everything, prior), *rules]
    terms = [
        WeakHypothesis(f"WL{number}", (inclusion,))
        for number, (inclusion, _) in enumerate(weighted)
    ]
    return BoostedHypothesis(tuple(terms), tuple(weight for _, weight in weighted))
