"""Which values data ranges hold, and what is not known."""

import pytest
from tests.ontologies import literal, text

from owlboost.ontology.language.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.language.ranges import in_range
from owlboost.ontology.language.reserved import LANG_STRING, OWL, PLAIN_LITERAL, RDFS_LITERAL, XSD

BROKEN = Literal("1_000", XSD + "integer")
NAN = Literal("NaN", XSD + "double")
DATE = Literal("2020-01-01", XSD + "date")
HELLO = Literal("hello", LANG_STRING, "en")


def restricted(facet: str, value: Literal, datatype: str = "integer") -> DatatypeRestriction:
    return DatatypeRestriction(XSD + datatype, ((XSD + facet, value),))


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
        (literal(5.0), Datatype(XSD + "float"), None),
        (literal(True), Datatype(XSD + "boolean"), True),
        (text("a"), Datatype(XSD + "string"), True),
        (text("a"), Datatype(XSD + "token"), None),
        (HELLO, Datatype(PLAIN_LITERAL), True),
        (text("a"), Datatype(XSD + "integer"), False),
        (DATE, Datatype(XSD + "date"), True),
        (DATE, Datatype(XSD + "dateTime"), None),
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
        (text("abc"), restricted("pattern", text("[a-z]+"), "string"), None),
        (text("abc"), restricted("minInclusive", literal(1), "string"), None),
        (literal(5), DataComplement(Datatype(XSD + "integer")), False),
        (literal(5), DataComplement(Datatype("urn:undefined")), None),
        (literal(5), DataIntersection((Datatype(XSD + "int"), DataOneOf((literal(4),)))), False),
        (literal(5), DataUnion((Datatype(XSD + "int"), Datatype("urn:undefined"))), True),
    ],
)
def test_membership(value: Literal, range_: DataRange, inside: bool | None) -> None:
    assert in_range(value, range_, {}) is inside


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
