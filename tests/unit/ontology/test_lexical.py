"""What literals mean."""

import math

import pytest

from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.lexical import literal, literal_value

XSD = "http://www.w3.org/2001/XMLSchema#"
OWL = "http://www.w3.org/2002/07/owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@pytest.mark.parametrize(
    ("lexical", "datatype", "value"),
    [
        ("5", XSD + "integer", 5.0),
        (" +007\n", XSD + "int", 7.0),
        ("-3", XSD + "long", -3.0),
        ("255", XSD + "unsignedByte", 255.0),
        (".28", XSD + "decimal", 0.28),
        ("1.5e3", XSD + "double", 1500.0),
        ("INF", XSD + "float", math.inf),
        ("1/4", OWL + "rational", 0.25),
        ("1", XSD + "boolean", True),
        ("false", XSD + "boolean", False),
        ("5", XSD + "string", "5"),
        ("2020-01-01", XSD + "date", "2020-01-01"),
        ("x", "http://example.org/own", "x"),
        ("1_000", XSD + "integer", None),
        ("٣", XSD + "integer", None),
        ("5.0", XSD + "integer", None),
        ("-1", XSD + "nonNegativeInteger", None),
        ("256", XSD + "unsignedByte", None),
        ("1e3", XSD + "decimal", None),
        ("nan", XSD + "double", None),
        ("1/0", OWL + "rational", None),
        ("yes", XSD + "boolean", None),
        ("", XSD + "double", None),
    ],
)
def test_value(lexical: str, datatype: str, value: object) -> None:
    found = literal_value(Literal(lexical, datatype))
    assert found == value
    assert type(found) is type(value)


def test_nan_is_a_number() -> None:
    found = literal_value(Literal("NaN", XSD + "double"))
    assert isinstance(found, float)
    assert math.isnan(found)


def test_a_number_too_great_is_infinite() -> None:
    assert literal_value(Literal("1e999", XSD + "double")) == math.inf
    assert literal_value(Literal("9" * 400, XSD + "integer")) == math.inf


def test_plain_literals_have_one_form() -> None:
    assert literal("hi@en", RDF + "PlainLiteral") == literal("hi", language="EN")
    assert literal("a@b@", RDF + "PlainLiteral") == literal("a@b")
