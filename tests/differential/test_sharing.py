"""Sharing searches between settings changes no result."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.configurations import learner
from tests.strategies import problems

from owlboost.data.examples import LearningProblem
from owlboost.learners.preparation import ProblemCache
from owlboost.learners.run import RunContext
from owlboost.learners.training import fit

THETAS = (0.0, 0.34, 0.5, 0.64, 0.94, 1.0)


@given(
    problems(),
    st.sampled_from([3, 5, 7]),
    st.sampled_from([0, 1]),
    st.sampled_from([1.0, 0.5, 0.0]),
)
def test_shared_runs_equal_lone_runs(
    problem: LearningProblem, n_sets: int, backtrack: int, eta: float
) -> None:
    shared = ProblemCache(problem)
    for algorithm in ("boost", "foil", "pn", "pfoil"):
        base = learner(
            algorithm,
            n_rounds=4,
            n_sets=n_sets,
            backtrack=backtrack,
            max_negative_coverage=eta,
        )
        for theta in THETAS:
            chosen = base.adjusted(min_confidence=theta)
            alone, together = fit(problem, chosen), fit(problem, chosen, RunContext(shared=shared))
            assert alone.hypothesis == together.hypothesis
            assert np.array_equal(alone.degrees, together.degrees)
            assert alone.threshold == together.threshold
