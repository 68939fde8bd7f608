"""Covering by an ensemble that takes rules in as long as they make it better (mathematics §19)."""

import numpy as np

from owlboost.learners.pfoil.learner import PFoilDL
from owlboost.learners.pfoil.score import EnsembleScore
from owlboost.learners.search.climb import Climb
from owlboost.learners.search.ground import Ground, Learned, learned_of
from owlboost.learners.search.ties import TOLERANCE
from owlboost.learners.watch import RuleFound, Watch
from owlboost.model.hypotheses import RuleSet


def learn_ensemble(ground: Ground, learner: PFoilDL, watch: Watch | None = None) -> RuleSet:
    """Learn one rule after the other, until none adds enough to the score of all."""
    watch = watch or Watch()
    score = EnsembleScore(ground, learner.beta, learner.prior_examples)
    climb = Climb(ground, learner, score, watch)
    ensemble = np.zeros(ground.n_rows)
    inclusions = []

    def accepts(learned: Learned) -> bool:
        """Whether a concept is a rule at all: not ⊤, and its covered share of E⁻ ≤ η."""
        share = learned.negative_count / ground.negative_count
        return not learned.body.is_top and share <= learner.max_negative_coverage + TOLERANCE

    for rule in learner.given_rules:
        pinned = learned_of(ground, rule.body)
        ensemble[pinned.rows] = np.maximum(ensemble[pinned.rows], pinned.degrees)
        score.join(ensemble.copy())
        inclusions.append(pinned.inclusion(degree=pinned.confidence))
        watch.tell(RuleFound(pinned))
    while (axiom := climb.to(accepts)) is not None:
        before = score.reached
        ensemble[axiom.rows] = np.maximum(ensemble[axiom.rows], axiom.degrees)
        score.join(ensemble.copy())
        if score.reached - before <= learner.min_gain + TOLERANCE:
            break
        inclusions.append(axiom.inclusion(degree=axiom.confidence))
        watch.tell(RuleFound(axiom))
    return RuleSet(tuple(inclusions))
