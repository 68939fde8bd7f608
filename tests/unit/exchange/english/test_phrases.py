"""Roles that are no nouns are said as people say them, within fillers, too."""

import pytest

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge
from owlboost.exchange.english.phrases import Phrases

CITY, PORT = Atom("urn:x#City"), Atom("urn:x#Port")
NEAR_PORT = Edge("urn:x#near", Concept((PORT,)))
LARGE = CrispValue("urn:x#size", "large")


@pytest.mark.parametrize(
    ("role", "filler", "expected"),
    [
        ("hasPart", Concept(), "some part"),
        ("hasPart", Concept((CITY,)), "some part that is a city"),
        ("near", Concept(), "being near something"),
        ("near", Concept((CITY, PORT)), "being near something that is a city and a port"),
        ("near", Concept((CITY, LARGE)), "being near a city that has the size “large”"),
        (
            "locatedIn",
            Concept((CITY,), (NEAR_PORT,)),
            "being located in a city that is near a port",
        ),
        ("is_part_of", Concept((), (NEAR_PORT,)), "being part of something that is near a port"),
        ("hasPart", Concept((), (NEAR_PORT,)), "some part that is near a port"),
        (
            "worksFor",
            Concept((CITY, LARGE)),
            "a city that it works for and that has the size “large”",
        ),
        ("classOf", Concept((CITY,)), "being class of a city"),
        ("hasPlaceOf", Concept((CITY,)), "some place of that is a city"),
        ("drives", Concept((CITY,)), "some drives that is a city"),
    ],
)
def test_what_a_restriction_asks_for(role: str, filler: Concept, expected: str) -> None:
    assert Phrases().edge(Edge(f"urn:x#{role}", filler)) == expected
