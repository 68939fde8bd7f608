"""What literals mean: the lexical forms of XML Schema 1.1, RDF 1.1 and OWL 2, and their values."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.datatypes.literals import (
    SPACES,
    canonical,
    natural_number,
    unified_literal,
    value_of,
)
from owlboost.ontology.datatypes.values import BOUNDS, Binary, Tagged
from owlboost.ontology.expressions import Literal
from owlboost.ontology.vocabulary import LANG_STRING, OWL, PLAIN_LITERAL, RDF, RDFS, XSD

UNICODE_DIGIT = "\u0663"  # Arabic-Indic three: a digit to Python, not to XML Schema
HARD_SPACE = "\u00a0"

FORMS: dict[str, tuple[list[str], list[str]]] = {
    OWL + "real": ([], ["1", "0.5", "1/2", "NaN"]),
    OWL + "rational": (
        ["1/2", "-6/4", "+1/3", "0/19", "007/008", " 1/2 "],
        ["1", "1/0", "1/-2", "1/+2", "1 / 2", "1.5/2", "1/2/3", "/2", "1_0/3", ""],
    ),
    XSD + "decimal": (
        ["0", "-1.23", "+100000.00", "210", ".5", "5.", "-.5", "007.70", " 1.5\n"],
        ["1e3", "1E3", "INF", "NaN", ".", "", "+", "1,5", "1_000", "0x10", UNICODE_DIGIT, "- 1"],
    ),
    XSD + "integer": (
        ["0", "+1", "-0", "007", "12678967543233", "\t5 \r\n"],
        ["1_000", "1e3", "1.0", "5.", "", "+", "1 0", UNICODE_DIGIT, "0x1", HARD_SPACE + "5"],
    ),
    XSD + "nonNegativeInteger": (["0", "-0", "+1"], ["-1", "1.0"]),
    XSD + "positiveInteger": (["1", "+01"], ["0", "-1"]),
    XSD + "nonPositiveInteger": (["0", "-1", "+0"], ["1"]),
    XSD + "negativeInteger": (["-1"], ["0", "-0", "1"]),
    XSD + "byte": (["127", "-128", "+0126"], ["128", "-129"]),
    XSD + "short": (["32767", "-32768"], ["32768", "-32769"]),
    XSD + "int": (["2147483647", "-2147483648"], ["2147483648", "-2147483649"]),
    XSD + "long": (
        ["9223372036854775807", "-9223372036854775808"],
        ["9223372036854775808", "-9223372036854775809"],
    ),
    XSD + "unsignedByte": (["0", "255"], ["256", "-1"]),
    XSD + "unsignedShort": (["65535"], ["65536", "-1"]),
    XSD + "unsignedInt": (["4294967295"], ["4294967296", "-1"]),
    XSD + "unsignedLong": (["18446744073709551615"], ["18446744073709551616", "-1"]),
    **dict.fromkeys(
        [XSD + "double", XSD + "float"],
        (
            ["-1E4", "1267.43233E12", "12.78e-2", "12", "-0", "0", "INF", "+INF", "-INF", "NaN",
             ".5", "5.", "1e999", " 1E3 "],
            ["inf", "Infinity", "-Infinity", "nan", "NAN", "+NaN", "0x10", "1e", "e3", "1_0.5",
             "1e3.5", "", "1.5f", UNICODE_DIGIT],
        ),
    ),
    XSD + "boolean": (
        ["true", "false", "1", "0", "\ntrue "],
        ["True", "TRUE", "yes", "t", "", "01", "10", "true false"],
    ),
    XSD + "string": (["", " two  spaces ", "tab\t", "1_000", "\U0001f600"], ["\x00", "\uffff"]),
    XSD + "normalizedString": (["", " a  b ", "tab\tline\n"], ["\x00"]),
    XSD + "token": (["", "a b", "  a \t b  "], ["\ufffe"]),
    XSD + "language": (["en", "en-GB", "sr-Latn-RS", "x-klingon", " de "],
                       ["", "e1", "en_GB", "abcdefghi", "en-", "en-abcdefghi", "en GB"]),
    XSD + "Name": (["a", ":a", "_x-1.b", "käse", "xs:integer"], ["", "1a", "-a", ".a", "a b"]),
    XSD + "NCName": (["a", "_x-1.b", "käse"], ["", "1a", ":a", "a:b", "a b"]),
    XSD + "NMTOKEN": (["1a", "-a", ":.x", " a "], ["", "a b", "a/b"]),
    LANG_STRING: (["", "guten Tag"], ["\x00"]),
    PLAIN_LITERAL: (["Family Guy@", "Padre de familia@es", "a@b@en", "no mark"], ["\x00@"]),
    RDFS + "Literal": (["anything"], ["\x00"]),
    RDF + "HTML": (["<p>unclosed", ""], ["\x00"]),
    RDF + "XMLLiteral": (
        ["", "text", "<b>bold</b> text", '<a xmlns="urn:x"/>', "&amp;"],
        ["<b>", "</x><x>", "a & b", "<p:a/>", "<?xml version='1.0'?><a/>", "<!DOCTYPE a><a/>"],
    ),
    RDF + "JSON": (['{"a": [1, 2.5e3, null]}', '"x"', " 1 "], ["", "{a: 1}", "NaN", "[1,]"]),
    XSD + "anyURI": (["http://example.org/?a b", "", "../x#y", "käse"], ["\x00"]),
    XSD + "hexBinary": (["", "0FB7", "0fb7", " 00 "], ["0FB", "0G", "0x00", "0F B7"]),
    XSD + "base64Binary": (
        ["", "YQ==", "YWI=", "YWJj", "YW Jj", " YWJj\n"],
        ["YQ=", "YQ", "YR==", "YWJ=", "Y===", "YWJj=", "Y_Jj", "=YWJ"],
    ),
    XSD + "dateTime": (
        ["2002-10-10T12:00:00", "2002-10-10T12:00:00Z", "2002-10-10T12:00:00.050-05:00",
         "-0044-03-15T00:00:00", "0000-01-01T00:00:00", "12000-01-01T24:00:00",
         "2024-02-29T23:59:59.999+14:00"],
        ["2002-10-10", "2002-10-10 12:00:00", "2002-10-10T24:00:01", "2002-13-10T12:00:00",
         "2023-02-29T00:00:00", "1900-02-29T00:00:00", "2002-04-31T00:00:00", "02-10-10T12:00:00",
         "2002-10-10T12:60:00", "2002-10-10T12:00:60", "2002-10-10T12:00", "+2002-10-10T12:00:00",
         "2002-10-10T12:00:00+14:01", "2002-10-10T12:00:00.", "012000-01-01T00:00:00"],
    ),
    XSD + "dateTimeStamp": (
        ["2002-10-10T12:00:00Z", "2000-02-29T00:00:00-13:59"], ["2002-10-10T12:00:00"]
    ),
    XSD + "date": (["2020-01-01", "2020-01-01Z", "-0001-12-31+01:00", "2000-02-29", "0004-02-29"],
                   ["2020-1-1", "2100-02-29", "2020-00-01", "2020-01-32", "01/02/2020", "2020"]),
    XSD + "time": (["13:20:00", "13:20:30.5555", "24:00:00.0", "00:00:00Z"],
                   ["1:20:00", "13:20", "25:00:00", "24:00:01", "13:20:00+1:00"]),
    XSD + "gYear": (["2020", "-0045", "12020Z"], ["20", "020", "02020", "2020-01"]),
    XSD + "gYearMonth": (["2020-12", "2020-01+02:00"], ["2020-13", "2020-1", "2020"]),
    XSD + "gMonth": (["--05", "--12Z"], ["--13", "05", "--5", "--05--"]),
    XSD + "gMonthDay": (["--02-29", "--12-31"], ["--02-30", "--04-31", "--13-01"]),
    XSD + "gDay": (["---01", "---31Z"], ["---32", "---00", "--01"]),
    XSD + "duration": (
        ["P1Y2M3DT5H20M30.123S", "-P120D", "P1M", "PT1M", "PT0S", "P1YT1S"],
        ["", "P", "PT", "P1YT", "P-1Y", "P1S", "1Y", "P1D2Y", "PT1.S", "+P1Y", "P1.5Y"],
    ),
    XSD + "dayTimeDuration": (["P1D", "PT1H", "-P3DT2.5S"], ["P1Y", "P1M", "P", "P1DT"]),
    XSD + "yearMonthDuration": (["P1Y", "P14M", "-P1Y2M"], ["P1D", "PT1M", "P1YT1M", "P"]),
}  # fmt: skip


def _cases(which: int) -> list[tuple[str, str]]:
    return [(text, datatype) for datatype, forms in FORMS.items() for text in forms[which]]


def test_every_datatype_has_its_forms_here() -> None:
    assert FORMS.keys() == SPACES.keys()


@pytest.mark.parametrize(("text", "datatype"), _cases(0))
def test_a_form_of_the_datatype_has_a_value(text: str, datatype: str) -> None:
    assert value_of(Literal(text, datatype)) is not None


@pytest.mark.parametrize(("text", "datatype"), _cases(1))
def test_any_other_text_has_none(text: str, datatype: str) -> None:
    assert value_of(Literal(text, datatype)) is None
    with pytest.raises(ValueError, match="is not a form of <"):
        canonical(Literal(text, datatype))


@pytest.mark.parametrize(
    ("text", "datatype", "value"),
    [
        ("5", XSD + "integer", ("real", Decimal(5))),
        (" +007\n", XSD + "int", ("real", Decimal(7))),
        (".28", XSD + "decimal", ("real", Decimal("0.28"))),
        ("-2/6", OWL + "rational", ("real", Fraction(-1, 3))),
        ("1.5e3", XSD + "double", ("double", Binary(1500.0))),
        ("-0", XSD + "double", ("double", Binary(0.0, negative=True))),
        ("NaN", XSD + "double", ("double", Binary(None))),
        ("-INF", XSD + "float", ("float", Binary(-math.inf, negative=True))),
        ("16777217", XSD + "float", ("float", Binary(16777216.0))),
        ("1", XSD + "boolean", ("boolean", True)),
        (" 5 ", XSD + "string", ("string", " 5 ")),
        (" a\tb ", XSD + "normalizedString", ("string", " a b ")),
        (" a \t b ", XSD + "token", ("string", "a b")),
        ("hi@en", PLAIN_LITERAL, ("tagged", Tagged("hi", "en"))),
        (" urn:x ", XSD + "anyURI", ("uri", "urn:x")),
        ("0fB7", XSD + "hexBinary", ("hex", b"\x0f\xb7")),
        ("YW Jj", XSD + "base64Binary", ("base64", b"abc")),
        (
            "0000-03-02T01:00:00.5+01:00",
            XSD + "dateTime",
            ("dateTime", Instant(Fraction(172801, 2), 60)),
        ),
        (" 2020-01-01 ", XSD + "date", ("date", (XSD + "date", "2020-01-01"))),
        ("P1D", XSD + "dayTimeDuration", ("duration", (XSD + "dayTimeDuration", "P1D"))),
        (" x ", "http://example.org/own", ("open", ("http://example.org/own", " x "))),
        ("x", "", ("string", "x")),
    ],
)
def test_value(text: str, datatype: str, value: object) -> None:
    found = value_of(Literal(text, datatype))
    assert found == value
    assert found is not None
    assert type(found.content) is type(value[1])  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "datatype", "meaning"),
    [
        ("0.1", XSD + "decimal", 0.1),
        ("1/4", OWL + "rational", 0.25),
        ("9" * 400, XSD + "integer", math.inf),
        ("-" + "9" * 5000 + "/2", OWL + "rational", -math.inf),
        ("1e999", XSD + "double", math.inf),
        ("0", XSD + "boolean", False),
        (" de ", XSD + "language", "de"),
        ("2020-01-01", XSD + "date", "2020-01-01"),
        ("2020-01-01T24:00:00.0", XSD + "dateTime", "2020-01-02T00:00:00"),
        ("0fb7", XSD + "hexBinary", "0FB7"),
        ("Y W J j", XSD + "base64Binary", "YWJj"),
        ("hi@en", PLAIN_LITERAL, "hi"),
    ],
)
def test_learners_see_floats_truth_values_and_texts(
    text: str, datatype: str, meaning: object
) -> None:
    found = value_of(Literal(text, datatype))
    assert found is not None
    assert found.meaning == meaning
    assert type(found.meaning) is type(meaning)


def test_equal_numbers_of_exact_datatypes_are_one_value() -> None:
    forms = [("2", XSD + "byte"), ("2.0", XSD + "decimal"), ("4/2", OWL + "rational")]
    assert len({value_of(Literal(text, datatype)) for text, datatype in forms}) == 1


def test_a_third_is_no_decimal_however_long() -> None:
    third = value_of(Literal("1/3", OWL + "rational"))
    assert third != value_of(Literal("0." + "3" * 28, XSD + "decimal"))


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("1", ["integer", "float", "double", "boolean", "string", "anyURI"]),
        ("00", ["integer", "float", "double", "string", "anyURI", "hexBinary"]),
        ("YWJj", ["string", "anyURI", "base64Binary"]),
        ("0F", ["string", "hexBinary", "anyURI"]),
        ("0FB7", ["hexBinary", "base64Binary"]),
    ],
)
def test_the_same_form_is_another_value_in_each_space(form: str, names: list[str]) -> None:
    assert len({value_of(Literal(form, XSD + name)) for name in names}) == len(names)


def test_a_text_with_a_language_is_no_string() -> None:
    chat = value_of(Literal("chat", LANG_STRING, "fr"))
    assert chat != value_of(Literal("chat", XSD + "string"))
    assert chat != value_of(Literal("chat", LANG_STRING, "en"))
    assert chat == value_of(Literal("chat", LANG_STRING, "FR"))


@pytest.mark.parametrize("name", ["float", "double"])
def test_nan_is_one_value_and_the_zeros_are_two(name: str) -> None:
    nan, zero, minus = (value_of(Literal(text, XSD + name)) for text in ("NaN", "0.0", "-0.0"))
    assert nan == value_of(Literal(" NaN ", XSD + name))
    assert hash(nan) == hash(value_of(Literal("NaN", XSD + name)))
    assert len({nan, zero, minus}) == 3


def test_nan_is_a_number() -> None:
    found = value_of(Literal("NaN", XSD + "double"))
    assert found is not None
    assert isinstance(found.meaning, float)
    assert math.isnan(found.meaning)


@pytest.mark.parametrize(
    ("text", "datatype", "written"),
    [
        (" +007 ", XSD + "integer", "7"),
        ("-0", XSD + "integer", "0"),
        ("100", XSD + "integer", "100"),
        ("-01.500", XSD + "decimal", "-1.5"),
        ("200.00", XSD + "decimal", "200"),
        (".00000001", XSD + "decimal", "0.00000001"),
        ("-6/4", OWL + "rational", "-3/2"),
        ("1000", XSD + "double", "1.0E3"),
        ("-0.00125", XSD + "double", "-1.25E-3"),
        ("0", XSD + "double", "0.0E0"),
        ("+INF", XSD + "float", "INF"),
        ("NaN", XSD + "float", "NaN"),
        ("-0", XSD + "float", "-0.0E0"),
        ("0.1", XSD + "float", "1.0E-1"),
        ("16777217", XSD + "float", "1.6777216E7"),
        ("1999-12-31T24:00:00.00-00:00", XSD + "dateTime", "2000-01-01T00:00:00Z"),
        ("-0001-01-01T00:00:00.10-05:30", XSD + "dateTime", "-0001-01-01T00:00:00.1-05:30"),
        ("0a", XSD + "hexBinary", "0A"),
        ("1", XSD + "boolean", "true"),
        ("a  b", XSD + "token", "a b"),
        (" 2020-01-01 ", XSD + "date", "2020-01-01"),
    ],
)
def test_canonical_form(text: str, datatype: str, written: str) -> None:
    assert canonical(Literal(text, datatype)) == Literal(written, datatype)


def test_the_canonical_form_keeps_the_language() -> None:
    assert canonical(Literal("hi", LANG_STRING, "en")) == Literal("hi", LANG_STRING, "en")


@given(st.sampled_from(sorted(BOUNDS)), st.integers(-(2**70), 2**70))
def test_integers_have_a_value_within_their_bounds_only(datatype: str, number: int) -> None:
    least, greatest = BOUNDS[datatype]
    inside = (least is None or least <= number) and (greatest is None or number <= greatest)
    found = value_of(Literal(str(number), datatype))
    assert found == (("real", number) if inside else None)


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_decimals_mean_themselves_exactly(number: Decimal) -> None:
    literal = Literal(f"{number:f}", XSD + "decimal")
    assert value_of(literal) == ("real", number)
    assert value_of(canonical(literal)) == ("real", number)


@given(st.fractions())
def test_rationals_mean_themselves_exactly(number: Fraction) -> None:
    text = f"{number.numerator * 3}/{number.denominator * 3}"
    assert value_of(Literal(text, OWL + "rational")) == ("real", number)
    shortest = f"{number.numerator}/{number.denominator}"
    assert canonical(Literal(text, OWL + "rational")).lexical == shortest


@given(st.floats(allow_nan=False))
def test_doubles_mean_themselves_exactly(number: float) -> None:
    text = repr(number).replace("inf", "INF")
    written = canonical(Literal(text, XSD + "double"))
    assert value_of(Literal(text, XSD + "double")) == value_of(written)
    assert value_of(written) == ("double", Binary.from_float(number))


@given(st.sampled_from(sorted(SPACES)), st.text(max_size=12))
def test_the_canonical_form_means_the_same_and_is_its_own(datatype: str, text: str) -> None:
    literal = Literal(text, datatype)
    value = value_of(literal)
    if value is not None:
        assert value_of(canonical(literal)) == value
        assert canonical(canonical(literal)) == canonical(literal)


@given(st.sampled_from(sorted(SPACES)), st.text("0123456789+-._eE/ INFNaN", max_size=8))
def test_white_space_around_a_form_changes_nothing_but_texts(datatype: str, text: str) -> None:
    preserved = SPACES[datatype] == "string" or datatype.startswith((RDF, RDFS))
    one, two = value_of(Literal(text, datatype)), value_of(Literal(f"\n\t{text} \r", datatype))
    if not preserved:
        assert one == two


def test_natural_numbers_are_read_as_integers() -> None:
    assert natural_number("0012 ") == 12
    assert natural_number("9" * 30) == int("9" * 30)
    for text in ("-1", "1.0", "", UNICODE_DIGIT, "two"):
        assert natural_number(text) is None


def test_plain_literals_have_one_form() -> None:
    assert unified_literal("hi@en", PLAIN_LITERAL) == unified_literal("hi", language="EN")
    assert unified_literal("a@b@", PLAIN_LITERAL) == unified_literal("a@b")
    assert unified_literal("hi", PLAIN_LITERAL) == unified_literal("hi")


def test_an_address_is_no_text_with_a_language() -> None:
    found = unified_literal("me@example.org", PLAIN_LITERAL)
    assert found == Literal("me@example.org", XSD + "string")
