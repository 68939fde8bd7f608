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
    t,
    types_of,
)

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DisjointClasses,
    DisjointRoles,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    NOTHING,
    THING,
    And,
    Cardinality,
    Class,
    DataHasValue,
    HasSelf,
    HasValue,
    OneOf,
    Only,
    Role,
    Some,
)
from owlboost.ontology.reasoner import witnesses
from owlboost.sources.ontology_knowledge import saturate

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


def test_a_known_filler_of_another_kind_is_not_the_one_that_is_asked_for() -> None:
    kb = saturate(ontology(SubClassOf(A, Some(r, B)), ("a", "A"), ("a", "r", "b"), ("b", "C"))).kb
    assert types_of(kb, "b") == {"C"}
    assert holds(kb, "a", Some(r, B))


def test_the_domain_of_a_role_holds_of_who_needs_a_filler() -> None:
    assert inferred(SubClassOf(A, Some(r, B)), RoleDomain(r, D), ("a", "A"))["a"] == {"A", "D"}


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
    assert saturate(ontology(*axioms, ("a", "A"), ("a", "r", "b"))).kb.n_elements == 2


def test_a_functional_role_has_one_witness_for_all_that_is_asked() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Some(r, C))
    query = SubClassOf(Some(r, And((B, C))), D)
    functional = RoleCharacteristic(r, "functional")
    assert inferred(*axioms, query, functional, ("a", "A"))["a"] == {"A", "D"}
    assert inferred(*axioms, query, ("a", "A"))["a"] == {"A"}  # two fillers otherwise


def test_a_functional_role_has_no_more_in_its_witness_than_is_asked_for() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(C, Some(r, D))
    functional = RoleCharacteristic(r, "functional")
    kb = saturate(ontology(*axioms, functional, ("a", "A"), ("c", "A"), ("c", "C"))).kb
    assert holds(kb, "c", Some(r, D))
    assert not holds(kb, "a", Some(r, D))


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


def test_exact_cardinality_asks_for_a_witness_and_max_does_not() -> None:
    exact = saturate(ontology(SubClassOf(A, Cardinality("exact", 1, r, B)), ("a", "A"))).kb
    assert holds(exact, "a", Some(r, B))
    most = saturate(ontology(ClassAssertion("a", Cardinality("max", 1, r, B)), ("a", "A"))).kb
    assert most.n_elements == 1


def test_too_many_kinds_of_witnesses_are_told_apart_by_what_is_asked_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(witnesses, "LARGEST_NUMBER", 1)
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, Some(r, C)), SubClassOf(C, Only(r, D))
    facts = ("a", "A"), ("c", "A"), ("c", "C")
    found = saturate(ontology(*axioms, SubClassOf(C, Some(r, A)), *facts))
    assert "incomplete-witness-kinds" in {remark.code for remark in found.remarks}
    assert holds(found.kb, "a", Some(r, Some(r, C)))
    assert not holds(found.kb, "a", Some(r, D))


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


# Roles above roles, turned round or not


def test_a_witness_fills_the_roles_above_through_two_inverses() -> None:
    #  r ⊑ s⁻ and s ⊑ t⁻ make r ⊑ t, also where no pair can be turned round
    axioms = SubClassOf(A, Some(r, B)), InverseRoles(r, s), InverseRoles(s, t), RoleRange(t, C)
    kb = saturate(ontology(*axioms, ("a", "A"))).kb
    assert holds(kb, "a", Some(t, B))
    assert holds(kb, "a", Some(r, C))


def test_a_witness_does_not_fill_the_role_above_an_inverse() -> None:
    #  r ⊑ s⁻ and s ⊑ t: the witness has the owner as filler of t, not the other way round
    axioms = SubClassOf(A, Some(r, B)), InverseRoles(r, s), SubRoleOf((s,), t)
    kb = saturate(ontology(*axioms, RoleRange(t, C), SubClassOf(D, D), ("a", "A"))).kb
    assert not holds(kb, "a", Some(t, B))
    assert not holds(kb, "a", Some(r, C))
    assert types_of(kb, "a") == {"A", "C"}


def test_only_on_the_third_role_above_reaches_the_witness() -> None:
    u = Role("u")
    above = InverseRoles(r, s), SubRoleOf((s,), t), InverseRoles(t, u)
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(C, Only(u, D))
    kb = saturate(ontology(*axioms, *above, ("a", "A"), ("a", "C"), ("b", "A"))).kb
    assert holds(kb, "a", Some(r, D))
    assert not holds(kb, "b", Some(r, D))


def test_only_on_the_inverse_of_a_role_above_reaches_the_owner() -> None:
    above = InverseRoles(r, s), SubRoleOf((s,), t)
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, Only(t, C)), SubClassOf(B, Only(r, D))
    assert inferred(*axioms, *above, ("a", "A"))["a"] == {"A", "C"}


# Which owners share a witness


def test_witnesses_of_different_roles_and_fillers_stay_apart() -> None:
    fillers = (r, B), (r, C), (s, B), (s, C)
    owners = [Class(f"Owner{number}") for number in range(4)]
    axioms = [
        SubClassOf(owner, Some(*filler)) for owner, filler in zip(owners, fillers, strict=True)
    ]
    people = [(f"x{number}", owner.iri) for number, owner in enumerate(owners)]
    kb = saturate(ontology(*axioms, RoleRange(r, D), *people)).kb
    for number, filler in enumerate(fillers):
        found = {(p, c) for p in (r, s) for c in (B, C, D) if holds(kb, f"x{number}", Some(p, c))}
        assert found == ({filler, (r, D)} if filler[0] == r else {filler})


def test_what_all_fillers_of_a_functional_role_are_the_one_filler_is() -> None:
    above = SubRoleOf((r,), t), SubRoleOf((s,), t), RoleCharacteristic(t, "functional")
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Some(s, C)), RoleRange(r, D)
    kb = saturate(ontology(*axioms, *above, ("a", "A"))).kb
    assert holds(kb, "a", Some(s, D))  # the filler of s is that of r


def test_at_most_one_filler_of_a_kind_is_no_filler_of_another_kind() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Some(r, C))
    query = SubClassOf(Some(r, And((B, C))), D)
    limit = SubClassOf(A, Cardinality("max", 1, r, B))
    assert inferred(*axioms, query, limit, ("a", "A"))["a"] == {"A"}
    facts = ("a", "A"), ("a", "r", "b"), ("b", "B")
    assert inferred(*axioms, limit, *facts)["b"] == {"B"}


def test_only_through_a_chain_does_not_type_a_shared_witness() -> None:
    axioms = SubRoleOf((r, s), t), SubClassOf(A, Some(s, B)), ClassAssertion("x", Only(t, C))
    kb = saturate(ontology(*axioms, ("x", "r", "y"), ("y", "A"), ("z", "A"))).kb
    assert holds(kb, "x", Some(t, B))
    assert not holds(kb, "z", Some(s, C))


@pytest.mark.parametrize("chain", [(), (SubRoleOf((r, s), r),)])
def test_only_reaches_the_second_witness_of_transitive_roles_alone(
    chain: tuple[SubRoleOf, ...],
) -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Only(r, C)), SubClassOf(B, Some(r, E))
    kb = saturate(ontology(*axioms, *chain, ("a", "A"))).kb
    assert holds(kb, "a", Some(r, C))
    assert not holds(kb, "a", Some(r, Some(r, C)))


def test_a_witness_like_its_own_filler_is_not_its_own_filler() -> None:
    axioms = SubClassOf(A, Some(r, A)), SubClassOf(HasSelf(r), B)
    kb = saturate(ontology(*axioms, ("a", "A"))).kb
    assert not holds(kb, "a", Some(r, B))


def test_one_witness_of_disjoint_roles_is_two_things() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(A, Some(s, B)), DisjointRoles((r, s))
    assert inferred(*axioms, ("a", "A"))["a"] == {"A"}


def test_a_stated_filler_is_not_a_stated_owner() -> None:
    stated = ClassAssertion("a", Some(r, B)), ClassAssertion("a", Some(Role("r", inverse=True), B))
    query = SubClassOf(Some(r, Some(r, A)), C)
    assert inferred(*stated, query, ("a", "A"))["a"] == {"A"}


def test_a_stated_cardinality_has_a_witness_with_identity() -> None:
    stated = ClassAssertion("a", Cardinality("min", 2, r, B))
    kb = saturate(ontology(stated, InverseRoles(r, s), SubRoleOf((r, s), t))).kb
    assert related(kb, "t") == {("a", "a")}


# Witnesses and individuals


def test_a_witness_that_must_be_an_individual_is_it() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, OneOf(("o",)))
    kb = saturate(ontology(*axioms, ("a", "A"))).kb
    assert related(kb, "r") == {("a", "o")}
    assert types_of(kb, "o") == {"B"}


def test_the_one_filler_is_named_late_and_other_owners_of_the_witness_keep_theirs() -> None:
    #  x needs a B; only then its filler of s shows that its filler of r, of which it has one, is o
    axioms = (
        SubClassOf(A, Some(r, B)),
        SubClassOf(C, Cardinality("max", 1, r, ANYTHING)),
        SubClassOf(C, Some(s, D)),
        SubClassOf(D, E),
        SubClassOf(Some(s, E), HasValue(r, "o")),
    )
    kb = saturate(ontology(*axioms, ("x", "A"), ("x", "C"), ("y", "A"))).kb
    assert types_of(kb, "o") == {"B"}
    assert related(kb, "r") == {("x", "o")}


# What holds of any member of a class says nothing where there are none


def test_any_member_of_an_empty_class_does_not_turn_round_to_an_individual() -> None:
    axioms = SubClassOf(A, HasValue(r, "o")), InverseRoles(r, s), SubClassOf(Some(s, A), B)
    assert inferred(*axioms)["o"] == set()
    assert inferred(*axioms, ("a", "A"))["o"] == {"B"}


def test_any_member_of_an_empty_class_imposes_nothing_on_an_individual() -> None:
    axioms = SubClassOf(A, HasValue(r, "o")), SubClassOf(A, Only(r, B))
    assert inferred(*axioms)["o"] == set()
    assert inferred(*axioms, ("a", "A"))["o"] == {"B"}


def test_an_individual_imposes_on_any_member_of_a_class() -> None:
    stated = ClassAssertion("o", Only(Role("r", inverse=True), C))
    kb = saturate(ontology(SubClassOf(A, HasValue(r, "o")), stated)).kb
    assert kb.implies("A", "C")


def test_any_member_of_a_class_has_a_filler_that_is_all_it_imposes() -> None:
    axioms = SubClassOf(A, HasValue(r, "o")), SubClassOf(A, Some(r, B)), SubClassOf(A, Only(r, C))
    query = SubClassOf(Some(r, And((B, C))), D)
    kb = saturate(ontology(*axioms, query, ("o", "B"))).kb
    assert kb.implies("A", "D")
    assert types_of(kb, "o") == {"B"}


def test_a_class_whose_members_need_the_impossible_in_turn_has_none() -> None:
    axioms = SubClassOf(A, Some(r, B)), SubClassOf(B, Some(r, C)), SubClassOf(C, Some(r, D))
    kb = saturate(ontology(*axioms, SubClassOf(D, Class(NOTHING)), ("e", "E"))).kb
    assert all(kb.implies(name, "E") for name in "ABCD")
