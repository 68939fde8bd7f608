"""Values that must be there without being known, and data ranges that hold none."""

import pytest
from tests.ontologies import A, B, C, D, Statement, inferred, literal, ontology, text

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DataDomain,
    DataPropertyRange,
    DatatypeDefinition,
    DisjointDataProperties,
    EquivalentClasses,
    FunctionalData,
    NegativeDataAssertion,
    SubClassOf,
    SubDataPropertyOf,
)
from owlboost.ontology.expressions import (
    And,
    DataCardinality,
    DataComplement,
    DataHasValue,
    DataIntersection,
    DataOneOf,
    DataOnly,
    DataRange,
    DataSome,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Or,
)
from owlboost.ontology.reasoner import data_requirements as dataneeds
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD
from owlboost.sources.ontology_knowledge import saturate

INTEGER, STRING, DOUBLE = (Datatype(XSD + name) for name in ("integer", "string", "double"))
BYTE, DECIMAL, ANY = Datatype(XSD + "byte"), Datatype(XSD + "decimal"), Datatype(RDFS_LITERAL)
VOTER = SubClassOf(A, DataSome("age", INTEGER))


def numbers(low: int, high: int) -> DatatypeRestriction:
    facets = ((XSD + "minInclusive", literal(low)), (XSD + "maxInclusive", literal(high)))
    return DatatypeRestriction(XSD + "integer", facets)


def one_of(*values: int) -> DataOneOf:
    return DataOneOf(tuple(map(literal, values)))


def above(kb_axioms: list[Axiom], name: str) -> set[str]:
    kb = saturate(ontology(*kb_axioms)).kb
    return {kb.vocabulary.classes[i] for i in kb.taxonomy[kb.vocabulary.classes.id(name)]}


@pytest.mark.parametrize(
    "axioms",
    [
        [DataDomain("age", B)],
        [SubDataPropertyOf("age", "number"), DataDomain("number", B)],
        [SubClassOf(DataSome("age", DECIMAL), B)],
        [SubClassOf(DataSome("age", ANY), B)],
        [SubDataPropertyOf("age", "number"), SubClassOf(DataSome("number", DECIMAL), B)],
        [
            SubDataPropertyOf("age", "n"),
            SubDataPropertyOf("n", "number"),
            DataPropertyRange("number", numbers(0, 200)),
            SubClassOf(DataSome("n", Datatype(XSD + "unsignedByte")), B),
        ],
        [
            DatatypeDefinition("years", numbers(0, 200)),
            DataPropertyRange("age", Datatype("years")),
            SubClassOf(DataSome("age", Datatype(XSD + "nonNegativeInteger")), B),
        ],
        [DataPropertyRange("age", one_of(7)), SubClassOf(DataHasValue("age", literal(7)), B)],
        [FunctionalData("age"), SubClassOf(A, DataSome("age", BYTE)),
         SubClassOf(DataSome("age", DataIntersection((BYTE, INTEGER))), B)],
        [SubClassOf(A, DataOnly("age", numbers(0, 9))), SubClassOf(DataSome("age", BYTE), B)],
    ],
)  # fmt: skip
def test_what_follows_from_having_some_integer(axioms: list[Axiom]) -> None:
    assert inferred(VOTER, *axioms, ("a", "A"))["a"] == {"A", "B"}
    assert above([VOTER, *axioms], "A") == {"B"}


@pytest.mark.parametrize(
    "axioms",
    [
        [SubDataPropertyOf("number", "age"), DataDomain("number", B)],
        [SubClassOf(DataSome("age", BYTE), B)],
        [SubClassOf(DataSome("age", DOUBLE), B)],
        [SubClassOf(DataCardinality("min", 2, "age", ANY), B)],
        [DataPropertyRange("age", Datatype("own")), SubClassOf(DataSome("age", BYTE), B)],
        [DataPropertyRange("age", one_of(7, 8)), SubClassOf(DataHasValue("age", literal(7)), B)],
    ],
)
def test_what_does_not(axioms: list[Axiom]) -> None:
    assert inferred(VOTER, *axioms, ("a", "A"))["a"] == {"A"}


def test_the_only_value_of_a_functional_property_is_the_one_needed() -> None:
    axioms: list[Axiom] = [VOTER, FunctionalData("number"), SubDataPropertyOf("age", "number")]
    young = SubClassOf(DataSome("age", numbers(0, 17)), B)
    assert inferred(*axioms, young, ("a", "A"), ("a", "number", 7))["a"] == {"A", "B"}


def test_a_denied_value_leaves_the_other() -> None:
    stated = SubClassOf(A, DataSome("age", one_of(1, 2))), SubClassOf(DataSome("age", one_of(2)), B)
    denied = NegativeDataAssertion("age", "a", literal(1))
    assert inferred(*stated, denied, ("a", "A"), ("b", "A")) == {"a": {"A", "B"}, "b": {"A"}}


def test_a_range_of_one_known_value_is_the_value() -> None:
    ten = DataSome("q", numbers(10, 10))
    stated: list[Statement] = [SubClassOf(A, ten), ("a", "A"), ("b", "p", 10)]
    kb = saturate(ontology(*stated)).kb
    assert kb.numbers[kb.vocabulary.data_properties.id("q")].values.tolist() == [10.0]
    with pytest.raises(InconsistentError, match=r"'a' violates DisjointDataProperties\(p, q\)"):
        saturate(ontology(*stated, DisjointDataProperties(("p", "q")), ("a", "p", 10)))


def test_an_empty_range_excludes_a_case_of_a_union() -> None:
    union = SubClassOf(A, Or((B, DataSome("age", numbers(5, 4)))))
    assert inferred(union, ("a", "A"))["a"] == {"A", "B"}


def test_all_values_lie_in_what_holds_the_range() -> None:
    stated = DataPropertyRange("age", BYTE), SubClassOf(DataOnly("age", INTEGER), B)
    assert inferred(*stated, ("a", "A"))["a"] == {"A", "B"}


@pytest.mark.parametrize(
    "range_",
    [
        numbers(5, 4),
        DataIntersection((INTEGER, STRING)),
        DataIntersection((INTEGER, DataComplement(DECIMAL))),
        DataIntersection((one_of(1, 2), one_of(3))),
        DataComplement(ANY),
        DataIntersection((Datatype(XSD + "float"), DOUBLE)),
        DataUnion((numbers(5, 4), DataIntersection((INTEGER, STRING)))),
    ],
)  # fmt: skip
def test_nothing_has_a_value_in_an_empty_range(range_: DataRange) -> None:
    need = SubClassOf(A, DataSome("age", range_))
    assert above([need, SubClassOf(B, B)], "A") == {"B"}  # as of all classes
    with pytest.raises(InconsistentError, match=r"'a' needs a value of 'age' in .*holds none"):
        saturate(ontology(need, ("a", "A")))


@pytest.mark.parametrize(
    "statements",
    [
        [VOTER, DataPropertyRange("age", STRING)],
        [VOTER, SubDataPropertyOf("age", "n"), DataPropertyRange("n", STRING)],
        [VOTER, SubClassOf(A, DataOnly("age", STRING))],
        [VOTER, SubClassOf(A, DataOnly("age", numbers(0, 9))),
         ClassAssertion("a", DataOnly("age", numbers(10, 19)))],
        [VOTER, FunctionalData("age"), ClassAssertion("a", DataSome("age", STRING))],
        [VOTER, FunctionalData("age"), ("a", "age", text("seven"))],
        [VOTER, SubClassOf(A, DataCardinality("max", 1, "age", ANY)), ("a", "age", text("x"))],
        [ClassAssertion("a", DataCardinality("min", 3, "age", Datatype(XSD + "boolean")))],
        [ClassAssertion("a", DataCardinality("min", 3, "age", ANY)),
         DataPropertyRange("age", numbers(1, 2))],
        [ClassAssertion("a", DataCardinality("min", 3, "age", ANY)),
         ClassAssertion("a", DataOnly("age", one_of(1, 2)))],
    ],
)  # fmt: skip
def test_clashes(statements: list[Statement]) -> None:
    with pytest.raises(InconsistentError, match=r"'a' (needs|can have only|violates)"):
        saturate(ontology(("a", "A"), *statements))


def test_classes_defined_by_ranges_are_in_their_order() -> None:
    ranges: dict[str, DataRange] = {"A": INTEGER, "B": BYTE, "C": numbers(0, 9), "D": one_of(3, 4)}
    axioms: list[Axiom] = [
        EquivalentClasses((one, DataSome("p", ranges[one.iri]))) for one in (A, B, C, D)
    ]
    assert [above(axioms, name) for name in "ABCD"] == [set(), {"A"}, {"A", "B"}, {"A", "B", "C"}]


def test_a_need_that_takes_cases_is_told() -> None:
    cases = [SubClassOf(DataSome("age", one_of(n)), B) for n in (1, 2)]
    found = saturate(ontology(SubClassOf(A, DataSome("age", one_of(1, 2))), *cases, ("a", "A")))
    assert [remark.code for remark in found.remarks] == ["incomplete-data-values"]
    plain = saturate(ontology(VOTER, *cases, ("a", "A")))
    assert plain.remarks == ()


def test_of_very_many_ranges_only_equal_ones_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    axioms: list[Axiom] = [
        VOTER,
        DataDomain("age", B),
        SubClassOf(DataSome("age", DECIMAL), C),
        SubClassOf(And((DataSome("age", INTEGER), B)), D),
    ]
    assert inferred(*axioms, ("a", "A"))["a"] == {"A", "B", "C", "D"}
    monkeypatch.setattr(dataneeds, "MOST_RANGES", 2)
    assert inferred(*axioms, ("a", "A"))["a"] == {"A", "B", "D"}
    found = saturate(ontology(*axioms, ("a", "A")))
    assert "incomplete-data-values" in {remark.code for remark in found.remarks}


NONE_OF_BOTH = DataPropertyRange("p", DataIntersection((INTEGER, DataOneOf((text("y"),)))))
NEEDS = (SubClassOf(A, DataSome("p", ANY)), ("a", "A"))


def test_a_value_that_is_only_denied_does_not_weaken_a_range() -> None:
    denied = NegativeDataAssertion("p", "b", text("z"))
    with pytest.raises(InconsistentError, match="needs a value of 'p' in"):
        saturate(ontology(NONE_OF_BOTH, *NEEDS, denied))


def test_a_range_that_axioms_ask_to_leave_is_told_not_to_be_used() -> None:
    asked = SubClassOf(And((B, C)), DataHasValue("p", text("z")))  # of nothing that is known
    found = saturate(ontology(NONE_OF_BOTH, *NEEDS, asked))
    assert [remark.code for remark in found.remarks] == ["data-range"]
    assert "nothing is inferred from that range" in found.remarks[0].message
