"""Relations composed pair by pair, as sparse and as full matrices: the same pairs."""

import numpy as np
import pytest

from owlboost.ontology.reasoner.relations import (
    Keys,
    composed,
    distinct,
    objects,
    pair_keys,
    subjects,
)


def relation(seed: int, n: int, size: int) -> Keys:
    rng = np.random.default_rng(seed)
    return distinct(pair_keys(rng.integers(n, size=size), rng.integers(n, size=size)))


def literally(first: Keys, second: Keys) -> set[tuple[int, int]]:
    after: dict[int, list[int]] = {}
    for y, z in zip(subjects(second).tolist(), objects(second).tolist(), strict=True):
        after.setdefault(y, []).append(z)
    pairs = zip(subjects(first).tolist(), objects(first).tolist(), strict=True)
    return {(x, z) for x, y in pairs for z in after.get(y, ())}


@pytest.mark.parametrize(
    ("n", "one", "two"),
    [(40, 5, 300), (40, 300, 5), (200, 15000, 15000), (1000, 6000, 6000), (9, 0, 20)],
    ids=["few first", "few second", "full matrices", "sparse matrices", "empty"],
)
def test_composition_is_that_of_its_definition(n: int, one: int, two: int) -> None:
    first, second = relation(1, n, one), relation(2, n, two)
    keys = composed(first, second, n)
    found = set(zip(subjects(keys).tolist(), objects(keys).tolist(), strict=True))
    assert found == literally(first, second)
