"""An additive model in the paper's form: scale and shift fold into the weights (mathematics §9).

``h = clip(½ + s·(F − middle))`` is ``clip(α₀' + Σ αᵢ'·Cᵢ)`` with ``αᵢ' = s·αᵢ``.
"""

from owlboost._typing import Floats
from owlboost.learners.budget import Budget
from owlboost.learners.covering.axiom_search import OnStep
from owlboost.learners.gradient.growth import GradientLearner, Stage
from owlboost.learners.gradient.race import MIDDLE, MOST_VALIDATED, Choice, OnChoice, choose
from owlboost.learners.gradient.workshop import Workshop, in_element_order, sampled
from owlboost.learners.settings import Settings
from owlboost.model.concepts import TOP
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import BoostedHypothesis, Inclusion, WeakHypothesis


def gradient(
    problem: LearningProblem,
    settings: Settings,
    budget: Budget | None = None,
    on_step: OnStep | None = None,
    on_choice: OnChoice | None = None,
) -> BoostedHypothesis:
    """Learn an additive model over concepts, chosen by inner validation.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> names = [f"a{number}" for number in range(12)]
    >>> kb = KnowledgeBase.from_facts(names, types={"Cheap": names[:6]})
    >>> problem = LearningProblem(kb, "Good", np.arange(12), np.arange(12) < 6)
    >>> [term.name for term in gradient(problem, Settings(algorithm="gradient")).terms]
    ['WL0', 'WL1']
    """
    budget = budget or Budget()
    problem = in_element_order(problem)
    sample = sampled(problem, MOST_VALIDATED, settings.random_state)
    choice = choose(Workshop(sample, settings, budget.half()), on_choice)
    workshop = Workshop(problem, settings, budget)
    ground = workshop.ground(choice.configuration)
    learner = workshop.learner(ground, choice.configuration, on_step)
    stage = _last(learner, choice.n_rules)
    positives = float(problem.counts[problem.positive].sum())
    return folded(stage, choice, float(problem.counts.sum()), positives)


def _last(learner: GradientLearner, n_rules: int) -> Stage:
    *_, stage = learner.stages(n_rules)
    return stage


def folded(
    stage: Stage, choice: Choice, n_examples: float, n_positives: float
) -> BoostedHypothesis:
    """Write a stage as ``α₀·⊤ + Σ αᵢ·WLᵢ ⊑ T`` with degrees as its value."""
    alpha: Floats = choice.sharpness * stage.alpha
    middle = MIDDLE[choice.configuration.loss]
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
