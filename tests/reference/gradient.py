"""Gradient-boosted concepts by their definition, over plain lists (mathematics §9).

Lists run over the individuals I of the problem, as in :mod:`tests.reference.learning`.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tests.reference.learning import Candidate, Task, at_the_top
from tests.reference.refinement import refinements

from owlboost._typing import Floats
from owlboost.model.concepts import TOP, Concept

RISE = 0.1
FLAT = 1e-12
SAME = 1e-9


@dataclass(frozen=True)
class Options:
    """Loss, λ, least Σ C, and whether concepts may only argue for the target."""

    loss: str = "squared"
    ridge: float = 1.0
    min_cover: float = 2.0
    monotone: bool = False


@dataclass(frozen=True)
class Grown:
    """The concepts so far, the weights of ⊤ and of them, and F at every individual."""

    bodies: tuple[Concept, ...]
    alpha: tuple[float, ...]
    scores: tuple[float, ...]


def class_weights(task: Task) -> list[float]:
    """Both classes the same total, n in all; within a class, by what an individual stands for."""
    n = math.fsum(task.counts)
    positives = math.fsum(count for count, p in zip(task.counts, task.positive, strict=True) if p)
    return [
        count * n / (2 * (positives if p else n - positives))
        for count, p in zip(task.counts, task.positive, strict=True)
    ]


def slopes(options: Options, scores: Sequence[float], task: Task) -> list[float]:
    """``g = w·(F − y)``, or ``w·(σ(F) − y)``."""
    weights = class_weights(task)
    expected = scores if options.loss == "squared" else [sigma(score) for score in scores]
    return [w * (e - p) for w, e, p in zip(weights, expected, task.positive, strict=True)]


def curvatures(options: Options, scores: Sequence[float], task: Task) -> list[float]:
    """``k = w``, or ``w·σ(1 − σ)``; never quite 0."""
    weights = class_weights(task)
    if options.loss == "squared":
        return weights
    return [
        max(w * sigma(score) * (1 - sigma(score)), FLAT)
        for w, score in zip(weights, scores, strict=True)
    ]


def sigma(score: float) -> float:
    """Logistic function."""
    return 1 / (1 + math.exp(-score)) if score >= 0 else math.exp(score) / (1 + math.exp(score))


def worth(degrees: Sequence[float], g: Sequence[float], k: Sequence[float], ridge: float) -> float:
    """``G² / (K + λ)`` with ``G = Σ g·C`` and ``K = Σ k·C²``."""
    slope = math.fsum(a * c for a, c in zip(g, degrees, strict=True))
    curvature = math.fsum(a * c * c for a, c in zip(k, degrees, strict=True))
    return slope**2 / (curvature + ridge)


def moves(concept: Concept, task: Task) -> dict[Concept, Concept]:
    """All refinements, with the ends that were added."""
    return refinements(
        concept,
        task.labels,
        task.problem.kb,
        max_depth=task.settings.max_depth,
        max_conjuncts=task.settings.max_conjuncts,
        lookahead=task.settings.lookahead,
    )


@dataclass(frozen=True)
class Aim:
    """Slopes and curvatures to explain, and concepts that must not be made."""

    g: Sequence[float]
    k: Sequence[float]
    avoided: frozenset[Concept] = frozenset()


def rising(concept: Concept, task: Task, options: Options, aim: Aim) -> list[Candidate]:
    """Refinements that cover enough and are worth more; ⊤ itself is worth nothing."""
    g, k = aim.g, aim.k
    before = 0.0 if concept.is_top else worth(task.degrees(concept), g, k, options.ridge)
    found = []
    for refined, end in moves(concept, task).items():
        if refined in aim.avoided:
            continue
        degrees = task.degrees(refined)
        value = worth(degrees, g, k, options.ridge)
        argues_for = math.fsum(a * c for a, c in zip(g, degrees, strict=True)) < 0
        cover = math.fsum(n * c for n, c in zip(task.counts, degrees, strict=True))
        if cover < options.min_cover or (options.monotone and not argues_for):
            continue
        if value > before * (1 + RISE) + FLAT:
            found.append(Candidate(refined, end, value, cover, 0.0))
    return found


def grow(task: Task, options: Options, aim: Aim) -> Concept:
    """From ⊤ by the move that is worth most (then covers most, then by note 10) while it rises."""
    concept = TOP
    while found := rising(concept, task, options, aim):
        tied = at_the_top(at_the_top(found, "gain"), "cf")
        concept = min(tied, key=lambda candidate: candidate.place).concept
    return concept


def grow_new(
    bodies: Sequence[Concept],
    task: Task,
    options: Options,
    g: Sequence[float],
    k: Sequence[float],
) -> Concept | None:
    """Grow until a concept says something that neither ⊤ nor another concept says; three times."""
    known = [[1.0] * len(task.positive), *(task.degrees(body) for body in bodies)]
    avoided: frozenset[Concept] = frozenset()
    for _ in range(3):
        concept = grow(task, options, Aim(g, k, avoided))
        if concept.is_top:
            return None
        degrees = task.degrees(concept)
        if all(max(abs(a - b) for a, b in zip(degrees, one, strict=True)) > SAME for one in known):
            return concept
        avoided |= {concept, *bodies}
    return None


def fitted(bodies: Sequence[Concept], task: Task, options: Options) -> list[float]:
    """Minimise the loss plus ``λ/2·Σ α²`` over all α but α₀, by many damped Newton steps.

    A monotone model keeps these α at 0 or above: the best choice of columns for which they are.
    """
    columns = np.column_stack([np.ones(len(task.positive)), *(task.degrees(b) for b in bodies)])
    if not options.monotone:
        return _descended(columns, task, options)
    n = columns.shape[1]
    candidates = []
    for size in range(n):
        for others in itertools.combinations(range(1, n), size):
            alpha = np.zeros(n)
            alpha[[0, *others]] = _descended(columns[:, [0, *others]], task, options)
            if (alpha[1:] >= 0).all():
                candidates.append([float(value) for value in alpha])
    return min(candidates, key=lambda alpha: _value(alpha, columns, task, options))


def _value(alpha: Sequence[float], columns: Floats, task: Task, options: Options) -> float:
    scores = [float(score) for score in columns @ np.array(alpha)]
    return objective(Grown((), tuple(alpha), tuple(scores)), task, options)


def _descended(columns: Floats, task: Task, options: Options) -> list[float]:
    weights, labels = np.array(class_weights(task)), np.array(task.positive, dtype=float)
    penalty = np.full(columns.shape[1], options.ridge)
    penalty[0] = 1e-9
    alpha = np.zeros(columns.shape[1])
    for _ in range(200):
        scores = columns @ alpha
        expected = scores if options.loss == "squared" else np.array([sigma(s) for s in scores])
        k = weights if options.loss == "squared" else weights * expected * (1 - expected)
        slope = columns.T @ (weights * (expected - labels)) + penalty * alpha
        matrix = columns.T @ np.diag(k) @ columns + np.diag(penalty)
        alpha = alpha - 0.5 * np.linalg.solve(matrix, slope)
    return [float(value) for value in alpha]


def stages(task: Task, options: Options, n_rules: int) -> list[Grown]:
    """The model without concepts, then with one more each time."""
    bodies: list[Concept] = []
    found = [_grown(bodies, task, options)]
    while len(bodies) < n_rules:
        scores = found[-1].scores
        g = slopes(options, scores, task)
        k = curvatures(options, scores, task)
        concept = grow_new(bodies, task, options, g, k)
        if concept is None:
            break
        bodies.append(concept)
        found.append(_grown(bodies, task, options))
    return found


def _grown(bodies: Sequence[Concept], task: Task, options: Options) -> Grown:
    alpha = fitted(bodies, task, options)
    columns = [[1.0] * len(task.positive), *(task.degrees(body) for body in bodies)]
    scores = [
        math.fsum(a * column[i] for a, column in zip(alpha, columns, strict=True))
        for i in range(len(task.positive))
    ]
    return Grown(tuple(bodies), tuple(alpha), tuple(scores))


def objective(grown: Grown, task: Task, options: Options) -> float:
    """Loss plus penalty: what the re-fit minimises."""
    weights = class_weights(task)
    if options.loss == "squared":
        losses = [
            (score - p) ** 2 / 2 for score, p in zip(grown.scores, task.positive, strict=True)
        ]
    else:
        losses = [
            math.log1p(math.exp(-abs(score))) + max(score, 0) - p * score
            for score, p in zip(grown.scores, task.positive, strict=True)
        ]
    penalty = options.ridge * math.fsum(value**2 for value in grown.alpha[1:]) / 2
    return math.fsum(w * loss for w, loss in zip(weights, losses, strict=True)) + penalty
