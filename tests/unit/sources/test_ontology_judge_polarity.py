"""How classes occur in axioms, by hand."""

import pytest
from tests.ontologies import A, B, C, D, r

from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DataDomain,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    HasKey,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubDataPropertyOf,
)
from owlboost.ontology.expressions import (
    NOTHING,
    THING,
    And,
    Cardinality,
    Class,
    Not,
    OneOf,
    Only,
    Or,
    Some,
)
from owlboost.sources.ontology_judge import Polarity, is_entangled, may_be_everything, polarity

IN, OUT, BOTH, NONE = Polarity.FILLED, Polarity.LIMITED, Polarity.BOTH, Polarity.ABSENT


@pytest.mark.parametrize(
    ("axiom", "found"),
    [
        (SubClassOf(B, A), IN),
        (SubClassOf(A, B), OUT),
        (SubClassOf(B, C), NONE),
        (SubClassOf(A, Some(r, A)), BOTH),
        (SubClassOf(B, Not(A)), OUT),
        (SubClassOf(Not(A), B), IN),
        (SubClassOf(B, Not(Not(A))), IN),
        (SubClassOf(And((B, Some(r, A))), C), OUT),
        (SubClassOf(B, Or((C, Only(r, A)))), IN),
        (SubClassOf(B, Cardinality("min", 2, r, A)), IN),
        (SubClassOf(B, Cardinality("max", 2, r, A)), OUT),
        (SubClassOf(B, Cardinality("exact", 2, r, A)), BOTH),
        (EquivalentClasses((A, B)), BOTH),
        (EquivalentClasses((B, C)), NONE),
        (DisjointClasses((B, A)), OUT),
        (DisjointUnion("A", (B, C)), BOTH),
        (DisjointUnion("B", (A, C)), BOTH),
        (RoleDomain(r, A), IN),
        (RoleRange(r, Not(A)), OUT),
        (DataDomain("s", A), IN),
        (ClassAssertion("a", A), IN),
        (ClassAssertion("a", Not(A)), OUT),
        (ClassAssertion("a", OneOf(("b",))), NONE),
        (HasKey(A, (r,), ()), OUT),
        (SubDataPropertyOf("s", "t"), NONE),
    ],
)
def test_an_axiom_fills_or_limits_a_class(axiom: Axiom, found: Polarity) -> None:
    assert polarity([axiom], ["A"]) == found


def test_axioms_and_classes_add_up() -> None:
    assert polarity([SubClassOf(B, A), SubClassOf(A, C)], ["A"]) == BOTH
    assert polarity([SubClassOf(B, A)], ["A", "B"]) == BOTH
    assert polarity([], ["A"]) == NONE


def test_a_class_may_be_everything_if_all_above_it_may() -> None:
    above = [SubClassOf(A, And((B, Class(THING)))), SubClassOf(B, C)]
    assert may_be_everything([*above, SubClassOf(D, A), RoleDomain(r, C)], "A")
    for limit in (
        DisjointClasses((C, D)),
        SubClassOf(C, Some(r, D)),
        SubClassOf(B, Class(NOTHING)),
        EquivalentClasses((B, D)),
        ClassAssertion("a", Not(A)),
    ):
        assert not may_be_everything([*above, limit], "A")
    #   D is not above A
    assert may_be_everything([*above, DisjointClasses((D, Class("E")))], "A")


def test_degrees_between_0_and_1_may_satisfy_what_0_and_1_do_not() -> None:
    assert is_entangled(SubClassOf(A, Only(r, Not(A))), "A")
    assert is_entangled(SubClassOf(A, Cardinality("max", 1, r, A)), "A")
    assert is_entangled(DisjointUnion("A", (B, And((A, Not(C))))), "A")
    assert not is_entangled(SubClassOf(A, Some(r, A)), "A")
    assert not is_entangled(EquivalentClasses((A, Not(B))), "A")
    assert not is_entangled(SubClassOf(B, Not(B)), "A")
