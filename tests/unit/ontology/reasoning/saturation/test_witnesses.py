"""Witnesses: what ``∃`` on the right makes true, and what it must not."""

import pytest
from tests.ontologies import (
    A,
    B,
    C,
    D,
    E,
    holds,
    inferred,
    literal,
    ontology,
    r,
    related,
    s,
    types_of,
)

from owlboost.errors import InconsistentError
from owlboost.ontology.language.axioms import (
    ClassAssertion,
    DisjointClasses,
    InverseRoles,
    RoleCharacteristic,
    RoleRange,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.language.expressions import (
    THING,
    And,
    Cardinality,
    Class,
    DataHasValue,
    Only,
    Role,
    Some,
)
from owlboost.ontology.reasoning.structural import saturate

ANYTHING = Class(THING)


def test_the_hotel_of_the_paper() -> None:
    amenity, sitting = Class("Amenity"), Class("Baby_Sitting")
    has = Role("hasAmenity")
    stated = And((Class("Hotel"), Some(has, sitting), DataHasValue("hasPrice", literal(79))))
    kb = saturate(ontology(SubClassOf(sitting, amenity), ClassAssertion("Hotel_010", stated))).kb
    assert types_of(kb, "Hotel_010") == {"Hotel"}
    assert holds(kb, "Hotel_010", Some(has, sitting))
    assert holds(kb, "Hotel_010", Some(has, amenity))
    assert kb.numbers[0].values.tolist() == [79.0]
    assert list(kb.individuals) == ["Hotel_010"]
    assert kb.n_elements == 2


def test_nested_assertions_make_nested_witnesses() -> None:
    kb = saturate(ontology(ClassAssertion("a", Some(r, And((A, Some(s, B))))))).kb
    assert holds(kb, "a", Some(r, Some(s, B)))
    assert kb.n_elements == 3


def test_axioms_chain_through_shared_witnesses() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, Some(r, C))
    kb = saturate(ontology(*axioms, ("a", "A"), ("b", "A"))).kb
    assert holds(kb, "a", Some(r, Some(r, C)))
    assert kb.n_elements == 2 + 2  # a and b share the witnesses


def test_a_cycle_ends() -> None:
    kb = saturate(ontology(SubClassOf(A, Some(r, A)), ("a", "A"))).kb
    assert holds(kb, "a", Some(r, Some(r, Some(r, A))))
    assert kb.n_elements == 2


def test_a_filler_that_is_known_needs_no_witness() -> None:
    kb = saturate(ontology(SubClassOf(A, Some(r, B)), ("a", "A"), ("a", "r", "b"), ("b", "B"))).kb
    assert kb.n_elements == 2


def test_witnesses_answer_some_on_the_left() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, C), SubClassOf(Some(r, C), D)
    assert inferred(*axioms, ("a", "A"))["a"] == {"A", "D"}


def test_range_and_subroles_type_a_witness() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubRoleOf((r,), s), RoleRange(s, C)
    kb = saturate(ontology(*axioms, ("a", "A"))).kb
    assert holds(kb, "a", Some(s, C))


def test_range_of_one_role_does_not_type_the_witness_of_another() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Some(s, B)), RoleRange(r, C)
    kb = saturate(ontology(*axioms, ("a", "A"))).kb
    assert holds(kb, "a", Some(r, C))
    assert not holds(kb, "a", Some(s, C))  # unsound: one witness of B for both roles


def test_only_of_one_owner_does_not_type_the_witness_of_another() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(C, Only(r, D))
    kb = saturate(ontology(*axioms, ("a", "A"), ("c", "A"), ("c", "C"))).kb
    assert holds(kb, "c", Some(r, D))
    assert not holds(kb, "a", Some(r, D))  # unsound: the witness of a and c takes D from c


def test_an_inverse_does_not_mix_the_owners_of_a_witness() -> None:
    axioms = SubClassOf(A, Some(r, B)), InverseRoles(r, s), SubClassOf(Some(s, C), D)
    kb = saturate(ontology(*axioms, ("a", "A"), ("c", "A"), ("c", "C"))).kb
    assert holds(kb, "c", Some(r, D))
    assert not holds(kb, "a", Some(r, D))  # unsound: the witness leads back to c
    assert not holds(kb, "a", Some(r, Some(s, C)))
    assert holds(kb, "c", Some(r, Some(s, C)))


def test_symmetry_does_not_join_the_owners_of_a_witness() -> None:
    axioms = SubClassOf(A, Some(r, B)), RoleCharacteristic(r, "symmetric")
    kb = saturate(ontology(*axioms, RoleCharacteristic(r, "transitive"), ("a", "A"), ("b", "A"))).kb
    assert ("a", "b") not in related(kb, "r")  # unsound: a to the witness and on to b


def test_inverse_functional_does_not_merge_the_owners_of_a_witness() -> None:
    axioms = SubClassOf(A, Some(r, B)), RoleCharacteristic(r, "inverse-functional")
    found = inferred(*axioms, ("a", "A"), ("a", "C"), ("b", "A"))
    assert found["b"] == {"A"}  # unsound: both relate to the witness, so a = b


def test_the_one_filler_of_a_functional_role_is_the_witness() -> None:
    axioms = SubClassOf(A, Some(r, B)), RoleCharacteristic(r, "functional")
    found = inferred(*axioms, ("a", "A"), ("a", "r", "b"), ("c", "A"))
    assert found["b"] == {"B"}


def test_a_functional_role_has_one_witness_for_all_that_is_asked() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Some(r, C))
    query = SubClassOf(Some(r, And((B, C))), D)
    functional = RoleCharacteristic(r, "functional")
    assert inferred(*axioms, query, functional, ("a", "A"))["a"] == {"A", "D"}
    assert inferred(*axioms, query, ("a", "A"))["a"] == {"A"}  # two fillers otherwise


def test_a_stated_witness_leads_back_to_its_owner() -> None:
    stated = ClassAssertion("a", Some(r, B))
    axioms = InverseRoles(r, s), SubClassOf(Some(s, A), C), SubClassOf(Some(r, C), D)
    assert inferred(stated, *axioms, ("a", "A"))["a"] == {"A", "D"}


def test_a_stated_witness_of_a_functional_role_is_the_filler() -> None:
    stated = ClassAssertion("a", Some(r, B))
    kb = saturate(ontology(stated, RoleCharacteristic(r, "functional"), ("a", "r", "b"))).kb
    assert types_of(kb, "b") == {"B"}
    assert kb.n_elements == 2


def test_universal_on_the_inverse_reaches_the_owner() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, Only(Role("r", inverse=True), C))
    assert inferred(*axioms, ("a", "A"))["a"] == {"A", "C"}


def test_transitive_only_reaches_the_second_witness() -> None:
    axioms = (
        SubClassOf(A, Some(r, A)),
        RoleCharacteristic(r, "transitive"),
        SubClassOf(B, Only(r, C)),
    )
    kb = saturate(ontology(*axioms, ("a", "A"), ("a", "B"), ("b", "A"))).kb
    assert holds(kb, "a", Some(r, Some(r, C)))
    assert not holds(kb, "b", Some(r, C))


def test_min_cardinality_asks_for_a_witness() -> None:
    kb = saturate(ontology(SubClassOf(A, Cardinality("min", 2, r, B)), ("a", "A"))).kb
    assert holds(kb, "a", Some(r, B))


def test_a_class_without_members_says_nothing_about_individuals() -> None:
    # every A would make o a B; nobody is an A
    axioms = (
        SubClassOf(A, Some(r, Class("O"))),
        SubClassOf(A, Only(s, B)),
        SubClassOf(A, Some(s, D)),
    )
    kb = saturate(ontology(*axioms, ("o", "O"), ("o", "D"))).kb
    assert types_of(kb, "o") == {"O", "D"}


def test_an_impossible_witness_is_a_clash_only_if_needed() -> None:
    axioms = SubClassOf(A, Some(r, And((B, C)))), DisjointClasses((B, C))
    assert saturate(ontology(*axioms, ("b", "B"))).kb.implies("A", "B")
    with pytest.raises(InconsistentError, match="fills 'r' of individual 'a'"):
        saturate(ontology(*axioms, ("a", "A")))


def test_anonymous_individuals_are_witnesses_with_identity() -> None:
    kb = saturate(ontology(("a", "r", "_:x"), ("_:x", "A"), ("_:x", "s", "b"), ("b", "B"))).kb
    assert list(kb.individuals) == ["a", "b"]
    assert kb.n_elements == 3
    assert holds(kb, "a", Some(r, Some(s, B)))


def test_fillers_with_one_short_name_stay_two() -> None:
    one, two = Class("http://x.org/#K"), Class("http://y.org/#K")
    stated = ClassAssertion("a", Some(r, one)), ClassAssertion("a", Some(r, two))
    found = inferred(*stated, SubClassOf(Some(r, And((one, two))), E))
    assert found["a"] == set()
