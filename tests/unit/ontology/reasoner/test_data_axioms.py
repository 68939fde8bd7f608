"""Data values: hierarchy, ranges on the left, stated values, clashes, categories."""

import pytest
from tests.ontologies import A, B, Statement, inferred, literal, ontology, text

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DataDomain,
    DataPropertyRange,
    DatatypeDefinition,
    DisjointDataProperties,
    EquivalentDataProperties,
    FunctionalData,
    NegativeDataAssertion,
    SubClassOf,
    SubDataPropertyOf,
)
from owlboost.ontology.expressions import (
    DataCardinality,
    DataHasValue,
    DataOneOf,
    DataOnly,
    DataSome,
    Datatype,
    DatatypeRestriction,
    Literal,
)
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD
from owlboost.sources.ontology_knowledge import saturate

CHEAP = DatatypeRestriction(XSD + "integer", ((XSD + "maxExclusive", literal(50)),))
ANY = Datatype(RDFS_LITERAL)


def test_values_reach_superproperties() -> None:
    kb = saturate(
        ontology(SubDataPropertyOf("p", "q"), EquivalentDataProperties(("q", "s")), ("a", "p", 3))
    ).kb
    assert [kb.numbers[i].values.tolist() for i in range(3)] == [[3.0]] * 3
    other = saturate(ontology(EquivalentDataProperties(("q", "s")), ("a", "s", 3))).kb
    assert [other.numbers[i].values.tolist() for i in range(2)] == [[3.0]] * 2


def test_data_domain() -> None:
    assert inferred(DataDomain("p", A), ("a", "p", 3))["a"] == {"A"}


def test_range_on_the_left() -> None:
    axiom = SubClassOf(DataSome("p", CHEAP), A)
    assert inferred(axiom, ("a", "p", 49), ("b", "p", 50)) == {"a": {"A"}, "b": set()}


def test_defined_datatype_on_the_left() -> None:
    axioms = DatatypeDefinition("cheap", CHEAP), SubClassOf(DataSome("p", Datatype("cheap")), A)
    assert inferred(*axioms, ("a", "p", 49))["a"] == {"A"}


def test_value_on_the_left_compares_values_not_spelling() -> None:
    axiom = SubClassOf(DataHasValue("p", literal(1)), A)
    one = Literal("01", XSD + "int")
    assert inferred(axiom, ("a", "p", one), ("b", "p", 1.0)) == {"a": {"A"}, "b": set()}


def test_value_on_the_right_is_a_value() -> None:
    kb = saturate(ontology(SubClassOf(A, DataHasValue("p", literal(7))), ("a", "A"))).kb
    assert kb.numbers[0].values.tolist() == [7.0]


def test_stated_some_of_one_value_is_a_value() -> None:
    stated = ClassAssertion("a", DataSome("p", DataOneOf((literal(2.5),))))
    assert saturate(ontology(stated)).kb.numbers[0].values.tolist() == [2.5]


def test_several_values_count() -> None:
    axiom = SubClassOf(DataCardinality("min", 2, "p", ANY), A)
    found = inferred(
        axiom, ("a", "p", 1), ("a", "p", 2), ("b", "p", 1), ("b", "p", Literal("1", XSD + "int"))
    )
    assert found == {"a": {"A"}, "b": set()}


def test_values_that_may_be_one_count_once() -> None:
    axiom = SubClassOf(DataCardinality("min", 2, "p", ANY), A)
    here, there = (Literal("2020-01-01" + zone, XSD + "date") for zone in ("", "Z"))
    facts = ("a", "p", here), ("a", "p", there), ("b", "p", here), ("b", "p", 1)
    assert inferred(axiom, *facts) == {"a": set(), "b": {"A"}}


def test_a_range_that_is_not_understood_holds_nothing_for_certain() -> None:
    own = Datatype("urn:own")
    axioms = SubClassOf(DataSome("p", own), A), ClassAssertion("a", DataOnly("p", own))
    assert inferred(*axioms, ("a", "p", 5))["a"] == set()
    told = saturate(ontology(DataPropertyRange("p", own), ("a", "p", 5))).remarks
    assert [(remark.code, remark.count) for remark in told] == [("open-datatype", 1)]


def test_one_of_several_values_is_none_of_them_for_certain() -> None:
    axiom = SubClassOf(A, DataSome("p", DataOneOf((literal(1), literal(2)))))
    assert saturate(ontology(axiom, ("a", "A"))).kb.numbers == {}


@pytest.mark.parametrize(
    "statements",
    [
        [FunctionalData("p"), ("a", "p", 2)],
        [NegativeDataAssertion("p", "a", literal(1))],
        [DisjointDataProperties(("p", "q")), ("a", "q", 1)],
        [DisjointDataProperties(("p", "q", "s")), ("a", "s", 1)],
        [ClassAssertion("a", DataCardinality("min", 3, "q", DataOneOf((literal(1), literal(2)))))],
        [ClassAssertion("a", DataOnly("p", Datatype(XSD + "string")))],
        [SubClassOf(B, DataCardinality("max", 0, "p", ANY)), ("a", "B")],
    ],
)
def test_data_clashes(statements: list[Statement]) -> None:
    with pytest.raises(InconsistentError, match="'a'"):
        saturate(ontology(("a", "p", 1), *statements))


def test_functional_properties_are_told_with_those_below() -> None:
    kb = saturate(ontology(FunctionalData("q"), SubDataPropertyOf("p", "q"), ("a", "s", 1))).kb
    assert {kb.vocabulary.data_properties[i] for i in kb.functional} == {"p", "q"}


def test_truth_values_and_categories_are_symbols() -> None:
    kb = saturate(ontology(("a", "p", True), ("b", "p", False), ("a", "q", text("red")))).kb
    assert kb.numbers == {}
    assert kb.symbols[0].values == (False, True)
    assert kb.symbols[1].values == ("red",)
    assert kb.symbols[0].rows[0].tolist() == [1]


def test_too_many_texts_are_left_out_with_a_remark() -> None:
    facts = [(f"a{i}", "p", text(str(i))) for i in range(21)]
    found = saturate(ontology(*facts))
    assert found.kb.symbols == {}
    assert [(remark.code, remark.count) for remark in found.remarks] == [("data-texts", 21)]


def test_values_outside_a_range_are_kept_with_a_remark() -> None:
    found = saturate(ontology(DataPropertyRange("p", Datatype(XSD + "double")), ("a", "p", 1)))
    assert found.kb.numbers[0].values.tolist() == [1.0]
    assert [remark.code for remark in found.remarks] == ["data-range"]
