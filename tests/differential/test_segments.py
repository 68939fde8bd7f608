"""Tables in segments against the matrix of all degrees, and against sums by their definition."""

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference import semantics as literal

from owlboost.concepts.evaluation import SEMANTICS
from owlboost.data.fuzzy_sets import Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix, table_labels
from owlboost.features.partitions import fit_granularities
from owlboost.learners.search.objective import (
    CappedWeights,
    ExcessWeights,
    LinearWeights,
    NewtonWeights,
    SumWeights,
)
from owlboost.learners.search.shard import Shard, capped_sums
from owlboost.learners.search.space import NodeRelation, SearchSpace
from owlboost.runtime.array_types import Floats, Ids

N = 12
NAMES = [f"r{number:02d}" for number in range(N)]
GRID = [-3.0, 0.0, 0.1, 0.5, 1.0, 2.0, 1e6, 1e6 + 0.25]
NUMBERS = st.sampled_from(GRID) | st.floats(-100, 100)
COLUMN = st.lists(st.none() | NUMBERS, min_size=N, max_size=N)
FULL = st.lists(NUMBERS, min_size=N, max_size=N)
DEGREES = st.sampled_from([0.0, 0.2, 0.5, 1.0]) | st.floats(0.01, 1)
WEIGHTS = st.lists(st.floats(-1, 1), min_size=N, max_size=N).map(np.array)
LOGICS = st.sampled_from(sorted(SEMANTICS))


@st.composite
def tables(draw: st.DrawFn) -> KnowledgeBase:
    """Numbers with gaps and without, beside a category."""
    columns: dict[str, Sequence[float | None]] = {
        "gaps": draw(COLUMN),
        "full": draw(FULL),
        "other": draw(FULL),
    }
    numbers = {
        name: [(row, value) for row, value in zip(NAMES, column, strict=True) if value is not None]
        for name, column in columns.items()
    }
    colours = [(row, "red" if draw(st.booleans()) else "blue") for row in NAMES]
    return KnowledgeBase.from_facts(NAMES, numbers=numbers, symbols={"colour": colours})


def partitions_of(kb: KnowledgeBase) -> tuple[Partition, ...]:
    return fit_granularities(kb, (3, 5), "uniform")


def foci() -> st.SearchStrategy[NodeRelation]:
    """Some rows at their own elements, fully or to some degree."""
    some = st.lists(DEGREES, min_size=N, max_size=N)
    return (some | st.just([1.0] * N)).map(focus_of)


def focus_of(degrees: list[float]) -> NodeRelation:
    rows = np.flatnonzero(degrees).astype(np.int32)
    return NodeRelation(rows, np.arange(rows.size + 1), rows, np.array(degrees)[rows])


@st.composite
def weighings(draw: st.DrawFn) -> SumWeights:
    one, two, three, four = (draw(WEIGHTS) for _ in range(4))
    kinds: list[SumWeights] = [
        LinearWeights(one, two),
        NewtonWeights(one, np.abs(two), np.abs(three), four),
        ExcessWeights(one, two, np.abs(three)),
        CappedWeights(np.abs(one), two, np.abs(three), np.abs(four)),
    ]
    return draw(st.sampled_from(kinds))


def shard_of(space: SearchSpace) -> Shard:
    return Shard(space, np.arange(N, dtype=np.int32), slice(0, N))


def label_sums(space: SearchSpace, focus: NodeRelation, weighing: SumWeights) -> Floats:
    shard = shard_of(space)
    if isinstance(weighing, CappedWeights):
        return capped_sums(partial(shard.labels, focus), weighing)
    return shard.labels(focus, weighing)


def by_definition(
    space: SearchSpace, kb: KnowledgeBase, focus: NodeRelation, weighing: SumWeights
) -> Floats:
    """Sum ``f ⊗ X`` over all rows, label by label."""
    join = literal.TNORMS[space.semantics.name]
    out = []
    for label in space.matrix.labels:
        pairs = [
            (row, join(degree, literal.label_degree(label, int(row), kb)))
            for row, degree in zip(focus.rows, focus.degrees.tolist(), strict=True)
        ]
        match weighing:
            case LinearWeights(left, right):
                terms = [[left[a] * c for a, c in pairs], [right[a] * c for a, c in pairs]]
            case NewtonWeights(g, k, n, lifts):
                terms = [
                    [g[a] * c for a, c in pairs],
                    [k[a] * c**2 for a, c in pairs],
                    [n[a] * c for a, c in pairs],
                    [lifts[a] * c for a, c in pairs],
                ]
            case ExcessWeights(left, right, floors):
                above = [(a, max(0.0, c - floors[a])) for a, c in pairs]
                terms = [[left[a] * c for a, c in above], [right[a] * c for a, c in above]]
            case CappedWeights(left, right, floors, caps):
                within = [
                    (a, max(0.0, min(c, caps[a]) - min(floors[a], caps[a]))) for a, c in pairs
                ]
                above = [(a, max(0.0, c - floors[a])) for a, c in pairs]
                terms = [[left[a] * c for a, c in within], [right[a] * c for a, c in above]]
        out.append([math.fsum(column) for column in terms])
    return np.array(out).T


@settings(max_examples=scaled(40))
@given(tables(), foci(), weighings(), LOGICS)
def test_sums_over_segments_are_those_of_the_definition(
    kb: KnowledgeBase, focus: NodeRelation, weighing: SumWeights, logic: str
) -> None:
    partitions = partitions_of(kb)
    segments, matrix = (
        SearchSpace(kb, make(kb, partitions), SEMANTICS[logic])
        for make in (table_labels, label_matrix)
    )
    assert segments.matrix.labels == matrix.matrix.labels
    found = label_sums(segments, focus, weighing)
    assert found == pytest.approx(label_sums(matrix, focus, weighing), rel=1e-12, abs=1e-12)
    assert found == pytest.approx(
        by_definition(segments, kb, focus, weighing), rel=1e-12, abs=1e-12
    )


@given(tables(), st.lists(st.integers(0, N - 1), max_size=8))
def test_degrees_of_labels_are_the_same_bit_for_bit(kb: KnowledgeBase, chosen: list[int]) -> None:
    partitions = partitions_of(kb)
    segments, matrix = (
        SearchSpace(kb, make(kb, partitions)) for make in (table_labels, label_matrix)
    )
    elements: Ids = np.array(chosen, dtype=np.int32)
    for label in matrix.matrix.labels:
        found = segments.label_degrees(label, elements).tolist()
        assert found == matrix.label_degrees(label, elements).tolist()


@given(st.lists(st.floats(0, 1), min_size=N, max_size=N, unique=True), weighings(), foci())
def test_sums_are_exact_to_many_digits_far_from_zero(
    places: list[float], weighing: SumWeights, focus: NodeRelation
) -> None:
    #   as dates are: 20 000 days and a part of one
    values = [(row, 20_000 + place) for row, place in zip(NAMES, places, strict=True)]
    kb = KnowledgeBase.from_facts(NAMES, numbers={"day": values})
    partitions = fit_granularities(kb, (3, 5, 7), "uniform")
    found, expected = (
        label_sums(SearchSpace(kb, make(kb, partitions)), focus, weighing)
        for make in (table_labels, label_matrix)
    )
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
