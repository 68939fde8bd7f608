"""How often rules come back when they are learned again from samples of the examples."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from owlboost.errors import ParameterError
from owlboost.learners.learner import Learner
from owlboost.learners.registry import LEARNERS
from owlboost.learners.training import train
from owlboost.model.concepts import Concept, nodes
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import Hypothesis
from owlboost.model.trained import TrainedModel


@dataclass(frozen=True, slots=True)
class Recurrence:
    """How often a rule came back.

    Attributes
    ----------
    same
        In how many samples a rule of the same words argued for the same side; fuzzy sets of one
        name are the same words, wherever they lie.
    alike
        In how many samples a rule that speaks of the same classes and properties did, whatever it
        says of them.
    of
        Number of samples.
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
    >>> from owlboost.learners.covering.learner import FoilDL
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> names = [f"i{number}" for number in range(8)]
    >>> kb = KnowledgeBase.from_facts(names, types={"Cheap": names[:4]})
    >>> problem = LearningProblem(kb, "Good", range(8), [True] * 4 + [False] * 4)
    >>> recurrences(train(problem, FoilDL()), problem, 3)
    (Recurrence(same=3, alike=3, of=3),)
    """
    learner = _learner(model)
    found = []
    for sample in samples(problem, n_samples, seed):
        found.append(_words(train(sample, learner).hypothesis))
        if on_sample is not None:
            on_sample()
    return tuple(
        Recurrence(
            sum((rule.inclusion.body.key, rule.weight < 0) in same for same, _ in found),
            sum((mentioned(rule.inclusion.body), rule.weight < 0) in alike for _, alike in found),
            n_samples,
        )
        for rule in model.hypothesis.rules()
    )


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


Words = tuple[set[tuple[Any, bool]], set[tuple[frozenset[str], bool]]]


def _words(hypothesis: Hypothesis) -> Words:
    """Return what rules say, and what they speak of, each with its side."""
    rules = list(hypothesis.rules())
    return (
        {(rule.inclusion.body.key, rule.weight < 0) for rule in rules},
        {(mentioned(rule.inclusion.body), rule.weight < 0) for rule in rules},
    )


def mentioned(concept: Concept) -> frozenset[str]:
    """Return the classes and properties that a concept speaks of.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom, Edge
    >>> sorted(mentioned(Concept((Atom("ex#A"),), (Edge("ex#r", Concept()),))))
    ['ex#A', 'ex#r']
    """
    walked = [node for _, node in nodes(concept)]
    labels = {label.key[0] for node in walked for label in node.labels}
    return frozenset(labels | {edge.role for node in walked for edge in node.edges})
