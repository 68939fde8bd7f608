"""An example of weight k is k examples: what is learned is the same."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests.configurations import learner
from tests.examples import scaled

from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError
from owlboost.features.partitions import fit_partitions
from owlboost.features.placement import Distribution
from owlboost.learners.training import Fit, fit, fit_threshold

NUMBERS = (0.0, 1.0, 1.5, 2.0, 4.0, 7.0, 9.0)
Row = tuple[float, str, bool]


def kb_of(rows: Sequence[Row]) -> KnowledgeBase:
    names = [f"a{number:03}" for number in range(len(rows))]
    return KnowledgeBase.from_facts(
        names,
        numbers={"ex#p": [(name, row[0]) for name, row in zip(names, rows, strict=True)]},
        symbols={"ex#s": [(name, row[1]) for name, row in zip(names, rows, strict=True)]},
    )


def problem_of(rows: Sequence[Row], counts: Sequence[int] | None = None) -> LearningProblem:
    positive = np.array([row[2] for row in rows])
    weights = None if counts is None else np.array(counts, dtype=float)
    return LearningProblem(
        kb_of(rows), "T", np.arange(len(rows), dtype=np.int32), positive, weights
    )


@st.composite
def counted_rows(draw: st.DrawFn) -> tuple[list[Row], list[int]]:
    one = st.tuples(st.sampled_from(NUMBERS), st.sampled_from("xyz"), st.booleans())
    rows = [(1.0, "x", True), (4.0, "y", False), *draw(st.lists(one, min_size=2, max_size=14))]
    counts = draw(st.lists(st.integers(1, 3), min_size=len(rows), max_size=len(rows)))
    return rows, counts


def repeated(rows: Sequence[Row], counts: Sequence[int]) -> list[Row]:
    return [row for row, count in zip(rows, counts, strict=True) for _ in range(count)]


def assert_same(weighted: Fit, doubled: Fit) -> None:
    mine, theirs = list(weighted.hypothesis.inclusions), list(doubled.hypothesis.inclusions)
    assert [axiom.body for axiom in mine] == [axiom.body for axiom in theirs]
    assert [axiom.degree for axiom in mine] == pytest.approx([axiom.degree for axiom in theirs])
    for axiom, other in zip(mine, theirs, strict=True):
        assert axiom.confidence == pytest.approx(other.confidence)
        assert axiom.covered_positives == other.covered_positives
        assert axiom.covered_negatives == other.covered_negatives
    if isinstance(weighted.hypothesis, BoostedHypothesis):
        assert isinstance(doubled.hypothesis, BoostedHypothesis)
        assert weighted.hypothesis.leverages == pytest.approx(doubled.hypothesis.leverages)
    assert weighted.threshold == pytest.approx(doubled.threshold)


@settings(max_examples=scaled(60))
@given(
    counted_rows(),
    st.sampled_from(["boost", "foil", "pn", "pfoil"]),
    st.sampled_from(["uniform", "cmeans"]),
    st.sampled_from([0.0, 0.34, 0.64]),
    st.sampled_from([1.0, 0.4]),
)
def test_weights_count_like_copies(
    data: tuple[list[Row], list[int]],
    algorithm: str,
    fuzzify: str,
    theta: float,
    eta: float,
) -> None:
    rows, counts = data
    options = learner(
        algorithm,
        fuzzify=fuzzify,
        n_rounds=4,
        n_sets=3,
        min_confidence=theta,
        max_negative_coverage=eta,
    )
    weighted = fit(problem_of(rows, counts), options)
    assert_same(weighted, fit(problem_of(repeated(rows, counts)), options))


@given(counted_rows())
def test_weights_of_one_change_no_bit(data: tuple[list[Row], list[int]]) -> None:
    rows, _ = data
    for algorithm in ("boost", "foil", "gradient", "pn", "pfoil"):
        options = learner(algorithm, n_rounds=3, n_rules=2, n_sets=3)
        plain, weighted = (fit(problem_of(rows, ones), options) for ones in (None, [1] * len(rows)))
        assert plain.hypothesis == weighted.hypothesis
        assert plain.threshold == weighted.threshold


@given(counted_rows(), st.sampled_from([3, 5, 7]))
def test_partitions_count_values_as_often_as_told(
    data: tuple[list[Row], list[int]], n_sets: int
) -> None:
    rows, counts = data
    weighted = fit_partitions(kb_of(rows), n_sets, counts=np.array(counts, dtype=float))
    assert weighted == fit_partitions(kb_of(repeated(rows, counts)), n_sets)


SHARES = st.just(0.0) | st.floats(2.0**-1000, 1)
"""Smaller ones make products with fewer digits than other numbers have."""


@given(
    arrays.arrays(float, st.integers(1, 20), elements=st.sampled_from(NUMBERS)),
    arrays.arrays(float, 5, elements=SHARES),
)
def test_quantiles_of_values_that_occur_once_are_numpys(
    values: np.ndarray, shares: np.ndarray
) -> None:
    distribution = Distribution.from_values(values, np.ones(values.size))
    found = np.ldexp(distribution.quantiles(shares), distribution.exponent)
    assert found.tolist() == np.quantile(values, shares).tolist()


@given(counted_rows(), st.data())
def test_the_threshold_counts_examples_as_often_as_told(
    data: tuple[list[Row], list[int]], draw: st.DataObject
) -> None:
    rows, counts = data
    grid = st.sampled_from([0.0, 0.25, 0.5, 1.0])
    degrees = np.array(draw.draw(st.lists(grid, min_size=len(rows), max_size=len(rows))))
    positive = np.array([row[2] for row in rows])
    once = fit_threshold(degrees, positive, np.array(counts, dtype=float))
    assert once == fit_threshold(np.repeat(degrees, counts), np.repeat(positive, counts))


@pytest.mark.parametrize("weights", [[1.0], [1.0, 0.0], [1.0, -1.0], [1.0, np.nan]])
def test_a_weight_is_a_number_above_0(weights: list[float]) -> None:
    kb = kb_of([(1.0, "x", True), (2.0, "x", False)])
    with pytest.raises(ExamplesError):
        LearningProblem(
            kb, "T", np.arange(2, dtype=np.int32), np.array([True, False]), np.array(weights)
        )
