"""An additive model in the paper's form: scale and shift fold into the weights (mathematics §9).

``h = clip(½ + s·(F − middle))`` is ``clip(α₀' + Σ αᵢ'·Cᵢ)`` with ``αᵢ' = s·αᵢ``.
"""

from owlboost._typing import Floats
from owlboost.learners.gradient.growth import Growth, Stage
from owlboost.learners.gradient.learner import GradientConcepts
from owlboost.learners.gradient.race import MOST_VALIDATED, Choice, choose
from owlboost.learners.gradient.workshop import Workshop, in_element_order, sampled
from owlboost.learners.watch import Watch
from owlboost.model.concepts import TOP
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, WeakHypothesis


def gradient(
    problem: LearningProblem, parameters: GradientConcepts, watch: Watch
) -> BoostedHypothesis:
    """Learn an additive model over concepts, chosen by inner validation."""
    problem = in_element_order(problem)
    sample = sampled(problem, MOST_VALIDATED, parameters.random_state)
    trial = Watch(watch.on_event, watch.budget.half())
    choice = choose(Workshop(sample, parameters, trial))
    workshop = Workshop(problem, parameters, watch)
    ground = workshop.ground(choice.configuration)
    stage = _last(workshop.growth(ground, choice.configuration, watch), choice.n_rules)
    positives = float(problem.counts[problem.positive].sum())
    return folded(stage, choice, float(problem.counts.sum()), positives)


def _last(growth: Growth, n_rules: int) -> Stage:
    *_, stage = growth.stages(n_rules)
    return stage


def folded(
    stage: Stage, choice: Choice, n_examples: float, n_positives: float
) -> BoostedHypothesis:
    """Write a stage as ``α₀·⊤ + Σ αᵢ·WLᵢ ⊑ T`` with degrees as its value."""
    alpha: Floats = choice.sharpness * stage.alpha
    middle = choice.configuration.loss.middle
    prior = float(alpha[0]) + 0.5 - choice.sharpness * middle
    everything = Inclusion(
        TOP,
        1.0,
        n_positives / n_examples,
        round(n_positives),
        round(n_examples - n_positives),
    )
    terms = [WeakHypothesis("WL0", (everything,))]
    terms += [
        WeakHypothesis(f"WL{number}", (learned.inclusion(),))
        for number, learned in enumerate(stage.learned, 1)
    ]
    return BoostedHypothesis(tuple(terms), (prior, *(float(weight) for weight in alpha[1:])))
