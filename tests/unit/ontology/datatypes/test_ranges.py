"""Which values data ranges hold, and what is not known."""

import pytest
from tests.ontologies import literal, text

from owlboost.ontology.datatypes.ranges import in_range
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

BROKEN = Literal("1_000", XSD + "integer")
NAN = Literal("NaN", XSD + "double")
NOON, NOON_UTC = (Literal("2020-01-01T12:00:00" + zone, XSD + "dateTime") for zone in ("", "Z"))
OWN = Literal("5", "urn:own")
DATE = Literal("2020-01-01", XSD + "date")
HELLO = Literal("hello", LANG_STRING, "en")


def restricted(facet: str, value: Literal, datatype: str = "integer") -> DatatypeRestriction:
    return DatatypeRestriction(XSD + datatype, ((XSD + facet, value),))


def plain(facet: str, value: Literal) -> DatatypeRestriction:
    return DatatypeRestriction(PLAIN_LITERAL, ((facet, value),))


@pytest.mark.parametrize(
    ("value", "range_", "inside"),
    [
        (literal(5), Datatype(XSD + "byte"), True),
        (literal(500), Datatype(XSD + "byte"), False),
        (Literal("5.0", XSD + "decimal"), Datatype(XSD + "integer"), True),
        (Literal("5.5", XSD + "decimal"), Datatype(XSD + "integer"), False),
        (Literal("1/2", OWL + "rational"), Datatype(XSD + "integer"), False),
        (literal(5), Datatype(OWL + "real"), True),
        (literal(5), Datatype(XSD + "double"), False),
        (literal(5.0), Datatype(XSD + "integer"), False),
        (literal(5.0), Datatype(XSD + "float"), False),
        (Literal("1/4", OWL + "rational"), Datatype(XSD + "decimal"), True),
        (Literal("1/3", OWL + "rational"), Datatype(XSD + "decimal"), False),
        (literal(True), Datatype(XSD + "boolean"), True),
        (text("a"), Datatype(XSD + "string"), True),
        (text("a"), Datatype(XSD + "token"), True),
        (text("a  b"), Datatype(XSD + "token"), False),
        (text("a  b"), Datatype(XSD + "normalizedString"), True),
        (text("a\tb"), Datatype(XSD + "normalizedString"), False),
        (text("en-GB"), Datatype(XSD + "language"), True),
        (text("en GB"), Datatype(XSD + "language"), False),
        (text("a:b"), Datatype(XSD + "Name"), True),
        (text("a:b"), Datatype(XSD + "NCName"), False),
        (text("1a"), Datatype(XSD + "NMTOKEN"), True),
        (text("1a"), Datatype(XSD + "Name"), False),
        (text("a"), Datatype(PLAIN_LITERAL), True),
        (text("a"), Datatype(LANG_STRING), False),
        (HELLO, Datatype(XSD + "string"), False),
        (HELLO, Datatype(XSD + "token"), False),
        (HELLO, Datatype(LANG_STRING), True),
        (HELLO, restricted("maxLength", literal(9), "string"), False),
        (HELLO, Datatype(PLAIN_LITERAL), True),
        (text("a"), Datatype(XSD + "integer"), False),
        (DATE, Datatype(XSD + "date"), True),
        (DATE, Datatype(XSD + "dateTime"), False),
        (NOON, Datatype(XSD + "dateTime"), True),
        (NOON, Datatype(XSD + "dateTimeStamp"), False),
        (NOON_UTC, Datatype(XSD + "dateTimeStamp"), True),
        (Literal("P1D", XSD + "dayTimeDuration"), Datatype(XSD + "duration"), True),
        (Literal("P1D", XSD + "duration"), Datatype(XSD + "dayTimeDuration"), None),
        (OWN, Datatype("urn:own"), True),
        (OWN, Datatype("urn:other"), None),
        (OWN, Datatype(XSD + "integer"), None),
        (OWN, DataOneOf((literal(5),)), None),
        (literal(5), DataOneOf((OWN,)), None),
        (OWN, Datatype(RDFS_LITERAL), True),
        (DATE, Datatype(XSD + "integer"), False),
        (DATE, Datatype(RDFS_LITERAL), True),
        (literal(5), Datatype("urn:undefined"), None),
        (literal(1), DataOneOf((literal(2), Literal("01", XSD + "int"))), True),
        (literal(1), DataOneOf((literal(1.0), text("1"))), False),
        (DATE, DataOneOf((Literal("2020-01-01Z", XSD + "date"),)), None),
        (literal(5), restricted("minInclusive", literal(5)), True),
        (literal(5), restricted("minExclusive", literal(5)), False),
        (literal(5), restricted("maxInclusive", literal(5)), True),
        (literal(5), restricted("maxExclusive", literal(5)), False),
        (literal(5), restricted("maxExclusive", Literal("16/3", OWL + "rational")), True),
        (
            literal(0.1),
            restricted("maxInclusive", Literal("0.1", XSD + "decimal"), "double"),
            False,
        ),
        (text("abc"), restricted("length", literal(3), "string"), True),
        (text("abc"), restricted("minLength", literal(4), "string"), False),
        (text("abc"), restricted("maxLength", literal(3), "string"), True),
        (text("abc"), restricted("pattern", text("[a-z]+"), "string"), True),
        (text("abcD"), restricted("pattern", text("[a-z]+"), "string"), False),
        (text("abc"), restricted("pattern", text(r"\p{IsGreek}"), "string"), None),
        (literal(5), restricted("pattern", text("5"), "integer"), None),
        (HELLO, plain(XSD + "pattern", text("h.*")), True),
        (HELLO, plain(XSD + "length", literal(5)), True),
        (HELLO, plain(RDF + "langRange", text("EN")), True),
        (HELLO, plain(RDF + "langRange", text("*")), True),
        (HELLO, plain(RDF + "langRange", text("en-GB")), False),
        (text("hello"), plain(RDF + "langRange", text("*")), False),
        (Literal("0AFF", XSD + "hexBinary"), restricted("length", literal(2), "hexBinary"), True),
        (
            Literal("YWJj", XSD + "base64Binary"),
            restricted("maxLength", literal(2), "base64Binary"),
            False,
        ),
        (Literal("urn:x", XSD + "anyURI"), restricted("minLength", literal(6), "anyURI"), False),
        (Literal("urn:x", XSD + "anyURI"), restricted("pattern", text("urn:.*"), "anyURI"), True),
        (text("abc"), restricted("minInclusive", literal(1), "string"), None),
        (literal(5), DataComplement(Datatype(XSD + "integer")), False),
        (literal(5), DataComplement(Datatype("urn:undefined")), None),
        (literal(5), DataIntersection((Datatype(XSD + "int"), DataOneOf((literal(4),)))), False),
        (literal(5), DataUnion((Datatype(XSD + "int"), Datatype("urn:undefined"))), True),
    ],
)
def test_membership(value: Literal, range_: DataRange, inside: bool | None) -> None:
    assert in_range(value, range_, {}) is inside


@pytest.mark.parametrize(
    ("value", "facet", "bound", "inside"),
    [
        ("2020-01-01T12:00:00Z", "minInclusive", "2020-01-01T13:00:00+01:00", True),
        ("2020-01-01T12:00:00Z", "minExclusive", "2020-01-01T13:00:00+01:00", False),
        ("2020-01-01T12:00:00Z", "maxExclusive", "2020-01-01T12:00:01Z", True),
        ("2020-01-01T12:00:00", "minInclusive", "2020-01-01T12:00:00", True),
        # without a zone it may be up to 14 hours earlier or later
        ("2020-01-01T12:00:00", "minInclusive", "2020-01-01T12:00:00Z", False),
        ("2020-01-01T12:00:00", "maxInclusive", "2020-01-01T12:00:00Z", False),
        ("2020-01-02T02:00:00", "minInclusive", "2020-01-01T12:00:00Z", False),
        ("2020-01-02T02:00:01", "minInclusive", "2020-01-01T12:00:00Z", True),
        ("2019-12-31T21:59:59", "maxInclusive", "2020-01-01T12:00:00Z", True),
        ("2020-01-02T02:00:01Z", "minExclusive", "2020-01-01T12:00:00", True),
    ],
)
def test_points_in_time(value: str, facet: str, bound: str, inside: bool) -> None:
    range_ = restricted(facet, Literal(bound, XSD + "dateTime"), "dateTime")
    assert in_range(Literal(value, XSD + "dateTime"), range_, {}) is inside


@pytest.mark.parametrize("name", ["float", "double"])
@pytest.mark.parametrize(("value", "bound"), [("0.0", "-0.0"), ("-0.0", "0.0")])
def test_the_two_zeros_are_equal_for_facets_only(name: str, value: str, bound: str) -> None:
    zero, other = Literal(value, XSD + name), Literal(bound, XSD + name)
    for facet, inside in [
        ("minInclusive", True),
        ("maxInclusive", True),
        ("minExclusive", False),
        ("maxExclusive", False),
    ]:
        assert in_range(zero, restricted(facet, other, name), {}) is inside
    assert in_range(zero, DataOneOf((other,)), {}) is False


@pytest.mark.parametrize("facet", ["minInclusive", "maxInclusive", "minExclusive", "maxExclusive"])
def test_nan_is_on_no_side_of_a_number(facet: str) -> None:
    # once: decimal.InvalidOperation from comparing NaN with an integer
    assert in_range(NAN, restricted(facet, literal(5)), {}) is False
    assert in_range(NAN, restricted(facet, literal(5.0), "double"), {}) is False
    assert in_range(literal(5), restricted(facet, NAN), {}) is False


@pytest.mark.parametrize(
    "range_",
    [
        DataOneOf((BROKEN,)),
        DataComplement(DataOneOf((BROKEN,))),
        restricted("minInclusive", BROKEN),
        DataComplement(restricted("minInclusive", BROKEN)),
    ],
)
def test_nothing_is_known_of_ranges_with_a_literal_without_value(range_: DataRange) -> None:
    assert in_range(literal(1000), range_, {}) is None


@pytest.mark.parametrize(
    "range_", [Datatype(XSD + "integer"), Datatype(XSD + "string"), DataOneOf((literal(1000),))]
)
def test_nothing_is_known_of_a_literal_without_value(range_: DataRange) -> None:
    assert in_range(BROKEN, range_, {}) is None


def test_a_defined_datatype_is_its_definition() -> None:
    definitions: dict[str, DataRange] = {"urn:cheap": restricted("maxExclusive", literal(50))}
    assert in_range(literal(49), Datatype("urn:cheap"), definitions) is True
    assert in_range(literal(50), Datatype("urn:cheap"), definitions) is False
