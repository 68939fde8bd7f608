"""How many values data ranges hold, counted by hand."""

import math

import pytest

from owlboost.ontology.datatypes.range_sizes import RangeSizes
from owlboost.ontology.datatypes.ranges import MOST_CASES
from owlboost.ontology.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.vocabulary import LANG_STRING, OWL, PLAIN_LITERAL, RDF, RDFS_LITERAL, XSD

NOON = "2020-01-01T12:00:00"


def xsd(name: str, **facets: str | int) -> DataRange:
    """A datatype of XML Schema with bounds of its own, or lengths."""
    if not facets:
        return Datatype(XSD + name)
    return DatatypeRestriction(
        XSD + name,
        tuple(
            (XSD + facet, Literal(str(bound), XSD + ("integer" if type(bound) is int else name)))
            for facet, bound in facets.items()
        ),
    )


def both(*parts: DataRange) -> DataRange:
    return DataIntersection(parts)


def no(range_: DataRange) -> DataRange:
    return DataComplement(range_)


def one_of(name: str, *forms: str) -> DataRange:
    return DataOneOf(tuple(Literal(form, XSD + name) for form in forms))


def plain(*ranges: str) -> DataRange:
    facet = RDF + "langRange"
    return DatatypeRestriction(
        PLAIN_LITERAL, tuple((facet, Literal(range_, XSD + "string")) for range_ in ranges)
    )


@pytest.mark.parametrize(
    ("range_", "size"),
    [
        (Datatype(RDFS_LITERAL), math.inf),
        (no(Datatype(RDFS_LITERAL)), 0),
        (xsd("boolean"), 2),
        (both(xsd("boolean"), no(one_of("boolean", "1"))), 1),
        (xsd("byte"), 256),
        (both(xsd("byte"), xsd("unsignedShort")), 128),
        (both(xsd("byte"), no(xsd("unsignedByte"))), 128),
        (both(xsd("byte"), no(one_of("integer", "5", "+05", "300"))), 255),
        (xsd("integer"), math.inf),
        (xsd("integer", minInclusive=5, maxInclusive=4), 0),
        (xsd("integer", minExclusive=5, maxExclusive=6), 0),
        (xsd("integer", minExclusive=5, maxInclusive=6), 1),
        (xsd("decimal", minExclusive="5", maxExclusive="6"), math.inf),
        (xsd("decimal", minInclusive="5.0", maxInclusive="5"), 1),
        (both(xsd("decimal", minInclusive="5.5", maxInclusive="5.5"), xsd("integer")), 0),
        (both(xsd("decimal", minInclusive="5", maxInclusive="5"), no(xsd("integer"))), 0),
        (both(xsd("integer"), xsd("decimal", minInclusive="0.5", maxInclusive="2.5")), 2),
        (both(xsd("integer"), no(xsd("decimal"))), 0),
        (both(Datatype(OWL + "rational"), no(xsd("decimal"))), math.inf),
        (both(Datatype(OWL + "real"), no(Datatype(OWL + "rational"))), math.inf),
        (both(xsd("integer"), xsd("double")), 0),
        # all bits but those of the NaNs, of which there is one
        (xsd("float"), 2**32 - 2 * (2**23 - 1) + 1),
        (xsd("double"), 2**64 - 2 * (2**52 - 1) + 1),
        (xsd("float", minInclusive="-0.0", maxInclusive="0.0"), 2),
        (xsd("float", minInclusive="0.0", maxInclusive="-0.0"), 2),
        (xsd("float", minExclusive="-0.0", maxExclusive="1.4E-45"), 0),
        (xsd("float", minExclusive="0.0", maxInclusive="1.4E-45"), 1),
        (xsd("float", minInclusive="1", maxInclusive="2"), 2**23 + 1),
        (xsd("double", minInclusive="1", maxInclusive="2"), 2**52 + 1),
        (xsd("double", minExclusive="INF"), 0),
        (xsd("double", minInclusive="NaN"), 0),
        (both(xsd("double"), no(xsd("double", minInclusive="-INF"))), 1),  # NaN
        (both(xsd("float"), no(xsd("float", minInclusive="-INF")), no(one_of("float", "NaN"))), 0),
        (both(xsd("float", minInclusive="0", maxInclusive="0"), no(one_of("float", "-0"))), 1),
        (both(xsd("float"), xsd("double")), 0),
        (both(xsd("string"), xsd("anyURI")), 0),
        (both(xsd("string"), Datatype(LANG_STRING)), 0),
        (both(Datatype(PLAIN_LITERAL), no(xsd("string"))), math.inf),
        (both(Datatype(PLAIN_LITERAL), no(xsd("string")), no(Datatype(LANG_STRING))), 0),
        (xsd("string", minLength=3, maxLength=2), math.inf),  # facets of texts are not compared
        (both(xsd("string", length=1), no(xsd("string", length=1))), 0),
        (both(one_of("string", "", "a", "ab"), xsd("string", minLength=1)), 2),
        (both(xsd("language"), no(xsd("token"))), 0),
        (both(xsd("NCName"), no(xsd("Name"))), 0),
        (both(xsd("Name"), no(xsd("NCName"))), math.inf),
        (plain("en", "fr"), math.inf),
        (both(plain("en"), no(plain("en"))), 0),
        (xsd("hexBinary", length=1), math.inf),
        (both(xsd("hexBinary"), xsd("base64Binary")), 0),
        (xsd("dateTime", minInclusive=NOON, maxInclusive=NOON), 1),
        (xsd("dateTime", minInclusive=NOON + "Z", maxInclusive=NOON + "Z"), 1681),  # zones
        (xsd("dateTime", minInclusive=NOON + "Z", maxExclusive=NOON + "Z"), 0),
        (xsd("dateTime", minExclusive=NOON + "Z", maxInclusive="2020-01-01T12:00:01Z"), math.inf),
        # without zone nothing lies both 14 hours after one noon and 14 before the same noon
        (xsd("dateTime", minInclusive=NOON, maxInclusive=NOON + "Z"), 0),
        (both(xsd("dateTime"), no(xsd("dateTimeStamp"))), math.inf),
        (
            both(
                xsd("dateTime", minInclusive=NOON + "Z", maxInclusive=NOON + "Z"),
                no(xsd("dateTimeStamp")),
            ),
            0,
        ),
        (both(xsd("date"), xsd("time")), 0),
        (both(xsd("date"), xsd("dateTime")), 0),
        (both(xsd("duration"), xsd("dayTimeDuration")), math.inf),
        (both(xsd("dayTimeDuration"), no(xsd("duration"))), 0),
        (both(Datatype("urn:a"), Datatype("urn:b")), math.inf),
        (both(Datatype("urn:a"), xsd("boolean")), 2),
        (both(Datatype("urn:a"), no(Datatype("urn:a"))), 0),
        (both(one_of("integer", "1", "2"), one_of("decimal", "2.0", "3")), 1),
        (both(one_of("integer", "1", "2"), Datatype("urn:a")), 2),
        (DataUnion((xsd("byte"), xsd("boolean"))), 258),
        (xsd("string", pattern="a+"), math.inf),
        (both(xsd("string", pattern="a+"), no(xsd("string", pattern="a+"))), 0),
        (both(one_of("string", "a", "b"), xsd("string", pattern="a+")), 1),
        (xsd("integer", minInclusive=0, maxInclusive=10**400), math.inf),
    ],
)  # fmt: skip
def test_most_values(range_: DataRange, size: float) -> None:
    assert RangeSizes({}).most(range_) == size


def test_defined_datatypes_are_their_definitions() -> None:
    sizes = RangeSizes({"urn:few": xsd("byte", minInclusive=0, maxInclusive=3)})
    assert sizes.most(Datatype("urn:few")) == 4
    assert sizes.within(Datatype("urn:few"), xsd("unsignedByte"))
    circle = RangeSizes({"urn:x": Datatype("urn:y"), "urn:y": Datatype("urn:x")})
    assert circle.most(Datatype("urn:x")) == math.inf


def test_a_range_of_too_many_cases_is_not_counted() -> None:
    pairs = [DataUnion((one_of("integer", f"{n}"), xsd("string", length=n))) for n in range(12)]
    assert 2 ** len(pairs) > MOST_CASES
    assert RangeSizes({}).most(DataUnion((both(*pairs),))) == math.inf
