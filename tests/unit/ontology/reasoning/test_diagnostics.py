"""Which construct is named where the structural reasoner may miss something."""

import pytest
from tests.ontologies import A, B, C, D, ontology, r

from owlboost.ontology.language.axioms import Axiom, SubClassOf
from owlboost.ontology.language.expressions import Cardinality, OneOf, Only, Or
from owlboost.ontology.reasoning.structural import saturate


def codes(*axioms: Axiom) -> set[str]:
    found = saturate(ontology(*axioms, ("x", "A"))).remarks
    return {remark.code for remark in found if remark.code.startswith("incomplete")}


@pytest.mark.parametrize(
    ("axiom", "expected"),
    [
        (SubClassOf(A, Or((B, C))), {"incomplete-union"}),
        (SubClassOf(A, OneOf(("x", "y"))), {"incomplete-enumeration"}),
        (SubClassOf(A, OneOf(("x",))), set()),
        (SubClassOf(A, Cardinality("max", 2, r, B)), {"incomplete-max-cardinality"}),
        (SubClassOf(A, Cardinality("min", 2, r, B)), set()),
    ],
)
def test_the_construct_that_leaves_a_choice_is_named(axiom: Axiom, expected: set[str]) -> None:
    assert codes(axiom) == expected


def test_other_parts_of_the_same_axiom_are_not_blamed() -> None:
    union = SubClassOf(A, Or((B, Cardinality("max", 1, r, D))))
    assert "incomplete-max-cardinality" not in codes(union)
    single = SubClassOf(A, Or((B, OneOf(("x",)))))
    assert "incomplete-enumeration" not in codes(single)
    assert codes(SubClassOf(A, Or((B, Only(r, C))))) >= {"incomplete-union", "incomplete-universal"}
