"""An additive model in the paper's form: scale and shift fold into the weights (mathematics §9).

``h = clip((F − zero)/(one − zero))`` is ``clip(α₀' + Σ αᵢ'·Cᵢ)`` with ``αᵢ' = αᵢ/(one − zero)``.
"""

from dataclasses import replace

from owlboost._typing import Floats
from owlboost.learners.gradient.cover_growth import CoverGrowth
from owlboost.learners.gradient.fitting import Stage
from owlboost.learners.gradient.growth import Growth
from owlboost.learners.gradient.learner import GradientConcepts
from owlboost.learners.gradient.race import MOST_VALIDATED, Choice, choose
from owlboost.learners.gradient.scales import Scale
from owlboost.learners.gradient.workshop import Workshop, in_element_order, sampled
from owlboost.learners.learner import Learnt
from owlboost.learners.watch import Watch
from owlboost.model.calibration import Calibration, calibrated
from owlboost.model.concepts import TOP
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, WeakHypothesis


def gradient(problem: LearningProblem, parameters: GradientConcepts, watch: Watch) -> Learnt:
    """Learn an additive model over concepts, chosen by inner validation."""
    problem = in_element_order(problem)
    sample = sampled(problem, MOST_VALIDATED, parameters.random_state)
    trial = Workshop(sample, parameters, Watch(watch.on_event, watch.budget.half()))
    choice = choose(trial)
    workshop = trial if sample is problem else Workshop(problem, parameters, watch)
    stage = _learned(choice, workshop, watch)
    positives = float(problem.counts[problem.positive].sum())
    hypothesis = folded(stage, choice.scale, float(problem.counts.sum()), positives)
    return Learnt(hypothesis, _calibration(choice), choice.curve)


def _learned(choice: Choice, workshop: Workshop, watch: Watch) -> Stage:
    """Learn from all examples; where no rule covers any positive, grow one all the same."""
    configuration = choice.configuration
    ground = workshop.ground(configuration)
    stage = _last(workshop.growth(ground, configuration, watch), choice.n_rules)
    if configuration.covering and not stage.learned:
        grown = replace(configuration, covering=False, monotone=workshop.parameters.monotone)
        return _last(workshop.growth(ground, grown, watch), 1)
    return stage


def _last(growth: Growth | CoverGrowth, n_rules: int) -> Stage:
    *_, stage = growth.stages(n_rules)
    return stage


def _calibration(choice: Choice) -> Calibration | None:
    """Fit how evidence becomes a probability to held-out scores, if there are any."""
    if choice.held_out is None:
        return None
    scores, positive, weights = choice.held_out.pooled
    return calibrated(choice.scale.evidence(scores), positive, weights)


def folded(stage: Stage, scale: Scale, n_examples: float, n_positives: float) -> BoostedHypothesis:
    """Write a stage as ``α₀·⊤ + Σ αᵢ·WLᵢ ⊑ T`` with degrees as its value.

    A concept that the others leave nothing to say has weight 0 and is no rule.
    """
    alpha: Floats = stage.alpha / scale.width
    prior = float(alpha[0]) - scale.zero / scale.width
    everything = Inclusion(
        TOP,
        1.0,
        n_positives / n_examples,
        round(n_positives),
        round(n_examples - n_positives),
    )
    rules = [
        (learned.inclusion(), float(weight))
        for learned, weight in zip(stage.learned, alpha[1:], strict=True)
        if weight
    ]
    terms = [WeakHypothesis("WL0", (everything,))]
    terms += [
        WeakHypothesis(f"WL{number}", (inclusion,))
        for number, (inclusion, _) in enumerate(rules, 1)
    ]
    return BoostedHypothesis(tuple(terms), (prior, *(weight for _, weight in rules)))
