"""Choosing how to learn by inner validation: loss, conjuncts, granularity, number of rules.

Inner folds hide labels only; nothing outside the training examples is ever looked at.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from owlboost._typing import Degrees, Floats, Ids, Mask, Weights
from owlboost.features.granularity import fit_granularities
from owlboost.features.labelling import Labelling, label_matrix
from owlboost.learners.additive import Loss, scores_of, sigmoid
from owlboost.learners.budget import Budget
from owlboost.learners.gradient import GradientLearner, Stage
from owlboost.learners.ground import Ground, lay_out
from owlboost.learners.refinement import Limits
from owlboost.learners.residual import Penalty
from owlboost.learners.search import OnStep
from owlboost.learners.settings import Settings
from owlboost.model.examples import LearningProblem

MIXED = (3, 5, 7)
"""Granularities that are tried side by side."""

_FOLDS = 5
_SMALL = 500
"""Below this number of examples the inner folds are drawn twice."""

MOST_VALIDATED = 20_000
"""Choices are validated on at most about this many examples."""

OnChoice = Callable[[int, int], None]
"""Told how many configurations are validated, and how many there are."""

_PRICE_OF_A_RULE = 0.0002
"""By how much a further rule must lower the validated error."""

SHARPNESS: dict[Loss, tuple[float, ...]] = {
    "squared": (1.0, 2.0, 4.0, 10.0),
    "logistic": (0.5, 1.0, 2.0, 5.0),
}
MIDDLE: dict[Loss, float] = {"squared": 0.5, "logistic": 0.0}
"""The score F that stands for a degree of ½."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to learn an additive model."""

    loss: Loss
    max_conjuncts: int
    granularities: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A configuration, how many rules to take and how sharply to turn scores into degrees."""

    configuration: Configuration
    n_rules: int
    sharpness: float

    @property
    def simplicity(self) -> tuple[float, ...]:
        """Between equals the simpler choice is taken."""
        chosen = self.configuration
        return -self.n_rules, -chosen.max_conjuncts, -len(chosen.granularities), -self.sharpness


def degrees_of(scores: Floats, loss: Loss, sharpness: float) -> Degrees:
    """``h = clip(½ + s·(F − middle), 0, 1)`` (ALGORITHM §11).

    Examples
    --------
    >>> degrees_of(np.array([0.25, 0.75]), "squared", 1.0)
    array([0.25, 0.75])
    """
    return np.clip(0.5 + sharpness * (scores - MIDDLE[loss]), 0.0, 1.0)


def in_element_order(problem: LearningProblem) -> LearningProblem:
    """Return a problem with its examples in the order of elements, on which folds depend."""
    return problem.part(np.argsort(problem.individuals))


def sampled(problem: LearningProblem, most: int, seed: int) -> LearningProblem:
    """Return a problem, or a stratified sample of it with about ``most`` examples."""
    if len(problem) <= most:
        return problem
    n_folds = -(-len(problem) // most)
    _, chosen = next(stratified_folds(problem.positive, n_folds, seed))
    return problem.part(chosen)


class Workshop:
    """Learns additive models for one problem, sharing label matrices between configurations."""

    def __init__(self, problem: LearningProblem, settings: Settings, budget: Budget) -> None:
        self.problem = problem
        self.settings = settings
        self.budget = budget
        self._matrices: dict[tuple[int, ...], Labelling] = {}

    def matrix(self, granularities: tuple[int, ...]) -> Labelling:
        """Label degrees with fuzzy sets of these granularities."""
        if granularities not in self._matrices:
            partitions = fit_granularities(
                self.problem.kb,
                granularities,
                self.settings.fuzzify,
                self.settings.centroid_exponent,
                self.problem.element_counts,
            )
            self._matrices[granularities] = label_matrix(self.problem.kb, partitions)
        return self._matrices[granularities]

    def ground(
        self, configuration: Configuration, chosen: npt.NDArray[np.int64] | None = None
    ) -> Ground:
        """Lay out all examples, or some of them."""
        problem = self.problem if chosen is None else self.problem.part(chosen)
        return lay_out(problem, self.matrix(configuration.granularities))

    def learner(
        self, ground: Ground, configuration: Configuration, on_step: OnStep | None = None
    ) -> GradientLearner:
        """Return a learner for a configuration."""
        settings = self.settings
        limits = replace(Limits.of(settings), max_conjuncts=configuration.max_conjuncts)
        sign = -1 if settings.monotone else 0
        return GradientLearner(
            ground,
            limits,
            configuration.loss,
            Penalty(settings.ridge, settings.min_cover, sign, settings.balance),
            n_jobs=settings.n_jobs,
            budget=self.budget,
            on_step=on_step,
        )

    def validated(self, configuration: Configuration, seed: int) -> Floats:
        """Scores of each example by models that have not seen its label, by number of rules.

        Returns
        -------
        Floats
            Shape (n_rules + 1, n_examples), in the order of the problem.
        """
        n_rules = self.settings.n_rules
        out = np.zeros((n_rules + 1, len(self.problem)))
        for train, test in stratified_folds(self.problem.positive, _FOLDS, seed):
            ground = self.ground(configuration, train)
            stages = list(self.learner(ground, configuration).stages(n_rules))
            columns = _columns(stages[-1], ground, self.problem.individuals[test])
            for number in range(n_rules + 1):
                alpha = stages[min(number, len(stages) - 1)].alpha
                out[number, test] = scores_of(columns[:, : alpha.size], alpha)
        return out


def _columns(stage: Stage, ground: Ground, elements: Ids) -> Floats:
    """Degrees of ⊤ and of all concepts at some elements."""
    bodies = [ground.space.concept(learned.body, elements) for learned in stage.learned]
    return np.column_stack([np.ones(elements.size), *bodies])


def stratified_folds(
    positive: Mask, n_folds: int, seed: int
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Split examples into (train, test), each class evenly over at most ``n_folds`` folds.

    With a single example of a class both parts are all examples.

    Examples
    --------
    >>> y = np.array([True, True, False, False])
    >>> [sorted(y[test].tolist()) for _, test in stratified_folds(y, 2, seed=0)]
    [[False, True], [False, True]]
    """
    rng = np.random.default_rng(seed)
    n_folds = min(n_folds, int(positive.sum()), int((~positive).sum()))
    if n_folds < 2:
        everyone = np.arange(positive.size)
        yield everyone, everyone
        return
    fold = np.empty(positive.size, dtype=np.int64)
    for label in (True, False):
        members = np.flatnonzero(positive == label)
        fold[rng.permutation(members)] = np.arange(members.size) % n_folds
    for number in range(n_folds):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def configurations(problem: LearningProblem, settings: Settings) -> list[Configuration]:
    """All ways to learn that the settings leave open."""
    losses: Sequence[Loss] = (
        ("squared", "logistic") if settings.loss == "auto" else (settings.loss,)
    )
    if settings.n_sets is not None:
        granularities: list[tuple[int, ...]] = [(settings.n_sets,)]
    elif problem.kb.numbers:
        granularities = [(3,), MIXED]
    else:
        granularities = [(3,)]
    widths = sorted({1, settings.max_conjuncts})
    return [
        Configuration(loss, width, sets)
        for sets in granularities
        for loss in losses
        for width in widths
    ]


def choose(workshop: Workshop, on_choice: OnChoice | None = None) -> Choice:
    """Pick configuration and number of rules by validated error, then the sharpness by ``fF1F1``.

    The error is squared and counts both classes the same: it varies less between folds than
    measures that decide, and so chooses better.
    """
    open_choices = configurations(workshop.problem, workshop.settings)
    if min(np.bincount(workshop.problem.positive)) < _FOLDS:
        return _unvalidated(open_choices)
    seeds = range(2 if len(workshop.problem) < _SMALL else 1)
    best: tuple[float, tuple[float, ...], Choice] | None = None
    for number, configuration in enumerate(open_choices):
        if on_choice is not None:
            on_choice(number, len(open_choices))
        runs = [
            workshop.validated(configuration, workshop.settings.random_state + seed)
            for seed in seeds
        ]
        ranked = _best_choice(configuration, runs, workshop)
        if best is None or ranked[:2] > best[:2]:
            best = ranked
        if workshop.budget.spent:
            break
    if best is None:
        raise AssertionError("There is always a configuration.")
    return best[2]


def _unvalidated(open_choices: Sequence[Configuration]) -> Choice:
    """Take one rule, as wide as allowed: with so few examples nothing else can be told."""
    widest = max(one.max_conjuncts for one in open_choices)
    configuration = next(one for one in open_choices if one.max_conjuncts == widest)
    return Choice(configuration, 1, SHARPNESS[configuration.loss][1])


def _best_choice(
    configuration: Configuration, runs: list[Floats], workshop: Workshop
) -> tuple[float, tuple[float, ...], Choice]:
    """Return the best choice of a configuration, after its worth and its simplicity."""
    loss = configuration.loss
    positive, counts = workshop.problem.positive, workshop.problem.counts
    balance = workshop.settings.balance
    shares = class_shares(positive, counts) if balance else counts / counts.sum()
    errors = np.mean([squared_error(run, loss, positive, shares) for run in runs], axis=0)
    worths = np.round(-errors - _PRICE_OF_A_RULE * np.arange(errors.size), 9)
    n_rules = int(np.argmax(worths))  # of equals the first, with the fewest rules
    worth_of = fuzzy_crisp_f1 if balance else fuzzy_crisp_accuracy
    earned = [
        np.mean([worth_of(degrees_of(run[[n_rules]], loss, s), positive, counts) for run in runs])
        for s in SHARPNESS[loss]
    ]
    choice = Choice(configuration, n_rules, SHARPNESS[loss][int(np.argmax(np.round(earned, 9)))])
    return float(worths[n_rules]), choice.simplicity, choice


def class_shares(positive: Mask, counts: Weights) -> Weights:
    """Shares of the examples in a whole in which both classes have one half.

    Examples
    --------
    >>> class_shares(np.array([True, False, False]), np.ones(3))
    array([0.5 , 0.25, 0.25])
    """
    totals = np.where(positive, counts[positive].sum(), counts[~positive].sum())
    return np.asarray(counts / (2 * totals), dtype=np.float64)


def squared_error(scores: Floats, loss: Loss, positive: Mask, shares: Weights) -> Floats:
    """Squared error of rows of scores, taken as degrees.

    Examples
    --------
    >>> scores = np.array([[1.0, 0.0, 0.5], [0.5, 0.5, 0.5]])
    >>> shares = class_shares(np.array([True, False, False]), np.ones(3))
    >>> squared_error(scores, "squared", np.array([True, False, False]), shares)
    array([0.0625, 0.25  ])
    """
    expected = np.clip(scores, 0.0, 1.0) if loss == "squared" else sigmoid(scores)
    return np.asarray(((expected - positive) ** 2 * shares).sum(axis=1), dtype=np.float64)


def fuzzy_crisp_f1(degrees: Degrees, positive: Mask, counts: Weights) -> Floats:
    """``fF1F1`` of rows of degrees over examples that stand for some number each; 0/0 is 0.

    Examples
    --------
    >>> degrees, positive = np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([True, False])
    >>> fuzzy_crisp_f1(degrees, positive, np.ones(2)).round(3)
    array([1.   , 0.333])
    """
    crisp = (degrees > 1e-12).astype(np.float64)
    return _f1(degrees * counts, positive, counts) * _f1(crisp * counts, positive, counts)


def fuzzy_crisp_accuracy(degrees: Degrees, positive: Mask, counts: Weights) -> Floats:
    """Product of ``1 − mean |h − y|`` and of the accuracy of h > 0, for rows of degrees.

    Examples
    --------
    >>> degrees, positive = np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([True, False])
    >>> fuzzy_crisp_accuracy(degrees, positive, np.ones(2))
    array([1.  , 0.25])
    """
    shares = counts / counts.sum()
    near = 1 - (np.abs(degrees - positive) * shares).sum(axis=1)
    right = (((degrees > 1e-12) == positive) * shares).sum(axis=1)
    accuracy: Floats = near * right
    return accuracy


def _f1(counted: Floats, positive: Mask, counts: Weights) -> Floats:
    hits = counted[:, positive].sum(axis=1)
    whole = counted.sum(axis=1) + counts[positive].sum()
    f1: Floats = np.divide(2 * hits, whole, out=np.zeros_like(hits), where=whole > 0)
    return f1
