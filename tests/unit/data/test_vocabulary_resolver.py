import pytest

from owlboost.data.vocabulary import Resolver
from owlboost.errors import UnknownNameError
from owlboost.runtime.names import Names

CLASSES = Resolver(
    Names(
        [
            "http://ex.org/hotels#Hotel",
            "http://ex.org/hotels#Good_Hotel",
            "http://ex.org/hotels#Bar",
            "http://ex.org/units#Bar",
            "http://ex.org/places/Caf%C3%A9%20Nero",
            "urn:hotels:Pool",
            "Plain",
        ]
    ),
    "class",
)


@pytest.mark.parametrize(
    ("name", "iri"),
    [
        ("Hotel", "http://ex.org/hotels#Hotel"),
        ("http://ex.org/hotels#Hotel", "http://ex.org/hotels#Hotel"),
        ("<http://ex.org/units#Bar>", "http://ex.org/units#Bar"),
        ("<Hotel>", "http://ex.org/hotels#Hotel"),
        ("Café Nero", "http://ex.org/places/Caf%C3%A9%20Nero"),
        ("Pool", "urn:hotels:Pool"),
        ("Plain", "Plain"),
    ],
)
def test_a_short_name_works_wherever_an_iri_does(name: str, iri: str) -> None:
    assert CLASSES.has(name)
    assert CLASSES.iri(name) == iri


def test_an_iri_goes_before_a_short_name() -> None:
    assert Resolver(Names(["http://ex.org#a", "a"]), "individual").iri("a") == "a"


def test_several_names_keep_their_order() -> None:
    assert CLASSES.iris(["Pool", "Hotel"]) == ["urn:hotels:Pool", "http://ex.org/hotels#Hotel"]
    assert CLASSES.iris([]) == []


def test_an_ambiguous_name_lists_the_iris() -> None:
    assert CLASSES.has("Bar")
    with pytest.raises(UnknownNameError) as caught:
        CLASSES.iri("Bar")
    assert str(caught.value) == (
        "The class 'Bar' is ambiguous: it could be http://ex.org/hotels#Bar, "
        "http://ex.org/units#Bar. Give the full IRI."
    )


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("Hotl", "Did you mean Hotel"),
        ("good_hotel", "Did you mean Good_Hotel"),
        ("http://other.org#Hotel", "Did you mean Hotel"),
        ("<http://ex.org/hotels#Pol>", "Did you mean Pool"),
        ("Zyx", "The choices are 'Hotel', 'Good_Hotel', 'Bar', 'Café Nero', 'Pool', 'Plain'"),
    ],
)
def test_an_unknown_name_comes_with_suggestions(name: str, suggestion: str) -> None:
    assert not CLASSES.has(name)
    with pytest.raises(UnknownNameError) as caught:
        CLASSES.iri(name)
    message = str(caught.value)
    assert message.startswith(f"The ontology has no class named {name!r}. ")
    assert suggestion in message


def test_many_choices_are_not_all_listed() -> None:
    names = Names(f"urn:x:thing{number:03}" for number in range(500))
    with pytest.raises(UnknownNameError, match="and 490 more") as caught:
        Resolver(names, "individual", "rows.csv").iri("###")
    assert str(caught.value).startswith("rows.csv has no individual named '###'")
    assert len(str(caught.value)) < 300


def test_without_any_names_there_is_nothing_to_suggest() -> None:
    with pytest.raises(UnknownNameError, match=r"^The ontology has no class named 'A'\.$"):
        Resolver(Names(), "class").iri("A")
