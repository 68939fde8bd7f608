"""Rows in another order give the same model, bit for bit."""

import random as random_numbers
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.learner import LEARNERS
from owlboost.learners.preparation import canonical_order, content_hashes
from owlboost.learners.training import train
from owlboost.models.model_files import model_text

Row = tuple[float | None, float | None, str, bool, bool]

numbers = st.sampled_from([0.1, 0.2, 0.3, 1.0, 1.7, 2.9, 4.4, 1e6, -3.3, None])
rows = st.tuples(
    numbers, numbers, st.sampled_from(["red", "green", "blue"]), st.booleans(), st.booleans()
)
"""Few values, so that rows repeat, and differ in one column or in the label alone."""


def knowledge_of(table: Sequence[Row]) -> KnowledgeBase:
    names = [f"row{number}" for number in range(len(table))]
    columns = [list(zip(names, column, strict=True)) for column in zip(*table, strict=True)]
    size, price, colour, new, _ = columns
    return KnowledgeBase.from_facts(
        names,
        types={"Dear": [name for name, cost in price if cost and cost > 2]},
        numbers={
            "size": [(name, value) for name, value in size if value is not None],
            "price": [(name, value) for name, value in price if value is not None],
        },
        symbols={"colour": colour, "new": new},
    )


def model_of(table: Sequence[Row], algorithm: str) -> str:
    labels = [good for *_, good in table]
    problem = LearningProblem(
        knowledge_of(table), "Good", np.arange(len(table), dtype=np.int32), np.array(labels)
    )
    return model_text(train(problem, LEARNERS[algorithm]()))


@pytest.mark.parametrize("algorithm", ["gradient", "boost", "foil", "pn", "pfoil"])
@given(table=st.lists(rows, min_size=12, max_size=40), random=st.randoms(use_true_random=False))
@settings(max_examples=scaled(8), deadline=None)
def test_shuffled_rows_give_the_same_model(
    algorithm: str, table: list[Row], random: random_numbers.Random
) -> None:
    table = [*table, (1.0, 1.0, "red", True, True), (0.1, 4.4, "blue", False, False)]
    shuffled = random.sample(table, len(table))
    assert model_of(table, algorithm) == model_of(shuffled, algorithm)


@given(table=st.lists(rows, min_size=2, max_size=20), random=st.randoms(use_true_random=False))
def test_rows_have_one_fingerprint_if_and_only_if_they_are_equal(
    table: list[Row], random: random_numbers.Random
) -> None:
    order = random.sample(range(len(table)), len(table))
    prints = content_hashes(knowledge_of(table))
    moved = content_hashes(knowledge_of([table[number] for number in order]))
    assert (prints[order] == moved).all()
    cells = [row[:4] for row in table]
    assert [[a == b for b in prints] for a in prints] == [[a == b for b in cells] for a in cells]


@given(
    table=st.lists(st.tuples(rows, st.sampled_from([1.0, 2.0, 0.5])), min_size=2, max_size=20),
    random=st.randoms(use_true_random=False),
)
def test_examples_come_in_one_order_with_their_labels_and_weights(
    table: list[tuple[Row, float]], random: random_numbers.Random
) -> None:
    table = [*table, ((1.0, 1.0, "red", True, True), 1.0), ((1.0, 1.0, "red", True, False), 1.0)]
    first, second = (ordered(some) for some in (table, random.sample(table, len(table))))
    assert first == second


def ordered(table: list[tuple[Row, float]]) -> list[tuple[int, float, float]]:
    plain, weights = [row for row, _ in table], [weight for _, weight in table]
    everyone, labels = np.arange(len(plain), dtype=np.int32), np.array([row[4] for row in plain])
    problem = LearningProblem(
        knowledge_of(plain), "Good", everyone, labels, weights=np.array(weights)
    )
    found, places = canonical_order(problem)
    assert (found.labels[places] == problem.labels).all()
    assert (found.counts[places] == problem.counts).all()
    prints = content_hashes(found.kb)[found.individuals].tolist()
    return [*zip(prints, found.labels.tolist(), found.counts.tolist(), strict=True)]
