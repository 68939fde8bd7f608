"""Recurrence of rules over folds, or over bootstrap samples."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.examples import LearningProblem
from owlboost.errors import ParameterError
from owlboost.evaluation.run import RunResult
from owlboost.learners.learner import LEARNERS, Learner
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The recurrence of a rule over samples or folds.

    Attributes
    ----------
    same
        Number of samples or folds with a rule of the same words and the same sign; fuzzy sets of
        one name are the same words, wherever they lie.
    alike
        Number of those with a rule of the same sign that mentions the same classes and properties.
    total
        Number of samples or folds.
    """

    same: int
    alike: int
    total: int


def recurrences(
    model: TrainedModel,
    problem: LearningProblem,
    n_samples: int,
    *,
    seed: int = 0,
    on_sample: Callable[[], None] | None = None,
) -> tuple[Recurrence, ...]:
    """Count the recurrence of each rule over bootstrap samples.

    Parameters
    ----------
    model
        The rules, and the algorithm and parameters that they were learned with.
    problem
        The examples that they were learned from.
    n_samples
        How often to learn.
    seed
        Of the samples.
    on_sample
        Called after each sample.

    Raises
    ------
    ParameterError
        The algorithm of the model is not known here.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> names = [f"i{number}" for number in range(8)]
    >>> kb = KnowledgeBase.from_facts(names, types={"Cheap": names[:4]})
    >>> problem = LearningProblem(kb, "Good", range(8), [True] * 4 + [False] * 4)
    >>> recurrences(train(problem, FoilDL()), problem, 3)
    (Recurrence(same=3, alike=3, total=3),)
    """
    learner = _learner(model)
    resampled_rules = []
    for sample in samples(problem, n_samples, seed):
        resampled_rules.append(_weighted_bodies(train(sample, learner).hypothesis))
        if on_sample is not None:
            on_sample()
    return _count_recurrences(_weighted_bodies(model.hypothesis), resampled_rules)


def fold_recurrences(model: TrainedModel, runs: Sequence[RunResult]) -> tuple[Recurrence, ...]:
    """Count the recurrence of each rule over folds of the same problem.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> fold_recurrences(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), ())
    ()
    """
    matching_runs = [run for run in runs if run.rules and is_of_same_problem(model, run)]
    if not matching_runs:
        return ()
    folds = [
        [(rule.body, weight) for rule in run.rules if (weight := rule.weights[fold]) is not None]
        for run in matching_runs
        for fold in range(len(run.winner.scores.folds))
    ]
    return _count_recurrences(_weighted_bodies(model.hypothesis), folds)


def is_of_same_problem(model: TrainedModel, run: RunResult) -> bool:
    """Whether a run evaluates the target, algorithm and examples of a model.

    Fields that the file of a model lacks are ignored. Configurations may differ.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> from types import SimpleNamespace
    >>> model = TrainedModel("foil", "urn:x#G", RuleSet(), 0.5, source={"positives": 7})
    >>> run = SimpleNamespace(target="urn:x#G", algorithm="foil", examples=20, positives=7)
    >>> is_of_same_problem(model, run)
    True
    """
    source = model.source
    return (
        (model.target, model.algorithm) == (run.target, run.algorithm)
        and source.get("individuals", run.examples) == run.examples
        and source.get("positives", run.positives) == run.positives
    )


WeightedBodies = list[tuple[Concept, float]]
"""Bodies of rules with their weights."""


def _weighted_bodies(hypothesis: Hypothesis) -> WeightedBodies:
    return [(rule.inclusion.body, rule.weight) for rule in hypothesis.rules()]


def _count_recurrences(
    rules: WeightedBodies, rule_lists: Sequence[WeightedBodies]
) -> tuple[Recurrence, ...]:
    """Count in how many lists each rule, or one alike, recurs."""
    words = [{(body.key, weight < 0) for body, weight in rule_list} for rule_list in rule_lists]
    things = [
        {(body.names(), weight < 0) for body, weight in rule_list} for rule_list in rule_lists
    ]
    return tuple(
        Recurrence(
            sum((body.key, weight < 0) in texts for texts in words),
            sum((body.names(), weight < 0) in mentions for mentions in things),
            len(rule_lists),
        )
        for body, weight in rules
    )


def run_recurrences(run: RunResult) -> tuple[Recurrence, ...]:
    """Count the recurrence of each rule over the folds of a run."""
    rules = [(rule.body, -1.0 if rule.is_against else 1.0) for rule in run.rules]
    folds = [
        [
            weighted_body
            for weighted_body, rule in zip(rules, run.rules, strict=True)
            if rule.weights[fold] is not None
        ]
        for fold in range(len(run.winner.scores.folds))
    ]
    return _count_recurrences(rules, folds)


def _learner(model: TrainedModel) -> Learner:
    if model.algorithm not in LEARNERS:
        raise ParameterError(
            f"The rules cannot be learned again: there is no algorithm {model.algorithm!r} here."
        )
    parameters = {name: value for name, value in model.parameters.items() if name != "algorithm"}
    return LEARNERS[model.algorithm]().adjusted(**parameters)


def samples(problem: LearningProblem, n_samples: int, seed: int = 0) -> Iterator[LearningProblem]:
    """Draw bootstrap samples whose labels are not all the same."""
    rng = np.random.default_rng(seed)
    counts = problem.counts
    total, chances = round(float(counts.sum())), counts / counts.sum()
    for _ in range(n_samples):
        drawn = rng.multinomial(total, chances)
        while np.ptp(problem.labels[drawn > 0]) == 0:
            drawn = rng.multinomial(total, chances)
        chosen = np.flatnonzero(drawn)
        yield replace(problem.part(chosen), weights=drawn[chosen].astype(np.float64))
