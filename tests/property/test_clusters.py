"""Examples that lie on the workers of a cluster give the same model, bit for bit."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.post import Post
from tests.strategies import problems

from owlboost.learners.registry import LEARNERS
from owlboost.learners.search.bundles import closure
from owlboost.learners.search.dask_scorer import DaskCluster
from owlboost.learners.search.shards import added_in_pairs
from owlboost.learners.training import train
from owlboost.learners.watch import Watch
from owlboost.model.examples import LearningProblem
from owlboost.model.model_files import model_text


@pytest.mark.parametrize("algorithm", ["gradient", "boost", "foil", "pn", "pfoil"])
@given(
    problem=problems(12),
    max_depth=st.integers(0, 2),
    n_workers=st.integers(1, 2),
    loss=st.sampled_from([0.0, 0.3]),
)
@settings(max_examples=10, deadline=None)
def test_a_cluster_gives_the_model_of_one_process(
    algorithm: str, problem: LearningProblem, max_depth: int, n_workers: int, loss: float
) -> None:
    learner = LEARNERS[algorithm]().adjusted(max_depth=max_depth, min_confidence=0.4)
    with (
        patch("owlboost.learners.search.shards.ROWS", 2),
        patch("owlboost.learners.search.dask_scorer._EACH", 1),
    ):
        here = train(problem, learner)
        cluster = DaskCluster(Post(n_workers, loss))
        there = train(problem, learner, watch=Watch(cluster=cluster))
    assert model_text(there) == model_text(here)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.integers(0, 4))
def test_bundles_may_add_their_shards_beforehand(numbers: list[float], k: int) -> None:
    sums = [np.array([number]) for number in numbers]
    bundles = [sums[first : first + 2**k] for first in range(0, len(sums), 2**k)]
    added = added_in_pairs([added_in_pairs(bundle) for bundle in bundles])
    assert added.tolist() == added_in_pairs(sums).tolist()


@given(problems(7), st.integers(0, 3))
def test_a_closure_is_what_roles_lead_to(problem: LearningProblem, depth: int) -> None:
    some = problem.individuals[:2]
    reached = set(some.tolist())
    for _ in range(depth):
        reached |= {
            filler
            for role in problem.kb.roles
            for element in reached
            for filler in role[element].tolist()
        }
    assert closure(problem.kb, some, depth).tolist() == sorted(reached)
