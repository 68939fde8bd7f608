"""Training of additive models on all examples, or on inner folds.

Inner folds hide labels only; nothing outside the training examples is used.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from owlboost.concepts.concept import Concept
from owlboost.data.example_labels import class_shares, folds_of
from owlboost.data.examples import LearningProblem
from owlboost.features.label_matrix import LabelMatrix, table_labels
from owlboost.features.partitions import PartitionCache, without_name_clashes
from owlboost.learners.algorithms import FoilDL, GradientConcepts
from owlboost.learners.covering import AxiomSearch
from owlboost.learners.gradient.growth import (
    MIN_CONFIDENCE,
    AdditiveModel,
    CoverGrowth,
    Growth,
    WeightFitter,
)
from owlboost.learners.gradient.losses import Loss, Penalty
from owlboost.learners.gradient.postprocess import tuned
from owlboost.learners.gradient.weights import Each, scores_of
from owlboost.learners.run import RunContext
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.space import FEW_ROWS, SearchSpace
from owlboost.learners.search.training_set import (
    TrainingSet,
    search_space_for,
    training_set_for,
    training_set_in,
)
from owlboost.runtime.array_types import Degrees, Floats, Weights
from owlboost.runtime.threads import SERIAL, ThreadPool

Positions = npt.NDArray[np.int64]
"""Positions of examples in a problem."""

FOLDS = 5
"""Inner folds."""

_THREADED = 1000
"""From this number of rows on, folds and configurations run on threads."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Settings of an additive model that validation chooses between.

    Attributes
    ----------
    granularities
        Numbers of fuzzy sets that are used together.
    monotone
        Whether all rules count in favour of the target.
    balance
        Whether both classes have the same total weight.
    covering
        Whether rules are found by covering, not grown by gradients.
    """

    loss: Loss
    ridge: float
    max_conjuncts: int
    granularities: tuple[int, ...]
    monotone: bool = False
    balance: bool = True
    covering: bool = False


def sampled(problem: LearningProblem, most: int, seed: int) -> LearningProblem:
    """Return a problem, or a stratified sample of ``most`` examples."""
    if len(problem) <= most:
        return problem
    n_folds = -(-len(problem) // most)
    _, chosen = next(folds_of(problem.labels, n_folds, seed, graded=problem.is_graded))
    return problem.part(chosen).alone()


def placed_sets(
    problem: LearningProblem, parameters: GradientConcepts, pool: ThreadPool = SERIAL
) -> PartitionCache:
    """Return the placed fuzzy sets of a problem, by granularity."""
    return PartitionCache(
        problem.kb,
        parameters.fuzzify,
        parameters.centroid_exponent,
        problem.element_counts,
        pool,
        problem.element_labels if parameters.places_by_labels else None,
    )


class Trainer:
    """Learns additive models for one problem, sharing label matrices between configurations.

    Parameters
    ----------
    sets
        The fuzzy sets, if the problem is part of another; by default placed on its own values.
    pool
        Threads to work with; by default as many as the parameters say.
    """

    def __init__(
        self,
        problem: LearningProblem,
        parameters: GradientConcepts,
        context: RunContext | None = None,
        sets: PartitionCache | None = None,
        pool: ThreadPool | None = None,
    ) -> None:
        self.problem = problem
        self.parameters = parameters
        self.context = context or RunContext()
        self.pool = pool or ThreadPool(parameters.n_jobs)
        self.sets = sets or placed_sets(problem, parameters, self.pool)
        is_worth_it = problem.kb.is_flat and len(problem) >= _THREADED
        self.each: Each = self.pool.each if is_worth_it else map
        self._matrices: dict[tuple[int, ...], LabelMatrix] = {}
        self._whole_training_sets: dict[tuple[int, ...], TrainingSet] = {}
        self._spaces: dict[tuple[int, ...], SearchSpace] = {}
        self._shares: dict[bool, Weights] = {}
        self._degrees: dict[tuple[SearchSpace, Concept], Degrees] = {}
        self._seed = -1
        self._training_sets: dict[tuple[tuple[int, ...], bytes], TrainingSet] = {}
        self._fitters: dict[tuple[TrainingSet, Loss, Penalty], WeightFitter] = {}

    @property
    def rarer(self) -> int:
        """Number of examples of the rarer class; half, if graded."""
        if self.problem.is_graded:
            return len(self.problem) // 2
        return int(min(np.bincount(self.problem.positive, minlength=2)))

    @property
    def most_rules(self) -> int:
        """Maximum number of rules, given the parameters and the rarer class.

        Given rules are always included.
        """
        return max(min(self.parameters.most_rules, self.rarer), self.n_given)

    @property
    def n_given(self) -> int:
        """Number of given rules."""
        return len(self.parameters.given)

    def shares(self, *, balance: bool) -> Weights:
        """Return validation weights that sum to 1, with balance ½ a class."""
        if balance not in self._shares:
            problem, counts = self.problem, self.problem.counts
            balanced = balance and not problem.is_graded
            shares = class_shares(problem.positive, counts) if balanced else counts / counts.sum()
            self._shares[balance] = np.asarray(shares)
        return self._shares[balance]

    def matrix(self, granularities: tuple[int, ...]) -> LabelMatrix:
        """Label degrees with fuzzy sets of these granularities."""
        if granularities not in self._matrices:
            partitions = without_name_clashes(
                self.sets.partitions(granularities), self.parameters.own_sets
            )
            self._matrices[granularities] = table_labels(self.problem.kb, partitions, self.pool)
        return self._matrices[granularities]

    def training_set(
        self, configuration: Configuration, chosen: npt.NDArray[np.int64] | None = None
    ) -> TrainingSet:
        """Return the training set of all examples, or of some."""
        if chosen is None:
            return self._whole(configuration.granularities)
        problem = self.problem.part(chosen)
        if not self.parameters.places_by_labels:
            return training_set_in(problem, self.space(configuration.granularities))
        sets = placed_sets(problem, self.parameters)  # the labels of others do not place them
        placed = without_name_clashes(
            sets.partitions(configuration.granularities), self.parameters.own_sets
        )
        matrix = table_labels(self.problem.kb, placed)
        return training_set_for(problem, matrix, self.parameters.semantics)

    def _whole(self, granularities: tuple[int, ...]) -> TrainingSet:
        """Return the training set of all examples, for growing, pruning and tuning."""
        if granularities not in self._whole_training_sets:
            self._whole_training_sets[granularities] = training_set_in(
                self.problem, self.space(granularities)
            )
        return self._whole_training_sets[granularities]

    def space(self, granularities: tuple[int, ...]) -> SearchSpace:
        """Return the search space of these granularities, shared by all folds."""
        if granularities not in self._spaces:
            matrix = self.matrix(granularities)
            space = search_space_for(self.problem, matrix, self.parameters.semantics)
            self._spaces[granularities] = space
        return self._spaces[granularities]

    def growth(
        self, data: TrainingSet, configuration: Configuration, context: RunContext | None = None
    ) -> Growth | CoverGrowth:
        """Return the growth of a configuration's models, by default without events."""
        context = context or RunContext(budget=self.context.budget)
        limits = replace(
            Limits.from_learner(self.parameters), max_conjuncts=configuration.max_conjuncts
        )
        fitter = self.fitter(data, configuration)
        if configuration.covering:
            return CoverGrowth(fitter, _search(data, limits, self.pool.n_jobs, context))
        return Growth(fitter, limits, pool=self.pool, context=context)

    def _fold(self, configuration: Configuration, train: npt.NDArray[np.int64]) -> TrainingSet:
        """Return the training set of a fold, shared by configurations with the same labels."""
        key = configuration.granularities, train.tobytes()
        if key not in self._training_sets:
            self._training_sets[key] = self.training_set(configuration, train)
        return self._training_sets[key]

    def fitter(self, data: TrainingSet, configuration: Configuration) -> WeightFitter:
        """Return the weight fitter of a configuration, shared with equal ones."""
        penalty = Penalty(
            configuration.ridge,
            min(self.parameters.min_cover, _rarer_count(data)),
            -1 if configuration.monotone else 0,
            configuration.balance,
        )
        key = data, configuration.loss, penalty
        cached = self._fitters.get(key)
        fitter = cached or WeightFitter(*key, self.pool, self.parameters.given_rules)
        if fitter.remembers:
            self._fitters[key] = fitter
        return fitter

    def validated(self, configuration: Configuration, seed: int) -> Iterator[Floats]:
        """Yield held-out scores of each example, rule by rule.

        First with the given rules only, then with one more each time; examples are in the order of
        the problem. The models of all inner folds grow together; where threads would otherwise
        wait, some models grow one rule ahead.
        """
        if seed != self._seed:  # what was shared on another division is no longer asked for
            self._seed, self._training_sets, self._fitters = seed, {}, {}
        divided = self._folds(seed)
        held_out = [self._held_out(configuration, train, test) for train, test in divided]
        for number in range(self.most_rules - self.n_given + 1):
            behind = [fold for fold in held_out if fold.n_stages <= number]
            n_ahead = -len(behind) % (1 + self.pool.n_idle) if self.each is not map else 0
            deque(self.each(_FoldModel.grow, behind, [2] * n_ahead + [1] * len(behind)), maxlen=0)
            scores = np.zeros(len(self.problem))
            for fold in held_out:
                scores[fold.test] = fold.scores[number]
            yield scores

    def validated_with_tuned_sets(
        self, configuration: Configuration, n_rules: int, seed: int
    ) -> Floats:
        """Return held-out scores of each example, with tuned sets."""

        def scores_of_fold(train: Positions, test: Positions) -> Floats:
            data = self.training_set(configuration, train)
            *_, stage = self.growth(data, configuration).stages(n_rules)
            fitter, forbidden = self.fitter(data, configuration), self.parameters.forbidden
            stage = tuned(stage, fitter, self.context.budget, forbidden)
            elements = self.problem.individuals[test]
            columns = [data.space.degrees(learned.body, elements) for learned in stage.learned]
            return scores_of(np.column_stack([np.ones(elements.size), *columns]), stage.alpha)

        trains, tests = zip(*self._folds(seed), strict=True)
        scores = np.zeros(len(self.problem))
        for test, fold_scores in zip(tests, self.each(scores_of_fold, trains, tests), strict=True):
            scores[test] = fold_scores
        return scores

    def _folds(self, seed: int) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        problem = self.problem
        return folds_of(problem.labels, FOLDS, seed, graded=problem.is_graded)

    def _held_out(
        self,
        configuration: Configuration,
        train: Positions,
        test: Positions,
    ) -> "_FoldModel":
        data = self._fold(configuration, train)
        stages = self.growth(data, configuration).stages(self.most_rules)

        def degrees(concept: Concept) -> Degrees:
            return self._degrees_at(test, data.space, concept)

        return _FoldModel(stages, degrees, test)

    def _degrees_at(self, chosen: Positions, space: SearchSpace, concept: Concept) -> Degrees:
        """Degrees of a concept at some examples, cached for few examples."""
        individuals = self.problem.individuals
        if individuals.size > FEW_ROWS:
            return space.degrees(concept, individuals[chosen])
        key = space, concept
        if key not in self._degrees:
            self._degrees[key] = space.degrees(concept, individuals)
        return self._degrees[key][chosen]


def _rarer_count(data: TrainingSet) -> float:
    """Count the examples of the rarer class, which a rule may cover."""
    positives = float((data.labels * data.counts).sum())
    return min(positives, float(data.counts.sum()) - positives)


def _search(data: TrainingSet, limits: Limits, n_jobs: int, context: RunContext) -> AxiomSearch:
    learner = FoilDL(
        max_depth=limits.max_depth,
        max_conjuncts=limits.max_conjuncts,
        lookahead=limits.lookahead,
        overlapping_sets=limits.overlapping_sets,
        min_confidence=MIN_CONFIDENCE,
        n_jobs=n_jobs,
        forbidden=limits.forbidden,
    )
    return AxiomSearch(data, learner, context)


class _FoldModel:
    """A model that grows rule by rule, with its held-out scores.

    Attributes
    ----------
    test
        The examples held out.
    scores
        F at these, stage by stage.
    """

    def __init__(
        self,
        stages: Iterator[AdditiveModel],
        degrees: Callable[[Concept], Degrees],
        test: Positions,
    ) -> None:
        self.test = test
        self._stages = stages
        self._degrees = degrees
        self._columns: list[Floats] = [np.ones(test.size)]
        self._alpha: Floats = np.zeros(1)
        self.scores: list[Floats] = []

    @property
    def n_stages(self) -> int:
        """Number of stages so far."""
        return len(self.scores)

    def grow(self, times: int) -> None:
        """Grow by some stages, and score the held-out examples."""
        for _ in range(times):
            stage = next(self._stages, None)
            if stage is not None:
                self._alpha = stage.alpha
                for learned in stage.learned[len(self._columns) - 1 :]:
                    self._columns.append(self._degrees(learned.body))
            self.scores.append(scores_of(np.array(self._columns).T, self._alpha))
