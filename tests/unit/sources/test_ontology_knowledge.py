"""What is frozen of the derived facts, and whose assertions go with whom."""

import pytest
from tests.ontologies import A, B, C, D, ontology, r

from owlboost.ontology.axioms import ClassAssertion, SubClassOf
from owlboost.ontology.expressions import HasValue, Some
from owlboost.ontology.transform import hold_out
from owlboost.sources.ontology_knowledge import compile_ontology, saturate


def test_the_taxonomy_has_the_other_classes_above_each() -> None:
    kb = saturate(ontology(SubClassOf(A, B), SubClassOf(B, C), ("x", "A"))).kb
    classes = kb.vocabulary.classes
    above = {
        name: {classes[other] for other in kb.taxonomy[number].tolist()}
        for number, name in enumerate(classes)
    }
    assert above == {"A": {"B", "C"}, "B": {"C"}, "C": set()}


@pytest.mark.parametrize(("gone", "left"), [("b", {"c"}), ("d", {"a", "c"}), ("c", {"a"})])
def test_an_assertion_goes_with_whomever_it_mentions(gone: str, left: set[str]) -> None:
    #   a : ∃r.∃r.{b} and c : ∃r.D;  nobody speaks of d
    value = ontology(
        ClassAssertion("a", Some(r, HasValue(r, "b"))),
        ClassAssertion("c", Some(r, D)),
        ("d", "A"),
    )
    kb = compile_ontology(value).saturate(without=(gone,)).kb
    role = kb.roles[kb.vocabulary.roles.id("r")]
    owners = {name for at, name in enumerate(kb.individuals) if role[at].size}
    assert owners == left
    early = saturate(hold_out(value, (gone,))).kb
    early_role = early.roles[early.vocabulary.roles.id("r")]
    assert {name for at, name in enumerate(early.individuals) if early_role[at].size} == left
