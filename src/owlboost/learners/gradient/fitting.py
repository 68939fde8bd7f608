"""Weights for given concepts: the stages of an additive model (mathematics §9)."""

from dataclasses import dataclass
from threading import Lock
from typing import cast

import numpy as np

from owlboost.learners.gradient.losses import SQUARED, Loss
from owlboost.learners.gradient.residual import Penalty
from owlboost.learners.gradient.weights import BLOCK, Products, Regression, blocks, scores_of
from owlboost.learners.guidance import GivenRule
from owlboost.learners.search.focus import FEW_ROWS
from owlboost.learners.search.ground import Ground, Learned, learned_of
from owlboost.learners.search.refinement import Refinement
from owlboost.model.concepts import Concept
from owlboost.runtime.array_types import Floats, Weights
from owlboost.runtime.threads import ALONE, Crew

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


def class_weights(ground: Ground, *, balance: bool = True) -> Weights:
    """Give both classes the same total, and the examples an average weight of 1.

    What an example stands for multiplies its weight. Without ``balance`` nothing else does, nor
    where labels are graded: there are no classes.
    """
    counts, positive = ground.counts, ground.labels > 0
    if not balance or ground.graded:
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
        Degrees of ⊤ and of the concepts at every example of the ground.
    sides
        Which side each of them argues for: 1 for the target, −1 against it, 0 for ⊤.
    alpha
        Their weights.
    scores
        F at every example of the ground.
    products
        What the weights follow from, if the loss is quadratic: known for models with more concepts.
    """

    learned: tuple[Learned, ...]
    columns: Floats
    sides: Floats
    alpha: Floats
    scores: Floats
    products: Products | None = None


class Fitter:
    """Fits the weights of concepts over a ground, each on the side that its examples are on.

    Of few examples the models are remembered: others that grow in the same way find them here.

    Attributes
    ----------
    given
        Rules that every model has: its first ones.
    weights
        What all examples weigh in the loss.
    crew
        The threads to work with.
    first_moves
        For a model and concepts to avoid, the best move from ⊤ that was found.
    """

    def __init__(
        self,
        ground: Ground,
        loss: Loss = SQUARED,
        penalty: Penalty | None = None,
        crew: Crew = ALONE,
        given: tuple[GivenRule, ...] = (),
    ) -> None:
        self.ground = ground
        self.given = given
        self.penalty = penalty or Penalty()
        self._loss = loss
        self.crew = crew
        self.weights = class_weights(ground, balance=self.penalty.balance)
        self._lock = Lock()
        self._room, self._n_used = np.empty((0, ground.n_rows)), 0
        self._share = float((ground.labels * ground.counts).sum() / ground.counts.sum())
        self._first: Stage | None = None
        self._next: dict[tuple[Stage, Concept], Stage] = {}
        self.first_moves: dict[tuple[Stage, frozenset[Concept]], Refinement | None] = {}

    @property
    def remembers(self) -> bool:
        """Whether examples are so few that models are remembered."""
        return self.ground.n_rows <= FEW_ROWS

    def over(self, ground: Ground) -> "Fitter":
        """Return what fits in the same way over another ground."""
        return Fitter(ground, self._loss, self.penalty, self.crew, self.given)

    def of(self, learned: tuple[Learned, ...], sides: Floats, start: Floats | None = None) -> Stage:
        """Return the model of given concepts on given sides."""
        columns = self.room(len(learned))
        self.crew.each(self.fill, columns.T[1:], learned)
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
            learned = tuple(learned_of(self.ground, rule.body, self.crew) for rule in self.given)
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

    def extended(self, stage: Stage, found: Learned) -> Stage:
        """Return the model with one more concept, all weights fitted again."""
        if not self.remembers:
            return self._extended(stage, found)
        if (stage, found.body) not in self._next:
            self._next[stage, found.body] = self._extended(stage, found)
        return self._next[stage, found.body]

    def _extended(self, stage: Stage, found: Learned) -> Stage:
        columns = self._with(stage.columns, found)
        sides = np.append(stage.sides, self.side(found))
        learned = (*stage.learned, found)
        return self.fitted(learned, columns, sides, stage.alpha, stage.products)

    def _with(self, columns: Floats, found: Learned) -> Floats:
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
        return np.empty((max(2 * n_columns + 2, _USUAL), self.ground.n_rows))

    def fitted(
        self,
        learned: tuple[Learned, ...],
        columns: Floats,
        sides: Floats,
        start: Floats | None = None,
        known: Products | None = None,
    ) -> Stage:
        """Return the model of some concepts with the best weights on their sides.

        ``start`` are weights of the first columns to begin with, ``known`` their products.
        """
        labels, ridge = self.ground.labels, self.penalty.ridge
        given = (self._loss, columns, labels, self.weights, ridge, sides, self.crew.each)
        alpha, products = Regression(*given).fitted(start, known)
        scores = scores_of(columns, alpha, self.crew.each)
        return Stage(learned, columns, sides, alpha, scores, products)

    def column(self, learned: Learned) -> Floats:
        """Degrees of a concept at every example."""
        column = np.empty(self.ground.n_rows)
        self.fill(column, learned)
        return column

    def fill(self, column: Floats, learned: Learned) -> None:
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

        self.crew.each(fill, range(0, column.size, _FILLED))

    def is_new(self, learned: Learned, columns: Floats) -> bool:
        """Whether the degrees of a concept differ from each of several columns somewhere.

        Of many examples the first ones mostly tell, and only these are looked at then.
        """
        if self.ground.n_rows <= _FIRST:
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
        labels, weights = self.ground.labels, self.weights
        if scores.size <= BLOCK:
            return self._loss.value(scores, labels, weights)
        losses = np.empty(scores.size)

        def fill(at: slice) -> None:
            losses[at] = self._loss.losses(scores[at], labels[at], weights[at])

        self.crew.each(fill, blocks(scores.size))
        return float(losses.sum())

    def derivatives(self, scores: Floats) -> tuple[Floats, Floats]:
        """Slope and curvature of the loss at every example."""
        if scores.size <= BLOCK:
            return self._loss.derivatives(scores, self.ground.labels, self.weights)
        slopes, curvatures = np.empty(scores.size), np.empty(scores.size)

        def fill(at: slice) -> None:
            given = scores[at], self.ground.labels[at], self.weights[at]
            slopes[at], curvatures[at] = self._loss.derivatives(*given)

        self.crew.each(fill, blocks(scores.size))
        return slopes, curvatures

    def side(self, learned: Learned) -> float:
        """1 if there are more positives among what a concept covers than among all, else −1."""
        return 1.0 if learned.mean_label > self._share else -1.0

    def agrees(self, learned: Learned) -> bool:
        """Whether a concept argues at all, and what it covers to any degree does not contradict.

        Numbers of examples are what people read beside a rule.
        """
        positives, negatives = learned.positive_count, learned.negative_count
        surplus = round(positives - self._share * (positives + negatives), 9)
        argues = abs(learned.mean_label - self._share) > _SAME
        return argues and self.side(learned) * surplus >= 0
