"""The name of the logic that an ontology is written in."""

import pytest
from tests.ontologies import A, B, C, D, Statement, literal, ontology, r, s, t

from owlboost.ontology.axioms import (
    ClassAssertion,
    DisjointClasses,
    DisjointRoles,
    FunctionalData,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    THING,
    Cardinality,
    Class,
    DataCardinality,
    DataHasValue,
    Datatype,
    HasSelf,
    HasValue,
    Not,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)
from owlboost.ontology.vocabulary import XSD
from owlboost.sources.ontology_summary import expressivity

TOP = Class(THING)
TRANSITIVE = RoleCharacteristic(r, "transitive")
INTEGER = Datatype(XSD + "integer")


@pytest.mark.parametrize(
    ("statements", "letters"),
    [
        ([], "AL"),
        ([("a", "A"), ("a", "r", "b")], "AL"),
        ([SubClassOf(A, Only(r, B)), RoleDomain(r, A)], "AL"),
        ([SubClassOf(A, Some(r, TOP))], "AL"),  # ∃r.⊤ is in AL
        ([SubClassOf(A, Some(r, B))], "ALE"),
        ([ClassAssertion("a", Some(r, B))], "ALE"),
        ([SubClassOf(A, Or((B, C)))], "ALU"),
        ([SubClassOf(A, Or((B, Some(r, C))))], "ALC"),  # U and E make C
        ([SubClassOf(A, Not(B))], "ALC"),
        ([DisjointClasses((A, B))], "ALC"),
        ([TRANSITIVE, DisjointClasses((A, B))], "S"),
        ([TRANSITIVE, SubClassOf(A, Some(r, B))], "ALE+"),
        (
            # as Protégé names the university benchmark
            [
                TRANSITIVE,
                SubRoleOf((r,), s),
                InverseRoles(s, t),
                SubClassOf(A, Some(r, B)),
                ("a", "d", 1),
            ],
            "ALEHI+(D)",
        ),
        ([SubRoleOf((r,), s)], "ALH"),
        ([SubRoleOf((r, s), t)], "ALR"),
        ([DisjointRoles((r, s))], "ALR"),
        ([SubClassOf(A, HasSelf(r))], "ALR"),
        ([SubClassOf(A, OneOf(("a", "b")))], "ALO"),
        ([SubClassOf(A, HasValue(r, "a"))], "ALO"),
        ([SubRoleOf((Role("r", inverse=True),), s)], "ALHI"),
        ([RoleCharacteristic(r, "symmetric")], "ALI"),
        ([RoleCharacteristic(r, "functional")], "ALF"),
        ([RoleCharacteristic(r, "inverse-functional")], "ALIF"),
        ([SubClassOf(A, Cardinality("max", 2, r, TOP))], "ALN"),
        ([SubClassOf(A, Cardinality("max", 2, r, B))], "ALQ"),
        (
            [SubClassOf(A, Cardinality("exact", 2, r, TOP)), RoleCharacteristic(r, "functional")],
            "ALN",  # N goes beyond F
        ),
        ([SubClassOf(A, DataCardinality("max", 2, "d", INTEGER))], "ALN(D)"),
        ([("a", "d", 5)], "AL(D)"),
        ([SubClassOf(A, DataHasValue("d", literal(5)))], "AL(D)"),
        ([FunctionalData("d")], "ALF(D)"),
        ([SubDataPropertyOf("d", "e")], "ALH(D)"),
        (
            [
                TRANSITIVE,
                DisjointClasses((A, B)),
                SubRoleOf((r, s), t),
                SubClassOf(A, OneOf(("a",))),
                InverseRoles(s, t),
                SubClassOf(C, Cardinality("min", 2, s, D)),
                ("a", "d", True),
            ],
            "SROIQ(D)",
        ),
    ],
    ids=str,
)
def test_the_letters_of_a_logic(statements: list[Statement], letters: str) -> None:
    assert expressivity(ontology(*statements)) == letters
