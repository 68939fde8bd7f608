"""Gradient-boosted concepts by their definition, over plain lists (mathematics §9).

Lists run over the individuals I of the problem, as in :mod:`tests.reference.learning`.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tests.reference.learning import Candidate, Task, at_the_top
from tests.reference.prohibitions import is_forbidden
from tests.reference.refinement import refinements

from owlboost.concepts.concept import TOP, Concept, Edge, FuzzyValue, Label
from owlboost.data.fuzzy_sets import FuzzySet, shape_points
from owlboost.runtime.array_types import Floats

RISE = 0.1
FLAT = 1e-12
SAME = 1e-9
TRIES = 3


@dataclass(frozen=True)
class Options:
    """Loss, λ, least Σ C, whether concepts may only argue for the target, and class balance.

    ``partitions`` are the fuzzy sets that may stand together, for properties with several.
    ``given`` are the first concepts of every model, ``sides`` what they argue for: 1, −1, or 0 if
    their examples decide.
    """

    loss: str = "squared"
    ridge: float = 1.0
    min_cover: float = 2.0
    monotone: bool = False
    balance: bool = True
    partitions: tuple[frozenset[FuzzyValue], ...] = ()
    given: tuple[Concept, ...] = ()
    sides: tuple[int, ...] = ()


@dataclass(frozen=True)
class Grown:
    """The concepts so far, the weights of ⊤ and of them, and F at every individual."""

    bodies: tuple[Concept, ...]
    alpha: tuple[float, ...]
    scores: tuple[float, ...]


def class_weights(task: Task, options: Options) -> list[float]:
    """Both classes the same total, n in all; within a class, by what an individual stands for.

    Without balance an individual weighs what it stands for, and so it does where labels are graded.
    """
    if not options.balance or task.problem.is_graded:
        return task.counts
    n = math.fsum(task.counts)
    positives = math.fsum(count for count, p in zip(task.counts, task.positive, strict=True) if p)
    return [
        count * n / (2 * (positives if p else n - positives))
        for count, p in zip(task.counts, task.positive, strict=True)
    ]


def slopes(options: Options, scores: Sequence[float], task: Task) -> list[float]:
    """``g = w·(F − y)``, or ``w·(σ(F) − y)``."""
    weights = class_weights(task, options)
    expected = scores if options.loss == "squared" else [sigma(score) for score in scores]
    return [w * (e - p) for w, e, p in zip(weights, expected, task.grades, strict=True)]


def curvatures(options: Options, scores: Sequence[float], task: Task) -> list[float]:
    """``k = w``, or ``w·σ(1 − σ)``; never quite 0."""
    weights = class_weights(task, options)
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


def share_of_positives(task: Task) -> float:
    """π: how many of all individuals are positive, by what they stand for."""
    return mean_label([1.0] * len(task.positive), task)


def mean_label(degrees: Sequence[float], task: Task) -> float:
    """``Σ n·C·y / Σ n·C``, 0 for an empty C: the confidence, if labels are crisp."""
    whole = math.fsum(n * c for n, c in zip(task.counts, degrees, strict=True))
    parts = zip(task.counts, degrees, task.grades, strict=True)
    return math.fsum(n * c * y for n, c, y in parts) / whole if whole > 0 else 0.0


def lift(degrees: Sequence[float], task: Task) -> float:
    """``Σ n·(y − π)·C``: above 0 if C covers more positives than there are among all."""
    share = share_of_positives(task)
    return math.fsum(
        n * (p - share) * c for n, p, c in zip(task.counts, task.grades, degrees, strict=True)
    )


def side(degrees: Sequence[float], task: Task) -> float:
    """1 for a concept of more confidence than π, else −1: the sign that its weight may have."""
    return 1.0 if mean_label(degrees, task) > share_of_positives(task) else -1.0


def agrees(degrees: Sequence[float], task: Task) -> bool:
    """Whether a concept says anything, and what it covers to any degree does not contradict it."""
    says = mean_label(degrees, task) - share_of_positives(task)
    covered = [1.0 if c > 0 else 0.0 for c in degrees]
    return abs(says) > SAME and side(degrees, task) * round(lift(covered, task), 9) >= 0


def of_one_partition(labels: Sequence[Label], options: Options) -> bool:
    """Whether no property is spoken of in the sets of two partitions."""
    fuzzy = [one for one in labels if isinstance(one, FuzzyValue)]
    found = {
        (label.prop, number)
        for label in fuzzy
        for number, sets in enumerate(options.partitions)
        if label in sets
    }
    return len(found) == len({prop for prop, _ in found})


def moves(concept: Concept, task: Task) -> dict[Concept, Concept]:
    """All refinements, with the ends that were added."""
    return refinements(
        concept,
        task.labels,
        task.problem.kb,
        max_depth=task.settings.max_depth,
        max_conjuncts=task.settings.max_conjuncts,
        lookahead=task.settings.lookahead,
        overlapping_sets=task.settings.overlapping_sets,
        logic=task.settings.logic,
        forbidden=task.settings.forbidden,
    )


@dataclass(frozen=True)
class Aim:
    """Slopes and curvatures to explain, labels in use, and concepts that must not be made."""

    g: Sequence[float]
    k: Sequence[float]
    used: tuple[Label, ...] = ()
    avoided: frozenset[Concept] = frozenset()


def rising(concept: Concept, task: Task, options: Options, aim: Aim) -> list[Candidate]:
    """Refinements that cover enough, argue for what they cover and are worth more than C.

    ⊤ itself is worth nothing.
    """
    g, k = aim.g, aim.k
    before = 0.0 if concept.is_top else worth(task.degrees(concept), g, k, options.ridge)
    found = []
    for refined, end in moves(concept, task).items():
        if refined in aim.avoided:
            continue
        if not of_one_partition([*aim.used, *refined.all_labels()], options):
            continue
        degrees = task.degrees(refined)
        value = worth(degrees, g, k, options.ridge)
        argues = -math.fsum(a * c for a, c in zip(g, degrees, strict=True))
        cover = math.fsum(n * c for n, c in zip(task.counts, degrees, strict=True))
        if cover < options.min_cover * (1 - 1e-12) or (options.monotone and argues <= 0):
            continue
        if argues * lift(degrees, task) <= 0:
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
    """Grow until a concept says something new and what it covers agrees with it; three times.

    New is what neither ⊤ nor another concept says.
    """
    known = [[1.0] * len(task.positive), *(task.degrees(body) for body in bodies)]
    used = tuple(label for body in bodies for label in body.all_labels())
    avoided: frozenset[Concept] = frozenset()
    for _ in range(TRIES):
        concept = grow(task, options, Aim(g, k, used, avoided))
        if concept.is_top:
            return None
        degrees = task.degrees(concept)
        is_new = all(
            max(abs(a - b) for a, b in zip(degrees, one, strict=True)) > SAME for one in known
        )
        if is_new and agrees(degrees, task):
            return concept
        avoided |= {concept, *bodies}
    return None


def fitted(bodies: Sequence[Concept], task: Task, options: Options) -> list[float]:
    """Minimise the loss plus ``λ/2·Σ α²`` over all α but α₀, by many damped Newton steps.

    Each of these α keeps to the side of its concept: the best choice of columns for which all do.
    The side of a given concept may have been told.
    """
    columns = np.column_stack([np.ones(len(task.positive)), *(task.degrees(b) for b in bodies)])
    told = [*options.sides, *[0] * (len(bodies) - len(options.sides))]
    sides = np.array(
        [known or side(task.degrees(b), task) for b, known in zip(bodies, told, strict=True)]
    )
    n = columns.shape[1]
    candidates = []
    for size in range(n):
        for others in itertools.combinations(range(1, n), size):
            alpha = np.zeros(n)
            alpha[[0, *others]] = _descended(columns[:, [0, *others]], task, options)
            if (alpha[1:] * sides >= 0).all():
                candidates.append([float(value) for value in alpha])
    return min(candidates, key=lambda alpha: _value(alpha, columns, task, options))


def _value(alpha: Sequence[float], columns: Floats, task: Task, options: Options) -> float:
    scores = [float(score) for score in columns @ np.array(alpha)]
    return objective(Grown((), tuple(alpha), tuple(scores)), task, options)


def _descended(columns: Floats, task: Task, options: Options) -> list[float]:
    weights, labels = np.array(class_weights(task, options)), np.array(task.grades, dtype=float)
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
    """The model without concepts but those given, then with one more each time."""
    bodies: list[Concept] = [*options.given]
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
    return scored(bodies, fitted(bodies, task, options), task)


def objective(grown: Grown, task: Task, options: Options) -> float:
    """Loss plus penalty: what the re-fit minimises."""
    weights = class_weights(task, options)
    if options.loss == "squared":
        losses = [(score - y) ** 2 / 2 for score, y in zip(grown.scores, task.grades, strict=True)]
    else:
        losses = [
            math.log1p(math.exp(-abs(score))) + max(score, 0) - y * score
            for score, y in zip(grown.scores, task.grades, strict=True)
        ]
    penalty = options.ridge * math.fsum(value**2 for value in grown.alpha[1:]) / 2
    return math.fsum(w * loss for w, loss in zip(weights, losses, strict=True)) + penalty


Corner = tuple[str, float]


def corners(bodies: Sequence[Concept]) -> list[Corner]:
    """The points of all fuzzy sets, property by property, ascending."""
    return sorted(
        {
            (label.prop, point)
            for body in bodies
            for label in body.all_labels()
            if isinstance(label, FuzzyValue)
            for point in shape_points(label.fuzzy_set.shape)
        }
    )


def moved(concept: Concept, places: dict[Corner, float]) -> Concept:
    """The concept with the points of its sets at other places."""
    labels = [_moved_label(label, places) for label in concept.labels]
    edges = [Edge(edge.role, moved(edge.filler, places)) for edge in concept.edges]
    return Concept(tuple(labels), tuple(edges))


def _moved_label(label: Label, places: dict[Corner, float]) -> Label:
    if not isinstance(label, FuzzyValue):
        return label
    shape = label.fuzzy_set.shape
    points = [places[label.prop, point] for point in shape_points(shape)]
    return FuzzyValue(label.prop, FuzzySet(label.fuzzy_set.name, type(shape)(*points)))


def on_the_way(corner: Corner, towards: int, share: float, places: dict[Corner, float]) -> float:
    """A share of the way to the next point of the property, or as far away from the other one."""
    line = [one for one in places if one[0] == corner[0]]
    at = line.index(corner)
    if 0 <= at + towards < len(line):
        return places[corner] + share * (places[line[at + towards]] - places[corner])
    return places[corner] - share * (places[line[at - towards]] - places[corner])


def tuned(
    before: Grown, task: Task, options: Options, steps: Sequence[float], fall: float
) -> Grown:
    """Move every point of every set in turn, where that lowers the loss and turns no rule.

    Points of given rules stay, and no rule comes below a forbidden one.
    """
    places = {corner: corner[1] for corner in corners(before.bodies)}
    free = [corner for corner in places if corner not in corners(options.given)]
    now = before
    for share, corner, towards in itertools.product(steps, free, (-1, 1)):
        elsewhere = places | {corner: on_the_way(corner, towards, share, places)}
        touched = [corner in corners([body]) for body in before.bodies]
        bodies = [
            moved(body, elsewhere) if at else old
            for body, old, at in zip(before.bodies, now.bodies, touched, strict=True)
        ]
        if any(is_forbidden(body, task.settings.forbidden, task.problem.kb) for body in bodies):
            continue
        if not all(
            _argues_as_before(body, old, task, options)
            for body, old, at in zip(bodies, now.bodies, touched, strict=True)
            if at
        ):
            continue
        then = _grown(bodies, task, options)
        loss = objective(now, task, options)
        least = fall * max(loss / math.fsum(task.counts), 0.003)
        if loss - objective(then, task, options) > least:
            places, now = elsewhere, then
    return now


def _argues_as_before(body: Concept, old: Concept, task: Task, options: Options) -> bool:
    degrees = task.degrees(body)
    cover = math.fsum(count * one for count, one in zip(task.counts, degrees, strict=True))
    same = side(degrees, task) == side(task.degrees(old), task)
    return same and agrees(degrees, task) and cover >= options.min_cover * (1 - 1e-12)


def scored(bodies: Sequence[Concept], alpha: Sequence[float], task: Task) -> Grown:
    """The model of some concepts with given weights."""
    columns = [[1.0] * len(task.positive), *(task.degrees(body) for body in bodies)]
    scores = [
        math.fsum(a * column[i] for a, column in zip(alpha, columns, strict=True))
        for i in range(len(task.positive))
    ]
    return Grown(tuple(bodies), tuple(alpha), tuple(scores))
