"""Lines of OBO files that are long or go on and on are read in time."""

import pytest
from tests.patience import computing_at_most

from owlboost.ontology.readers.obo_stanzas import TagLine, stanzas


@pytest.mark.parametrize(
    ("text", "qualifiers"),
    [
        ('P:2 {cardinality="2"' + "x" * 60_000 + "}", {"cardinality": "2"}),
        ("P:2 {" + "x" * 60_000 + "}", {}),
        ('P:2 {a="1", b = 2,c=d=e "f"g="\\"h"}', {"a": "1", "b": "2", "c": "d=e", "g": '"h'}),
    ],
)
def test_qualifiers_are_read_in_time(text: str, qualifiers: dict[str, str]) -> None:
    with computing_at_most(5):
        assert TagLine("is_a", text, 1).qualifiers == qualifiers


def test_a_line_that_goes_on_and_on_is_read_in_time() -> None:
    text = "a: b\nname: " + "xy\\\n" * 300_000 + "z\nc: d\\\\\ne: f\\\r\n"
    with computing_at_most(10):
        (header,) = stanzas(text)
    assert [(one.tag, one.line) for one in header.clauses] == [
        ("a", 1),
        ("name", 2),
        ("c", 300_003),
        ("e", 300_004),
    ]
    assert header.clauses[1].text == "xy" * 300_000 + "z"
