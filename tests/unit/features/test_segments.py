import numpy as np
import pytest

from owlboost.concepts.concept import FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Partition, RightShoulder, Trapezoidal
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import LabelMatrix, table_labels
from owlboost.features.partitions import fit_granularities

ROWS = ["a", "b", "c", "d"]


def table(values: list[float], **more: list[float]) -> KnowledgeBase:
    columns = {"price": values, **more}
    facts = {name: list(zip(ROWS, own, strict=False)) for name, own in columns.items()}
    return KnowledgeBase.from_facts(ROWS, numbers=facts)


def labels_of(kb: KnowledgeBase, *shapes: object) -> LabelMatrix:
    sets = tuple(FuzzySet(f"s{at}", shape) for at, shape in enumerate(shapes))  # type: ignore[arg-type]
    return table_labels(kb, [Partition("price", sets)])


def test_a_column_is_cut_at_the_corners_of_its_sets() -> None:
    low, high = LeftShoulder(10, 20), RightShoulder(10, 20)
    (found,) = labels_of(table([5.0, 10.0, 15.0, 30.0]), low, high).segments
    #   up to 10: low; from 10 to 20 it falls by 0.1 and high rises; above 20: high
    assert found.codes.tolist() == [[1, 1, 2, 3]]
    assert found.lefts.tolist() == [[0, -6, 10, 20]]
    assert found.rights.tolist() == [[0, 10, 20, 52]]
    assert found.starts.tolist() == [0, 0, 1, 3, 4]
    assert found.labels.tolist() == [0, 0, 1, 1]
    #   a fall and a rise of the same size, over their width, are a constant degree of 1
    assert found.falls == pytest.approx([1 / 16, 1 / 10, 0, 1 / 32])
    assert found.rises == pytest.approx([1 / 16, 0, 1 / 10, 1 / 32])


def test_a_number_next_to_a_corner_is_in_the_segment_beyond_it() -> None:
    near = [20 - 4e-15, 10 + 2e-15, 15.0, 20.0]
    (found,) = labels_of(table(near), LeftShoulder(10, 20), RightShoulder(10, 20)).segments
    assert found.codes.tolist() == [[3, 1, 2, 2]]


def test_a_missing_number_is_in_no_segment() -> None:
    kb = table([5.0, 30.0])  # of c and d there is none
    labels = labels_of(kb, LeftShoulder(10, 20))
    (found,) = labels.segments
    assert found.codes.tolist() == [[1, 3, 0, 0]]
    everyone = np.arange(4, dtype=np.int32)
    assert found.degrees("price", LeftShoulder(10, 20), everyone).tolist() == [1, 0, 0, 0]


def test_columns_without_a_gap_come_first() -> None:
    kb = table([5.0, 30.0], size=[1.0, 2.0, 3.0, 4.0])
    found = table_labels(kb, fit_granularities(kb, (3,), "uniform")).segments
    assert [list(one.properties) for one in found] == [["size"], ["price"]]


def test_the_matrix_has_no_degrees_of_what_is_in_segments() -> None:
    kb = table([5.0, 10.0, 15.0, 30.0])
    found = labels_of(kb, LeftShoulder(10, 20))
    assert (len(found.labels), found.indices.size) == (1, 0)
    assert found.is_in_segments(FuzzyValue("price", FuzzySet("other", LeftShoulder(1, 2))))
    assert not found.is_in_segments(FuzzyValue("size", FuzzySet("other", LeftShoulder(1, 2))))


@pytest.mark.parametrize(
    ("values", "shape"),
    [
        ([5.0, 10.0, 15.0, 30.0], Trapezoidal(10, 10, 15, 20)),  # it jumps at 10
        ([5.0, 10.0, 15.0, 30.0], LeftShoulder(10, 10)),
        ([5.0, 10.0, 15.0, 1e200], LeftShoulder(10, 20)),  # 10⁴⁰⁰ is no number
        ([5.0, 10.0, 15.0, 30.0], RightShoulder(0, 1e-200)),
    ],
)
def test_what_segments_cannot_tell_exactly_stays_in_the_matrix(
    values: list[float], shape: object
) -> None:
    found = labels_of(table(values), shape)
    assert found.segments == ()
    assert found.indices.size > 0


def test_only_tables_have_segments() -> None:
    values = list(zip(ROWS, [5.0, 10.0, 15.0, 30.0], strict=True))
    kb = KnowledgeBase.from_facts(ROWS, numbers={"price": values}, roles={"near": [("a", "b")]})
    assert labels_of(kb, LeftShoulder(10, 20)).segments == ()


def test_numbers_of_a_table_in_another_order_are_not_copied() -> None:
    kb = table([5.0, 10.0, 15.0, 30.0], size=[1.0, 2.0, 3.0, 4.0], same=[1.0] * 4)
    ordered = kb.reordered(np.array([2, 0, 1, 3], dtype=np.int32))
    (found,) = table_labels(ordered, fit_granularities(ordered, (3,), "uniform")).segments
    for prop, column in found.properties.items():
        values = ordered.numbers[ordered.vocabulary.data_properties.id(prop)].values
        assert np.shares_memory(found.values[found.value_rows[column]], values)
        assert found.values[found.value_rows[column]].tolist() == values.tolist()
    assert sorted(found.properties) == ["price", "size"]  # one value makes no set
