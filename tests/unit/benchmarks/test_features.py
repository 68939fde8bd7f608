"""The table that learners of tables are given of a knowledge base."""

import numpy as np
import pytest
from benchmarks.peers.features import named_columns, propositional

from owlboost.data.knowledge_base import KnowledgeBase

HOTELS = KnowledgeBase.from_facts(
    ["h", "i", "bar", "pool", "jet"],
    types={"Hotel": ["h", "i"], "Bar": ["bar"], "Pool": ["pool"], "Cheap": ["h"]},
    roles={"has": [("h", "bar"), ("h", "pool"), ("i", "pool")], "with": [("pool", "jet")]},
    numbers={"price": [("h", 79.0)], "size": [("bar", 3.0), ("pool", 9.0)]},
    symbols={"colour": [("h", "red"), ("i", "blue")]},
)
BOTH = np.array([0, 1], dtype=np.int32)


def columns(max_depth: int) -> dict[str, list[float]]:
    found = propositional(HOTELS, BOTH, max_depth)
    return dict(zip(found.names, found.values.T.tolist(), strict=True))


def test_numbers_texts_and_classes_of_the_individuals_themselves() -> None:
    found = columns(0)
    assert list(found) == ["max price", "Cheap", "colour=blue"]  # red is equal to Cheap
    assert found["max price"] == pytest.approx([79.0, np.nan], nan_ok=True)
    assert found["Cheap"] == [1.0, 0.0]


def test_fillers_and_how_many_there_are() -> None:
    found = columns(1)
    assert found["min has.size"] == [3.0, 9.0]
    assert found["count has"] == [2.0, 1.0]
    assert "has some Bar" not in found  # equal to Cheap
    assert "has some Pool" not in found  # both have one
    assert "Hotel" not in found


def test_chains_of_roles_as_long_as_allowed() -> None:
    kb = KnowledgeBase.from_facts(
        ["a", "b", "c", "d", "e"],
        types={"End": ["e"]},
        roles={"r": [("a", "c"), ("b", "d")], "s": [("c", "e")]},
    )
    assert propositional(kb, BOTH, 1).names == ()
    assert propositional(kb, BOTH, 2).names == ("count r.s",)
    same = named_columns(kb, BOTH, 2, ("r some s some End", "r some s some ⊤"))
    assert same.tolist() == [[1.0, 1.0], [0.0, 0.0]]


def test_the_most_varied_columns_stay() -> None:
    kb = KnowledgeBase.from_facts(
        ["a", "b", "c", "d"], types={"Rare": ["a"], "Even": ["a", "b"], "Odd": ["a", "c"]}
    )
    found = propositional(kb, np.arange(4, dtype=np.int32), 0, most=2)
    assert found.names == ("Even", "Odd")
    assert found.left_out == 1


def test_columns_that_other_knowledge_lacks() -> None:
    found = named_columns(HOTELS, BOTH, 0, ("Cheap", "max weight", "Expensive"))
    assert found[:, 0].tolist() == [1.0, 0.0]
    assert np.isnan(found[:, 1]).all()
    assert found[:, 2].tolist() == [0.0, 0.0]
