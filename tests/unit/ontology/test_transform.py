"""What is left of an ontology when malformed values are hidden."""

import pytest
from tests.ontologies import A, B, C, literal, ontology, r

from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DatatypeDefinition,
    DisjointClasses,
    EquivalentClasses,
    NegativeDataAssertion,
    SubClassOf,
)
from owlboost.ontology.expressions import And, DataHasValue, DataOneOf, DataSome, Literal, Some
from owlboost.ontology.transform import hide_malformed
from owlboost.ontology.vocabulary import XSD

BROKEN = Literal("1e3", XSD + "integer")
HAS_BROKEN = DataHasValue("p", BROKEN)
HAS_ONE = DataHasValue("p", literal(1))


@pytest.mark.parametrize(
    ("axiom", "left"),
    [
        (ClassAssertion("a", HAS_BROKEN), []),
        (ClassAssertion("a", And((A, HAS_BROKEN, B))), [ClassAssertion("a", x) for x in (A, B)]),
        (ClassAssertion("a", HAS_ONE), [ClassAssertion("a", HAS_ONE)]),
        (SubClassOf(HAS_BROKEN, A), []),
        (SubClassOf(A, And((B, Some(r, HAS_BROKEN)))), [SubClassOf(A, B)]),
        (EquivalentClasses((A, B, HAS_BROKEN)), [EquivalentClasses((A, B))]),
        (EquivalentClasses((A, HAS_BROKEN)), []),
        (DisjointClasses((A, HAS_BROKEN, C)), [DisjointClasses((A, C))]),
        (SubClassOf(DataSome("p", DataOneOf((literal(1), BROKEN))), A), []),
        (DatatypeDefinition("d", DataOneOf((BROKEN,))), []),
        (NegativeDataAssertion("p", "a", BROKEN), []),
    ],
)
def test_axioms_lose_the_parts_with_malformed_values(axiom: Axiom, left: list[Axiom]) -> None:
    assert list(hide_malformed(ontology(axiom)).axioms) == left


def test_facts_lose_malformed_values_and_no_others() -> None:
    given = ontology(("a", "p", 1), ("a", "p", BROKEN), ("b", "q", 2), ("b", "q", 1))
    facts = hide_malformed(given).facts
    assert facts.literals == (literal(1), literal(2))
    rows = zip(facts.value_properties, facts.value_subjects, facts.value_literals, strict=True)
    assert [(int(p), int(x), facts.literals[v].lexical) for p, x, v in rows] == [
        (0, 0, "1"),
        (1, 1, "2"),
        (1, 1, "1"),
    ]
