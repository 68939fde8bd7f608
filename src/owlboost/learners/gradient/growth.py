"""Growth of an additive model over fuzzy concepts (mathematics §9).

``F(a) = α₀ + Σ αᵢ·Cᵢ(a)``: each round grows the concept that explains most of the residual, then
all weights are fitted again. Few examples say too little for residuals and validation; then
rules come from covering, which needs only concepts that cover positives and no negatives, and are
weighted like any others.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from threading import Lock
from typing import cast

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.learners.covering import AxiomSearch, cover, foil_weights
from owlboost.learners.gradient.losses import SQUARED, Loss, Penalty, Residual
from owlboost.learners.gradient.weights import BLOCK, NormalEquations, Regression, blocks, scores_of
from owlboost.learners.rule_constraints import GivenRule
from owlboost.learners.run import RunContext, Step
from owlboost.learners.search.aggregator import aggregator_for
from owlboost.learners.search.greedy import GreedySearch
from owlboost.learners.search.moves import Limits, join_masks, same_partition_mask
from owlboost.learners.search.objective import MoveBatch, Refinement
from owlboost.learners.search.space import FEW_ROWS
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, evaluate_concept
from owlboost.runtime.array_types import Floats, Mask, Weights
from owlboost.runtime.threads import SERIAL, ThreadPool

_SAME = 1e-9
"""Shares of positives, and degrees, this close are equal."""


_USUAL = 12
"""Number of columns allocated at first, enough for models of the default size."""

_FIRST = 1000
"""Number of examples compared first."""

_FILLED = 1 << 17
"""Number of degrees of a column written at a time."""


def differ(left: Floats, right: Floats) -> bool:
    """Whether two concepts' degrees differ; the first examples mostly decide.

    Examples
    --------
    >>> differ(np.array([1.0, 0.5]), np.array([1.0, 0.5 + 1e-12]))
    False
    """
    head, tail = slice(0, _FIRST), slice(_FIRST, None)
    return any(bool((np.abs(left[at] - right[at]) > _SAME).any()) for at in (head, tail))


def class_weights(data: TrainingSet, *, balance: bool = True) -> Weights:
    """Balance both classes, with an average weight of 1.

    Both get the same total weight. Weights are multiplied by the number of examples that each
    stands for; without ``balance``, and for graded labels, that number is the weight.
    """
    counts, positive = data.counts, data.labels > 0
    if not balance or data.graded:
        return counts
    n = float(counts.sum())
    halves = [n / (2 * float(counts[label].sum())) for label in (positive, ~positive)]
    weights: Weights = counts * np.where(positive, *halves)
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class AdditiveModel:
    """An additive model over some concepts.

    Attributes
    ----------
    columns
        Degrees of ⊤ and of the concepts at every example of the training set.
    signs
        1 for a concept that counts in favour of the target, −1 if against it, 0 for ⊤.
    scores
        F at every example of the training set.
    products
        What the weights follow from, if the loss is quadratic: known for models with more concepts.
    """

    learned: tuple[LearnedConcept, ...]
    columns: Floats
    signs: Floats
    alpha: Floats
    scores: Floats
    products: NormalEquations | None = None


class WeightFitter:
    """Fits the weights of concepts, with the signs of their examples.

    Over few examples, models are cached and shared by growths that begin alike.

    Attributes
    ----------
    given
        Rules that every model has: its first ones.
    weights
        The weights of all examples in the loss.
    first_moves
        For a model and concepts to avoid, the best move from ⊤ that was found.
    """

    def __init__(
        self,
        data: TrainingSet,
        loss: Loss = SQUARED,
        penalty: Penalty | None = None,
        pool: ThreadPool = SERIAL,
        given: tuple[GivenRule, ...] = (),
    ) -> None:
        self.data = data
        self.given = given
        self.penalty = penalty or Penalty()
        self._loss = loss
        self.pool = pool
        self.weights = class_weights(data, balance=self.penalty.balance)
        self._lock = Lock()
        self._buffer, self._n_used = np.empty((0, data.n_rows)), 0
        self._share = float((data.labels * data.counts).sum() / data.counts.sum())
        self._first: AdditiveModel | None = None
        self._next: dict[tuple[AdditiveModel, Concept], AdditiveModel] = {}
        self.first_moves: dict[tuple[AdditiveModel, frozenset[Concept]], Refinement | None] = {}

    @property
    def remembers(self) -> bool:
        """Whether examples are few enough to cache models."""
        return self.data.n_rows <= FEW_ROWS

    def with_data(self, data: TrainingSet) -> "WeightFitter":
        """Return a fitter of the same kind over other data."""
        return WeightFitter(data, self._loss, self.penalty, self.pool, self.given)

    def model_with(
        self, learned: tuple[LearnedConcept, ...], signs: Floats, start: Floats | None = None
    ) -> AdditiveModel:
        """Fit a model of some concepts with some signs."""
        columns = self.new_columns(len(learned))
        self.pool.each(self.fill, columns.T[1:], learned)
        return self.fitted(learned, columns, signs, start)

    def new_columns(self, n_concepts: int) -> Floats:
        """Return columns for so many concepts and ⊤; only ⊤'s is filled."""
        buffer = self._new_buffer(n_concepts + 1)
        buffer[0] = 1.0
        return buffer[: n_concepts + 1].T

    def start(self) -> AdditiveModel:
        """Return the model of the given rules only."""
        stage = self._first
        if stage is None:
            learned = tuple(
                evaluate_concept(self.data, rule.body, self.pool) for rule in self.given
            )
            signs = [
                float(rule.sign or self.sign(concept))
                for rule, concept in zip(self.given, learned, strict=True)
            ]
            stage = self.model_with(learned, np.array([0.0, *signs]))
            with self._lock:
                self._buffer = cast("Floats", stage.columns.base)
                self._n_used = stage.columns.shape[1]
            self._first = stage if self.remembers else None
        return stage

    def extended(self, stage: AdditiveModel, learned: LearnedConcept) -> AdditiveModel:
        """Return the model with one more concept, all weights fitted again."""
        if not self.remembers:
            return self._extended(stage, learned)
        if (stage, learned.body) not in self._next:
            self._next[stage, learned.body] = self._extended(stage, learned)
        return self._next[stage, learned.body]

    def _extended(self, stage: AdditiveModel, learned: LearnedConcept) -> AdditiveModel:
        columns = self._appended(stage.columns, learned)
        signs = np.append(stage.signs, self.sign(learned))
        concepts = (*stage.learned, learned)
        return self.fitted(concepts, columns, signs, stage.alpha, stage.products)

    def _appended(self, columns: Floats, learned: LearnedConcept) -> Floats:
        """Return columns with a new one, appended in place if possible."""
        before = columns.shape[1]
        with self._lock:  # models of several threads may grow here
            is_last = columns.base is self._buffer and before == self._n_used
            if not is_last or before == self._buffer.shape[0]:
                self._buffer = self._new_buffer(before)
                self._buffer[:before] = columns.T
            self._n_used = before + 1
            buffer = self._buffer
        self.fill(buffer[before], learned)
        return buffer[: before + 1].T

    def _new_buffer(self, n_columns: int) -> Floats:
        """Allocate columns with room for more; untouched memory costs nothing."""
        return np.empty((max(2 * n_columns + 2, _USUAL), self.data.n_rows))

    def fitted(
        self,
        learned: tuple[LearnedConcept, ...],
        columns: Floats,
        signs: Floats,
        start: Floats | None = None,
        products_before: NormalEquations | None = None,
    ) -> AdditiveModel:
        """Fit the weights of some concepts with their signs.

        ``start`` are weights of the first columns to begin with, ``products_before`` their
        products.
        """
        labels, ridge = self.data.labels, self.penalty.ridge
        given = (self._loss, columns, labels, self.weights, ridge, signs, self.pool.each)
        alpha, products = Regression(*given).fitted(start, products_before)
        scores = scores_of(columns, alpha, self.pool.each)
        return AdditiveModel(learned, columns, signs, alpha, scores, products)

    def column(self, learned: LearnedConcept) -> Floats:
        """Degrees of a concept at every example."""
        column = np.empty(self.data.n_rows)
        self.fill(column, learned)
        return column

    def fill(self, column: Floats, learned: LearnedConcept) -> None:
        """Write the degrees of a concept at every example."""
        rows, degrees = learned.rows, learned.degrees
        if column.size <= _FILLED:
            column[:] = 0.0
            column[rows] = degrees
            return

        def fill(start: int) -> None:
            first, last = np.searchsorted(rows, np.array([start, start + _FILLED], dtype=np.int32))
            some = column[start : start + _FILLED]
            some[:] = 0.0
            some[rows[first:last] - start] = degrees[first:last]

        self.pool.each(fill, range(0, column.size, _FILLED))

    def is_new(self, learned: LearnedConcept, columns: Floats) -> bool:
        """Whether a concept's degrees differ from every column somewhere.

        Among many examples the first ones usually decide.
        """
        if self.data.n_rows <= _FIRST:
            return bool((np.abs(columns.T - self.column(learned)) > _SAME).any(axis=1).all())
        head = np.zeros(_FIRST)
        n_first = np.searchsorted(learned.rows, np.int32(_FIRST))
        head[learned.rows[:n_first]] = learned.degrees[:n_first]
        similar = [before for before in columns.T if not differ(head, before[:_FIRST])]
        if not similar:
            return True
        column = self.column(learned)
        return all(differ(column, before) for before in similar)

    def penalised_loss(self, stage: AdditiveModel) -> float:
        """Return the minimised value: loss plus ridge penalty."""
        loss = self._value(stage.scores)
        return loss + self.penalty.ridge * float((stage.alpha[1:] ** 2).sum()) / 2

    def _value(self, scores: Floats) -> float:
        """Return the loss of all examples, summed at once."""
        labels, weights = self.data.labels, self.weights
        if scores.size <= BLOCK:
            return self._loss.value(scores, labels, weights)
        losses = np.empty(scores.size)

        def fill(at: slice) -> None:
            losses[at] = self._loss.losses(scores[at], labels[at], weights[at])

        self.pool.each(fill, blocks(scores.size))
        return float(losses.sum())

    def derivatives(self, scores: Floats) -> tuple[Floats, Floats]:
        """Slope and curvature of the loss at every example."""
        if scores.size <= BLOCK:
            return self._loss.derivatives(scores, self.data.labels, self.weights)
        slopes, curvatures = np.empty(scores.size), np.empty(scores.size)

        def fill(at: slice) -> None:
            given = scores[at], self.data.labels[at], self.weights[at]
            slopes[at], curvatures[at] = self._loss.derivatives(*given)

        self.pool.each(fill, blocks(scores.size))
        return slopes, curvatures

    def sign(self, learned: LearnedConcept) -> float:
        """1 if a concept's share of positives is above average, else −1."""
        return 1.0 if learned.mean_label > self._share else -1.0

    def sign_matches_counts(self, learned: LearnedConcept) -> bool:
        """Whether a concept has a sign, and its counts of examples agree with it.

        The counts are what people see beside a rule.
        """
        positives, negatives = learned.positive_count, learned.negative_count
        surplus = round(positives - self._share * (positives + negatives), 9)
        argues = abs(learned.mean_label - self._share) > _SAME
        return argues and self.sign(learned) * surplus >= 0


_TRIES = 3
"""Stop after this many consecutive concepts that add nothing new."""


class Growth:
    """Grows an additive model concept by concept.

    A spent budget ends it after the current concept, so there is always a model to return.
    """

    def __init__(
        self,
        fitter: WeightFitter,
        limits: Limits,
        *,
        pool: ThreadPool = SERIAL,
        context: RunContext | None = None,
    ) -> None:
        data = fitter.data
        self._data = data
        self._fitter = fitter
        self._residual = Residual(data, fitter.penalty)
        self._context = context or RunContext()
        aggregator = aggregator_for(
            data, self._residual.row_groups, limits, pool, self._context.cluster
        )
        self._search = GreedySearch(data, limits, self._residual, aggregator)

    def stages(self, n_rules: int) -> Iterator[AdditiveModel]:
        """Yield the model of given concepts, then with one more each."""
        stage = self._fitter.start()
        yield stage
        while len(stage.learned) < n_rules:
            learned = self._grow_new(stage)
            if learned is None:
                return
            stage = self._fitter.extended(stage, learned)
            yield stage
            if self._context.budget.spent:
                return

    def _grow_new(self, stage: AdditiveModel) -> LearnedConcept | None:
        """Grow a concept whose degrees differ from all so far.

        The ridge keeps weights small, so a concept of the model may still explain most of the
        residual. Then another is grown with those of the model excluded, and likewise if the counts
        of a concept contradict its sign.
        """
        self._residual.aim(*self._fitter.derivatives(stage.scores))
        excluded: set[Concept] = set()
        scored: dict[Concept, list[MoveBatch]] = {}
        used_labels = (label for learned in stage.learned for label in learned.body.all_labels())
        allowed = same_partition_mask(self._data.space, used_labels)
        for _ in range(_TRIES):
            grown = self._grow(stage, allowed, excluded, scored)
            if grown is None:
                return None
            is_new = self._fitter.is_new(grown, stage.columns)
            if is_new and self._fitter.sign_matches_counts(grown):
                return grown
            excluded |= {grown.body, *(learned.body for learned in stage.learned)}
            if self._context.budget.spent:
                return None
        return None

    def _grow(
        self,
        stage: AdditiveModel,
        allowed: Mask | None,
        excluded: Set[Concept],
        scored: dict[Concept, list[MoveBatch]],
    ) -> LearnedConcept | None:
        """Grow one concept from ⊤ while the largest score rises.

        The first move does not depend on how many conditions a concept may have. ``scored`` are
        moves for the same residual.
        """
        node, steps = self._search.start(), 0
        key, first_moves = (stage, frozenset(excluded)), self._fitter.first_moves
        if key in first_moves and not self._context.has_listener:
            first = first_moves[key]
            if first is None:
                return None
            node, steps = node.refined(first), 1
        while True:
            own = same_partition_mask(self._data.space, node.concept.all_labels())
            outcome = self._search.expand(node, excluded, join_masks((allowed, own)), scored)
            best = outcome.best
            if node.concept.is_top and self._fitter.remembers:
                first_moves[key] = best
            if best is None:
                break
            steps += 1
            before = node.concept
            node = node.refined(best)
            if self._context.has_listener:
                confidence = self._search.learned(node).mean_label
                self._context.emit(
                    Step(
                        steps,
                        before,
                        best.concept,
                        best.gain,
                        confidence,
                        outcome.n_candidates,
                        outcome.n_pruned,
                    )
                )
            if self._context.budget.spent:
                break
        return self._search.end(node)


MIN_CONFIDENCE = 0.5
"""A rule for few examples must cover at least as many positives as negatives."""


class CoverGrowth:
    """Makes an additive model of rules that cover the positives."""

    def __init__(self, fitter: WeightFitter, search: AxiomSearch) -> None:
        self._fitter = fitter
        self._search = search

    def stages(self, n_rules: int) -> Iterator[AdditiveModel]:
        """Yield the model of given concepts, then with one more each."""
        stage = self._fitter.start()
        yield stage
        sided = zip(stage.learned, stage.signs[1:], strict=True)
        given = [learned for learned, sign in sided if sign > 0]
        for rule in cover(self._search, foil_weights(self._search.data), given):
            if len(stage.learned) == n_rules:
                return
            if self._fitter.sign(rule) > 0 and self._fitter.sign_matches_counts(rule):
                stage = self._fitter.extended(stage, rule)
                yield stage
