"""What a concept covers among examples, counted and weighed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.concepts.concept import TOP, Atom, Concept
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.search import shard as shards
from owlboost.learners.search.training_set import (
    LearnedConcept,
    TrainingSet,
    evaluate_concept,
    training_set_for,
)
from owlboost.runtime.threads import SERIAL, ThreadPool


def ground_of(
    labels: list[float], weights: list[float] | None = None, n_others: int = 0
) -> TrainingSet:
    n = len(labels)
    kb = KnowledgeBase.from_facts([f"a{number:02d}" for number in range(n + n_others)])
    problem = LearningProblem(
        kb,
        "T",
        np.arange(n, dtype=np.int32),
        np.array(labels),
        None if weights is None else np.array(weights),
        np.arange(n, n + n_others, dtype=np.int32),
    )
    return training_set_for(problem, label_matrix(kb, ()))


@pytest.mark.parametrize(
    ("ground", "n_plain"),
    [
        (ground_of([0, 1, 1, 0]), 2),
        (ground_of([0, 0.5, 1]), -1),
        (ground_of([0, 1, 1], [1.0, 2.0, 1.0]), -1),
        (ground_of([0, 1], n_others=1), -1),
    ],
)
def test_examples_are_plain_if_each_stands_for_one(ground: TrainingSet, n_plain: int) -> None:
    assert ground.n_plain_positives == n_plain


def test_figures_of_a_concept_by_hand() -> None:
    #   two positives, then three negatives; it covers one and two of them
    ground = ground_of([1, 1, 0, 0, 0])
    found = LearnedConcept(
        TOP, np.array([1, 2, 4], dtype=np.int32), np.array([0.5, 0.25, 1.0]), ground
    )
    assert found.cover == 1.75
    assert found.mean_label == 0.5 / 1.75
    assert (found.positive_count, found.negative_count) == (1.0, 2.0)


@given(st.lists(st.tuples(st.booleans(), st.floats(0.01, 1)), max_size=40))
def test_plain_examples_have_the_figures_of_weights_of_1(
    examples: list[tuple[bool, float]],
) -> None:
    #   if each counts twice, all sums are twice as large, to the last bit
    examples = [(True, 1.0), (False, 1.0), *examples]
    labels = [float(positive) for positive, _ in examples]
    degrees = np.array([degree for _, degree in examples])
    rows = np.arange(degrees.size, dtype=np.int32)
    plain = ground_of(labels)
    beside = TrainingSet(
        plain.space, plain.elements, plain.labels, plain.counts * 2, plain.is_example, plain.order
    )
    assert beside.n_plain_positives == -1
    one, other = (
        LearnedConcept(TOP, rows, degrees, plain),
        LearnedConcept(TOP, rows, degrees, beside),
    )
    assert 2 * one.cover == other.cover
    assert one.mean_label == other.mean_label
    assert 2 * one.positive_count == other.positive_count
    assert 2 * one.negative_count == other.negative_count


def test_a_ground_at_rest_makes_its_shards_anew() -> None:
    ground = ground_of([1, 0])
    before = ground.shard(slice(0, 2))
    assert ground.shard(slice(0, 2)) is before
    ground.release_shards()
    assert ground.shard(slice(0, 2)) is not before


@pytest.mark.parametrize("pool", [SERIAL, ThreadPool(3)])
def test_degrees_are_written_range_by_range(
    pool: ThreadPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"a{number:02d}" for number in range(20)]
    kb = KnowledgeBase.from_facts(names, types={"A": names[1::3]})
    labels = np.arange(20) % 2
    ground = training_set_for(
        LearningProblem(kb, "T", np.arange(20, dtype=np.int32), labels), label_matrix(kb, ())
    )
    monkeypatch.setattr(shards, "ROWS", 6)
    found = evaluate_concept(ground, Concept((Atom("A"),)), pool)
    assert found.degrees.tolist() == [1.0] * 7
    assert sorted(ground.elements[found.rows].tolist()) == [1, 4, 7, 10, 13, 16, 19]
    assert found.positive_count == 4  # 1, 7, 13 and 19


def test_examples_are_laid_out_by_falling_label() -> None:
    #   examples 1, 3 and 4 are positive; two others are neither, and come last
    ground = ground_of([0, 1, 0, 1, 1], [1.0, 2.0, 3.0, 4.0, 5.0], n_others=2)
    assert ground.order.tolist() == [1, 3, 4, 0, 2, 5, 6]
    assert ground.counts.tolist() == [2.0, 4.0, 5.0, 1.0, 3.0, 1.0, 1.0]
    assert ground.is_example.tolist() == [True] * 5 + [False] * 2
    graded = ground_of([0.25, 1.0, 0.5, 1.0])
    assert graded.order.tolist() == [1, 3, 2, 0]
    assert graded.counts.tolist() == [1.0] * 4
