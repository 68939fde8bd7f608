"""The top and bottom properties, and a world in which there is something."""

import pytest
from tests.ontologies import A, B, C, D, inferred, ontology, r

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DisjointClasses,
    EquivalentClasses,
    NegativeRoleAssertion,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    NOTHING,
    THING,
    Cardinality,
    Class,
    DataSome,
    Datatype,
    HasSelf,
    HasValue,
    Not,
    Only,
    Role,
    Some,
)
from owlboost.ontology.vocabulary import OWL, RDFS_LITERAL, TOP_DATA, TOP_ROLE
from owlboost.sources.ontology_knowledge import saturate

TOP = Role(TOP_ROLE)
BOTTOM = Role(OWL + "bottomObjectProperty")
BOTTOM_DATA = OWL + "bottomDataProperty"
Thing, Nothing = Class(THING), Class(NOTHING)


def test_everyone_is_related_to_whatever_exists() -> None:
    found = inferred(("a", "A"), ("b", "B"), SubClassOf(Some(TOP, A), C))
    assert found == {"a": {"A", "C"}, "b": {"B", "C"}}


def test_a_class_without_members_has_no_one_related_to_it() -> None:
    assert inferred(("b", "B"), SubClassOf(Some(TOP, A), C)) == {"b": {"B"}}


def test_a_witness_is_something_that_exists() -> None:
    found = inferred(("a", "A"), ("b", "B"), SubClassOf(A, Some(r, D)), SubClassOf(Some(TOP, D), C))
    assert found == {"a": {"A", "C"}, "b": {"B", "C"}}


def test_what_a_class_needs_shows_in_the_class_only() -> None:
    """A prototype is no thing: that A would need a member of B does not put anyone in B."""
    kb = saturate(
        ontology(("c", "C"), SubClassOf(A, Some(r, B)), SubClassOf(Some(TOP, B), Class("D")))
    ).kb
    names = kb.vocabulary.classes
    assert [names[above] for above in kb.taxonomy[names.id("A")]] == ["D"]
    assert [names[one] for one in kb.types[kb.individuals.id("c")]] == ["C"]


def test_only_along_the_top_property_speaks_of_everything() -> None:
    found = inferred(("a", "A"), ("b", "B"), SubClassOf(A, Only(TOP, C)))
    assert found == {"a": {"A", "C"}, "b": {"B", "C"}}


def test_a_statement_that_something_exists() -> None:
    found = inferred(("b", "B"), SubClassOf(B, Some(TOP, A)), SubClassOf(Some(TOP, A), C))
    assert found == {"b": {"B", "C"}}


def test_domain_and_range_of_the_top_property_hold_of_everything() -> None:
    assert inferred(("a", "A"), RoleDomain(TOP, B), RoleRange(TOP, C)) == {"a": {"A", "B", "C"}}


def test_everyone_is_related_to_an_individual_and_to_itself() -> None:
    found = inferred(("a", "A"), SubClassOf(HasValue(TOP, "b"), B), SubClassOf(HasSelf(TOP), C))
    assert found == {"a": {"A", "B", "C"}, "b": {"B", "C"}}


@pytest.mark.parametrize(
    "statements",
    [
        [ClassAssertion("a", Not(Some(TOP, Thing)))],
        [NegativeRoleAssertion(TOP, "a", "b")],
        [ClassAssertion("a", Some(BOTTOM, Thing))],
        [ClassAssertion("a", Cardinality("min", 2, BOTTOM, A))],
        [("a", BOTTOM.iri, "b")],
        [("a", BOTTOM_DATA, 5)],
        [ClassAssertion("a", DataSome(BOTTOM_DATA, Datatype(RDFS_LITERAL)))],
        [("a", "r", "b"), SubRoleOf((r,), BOTTOM)],
        [("a", "A"), SubClassOf(A, Some(r, B)), SubRoleOf((r,), BOTTOM)],
        [EquivalentClasses((Thing, Nothing))],
    ],
)
def test_contradictions(statements: list[object]) -> None:
    with pytest.raises(InconsistentError):
        saturate(ontology(*statements))  # type: ignore[arg-type]


def test_nothing_is_said_of_the_bottom_property_by_its_fillers() -> None:
    assert inferred(("a", "A"), SubClassOf(Only(BOTTOM, B), C)) == {"a": {"A", "C"}}


def test_an_empty_world_is_named_as_such() -> None:
    with pytest.raises(InconsistentError, match="anything that exists"):
        saturate(ontology(EquivalentClasses((Thing, Nothing))))


def test_that_a_property_lies_below_the_top_one_needs_no_remark() -> None:
    trivial = ontology(("a", "r", "b"), SubRoleOf((r,), TOP), SubDataPropertyOf("d", TOP_DATA))
    assert saturate(trivial).remarks == ()


@pytest.mark.parametrize(
    "axiom",
    [
        SubRoleOf((TOP,), r),
        SubClassOf(A, Cardinality("max", 1, TOP, Thing)),
        SubClassOf(DataSome(TOP_DATA, Datatype(RDFS_LITERAL)), A),
    ],
)
def test_what_is_not_used_is_told(axiom: SubRoleOf | SubClassOf) -> None:
    saturated = saturate(ontology(("a", "A"), axiom))
    assert [remark.code for remark in saturated.remarks] == ["unsupported-top-property"]


def test_the_inverse_of_the_top_role_is_the_top_role() -> None:
    inverse = Role(TOP_ROLE, inverse=True)
    assert inferred(SubClassOf(Some(inverse, A), B), ("a", "A"), ("b", "C"))["b"] == {"B", "C"}
    assert inferred(SubClassOf(A, Only(inverse, B)), ("a", "A"), ("b", "C"))["b"] == {"B", "C"}
    with pytest.raises(InconsistentError):
        saturate(ontology(DisjointClasses((A, HasValue(inverse, "b"))), ("a", "A")))
