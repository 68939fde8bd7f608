"""From a learning problem to a hypothesis, by any algorithm."""

from dataclasses import dataclass

from owlboost._typing import Degrees
from owlboost.learners.boosting.rounds import OnRound, boost
from owlboost.learners.budget import Budget
from owlboost.learners.covering.axiom_search import OnStep, Search
from owlboost.learners.covering.cover import OnAxiom, foil
from owlboost.learners.gradient.folding import gradient
from owlboost.learners.gradient.race import OnChoice
from owlboost.learners.settings import Settings
from owlboost.learners.sharing import Shared
from owlboost.learners.threshold import fit_threshold
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import Hypothesis


@dataclass(frozen=True, slots=True)
class Watch:
    """What is told while learning goes on, and what may stop it."""

    on_step: OnStep | None = None
    on_axiom: OnAxiom | None = None
    on_round: OnRound | None = None
    on_choice: OnChoice | None = None
    budget: Budget | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A hypothesis with its degrees over the training examples and the threshold fitted to them."""

    hypothesis: Hypothesis
    degrees: Degrees
    threshold: float


def learn(
    problem: LearningProblem,
    settings: Settings,
    watch: Watch | None = None,
    shared: Shared | None = None,
) -> Fit:
    """Learn a hypothesis for the target of a problem.

    Parameters
    ----------
    problem
        The examples, over a knowledge base that does not know the target.
    settings
        How to learn.
    watch
        What to tell on the way.
    shared
        What other runs on the same problem have made; this one adds to it. The result is the same.

    Examples
    --------
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> import numpy as np
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> learn(problem, Settings()).degrees
    array([1., 0.])
    """
    watch = watch or Watch()
    budget = watch.budget or Budget(settings.time_limit)
    shared = shared or Shared(problem)
    hypothesis: Hypothesis
    if settings.algorithm == "gradient":
        hypothesis = gradient(problem, settings, budget, watch.on_step, watch.on_choice)
    else:
        ground, memo = shared.prepared(settings)
        search = Search(ground, settings, budget, watch.on_step, memo)
        if settings.algorithm == "foil":
            hypothesis = foil(search, ground, watch.on_axiom)
        else:
            hypothesis = boost(search, ground, settings, watch.on_round)
    degrees = shared.extents.hypothesis(hypothesis)[problem.individuals]
    threshold = fit_threshold(degrees, problem.positive, problem.weights)
    return Fit(hypothesis, degrees, threshold)
