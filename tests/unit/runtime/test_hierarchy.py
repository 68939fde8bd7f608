"""A taxonomy answers from its steps as if all pairs were written down."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.closures import transitive_closure

from owlboost.runtime import hierarchy as module
from owlboost.runtime.hierarchy import Taxonomy

N = 9
numbers = st.integers(0, N - 1)
steps = st.sets(st.tuples(numbers, numbers), max_size=14)


def of_steps(pairs: set[tuple[int, int]], n_classes: int = N) -> Taxonomy:
    lower, upper = (np.array([pair[end] for pair in sorted(pairs)], np.int32) for end in (0, 1))
    return Taxonomy.from_pairs(lower, upper, n_classes, n_nodes=N)


@given(steps, st.integers(1, N))
def test_what_can_be_reached_is_above(pairs: set[tuple[int, int]], n_classes: int) -> None:
    found = of_steps(pairs, n_classes)
    expected = {
        (low, high)
        for low, high in transitive_closure(pairs)
        if low != high and max(low, high) < n_classes
    }
    for low in range(n_classes):
        assert found[low].tolist() == sorted(high for other, high in expected if other == low)
        for high in range(n_classes):
            assert found.holds(low, high) == (low == high or (low, high) in expected)
    assert {*zip(*(end.tolist() for end in found.pairs()), strict=True)} == expected


@given(steps)
def test_a_closed_node_steps_to_all_above_it(pairs: set[tuple[int, int]]) -> None:
    """One more node stands for what is above 3 and is taken by its word; 3 steps to it alone."""
    above = {high for low, high in transitive_closure(pairs) if low == 3} - {3}
    others = {(low, high) for low, high in pairs if low != 3}
    summary = others | {(3, N)} | {(N, high) for high in above}
    lower, upper = (np.array([pair[end] for pair in sorted(summary)], np.int32) for end in (0, 1))
    short = Taxonomy.from_pairs(lower, upper, N, n_nodes=N + 1, closed=N)
    plain = of_steps(pairs)
    for low in range(N):
        assert short[low].tolist() == plain[low].tolist()


def test_a_long_chain_is_climbed() -> None:
    n = 100_000
    places = np.arange(n, dtype=np.int32)
    chain = Taxonomy.from_pairs(places[:-1], places[1:], n)
    assert chain.indices.size == n - 1
    assert chain[n - 3].tolist() == [n - 2, n - 1]
    assert chain[0].size == n - 1
    assert chain.holds(7, 99_000)
    assert not chain.holds(99_000, 7)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REMEMBERED", 5)
    found = of_steps({(low, high) for high in range(N) for low in range(high)})
    assert [found[low].size for low in (0, 1, 2, 0)] == [8, 7, 6, 8]
    assert len(found._above) == 1


def test_a_taxonomy_can_be_sent_to_another_process() -> None:
    found = of_steps({(0, 1), (1, 2), (1, 3), (3, 1)})
    copied = pickle.loads(pickle.dumps(found))
    assert [copied[low].tolist() for low in range(4)] == [[1, 2, 3], [2, 3], [], [1, 2]]
    assert not copied.indices.flags.writeable
