"""Gradient-boosted concepts: an additive model over fuzzy concepts (mathematics §9).

``F(a) = α₀ + Σ αᵢ·Cᵢ(a)``: each round grows the concept that explains most of the residual, then
all weights are fitted again.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.learners.budget import Budget
from owlboost.learners.covering.axiom_search import OnStep, Step
from owlboost.learners.gradient.residual import Penalty, Residual
from owlboost.learners.gradient.weights import Loss, derivatives, fit_weights, scores_of
from owlboost.learners.search.expansion import Expansion
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.refinement import Limits
from owlboost.model.concepts import Concept

_SAME = 1e-9
"""Concepts whose degrees differ nowhere by more than this say the same."""

_TRIES = 3
"""How many concepts may in turn say nothing new before no other is looked for."""


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
        stage = self._fitted(learned, columns, np.empty(0))
        yield stage
        while len(learned) < n_rules:
            found = self._grow_new(stage, columns)
            if found is None:
                return
            learned.append(found)
            columns = np.asfortranarray(np.column_stack([columns, self._column(found)]))
            stage = self._fitted(learned, columns, stage.alpha)
            yield stage
            if self._budget.spent:
                return

    def _column(self, learned: Learned) -> Floats:
        column = np.zeros(self._ground.n_examples)
        column[learned.rows] = learned.degrees
        return column

    def _grow_new(self, stage: Stage, columns: Floats) -> Learned | None:
        """Grow a concept that differs from all so far somewhere among the examples.

        Weights are kept small, so a concept of the model may still explain most of the residual.
        Then what the model has is avoided and another concept is grown.
        """
        self._residual.aim(*derivatives(self._loss, stage.scores, self._labels, self._weights))
        avoided: set[Concept] = set()
        for _ in range(_TRIES):
            found = self._grow(avoided)
            if found is None:
                return None
            differences = np.abs(columns - self._column(found)[:, None]).max(axis=0)
            if (differences > _SAME).all():
                return found
            avoided |= {found.body, *(learned.body for learned in stage.learned)}
            if self._budget.spent:
                return None
        return None

    def _fitted(self, learned: list[Learned], columns: Floats, start: Floats) -> Stage:
        alpha = fit_weights(
            self._loss,
            columns,
            self._labels,
            self._weights,
            self._penalty.ridge,
            start,
            monotone=self._penalty.sign < 0,
        )
        return Stage(tuple(learned), alpha, scores_of(columns, alpha))

    def _grow(self, avoided: Set[Concept]) -> Learned | None:
        """Grow one concept from ⊤ by the move with the largest score while it rises."""
        situation, steps = self._expansion.start(), 0
        while True:
            outcome = self._expansion.expand(situation, avoided)
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
