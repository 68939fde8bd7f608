"""The name of the logic, sizes, and classes that could be learned."""

from pathlib import Path

import pytest
from tests.functional_writer import functional
from tests.ontologies import A, B, C, D, Statement, literal, ontology, r, s, t

from owlboost.ontology.language.axioms import (
    ClassAssertion,
    DisjointClasses,
    DisjointRoles,
    EquivalentClasses,
    FunctionalData,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.language.expressions import (
    THING,
    And,
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
from owlboost.ontology.language.expressivity import expressivity
from owlboost.ontology.language.reserved import XSD
from owlboost.ontology.loading import LoadedOntology, read_ontology
from owlboost.ontology.summary import summarise

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


def loaded(folder: Path, *statements: Statement) -> LoadedOntology:
    file = folder / "small.ofn"
    file.write_text(functional(ontology(*statements)), encoding="utf-8")
    return read_ontology(file)


def test_sizes_count_what_is_stated_and_what_follows(tmp_path: Path) -> None:
    found = summarise(
        loaded(
            tmp_path,
            SubClassOf(Class("urn:A"), Class("urn:B")),
            SubClassOf(Class("urn:B"), TOP),
            ClassAssertion("urn:x", And((Class("urn:C"), Some(Role("urn:r"), Class("urn:D"))))),
            ("urn:x", "urn:A"),
            ("urn:y", "urn:B"),
            ("urn:x", "urn:r", "urn:y"),
            ("urn:x", "urn:d", 5),
            ("urn:x", "urn:d", 6),
            ("urn:z", "urn:d", 6),
        )
    )
    assert found.iri == "urn:test"
    assert found.expressivity == "ALE(D)"
    assert (found.classes, found.roles, found.data_properties) == (4, 1, 1)  # ⊤ does not count
    assert found.individuals == 3
    assert (found.class_assertions, found.role_assertions, found.data_assertions) == (2, 1, 3)
    assert found.axioms == 3
    assert found.inferred_types == 4  # x : A, B, C and y : B; the witness of D has no name
    assert found.witnesses == 1
    assert found.imports == {}
    assert found.remarks == ()


def test_candidates_have_members_and_others_most_balanced_first(tmp_path: Path) -> None:
    names = [f"urn:{name}" for name in "abcdef"]
    everyone: list[Statement] = [(name, "urn:All") for name in names]
    found = summarise(
        loaded(
            tmp_path,
            SubClassOf(Class("urn:Half"), Class("urn:Most")),
            EquivalentClasses((Class("urn:Few"), Class("urn:Same"))),
            *everyone,
            *((name, "urn:Half") for name in names[:3]),
            *((name, "urn:Most") for name in names[3:5]),
            *((name, "urn:Few") for name in names[4:]),
            (names[0], "urn:Single"),
            ClassAssertion(names[1], Some(Role("urn:r"), Class("urn:Nobody"))),
        )
    )
    #  6 individuals: Half has 3, Few and Same 2, Most 3 + 2; All is everyone, Single just one,
    #  and only a witness is in Nobody
    assert [(one.name, one.members) for one in found.candidates] == [
        ("Half", 3),
        ("Few", 2),
        ("Same", 2),
        ("Most", 5),
    ]


def test_candidates_are_cut_and_the_rest_is_counted(tmp_path: Path) -> None:
    statements: list[Statement] = [
        (f"urn:{name}", f"urn:C{number}") for number in range(4) for name in "ab"
    ]
    value = loaded(tmp_path, *statements, ("urn:c", "urn:Other"))
    assert [one.iri for one in summarise(value, most=3).candidates] == [
        "urn:C0",
        "urn:C1",
        "urn:C2",
    ]
    assert summarise(value, most=3).further_candidates == 1
    assert summarise(value).further_candidates == 0


def test_a_summary_is_json(tmp_path: Path) -> None:
    value = loaded(tmp_path, ("urn:a", "urn:A"), ("urn:b", "urn:A"), ("urn:c", "urn:B"))
    data = summarise(value).as_json()
    assert data["candidates"] == ({"name": "A", "iri": "urn:A", "members": 2},)
    assert data["classes"] == 2
