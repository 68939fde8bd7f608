"""Gradient-boosted concepts: an additive model over fuzzy concepts (mathematics §9).

``F(a) = α₀ + Σ αᵢ·Cᵢ(a)``: each round grows the concept that explains most of the residual, then
all weights are fitted again.
"""

from collections.abc import Iterator, Set

from owlboost.learners.gradient.fitting import Fitter, Stage
from owlboost.learners.gradient.residual import Residual
from owlboost.learners.search.expansion import Expansion
from owlboost.learners.search.ground import Learned
from owlboost.learners.search.refinement import Limits, Scored, all_of, of_one_partition
from owlboost.learners.search.scorers import scorer_for
from owlboost.learners.watch import Step, Watch
from owlboost.model.concepts import Concept
from owlboost.runtime.array_types import Mask
from owlboost.runtime.threads import ALONE, Crew

_TRIES = 3
"""How many concepts may in turn say nothing new before no other is looked for."""


class Growth:
    """Grows an additive model concept by concept.

    A spent budget ends it after the concept under way, so that there is always something to return.
    """

    def __init__(
        self, fitter: Fitter, limits: Limits, *, crew: Crew = ALONE, watch: Watch | None = None
    ) -> None:
        ground = fitter.ground
        self._ground = ground
        self._fitter = fitter
        self._residual = Residual(ground, fitter.penalty)
        self._watch = watch or Watch()
        scorer = scorer_for(ground, self._residual.parts, limits, crew, self._watch.cluster)
        self._expansion = Expansion(ground, limits, self._residual, scorer)

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

    def _grow_new(self, stage: Stage) -> Learned | None:
        """Grow a concept that differs from all so far somewhere among the examples.

        Weights are kept small, so a concept of the model may still explain most of the residual.
        Then what the model has is avoided and another concept is grown; so is one whose numbers of
        examples say the opposite of their degrees.
        """
        self._residual.aim(*self._fitter.derivatives(stage.scores))
        avoided: set[Concept] = set()
        scored: dict[Concept, list[Scored]] = {}
        used = (label for learned in stage.learned for label in learned.body.all_labels())
        allowed = of_one_partition(self._ground.space, used)
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
        scored: dict[Concept, list[Scored]],
    ) -> Learned | None:
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
            here = of_one_partition(self._ground.space, situation.concept.all_labels())
            outcome = self._expansion.expand(situation, avoided, all_of((allowed, here)), scored)
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
