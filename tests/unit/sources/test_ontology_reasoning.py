"""The choice of a reasoner, and what is left of an ontology when individuals are held out."""

import pytest
from tests.ontologies import A, B, C, D, E, Statement, literal, ontology, r, types_of

from owlboost.errors import ParameterError, ReasonerError
from owlboost.ontology.axioms import (
    ClassAssertion,
    DifferentIndividuals,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.expressions import Class, HasValue, Not, Some
from owlboost.ontology.reasoner import hermit as hermit_process
from owlboost.ontology.transform import hold_out
from owlboost.runtime.names import Names
from owlboost.sources.ontology_knowledge import compile_ontology, saturate
from owlboost.sources.ontology_reasoning import compile_with

STATEMENTS: list[Statement] = [
    SubClassOf(A, B),
    SubClassOf(Some(r, A), C),
    SubClassOf(Class("N"), HasValue(r, "x")),
    ("x", "A"),
    ("y", "r", "x"),
    ("z", "r", "y"),
    ("y", "d", 5),
    ClassAssertion("z", Some(r, D)),
    ClassAssertion("w", HasValue(r, "x")),
    ClassAssertion("w", Not(E)),
    NegativeRoleAssertion(r, "x", "z"),
    NegativeDataAssertion("d", "z", literal(5)),
    SameIndividual(("u", "v", "x")),
    DifferentIndividuals(("y", "z", "w")),
]


@pytest.mark.parametrize("without", [(), ("x",), ("y", "w"), ("z",), tuple("uvwxyz"), ("nobody",)])
def test_holding_out_first_or_while_reasoning_is_the_same(without: tuple[str, ...]) -> None:
    value = ontology(*STATEMENTS)
    early = saturate(hold_out(value, without)).kb
    late = compile_ontology(value).saturate(without=without).kb
    assert list(early.individuals) == list(late.individuals)
    for name in early.individuals:
        assert types_of(early, name) == types_of(late, name)
    for one, two in zip(early.roles, late.roles, strict=True):
        assert one.indptr.tolist() == two.indptr.tolist()
        assert one.indices.tolist() == two.indices.tolist()


def test_what_is_left_of_groups_and_axioms() -> None:
    left = hold_out(ontology(*STATEMENTS), ["x", "w"])
    assert SameIndividual(("u", "v")) in left.axioms
    assert DifferentIndividuals(("y", "z")) in left.axioms
    assert SubClassOf(Class("N"), HasValue(r, "x")) in left.axioms  # terminology
    assert not any(isinstance(axiom, NegativeRoleAssertion) for axiom in left.axioms)
    assert left.signature.individuals == Names("uvwxyz")


def test_the_structural_reasoner_is_the_first_choice() -> None:
    value = ontology(*STATEMENTS)
    assert types_of(compile_with(value).saturate().kb, "x") == {"A", "B"}
    compiled = compile_with(value, "structural", target="B", hide=["D"])
    assert compiled.hidden == {"A", "B", "D"}


def test_an_unknown_reasoner_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"no reasoner 'hermitt'\. Did you mean hermit\?"):
        compile_with(ontology(), "hermitt")  # type: ignore[arg-type]


def test_without_owlready2_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermit_process, "find_java", lambda: "java")
    monkeypatch.setattr(hermit_process, "find_spec", lambda _: None)
    with pytest.raises(ReasonerError, match=r"Install it with: pip install 'owlboost\[dl\]'$"):
        compile_with(ontology(*STATEMENTS), "hermit").saturate()


def test_without_java_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(ReasonerError, match="HermiT needs Java"):
        compile_with(ontology(*STATEMENTS), "hermit").saturate()
