"""Gradient-boosted concepts: an additive model over fuzzy concepts (ALGORITHM §11).

``F(a) = α₀ + Σ αᵢ·Cᵢ(a)``: each round grows the concept that explains most of the residual, then
all weights are fitted again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.learners.additive import Loss, derivatives, fit_weights, scores_of
from owlboost.learners.budget import Budget
from owlboost.learners.expansion import Expansion
from owlboost.learners.ground import Ground, Learned
from owlboost.learners.refinement import Limits
from owlboost.learners.residual import Penalty, Residual
from owlboost.learners.search import OnStep, Step
from owlboost.model.concepts import Concept


def class_weights(ground: Ground, *, balance: bool = True) -> Weights:
    """Give both classes the same total, and the examples an average weight of 1.

    What an example stands for multiplies its weight. Without ``balance`` nothing else does.
    """
    counts = ground.counts
    if not balance:
        return counts
    positives = float(counts[: ground.n_positives].sum())
    n, negatives = float(counts.sum()), ground.negative_count
    factors = np.full(ground.n_examples, n / (2 * negatives))
    factors[: ground.n_positives] = n / (2 * positives)
    weights: Weights = counts * factors
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """The model after one more concept: weights of ⊤ and of all concepts so far."""

    learned: tuple[Learned, ...]
    alpha: Floats
    scores: Floats
    """F at every example of the ground."""


class GradientLearner:
    """Grows an additive model concept by concept.

    A spent budget ends it after the concept under way, so that there is always something to return.
    """

    def __init__(
        self,
        ground: Ground,
        limits: Limits,
        loss: Loss = "squared",
        penalty: Penalty | None = None,
        *,
        n_jobs: int = 1,
        budget: Budget | None = None,
        on_step: OnStep | None = None,
    ) -> None:
        self._ground = ground
        self._loss: Loss = loss
        self._penalty = penalty or Penalty()
        self._residual = Residual(ground, self._penalty, n_jobs)
        self._expansion = Expansion(ground, limits, self._residual, split=False)
        self._budget = budget or Budget()
        self._on_step = on_step
        self._weights = class_weights(ground, balance=self._penalty.balance)
        self._labels = (ground.signs + 1) / 2

    def stages(self, n_rules: int) -> Iterator[Stage]:
        """Yield the model without concepts, then with one more each time."""
        columns = np.ones((self._ground.n_examples, 1), order="F")
        learned: list[Learned] = []
        bodies: set[Concept] = set()
        stage = self._fitted(learned, columns)
        yield stage
        while len(learned) < n_rules:
            found = self._grow(stage.scores)
            if found is None or found.body in bodies:
                return
            bodies.add(found.body)
            learned.append(found)
            column = np.zeros(self._ground.n_examples)
            column[found.rows] = found.degrees
            columns = np.asfortranarray(np.column_stack([columns, column]))
            stage = self._fitted(learned, columns)
            yield stage
            if self._budget.spent:
                return

    def _fitted(self, learned: list[Learned], columns: Floats) -> Stage:
        alpha = fit_weights(
            self._loss,
            columns,
            self._labels,
            self._weights,
            self._penalty.ridge,
            monotone=self._penalty.sign < 0,
        )
        return Stage(tuple(learned), alpha, scores_of(columns, alpha))

    def _grow(self, scores: Floats) -> Learned | None:
        """Grow one concept from ⊤ by the move with the largest score while it rises."""
        self._residual.aim(*derivatives(self._loss, scores, self._labels, self._weights))
        situation, steps = self._expansion.start(), 0
        while True:
            outcome = self._expansion.expand(situation)
            best = outcome.best
            if best is None:
                break
            steps += 1
            before = situation.concept
            situation = self._expansion.refine(situation, best.concept, best.sums)
            if self._on_step is not None:
                confidence = situation.learned().confidence
                self._on_step(
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
            if self._budget.spent:
                break
        return None if situation.concept.is_top else situation.learned()
