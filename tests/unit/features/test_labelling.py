import numpy as np

from owlboost.features.labelling import label_matrix
from owlboost.features.partitions import fit_partitions
from owlboost.model.concepts import Atom, SomeData
from owlboost.model.fuzzysets import Equals
from owlboost.model.knowledge_base import KnowledgeBase

KB = KnowledgeBase.from_facts(
    ["a", "b", "c"],
    types={"Hotel": ["a", "b"], "Nothing": []},
    numbers={"price": [("a", 10.0), ("b", 30.0), ("c", 20.0)]},
    symbols={"pool": [("b", True)], "tag": [("a", "x"), ("a", "y")]},
    witnesses=["w"],
)


def test_labels_come_by_name_and_without_empty_ones() -> None:
    matrix = label_matrix(KB, fit_partitions(KB, 3))
    fuzzy = [s for part in fit_partitions(KB, 3) for s in part.sets]
    low, fair, high = fuzzy
    assert matrix.labels == (
        Atom("Hotel"),
        SomeData("pool", Equals(True)),
        SomeData("price", fair),
        SomeData("price", high),
        SomeData("price", low),
        SomeData("tag", Equals("x")),
        SomeData("tag", Equals("y")),
    )


def test_each_row_lists_what_holds_there() -> None:
    matrix = label_matrix(KB, fit_partitions(KB, 3, "uniform"))
    rows = [
        dict(zip(*pair, strict=True))
        for pair in zip(
            np.split(matrix.indices, matrix.indptr[1:-1]),
            np.split(matrix.degrees, matrix.indptr[1:-1]),
            strict=True,
        )
    ]
    assert rows == [{0: 1.0, 4: 1.0, 5: 1.0, 6: 1.0}, {0: 1.0, 1: 1.0, 3: 1.0}, {2: 1.0}, {}]


def test_labels_of_one_functional_property_exclude_each_other() -> None:
    matrix = label_matrix(KB, fit_partitions(KB, 3))
    pool, price = 0, 1
    #   a has two tags, so tag is not functional
    assert matrix.exclusive.tolist() == [-1, pool, price, price, price, -1, -1]


def test_the_arrays_are_read_only() -> None:
    matrix = label_matrix(KB, ())
    arrays = (matrix.indptr, matrix.indices, matrix.degrees, matrix.exclusive)
    assert not any(array.flags.writeable for array in arrays)
