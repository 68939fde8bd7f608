"""Examples that lie on the workers of a cluster give the same model, bit for bit."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.post import Post
from tests.strategies import problems

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import LabelLayout, table_labels
from owlboost.features.partitions import fit_partitions
from owlboost.learners.learner import LEARNERS
from owlboost.learners.run import RunContext
from owlboost.learners.search.dask_cluster import DaskCluster, reachable
from owlboost.learners.search.shard import pairwise_sum
from owlboost.learners.search.space import SearchSpace
from owlboost.learners.training import train
from owlboost.models.model_files import model_text


@pytest.mark.parametrize("algorithm", ["gradient", "boost", "foil", "pn", "pfoil"])
@given(
    problem=problems(12),
    max_depth=st.integers(0, 2),
    n_workers=st.integers(1, 2),
    loss=st.sampled_from([0.0, 0.3]),
)
@settings(max_examples=scaled(10), deadline=None)
def test_a_cluster_gives_the_model_of_one_process(
    algorithm: str, problem: LearningProblem, max_depth: int, n_workers: int, loss: float
) -> None:
    learner = LEARNERS[algorithm]().adjusted(max_depth=max_depth, min_confidence=0.4)
    with (
        patch("owlboost.learners.search.shard.ROWS", 2),
        patch("owlboost.learners.search.dask_cluster._EACH", 1),
    ):
        here = train(problem, learner)
        cluster = DaskCluster(Post(n_workers, loss))
        there = train(problem, learner, context=RunContext(cluster=cluster))
    assert model_text(there) == model_text(here)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.integers(0, 4))
def test_bundles_may_add_their_shards_beforehand(numbers: list[float], k: int) -> None:
    sums = [np.array([number]) for number in numbers]
    bundles = [sums[first : first + 2**k] for first in range(0, len(sums), 2**k)]
    added = pairwise_sum([pairwise_sum(bundle) for bundle in bundles])
    assert added.tolist() == pairwise_sum(sums).tolist()


@given(problems(7), st.integers(0, 3))
def test_a_reachable_is_what_roles_lead_to(problem: LearningProblem, depth: int) -> None:
    some = problem.individuals[:2]
    reached = set(some.tolist())
    for _ in range(depth):
        reached |= {
            filler
            for role in problem.kb.roles
            for element in reached
            for filler in role[element].tolist()
        }
    assert reachable(problem.kb, some, depth).tolist() == sorted(reached)


@given(problems(7), st.integers(2, 5), st.data())
def test_a_part_has_the_labels_of_the_whole(
    problem: LearningProblem, n_sets: int, data: st.DataObject
) -> None:
    kb = problem.kb
    whole = table_labels(kb, fit_partitions(kb, n_sets))
    chosen = data.draw(st.sets(st.integers(0, kb.n_elements - 1), min_size=1))
    elements = np.array(sorted(chosen), dtype=np.int32)
    part = LabelLayout.from_matrix(whole).matrix(kb.part(elements))
    assert part.labels == whole.labels
    spaces = SearchSpace(kb.part(elements), part), SearchSpace(kb, whole)
    for label in whole.labels:
        assert part.is_in_segments(label) == whole.is_in_segments(label)
        there = spaces[0].label_degrees(label, np.arange(elements.size, dtype=np.int32))
        assert there.tolist() == spaces[1].label_degrees(label, elements).tolist()


def test_what_is_too_large_for_segments_stays_out_of_them_in_every_part() -> None:
    #   1e101 lies beyond what segments take; the part without it must not take the column either
    values = [("a", 1.0), ("b", 2.0), ("c", 1e101)]
    kb = KnowledgeBase.from_facts(list("abc"), numbers={"size": values})
    whole = table_labels(kb, fit_partitions(kb, 2, "uniform"))
    part = kb.reordered(np.array([0, 1], dtype=np.int32))
    assert whole.labels
    assert not whole.segments
    assert not LabelLayout.from_matrix(whole).matrix(part).segments
    assert table_labels(part, fit_partitions(part, 2, "uniform")).segments
