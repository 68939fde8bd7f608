"""Data values are compared by OWL 2's value spaces: nothing false follows from them."""

import pytest
from tests.ontologies import A, B, Statement, inferred, literal, ontology, text

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DataPropertyRange,
    FunctionalData,
    HasKey,
    SubClassOf,
)
from owlboost.ontology.expressions import (
    DataCardinality,
    DataHasValue,
    DataOnly,
    DataRange,
    DataSome,
    Datatype,
    DatatypeRestriction,
    Literal,
)
from owlboost.ontology.vocabulary import LANG_STRING, OWL, PLAIN_LITERAL, RDF, RDFS_LITERAL, XSD
from owlboost.sources.ontology_knowledge import saturate


def of(name: str, form: str) -> Literal:
    return Literal(form, XSD + name)


def is_a(range_: DataRange) -> Axiom:
    return SubClassOf(DataSome("p", range_), A)


def bounded(name: str, facet: str, bound: Literal) -> DatatypeRestriction:
    return DatatypeRestriction(XSD + name, ((XSD + facet, bound),))


NAN = of("double", "NaN")
CHAT = Literal("chat", LANG_STRING, "fr")
TIME = "2020-01-01T12:00:00"


def test_nan_beside_a_facet_of_integers_breaks_nothing() -> None:
    adult = is_a(bounded("integer", "minInclusive", literal(18)))
    assert inferred(adult, ("a", "p", NAN), ("b", "p", 20)) == {"a": set(), "b": {"A"}}


def test_nan_is_a_value_that_one_can_have() -> None:
    asks, says = SubClassOf(DataHasValue("p", NAN), A), SubClassOf(B, DataHasValue("p", NAN))
    assert inferred(asks, says, ("a", "p", NAN), ("b", "B")) == {"a": {"A"}, "b": {"A", "B"}}
    both = ("a", "p", NAN), ("a", "p", of("double", " NaN "))
    assert inferred(FunctionalData("p"), *both) == {"a": set()}


@pytest.mark.parametrize(
    "range_",
    [Datatype(XSD + "string"), bounded("string", "maxLength", literal(9)), Datatype(XSD + "token")],
)
def test_a_text_with_a_language_is_no_string(range_: DataRange) -> None:
    assert inferred(is_a(range_), ("a", "p", CHAT), ("b", "p", text("chat"))) == {
        "a": set(),
        "b": {"A"},
    }


def test_a_datatype_that_is_not_defined_contradicts_nothing() -> None:
    own, other = Datatype("urn:own"), Literal("5", "urn:other")
    for range_ in (own, Datatype(XSD + "integer"), Datatype(XSD + "string")):
        stated = ClassAssertion("a", DataOnly("p", range_))
        assert inferred(stated, ("a", "p", other)) == {"a": set()}
    assert inferred(ClassAssertion("a", DataOnly("p", own)), ("a", "p", 5)) == {"a": set()}
    # "5"^^other may be the integer 5, or be nothing like it
    several = ("a", "p", other), ("a", "p", 5)
    assert inferred(FunctionalData("p"), *several) == {"a": set()}
    assert inferred(SubClassOf(DataHasValue("p", literal(5)), A), ("a", "p", other))["a"] == set()
    codes = [remark.code for remark in saturate(ontology(FunctionalData("p"), *several)).remarks]
    assert codes == ["unclear-value"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (of("float", "1"), of("double", "1")),
        (of("double", "0.0"), of("double", "-0.0")),
        (of("float", "0.0"), of("float", "-0.0")),
        (of("integer", "1"), of("double", "1")),
        (of("string", "a"), of("anyURI", "a")),
        (of("hexBinary", "00"), of("base64Binary", "AA==")),
        (CHAT, text("chat")),
        (Literal("1/3", OWL + "rational"), of("decimal", "0." + "3" * 28)),
        (of("dateTime", TIME), of("dateTime", TIME + "Z")),
        (of("dateTime", TIME + "Z"), of("dateTime", "2020-01-01T13:00:00+01:00")),
    ],
)
def test_different_values_are_two(one: Literal, two: Literal) -> None:
    asks = SubClassOf(DataHasValue("p", one), A)
    assert inferred(asks, ("a", "p", one), ("b", "p", two)) == {"a": {"A"}, "b": set()}
    key = HasKey(B, (), ("p",))
    people: list[Statement] = [("a", "B"), ("b", "B"), ("a", "p", one), ("b", "p", two)]
    assert inferred(key, *people, ("a", "A")) == {"a": {"A", "B"}, "b": {"B"}}
    many = SubClassOf(DataCardinality("min", 2, "p", Datatype(RDFS_LITERAL)), A)
    assert inferred(many, ("a", "p", one), ("a", "p", two)) == {"a": {"A"}}
    with pytest.raises(InconsistentError, match=r"individual 'a' .*FunctionalData\(p\)"):
        saturate(ontology(FunctionalData("p"), ("a", "p", one), ("a", "p", two)))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (of("float", "16777216"), of("float", "16777217")),
        (of("double", "0.1"), of("double", "0.1000000000000000055")),
        (of("integer", "1"), of("decimal", "1.00")),
        (of("byte", "5"), Literal("10/2", OWL + "rational")),
        (of("token", " a  b "), text("a b")),
        (of("hexBinary", "0a"), of("hexBinary", "0A")),
        (of("base64Binary", "YW Jj"), of("base64Binary", "YWJj")),
        (of("dateTime", TIME), of("dateTime", TIME + ".000")),
        (of("dateTime", TIME + "Z"), of("dateTimeStamp", TIME + "+00:00")),
        (of("dateTime", "2019-12-31T24:00:00"), of("dateTime", "2020-01-01T00:00:00")),
        (of("boolean", "1"), of("boolean", "true")),
        (CHAT, Literal("chat", LANG_STRING, "FR")),
    ],
)
def test_forms_of_one_value_are_one(one: Literal, two: Literal) -> None:
    asks = SubClassOf(DataHasValue("p", one), A)
    facts = ("a", "p", one), ("a", "p", two), ("b", "p", two)
    assert inferred(asks, FunctionalData("p"), *facts) == {"a": {"A"}, "b": {"A"}}


@pytest.mark.parametrize("form", ["1_000", "1e3", "1.0", "0x10", ""])
def test_what_is_no_integer_means_nothing(form: str) -> None:
    bad = of("integer", form)
    thousand = SubClassOf(DataHasValue("p", literal(1000)), A)
    stated = ("a", "p", bad), ("b", "p", 1000)
    any_value = SubClassOf(DataSome("p", Datatype(RDFS_LITERAL)), B)
    assert inferred(thousand, any_value, *stated) == {"a": set(), "b": {"A", "B"}}


@pytest.mark.parametrize("zero", ["0.0", "-0.0"])
def test_the_zeros_are_equal_for_facets(zero: str) -> None:
    for bound in ("0.0", "-0.0"):
        least = is_a(bounded("double", "minInclusive", of("double", bound)))
        above = is_a(bounded("double", "minExclusive", of("double", bound)))
        assert inferred(least, ("a", "p", of("double", zero))) == {"a": {"A"}}
        assert inferred(above, ("a", "p", of("double", zero))) == {"a": set()}


@pytest.mark.parametrize(
    ("range_", "inside", "outside"),
    [
        (
            bounded("dateTime", "minInclusive", of("dateTime", TIME + "Z")),
            of("dateTime", "2020-01-01T13:00:00+01:00"),
            of("dateTime", TIME),
        ),
        (bounded("string", "pattern", text("[A-Z]{2}[0-9]+")), text("AB12"), text("AB12x")),
        (bounded("string", "length", literal(3)), text("abc"), text("ab")),
        (
            bounded("hexBinary", "maxLength", literal(1)),
            of("hexBinary", "FF"),
            of("hexBinary", "FFFF"),
        ),
        (
            DatatypeRestriction(
                PLAIN_LITERAL,
                ((RDF + "langRange", text("fr")),),
            ),
            CHAT,
            Literal("cat", LANG_STRING, "en"),
        ),
    ],
)
def test_facets_are_evaluated(range_: DataRange, inside: Literal, outside: Literal) -> None:
    found = saturate(ontology(is_a(range_), ("a", "p", inside), ("b", "p", outside)))
    names = [found.kb.vocabulary.classes[c] for c in found.kb.types[0]]
    assert names == ["A"]
    assert found.kb.types[1].tolist() == []
    assert {remark.code for remark in found.remarks} <= {"incomplete-pattern"}


def test_values_that_may_be_one_are_told_where_it_matters() -> None:
    markup = [Literal(f"<b>{word}</b>", RDF + "XMLLiteral") for word in ("Good!", "Bad!")]
    facts: list[Statement] = [("a", "p", one) for one in markup]
    found = saturate(ontology(FunctionalData("p"), *facts))
    assert [(remark.code, remark.count) for remark in found.remarks] == [("unclear-value", 2)]
    assert saturate(ontology(FunctionalData("p"), facts[0])).remarks == ()
    assert saturate(ontology(FunctionalData("q"), *facts)).remarks == ()


def test_what_is_not_evaluated_is_told() -> None:
    date = of("date", "2020-01-01")
    axioms = [
        is_a(bounded("date", "minInclusive", date)),
        is_a(bounded("string", "pattern", text(r"\p{IsGreek}+"))),
        is_a(bounded("integer", "pattern", text("5"))),
    ]
    facts: list[Statement] = [("a", "p", date), ("b", "p", text("α")), ("c", "p", 5)]
    assert set(map(frozenset, inferred(*axioms, *facts).values())) == {frozenset()}
    told = {remark.code: remark.count for remark in saturate(ontology(*axioms, *facts)).remarks}
    assert told == {"incomplete-pattern": 2, "unclear-facet": 3, "unclear-value": 3}


def test_a_double_bounded_by_an_integer_is_compared_and_told() -> None:
    cheap = is_a(bounded("double", "maxExclusive", literal(50)))
    found = saturate(ontology(cheap, ("a", "p", 49.5), ("b", "p", 50.0), ("c", "p", 49)))
    assert [kb_row.tolist() for kb_row in (found.kb.types[i] for i in range(3))] == [[0], [], []]
    assert [remark.code for remark in found.remarks] == ["foreign-bound"]


def test_numbers_of_all_spaces_come_to_one_axis() -> None:
    half = [of("double", "0.5"), of("float", "0.5"), Literal("1/2", OWL + "rational")]
    kb = saturate(ontology(*((name, "p", one) for name, one in zip("abc", half, strict=True)))).kb
    assert kb.numbers[0].values.tolist() == [0.5, 0.5, 0.5]


def test_a_value_outside_a_range_is_kept_and_the_range_is_not_used() -> None:
    stated: list[Statement] = [
        DataPropertyRange("p", Datatype(XSD + "double")),
        is_a(Datatype(XSD + "integer")),
        ("a", "p", 1),
    ]
    assert inferred(*stated) == {"a": {"A"}}
    assert [remark.code for remark in saturate(ontology(*stated)).remarks] == ["data-range"]
