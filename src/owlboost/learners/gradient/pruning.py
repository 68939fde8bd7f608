"""Taking away what a model does not need: conditions and rules that validation does not miss.

The concepts stay as they are, only their weights are fitted again on inner folds. A condition or a
rule goes if the held-out error does not rise by it (mathematics §10).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from owlboost.learners.budget import Budget
from owlboost.learners.gradient.fitting import Fitter, Stage, differ
from owlboost.learners.gradient.losses import Loss
from owlboost.learners.gradient.validation import dealt_alike
from owlboost.learners.gradient.weights import fit_weights, scores_of
from owlboost.learners.search.ground import Learned, learned_of
from owlboost.runtime.array_types import Floats, Ids

MOST_PRUNED = 2000
"""What to take away is validated on at most about this many examples."""

_IDLEST = 3
"""So many rules are tried to be left out at a time: those that move scores least."""


@dataclass(frozen=True, eq=False)
class Structure:
    """What validates given concepts: the examples of a ground in folds.

    Attributes
    ----------
    fitter
        What the weights of all examples are fitted by.
    loss
        What is minimised.
    rows
        The examples that take part, as rows of the ground.
    folds
        The fold of each of them.
    """

    fitter: Fitter
    loss: Loss
    rows: Ids
    folds: Ids

    @classmethod
    def of(cls, fitter: Fitter, loss: Loss, n_folds: int, seed: int) -> "Structure":
        """Deal the examples of a ground out to folds; of very many, some."""
        ground = fitter.ground
        step = -(-ground.n_rows // MOST_PRUNED)
        rows = np.arange(0, ground.n_rows, step, dtype=np.int32)  # by label: each class evenly
        labels = ground.labels[rows]
        return cls(fitter, loss, rows, dealt_alike(labels, n_folds, seed, graded=ground.graded))

    def _held_out(self, columns: Floats, sides: Floats) -> Floats:
        """Scores of the examples that take part, with weights fitted without their folds."""
        labels, weights = self.fitter.ground.labels[self.rows], self.fitter.weights[self.rows]
        scores = np.zeros(self.rows.size)
        for fold in np.unique(self.folds):
            test = self.folds == fold
            train = columns[~test], labels[~test], weights[~test]
            alpha = fit_weights(self.loss, *train, self.fitter.penalty.ridge, sides)
            scores[test] = scores_of(columns[test], alpha)
        return scores

    def error(self, columns: Floats, sides: Floats) -> float:
        """Squared error of the held-out labels that scores stand for, from degrees everywhere."""
        return self.error_of_rows(columns[self.rows], sides)

    def error_of_rows(self, columns: Floats, sides: Floats) -> float:
        """Return the same from degrees at the examples that take part."""
        labels, weights = self.fitter.ground.labels[self.rows], self.fitter.weights[self.rows]
        errors = self.loss.squared_errors(self._held_out(columns, sides), labels)
        return float((errors * weights).sum() / weights.sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """Rules with their sides, and their degrees at the examples that take part, without weights."""

    learned: tuple[Learned, ...]
    columns: Floats
    sides: Floats


def pruned(stage: Stage, structure: Structure, budget: Budget | None = None) -> Stage:
    """Take away conditions and rules, the least missed first, as long as no error rises by it.

    A spent budget ends it.
    """
    budget = budget or Budget()
    least = round(structure.error(stage.columns, stage.sides), 9)
    while not budget.spent:
        best, error = _least_missed(stage, structure)
        if best is None or error > least:
            break
        least = error
        stage = structure.fitter.of(best.learned, best.sides)
    return stage


def _least_missed(stage: Stage, structure: Structure) -> tuple[_Model | None, float]:
    """Return the shorter model with the least error, the first of equals; one is kept at a time."""
    best, least = None, np.inf
    n_given = len(structure.fitter.given)
    for model in chain(_fewer(stage, structure.rows, n_given), _weaker(stage, structure)):
        error = round(structure.error_of_rows(model.columns, model.sides), 9)
        if error < least:
            best, least = model, error
    return best, least


def _fewer(stage: Stage, rows: Ids, n_given: int = 0) -> Iterator[_Model]:
    """Yield the model without each of the rules that move scores least; the last rule stays.

    So do the first ones, if they are given.
    """
    if len(stage.learned) == 1:
        return
    moved = np.abs(stage.alpha[1:]) * [column.std() for column in stage.columns.T[1:]]
    columns = stage.columns[rows]
    for at in (np.argsort(moved[n_given:], kind="stable")[:_IDLEST] + n_given).tolist():
        yield _Model(
            stage.learned[:at] + stage.learned[at + 1 :],
            np.delete(columns, at + 1, axis=1),
            np.delete(stage.sides, at + 1),
        )


def _weaker(stage: Stage, structure: Structure) -> Iterator[_Model]:
    """Yield the model without each condition of each rule, if it still argues for the same.

    Rules that are given stay as they are.
    """
    fitter, rows = structure.fitter, structure.rows
    for at, rule in enumerate(stage.learned):
        if at < len(fitter.given):
            continue
        for body in rule.body.weakened():
            found = learned_of(fitter.ground, fitter.ground.space.normal(body), fitter.crew)
            if fitter.side(found) != stage.sides[at + 1] or not fitter.agrees(found):
                continue
            column = fitter.column(found)
            others = (one for number, one in enumerate(stage.columns.T) if number != at + 1)
            if not all(differ(column, other) for other in others):
                continue
            columns = stage.columns[rows]
            columns[:, at + 1] = column[rows]
            learned = (*stage.learned[:at], found, *stage.learned[at + 1 :])
            yield _Model(learned, columns, stage.sides)
