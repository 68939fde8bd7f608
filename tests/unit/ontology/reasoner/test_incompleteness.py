"""Which construct is named where the structural reasoner may miss something."""

from dataclasses import replace

import pytest
from tests.ontologies import A, B, C, D, Statement, ontology, r

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    DataPropertyRange,
    DisjointClasses,
    RoleDomain,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.expressions import Cardinality, Datatype, OneOf, Only, Or, Role, Some
from owlboost.ontology.ontology import TaggedLabel
from owlboost.ontology.vocabulary import TOP_ROLE, TYPE, XSD
from owlboost.sources.ontology_knowledge import saturate


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
        (
            SubClassOf(A, Cardinality("min", 2, r, OneOf(("x", "y")))),
            {"incomplete-min-cardinality"},
        ),
        (SubClassOf(B, Cardinality("min", 2, r, OneOf(("x", "y")))), set()),
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


def named(*statements: Statement) -> set[str]:
    return {remark.code for remark in saturate(ontology(*statements)).remarks}


def test_what_is_said_of_the_language_itself_is_told() -> None:
    assert named(RoleDomain(Role(TYPE), A)) == {"reserved-name"}
    assert named(SubClassOf(Some(Role(TOP_ROLE), A), B)) == set()


def test_that_equality_of_individuals_is_none_of_properties_is_told() -> None:
    pun = SameIndividual(("r", "s"))
    assert named(pun, ("a", "r", "b")) == {"same-name"}
    assert named(pun, ("a", "t", "b")) == set()


LABELS = {
    iri: (TaggedLabel(text, "", 1),)
    for iri, text in {"x": "Anna", "A": "adult", "B": "child", "d": "age in years"}.items()
}


def test_contradictions_are_told_with_labels() -> None:
    stated = ontology(DisjointClasses((A, B)), ("x", "A"), ("x", "B"))
    with pytest.raises(InconsistentError, match=r"'x' violates DisjointClasses\(A, B\)"):
        saturate(stated)
    with pytest.raises(InconsistentError, match=r"'Anna' violates DisjointClasses\(adult, child\)"):
        saturate(replace(stated, labels=LABELS))


def test_remarks_are_told_with_labels() -> None:
    whole = DataPropertyRange("d", Datatype(XSD + "boolean"))
    stated = replace(ontology(whole, ("x", "d", 1)), labels=LABELS)
    (remark,) = [one for one in saturate(stated).remarks if one.code == "data-range"]
    assert "'age in years'" in str(remark.message)
