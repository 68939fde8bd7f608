"""What axioms mention, and axioms that mention something else instead."""

from tests.ontologies import A, B, literal, r

from owlboost.ontology.axioms import (
    DisjointUnion,
    NegativeDataAssertion,
    SubClassOf,
    classes_in,
    individuals_in,
    literals_in,
    with_literals,
)
from owlboost.ontology.datatypes.literals import canonical
from owlboost.ontology.expressions import (
    And,
    DataHasValue,
    DataOneOf,
    DataSome,
    Datatype,
    DatatypeRestriction,
    HasValue,
    Literal,
    OneOf,
    Some,
)
from owlboost.ontology.vocabulary import XSD


def test_mentions_are_found_however_deep() -> None:
    values = DataSome("p", DataOneOf((literal(1), literal(2))))
    axiom = SubClassOf(And((A, Some(r, And((B, values))))), DataHasValue("p", literal(3)))
    assert literals_in(axiom) == [literal(1), literal(2), literal(3)]
    assert classes_in(axiom) == {"A", "B"}
    nested = SubClassOf(Some(r, HasValue(r, "a")), OneOf(("b", "c")))
    assert individuals_in(nested) == {"a", "b", "c"}
    assert literals_in((NegativeDataAssertion("p", "a", literal(4)), nested)) == [literal(4)]
    assert classes_in(DisjointUnion("U", (A, B))) == {"U", "A", "B"}


def test_literals_change_wherever_they_are() -> None:
    loose = Literal(" 01 ", XSD + "integer")
    at_most = DatatypeRestriction(XSD + "integer", ((XSD + "maxInclusive", loose),))
    axiom = SubClassOf(And((A, DataSome("p", at_most))), DataHasValue("q", loose))
    tight = DatatypeRestriction(XSD + "integer", ((XSD + "maxInclusive", literal(1)),))
    expected = SubClassOf(And((A, DataSome("p", tight))), DataHasValue("q", literal(1)))
    assert with_literals(axiom, canonical) == expected
    plain = SubClassOf(A, DataSome("p", Datatype(XSD + "integer")))
    assert with_literals(plain, canonical) is plain
