import numpy as np
import pytest

from owlboost.data.fuzzy_sets import LeftShoulder, RightShoulder, Triangular, membership
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.features.partitions import fit_granularities, fit_partitions, peaks, shapes

METHODS: list[str] = ["uniform", "cmeans"]


def names(kb: KnowledgeBase, n_sets: int = 3) -> list[list[str]]:
    return [[s.name for s in part.sets] for part in fit_partitions(kb, n_sets, "uniform")]


def valued(**values: list[float]) -> KnowledgeBase:
    rows = [f"a{i}" for i in range(max(map(len, values.values())))]
    facts = {f"urn:x#{prop}": list(zip(rows, own, strict=False)) for prop, own in values.items()}
    return KnowledgeBase.from_facts(rows, numbers=facts)


def test_peaks_make_shoulders_and_triangles() -> None:
    assert shapes(np.array([0.0, 5.0, 20.0])) == (
        LeftShoulder(0, 5),
        Triangular(0, 5, 20),
        RightShoulder(5, 20),
    )


def test_uniform_peaks_lie_at_equal_distances() -> None:
    values = np.array([2.0, 10.0, 3.0, 3.0, 4.0, 2.5])
    assert peaks(values, 5, "uniform").tolist() == [2.0, 4.0, 6.0, 8.0, 10.0]


@pytest.mark.parametrize("method", METHODS)
def test_few_values_are_their_own_peaks(method: str) -> None:
    assert peaks(np.array([7.0, 1.0, 7.0, 3.0]), 5, method).tolist() == [1.0, 3.0, 7.0]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scale", [2.0**-1000, 2.0**-600, 2.0**520, 2.0**1000])
def test_peaks_scale_with_the_values(method: str, scale: float) -> None:
    #   squares of these numbers are 0 or infinite; a power of two changes no digit
    values = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.5, 9.0, 10.0])
    expected = peaks(values, 3, method) * scale
    assert peaks(values * scale, 3, method).tolist() == expected.tolist()


def test_a_range_beyond_the_largest_number_has_peaks() -> None:
    values = np.array([-1.7e308, 1e300, 2e300, 1.7e308])
    assert peaks(values, 3, "uniform").tolist() == [-1.7e308, 0.0, 1.7e308]


def test_a_peak_that_rounding_moved_is_the_value_it_is_meant_to_be() -> None:
    values = np.array([0.0, 0.7, 1.4, 2.1, 2.8, 2.8])
    assert np.linspace(0.0, 2.8, 5)[3] != 2.1  # 2.0999999999999996
    assert peaks(values, 5, "uniform").tolist() == [0.0, 0.7, 1.4, 2.1, 2.8]


def test_as_many_sets_of_cmeans_as_values_have_their_peaks_at_the_values() -> None:
    values = np.array([0.0, 0.0, 0.7, 1.4, 1.4, 2.8])
    assert peaks(values, 4, "cmeans").tolist() == [0.0, 0.7, 1.4, 2.8]


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([1.0, 2.0], ["p_L", "p_H"]),
        ([1.0, 2.0, 3.0], ["p_L", "p_F", "p_H"]),
        ([1.0, 2.0, 3.0, 4.0], ["p_VL", "p_L", "p_H", "p_VH"]),
        ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], ["p_VVL", "p_VL", "p_L", "p_H", "p_VH", "p_VVH"]),
    ],
)
def test_fewer_sets_keep_names_from_low_to_high(values: list[float], labels: list[str]) -> None:
    assert names(valued(p=values), 7) == [labels]


def test_one_value_or_none_makes_no_set() -> None:
    kb = valued(p=[3.0, 3.0], q=[])
    assert names(kb) == []


def test_properties_with_one_short_name_have_sets_of_different_names() -> None:
    facts = [("a", 1.0), ("b", 2.0)]
    properties = ("urn:x#price", "urn:y#price", "urn:z#price.2", "urn:z#size")
    kb = KnowledgeBase.from_facts(["a", "b"], numbers=dict.fromkeys(properties, facts))
    found = [part.sets[0].name for part in fit_partitions(kb)]
    assert found == ["price_L", "price.3_L", "price.2_L", "size_L"]


def test_an_unknown_way_to_place_sets_is_refused() -> None:
    with pytest.raises(
        ParameterError, match=r"no placing of fuzzy sets 'cmean'\. Did you mean cmeans"
    ):
        peaks(np.arange(9.0), 3, "cmean")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n_sets", [3, 5, 7])
def test_degrees_of_all_sets_sum_to_1(method: str, n_sets: int) -> None:
    values = np.array([0.1, 0.7, 0.8, 2.0, 2.5, 3.3, 5.8, 9.0, 9.1])
    found = shapes(peaks(values, n_sets, method))
    assert len(found) == n_sets
    for value in np.linspace(-1, 11, 49):
        assert sum(membership(shape, float(value)) for shape in found) == pytest.approx(1.0)


def test_of_equal_sets_of_two_granularities_the_coarser_one_stays() -> None:
    #   three values are their own peaks whatever the number of sets: five make nothing new
    assert [
        [one.name for one in found.sets]
        for found in fit_granularities(valued(p=[1.0, 2.0, 3.0]), (5, 3), "uniform")
    ] == [["p_L3", "p_F3", "p_H3"]]
    #   two and three sets over four values share none
    assert [
        [one.name for one in found.sets]
        for found in fit_granularities(valued(p=[0.0, 1.0, 2.0, 4.0]), (3, 2), "uniform")
    ] == [["p_L2", "p_H2"], ["p_L3", "p_F3", "p_H3"]]


def test_one_granularity_needs_no_number_in_its_names() -> None:
    (found,) = fit_granularities(valued(p=[1.0, 2.0, 3.0]), (3,), "uniform")
    assert [one.name for one in found.sets] == ["p_L", "p_F", "p_H"]
