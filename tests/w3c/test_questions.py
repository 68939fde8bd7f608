"""The questions that stand for an axiom: yes where it is stated, no where nothing is known."""

import pytest
from tests.ontologies import A, B, C, literal, ontology, r, s, t
from tests.w3c.answers import answered
from tests.w3c.questions import UnaskableError, questions
from tests.w3c.rolling import conclusions

from owlboost.ontology import axioms as ax
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import Class, Datatype, HasValue, Not, OneOf, Or, Role, Some
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.ontology.vocabulary import XSD

INTEGER = XSD + "integer"
AXIOMS: list[Axiom] = [
    ax.SubClassOf(A, B),
    ax.EquivalentClasses((A, Some(r, B))),
    ax.DisjointClasses((A, B, C)),
    ax.DisjointUnion("A", (B, C)),
    ax.SubRoleOf((r,), s),
    ax.SubRoleOf((r, s, t), t),
    ax.EquivalentRoles((r, s)),
    ax.DisjointRoles((r, s)),
    ax.InverseRoles(r, s),
    ax.RoleDomain(r, A),
    ax.RoleRange(r, A),
    *(
        ax.RoleCharacteristic(r, kind)
        for kind in (
            "functional",
            "inverse-functional",
            "reflexive",
            "irreflexive",
            "symmetric",
            "asymmetric",
            "transitive",
        )
    ),
    ax.DataDomain("d", A),
    ax.DataPropertyRange("d", Datatype(INTEGER)),
    ax.FunctionalData("d"),
    ax.HasKey(A, (r, s), ()),
    ax.SameIndividual(("a", "b")),
    ax.DifferentIndividuals(("a", "b", "c")),
    ax.ClassAssertion("a", Some(r, A)),
    ax.ClassAssertion("a", HasValue(Role("r", inverse=True), "b")),
    ax.NegativeRoleAssertion(r, "a", "b"),
    ax.NegativeDataAssertion("d", "a", literal(5)),
]


def follows(premise: Ontology, *axioms: Axiom) -> bool:
    asked = [one for axiom in axioms for one in questions(axiom)]
    return answered(premise, ontology(*axioms).signature, asked).yes


@pytest.mark.parametrize("axiom", AXIOMS, ids=lambda axiom: type(axiom).__name__)
def test_an_axiom_follows_from_itself_and_not_from_nothing(axiom: Axiom) -> None:
    assert follows(ontology(axiom), axiom)
    assert not follows(ontology(), axiom)


def test_every_part_of_an_axiom_is_asked_for() -> None:
    half = ontology(ax.SubClassOf(A, B))
    assert not follows(half, ax.EquivalentClasses((A, B)))
    assert not follows(half, ax.SubClassOf(A, B), ax.SubClassOf(B, C))
    both = ontology(ax.SubClassOf(A, B), ax.SubClassOf(B, A))
    assert follows(both, ax.EquivalentClasses((A, B)))


def test_a_contradiction_proves_everything() -> None:
    assert follows(ontology(("a", "A"), ax.SubClassOf(A, Class("B")), ("a", "C"),
                            ax.DisjointClasses((B, C))), ax.SameIndividual(("x", "y")))  # fmt: skip


def test_what_needs_a_denial_is_found_by_one() -> None:
    # {a} ⊑ A or B, and a is not in A: the union of B and C is nowhere stated
    premise = ontology(
        ax.ClassAssertion("a", Or((A, B))), ax.ClassAssertion("a", Not(A)), ("b", "C")
    )
    assert follows(premise, ax.ClassAssertion("a", Or((B, C))))


def rolled(conclusion: Ontology, premise: Ontology) -> bool:
    return answered(premise, conclusion.signature, [*conclusions(conclusion)]).yes


def test_an_anonymous_individual_of_a_conclusion_is_something() -> None:
    conclusion = ontology(("a", "r", "_:x"), ("_:x", "A"), ("_:x", "s", "b"))
    assert rolled(conclusion, ontology(("a", "r", "c"), ("c", "A"), ("c", "s", "b")))
    assert not rolled(conclusion, ontology(("a", "r", "c"), ("c", "s", "b"), ("d", "A")))


def test_an_anonymous_individual_that_nothing_leads_to_may_be_anyone() -> None:
    conclusion = ontology(("_:x", "A"), ("_:x", "B"))
    assert rolled(conclusion, ontology(("a", "A"), ("a", "B")))
    assert not rolled(conclusion, ontology(("a", "A"), ("b", "B")))


@pytest.mark.parametrize(
    "conclusion",
    [
        ontology(("_:x", "r", "_:y"), ("_:y", "r", "_:x")),
        ontology(("a", "r", "_:x"), ("b", "r", "_:x")),
        ontology(ax.SameIndividual(("a", "_:x"))),
        ontology(ax.ClassAssertion("a", OneOf(("_:x", "b")))),
    ],
    ids=["circle", "two owners", "axiom", "expression"],
)
def test_other_anonymous_individuals_are_not_asked_about(conclusion: Ontology) -> None:
    with pytest.raises(UnaskableError):
        list(conclusions(conclusion))


def test_the_names_of_a_question_may_be_unknown_to_the_premise() -> None:
    assert not answered(
        ontology(("a", "A")), Signature(), [*questions(ax.ClassAssertion("new", Class("Unheard")))]
    ).yes
