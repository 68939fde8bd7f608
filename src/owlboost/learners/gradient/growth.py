"""Growth of an additive model over fuzzy concepts (mathematics §9).

``F(a) = α₀ + Σ αᵢ·Cᵢ(a)``: each round grows the concept that explains most of the residual, then
all weights are fitted again. A handful of examples says too little for residuals and validation,
but a concept that covers positives and no negative can still be found: then rules come from
covering, and are weighted like any others.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from threading import Lock
from typing import cast

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.learners.covering import Search, cover, foil_weights
from owlboost.learners.gradient.losses import SQUARED, Loss, Penalty, Residual
from owlboost.learners.gradient.weights import BLOCK, Products, Regression, blocks, scores_of
from owlboost.learners.rule_constraints import GivenRule
from owlboost.learners.run import Step, Watch
from owlboost.learners.search.greedy import Expansion
from owlboost.learners.search.moves import Limits, join_masks, same_partition_mask
from owlboost.learners.search.objective import MoveBatch, Refinement
from owlboost.learners.search.scorer import scorer_for
from owlboost.learners.search.space import FEW_ROWS
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, evaluate_concept
from owlboost.runtime.array_types import Floats, Mask, Weights
from owlboost.runtime.threads import SERIAL, ThreadPool

_SAME = 1e-9
"""Shares of positives, and degrees, this close are equal."""


_USUAL = 12
"""Columns that there is room for at first: those of as many rules as models have by default."""

_FIRST = 1000
"""So many examples are compared before all others are."""

_FILLED = 1 << 17
"""So many degrees of a column are written at a time."""


def differ(some: Floats, others: Floats) -> bool:
    """Whether the degrees of two concepts differ anywhere; the first examples mostly tell.

    Examples
    --------
    >>> differ(np.array([1.0, 0.5]), np.array([1.0, 0.5 + 1e-12]))
    False
    """
    first, rest = slice(0, _FIRST), slice(_FIRST, None)
    return any(bool((np.abs(some[at] - others[at]) > _SAME).any()) for at in (first, rest))


def class_weights(data: TrainingSet, *, balance: bool = True) -> Weights:
    """Give both classes the same total, and the examples an average weight of 1.

    What an example stands for multiplies its weight. Without ``balance`` nothing else does, nor
    where labels are graded: there are no classes.
    """
    counts, positive = data.counts, data.labels > 0
    if not balance or data.graded:
        return counts
    n = float(counts.sum())
    halves = [n / (2 * float(counts[side].sum())) for side in (positive, ~positive)]
    weights: Weights = counts * np.where(positive, *halves)
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """An additive model over some concepts.

    Attributes
    ----------
    learned
        The concepts.
    columns
        Degrees of ⊤ and of the concepts at every example of the training set.
    sides
        Which side each of them argues for: 1 for the target, −1 against it, 0 for ⊤.
    alpha
        Their weights.
    scores
        F at every example of the training set.
    products
        What the weights follow from, if the loss is quadratic: known for models with more concepts.
    """

    learned: tuple[LearnedConcept, ...]
    columns: Floats
    sides: Floats
    alpha: Floats
    scores: Floats
    products: Products | None = None


class WeightFitter:
    """Fits the weights of concepts over a training set, each on the side that its examples are on.

    Of few examples the models are remembered: others that grow in the same way find them here.

    Attributes
    ----------
    given
        Rules that every model has: its first ones.
    weights
        What all examples weigh in the loss.
    pool
        The threads to work with.
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
        self._room, self._n_used = np.empty((0, data.n_rows)), 0
        self._share = float((data.labels * data.counts).sum() / data.counts.sum())
        self._first: Stage | None = None
        self._next: dict[tuple[Stage, Concept], Stage] = {}
        self.first_moves: dict[tuple[Stage, frozenset[Concept]], Refinement | None] = {}

    @property
    def remembers(self) -> bool:
        """Whether examples are so few that models are remembered."""
        return self.data.n_rows <= FEW_ROWS

    def with_data(self, data: TrainingSet) -> "WeightFitter":
        """Return what fits in the same way over another training set."""
        return WeightFitter(data, self._loss, self.penalty, self.pool, self.given)

    def of(
        self, learned: tuple[LearnedConcept, ...], sides: Floats, start: Floats | None = None
    ) -> Stage:
        """Return the model of given concepts on given sides."""
        columns = self.room(len(learned))
        self.pool.each(self.fill, columns.T[1:], learned)
        return self.fitted(learned, columns, sides, start)

    def room(self, n_concepts: int) -> Floats:
        """Return columns for ⊤ and so many concepts; only that of ⊤ is filled."""
        room = self._made_room(n_concepts + 1)
        room[0] = 1.0
        return room[: n_concepts + 1].T

    def start(self) -> Stage:
        """Return the model without concepts but those that are given."""
        found = self._first
        if found is None:
            learned = tuple(
                evaluate_concept(self.data, rule.body, self.pool) for rule in self.given
            )
            sides = [
                float(rule.side or self.side(one))
                for rule, one in zip(self.given, learned, strict=True)
            ]
            found = self.of(learned, np.array([0.0, *sides]))
            with self._lock:
                self._room = cast("Floats", found.columns.base)
                self._n_used = found.columns.shape[1]
            self._first = found if self.remembers else None
        return found

    def extended(self, stage: Stage, found: LearnedConcept) -> Stage:
        """Return the model with one more concept, all weights fitted again."""
        if not self.remembers:
            return self._extended(stage, found)
        if (stage, found.body) not in self._next:
            self._next[stage, found.body] = self._extended(stage, found)
        return self._next[stage, found.body]

    def _extended(self, stage: Stage, found: LearnedConcept) -> Stage:
        columns = self._with(stage.columns, found)
        sides = np.append(stage.sides, self.side(found))
        learned = (*stage.learned, found)
        return self.fitted(learned, columns, sides, stage.alpha, stage.products)

    def _with(self, columns: Floats, found: LearnedConcept) -> Floats:
        """Return columns with a new one behind them, in place if nothing stands there yet."""
        before = columns.shape[1]
        with self._lock:  # models of several threads may grow here
            is_last = columns.base is self._room and before == self._n_used
            if not is_last or before == self._room.shape[0]:
                self._room = self._made_room(before)
                self._room[:before] = columns.T
            self._n_used = before + 1
            room = self._room
        self.fill(room[before], found)
        return room[: before + 1].T

    def _made_room(self, n_columns: int) -> Floats:
        """Make room for some columns and further ones; what is not used costs nothing."""
        return np.empty((max(2 * n_columns + 2, _USUAL), self.data.n_rows))

    def fitted(
        self,
        learned: tuple[LearnedConcept, ...],
        columns: Floats,
        sides: Floats,
        start: Floats | None = None,
        known: Products | None = None,
    ) -> Stage:
        """Return the model of some concepts with the best weights on their sides.

        ``start`` are weights of the first columns to begin with, ``known`` their products.
        """
        labels, ridge = self.data.labels, self.penalty.ridge
        given = (self._loss, columns, labels, self.weights, ridge, sides, self.pool.each)
        alpha, products = Regression(*given).fitted(start, known)
        scores = scores_of(columns, alpha, self.pool.each)
        return Stage(learned, columns, sides, alpha, scores, products)

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
        """Whether the degrees of a concept differ from each of several columns somewhere.

        Of many examples the first ones mostly tell, and only these are looked at then.
        """
        if self.data.n_rows <= _FIRST:
            return bool((np.abs(columns.T - self.column(learned)) > _SAME).any(axis=1).all())
        first = np.zeros(_FIRST)
        n_first = np.searchsorted(learned.rows, np.int32(_FIRST))
        first[learned.rows[:n_first]] = learned.degrees[:n_first]
        alike = [one for one in columns.T if not differ(first, one[:_FIRST])]
        if not alike:
            return True
        column = self.column(learned)
        return all(differ(column, one) for one in alike)

    def penalised_loss(self, stage: Stage) -> float:
        """Return what the weights of a model minimise: its loss, and what keeps them small."""
        loss = self._value(stage.scores)
        return loss + self.penalty.ridge * float((stage.alpha[1:] ** 2).sum()) / 2

    def _value(self, scores: Floats) -> float:
        """Return the loss of all examples together; all of them are summed at once."""
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

    def side(self, learned: LearnedConcept) -> float:
        """1 if there are more positives among what a concept covers than among all, else −1."""
        return 1.0 if learned.mean_label > self._share else -1.0

    def agrees(self, learned: LearnedConcept) -> bool:
        """Whether a concept argues at all, and what it covers to any degree does not contradict.

        Numbers of examples are what people read beside a rule.
        """
        positives, negatives = learned.positive_count, learned.negative_count
        surplus = round(positives - self._share * (positives + negatives), 9)
        argues = abs(learned.mean_label - self._share) > _SAME
        return argues and self.side(learned) * surplus >= 0


_TRIES = 3
"""How many concepts may in turn say nothing new before no other is looked for."""


class Growth:
    """Grows an additive model concept by concept.

    A spent budget ends it after the concept under way, so that there is always something to return.
    """

    def __init__(
        self,
        fitter: WeightFitter,
        limits: Limits,
        *,
        pool: ThreadPool = SERIAL,
        watch: Watch | None = None,
    ) -> None:
        data = fitter.data
        self._data = data
        self._fitter = fitter
        self._residual = Residual(data, fitter.penalty)
        self._watch = watch or Watch()
        scorer = scorer_for(data, self._residual.parts, limits, pool, self._watch.cluster)
        self._expansion = Expansion(data, limits, self._residual, scorer)

    def stages(self, n_rules: int) -> Iterator[Stage]:
        """Yield the model without concepts but those given, then with one more each time."""
        stage = self._fitter.start()
        yield stage
        while len(stage.learned) < n_rules:
            found = self._grow_new(stage)
            if found is None:
                return
            stage = self._fitter.extended(stage, found)
            yield stage
            if self._watch.budget.spent:
                return

    def _grow_new(self, stage: Stage) -> LearnedConcept | None:
        """Grow a concept that differs from all so far somewhere among the examples.

        Weights are kept small, so a concept of the model may still explain most of the residual.
        Then what the model has is avoided and another concept is grown; so is one whose numbers of
        examples say the opposite of their degrees.
        """
        self._residual.aim(*self._fitter.derivatives(stage.scores))
        avoided: set[Concept] = set()
        scored: dict[Concept, list[MoveBatch]] = {}
        used = (label for learned in stage.learned for label in learned.body.all_labels())
        allowed = same_partition_mask(self._data.space, used)
        for _ in range(_TRIES):
            found = self._grow(stage, allowed, avoided, scored)
            if found is None:
                return None
            if self._fitter.is_new(found, stage.columns) and self._fitter.agrees(found):
                return found
            avoided |= {found.body, *(learned.body for learned in stage.learned)}
            if self._watch.budget.spent:
                return None
        return None

    def _grow(
        self,
        stage: Stage,
        allowed: Mask | None,
        avoided: Set[Concept],
        scored: dict[Concept, list[MoveBatch]],
    ) -> LearnedConcept | None:
        """Grow one concept from ⊤ by the move with the largest score while it rises.

        The first move does not depend on how many conditions a concept may have. ``scored`` are
        moves for the same residual.
        """
        situation, steps = self._expansion.start(), 0
        known, first_moves = (stage, frozenset(avoided)), self._fitter.first_moves
        if known in first_moves and not self._watch.is_followed:
            first = first_moves[known]
            if first is None:
                return None
            situation, steps = self._expansion.refine(situation, first.concept, first.sums), 1
        while True:
            here = same_partition_mask(self._data.space, situation.concept.all_labels())
            outcome = self._expansion.expand(
                situation, avoided, join_masks((allowed, here)), scored
            )
            best = outcome.best
            if situation.concept.is_top and self._fitter.remembers:
                first_moves[known] = best
            if best is None:
                break
            steps += 1
            before = situation.concept
            situation = self._expansion.refine(situation, best.concept, best.sums)
            if self._watch.is_followed:
                confidence = situation.learned().mean_label
                self._watch.tell(
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
            if self._watch.budget.spent:
                break
        return None if situation.concept.is_top else situation.learned()


MIN_CONFIDENCE = 0.5
"""A rule for few examples must cover at least as many positives as negatives."""


class CoverGrowth:
    """Makes an additive model of the rules that cover the positives, one rule after the other."""

    def __init__(self, fitter: WeightFitter, search: Search) -> None:
        self._fitter = fitter
        self._search = search

    def stages(self, n_rules: int) -> Iterator[Stage]:
        """Yield the model without concepts but those given, then with one more each time."""
        stage = self._fitter.start()
        yield stage
        sided = zip(stage.learned, stage.sides[1:], strict=True)
        given = [one for one, side in sided if side > 0]
        for found in cover(self._search, foil_weights(self._search.data), given):
            if len(stage.learned) == n_rules:
                return
            if self._fitter.side(found) > 0 and self._fitter.agrees(found):
                stage = self._fitter.extended(stage, found)
                yield stage
