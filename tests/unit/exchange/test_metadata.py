import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.exchange.metadata import KEYWORDS, NameTable, safe_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Good_Hotel", "Good_Hotel"),
        ("2", "n2"),
        ("sepal length (cm)", "sepal_length_cm"),
        ("O'Hara", "O_Hara"),
        ("a#b", "a_b"),
        ("Café", "Cafe"),
        ("北京", "name"),
        ("", "name"),
        ("and", "and_"),
        ("Some", "Some_"),
        ("_x_", "x"),
    ],
)
def test_any_text_becomes_a_plain_name(text: str, name: str) -> None:
    assert safe_name(text) == name


@given(st.text())
def test_safe_names_have_letters_digits_and_underscores(text: str) -> None:
    name = safe_name(text)
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)
    assert name.lower() not in KEYWORDS


@given(st.lists(st.tuples(st.sampled_from(["class", "role"]), st.text(max_size=3)), max_size=8))
def test_different_things_have_different_names(things: list[tuple[str, str]]) -> None:
    names = NameTable()
    given_names = {thing: names.name_for(*thing) for thing in things}  # type: ignore[arg-type]
    assert len(set(given_names.values())) == len(set(things))


def test_a_truth_value_and_its_text_are_different_things() -> None:
    names = NameTable()
    assert names.name_for("value", "urn:x#open", True) == "open_true"
    assert names.name_for("value", "urn:x#open", "true") == "open_true_2"
    assert [entry.value for entry in names.entries] == [True, "true"]


def test_fresh_names_avoid_those_in_use() -> None:
    names = NameTable()
    names.name_for("class", "urn:x#Body1")
    assert names.fresh("Body") == "Body2"
