import numpy as np
import pytest

from owlboost.concepts.concept import TOP, Atom, Concept
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import LabelMatrix, label_matrix
from owlboost.learners.covering import Cardinalities, Gain, gains
from owlboost.learners.gradient.growth import class_weights
from owlboost.learners.search.aggregator import LocalAggregator
from owlboost.learners.search.moves import Position, Positions
from owlboost.learners.search.objective import ExcessWeights, LinearWeights, NewtonWeights, largest
from owlboost.learners.search.shard import Query, Shard, pairwise_sum, shard_ranges, weighted_sum
from owlboost.learners.search.space import NodeRelation, SearchSpace
from owlboost.learners.search.training_set import TrainingSet, training_set_for
from owlboost.runtime.threads import ThreadPool


def test_gain_of_dropping_one_of_two_negatives() -> None:
    weights, positive = np.full(4, 0.25), np.array([True, True, False, False])
    candidate = np.array([1.0, 1.0, 1.0, 0.0])
    covered, total = (weights * candidate)[positive].sum(), (weights * candidate).sum()
    #   p = 0.5,  cf: 1/2 -> 2/3
    expected = 0.5 * (np.log2(2 / 3) - np.log2(1 / 2))
    found = gains(np.array([covered]), np.array([total]), Cardinalities(0.5, 1.0))
    assert found == pytest.approx([expected])


def test_a_candidate_that_covers_no_positive_has_no_gain() -> None:
    found = gains(np.array([0.0, 0.5]), np.array([0.0, 0.5]), Cardinalities(0.5, 1.0))
    #   0/0 is skipped;  0.5·(log₂ 1 − log₂ ½)
    assert found.tolist() == [-np.inf, 0.5]


def test_an_equal_or_worse_confidence_is_no_improvement() -> None:
    before = Cardinalities(0.5, 1.0)
    covered, total = np.array([0.25, 0.25, 0.25]), np.array([0.5, 0.5 * (1 - 1e-13), 0.75])
    assert gains(covered, total, before).tolist() == [-np.inf] * 3


def test_scores_within_a_relative_1e_12_tie() -> None:
    assert largest(np.array([3.0, 1.0, 3.0 - 1e-12, 3.0 - 1e-11])).tolist() == [0, 2]
    assert largest(np.array([])).tolist() == []


def test_the_confidence_of_an_empty_concept_is_0() -> None:
    assert Cardinalities(0.0, 0.0).confidence == 0.0
    assert Cardinalities(0.25, 0.75).confidence == pytest.approx(1 / 3)


def test_a_weighted_sum_is_the_sum_of_products() -> None:
    #   0.2·0.5 + 0.8·1
    assert weighted_sum(np.array([0.2, 0.8]), np.array([0.5, 1.0])) == pytest.approx(0.9)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_all_shards_of_a_long_table_are_summed(n_jobs: int) -> None:
    #   five shards of 32 768 rows; A holds at every element to ½, B fully at every second
    n = 140_000
    rows = np.arange(n, dtype=np.int32)
    sizes = np.where(rows % 2, 2, 1)
    indptr = np.r_[0, np.cumsum(sizes)].astype(np.int64)
    first = np.ones(indptr[-1], dtype=np.bool_)
    first[indptr[1:][rows % 2 == 1] - 1] = False
    matrix = LabelMatrix(
        labels=(Atom("A"), Atom("B")),
        indptr=indptr,
        indices=np.where(first, 0, 1).astype(np.int32),
        degrees=np.where(first, 0.5, 1.0),
        exclusive=np.full(2, -1, dtype=np.int32),
        properties=np.full(2, -1, dtype=np.int32),
        partitions=np.full(2, -1, dtype=np.int32),
    )
    space = SearchSpace(KnowledgeBase.from_facts([]), matrix)
    ones = np.ones(n)
    ground = TrainingSet(space, rows, ones, ones, ones > 0, rows)
    aggregator = LocalAggregator(ground, (slice(0, n),), ThreadPool(n_jobs))
    aggregator.set_weights(LinearWeights(ones, rows / 1.0))
    left, right = aggregator.sums(Query((TOP,), Positions([Position(())]), "labels"), 0)
    assert left.tolist() == [0.5 * n, n / 2, 0.0]
    #   0 + 1 + … + 139 999,  and 1 + 3 + … + 139 999 = 70 000²; a node is no move that ends with ⊤
    assert right.tolist() == [0.5 * n * (n - 1) / 2, 70_000.0**2, 0.0]
    covered, degrees = aggregator.members((TOP, Concept((Atom("B"),))))
    assert covered.tolist() == rows[1::2].tolist()
    assert degrees.tolist() == [1.0] * (n // 2)


def test_shards_are_cut_by_the_number_of_rows_alone() -> None:
    #   32 768 rows each; a part without rows is one shard of none
    assert list(shard_ranges(slice(0, 65_536))) == [slice(0, 32_768), slice(32_768, 65_536)]
    assert list(shard_ranges(slice(5, 32_774))) == [slice(5, 32_773), slice(32_773, 32_774)]
    assert list(shard_ranges(slice(7, 7))) == [slice(7, 7)]


def test_whoever_holds_neighbouring_shards_may_add_theirs_beforehand() -> None:
    #   numbers whose sum depends on the order of adding
    sums = [np.array([10.0 ** (number % 17 - 8) / 3]) for number in range(13)]
    whole = pairwise_sum(sums)
    grouped = pairwise_sum([pairwise_sum(sums[at : at + 4]) for at in range(0, 13, 4)])
    assert whole.tolist() == grouped.tolist()
    assert whole == pytest.approx([sum(float(one[0]) for one in sums)])


def test_an_excess_is_what_lies_above_the_floor() -> None:
    #   a reaches ½ and is at 0.2 already; b reaches 1 and is at 1; c reaches 0.3 from 0
    focus = NodeRelation(
        np.arange(3, dtype=np.int32),
        np.array([0, 2, 3, 4]),
        np.array([0, 1, 1, 2], dtype=np.int32),
        np.array([0.5, 0.4, 1.0, 0.3]),
    )
    weighing = ExcessWeights(
        np.array([1.0, 1.0, 0.0]), np.array([1.0, 1.0, 2.0]), np.array([0.2, 1, 0])
    )
    kb = KnowledgeBase.from_facts(list("xyz"), types={"A": ["y", "z"]})
    shard = Shard(SearchSpace(kb, label_matrix(kb, ())), np.arange(3, dtype=np.int32), slice(0, 3))
    #   1·(0.5 − 0.2) + 1·0,  and with 2·0.3 more
    assert shard.top(focus, weighing).tolist() == pytest.approx([0.3, 0.9])
    #   A holds at y and z: a reaches it to 0.4 only
    ((left,), (right,)) = shard.labels(focus, weighing).tolist()
    assert [left, right] == pytest.approx([0.2, 0.8])


def test_excesses_are_the_same_over_rows_where_weights_and_floors_are() -> None:
    ones, other = np.ones(4), np.array([1.0, 1.0, 1.0, 2.0])
    plain = ExcessWeights(ones, ones, ones)
    assert plain.agrees_on(slice(0, 4), ExcessWeights(ones, ones, ones))
    for one in (
        ExcessWeights(other, ones, ones),
        ExcessWeights(ones, other, ones),
        ExcessWeights(ones, ones, other),
    ):
        assert not plain.agrees_on(slice(0, 4), one)
        assert plain.agrees_on(slice(0, 3), one)
    assert not plain.agrees_on(slice(0, 4), LinearWeights(ones, ones))


def test_weighings_are_the_same_over_rows_where_every_weight_is() -> None:
    ones = np.ones(4)
    plain = NewtonWeights(ones, ones, ones, ones)
    assert plain.agrees_on(slice(0, 4), NewtonWeights(ones, ones, ones, ones))
    other = np.array([1.0, 1.0, 1.0, 2.0])
    changed = [
        NewtonWeights(other, ones, ones, ones),
        NewtonWeights(ones, other, ones, ones),
        NewtonWeights(ones, ones, other, ones),
        NewtonWeights(ones, ones, ones, other),
    ]
    for one in changed:
        assert not plain.agrees_on(slice(0, 4), one)
        assert plain.agrees_on(slice(0, 3), one)
    assert not plain.agrees_on(slice(0, 4), LinearWeights(ones, ones))
    assert not plain.agrees_on(slice(0, 4), None)


def test_nothing_gains_where_no_positive_is_left() -> None:
    kb = KnowledgeBase.from_facts(list("ab"), types={"A": ["a"]})
    problem = LearningProblem(kb, "T", np.arange(2, dtype=np.int32), np.array([True, False]))
    gain = Gain(training_set_for(problem, label_matrix(kb, ())))
    gain.set_weights(np.array([0.5, 0.5]), np.array([False]))
    assert gain.start() == (0.0, 1.0)
    assert gain.bounds((0.0, 1.0), np.array([[0.5]])).tolist() == [0.0]


def test_both_classes_weigh_the_same_and_an_example_one_on_average() -> None:
    #   one positive of four: 4/(2·1) = 2, and 4/(2·3) = 2/3
    kb = KnowledgeBase.from_facts(list("abcd"), types={"A": ["a"]})
    problem = LearningProblem(kb, "T", np.arange(4, dtype=np.int32), np.arange(4) < 1)
    ground = training_set_for(problem, label_matrix(kb, ()))
    assert class_weights(ground).tolist() == pytest.approx([2, 2 / 3, 2 / 3, 2 / 3])
    assert class_weights(ground, balance=False).tolist() == [1.0] * 4
