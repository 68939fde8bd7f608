"""Fillers without a name: how many there are at least, and what that is too many for."""

import pytest
from tests.ontologies import A, B, C, D, E, Statement, inferred, ontology, r, s, t

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DisjointClasses,
    DisjointRoles,
    InverseRoles,
    RoleCharacteristic,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    THING,
    And,
    Cardinality,
    Class,
    ClassExpression,
    HasSelf,
    HasValue,
    Not,
    OneOf,
    Or,
    Role,
    Some,
)
from owlboost.sources.ontology_knowledge import saturate

Thing = Class(THING)
BELOW = SubRoleOf((r,), t), SubRoleOf((s,), t)
RANGES = RoleRange(r, A), RoleRange(s, B)


def at_least(number: int, role: Role, filler: ClassExpression = Thing) -> Cardinality:
    return Cardinality("min", number, role, filler)


def test_fillers_of_two_roles_that_must_differ_are_added_up() -> None:
    # two in A and three in B are five, and not six
    counts = ClassAssertion("x", at_least(2, r)), ClassAssertion("x", at_least(3, s))
    asked = SubClassOf(at_least(5, t), D), SubClassOf(at_least(6, t), E)
    found = inferred(*counts, *BELOW, *RANGES, DisjointClasses((A, B)), *asked)
    assert found["x"] == {"D"}


def test_fillers_that_may_be_the_same_are_not() -> None:
    counts = ClassAssertion("x", at_least(2, r)), ClassAssertion("x", at_least(3, s))
    assert inferred(*counts, *BELOW, *RANGES, SubClassOf(at_least(5, t), D))["x"] == set()


def test_only_fillers_of_the_class_are_added_up() -> None:
    counts = ClassAssertion("x", at_least(2, r)), ClassAssertion("x", at_least(3, s))
    asked = SubClassOf(at_least(5, t, C), D), SubClassOf(A, C)
    apart = DisjointClasses((A, B))
    assert inferred(*counts, *BELOW, *RANGES, apart, *asked)["x"] == set()
    assert inferred(*counts, *BELOW, *RANGES, apart, *asked, SubClassOf(B, C))["x"] == {"D"}


def test_large_numbers_take_no_fillers() -> None:
    counts = ClassAssertion("x", at_least(200, r)), ClassAssertion("x", at_least(300, s))
    asked = SubClassOf(at_least(500, t), D)
    assert inferred(*counts, *BELOW, *RANGES, DisjointClasses((A, B)), asked)["x"] == {"D"}


SPY: list[Statement] = [
    InverseRoles(r, Role("back")),
    SubClassOf(Thing, HasValue(r, "spy")),
    ClassAssertion("spy", Cardinality("max", 2, Role("back"), Thing)),
]
"""Everything is related to the spy, to which no more than two things are related."""


def test_a_world_with_more_things_than_it_may_have() -> None:
    three = SubClassOf(A, at_least(3, s))
    with pytest.raises(InconsistentError, match="'spy'"):
        saturate(ontology(*SPY, three, ("x", "A")))


def test_a_world_that_may_be_small_enough() -> None:
    two = SubClassOf(A, at_least(2, s))
    assert inferred(*SPY, two, ("x", "A"))["x"] == {"A"}


def test_what_an_only_filler_is_holds_of_the_owner_that_an_inverse_leads_back_to() -> None:
    back = Role("s", inverse=True)
    statements: list[Statement] = [
        SubClassOf(A, Some(back, B)),
        SubClassOf(B, Some(s, C)),
        ("a", "A"),
    ]
    assert inferred(*statements)["a"] == {"A"}
    functional = RoleCharacteristic(s, "functional")
    assert inferred(*statements, functional)["a"] == {"A", "C"}


TOO_FEW_NAMES: list[tuple[Statement, ...]] = [
    (ClassAssertion("x", at_least(2, r, OneOf(("a",)))),),
    (ClassAssertion("x", at_least(3, r, OneOf(("a", "b")))),),
    (ClassAssertion("x", at_least(2, r, And((A, OneOf(("a",)))))),),
    (ClassAssertion("x", at_least(2, r, A)), SubClassOf(A, OneOf(("a",)))),
    (ClassAssertion("x", at_least(2, r)), RoleRange(r, OneOf(("a",)))),
    (ClassAssertion("x", at_least(2, r, OneOf(("a", "b")))), SameIndividual(("a", "b"))),
]


@pytest.mark.parametrize("statements", TOO_FEW_NAMES)
def test_there_are_no_more_fillers_than_names(statements: tuple[Statement, ...]) -> None:
    with pytest.raises(InconsistentError, match="individual 'x'"):
        saturate(ontology(*statements))


@pytest.mark.parametrize(
    "statement",
    [
        ClassAssertion("x", at_least(1, r, OneOf(("a",)))),
        ClassAssertion("x", at_least(2, r, OneOf(("a", "b")))),
        ClassAssertion("x", Cardinality("max", 1, r, OneOf(("a",)))),
        SubClassOf(A, at_least(2, r, OneOf(("a",)))),  # A is empty, that is all
    ],
)
def test_as_many_names_as_fillers_are_enough(statement: Statement) -> None:
    assert inferred(statement, ("x", "B"))["x"] == {"B"}


FUNCTIONAL = RoleCharacteristic(t, "functional")
BELOW_A = SubClassOf(B, C)


@pytest.mark.parametrize(
    "axioms",
    [
        [FUNCTIONAL, SubClassOf(A, at_least(3, t, D))],
        [FUNCTIONAL, SubClassOf(A, at_least(2, r, D)), SubRoleOf((r,), t)],
        [FUNCTIONAL, SubClassOf(A, at_least(3, t, HasSelf(s)))],
        [FUNCTIONAL, SubClassOf(A, Not(Cardinality("max", 1, t, D)))],
        [SubClassOf(A, And((at_least(3, r, B), Cardinality("max", 2, t, C)))), *BELOW, BELOW_A],
        [InverseRoles(r, s), InverseRoles(r, t), FUNCTIONAL, SubClassOf(A, at_least(2, s, B))],
    ],
)
def test_more_fillers_than_there_may_be_are_a_contradiction(axioms: list[Axiom]) -> None:
    assert inferred(*axioms, ("x", "D"))["x"] == {"D"}
    with pytest.raises(InconsistentError):
        saturate(ontology(*axioms, ("x", "A")))


def test_a_class_that_needs_more_fillers_than_there_may_be_is_empty() -> None:
    either = SubClassOf(A, at_least(3, t, D)), ClassAssertion("x", Or((A, B)))
    assert inferred(FUNCTIONAL, *either)["x"] == {"B"}


def test_fillers_of_disjoint_roles_are_two() -> None:
    both = And((Some(r, A), Some(s, B)))
    axioms = *BELOW, DisjointRoles((r, s)), SubClassOf(at_least(2, t), D)
    assert inferred(*axioms, ClassAssertion("x", both))["x"] == {"D"}
    with pytest.raises(InconsistentError):
        saturate(ontology(*axioms, FUNCTIONAL, SubClassOf(C, both), ("x", "C")))
