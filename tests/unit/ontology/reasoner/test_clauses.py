"""Each rule on classes alone: hierarchy, unions, complements, definitions, clashes."""

import pytest
from tests.ontologies import A, B, C, D, E, inferred, ontology

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.expressions import NOTHING, And, Class, Not, OneOf, Or
from owlboost.sources.ontology_knowledge import saturate


def test_subclasses_are_transitive() -> None:
    assert inferred(SubClassOf(A, B), SubClassOf(B, C), ("a", "A"))["a"] == {"A", "B", "C"}


def test_a_superclass_says_nothing_about_the_subclass() -> None:
    assert inferred(SubClassOf(A, B), ("a", "B"))["a"] == {"B"}


def test_equivalent_classes_share_members() -> None:
    found = inferred(EquivalentClasses((A, B, C)), ("a", "A"), ("c", "C"))
    assert found == {"a": {"A", "B", "C"}, "c": {"A", "B", "C"}}


def test_intersection_on_the_right_gives_its_parts() -> None:
    assert inferred(SubClassOf(A, And((B, And((C, D))))), ("a", "A"))["a"] == {"A", "B", "C", "D"}


def test_intersection_on_the_left_needs_all_its_parts() -> None:
    found = inferred(SubClassOf(And((A, B)), C), ("a", "A"), ("b", "A"), ("b", "B"))
    assert found == {"a": {"A"}, "b": {"A", "B", "C"}}


def test_union_on_the_left_needs_one_part() -> None:
    assert inferred(SubClassOf(Or((A, B)), C), ("b", "B"))["b"] == {"B", "C"}


def test_union_on_the_right_needs_all_but_one_excluded() -> None:
    axioms = SubClassOf(A, Or((B, C))), DisjointClasses((B, D))
    found = inferred(*axioms, ("a", "A"), ("d", "A"), ("d", "D"))
    assert found == {"a": {"A"}, "d": {"A", "C", "D"}}


def test_what_all_parts_of_a_union_are_holds_of_it() -> None:
    axioms = SubClassOf(A, Or((B, C))), SubClassOf(B, D), SubClassOf(C, And((D, E)))
    assert inferred(*axioms, ("a", "A"))["a"] == {"A", "D"}


def test_a_part_of_a_union_that_is_excluded_does_not_count() -> None:
    axioms = SubClassOf(A, Or((B, C, D))), SubClassOf(B, E), SubClassOf(C, E)
    assert inferred(*axioms, ("a", "A"))["a"] == {"A"}
    assert inferred(*axioms, ClassAssertion("a", Not(D)), ("a", "A"))["a"] == {"A", "E"}


def test_disjoint_union_covers_and_excludes() -> None:
    axioms = DisjointUnion("A", (B, C)), ClassAssertion("a", Not(B))
    assert inferred(*axioms, ("a", "A"), ("b", "B")) == {"a": {"A", "C"}, "b": {"A", "B"}}


def test_complement_in_a_definition_is_met_by_a_stated_complement() -> None:
    definition = EquivalentClasses((A, And((B, Not(C)))))
    stated = ClassAssertion("a", Not(C))
    assert inferred(definition, stated, ("a", "B"), ("b", "B")) == {"a": {"A", "B"}, "b": {"B"}}


def test_complement_follows_by_contraposition_and_disjointness() -> None:
    definition = EquivalentClasses((A, And((B, Not(C)))))
    axioms = definition, SubClassOf(C, D), DisjointClasses((D, E))
    assert inferred(*axioms, ("a", "B"), ("a", "E"))["a"] == {"A", "B", "E"}


def test_absence_of_a_fact_is_no_complement() -> None:
    assert inferred(SubClassOf(Not(A), B), SubClassOf(C, A), ("a", "D"))["a"] == {"D"}


def test_enumeration_on_the_left() -> None:
    assert inferred(SubClassOf(OneOf(("a", "b")), A), ("c", "B")) == {
        "a": {"A"},
        "b": {"A"},
        "c": {"B"},
    }


def test_everybody_is_in_a_class_or_in_its_complement() -> None:
    assert inferred(SubClassOf(Or((A, Not(A))), C), ("b", "B"))["b"] == {"B", "C"}


def test_common_types_of_an_enumeration_with_somebody_of_two_names() -> None:
    axioms = SubClassOf(A, OneOf(("m", "n"))), SameIndividual(("c", "m"))
    assert inferred(*axioms, ("a", "A"), ("m", "D"), ("n", "D"))["a"] == {"A", "D"}


def test_common_types_of_an_enumeration_on_the_right() -> None:
    axiom = SubClassOf(A, OneOf(("b", "c")))
    found = inferred(axiom, ("a", "A"), ("b", "B"), ("b", "D"), ("c", "C"), ("c", "D"))
    assert found["a"] == {"A", "D"}


def test_an_enumeration_of_one_names_members_only_where_there_are_some() -> None:
    axioms = SubClassOf(A, OneOf(("o",))), SubClassOf(A, B)
    assert inferred(*axioms)["o"] == set()
    assert inferred(*axioms, ("a", "A"))["o"] == {"A", "B"}


@pytest.mark.parametrize(
    ("axiom", "words"),
    [
        (DisjointClasses((A, B)), "'a' violates DisjointClasses(A, B)"),
        (SubClassOf(A, Not(B)), "'a' violates SubClassOf(A, not (B))"),
        (SubClassOf(A, Class(NOTHING)), "'a' violates SubClassOf(A, Nothing)"),
        (ClassAssertion("a", Not(A)), "'a' belongs to 'A' and to its complement"),
    ],
)
def test_a_clash_names_the_individual_and_the_axiom(axiom: SubClassOf, words: str) -> None:
    with pytest.raises(InconsistentError) as caught:
        saturate(ontology(axiom, ("a", "A"), ("a", "B")))
    assert words in str(caught.value)


def test_an_unsatisfiable_class_is_below_all_and_harms_nobody() -> None:
    kb = saturate(
        ontology(SubClassOf(A, B), SubClassOf(A, C), DisjointClasses((B, C)), ("d", "D"))
    ).kb
    assert kb.implies("A", "D")
    assert not kb.implies("B", "C")


def test_taxonomy_has_equivalent_and_inferred_superclasses() -> None:
    axioms = EquivalentClasses((A, And((B, C)))), SubClassOf(D, B), SubClassOf(D, C)
    kb = saturate(ontology(*axioms)).kb
    assert kb.implies("D", "A")
    assert kb.implies("A", "B")
    assert not kb.implies("B", "A")


def test_remarks_name_what_may_be_missed() -> None:
    found = saturate(ontology(SubClassOf(A, Or((B, C))), SubClassOf(Not(A), D))).remarks
    assert {remark.code for remark in found} == {"incomplete-union", "incomplete-negation"}
    assert all("use reasoner='hermit' to" in remark.message for remark in found)


def test_a_horn_ontology_needs_no_remark() -> None:
    assert saturate(ontology(SubClassOf(Or((A, B)), C), DisjointClasses((A, B)))).remarks == ()
