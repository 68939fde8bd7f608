"""Manchester syntax word by word: what a word is, is told by where it stands."""

import pytest

from owlboost.errors import ModelError
from owlboost.exchange.grammar.parser import ManchesterParser
from owlboost.exchange.grammar.tokens import ScannedWords
from owlboost.exchange.grammar.tree import (
    AllParts,
    NamePart,
    Part,
    Quotation,
    SomePart,
    UnlearnedError,
    ValuePart,
    Word,
)


def parser(text: str) -> ManchesterParser:
    return ManchesterParser(ScannedWords(text, 3))


def name(text: str) -> Word:
    return Word(text, 3, document="rules")


A, B = NamePart(name("A")), NamePart(name("B"))


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("A SubClassOf T", A),
        ("(A) SubClassOf T", AllParts((A,))),
        ("A and B SubClassOf T", AllParts((A, B))),
        ("A andB SubClassOf T", AllParts((A, B))),
        ("(r some A) SubClassOf T", SomePart(name("r"), A)),
        ("(r some (A and B)) SubClassOf T", SomePart(name("r"), AllParts((A, B)))),
        ("(p value true) SubClassOf T", ValuePart(name("p"), True)),
        (r'(p value "a\q") SubClassOf T', ValuePart(name("p"), Quotation(r'"a\q"'))),
        (r"'it\'s' SubClassOf T", NamePart(name("it's"))),
        ("and and some SubClassOf T", AllParts((NamePart(name("and")), NamePart(name("some"))))),
        ("-5 SubClassOf T", NamePart(name("-5"))),
        ("a. SubClassOf T", NamePart(name("a."))),
    ],
)
def test_a_word_is_a_name_where_a_name_may_stand(text: str, body: Part) -> None:
    (graded,), head = parser(text).rule()
    assert graded == (body, 1.0)
    assert head.text == "T"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("A or B SubClassOf T", "or B SubClassOf T"),
        ("r some A SubClassOf T", "some A SubClassOf T"),
        ("(r some A and B) SubClassOf T", "and B) SubClassOf T"),
        ("(A SubClassOf T", "SubClassOf T"),
        ("A SubClassOf T [x]", "x]"),
        ("A SubClassOf T [0.5] B", "B"),
        ("A SubClassOf", "SubClassOf"),
        ("A and", "and"),
        ("A ⊓ B SubClassOf T", "⊓ B SubClassOf T"),
    ],
)
def test_an_error_shows_the_word_that_cannot_stand_there(text: str, rest: str) -> None:
    with pytest.raises(ModelError) as error:
        parser(text).rule()
    assert str(error.value) == f"Line 3 of the rules cannot be read, at {rest!r}."


@pytest.mark.parametrize("text", ["not A SubClassOf T", "A and ¬ B SubClassOf T", "⊥ SubClassOf T"])
def test_negation_is_known_but_not_supported(text: str) -> None:
    with pytest.raises(UnlearnedError, match=r"^Line 3 of the rules: .* not supported yet"):
        parser(text).rule()


def test_names_in_quotes_negate_nothing() -> None:
    with pytest.raises(ModelError, match="cannot be read, at"):
        parser("A or 'not' SubClassOf T").rule()


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("0.7 * WL1 - 0.6 * 2 SubClassOf T", [(0.7, "WL1"), (-0.6, "2")]),
        ("-1e-3 * A + -.5 * B EquivalentTo T", [(-0.001, "A"), (-0.5, "B")]),
        ("Nothing SubClassOf T", []),
    ],
)
def test_a_sum_has_a_sign_before_each_further_term(
    text: str, terms: list[tuple[float, str]]
) -> None:
    assert [(weight, word.text) for weight, word in parser(text).weighted_sum()] == terms


def test_a_name_may_contain_a_sign() -> None:
    with pytest.raises(ModelError, match=r"at '\*WL2 SubClassOf T'"):
        parser("0.7*WL1-0.6*WL2 SubClassOf T").weighted_sum()


def test_alternatives_have_degrees_of_their_own() -> None:
    graded, head = parser("A [0.5] or B EquivalentTo or").definition()
    assert graded == ((A, 0.5), (B, 1.0))
    assert head.text == "or"


def test_a_line_of_the_table_of_names_keeps_its_text_as_written() -> None:
    word, kind, meaning = parser('class class "urn:\\u00e9"').entry()
    assert (word.text, kind, meaning) == ("class", "class", '"urn:\\u00e9"')
