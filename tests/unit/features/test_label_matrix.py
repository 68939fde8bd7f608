import numpy as np

from owlboost.concepts.concept import Atom, CrispValue, FuzzyValue, Label
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.features.partitions import fit_granularities, fit_partitions
from owlboost.learners.search.moves import same_partition_mask
from owlboost.learners.search.space import SearchSpace

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
        CrispValue("pool", True),
        FuzzyValue("price", fair),
        FuzzyValue("price", high),
        FuzzyValue("price", low),
        CrispValue("tag", "x"),
        CrispValue("tag", "y"),
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
    arrays = (
        *(matrix.indptr, matrix.indices, matrix.degrees),
        *(matrix.exclusive, matrix.properties, matrix.partitions),
    )
    assert not any(array.flags.writeable for array in arrays)


def test_a_fuzzy_label_knows_its_property_and_its_partition() -> None:
    names = [f"a{at}" for at in range(9)]
    kb = KnowledgeBase.from_facts(
        names,
        types={"Hotel": names[:3]},
        numbers={
            "age": [(name, float(at)) for at, name in enumerate(names)],
            "price": [(name, float(at * at)) for at, name in enumerate(names)],
        },
        symbols={"price": [("a0", "unknown")], "tag": [("a1", "x")]},
    )
    matrix = label_matrix(kb, fit_granularities(kb, (2, 3), "uniform"))
    told = [
        (label.fuzzy_set.name, prop, part)
        for label, prop, part in zip(
            matrix.labels, matrix.properties.tolist(), matrix.partitions.tolist(), strict=True
        )
        if isinstance(label, FuzzyValue)
    ]
    #   of the three sets of age, low and high reach half as far as those of two
    by_partition: dict[int, set[str]] = {}
    for name, _, part in told:
        by_partition.setdefault(part, set()).add(name)
    assert sorted(map(sorted, by_partition.values())) == [
        ["age_F3", "age_H3", "age_L3"],
        ["age_H2", "age_L2"],
        ["price_F3", "price_H3", "price_L3"],
        ["price_H2", "price_L2"],
    ]
    numbers = {name.split("_")[0]: prop for name, prop, _ in told}
    assert numbers == {prop: kb.vocabulary.data_properties.id(prop) for prop in ("age", "price")}
    assert {(name.split("_")[0], prop) for name, prop, _ in told} == set(numbers.items())
    #   classes and crisp values belong to none, not even a value of a property with numbers
    fuzzy = [isinstance(label, FuzzyValue) for label in matrix.labels]
    assert (matrix.properties >= 0).tolist() == (matrix.partitions >= 0).tolist() == fuzzy


def test_labels_of_one_partition_go_together() -> None:
    names = [f"a{at}" for at in range(9)]
    numbers = {
        prop: [(name, float(at**power)) for at, name in enumerate(names)]
        for prop, power in (("age", 1), ("price", 2))
    }
    kb = KnowledgeBase.from_facts(
        names, types={"Hotel": names[:3]}, numbers=numbers, symbols={"price": [("a0", "unknown")]}
    )
    space = SearchSpace(kb, label_matrix(kb, fit_granularities(kb, (2, 3), "uniform")))

    def allowed(*used: str) -> set[str]:
        chosen = [label for label in space.matrix.labels if name_of(label) in used]
        mask = same_partition_mask(space, chosen)
        if mask is None:
            return {name_of(label) for label in space.matrix.labels}
        labels = zip(space.matrix.labels, mask, strict=True)
        return {name_of(label) for label, is_allowed in labels if is_allowed}

    ages, prices, crisp = (
        ({"age_L2", "age_H2"}, {"age_L3", "age_F3", "age_H3"}),
        ({"price_L2", "price_H2"}, {"price_L3", "price_F3", "price_H3"}),
        {"Hotel", "unknown"},
    )
    everything = set().union(crisp, *ages, *prices)
    assert allowed() == allowed("Hotel", "unknown") == everything
    assert allowed("age_H2") == everything - ages[1]
    assert allowed("age_F3") == everything - ages[0]
    assert allowed("age_L2", "price_F3", "Hotel") == everything - ages[1] - prices[0]


def name_of(label: Label) -> str:
    match label:
        case Atom(iri):
            return iri
        case FuzzyValue(_, FuzzySet(name, _)):
            return name
        case CrispValue(_, value):
            return str(value)
