import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.runtime.names import Names, NumberedNames, ends_in_name, short_name


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("http://example.org/hotels#Hotel", "Hotel"),
        ("http://example.org/hotels/Hotel", "Hotel"),
        ("http://example.org/hotels/", "hotels"),
        ("http://example.org/hotels#", "hotels"),
        ("urn:owlboost:Hotel", "Hotel"),
        ("urn:owlboost:table#sepal%20length", "sepal length"),
        ("Hotel", "Hotel"),
        ("#", "#"),
        ("", ""),
    ],
)
def test_the_short_name_is_what_people_read(iri: str, name: str) -> None:
    assert short_name(iri) == name


def test_names_are_a_sequence_with_numbers() -> None:
    names = Names(["b", "a", "c"])
    assert list(names) == ["b", "a", "c"]
    assert (names[0], names[1:], len(names)) == ("b", ("a", "c"), 3)
    assert [names.id(name) for name in names] == [0, 1, 2]
    assert "a" in names
    assert "d" not in names
    assert repr(names) == "Names(['b', 'a', 'c'])"


def test_names_are_compared_by_value() -> None:
    assert Names(["a", "b"]) == Names(["a", "b"])
    assert hash(Names(["a", "b"])) == hash(Names(["a", "b"]))
    assert Names(["a", "b"]) != Names(["b", "a"])
    assert Names(["a"]) != ["a"]


def test_an_unknown_name_has_no_number() -> None:
    with pytest.raises(KeyError, match="d"):
        Names(["a"]).id("d")


def test_whether_a_long_iri_ends_in_a_name_takes_no_time() -> None:
    assert not ends_in_name("a" * 1_000_000 + "é")
    assert ends_in_name("é" + "a" * 1_000_000)


@given(st.lists(st.integers(0, 50), unique=True), st.integers(-3, 60), st.data())
def test_numbered_names_are_names(numbers: list[int], other: int, data: st.DataObject) -> None:
    written = [f"row{number}" for number in numbers]
    names, plain = NumberedNames("row", np.array(numbers, dtype=np.int32)), Names(written)
    assert names == plain
    assert hash(names) == hash(plain)
    assert repr(names) == repr(plain)
    assert (list(names), len(names), names[:2]) == (written, len(numbers), tuple(written[:2]))
    assert names.ids(written) == plain.ids(written)
    assert [names[at] for at in range(len(numbers))] == written
    for name in (f"row{other}", f"row0{other}", f"x{other}", "row", "row²", 7):
        assert (name in names) == (name in plain)
    order = np.array(data.draw(st.permutations(range(len(numbers)))), dtype=np.int32)[:5]
    assert names.picked(order) == plain.picked(order)


def test_an_unknown_numbered_name_has_no_number() -> None:
    with pytest.raises(KeyError, match="row9"):
        NumberedNames("row", np.arange(3)).id("row9")
