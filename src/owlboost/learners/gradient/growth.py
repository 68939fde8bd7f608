"""Gradient-boosted concepts: an additive model over fuzzy concepts (mathematics §9).

``F(a) = α₀ + Σ αᵢ·Cᵢ(a)``: each round grows the concept that explains most of the residual, then
all weights are fitted again.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Floats, Weights
from owlboost.learners.gradient.losses import SQUARED, Loss
from owlboost.learners.gradient.residual import Penalty, Residual
from owlboost.learners.gradient.weights import fit_weights, scores_of
from owlboost.learners.search.expansion import Expansion
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.refinement import Limits
from owlboost.learners.search.scorers import scorer_for
from owlboost.learners.watch import Step, Watch
from owlboost.model.concepts import Concept

_SAME = 1e-9
"""Concepts whose degrees differ nowhere by more than this say the same."""

_TRIES = 3
"""How many concepts may in turn say nothing new before no other is looked for."""


def class_weights(ground: Ground, *, balance: bool = True) -> Weights:
    """Give both classes the same total, and the examples an average weight of 1.

    What an example stands for multiplies its weight. Without ``balance`` nothing else does.
    """
    counts, positive = ground.counts, ground.labels > 0
    if not balance:
        return counts
    n = float(counts.sum())
    halves = [n / (2 * float(counts[side].sum())) for side in (positive, ~positive)]
    weights: Weights = counts * np.where(positive, *halves)
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """The model after one more concept: weights of ⊤ and of all concepts so far."""

    learned: tuple[Learned, ...]
    alpha: Floats
    scores: Floats
    """F at every example of the ground."""


class Growth:
    """Grows an additive model concept by concept.

    A spent budget ends it after the concept under way, so that there is always something to return.
    """

    def __init__(
        self,
        ground: Ground,
        limits: Limits,
        loss: Loss = SQUARED,
        penalty: Penalty | None = None,
        *,
        n_jobs: int = 1,
        watch: Watch | None = None,
    ) -> None:
        self._ground = ground
        self._loss = loss
        self._penalty = penalty or Penalty()
        self._residual = Residual(ground, self._penalty)
        scorer = scorer_for(ground.space, n_jobs)
        self._expansion = Expansion(ground, limits, self._residual, scorer)
        self._watch = watch or Watch()
        self._weights = class_weights(ground, balance=self._penalty.balance)
        self._labels = ground.labels

    def stages(self, n_rules: int) -> Iterator[Stage]:
        """Yield the model without concepts, then with one more each time."""
        columns = np.ones((self._ground.n_rows, 1), order="F")
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
            if self._watch.budget.spent:
                return

    def _column(self, learned: Learned) -> Floats:
        column = np.zeros(self._ground.n_rows)
        column[learned.rows] = learned.degrees
        return column

    def _grow_new(self, stage: Stage, columns: Floats) -> Learned | None:
        """Grow a concept that differs from all so far somewhere among the examples.

        Weights are kept small, so a concept of the model may still explain most of the residual.
        Then what the model has is avoided and another concept is grown.
        """
        slopes = self._loss.derivatives(stage.scores, self._labels, self._weights)
        self._residual.aim(*slopes)
        avoided: set[Concept] = set()
        for _ in range(_TRIES):
            found = self._grow(avoided)
            if found is None:
                return None
            differences = np.abs(columns - self._column(found)[:, None]).max(axis=0)
            if (differences > _SAME).all():
                return found
            avoided |= {found.body, *(learned.body for learned in stage.learned)}
            if self._watch.budget.spent:
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
            if self._watch.is_followed:
                confidence = situation.learned().confidence
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
