"""Fuzzy partitions, the label matrix, measures and the threshold against their definitions."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import measures as literal_measures
from tests.reference import partitions as literal
from tests.reference import semantics
from tests.reference.refinement import all_labels
from tests.strategies import GRID, knowledge_bases

from owlboost.concepts.concept import FuzzyValue, Label
from owlboost.data.fuzzy_sets import membership, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import LabelMatrix, label_matrix
from owlboost.features.partitions import fit_partitions, peaks, shapes
from owlboost.features.placement import Distribution, entropy_cuts
from owlboost.learners.training import fit_threshold
from owlboost.models.measures import measure

N_SETS = st.sampled_from([3, 5, 7])
METHODS: st.SearchStrategy[str] = st.sampled_from(["uniform", "cmeans"])
EXPONENTS = st.sampled_from([1, 2])
NUMBERS = st.sampled_from(GRID) | st.decimals(-100, 100, places=2).map(float)


def has_two(values: list[float]) -> bool:
    """Whether there are two different values."""
    return len(set(values)) > 1


@given(st.lists(NUMBERS, min_size=1, max_size=40), N_SETS, METHODS, EXPONENTS)
def test_peaks_are_those_of_the_definition(
    values: list[float], k: int, method: str, exponent: int
) -> None:
    found = peaks(np.array(values), k, method, exponent)
    expected = literal.peaks(values, k, method, centroid_exponent=exponent)
    if not expected:  # one value, no set
        assert shapes(found) == ()
        return
    assert found.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(st.lists(NUMBERS, min_size=2, max_size=40).filter(has_two), st.integers(1, 9))
def test_cells_are_those_of_the_definition(values: list[float], n_cells: int) -> None:
    distribution = Distribution.from_values(np.array(values))
    means, counts = distribution.cells(n_cells, most=0)
    scaled = np.ldexp(values, -distribution.exponent).tolist()
    expected = literal.cells(scaled, n_cells)
    assert counts.tolist() == [count for _, count in expected]
    assert means.tolist() == pytest.approx([mean for mean, _ in expected], rel=1e-12, abs=1e-12)


@given(st.lists(st.tuples(NUMBERS, st.integers(1, 4)), min_size=2, max_size=30), st.integers(1, 9))
def test_cells_count_values_as_often_as_told(
    counted: list[tuple[float, int]], n_cells: int
) -> None:
    values, counts = (np.array(part, dtype=float) for part in zip(*counted, strict=True))
    if np.unique(values).size < 2:
        return
    told = Distribution.from_values(values, counts).cells(n_cells, most=0)
    repeated = Distribution.from_values(np.repeat(values, counts.astype(int))).cells(
        n_cells, most=0
    )
    assert [part.tolist() for part in told] == [part.tolist() for part in repeated]


@given(knowledge_bases(), N_SETS, METHODS, EXPONENTS)
def test_partitions_are_those_of_the_definition(
    kb: KnowledgeBase, k: int, method: str, exponent: int
) -> None:
    found = {part.prop: part.sets for part in fit_partitions(kb, k, method, exponent)}
    names = kb.vocabulary.data_properties
    expected = {
        names[number]: literal.partition(
            names[number], values.values.tolist(), k, method, centroid_exponent=exponent
        )
        for number, values in kb.numbers.items()
    }
    assert list(found) == sorted(prop for prop, sets in expected.items() if sets)
    for prop, sets in found.items():
        assert [s.name for s in sets] == [s.name for s in expected[prop]]
        for fuzzy_set, wanted in zip(sets, expected[prop], strict=True):
            assert type(fuzzy_set.shape) is type(wanted.shape)
            points = shape_points(wanted.shape)
            assert shape_points(fuzzy_set.shape) == pytest.approx(points, rel=1e-9, abs=1e-9)


def dense(matrix: LabelMatrix, element: int) -> dict[Label, float]:
    row = slice(matrix.indptr[element], matrix.indptr[element + 1])
    numbers = matrix.indices[row].tolist()
    assert numbers == sorted(set(numbers))
    return {
        matrix.labels[number]: degree
        for number, degree in zip(numbers, matrix.degrees[row].tolist(), strict=True)
    }


@given(knowledge_bases(), N_SETS, METHODS)
def test_the_label_matrix_holds_the_degree_of_every_label_at_every_element(
    kb: KnowledgeBase, k: int, method: str
) -> None:
    partitions = fit_partitions(kb, k, method)
    matrix = label_matrix(kb, partitions)
    assert (matrix.degrees > 0).all()
    assert list(matrix.labels) == sorted(matrix.labels, key=lambda label: label.key)
    crisp = [label for label in all_labels(kb, k) if not is_fuzzy(label)]
    fuzzy = [FuzzyValue(part.prop, s) for part in partitions for s in part.sets]
    assert set(matrix.labels) <= {*crisp, *fuzzy}
    for element in range(kb.n_elements):
        found = dense(matrix, element)
        for label in (*crisp, *fuzzy):
            assert found.get(label, 0.0) == semantics.label_degree(label, element, kb)


def is_fuzzy(label: Label) -> bool:
    return isinstance(label, FuzzyValue)


DEGREES = st.sampled_from([0.0, 0.0, 1e-13, 0.2, 0.5, 1.0]) | st.floats(1e-9, 1)
PREDICTIONS = st.lists(st.tuples(DEGREES, st.booleans()), min_size=1, max_size=12)


def split(pairs: Sequence[tuple[float, bool]]) -> tuple[list[float], list[bool]]:
    return [h for h, _ in pairs], [y for _, y in pairs]


@given(PREDICTIONS)
def test_measures_are_those_of_the_definition(pairs: list[tuple[float, bool]]) -> None:
    degrees, positive = split(pairs)
    found = measure(np.array(positive), np.array(degrees))
    fuzzy = literal_measures.fuzzy_scores(degrees, positive)
    crisp = literal_measures.crisp_scores(degrees, positive)
    assert (found.fuzzy_precision, found.fuzzy_recall, found.fuzzy_f1) == pytest.approx(
        (fuzzy.precision, fuzzy.recall, fuzzy.f1)
    )
    assert (found.precision, found.recall, found.f1) == pytest.approx(
        (crisp.precision, crisp.recall, crisp.f1)
    )
    error = literal_measures.mean_squared_error(degrees, positive)
    assert found.mse == pytest.approx(error)
    assert found.fuzzy_crisp_f1 == pytest.approx(fuzzy.f1 * crisp.f1)
    assert found.threshold_f1 == found.f1  # at threshold 0, as the paper decides


@given(PREDICTIONS)
def test_the_threshold_is_that_of_the_definition(pairs: list[tuple[float, bool]]) -> None:
    degrees, positive = split(pairs)
    threshold = fit_threshold(np.array(degrees), np.array(positive))
    assert threshold == literal_measures.decision_threshold(degrees, positive)
    best = literal_measures.f1_of_counts(degrees, positive, threshold)
    found = measure(np.array(positive), np.array(degrees), threshold)
    assert found.threshold_f1 == pytest.approx(float(best))


@given(st.lists(NUMBERS, min_size=2, max_size=30).filter(has_two), st.integers(2, 9))
def test_more_placings_are_those_of_the_definition(values: list[float], k: int) -> None:
    array = np.array(values)
    distinct = sorted(set(values))
    for method, definition in (
        ("quantile", literal.quantile_peaks),
        ("kmeans", literal.kmeans_peaks),
    ):
        expected = distinct if len(distinct) < k else definition(values, k)
        found = peaks(array, k, method)
        assert found.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)
        if len(distinct) >= k:
            stretches = peaks(array, k, f"{method}-trapezoids")
            assert stretches == pytest.approx(
                np.array(literal.plateaus(expected)).reshape(-1, 2), rel=1e-9, abs=1e-9
            )


@given(
    st.lists(
        st.tuples(st.integers(0, 12).map(float), st.sampled_from([0.0, 0.25, 1.0])),
        min_size=2,
        max_size=25,
    ),
    st.integers(2, 5),
)
def test_cuts_by_entropy_are_those_of_the_definition(
    examples: list[tuple[float, float]], k: int
) -> None:
    values, labels = zip(*examples, strict=True)
    cuts = literal.entropy_cuts(values, labels, k)
    ends = [min(values), *cuts, max(values)]
    slopes = [min(b - a, c - b) / 4 for a, b, c in zip(ends, ends[1:], ends[2:], strict=False)]
    expected = [(cut - slope, cut + slope) for cut, slope in zip(cuts, slopes, strict=True)]
    found = entropy_cuts(np.array(values), k, labels=np.array(labels))
    assert found == pytest.approx(np.array(expected).reshape(-1, 2), abs=1e-9)
    #   who is no example, whatever the value, changes nothing
    others = np.append(labels, [np.nan, np.nan])
    again = entropy_cuts(np.append(values, [-50.0, 6.5]), k, labels=others)
    assert again.tolist() == found.tolist()


@given(st.lists(NUMBERS, min_size=9, max_size=30).filter(has_two), st.integers(2, 9), NUMBERS)
def test_degrees_in_all_sets_of_a_placing_add_up_to_1(
    values: list[float], k: int, value: float
) -> None:
    for method in ("quantile", "kmeans", "uniform-trapezoids", "cmeans-trapezoids"):
        fitted = shapes(peaks(np.array(values), k, method))
        if fitted:
            assert sum(membership(one, value) for one in fitted) == pytest.approx(1.0)
