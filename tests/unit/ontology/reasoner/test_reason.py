"""What the learner must not see: the target, hidden classes, held-out individuals."""

import numpy as np
import pytest
from tests.ontologies import A, B, C, D, holds, ontology, r, related, types_of

from owlboost.errors import UnknownNameError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DisjointClasses,
    EquivalentClasses,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.expressions import And, Class, HasValue, Some
from owlboost.sources.ontology_knowledge import compile_ontology, hidden_classes, saturate

T = Class("T")


def test_the_target_its_equivalents_and_subclasses_disappear() -> None:
    axioms = EquivalentClasses((T, A)), SubClassOf(B, T), SubClassOf(T, C)
    given = ontology(*axioms, ("a", "T"), ("b", "B"), ("d", "D"))
    assert hidden_classes(given, "T", ["D"]) == {"T", "A", "B", "D"}
    kb = saturate(given, target="T", hide=["D"]).kb
    assert list(kb.vocabulary.classes) == ["C"]
    assert types_of(kb, "a") == types_of(kb, "b") == set()


def test_the_target_is_gone_before_reasoning() -> None:
    given = ontology(SubClassOf(T, A), SubClassOf(Some(r, T), B), ("a", "T"), ("b", "r", "a"))
    kb = saturate(given, target="T").kb
    assert types_of(kb, "a") == types_of(kb, "b") == set()


def test_a_subclass_of_the_target_still_counts_in_reasoning() -> None:
    kb = saturate(ontology(SubClassOf(A, T), SubClassOf(A, B), ("a", "A")), target="T").kb
    assert types_of(kb, "a") == {"B"}


def test_lists_lose_only_the_hidden_class() -> None:
    axioms = EquivalentClasses((A, T, B)), DisjointClasses((C, T, D)), SubClassOf(A, And((T, C)))
    stated = ClassAssertion("a", And((A, T)))
    kb = saturate(ontology(*axioms, stated), hide=["T"]).kb
    assert types_of(kb, "a") == {"A", "B", "C"}


def test_held_out_individuals_keep_their_numbers_and_lose_all_that_mentions_them() -> None:
    given = ontology(
        SubClassOf(Some(r, A), B),
        SameIndividual(("a", "b")),
        ClassAssertion("d", And((C, HasValue(r, "b")))),
        ClassAssertion("b", Some(r, A)),
        ("a", "A"),
        ("b", "A"),
        ("c", "r", "b"),
        ("c", "C"),
    )
    compiled = compile_ontology(given)
    whole, fold = compiled.saturate().kb, compiled.saturate(without=["b"]).kb
    assert list(fold.individuals) == list(whole.individuals) == ["a", "b", "c", "d"]
    assert types_of(whole, "c") == {"B", "C"}
    assert types_of(whole, "a") == {"A", "B"}
    assert [types_of(fold, name) for name in "abcd"] == [{"A"}, set(), {"C"}, set()]
    assert related(fold, "r") == set()
    assert fold.n_elements == 4
    assert not holds(fold, "b", Some(r, A))


def test_a_fold_derives_nothing_from_what_is_held_out() -> None:
    axiom = SubClassOf(Some(r, A), B)
    given = ontology(axiom, ("a", "A"), ("b", "r", "a"), ("c", "r", "d"), ("d", "A"))
    fold = saturate(given, without=["d"]).kb
    assert [types_of(fold, name) for name in "abcd"] == [{"A"}, {"B"}, set(), set()]


def test_an_unknown_target_is_an_error_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean GoodHotel"):
        hidden_classes(ontology(("h", "GoodHotel")), "GoodHotl")


def test_arrays_are_frozen() -> None:
    kb = saturate(ontology(("a", "A"), ("a", "r", "b"))).kb
    for rows in (kb.types, kb.members, kb.taxonomy, kb.roles[0]):
        assert not rows.indptr.flags.writeable
        assert not rows.indices.flags.writeable
        assert rows.indptr.dtype == np.dtype(np.int64)
        assert rows.indices.dtype == np.dtype(np.int32)
