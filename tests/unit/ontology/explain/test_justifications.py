"""Why something follows, on ontologies small enough to see it."""

import pytest
from tests.ontologies import A, B, C, D, literal, ontology, r, s

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DataDomain,
    DisjointClasses,
    EquivalentClasses,
    InverseRoles,
    RoleDomain,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.explain.justifications import why_inconsistent, why_member
from owlboost.ontology.expressions import And, Class, DataHasValue, Some


def test_what_is_stated_is_its_own_reason() -> None:
    (found,) = why_member(ontology(("x", "A"), ("x", "B")), "x", A)
    assert found.lines() == ["x Type A"]
    assert found.is_stated


def test_a_chain_is_told_from_the_assertion_to_the_conclusion() -> None:
    chain = [SubClassOf(C, D), SubClassOf(B, C), SubClassOf(A, B)]
    (found,) = why_member(ontology(*chain, ("x", "A"), ("y", "A"), ("x", "E")), "x", D)
    assert str(found) == "x Type A\nA SubClassOf B\nB SubClassOf C\nC SubClassOf D"
    assert not found.is_stated


def test_the_smallest_reason_comes_first() -> None:
    whole = ontology(
        *(SubClassOf(A, B), SubClassOf(B, C), ("x", "A")),
        *(("x", "r", "y"), RoleDomain(r, C)),
        ("x", "s", "y"),
        *(SubRoleOf((s,), r),),
    )
    found = why_member(whole, "x", C)
    assert [one.lines() for one in found] == [
        ["x r y", "r Domain C"],
        ["x Type A", "A SubClassOf B", "B SubClassOf C"],
        ["x s y", "s SubPropertyOf r", "r Domain C"],
    ]
    assert why_member(whole, "x", C, most=1) == found[:1]


def test_reasons_go_through_other_individuals_and_values() -> None:
    definition = EquivalentClasses((D, And((A, Some(r, B)))))
    domain = DataDomain("age", B)
    whole = ontology(
        definition, domain, InverseRoles(r, s), ("x", "A"), ("y", "s", "x"), ("y", "age", 5)
    )
    (found,) = why_member(whole, "x", D)
    assert found.lines() == [
        "x Type A",
        "y s x",
        "y age 5",
        "age Domain B",
        "r InverseOf s",
        "D EquivalentTo A and (r some B)",
    ]


def test_a_compound_class_may_be_asked_for() -> None:
    whole = ontology(SubClassOf(A, B), ("x", "r", "y"), ("y", "A"), ("x", "age", 5))
    (found,) = why_member(whole, "x", Some(r, B))
    assert found.lines() == ["y Type A", "x r y", "A SubClassOf B"]
    (value,) = why_member(whole, "x", DataHasValue("age", literal(5)))
    assert value.lines() == ["x age 5"]


def test_what_does_not_follow_has_no_reason() -> None:
    assert why_member(ontology(SubClassOf(A, B), ("x", "B")), "x", A) == ()
    assert why_inconsistent(ontology(SubClassOf(A, B), ("x", "B"))) == ()


def test_each_clash_is_told() -> None:
    whole = ontology(
        DisjointClasses((A, B)),
        *(("x", "A"), ("x", "B"), ("y", "C"), ("z", "A")),
        ClassAssertion("y", And((A, B))),
    )
    found = why_inconsistent(whole)
    assert [one.lines() for one in found] == [
        ["y Type A and B", "A DisjointWith B"],
        ["x Type A", "x Type B", "A DisjointWith B"],
    ]
    with pytest.raises(InconsistentError) as caught:
        why_member(whole, "x", C)
    assert caught.value.individual in {"x", "y"}


def test_names_that_read_the_same_are_written_in_full() -> None:
    one, other = Class("urn:one#A"), Class("urn:other#A")
    (found,) = why_member(ontology(SubClassOf(one, other), ("x", one.iri)), "x", other)
    assert found.lines() == ["x Type <urn:one#A>", "<urn:one#A> SubClassOf <urn:other#A>"]
