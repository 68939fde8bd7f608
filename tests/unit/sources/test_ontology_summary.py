"""Sizes of an ontology, and classes that could be learned."""

from pathlib import Path

from tests.functional_writer import functional
from tests.ontologies import Statement, ontology

from owlboost.ontology.axioms import ClassAssertion, EquivalentClasses, SubClassOf
from owlboost.ontology.expressions import THING, And, Class, Role, Some
from owlboost.sources.ontology_source import LoadedOntology, read_ontology
from owlboost.sources.ontology_summary import summarise

TOP = Class(THING)


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
