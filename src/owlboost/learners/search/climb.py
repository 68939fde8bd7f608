"""The greedy way from ⊤ to a concept that no refinement improves (Algorithm 3, note 12)."""

from collections.abc import Callable

import numpy as np

from owlboost.learners.learner import ClimbingLearner
from owlboost.learners.search.expansion import Expansion, Situation
from owlboost.learners.search.ground import Ground, Learned
from owlboost.learners.search.objectives import Objective
from owlboost.learners.search.refinement import Limits, Refinement, Scored, improving_refinements
from owlboost.learners.search.scorers import scorer_for
from owlboost.learners.search.ties import largest
from owlboost.learners.watch import Step, Watch
from owlboost.model.concepts import Concept


class Climb:
    """Finds one concept at a time over the same ground, by what its objective is at the time."""

    def __init__(
        self, ground: Ground, learner: ClimbingLearner, objective: Objective, watch: Watch
    ) -> None:
        self._ground = ground
        self._backtrack = learner.backtrack
        self._watch = watch
        limits = Limits.of(learner)
        self._expansion = Expansion(
            ground,
            limits,
            objective,
            scorer_for(ground, objective.parts, limits, watch.crew(learner.n_jobs), watch.cluster),
            prune=learner.backtrack == 0,
        )

    def to(self, accepts: Callable[[Learned], bool]) -> Learned | None:
        """Return the first concept at an end of the way that is accepted, or None.

        After an end that is not, the way goes on from the best refinement that was not taken.
        """
        stack: list[Situation] = []
        visited: set[Concept] = set()
        situation: Situation | None = self._expansion.start()
        steps = 0
        while situation is not None:
            visited.add(situation.concept)
            better = None if self._watch.budget.spent else self._refine(situation, stack, steps)
            if better is not None:
                situation, steps = better, steps + 1
                continue
            learned = situation.learned()
            if accepts(learned):
                return learned
            situation = None if self._watch.budget.spent else _pop_unvisited(stack, visited)
        return None

    def _refine(self, situation: Situation, stack: list[Situation], steps: int) -> Situation | None:
        outcome = self._expansion.expand(situation)
        if outcome.best is None:
            return None
        if self._backtrack:
            stack.extend(self._runners_up(situation, outcome.best, outcome.moves))
        if self._watch.is_followed:
            best = outcome.best
            self._watch.tell(
                Step(
                    steps + 1,
                    situation.concept,
                    best.concept,
                    best.gain,
                    best.sums[0] / best.sums[1],
                    outcome.n_candidates,
                    outcome.n_pruned,
                )
            )
        return self._follow(situation, outcome.best)

    def _follow(self, situation: Situation, refinement: Refinement) -> Situation:
        return self._expansion.refine(situation, refinement.concept, refinement.sums)

    def _runners_up(
        self, situation: Situation, taken: Refinement, moves: list[Scored]
    ) -> list[Situation]:
        """Return the k most confident refinements not taken, the best last (note 12)."""
        space, shunned = self._ground.space, self._expansion.shunned()
        others = improving_refinements(situation.concept, moves, space, shunned)
        del others[taken.concept]
        waiting = [self._follow(situation, refinement) for refinement in others.values()]
        ranks = [refinement.rank for refinement in others.values()]
        confidences = np.array([other.learned().confidence for other in waiting])
        chosen: list[Situation] = []
        while len(chosen) < self._backtrack and np.isfinite(confidences).any():
            number = min(largest(confidences), key=lambda at: ranks[at])
            chosen.append(waiting[number])
            confidences[number] = -np.inf
        return chosen[::-1]


def _pop_unvisited(stack: list[Situation], visited: set[Concept]) -> Situation | None:
    while stack:
        situation = stack.pop()
        if situation.concept not in visited:
            return situation
    return None
