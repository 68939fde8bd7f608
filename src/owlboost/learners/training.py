"""Learning with everything a model file records."""

from collections.abc import Mapping

from owlboost.errors import ParameterError
from owlboost.learners.learning import Watch, learn
from owlboost.learners.settings import Settings
from owlboost.model.examples import LearningProblem
from owlboost.model.measures import measure
from owlboost.model.trained import TrainedModel


def train(
    problem: LearningProblem,
    settings: Settings,
    *,
    source: Mapping[str, object] | None = None,
    watch: Watch | None = None,
) -> TrainedModel:
    """Learn a model and measure it on its training examples.

    Examples
    --------
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> import numpy as np
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", np.arange(2), np.array([True, False]))
    >>> train(problem, Settings()).training["F1"]
    1.0
    """
    _require_problem(problem)
    fit = learn(problem, settings, watch)
    measures = measure(problem.positive, fit.degrees, fit.threshold)
    return TrainedModel(
        algorithm=settings.algorithm,
        target=problem.target,
        hypothesis=fit.hypothesis,
        threshold=fit.threshold,
        parameters=settings.as_used(),
        source={
            **(source or {}),
            "individuals": len(problem),
            "positives": int(problem.positive.sum()),
        },
        training=measures.named(),
    )


def _require_problem(given: object) -> None:
    if not isinstance(given, LearningProblem):
        raise ParameterError(
            "train takes a learning problem, such as X.problem(y) of an ontology's examples, not "
            f"a {type(given).__name__}: for rows there are the classifiers."
        )
