"""The protocol of an evaluation by its definition (note 25): plain loops, nothing shared.

Repeat r divides the examples by the seed ``seed + r``; each training part is divided once more by
the same seed. Training knows nothing of anyone outside the training part; a test is taken with all
that is known, an inner test with what is known of the training part around it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.model_selection import StratifiedKFold
from tests.reference import measures
from tests.reference.semantics import degree

from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis
from owlboost.data.knowledge_base import KnowledgeBase

TIE = 1e-12
"""Figures this close are equal."""

Positions = list[int]
"""Places among the examples."""

Curve = Callable[[list[float]], list[float]]
"""From evidence to probability."""

Learner = Callable[[KnowledgeBase, Positions, list[bool]], tuple[Hypothesis, float, Curve | None]]
"""From what is known, elements and labels to a hypothesis, a threshold and maybe a curve."""


@dataclass(frozen=True)
class Candidate:
    """A configuration: how it learns, and what decides between equals."""

    learn: Learner
    theta: float
    n_sets: int


@dataclass(frozen=True)
class Task:
    """Examples with labels, and what is known once some of them are forgotten."""

    known_without: Callable[[Positions], KnowledgeBase]
    elements: Positions
    positive: list[bool]

    def known_of(self, some: Positions) -> KnowledgeBase:
        """What is known if all examples but some are forgotten."""
        return self.known_without(
            [element for at, element in enumerate(self.elements) if at not in some]
        )


@dataclass(frozen=True)
class MoveBatch:
    """What one hypothesis reached on one test."""

    measures: dict[str, float]
    threshold: float
    rules: int


@dataclass(frozen=True)
class Evaluated:
    """The scores of every candidate on every outer fold, and what was chosen inside each."""

    scores: list[list[MoveBatch]]
    top: list[MoveBatch]
    best: int
    chosen: list[int]
    nested: list[MoveBatch]


def evaluated(
    task: Task, candidates: Sequence[Candidate], folds: int, repeats: int, seed: int
) -> Evaluated:
    """Evaluate candidates on outer folds; if there are several, choose on inner ones."""
    everyone = list(range(len(task.positive)))
    scores: list[list[MoveBatch]] = [[] for _ in candidates]
    top, chosen, nested = [], [], []
    for repeat in range(repeats):
        for train, test in divided(everyone, task.positive, folds, seed + repeat):
            outer = [tested(task, candidate, train, test, everyone) for candidate in candidates]
            for number, found in enumerate(outer):
                scores[number].append(found)
            inner = divided(train, task.positive, folds, seed + repeat)
            merits = [
                selection_score([tested(task, candidate, *parts, train) for parts in inner])
                for candidate in candidates
                if len(candidates) > 1
            ]
            chosen.append(choice(candidates, merits))
            nested.append(outer[chosen[-1]])
            labels = [task.positive[at] for at in test]
            top.append(MoveBatch(measures.named([1.0] * len(test), labels, 0.5), 0.5, 0))
    best = choice(candidates, [selection_score(found) for found in scores])
    return Evaluated(scores, top, best, chosen, nested)


def divided(
    some: Positions, positive: list[bool], folds: int, seed: int
) -> list[tuple[Positions, Positions]]:
    """Divide some of the examples into training and test, in as many parts as positives allow."""
    labels = [positive[at] for at in some]
    splitter = StratifiedKFold(min(folds, sum(labels)), shuffle=True, random_state=seed)
    return [
        ([some[at] for at in train], [some[at] for at in test])
        for train, test in splitter.split(np.zeros(len(labels)), labels)
    ]


def tested(
    task: Task, candidate: Candidate, train: Positions, test: Positions, known: Positions
) -> MoveBatch:
    """Learn from the training part alone, and measure on the test."""
    hypothesis, threshold, curve = candidate.learn(
        task.known_of(train),
        [task.elements[at] for at in train],
        [task.positive[at] for at in train],
    )
    kb = task.known_of(known)
    evidence = [weighed(hypothesis, task.elements[at], kb) for at in test]
    degrees = [predicted(hypothesis, task.elements[at], kb) for at in test]
    labels = [task.positive[at] for at in test]
    rules = [axiom for axiom in hypothesis.inclusions if axiom.body.labels or axiom.body.edges]
    likely = None if curve is None else curve(evidence)
    found = measures.named(degrees, labels, threshold, evidence, likely)
    return MoveBatch(found, threshold, len(rules))


def predicted(hypothesis: Hypothesis, element: int, kb: KnowledgeBase) -> float:
    """``h(x)``: the evidence, clipped to a degree."""
    return min(max(weighed(hypothesis, element, kb), 0.0), 1.0)


def weighed(hypothesis: Hypothesis, element: int, kb: KnowledgeBase) -> float:
    """Return the sum of weak learners, or the best of graded rules (Eq. 5 and 16)."""
    if isinstance(hypothesis, BoostedHypothesis):
        total = 0.0
        for term, leverage in zip(hypothesis.terms, hypothesis.leverages, strict=True):
            total += leverage * max(
                axiom.degree * degree(axiom.body, element, kb) for axiom in term.inclusions
            )
        return total
    found = [axiom.degree * degree(axiom.body, element, kb) for axiom in hypothesis.inclusions]
    return max(found, default=0.0)


def mean(found: Sequence[MoveBatch], name: str) -> float:
    """Mean of a measure over folds."""
    return sum(one.measures[name] for one in found) / len(found)


def selection_score(found: Sequence[MoveBatch]) -> float:
    """``fF1F1 = mean(F1_f) · mean(F1)`` (Eq. 17)."""
    return mean(found, "fuzzy_F1") * mean(found, "F1")


def choice(candidates: Sequence[Candidate], merits: Sequence[float]) -> int:
    """Best candidate; of equals the lowest θ, then the fewest sets, then the first."""
    chosen = 0
    for number in range(1, len(candidates)):
        if merits[number] > merits[chosen] + TIE:
            chosen = number
        elif merits[number] >= merits[chosen] - TIE:
            rival, holder = candidates[number], candidates[chosen]
            if (rival.theta, rival.n_sets) < (holder.theta, holder.n_sets):
                chosen = number
    return chosen
