"""Post-processing: drop conditions and rules, move the corners of fuzzy sets.

First, a condition or a rule is dropped if the held-out error, with weights refitted on inner folds,
does not rise. Then corners of fuzzy sets move; the sets keep their order and names, and a corner
that two sets of a property share moves in both (mathematics §10).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

import numpy as np

from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.data.example_labels import dealt_alike
from owlboost.data.fuzzy_sets import FuzzySet, shape_points
from owlboost.learners.gradient.growth import AdditiveModel, WeightFitter, differ
from owlboost.learners.gradient.losses import Loss
from owlboost.learners.gradient.weights import fit_weights, scores_of
from owlboost.learners.run import Budget
from owlboost.learners.search.moves import ForbiddenConcepts
from owlboost.learners.search.training_set import LearnedConcept, evaluate_concept, fill_degrees
from owlboost.runtime.array_types import Floats, Ids
from owlboost.runtime.arrays import release_memory

MOST_PRUNED = 2000
"""Approximate maximum number of examples for pruning."""

_IDLEST = 3
"""Number of rules to try to leave out at a time: those that change scores least."""


@dataclass(frozen=True, eq=False)
class HeldOutError:
    """Held-out errors of given concepts, with weights refitted on inner folds."""

    fitter: WeightFitter
    loss: Loss
    rows: Ids
    folds: Ids

    @classmethod
    def from_fitter(
        cls, fitter: WeightFitter, loss: Loss, n_folds: int, seed: int
    ) -> "HeldOutError":
        """Assign the examples to folds, or a sample if there are very many."""
        data = fitter.data
        step = -(-data.n_rows // MOST_PRUNED)
        rows = np.arange(0, data.n_rows, step, dtype=np.int32)  # by label: each class evenly
        labels = data.labels[rows]
        return cls(fitter, loss, rows, dealt_alike(labels, n_folds, seed, graded=data.graded))

    def _held_out(self, columns: Floats, signs: Floats) -> Floats:
        """Return held-out scores, with weights fitted without each fold."""
        labels, weights = self.fitter.data.labels[self.rows], self.fitter.weights[self.rows]
        scores = np.zeros(self.rows.size)
        for fold in np.unique(self.folds):
            test = self.folds == fold
            train = columns[~test], labels[~test], weights[~test]
            alpha = fit_weights(self.loss, *train, self.fitter.penalty.ridge, signs)
            scores[test] = scores_of(columns[test], alpha)
        return scores

    def error(self, columns: Floats, signs: Floats) -> float:
        """Held-out squared error of the scores as labels, from all degrees."""
        return self.error_of_rows(columns[self.rows], signs)

    def error_of_rows(self, columns: Floats, signs: Floats) -> float:
        """Return the same from the degrees of the sampled rows."""
        labels, weights = self.fitter.data.labels[self.rows], self.fitter.weights[self.rows]
        errors = self.loss.squared_errors(self._held_out(columns, signs), labels)
        return float((errors * weights).sum() / weights.sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """Rules with signs and degrees of the rows, without weights."""

    learned: tuple[LearnedConcept, ...]
    columns: Floats
    signs: Floats


def pruned(
    stage: AdditiveModel, structure: HeldOutError, budget: Budget | None = None
) -> AdditiveModel:
    """Drop conditions and rules, least useful first, without raising the error.

    A spent budget ends it.
    """
    budget = budget or Budget()
    least = round(structure.error(stage.columns, stage.signs), 9)
    while not budget.spent:
        best, error = _least_missed(stage, structure)
        if best is None or error > least:
            break
        least = error
        stage = structure.fitter.model_with(best.learned, best.signs)
    return stage


def _least_missed(stage: AdditiveModel, structure: HeldOutError) -> tuple[_Model | None, float]:
    """Return the shorter model with the least error, and this error."""
    best, least = None, np.inf
    n_given = len(structure.fitter.given)
    for model in chain(_fewer(stage, structure.rows, n_given), _weaker(stage, structure)):
        error = round(structure.error_of_rows(model.columns, model.signs), 9)
        if error < least:
            best, least = model, error
    return best, least


def _fewer(stage: AdditiveModel, rows: Ids, n_given: int = 0) -> Iterator[_Model]:
    """Yield the model without each of the rules that change scores least.

    A single rule stays, and so do the first ones, if they are given.
    """
    if len(stage.learned) == 1:
        return
    moved = np.abs(stage.alpha[1:]) * [column.std() for column in stage.columns.T[1:]]
    columns = stage.columns[rows]
    for at in (np.argsort(moved[n_given:], kind="stable")[:_IDLEST] + n_given).tolist():
        yield _Model(
            stage.learned[:at] + stage.learned[at + 1 :],
            np.delete(columns, at + 1, axis=1),
            np.delete(stage.signs, at + 1),
        )


def _weaker(stage: AdditiveModel, structure: HeldOutError) -> Iterator[_Model]:
    """Yield the model without each condition of each rule.

    A rule must keep its sign. Given rules stay as they are.
    """
    fitter, rows = structure.fitter, structure.rows
    for at, rule in enumerate(stage.learned):
        if at < len(fitter.given):
            continue
        for body in rule.body.weakened():
            learned = evaluate_concept(
                fitter.data, fitter.data.space.normal_form(body), fitter.pool
            )
            keeps_sign = fitter.sign(learned) == stage.signs[at + 1]
            if not (keeps_sign and fitter.sign_matches_counts(learned)):
                continue
            column = fitter.column(learned)
            present = (before for number, before in enumerate(stage.columns.T) if number != at + 1)
            if not all(differ(column, before) for before in present):
                continue
            columns = stage.columns[rows]
            columns[:, at + 1] = column[rows]
            concepts = (*stage.learned[:at], learned, *stage.learned[at + 1 :])
            yield _Model(concepts, columns, stage.signs)


STEPS = (0.4, 0.2, 0.1)
"""Step sizes of a corner, as shares of the distance to its neighbour, by pass."""

FALL = 2.0
"""Minimum fall of the loss by a move, relative to the mean loss per example."""

MOST_TUNED = 50_000
"""Approximate maximum number of examples for tuning."""

NO_LOSS = 0.003
"""Mean losses below this count as 0."""

Corner = tuple[str, float]
"""A property, and the point of its sets where one of them begins, peaks or ends."""

Moves = Mapping[Corner, float]
"""The points that corners have moved to; others stay."""


def tuned(
    stage: AdditiveModel,
    fitter: WeightFitter,
    budget: Budget | None = None,
    forbidden: Collection[Concept] = (),
) -> AdditiveModel:
    """Move corners one by one where that lowers the loss.

    Weights are refitted. No move may change the sign of a rule. Among very many examples, a sample
    decides; if the loss over all of them rises, no corner moves. Sets of given rules stay, and no
    rule becomes more specific than a forbidden one. A spent budget ends it.
    """
    budget = budget or Budget()
    thinned = fitter.data.thinned(MOST_TUNED)
    if thinned is fitter.data:
        return _tuned(stage, fitter, budget, forbidden)
    bodies, alpha = _tuned_by_some(stage, fitter.with_data(thinned), budget, forbidden)
    if bodies == [learned.body for learned in stage.learned]:
        return stage
    release_memory()  # what comes takes as much again as the model has
    return _if_better(bodies, alpha, stage, fitter)


def _tuned_by_some(
    stage: AdditiveModel, fitter: WeightFitter, budget: Budget, forbidden: Collection[Concept]
) -> tuple[list[Concept], Floats]:
    """Return concepts and weights tuned on a sample of the examples."""
    concepts = tuple(evaluate_concept(fitter.data, learned.body) for learned in stage.learned)
    moved = _tuned(fitter.model_with(concepts, stage.signs, stage.alpha), fitter, budget, forbidden)
    return [learned.body for learned in moved.learned], moved.alpha


def _if_better(
    bodies: list[Concept], alpha: Floats, stage: AdditiveModel, fitter: WeightFitter
) -> AdditiveModel:
    """Return the model with moved sets if better over all examples.

    Otherwise return the one before. To save memory, threads share each column, and what moved
    concepts cover is computed once to check them, and again when they are taken.
    """
    data, columns = fitter.data, fitter.new_columns(len(bodies))
    for column, body, sign in zip(columns.T[1:], bodies, stage.signs[1:], strict=True):
        fill_degrees(column, body, data, fitter.pool)
        if not _fits(LearnedConcept.from_degrees(body, column, data), sign, fitter):
            return stage
    refitted = fitter.fitted((), columns, stage.signs, alpha)
    if fitter.penalised_loss(refitted) >= fitter.penalised_loss(stage):
        return stage
    each = zip(bodies, columns.T[1:], strict=True)
    return replace(
        refitted, learned=tuple(LearnedConcept.from_degrees(*pair, data) for pair in each)
    )


def _fits(learned: LearnedConcept, sign: float, fitter: WeightFitter) -> bool:
    """Whether a concept keeps its sign and covers enough."""
    argues = fitter.sign(learned) == sign and fitter.sign_matches_counts(learned)
    return argues and learned.cover >= fitter.penalty.least_cover


def _tuned(
    stage: AdditiveModel, fitter: WeightFitter, budget: Budget, forbidden: Collection[Concept]
) -> AdditiveModel:
    """Try all moves in order; idle threads try ahead."""
    tuning, pool = _Tuning(stage, fitter, forbidden), fitter.pool
    moves = list(product(STEPS, tuning.corners, (-1, 1)))
    at = 0
    while at < len(moves) and not budget.spent:
        for tried in pool.each(tuning.tried, moves[at : at + 1 + pool.n_idle]):
            at += 1
            if tuning.takes(tried):
                break  # the others would have begun elsewhere
    return tuning.stage


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """A model with corners moved, and its loss."""

    moves: dict[Corner, float]
    stage: AdditiveModel
    loss: float


class _Tuning:
    """A model whose sets are being tuned."""

    def __init__(
        self, stage: AdditiveModel, fitter: WeightFitter, forbidden: Collection[Concept] = ()
    ) -> None:
        self.stage = stage
        self._fitter = fitter
        self._bodies = [learned.body for learned in stage.learned]
        self._moves: dict[Corner, float] = {}
        self._neighbours = _by_property(self._bodies)
        self._fixed = {at for rule in fitter.given for at in corners_of(rule.body)}
        self._forbidden = ForbiddenConcepts(forbidden, fitter.data.space.implies)
        self._n = float(fitter.data.counts.sum())
        self._loss = fitter.penalised_loss(stage)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """All corners of sets that may move, property by property.

        Those of authors and given rules stay.
        """
        authored = self._fitter.data.space.kb.authored
        free = (prop for prop in self._neighbours if prop not in authored)
        corners = ((prop, at) for prop in free for at in self._neighbours[prop])
        return tuple(corner for corner in corners if corner not in self._fixed)

    def tried(self, move: tuple[float, Corner, int]) -> "_Tried | None":
        """Move a corner towards a neighbour; None if a rule changes its sign."""
        share, corner, towards = move
        moves = {**self._moves, corner: self._target(corner, towards, share)}
        candidate = self._moved(corner, moves)
        if candidate is None:
            return None
        return _Tried(moves, candidate, self._fitter.penalised_loss(candidate))

    def takes(self, tried: "_Tried | None") -> bool:
        """Accept a move if it lowers the loss enough."""
        least_fall = FALL * max(self._loss / self._n, NO_LOSS)
        if tried is None or not self._loss - tried.loss > least_fall:
            return False
        self._moves, self.stage, self._loss = tried.moves, tried.stage, tried.loss
        return True

    def _target(self, corner: Corner, towards: int, share: float) -> float:
        """Return the point to move to.

        An outermost corner moves out as far as it could move in.
        """
        prop, at = corner
        points = self._neighbours[prop]
        number = points.index(at)
        target = number + towards
        sign = 1.0
        if not 0 <= target < len(points):
            target, sign = number - towards, -1.0
        place = self._moves.get(corner, at)
        neighbour = self._moves.get((prop, points[target]), points[target])
        return place + sign * share * (neighbour - place)

    def _moved(self, corner: Corner, moves: Moves) -> AdditiveModel | None:
        """Return the refitted model with sets moved; None if a rule changes its sign."""
        stage = self.stage
        concepts, columns = list(stage.learned), stage.columns.copy(order="F")
        for at, body in enumerate(self._bodies):
            if corner not in corners_of(body):
                continue
            moved = with_moved_sets(body, moves)
            if self._forbidden.forbids(moved):
                return None
            learned = evaluate_concept(self._fitter.data, moved)
            if not _fits(learned, float(stage.signs[at + 1]), self._fitter):
                return None
            concepts[at], columns[:, at + 1] = learned, self._fitter.column(learned)
        return self._fitter.fitted(tuple(concepts), columns, stage.signs, stage.alpha)


def _by_property(bodies: Sequence[Concept]) -> dict[str, list[float]]:
    """Map each property to the ascending corners of its sets."""
    corners: dict[str, set[float]] = {}
    for body in bodies:
        for prop, at in corners_of(body):
            corners.setdefault(prop, set()).add(at)
    return {prop: sorted(corners[prop]) for prop in sorted(corners)}


def corners_of(concept: Concept) -> frozenset[Corner]:
    """Return all corners of the fuzzy sets in a concept.

    Examples
    --------
    >>> from owlboost.concepts.concept import Edge
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> low = FuzzyValue("price", FuzzySet("low", LeftShoulder(40, 60)))
    >>> sorted(corners_of(Concept((), (Edge("near", Concept((low,))),))))
    [('price', 40), ('price', 60)]
    """
    return frozenset(
        (label.prop, point)
        for label in concept.fuzzy_values()
        for point in shape_points(label.fuzzy_set.shape)
    )


def with_moved_sets(concept: Concept, moves: Moves) -> Concept:
    """Return a concept with moved corners of its fuzzy sets.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> low = Concept((FuzzyValue("price", FuzzySet("low", LeftShoulder(40, 60))),))
    >>> with_moved_sets(low, {("price", 60): 70}).labels[0].fuzzy_set.shape
    LeftShoulder(a=40, b=70)
    """
    return concept.map_sets(lambda label: _moved_set(label, moves))


def _moved_set(label: FuzzyValue, moves: Moves) -> FuzzyValue:
    shape = label.fuzzy_set.shape
    points = [moves.get((label.prop, point), point) for point in shape_points(shape)]
    return FuzzyValue(label.prop, FuzzySet(label.fuzzy_set.name, type(shape)(*points)))
