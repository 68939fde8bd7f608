"""Sharing searches between settings changes no result."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import problems

from owlboost.learners.learning import learn
from owlboost.learners.settings import Algorithm, Settings
from owlboost.learners.sharing import Shared
from owlboost.model.examples import LearningProblem

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
    shared = Shared(problem)
    algorithms: tuple[Algorithm, ...] = ("boost", "foil")
    for algorithm in algorithms:
        base = Settings(
            algorithm=algorithm,
            n_rounds=4,
            n_sets=n_sets,
            backtrack=backtrack,
            max_negative_coverage=eta,
        )
        for theta in THETAS:
            settings = replace(base, min_confidence=theta)
            alone, together = learn(problem, settings), learn(problem, settings, shared=shared)
            assert alone.hypothesis == together.hypothesis
            assert np.array_equal(alone.degrees, together.degrees)
            assert alone.threshold == together.threshold
