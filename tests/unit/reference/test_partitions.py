import pytest
from tests.reference import partitions

from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder, Triangular


def test_uniform_peaks_divide_the_range_evenly() -> None:
    assert partitions.peaks([0, 2, 10, 10], 3) == [0, 5, 10]


def test_few_values_are_their_own_peaks() -> None:
    assert partitions.peaks([3, 1, 1], 5) == [1, 3]
    assert partitions.peaks([3, 1, 1], 5, "cmeans") == [1, 3]


def test_one_value_makes_no_set() -> None:
    assert partitions.partition("urn:x#p", [4, 4], 3) == []
    assert partitions.partition("urn:x#p", [], 3) == []


def test_sets_are_shoulders_outside_and_triangles_inside() -> None:
    assert partitions.partition("urn:x#price", [0, 2, 10], 3) == [
        FuzzySet("price_L", LeftShoulder(0, 5)),
        FuzzySet("price_F", Triangular(0, 5, 10)),
        FuzzySet("price_H", RightShoulder(5, 10)),
    ]


def test_quantiles_are_linear_between_neighbours() -> None:
    assert partitions.quantile([0, 10, 20], 0.25) == 5
    assert partitions.quantile([0, 10, 20], 1.0) == 20


def test_cmeans_starts_at_quantiles() -> None:
    #   positions 3·¼ and 3·¾
    assert partitions.cmeans_start([0, 4, 8, 12], 2) == [3, 9]


def test_cmeans_starts_at_quantiles_of_distinct_values_if_the_others_coincide() -> None:
    assert partitions.cmeans_start([0] * 9 + [1, 2], 3) == pytest.approx([1 / 3, 1, 5 / 3])


def test_memberships_fall_with_the_squared_distance() -> None:
    assert partitions.fuzzy_memberships(1, [0, 3]) == pytest.approx([0.8, 0.2])
    assert partitions.fuzzy_memberships(3, [0, 3]) == [0, 1]
    assert partitions.fuzzy_memberships(3, [3, 3, 5]) == [0.5, 0.5, 0]


def test_centroids_are_weighted_by_powers_of_memberships() -> None:
    assert partitions.centroid([0, 1], [1, 0.8], 2) == pytest.approx(0.64 / 1.64)
    assert partitions.centroid([0, 1], [1, 0.8], 1) == pytest.approx(0.8 / 1.8)


def test_cmeans_finds_two_heaps() -> None:
    assert partitions.peaks([0, 0, 10, 10], 2, "cmeans") == [0, 10]


def test_peaks_that_coincide_merge() -> None:
    assert partitions.merged([0, 1e-10, 1, 1], 1e-9) == [0, 1]
