"""Enumerations tried out: what follows whichever name an individual goes by."""

import pytest
from tests.ontologies import A, B, C, Statement, inferred, ontology, r, related, types_of

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DifferentIndividuals,
    EquivalentClasses,
    RoleCharacteristic,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.expressions import OneOf, Some
from owlboost.sources.ontology_knowledge import saturate

EITHER = ClassAssertion("x", OneOf(("a", "b")))


def test_what_follows_in_each_case_through_another_individual() -> None:
    # x is a, who is related to someone in A, or b, who is related to someone else in A
    statements: list[Statement] = [
        EITHER,
        ("a", "r", "c"),
        ("b", "r", "d"),
        ("c", "A"),
        ("d", "A"),
        SubClassOf(Some(r, A), B),
    ]
    assert inferred(*statements)["x"] == {"B"}


def test_what_differs_between_the_cases_does_not_follow() -> None:
    kb = saturate(ontology(EITHER, ("a", "A"), ("b", "B"), ("a", "r", "c"), ("b", "r", "d"))).kb
    assert types_of(kb, "x") == set()
    assert related(kb, "r") == {("a", "c"), ("b", "d")}


def test_a_case_that_contradicts_itself_leaves_the_other() -> None:
    found = inferred(EITHER, DifferentIndividuals(("x", "a")), ("b", "A"), ("x", "B"))
    assert found["x"] == found["b"] == {"A", "B"}


def test_pairs_that_hold_in_each_case() -> None:
    """As in equality on a set of two: who is related to y is y."""
    kb = saturate(
        ontology(
            EquivalentClasses((A, OneOf(("a", "b")))),
            RoleCharacteristic(r, "inverse-functional"),
            RoleRange(r, A),
            ("a", "r", "a"),
            ("b", "r", "b"),
            ("x", "r", "y"),
        )
    ).kb
    assert ("y", "x") in related(kb, "r")
    assert types_of(kb, "x") == {"A"}


def test_no_case_is_possible() -> None:
    neither = DifferentIndividuals(("x", "a")), DifferentIndividuals(("x", "b"))
    with pytest.raises(InconsistentError, match="'x' can be none of the individuals"):
        saturate(ontology(EITHER, *neither))


def test_two_enumerations_decide_together() -> None:
    other = ClassAssertion("x", OneOf(("b", "c")))
    apart = DifferentIndividuals(("a", "b", "c"))
    assert inferred(EITHER, other, apart, ("b", "C"))["x"] == {"C"}


def test_many_enumerations_stay_within_the_trials() -> None:
    free = [ClassAssertion(f"x{i:02}", OneOf(("a", "b"))) for i in range(12)]
    found = inferred(*free, ("a", "A"), ("b", "A"), ("b", "B"), SubClassOf(B, C))
    assert all(found[f"x{i:02}"] == {"A"} for i in range(12))
