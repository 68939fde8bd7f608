"""How often rules come back: over the folds of an evaluation, or learned again from samples."""

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
    """How often a rule came back.

    Attributes
    ----------
    same
        In how many samples or folds a rule of the same words argued for the same side; fuzzy sets
        of one name are the same words, wherever they lie.
    alike
        In how many of them a rule that speaks of the same classes and properties did, whatever it
        says of them.
    of
        Number of samples or folds.
    """

    same: int
    alike: int
    of: int

    def to_json(self) -> dict[str, int]:
        """Return what a page shows."""
        return {"same": self.same, "alike": self.alike, "of": self.of}


def recurrences(
    model: TrainedModel,
    problem: LearningProblem,
    n_samples: int,
    *,
    seed: int = 0,
    on_sample: Callable[[], None] | None = None,
) -> tuple[Recurrence, ...]:
    """Learn again from bootstrap samples, and count for each rule how often it came back.

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
    (Recurrence(same=3, alike=3, of=3),)
    """
    learner = _learner(model)
    found = []
    for sample in samples(problem, n_samples, seed):
        found.append(_told(train(sample, learner).hypothesis))
        if on_sample is not None:
            on_sample()
    return _counted(_told(model.hypothesis), found)


def fold_recurrences(model: TrainedModel, runs: Sequence[RunResult]) -> tuple[Recurrence, ...]:
    """Count for each rule on how many folds of evaluations of the same problem it was learned.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> fold_recurrences(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), ())
    ()
    """
    told = [run for run in runs if run.rules and is_of_same_problem(model, run)]
    if not told:
        return ()
    folds = [
        [(rule.body, weight) for rule in run.rules if (weight := rule.weights[fold]) is not None]
        for run in told
        for fold in range(len(run.winner.scores.folds))
    ]
    return _counted(_told(model.hypothesis), folds)


def is_of_same_problem(model: TrainedModel, run: RunResult) -> bool:
    """Whether a run evaluates what made a model: same target, algorithm and numbers of examples.

    What the file of a model does not tell does not count. Configurations may differ.

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


Told = list[tuple[Concept, float]]
"""Bodies of rules, and what they count."""


def _told(hypothesis: Hypothesis) -> Told:
    return [(rule.inclusion.body, rule.weight) for rule in hypothesis.rules()]


def _counted(rules: Told, others: Sequence[Told]) -> tuple[Recurrence, ...]:
    """Count for each rule in how many other lists it is, and a rule about the same things."""
    words = [{(body.key, weight < 0) for body, weight in other} for other in others]
    things = [{(body.names(), weight < 0) for body, weight in other} for other in others]
    return tuple(
        Recurrence(
            sum((body.key, weight < 0) in one for one in words),
            sum((body.names(), weight < 0) in one for one in things),
            len(others),
        )
        for body, weight in rules
    )


def run_recurrences(run: RunResult) -> tuple[Recurrence, ...]:
    """Count for each rule of a run on how many of its folds it, or one alike, was learned."""
    rules = [(rule.body, -1.0 if rule.is_against else 1.0) for rule in run.rules]
    folds = [
        [one for one, rule in zip(rules, run.rules, strict=True) if rule.weights[fold] is not None]
        for fold in range(len(run.winner.scores.folds))
    ]
    return _counted(rules, folds)


def _learner(model: TrainedModel) -> Learner:
    if model.algorithm not in LEARNERS:
        raise ParameterError(
            f"The rules cannot be learned again: there is no algorithm {model.algorithm!r} here."
        )
    parameters = {name: value for name, value in model.parameters.items() if name != "algorithm"}
    return LEARNERS[model.algorithm]().adjusted(**parameters)


def samples(problem: LearningProblem, n_samples: int, seed: int = 0) -> Iterator[LearningProblem]:
    """Draw as many examples as there are, with replacement; labels differ in each sample."""
    rng = np.random.default_rng(seed)
    counts = problem.counts
    total, chances = round(float(counts.sum())), counts / counts.sum()
    for _ in range(n_samples):
        drawn = rng.multinomial(total, chances)
        while np.ptp(problem.labels[drawn > 0]) == 0:
            drawn = rng.multinomial(total, chances)
        chosen = np.flatnonzero(drawn)
        yield replace(problem.part(chosen), weights=drawn[chosen].astype(np.float64))
