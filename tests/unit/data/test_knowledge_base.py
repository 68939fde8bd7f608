from dataclasses import replace

import numpy as np
import pytest

from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.runtime.sparse_rows import Rows, Values


def rows_of(rows: Rows) -> list[list[int]]:
    return [rows[row].tolist() for row in range(len(rows))]


def ids(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int32)


HOTELS = KnowledgeBase.from_facts(
    ["h1", "h2", "h3"],
    types={"Hotel": ["h1", "h2", "h3"], "Luxury": ["h2"], "Amenity": ["w"]},
    subclasses=[("Luxury", "Hotel"), ("Inn", "Hotel"), ("Hotel", "Inn"), ("Luxury", "Inn")],
    roles={"offers": [("h2", "w"), ("h1", "w")]},
    numbers={"price": [("h2", 200), ("h1", 79)], "stars": [("h1", 3), ("h1", 4)]},
    symbols={"open": [("h1", True), ("h3", False)], "tag": [("h1", "b"), ("h1", "a")]},
    witnesses=["w"],
)


def test_rows_sort_pairs_and_drop_repetitions() -> None:
    rows = Rows.from_pairs(ids(2, 0, 2, 2), ids(5, 1, 3, 5), 4)
    assert rows_of(rows) == [[1], [], [3, 5], []]
    assert len(rows) == 4


def test_rows_of_no_pairs_are_empty() -> None:
    assert rows_of(Rows.from_pairs(ids(), ids(), 2)) == [[], []]
    assert len(Rows.from_pairs(ids(), ids(), 0)) == 0


def test_transposed_rows_have_the_same_pairs() -> None:
    rows = Rows.from_pairs(ids(0, 2, 2), ids(1, 0, 1), 3)
    assert rows_of(rows.transposed(4)) == [[2], [0, 2], [], []]
    assert rows_of(rows.transposed(2).transposed(3)) == rows_of(rows)


def test_rows_cannot_be_written() -> None:
    rows = Rows.from_pairs(ids(0), ids(0), 1)
    with pytest.raises(ValueError, match="read-only"):
        rows.indices[0] = 1


def test_values_are_sorted_by_element_and_number_and_distinct() -> None:
    values = Values.from_pairs(ids(2, 0, 2, 2), np.array([7.0, 1.0, 5.0, 7.0]), 4)
    assert values.indptr.tolist() == [0, 1, 1, 3, 3]
    assert values.values.tolist() == [1.0, 5.0, 7.0]
    assert not values.functional


def test_equal_values_of_two_elements_both_stay() -> None:
    values = Values.from_pairs(ids(0, 1), np.array([7.0, 7.0]), 2)
    assert values.values.tolist() == [7.0, 7.0]
    assert values.functional


def test_no_values_are_functional() -> None:
    values = Values.from_pairs(ids(), np.array([]), 2)
    assert values.indptr.tolist() == [0, 0, 0]
    assert values.functional


def test_a_column_states_nothing_where_it_is_nan() -> None:
    values = Values.from_column(np.array([1.5, np.nan, 1.5]))
    assert values.indptr.tolist() == [0, 1, 1, 2]
    assert values.values.tolist() == [1.5, 1.5]


def test_symbols_are_functional_without_two_values_of_one_element() -> None:
    once = Symbols(Rows.from_pairs(ids(0, 1), ids(0, 1), 2), ("a", "b"))
    twice = Symbols(Rows.from_pairs(ids(0, 0), ids(0, 1), 2), ("a", "b"))
    assert once.functional
    assert not twice.functional


def test_names_are_numbered_in_order_and_witnesses_come_last() -> None:
    assert list(HOTELS.vocabulary.classes) == ["Amenity", "Hotel", "Inn", "Luxury"]
    assert list(HOTELS.vocabulary.data_properties) == ["open", "price", "stars", "tag"]
    assert list(HOTELS.individuals) == ["h1", "h2", "h3"]
    assert HOTELS.n_elements == 4


def test_types_and_members_are_the_same_pairs() -> None:
    assert rows_of(HOTELS.types) == [[1], [1, 3], [1], [0]]
    assert rows_of(HOTELS.members) == [[3], [0, 1, 2], [], [1]]


def test_roles_reach_witnesses() -> None:
    assert rows_of(HOTELS.roles[0]) == [[3], [3], [], []]


def test_numbers_and_symbols_are_stored_by_property() -> None:
    assert HOTELS.numbers[1].values.tolist() == [79.0, 200.0]
    assert HOTELS.symbols[0].values == (False, True)
    assert rows_of(HOTELS.symbols[0].rows) == [[1], [], [0], []]
    assert HOTELS.symbols[3].values == ("a", "b")
    assert rows_of(HOTELS.symbols[3].rows) == [[0, 1], [], [], []]


@pytest.mark.parametrize(
    ("lower", "upper", "holds"),
    [
        ("Luxury", "Hotel", True),
        ("Hotel", "Luxury", False),
        ("Hotel", "Inn", True),
        ("Inn", "Hotel", True),
        ("Hotel", "Hotel", True),
        ("Amenity", "Hotel", False),
        ("Amenity", "Amenity", True),
        ("Unknown", "Hotel", False),
        ("Hotel", "Unknown", False),
        ("Unknown", "Unknown", True),
    ],
)
def test_subclasses_are_looked_up_in_the_taxonomy(lower: str, upper: str, holds: bool) -> None:
    assert HOTELS.implies(lower, upper) is holds


def test_a_property_is_functional_if_no_element_has_two_values() -> None:
    found = {
        name: HOTELS.is_functional(i) for i, name in enumerate(HOTELS.vocabulary.data_properties)
    }
    assert found == {"open": True, "price": True, "stars": False, "tag": False}


def test_a_property_is_functional_if_the_knowledge_base_says_so() -> None:
    assert replace(HOTELS, functional=frozenset({2})).is_functional(2)


def test_a_number_and_a_crisp_value_are_two_values() -> None:
    mixed = KnowledgeBase.from_facts(
        ["a", "b"], numbers={"p": [("a", 1)]}, symbols={"p": [("a", "unknown")]}
    )
    apart = KnowledgeBase.from_facts(
        ["a", "b"], numbers={"p": [("a", 1)]}, symbols={"p": [("b", "unknown")]}
    )
    assert not mixed.is_functional(0)
    assert apart.is_functional(0)


def test_a_knowledge_base_may_be_empty() -> None:
    kb = KnowledgeBase.from_facts([])
    assert kb.n_elements == 0
    assert len(kb.types) == 0
    assert not kb.implies("A", "B")


def test_rows_without_entries_have_none_in_any_order() -> None:
    rows = Rows(np.zeros(4, dtype=np.int64), np.empty(0, dtype=np.int32))
    found = rows.at(np.array([2, 0], dtype=np.int32))
    assert found.indptr.tolist() == [0, 0, 0]
    assert found.indices.size == 0
