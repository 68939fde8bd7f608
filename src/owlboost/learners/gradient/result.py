"""An additive model in the paper's form: scale and shift fold into the weights (mathematics §9).

``h = clip((F − zero)/(one − zero))`` is ``clip(α₀' + Σ αᵢ'·Cᵢ)`` with ``αᵢ' = αᵢ/(one − zero)``.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from owlboost.learners.gradient.cover_growth import CoverGrowth
from owlboost.learners.gradient.fitting import Stage
from owlboost.learners.gradient.growth import Growth
from owlboost.learners.gradient.learner import GradientConcepts
from owlboost.learners.gradient.points import Scorecard, scorecard
from owlboost.learners.gradient.pruning import Structure, pruned
from owlboost.learners.gradient.race import MOST_VALIDATED, Choice, choose
from owlboost.learners.gradient.scales import Scale
from owlboost.learners.gradient.tuning import tuned
from owlboost.learners.gradient.workshop import FOLDS, Workshop, placed_sets, sampled
from owlboost.learners.learner import Learnt
from owlboost.learners.search.ground import Ground, positives_of
from owlboost.learners.watch import RuleFound, Watch
from owlboost.model.calibration import Calibration, calibrated, fit_platt
from owlboost.model.concepts import TOP
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, WeakHypothesis
from owlboost.runtime.array_types import Floats

FEW = 10
"""With fewer examples of a class than this, figures say little."""


def gradient(problem: LearningProblem, parameters: GradientConcepts, watch: Watch) -> Learnt:
    """Learn an additive model over concepts, chosen by inner validation."""
    choice, workshop = _chosen(problem, parameters, watch)
    stage = _learned(choice, workshop, watch)
    structure = _structure(choice, workshop)
    if choice.held_out is not None and not watch.budget.spent:
        stage = pruned(stage, structure, watch.budget)
        if choice.tuned:
            stage = tuned(stage, structure.fitter, watch.budget, parameters.forbidden)
    remarks = list(_remarks(problem))
    everything = _everything(problem)
    card = scorecard(stage, structure, choice.scale) if parameters.points else None
    if card is None:
        hypothesis = folded(stage, choice.scale, everything, workshop.n_given)
    else:
        remarks.append(card.sentence)
        hypothesis = of_points(card, everything)
    return Learnt(
        hypothesis,
        _calibration(choice, stage, structure.fitter.ground),
        choice.curve,
        tuple(remarks),
    )


def _chosen(
    problem: LearningProblem, parameters: GradientConcepts, watch: Watch
) -> tuple[Choice, Workshop]:
    """Choose how to learn, and return where to learn: what a sample needed is given back."""
    sample = sampled(problem, MOST_VALIDATED, parameters.random_state)
    crew = watch.crew(parameters.n_jobs)
    sets = placed_sets(problem, parameters, crew)
    trial = Workshop(sample, parameters, Watch(watch.on_event, watch.budget.half()), sets, crew)
    choice = choose(trial)
    if sample is problem:
        return choice, trial
    return choice, Workshop(problem, parameters, watch, sets, crew)


def _structure(choice: Choice, workshop: Workshop) -> Structure:
    """Return what validates given concepts."""
    ground = workshop.ground(choice.configuration)
    fitter = workshop.fitter(ground, choice.configuration)
    seed = workshop.parameters.random_state
    return Structure.of(fitter, choice.configuration.loss, FOLDS, seed)


def _remarks(problem: LearningProblem) -> Iterator[str]:
    """Say how little the figures of few examples mean."""
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
    """Return the axiom over ⊤, which says how many examples there are."""
    n, positives = float(problem.counts.sum()), positives_of(problem.labels, problem.counts)
    return Inclusion(TOP, 1.0, positives / n, round(positives), round(n - positives))


def _learned(choice: Choice, workshop: Workshop, watch: Watch) -> Stage:
    """Learn from all examples; where no rule covers any positive, grow one all the same."""
    configuration = choice.configuration
    ground = workshop.ground(configuration)
    stage = _last(workshop.growth(ground, configuration, watch), choice.n_rules, watch)
    if configuration.covering and not stage.learned:
        grown = replace(configuration, covering=False, monotone=workshop.parameters.monotone)
        stage = _last(workshop.growth(ground, grown, watch), 1, watch)
    ground.rest()
    return stage


def _last(growth: Growth | CoverGrowth, n_rules: int, watch: Watch) -> Stage:
    """Return the last stage of a growth, and tell of each rule that is there."""
    (stage,) = deque(_told(growth.stages(n_rules), watch), maxlen=1)  # each scores every example
    return stage


def _told(stages: Iterator[Stage], watch: Watch) -> Iterator[Stage]:
    known = 0
    for stage in stages:
        for learned in stage.learned[known:]:
            watch.tell(RuleFound(learned))
        known = len(stage.learned)
        yield stage


def _calibration(choice: Choice, stage: Stage, ground: Ground) -> Calibration | None:
    """Fit how evidence becomes a probability to held-out scores; graded labels know none.

    Where examples are too few to hold any out, those of the training examples must do: Platt's
    targets keep so few from saying too much.
    """
    if ground.graded:
        return None
    if choice.held_out is not None:
        scores, positive, weights = choice.held_out.pooled
        return calibrated(choice.scale.evidence(scores), positive, weights)
    return fit_platt(choice.scale.evidence(stage.scores), ground.labels > 0, ground.counts)


def folded(
    stage: Stage, scale: Scale, everything: Inclusion, n_given: int = 0
) -> BoostedHypothesis:
    """Write a stage as ``α₀·⊤ + Σ αᵢ·WLᵢ ⊑ T`` with degrees as its value.

    A concept that the others leave nothing to say has weight 0 and is no rule, unless it is among
    the first, given ones.
    """
    alpha: Floats = stage.alpha / scale.width
    prior = float(alpha[0]) - scale.zero / scale.width
    rules = [
        (learned.inclusion(confidence=learned.mean_label), float(weight))
        for at, (learned, weight) in enumerate(zip(stage.learned, alpha[1:], strict=True))
        if weight or at < n_given
    ]
    return _hypothesis(everything, prior, rules)


def of_points(card: Scorecard, everything: Inclusion) -> BoostedHypothesis:
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
